//! Writes a game from nothing, and gets everything else for it: sessions, engines, a solver, a picture.
//!
//! The game: from a heap of matches, each player in turn takes one, two or three. Whoever takes the last one wins.
//!
//! `cargo run -p damier-games --example write_a_game`

use std::error::Error;

use damier_core::board::zobrist;
use damier_core::text::{fields, read_seat, write_seat};
use damier_core::{Fault, Flow, Game, Indexed, Lang, Outcome, Reason, Rng, Seat, SeatInfo, Side, TWO_SEATS};
use damier_scene::terminal::{self, TerminalOptions};
use damier_scene::{Anchor, Hue, Ink, Layer, Outline, Point, Scene, Style, View, rectangle};
use damier_search::{Limits, Value};
use damier_table::{EngineKind, Kit, Spec};

/// The rules: a value that holds what never changes during a game.
struct Heap {
    matches: u8,
}

/// A position stands on its own: it says all that matters for what follows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    left: u8,
    to_move: Side,
}

/// A move: how many matches are taken.
type Take = u8;

static LAST: Reason = Reason::new("last-match", "Dernière allumette prise", "The last match is taken");

impl Game for Heap {
    type Position = Position;
    type Move = Take;

    fn seats(&self) -> &'static [SeatInfo] {
        &TWO_SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        Position { left: self.matches, to_move: Side::First }
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.to_move as u8)
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Take) -> Flow) -> Flow {
        (1..=position.left.min(3)).try_for_each(visit)
    }

    fn play(&self, position: &mut Position, take: Take) {
        position.left -= take;
        position.to_move = position.to_move.other();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.left == 0).then(|| Outcome::win(position.to_move.other(), &LAST))
    }

    fn key(&self, position: &Position) -> u64 {
        zobrist::feature(1, usize::from(position.left) * 2 + position.to_move.index())
    }

    // The texts are the protocol: what is typed, clicked, stored and sent.
    fn write_move(&self, _position: &Position, take: Take, out: &mut String) {
        out.push_str(&take.to_string());
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        out.push_str(&position.left.to_string());
        write_seat(self.to_move(position), &TWO_SEATS, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        let [left, seat] = fields(text, "MATCHES 1|2")?;
        let wrong = || {
            Fault::new(
                format!("position : « {left} » n'est pas un nombre de 0 à {}", self.matches),
                format!("position: \"{left}\" is not a number from 0 to {}", self.matches),
            )
        };
        // Only what we would write is read, so that a position has one text.
        let number =
            left.parse().ok().filter(|number: &u8| *number <= self.matches && number.to_string() == left);
        let to_move = TWO_SEATS[read_seat(seat, &TWO_SEATS)?.index()].side;
        Ok(Position { left: number.ok_or_else(wrong)?, to_move })
    }
}

/// Positions with numbers can be kept in a table, and then the game is solved.
impl Indexed for Heap {
    fn size(&self) -> u64 {
        (u64::from(self.matches) + 1) * 2
    }

    fn index(&self, position: &Position) -> u64 {
        u64::from(position.left) * 2 + position.to_move as u64
    }

    fn unindex(&self, index: u64) -> Option<Position> {
        let left = u8::try_from(index / 2).ok().filter(|&left| left <= self.matches)?;
        let to_move = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        Some(Position { left, to_move })
    }
}

/// The picture: matches in a row.
fn draw(game: &Heap, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    for place in 0..game.matches {
        let at = Point::new(f64::from(place), 0.0);
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board));
        let lies = place < position.left;
        scene.cell((place + 1).to_string(), at, Scene::MAN, area, if lies { "1" } else { "0" });
        if lies {
            scene.add(Layer::Pieces, Outline::Circle(at, 0.2), Style::fill(Ink::Dark));
            scene.glyph(at, "|", "|", Hue::Dark);
        }
    }
    scene.coord(Point::new(0.0, 1.0), Anchor::Middle, "1");
    scene
}

/// Puts the game together, and plays.
pub fn main() -> Result<(), Box<dyn Error>> {
    let spec: Spec = "heap".parse()?;
    // The kit captures what the game can do; after `boxed` nobody needs its type.
    let game = Kit::new(&spec, Heap { matches: 21 }, draw).indexed().exact().boxed();
    // What the contract of `Game` promises can be checked in random games, with the feature `checks` of `damier-table`.
    let checks = game.checks().ok_or("the feature `checks` is off")?;
    for seed in 0..10 {
        checks.contract(&mut Rng::new(seed), 100)?;
    }
    // The engine plays against random moves, and wins: it leaves a multiple of four.
    let mut rng = Rng::new(1);
    let mut session = game.open(&mut rng);
    let mut player = game.player(EngineKind::Best);
    while session.outcome().is_none() {
        let advice = player.think(&*session, &Limits::nodes(1_000), &mut |_| {});
        println!("{}: takes {}, {:?}", session.position(), advice.moves[0].text, advice.moves[0].value);
        assert!(matches!(advice.moves[0].value, Value::Win(_)));
        session.play(&advice.moves[0].text)?;
        let legal = session.legal();
        if !legal.is_empty() {
            session.play(&legal[rng.below(legal.len() as u32) as usize])?;
        }
    }
    let start = game.open(&mut rng).scene(&View::new(Lang::En));
    let options = TerminalOptions { unicode: false, colour: false, captions: true };
    println!("{}", terminal::write(&start, &options));
    assert_eq!(session.moves().len() % 2, 1, "who began took the last match");
    Ok(())
}
