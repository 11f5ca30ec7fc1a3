//! What a session promises beyond the rules of a position, shown by a toy game.
//!
//! In the toy, a token stands on one of ten points in a ring. Players alternate; a move is `+` or `-`, one point on or
//! back. Reaching point 5 wins. Only a step on (`+`) is progress.

#![allow(clippy::unwrap_used)]

use damier_core::board::zobrist::feature;
use damier_core::text::{fields, read_seat, write_seat};
use damier_core::{
    Fault, Flow, Game, Lang, LineRules, Outcome, Reason, Rng, Seat, SeatInfo, Side, Stop, TWO_SEATS, Verdict,
};
use damier_scene::{Layer, Outline, Point, Scene, Style, View};
use damier_table::{AGREED, Kit, RESIGNED, Record, Session, Spec};

static REACHED: Reason = Reason::new("reached", "Arrivé", "Reached");
static TIRED: Reason = Reason::new("tired", "Fatigué", "Tired");

struct Ring {
    rules: LineRules,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    at: u8,
    turn: u8,
}

impl Game for Ring {
    type Position = Place;
    type Move = bool;

    fn seats(&self) -> &'static [SeatInfo] {
        &TWO_SEATS
    }
    fn start(&self, _rng: &mut Rng) -> Place {
        Place { at: 0, turn: 0 }
    }
    fn to_move(&self, place: &Place) -> Seat {
        Seat(place.turn)
    }
    fn each_move(&self, place: &Place, visit: &mut impl FnMut(bool) -> Flow) -> Flow {
        if place.at == 5 {
            return Flow::Continue(());
        }
        visit(true)?;
        visit(false)
    }
    fn play(&self, place: &mut Place, on: bool) {
        place.at = (place.at + if on { 1 } else { 9 }) % 10;
        place.turn = 1 - place.turn;
    }
    fn outcome(&self, place: &Place) -> Option<Outcome> {
        let mover = [Side::Second, Side::First][place.turn as usize];
        (place.at == 5).then(|| Outcome::win(mover, &REACHED))
    }
    fn key(&self, place: &Place) -> u64 {
        feature(99, usize::from(place.at * 2 + place.turn))
    }
    fn write_move(&self, _place: &Place, on: bool, out: &mut String) {
        out.push(if on { '+' } else { '-' });
    }
    fn write_position(&self, place: &Place, out: &mut String) {
        out.push_str(&place.at.to_string());
        write_seat(Seat(place.turn), &TWO_SEATS, out);
    }
    fn parse_position(&self, text: &str) -> Result<Place, Fault> {
        let [at, seat] = fields(text, "POINT SEAT")?;
        let wrong = || Fault::new("point de 0 à 9", "a point from 0 to 9");
        let at = at.parse().ok().filter(|&at| at < 10).ok_or_else(wrong)?;
        Ok(Place { at, turn: read_seat(seat, &TWO_SEATS)?.0 })
    }
    fn line_rules(&self) -> LineRules {
        self.rules
    }
    fn is_progress(&self, _place: &Place, on: bool) -> bool {
        on
    }
    fn adjudicate(&self, place: &Place, stop: Stop) -> Outcome {
        match stop {
            Stop::Repetition => Outcome::draw(&damier_core::REPETITION),
            Stop::Quiet => Outcome::scored([i32::from(place.at), 3], &TIRED),
        }
    }
}

fn draw(_game: &Ring, place: &Place, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    let at = Point::new(f64::from(place.at), 0.0);
    scene.add(Layer::Board, Outline::Circle(at, 0.4), Style::default());
    scene
}

fn open(rules: LineRules) -> Box<dyn Session> {
    let spec: Spec = "ring".parse().unwrap();
    Kit::new(&spec, Ring { rules }, draw).boxed().open(&mut Rng::new(0))
}

fn play(session: &mut dyn Session, moves: &str) {
    for mv in moves.chars() {
        session.play(&mv.to_string()).unwrap();
    }
}

#[test]
fn the_third_occurrence_ends_the_game() {
    // docs/rules.md: "the third occurrence of the same position with the same side to move ends the game"
    let mut session = open(LineRules::REPETITION);
    play(session.as_mut(), "+-+");
    assert!(session.outcome().is_none());
    play(session.as_mut(), "-");
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.verdict, outcome.reason.key), (Verdict::Draw, "repetition"));
    assert_eq!((session.count(), session.legal().len()), (0, 0));
    let fault = session.play("+").unwrap_err();
    assert_eq!(fault.say(Lang::En), "\"+\": the game is over (The position occurred for the third time)");
    assert_eq!(session.undo().as_deref(), Some("-"));
    assert!(session.outcome().is_none(), "undo takes the end back");
}

#[test]
fn the_quiet_limit_ends_the_game_as_the_game_says() {
    // docs/rules.md: "Quiet limit Q(n): n plies in a row without what the game names … end the game"
    let mut session = open(LineRules { repetition: false, quiet: Some(3) });
    play(session.as_mut(), "--+--");
    assert!(session.outcome().is_none(), "progress starts the count anew");
    play(session.as_mut(), "-");
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.reason.key, outcome.score), ("tired", Some([6, 3])));
    assert_eq!(outcome.verdict, Verdict::Win(Side::First));
    session.undo();
    assert!(session.outcome().is_none());
}

#[test]
fn repetition_counts_before_the_quiet_limit_and_the_board_before_both() {
    // docs/rules.md: "If both fall on the same ply, repetition counts."
    // Point 1 comes for the third time just when two plies in a row went back.
    let moves = "+-+++--";
    let mut both = open(LineRules { repetition: true, quiet: Some(2) });
    play(both.as_mut(), moves);
    assert_eq!(both.outcome().unwrap().reason.key, "repetition");
    let mut quiet = open(LineRules { repetition: false, quiet: Some(2) });
    play(quiet.as_mut(), moves);
    assert_eq!(quiet.outcome().unwrap().reason.key, "tired");
    // Point 5, reached by two plies back.
    let spec: Spec = "ring".parse().unwrap();
    let game = Kit::new(&spec, Ring { rules: LineRules::with_quiet(2) }, draw).boxed();
    let mut board = game.resume("7 1").unwrap();
    play(board.as_mut(), "--");
    assert_eq!(board.outcome().unwrap().reason.key, "reached");
}

#[test]
fn games_end_off_the_board_too() {
    let mut session = open(LineRules::NONE);
    play(session.as_mut(), "+");
    session.end(Outcome::win(Side::First, &RESIGNED));
    assert_eq!(session.outcome().unwrap().reason.key, "resignation");
    assert_eq!(session.count(), 0);
    session.end(Outcome::draw(&AGREED));
    assert_eq!(session.outcome().unwrap().reason.key, "resignation", "an end stands");
    assert_eq!(session.undo(), None);
    assert!(session.outcome().is_none());
    assert_eq!(session.moves(), ["+"]);
}

#[test]
fn random_games_obey_the_rules_about_lines() {
    let mut rng = Rng::new(8);
    let bounded = open(LineRules::with_quiet(4)).rollouts(300, &mut rng);
    // Twenty positions occur at most twice each before the third occurrence ends the game.
    assert!(bounded.plies <= 300 * 41);
    assert!(bounded.draws > 0 && bounded.first > 0 && bounded.second > 0, "{bounded:?}");
    assert_eq!(bounded.games, bounded.first + bounded.second + bounded.draws);
}

#[test]
fn records_must_agree_with_their_moves() {
    let spec: Spec = "ring".parse().unwrap();
    let game = Kit::new(&spec, Ring { rules: LineRules::NONE }, draw).boxed();
    let mut session = game.open(&mut Rng::new(0));
    play(session.as_mut(), "+++++");
    let record = session.record();
    assert_eq!(record.end.as_ref().unwrap().result, "first");
    assert!(record.replay(game.as_ref()).is_ok());
    let mut wrong = record.clone();
    wrong.end.as_mut().unwrap().result = "second".to_string();
    assert!(wrong.replay(game.as_ref()).err().unwrap().to_string().contains("\"first\""));
    wrong = record.clone();
    wrong.moves[2] = "?".to_string();
    assert_eq!(
        wrong.replay(game.as_ref()).err().unwrap().to_string(),
        "move 3 \"?\": impossible move: \"?\""
    );
    let resigned = Record { moves: vec!["+".to_string()], ..record };
    assert!(resigned.replay(game.as_ref()).is_ok(), "an end off the board cannot be checked by the moves");
}

#[test]
fn record_texts_name_what_is_wrong() {
    let say = |text: &str| Record::from_text(text).unwrap_err().to_string();
    assert_eq!(say("start: 0 1\n\n1.+"), "record: the header \"game:\" is missing");
    assert_eq!(say("game: ring\nfoo: bar\n"), "record, line 2: \"foo: bar\" is not a known header");
    assert_eq!(say("game: ring\nscore: 1\n"), "record, line 2: \"score: 1\" is not a known header");
    assert!(Record::from_json("{").unwrap_err().to_string().starts_with("JSON record: "));
    let named = Record::from_text("game: ring\nstart: 0 1\nname: Ada\nname: ?\n\n1.+ 2.- +\n").unwrap();
    assert_eq!(named.names, ["Ada", ""]);
    assert_eq!(named.moves, ["+", "-", "+"]);
}

#[test]
fn lines_are_opened_from_anywhere_and_faults_name_the_move() {
    let spec: Spec = "ring".parse().unwrap();
    let game = Kit::new(&spec, Ring { rules: LineRules::NONE }, draw).boxed();
    let open = |position: Option<&str>, moves: &str| {
        game.open_line(position, moves.split_ascii_whitespace(), &mut Rng::new(0))
    };
    let session = open(None, "+ + -").unwrap();
    assert_eq!(
        (session.position().as_str(), session.moves()),
        ("1 2", ["+", "+", "-"].map(String::from).as_slice())
    );
    assert_eq!(open(Some("7 1"), "-").unwrap().position(), "6 2");
    let say = |position, moves| open(position, moves).err().unwrap().say(Lang::En).to_string();
    assert_eq!(say(None, "+ - x"), "move 3 \"x\": impossible move: \"x\"");
    assert_eq!(say(Some("10 1"), ""), "a point from 0 to 9");
    let over = open(Some("4 1"), "+").unwrap();
    assert!(over.ensure_unfinished().unwrap_err().say(Lang::En).contains("the game is over (Reached)"));
    assert!(session.ensure_unfinished().is_ok());
    assert!(say(Some("4 1"), "+ +").starts_with("move 2 \"+\": \"+\": the game is over"));
}
