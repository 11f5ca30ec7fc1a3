//! Loading stored games, and creating new ones.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use damier_core::{Fault, Outcome, Rng, Seat};
use damier_store::{Agent, Clock, End, NewGame, SavedGame, Seated, Store};
use damier_table::{AGREED, AnyGame, OUT_OF_TIME, RESIGNED, Session, Spec};

use crate::app::{App, now};
use crate::play::timing::Timing;
use crate::web::error::{HttpError, OrInternal};
use crate::web::extract::UrlPath;
use crate::web::reader::cookie;

/// A stored game, loaded and replayed for a reader.
pub struct StoredGame {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The game as it is stored.
    pub saved: SavedGame,
    /// Its line of play, up to the last move.
    pub session: Box<dyn Session>,
    /// The times from which its clock is derived, if there is one.
    pub timing: Option<Timing>,
    /// The milliseconds that each seat has left, if there is a clock.
    pub left: Option<Vec<i64>>,
    /// The tokens that the reader holds.
    tokens: Tokens,
}

/// The tokens of a game's seats that a reader holds.
#[derive(Clone, Debug, Default)]
pub struct Tokens(Vec<String>);

impl Tokens {
    /// Reads the tokens from the cookie of a game.
    pub fn of(headers: &HeaderMap, id: &str) -> Tokens {
        let jar = CookieJar::from_headers(headers);
        let list = jar.get(&cookie_name(id)).map_or("", |cookie| cookie.value());
        Tokens(list.split('.').map(str::to_string).collect())
    }
}

impl FromRequestParts<App> for StoredGame {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<StoredGame, HttpError> {
        let UrlPath(id) = UrlPath::<String>::from_request_parts(parts, app).await?;
        StoredGame::find(app, &id, Tokens::of(&parts.headers, &id)).await
    }
}

impl StoredGame {
    /// Loads and replays a game for the holder of these tokens.
    ///
    /// # Errors
    /// If there is no game with this id, or the database fails.
    pub async fn find(app: &App, id: &str, tokens: Tokens) -> Result<StoredGame, HttpError> {
        let saved = app.store.find(id).await?.ok_or_else(|| {
            HttpError::not_found(Fault::new(format!("Pas de partie « {id} »."), format!("No game \"{id}\".")))
        })?;
        app.rules(move |app| StoredGame::replay(app, saved, tokens, now()).or_internal()).await
    }

    /// Replays a stored game for the holder of these tokens; `now` is the time for its clock.
    pub(crate) fn replay(app: &App, saved: SavedGame, tokens: Tokens, now: i64) -> Result<StoredGame, Fault> {
        let game = app.games.open(&saved.game.spec.parse::<Spec>()?)?;
        let mut session = game.resume(&saved.game.start)?;
        let mut movers = Vec::new();
        for played in &saved.moves {
            movers.push(session.to_move());
            session.play_all([played.text.as_str()])?;
        }
        if let Some(how) = saved.ended {
            session.end(outcome(how));
        }
        let turn = session.outcome().is_none().then(|| session.to_move());
        let timing = saved.game.clock.map(|clock| Timing {
            clock,
            times: saved.moves.iter().map(|played| played.at).collect(),
            movers,
            turn,
            seats: saved.game.seats.len(),
        });
        let left = timing.as_ref().map(|timing| timing.left(now));
        if let Some(seat) = timing.as_ref().and_then(|timing| timing.out_of_time(now)) {
            session.end(outcome(End::Time(session.seats()[seat.index()].side.other())));
        }
        Ok(StoredGame { game, saved, session, timing, left, tokens })
    }

    /// Says whether the reader may move for a seat.
    pub fn holds(&self, seat: Seat) -> bool {
        let seated = &self.saved.game.seats[seat.index()];
        seated.agent == Agent::Human && self.tokens.0.contains(&seated.token)
    }

    /// Returns the seats that the reader holds.
    pub fn own_seats(&self) -> Vec<Seat> {
        (0..self.saved.game.seats.len() as u8).map(Seat).filter(|&seat| self.holds(seat)).collect()
    }

    /// Returns the engine whose turn it is; `None` if it is a person's turn or the game is over.
    pub fn engine(&self) -> Option<&Agent> {
        let agent = &self.saved.game.seats[self.session.to_move().index()].agent;
        (self.session.outcome().is_none() && *agent != Agent::Human).then_some(agent)
    }

    /// Says whether an engine has a seat.
    pub fn has_engine(&self) -> bool {
        self.saved.game.seats.iter().any(|seated| seated.agent != Agent::Human)
    }
}

/// Returns the name of the cookie that holds the tokens of a game.
pub fn cookie_name(id: &str) -> String {
    format!("seats-{id}")
}

/// Returns the cookie that gives the reader the seats of all human players.
pub fn seats_cookie(game: &NewGame) -> Cookie<'static> {
    let own = game.seats.iter().filter(|seated| seated.agent == Agent::Human);
    let tokens = own.map(|seated| seated.token.as_str()).collect::<Vec<_>>().join(".");
    let mut cookie = cookie(cookie_name(&game.id), tokens);
    // Scripts do not need it.
    cookie.set_http_only(true);
    cookie
}

/// Makes a new game. Each seat gets a token; the cookie of the answer carries those of the human players.
///
/// # Errors
/// If the position is not one of the game, or the system gives no random bytes.
pub fn new_game(
    game: &dyn AnyGame,
    position: Option<&str>,
    agents: &[Agent],
    clock: Option<Clock>,
) -> Result<NewGame, Fault> {
    let seed = u64::from_le_bytes(random().map_err(no_entropy)?);
    let session = game.open_line(position, [], &mut Rng::new(seed))?;
    let mut seats = Vec::new();
    for agent in agents {
        let token = random_id(&random::<16>().map_err(no_entropy)?);
        seats.push(Seated { agent: agent.clone(), name: String::new(), token });
    }
    let id = random_id(&random::<8>().map_err(no_entropy)?);
    let (spec, start) = (game.spec().to_string(), session.position());
    Ok(NewGame { id, spec, start, seats, created: now(), clock })
}

/// Returns a random number below another.
///
/// # Errors
/// If the system gives no random bytes.
pub fn random_below(below: usize) -> Result<usize, Fault> {
    let seed = u64::from_le_bytes(random().map_err(no_entropy)?);
    Ok(Rng::new(seed).below(below as u32) as usize)
}

fn no_entropy(error: getrandom::Error) -> Fault {
    Fault::new(format!("pas de nombres au hasard : {error}"), format!("no random numbers: {error}"))
}

fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Turns bytes into letters and digits that cannot be mistaken for each other.
fn random_id(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

/// Returns the outcome of a game that ended off the board.
fn outcome(how: End) -> Outcome {
    match how {
        End::Resignation(winner) => Outcome::win(winner, &RESIGNED),
        End::Time(winner) => Outcome::win(winner, &OUT_OF_TIME),
        End::Agreement => Outcome::draw(&AGREED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_written_as_its_outcome_is() {
        // Records write the end of a game with these two words, and are read back as ends.
        for how in End::ALL {
            let Outcome { verdict, reason, .. } = outcome(how);
            assert_eq!(how.to_string(), format!("{} {}", verdict.code(), reason.key));
        }
    }

    #[test]
    fn ids_are_as_long_as_their_bytes_and_plain() {
        let drawn = random_id(&random::<16>().unwrap());
        assert_eq!(drawn.len(), 16);
        assert!(drawn.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert_ne!(drawn, random_id(&random::<16>().unwrap()));
    }
}
