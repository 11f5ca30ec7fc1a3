//! The move that decided a game: the last one that threw a win or a draw away, where that is proved, with what refutes it.
//!
//! It is looked for once the game is over, from its end backwards, as long as every position is known exactly. Estimates are
//! no proof, so nothing is said of a game in which one would be needed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use damier_core::{Fault, Lang, LineRules, Seat, Side, Text, Verdict};
use damier_search::{Limits, Value};
use damier_table::{AnyGame, ExactPosition, Reach, Session, exact_position, words};
use maud::html;
use quick_cache::sync::Cache;
use serde::Serialize;

use crate::app::App;
use crate::play::stored::{StoredGame, StoredLine};
use crate::rooms::analysis::worth::for_other_side;
use crate::web::error::{HttpError, OrInternal};
use crate::web::layout;
use crate::web::reader::Reader;
use crate::web::site::query;

/// The time for a whole game.
const TIME: Duration = Duration::from_secs(6);
/// The time for a position.
const POSITION_TIME: Duration = Duration::from_millis(400);
/// The nodes that a game's solver may search for a position.
const SOLVER_NODES: u64 = 400_000;
/// The nodes that the engine may search for a position.
const ENGINE_NODES: u64 = 20_000;
/// The longest refutation, in plies.
const LONGEST_LINE: usize = 12;
/// The most plies in which a win is played out, to see that the line of the game does not spoil it.
const LONGEST_WIN: usize = 400;
/// How many games are remembered.
const MOST: usize = 256;

/// What was found out about games, by their ids and moves. Who asks for a game that is being looked at waits.
#[derive(Clone)]
pub struct Turnings(Arc<Cache<String, Arc<Option<Turning>>>>);

impl Default for Turnings {
    fn default() -> Turnings {
        Turnings(Arc::new(Cache::new(MOST)))
    }
}

/// The move that decided a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Turning {
    /// Its number, from 1; one more than there are moves where the game was given up.
    ply: usize,
    /// The seat that made it.
    seat: Seat,
    /// Its text, as players read it; none where the game was given up.
    played: Option<String>,
    /// A move that would have kept what it threw away, as players read it.
    better: String,
    /// What that was worth, to the seat.
    had: Known,
    /// What was left, to the seat.
    has: Known,
    /// The moves that refute it, the opponent's answer first.
    line: Vec<String>,
    /// The same, as players read them.
    said: Vec<String>,
}

/// A proven value, and whether its distance is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Known {
    value: Value,
    counted: bool,
}

/// What is known of a position for the seat to move.
struct Judged {
    side: Side,
    known: Known,
    /// A best move; none where the game is over.
    best: Option<String>,
    /// The expected line, if an engine found it.
    line: Vec<String>,
}

impl Judged {
    /// Returns the value for a side, this many plies earlier.
    fn for_side(&self, side: Side, plies: u32) -> Known {
        let other = for_other_side(self.known.value, plies);
        let value = if side == self.side { for_other_side(other, 0) } else { other };
        Known { value, ..self.known }
    }
}

/// Orders proven values: 0 for a loss, 1 for a draw, 2 for a win.
fn class(value: Value) -> u8 {
    match value {
        Value::Win(_) => 2,
        Value::Loss(_) => 0,
        Value::Draw | Value::Estimate(_) => 1,
    }
}

/// Finds the move that decided a game that is over; `None` where no such move is proved.
pub fn find(game: &dyn AnyGame, session: &mut dyn Session, time: Duration) -> Option<Turning> {
    let begun = Instant::now();
    let outcome = session.outcome()?;
    if session.seats().len() < 2 {
        return None;
    }
    let moves = session.moves().to_vec();
    // An end off the board is undone first, and leaves the moves as they are.
    let given_up = session.undo().is_none();
    let mut after = if given_up {
        let judged = judge(game, session)?;
        let turn = given_up_too_early(session, &judged, outcome.verdict);
        if turn.is_some() {
            return turn;
        }
        judged
    } else {
        over(session, &moves, outcome.verdict)?
    };
    for ply in (0..moves.len()).rev() {
        if session.moves().len() > ply {
            session.undo();
        }
        if begun.elapsed() > time {
            return None;
        }
        let before = judge(game, session)?;
        let has = after.for_side(before.side, 1);
        match class(has.value).cmp(&class(before.known.value)) {
            std::cmp::Ordering::Equal => after = before,
            // The rules about lines of play stand between the values of two positions: nothing is proved.
            std::cmp::Ordering::Greater => return None,
            std::cmp::Ordering::Less => return turning(game, session, &moves[ply], before, after),
        }
    }
    None
}

/// Describes the end of a game by its rules; the session stands before its last move and is left there.
fn over(session: &dyn Session, moves: &[String], verdict: Verdict) -> Option<Judged> {
    debug_assert!(session.moves().len() + 1 == moves.len());
    let side = session.seats()[session.to_move().index()].side;
    let value = match verdict {
        Verdict::Win(winner) if winner == side => Value::Win(0),
        Verdict::Win(_) => Value::Loss(0),
        Verdict::Draw => Value::Draw,
        Verdict::Solved => return None,
    };
    // As the other side sees it, whose turn it would be.
    let known = Known { value: for_other_side(value, 0), counted: true };
    Some(Judged { side: side.other(), known, best: None, line: Vec::new() })
}

/// Judges a position that is not over; `None` where its value is not proved.
fn judge(game: &dyn AnyGame, session: &dyn Session) -> Option<Judged> {
    let begun = Instant::now();
    let stop = || begun.elapsed() >= POSITION_TIME;
    let reach = Reach {
        solver: Some(Limits { stop: &stop, ..Limits::nodes(SOLVER_NODES) }),
        engine: Limits { stop: &stop, ..Limits::nodes(ENGINE_NODES) },
    };
    let side = session.seats()[session.to_move().index()].side;
    let judged = |value: Value, counted: bool, best: String, line: Vec<String>| {
        value.exact().map(|_| Judged { side, known: Known { value, counted }, best: Some(best), line })
    };
    match exact_position(game, session, &reach) {
        ExactPosition::Values(moves) => {
            let best = moves.into_iter().next()?;
            judged(best.value, true, best.text, Vec::new())
        }
        ExactPosition::Score(solved) => {
            let value = match solved.score {
                0 => Value::Draw,
                1.. => Value::Win(0),
                _ => Value::Loss(0),
            };
            judged(value, false, solved.best, Vec::new())
        }
        ExactPosition::Advice(advice) => {
            let best = advice.moves.first()?.clone();
            judged(best.value, false, best.text, advice.pv)
        }
    }
}

/// Describes the move, once it is known that it threw something away; the session stands before it.
fn turning(
    game: &dyn AnyGame,
    session: &mut dyn Session,
    text: &str,
    before: Judged,
    after: Judged,
) -> Option<Turning> {
    if !holds_on_the_line(game, session, &before) {
        return None;
    }
    let (ply, seat) = (session.moves().len() + 1, session.to_move());
    let better = session.say(&before.best?);
    let played = Some(session.say(text));
    session.play(text).ok()?;
    let line = refutation(game, session, &after);
    let said = said(session, &line);
    session.undo();
    let has = after.for_side(before.side, 0);
    Some(Turning { ply, seat, played, better, had: before.known, has, line, said })
}

/// Says of a game that was given up, or drawn by agreement, that the player to move stood better than it ended.
fn given_up_too_early(session: &dyn Session, judged: &Judged, verdict: Verdict) -> Option<Turning> {
    let ended = match verdict {
        Verdict::Win(winner) if winner == judged.side => Value::Win(0),
        Verdict::Win(_) => Value::Loss(0),
        Verdict::Draw | Verdict::Solved => Value::Draw,
    };
    if class(judged.known.value) <= class(ended) {
        return None;
    }
    Some(Turning {
        ply: session.moves().len() + 1,
        seat: session.to_move(),
        played: None,
        better: session.say(judged.best.as_deref()?),
        had: judged.known,
        has: Known { value: ended, counted: false },
        line: Vec::new(),
        said: Vec::new(),
    })
}

/// Says whether a proven value holds on this line too. Values are those of positions: a position that has come twice already
/// would end the game at its third time. A win is therefore played out.
fn holds_on_the_line(game: &dyn AnyGame, session: &mut dyn Session, judged: &Judged) -> bool {
    let Value::Win(_) = judged.known.value else { return true };
    if game.line_rules() == LineRules::NONE || !judged.known.counted {
        // An engine looks at the line by itself.
        return true;
    }
    let plies = session.moves().len();
    while session.moves().len() < plies + LONGEST_WIN && session.outcome().is_none() {
        let best = session.values().and_then(|values| values.into_iter().next());
        if best.is_none_or(|best| session.play(&best.text).is_err()) {
            break;
        }
    }
    let won = session.outcome().is_some_and(|outcome| outcome.verdict == Verdict::Win(judged.side));
    while session.moves().len() > plies {
        session.undo();
    }
    won
}

/// Returns the line of best moves from a session's position, by exact values where they are known at once.
fn refutation(game: &dyn AnyGame, session: &dyn Session, judged: &Judged) -> Vec<String> {
    let Ok(mut session) = game.resume(&session.position()) else { return Vec::new() };
    let mut line = Vec::new();
    while line.len() < LONGEST_LINE
        && let Some(best) = session.values().and_then(|values| values.into_iter().next())
        && session.play(&best.text).is_ok()
    {
        line.push(best.text);
    }
    if line.is_empty() {
        line =
            if judged.line.is_empty() { judged.best.iter().cloned().collect() } else { judged.line.clone() };
        line.truncate(LONGEST_LINE);
    }
    line
}

/// Returns moves that go on from a session's position as players read them.
fn said(session: &mut dyn Session, line: &[String]) -> Vec<String> {
    let plies = session.moves().len();
    let mut said = Vec::new();
    for text in line {
        said.push(session.say(text));
        if session.play(text).is_err() {
            break;
        }
    }
    while session.moves().len() > plies {
        session.undo();
    }
    said
}

/// The move that decided a game, as its page shows it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurningView {
    /// The number of the move, from 1.
    ply: usize,
    /// What it threw away, and what would have kept it, in sentences.
    words: String,
    /// The moves that refute it, from the opponent's answer on, as players read them.
    line: Vec<String>,
    /// The moves from the start of the game to the end of the refutation.
    moves: String,
    /// The address at which the refutation is looked at.
    link: String,
}

impl TurningView {
    fn new(stored: &StoredGame, turning: &Turning, lang: Lang) -> TurningView {
        let game = &stored.saved.game;
        let before = turning.ply - usize::from(turning.played.is_none());
        let played = stored.saved.moves.iter().take(before).map(|played| played.text.as_str());
        let moves = played.chain(turning.line.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
        let ply = before.to_string();
        let address = [("game", &*game.spec), ("position", &*game.start), ("moves", &*moves), ("ply", &*ply)];
        TurningView {
            ply: turning.ply,
            words: sentences(stored, turning, lang),
            line: turning.said.clone(),
            link: format!("/analysis?{}", query(&address)),
            moves,
        }
    }
}

/// Says what the move threw away.
fn sentences(stored: &StoredGame, turning: &Turning, lang: Lang) -> String {
    let seats = stored.session.seats();
    let side = seats[turning.seat.index()].side;
    let own = stored.own_side();
    let (mover, other) = (words::side(seats, side, lang), words::side(seats, side.other(), lang));
    let answer = turning.said.first();
    let distance = |known: Known| match (known.value, known.counted) {
        (Value::Win(plies) | Value::Loss(plies), true) if plies > 0 => match lang {
            Lang::Fr => format!(" en {plies}"),
            Lang::En => format!(" in {plies}"),
        },
        _ => String::new(),
    };
    let (had, has) = (distance(turning.had), distance(turning.has));
    let kept = match (class(turning.had.value), own == Some(side), lang) {
        (2, true, Lang::Fr) => format!("Avec {}, vous gagniez{had}.", turning.better),
        (2, true, Lang::En) => format!("With {} you would have won{had}.", turning.better),
        (2, false, Lang::Fr) => format!("Avec {}, {mover} gagnait{had}.", turning.better),
        (2, false, Lang::En) => format!("With {} {mover} would have won{had}.", turning.better),
        (_, _, Lang::Fr) => format!("Avec {}, la partie était nulle.", turning.better),
        (_, _, Lang::En) => format!("With {} it would have been a draw.", turning.better),
    };
    let Some(played) = &turning.played else {
        let lost = class(turning.has.value) == 0;
        let ended = match (lost, lang) {
            (true, Lang::Fr) => "La position n'était pas perdue.",
            (true, Lang::En) => "The position was not lost.",
            (false, Lang::Fr) => "La position était meilleure que nulle.",
            (false, Lang::En) => "The position was better than a draw.",
        };
        return format!("{ended} {kept}");
    };
    let ply = turning.ply;
    let lost = class(turning.has.value) == 0;
    let threw = match (lost, lang) {
        (true, Lang::Fr) => format!("Le coup {ply}, {played}, a perdu la partie"),
        (true, Lang::En) => format!("Move {ply}, {played}, lost the game"),
        (false, Lang::Fr) => format!("Le coup {ply}, {played}, a laissé échapper la victoire"),
        (false, Lang::En) => format!("Move {ply}, {played}, let the win slip"),
    };
    let then = match (answer, lost, own == Some(side.other()), lang) {
        (None, _, _, Lang::Fr) => ", aussitôt".to_string(),
        (None, _, _, Lang::En) => " at once".to_string(),
        (Some(answer), false, _, Lang::Fr) => format!(" : après {answer}, c'est nul"),
        (Some(answer), false, _, Lang::En) => format!(": after {answer} it is a draw"),
        (Some(answer), true, true, Lang::Fr) => format!(" : après {answer}, vous gagnez{has}"),
        (Some(answer), true, true, Lang::En) => format!(": after {answer} you win{has}"),
        (Some(answer), true, false, Lang::Fr) => format!(" : après {answer}, {other} gagne{has}"),
        (Some(answer), true, false, Lang::En) => format!(": after {answer} {other} wins{has}"),
    };
    format!("{threw}{then}. {kept}")
}

/// Answers with the move that decided a game that is over: to a script as JSON, `null` where none is proved; else as a page.
pub async fn turning_point(
    State(app): State<App>,
    stored: StoredGame,
    reader: Reader,
) -> Result<Response, HttpError> {
    if stored.session.outcome().is_none() {
        return Err(HttpError::bad_request(Fault::new(
            "La partie n'est pas finie.",
            "The game is not over.",
        )));
    }
    let (id, line) = (stored.saved.game.id.clone(), stored.line());
    let found = look(&app, &id, line).await?;
    let view = found.as_ref().as_ref().map(|turning| TurningView::new(&stored, turning, reader.lang));
    if reader.script {
        return Ok(Json(view).into_response());
    }
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let title = say("Le coup qui a décidé", "The move that decided");
    let body = html! {
        h1 { (title) }
        @match &view {
            Some(view) => {
                p { (view.words) }
                p { a href=(view.link) { (say("Voir la position et la suite", "See the position and what follows")) } }
            }
            None => p { (say(
                "Aucun coup n'a, de façon démontrée, jeté la victoire ou la partie nulle.",
                "Of no move is it proved that it threw the win or the draw away.",
            )) }
        }
        p { a href={ "/play/" (stored.saved.game.id) } { (say("Retour à la partie", "Back to the game")) } }
    };
    Ok(layout::page(&reader, title, "prose", body).into_response())
}

/// Looks for the move that decided a game, unless that is known already.
async fn look(app: &App, id: &str, line: StoredLine) -> Result<Arc<Option<Turning>>, HttpError> {
    let key = format!("{id} {}", line.key());
    let work = move || line.replay().map(|mut session| find(&*line.game, &mut *session, TIME));
    let found = async { Ok::<_, HttpError>(Arc::new(app.engines.run(work).await?.or_internal()?)) };
    app.turnings.0.get_or_insert_async(&key, found).await
}
