//! Stored games brought to life.

use std::sync::Arc;

use axum::http::HeaderMap;
use damier_core::{Fault, Outcome, Rng, Seat, Side};
use damier_store::{Clock, Kept, NewGame, Seated, Store};
use damier_table::{AGREED, AnyGame, OUT_OF_TIME, RESIGNED, Session, Spec};

use crate::app::{App, now};
use crate::error::Problem;
use crate::reader::{Reader, cookie};

/// Who sits in a seat, as forms name it: a person.
pub const HUMAN: &str = "human";

/// A stored game with its line of play.
pub struct Live {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// As it is kept.
    pub kept: Kept,
    /// Its line of play, to the last move.
    pub session: Box<dyn Session>,
    /// The milliseconds that each seat has left, if there is a clock.
    pub left: Option<Vec<i64>>,
    /// The tokens that the reader holds.
    tokens: Vec<String>,
}

impl Live {
    /// Finds a game and plays it over.
    ///
    /// # Errors
    /// If there is none at this address, or the database fails.
    pub async fn find(app: &App, id: &str, reader: &Reader, headers: &HeaderMap) -> Result<Live, Problem> {
        let kept = app.store.find(id).await.map_err(|trouble| Problem::ours(reader, &trouble))?;
        let kept = kept.ok_or_else(|| {
            let fault = Fault::new(format!("Pas de partie « {id} »."), format!("No game \"{id}\"."));
            Problem::nowhere(reader, &fault)
        })?;
        let tokens = cookie(headers, &cookie_name(id)).unwrap_or_default();
        let tokens = tokens.split('.').map(str::to_string).collect();
        Live::wake(app, kept, tokens, now()).map_err(|fault| Problem::ours(reader, &fault))
    }

    /// Plays a kept game over, for the holder of these tokens, at a time.
    pub(crate) fn wake(app: &App, kept: Kept, tokens: Vec<String>, now: i64) -> Result<Live, Fault> {
        let game = app.games.open(&kept.game.spec.parse::<Spec>()?)?;
        let mut session = game.resume(&kept.game.start)?;
        let mut movers = Vec::new();
        for played in &kept.moves {
            movers.push(session.to_move());
            session.play(&played.text)?;
        }
        if let Some(outcome) = kept.ended.as_deref().and_then(read_end) {
            session.end(outcome);
        }
        let over = session.outcome().is_some();
        let turn = session.to_move();
        let left = kept.game.clock.map(|clock| {
            let times: Vec<i64> = kept.moves.iter().map(|played| played.at).collect();
            left(clock, &times, &movers, (!over).then_some((turn, now)), kept.game.seats.len())
        });
        if left.as_ref().is_some_and(|left| !over && left[turn.index()] <= 0) {
            session.end(Outcome::win(session.seats()[turn.index()].side.other(), &OUT_OF_TIME));
        }
        Ok(Live { game, kept, session, left, tokens })
    }

    /// Says whether the reader may move for a seat.
    pub fn holds(&self, seat: Seat) -> bool {
        let seated = &self.kept.game.seats[seat.index()];
        seated.agent == HUMAN && self.tokens.contains(&seated.token)
    }

    /// Returns the seats that the reader holds.
    pub fn own(&self) -> Vec<Seat> {
        (0..self.kept.game.seats.len() as u8).map(Seat).filter(|&seat| self.holds(seat)).collect()
    }

    /// Returns the agent whose turn it is, unless that is a person or the game is over.
    pub fn engine(&self) -> Option<&str> {
        let agent = &self.kept.game.seats[self.session.to_move().index()].agent;
        (self.session.outcome().is_none() && agent != HUMAN).then_some(agent)
    }

    /// Returns how many plies were played.
    pub fn plies(&self) -> u32 {
        self.kept.moves.len() as u32
    }
}

/// Returns the milliseconds that each seat has left. Clocks start with the first move, which costs nothing; the clock of the
/// seat whose turn it is runs until now.
fn left(clock: Clock, times: &[i64], movers: &[Seat], turn: Option<(Seat, i64)>, seats: usize) -> Vec<i64> {
    let mut left = vec![i64::from(clock.whole) * 1000; seats];
    for ply in 1..times.len() {
        left[movers[ply].index()] += i64::from(clock.bonus) * 1000 - (times[ply] - times[ply - 1]);
    }
    if let (Some((seat, now)), Some(last)) = (turn, times.last()) {
        left[seat.index()] -= now - last;
    }
    left
}

/// Returns the name of the cookie that holds the tokens of a game.
pub fn cookie_name(id: &str) -> String {
    format!("seats-{id}")
}

/// Returns the header line that gives the reader all the seats of people.
pub fn seats_cookie(game: &NewGame) -> String {
    let own = game.seats.iter().filter(|seated| seated.agent == HUMAN);
    let tokens = own.map(|seated| seated.token.as_str()).collect::<Vec<_>>().join(".");
    format!("{}={tokens}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000", cookie_name(&game.id))
}

/// Makes a game that begins: people hold their seats by one token each, which the answer's cookie carries.
///
/// # Errors
/// If the position is none of the game's, or the system gives no random bytes.
pub fn begin(
    game: &dyn AnyGame,
    position: Option<&str>,
    agents: &[String],
    clock: Option<Clock>,
) -> Result<NewGame, Fault> {
    let seed = u64::from_le_bytes(random().map_err(unlucky)?);
    let session = match position {
        Some(position) => game.resume(position)?,
        None => game.open(&mut Rng::new(seed)),
    };
    let mut seats = Vec::new();
    for agent in agents {
        let token = word(&random::<16>().map_err(unlucky)?);
        seats.push(Seated { agent: agent.clone(), name: String::new(), token });
    }
    let id = word(&random::<8>().map_err(unlucky)?);
    let (spec, start) = (game.spec().to_string(), session.position());
    Ok(NewGame { id, spec, start, seats, created: now(), clock })
}

/// Draws a number below another.
///
/// # Errors
/// If the system gives no random bytes.
pub fn lot(below: usize) -> Result<usize, Fault> {
    let seed = u64::from_le_bytes(random().map_err(unlucky)?);
    Ok(Rng::new(seed).below(below as u32) as usize)
}

fn unlucky(error: getrandom::Error) -> Fault {
    Fault::new(format!("pas de nombres au hasard : {error}"), format!("no random numbers: {error}"))
}

fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Writes bytes with letters and digits that cannot be mistaken for each other.
fn word(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

/// Writes an end off the board.
pub fn write_end(outcome: &Outcome) -> String {
    format!("{} {}", outcome.verdict.code(), outcome.reason.key)
}

/// Reads an end off the board.
pub fn read_end(text: &str) -> Option<Outcome> {
    match text {
        "first resignation" => Some(Outcome::win(Side::First, &RESIGNED)),
        "second resignation" => Some(Outcome::win(Side::Second, &RESIGNED)),
        "first time" => Some(Outcome::win(Side::First, &OUT_OF_TIME)),
        "second time" => Some(Outcome::win(Side::Second, &OUT_OF_TIME)),
        "draw agreement" => Some(Outcome::draw(&AGREED)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_come_back() {
        let wins = |reason| [Side::First, Side::Second].map(|side| Outcome::win(side, reason));
        for outcome in
            [wins(&RESIGNED), wins(&OUT_OF_TIME)].concat().into_iter().chain([Outcome::draw(&AGREED)])
        {
            assert_eq!(read_end(&write_end(&outcome)), Some(outcome));
        }
        assert_eq!(read_end("first line"), None);
    }

    #[test]
    fn clocks_run_from_the_first_move_and_bonuses_count() {
        let clock = Clock { whole: 60, bonus: 2 };
        let seats = [Seat(0), Seat(1), Seat(0)];
        let now = |time: i64| Some((Seat(1), time));
        assert_eq!(left(clock, &[], &[], Some((Seat(0), 99_000)), 2), [60_000, 60_000]);
        assert_eq!(left(clock, &[5_000], &seats, now(6_500), 2), [60_000, 58_500]);
        // Second took 10 s and got 2; First took 1 s and got 2.
        assert_eq!(left(clock, &[5_000, 15_000, 16_000], &seats, now(16_000), 2), [61_000, 52_000]);
        assert_eq!(left(clock, &[5_000, 15_000, 16_000], &seats, now(69_000), 2), [61_000, -1_000]);
        assert_eq!(left(clock, &[5_000, 15_000, 16_000], &seats, None, 2), [61_000, 52_000], "over");
    }

    #[test]
    fn words_are_as_long_as_their_bytes_and_plain() {
        let drawn = word(&random::<16>().unwrap());
        assert_eq!(drawn.len(), 16);
        assert!(drawn.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert_ne!(drawn, word(&random::<16>().unwrap()));
    }
}
