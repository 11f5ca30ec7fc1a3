//! Loading stored games, and creating new ones.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use damier_core::{Fault, Outcome, Rng, Seat, Side};
use damier_store::{Agent, Clock, End, NewGame, Offer, OfferKind, SavedGame, Seated, Store};
use damier_table::{AGREED, AnyGame, OUT_OF_TIME, RESIGNED, Session, Spec};

use crate::app::{App, now};
use crate::play::holder::Holder;
use crate::play::series::Series;
use crate::play::timing::Timing;
use crate::web::error::{HttpError, OrInternal};
use crate::web::extract::UrlPath;

/// A stored game, loaded and replayed for a reader.
pub struct StoredGame {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The game as it is stored.
    pub saved: SavedGame,
    /// Its line of play, up to the last move.
    pub session: Box<dyn Session>,
    /// The seats that made the moves.
    pub movers: Vec<Seat>,
    /// The times from which its clock is derived, if there is one.
    pub timing: Option<Timing>,
    /// The milliseconds that each seat has left, if there is a clock.
    pub left: Option<Vec<i64>>,
    /// Its match, if it belongs to one.
    pub series: Option<Series>,
    /// The name under which the store knows the reader, if he ever had a seat.
    pub holder: Option<String>,
    /// Who has the game open, by the names under which the store knows them.
    pub present: Vec<String>,
}

/// The line of a stored game, by itself: for work that replays it on another thread.
pub struct StoredLine {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    start: String,
    moves: Vec<String>,
    ended: Option<Outcome>,
}

impl StoredLine {
    /// Replays the line, its end off the board included.
    ///
    /// # Errors
    /// If a move that is stored cannot be played any more.
    pub fn replay(&self) -> Result<Box<dyn Session>, Fault> {
        let moves = self.moves.iter().map(String::as_str);
        let mut session = self.game.open_line(Some(&self.start), moves, &mut Rng::new(0))?;
        if let Some(outcome) = self.ended {
            session.end(outcome);
        }
        Ok(session)
    }

    /// Returns a text that stands for the line among those of its game.
    pub fn key(&self) -> String {
        format!("{} {}", self.ended.map_or("", |outcome| outcome.reason.key), self.moves.join(" "))
    }
}

impl FromRequestParts<App> for StoredGame {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<StoredGame, HttpError> {
        let UrlPath(id) = UrlPath::<String>::from_request_parts(parts, app).await?;
        StoredGame::find(app, &id, Holder::of(&parts.headers).id()).await
    }
}

impl StoredGame {
    /// Loads and replays a game for a reader.
    ///
    /// # Errors
    /// If there is no game with this id, or the database fails.
    pub async fn find(app: &App, id: &str, holder: Option<String>) -> Result<StoredGame, HttpError> {
        let saved = app.store.find(id).await?.ok_or_else(|| {
            HttpError::not_found(Fault::new(format!("Pas de partie « {id} »."), format!("No game \"{id}\".")))
        })?;
        app.rules(move |app| StoredGame::replay(app, saved, holder, app.store.now()).or_internal()).await
    }

    /// Replays a stored game for a reader; `now` is the time for its clock.
    pub(crate) fn replay(
        app: &App,
        saved: SavedGame,
        holder: Option<String>,
        now: i64,
    ) -> Result<StoredGame, Fault> {
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
            movers: movers.clone(),
            turn,
            seats: saved.game.seats.len(),
        });
        let left = timing.as_ref().map(|timing| timing.left(now));
        if let Some(seat) = timing.as_ref().and_then(|timing| timing.out_of_time(now)) {
            session.end(outcome(End::Time(session.seats()[seat.index()].side.other())));
        }
        let series = Series::of(&saved, &*game, session.outcome())?;
        let present = app.news.present(&saved.game.id);
        Ok(StoredGame { game, saved, session, movers, timing, left, series, holder, present })
    }

    /// Takes note that a seat has moved, on the session, at a time; returns when the clock that this starts runs out.
    pub fn deadline_after(&mut self, mover: Seat, at: i64) -> Option<i64> {
        let turn = self.session.outcome().is_none().then(|| self.session.to_move());
        let timing = self.timing.as_mut()?;
        timing.times.push(at);
        timing.movers.push(mover);
        timing.turn = turn;
        timing.deadline()
    }

    /// Says whether the reader may move for a seat.
    pub fn holds(&self, seat: Seat) -> bool {
        let seated = &self.saved.game.seats[seat.index()];
        seated.agent == Agent::Human && seated.holder.is_some() && seated.holder == self.holder
    }

    /// Returns the seats that nobody has taken yet; none once the game is over.
    pub fn free_seats(&self) -> Vec<Seat> {
        let seats = &self.saved.game.seats;
        let free = |seat: &Seat| {
            let seated = &seats[seat.index()];
            seated.agent == Agent::Human && seated.holder.is_none()
        };
        let all = (0..seats.len() as u8).map(Seat).filter(free);
        if self.session.outcome().is_some() { Vec::new() } else { all.collect() }
    }

    /// Says whether the game waits for somebody who takes a free seat.
    pub fn is_waiting(&self) -> bool {
        !self.free_seats().is_empty()
    }

    /// Says whether other people play, at other screens.
    pub fn others_play(&self) -> bool {
        !self.may_be_helped()
    }

    /// Returns the offer of a kind that stands: one of this ply while the game goes on, or of another game once it is over.
    pub fn standing_offer(&self, kind: OfferKind) -> Option<Offer> {
        let over = self.session.outcome().is_some();
        let plies = self.saved.moves.len() as u32;
        let stands = |offer: &&Offer| match kind {
            OfferKind::Rematch => over && self.saved.next.is_none(),
            OfferKind::Draw | OfferKind::Takeback => !over && offer.ply == plies,
        };
        self.saved.offers.iter().filter(|offer| offer.kind == kind).find(stands).copied()
    }

    /// Says whether the player of a seat has the game open. Engines always do, and a free seat misses nobody.
    pub fn present_by_itself(&self, seat: Seat) -> bool {
        let seated = &self.saved.game.seats[seat.index()];
        seated.holder.as_ref().is_none_or(|holder| self.present.contains(holder))
    }

    /// Says whether the player of a seat is there; that the reader is goes without saying.
    pub fn is_present(&self, seat: Seat) -> bool {
        self.holds(seat) || self.present_by_itself(seat)
    }

    /// Returns the seats that the reader holds.
    pub fn own_seats(&self) -> Vec<Seat> {
        (0..self.saved.game.seats.len() as u8).map(Seat).filter(|&seat| self.holds(seat)).collect()
    }

    /// Returns the line up to the last move.
    pub fn line(&self) -> StoredLine {
        StoredLine {
            game: Arc::clone(&self.game),
            start: self.saved.game.start.clone(),
            moves: self.saved.moves.iter().map(|played| played.text.clone()).collect(),
            ended: self.session.outcome(),
        }
    }

    /// Returns the engine whose turn it is; `None` if it is a person's turn or the game is over.
    pub fn engine(&self) -> Option<&Agent> {
        let agent = &self.saved.game.seats[self.session.to_move().index()].agent;
        (self.session.outcome().is_none() && *agent != Agent::Human && !self.is_waiting()).then_some(agent)
    }

    /// Returns the side whose seats the reader holds, if he holds no seat of the other; `None` if he holds none, or both, and
    /// in a solitaire.
    pub fn own_side(&self) -> Option<Side> {
        let seats = self.session.seats();
        let own = self.own_seats();
        let side = seats[own.first()?.index()].side;
        (seats.len() > 1 && own.iter().all(|seat| seats[seat.index()].side == side)).then_some(side)
    }

    /// Says whether hints and the lamp are fair: whether no person plays but the reader and those who sit with him.
    pub fn may_be_helped(&self) -> bool {
        let seats = &self.saved.game.seats;
        let person = |seat: &Seat| seats[seat.index()].agent == Agent::Human;
        (0..seats.len() as u8).map(Seat).filter(person).all(|seat| self.holds(seat))
    }

    /// Says whether nobody but engines plays.
    pub fn is_watched(&self) -> bool {
        self.saved.game.seats.iter().all(|seated| seated.agent != Agent::Human)
    }

    /// Says whether the reader may act for the game: he has a seat, or no person has one.
    pub fn is_open_to_reader(&self) -> bool {
        self.is_watched() || !self.own_seats().is_empty()
    }

    /// Says whether the game counts in its match, and can no longer change.
    pub fn is_settled(&self) -> bool {
        self.saved.series.iter().any(|game| game.id == self.saved.game.id && game.worth.is_some())
    }

    /// Says whether an engine has a seat.
    pub fn has_engine(&self) -> bool {
        self.saved.game.seats.iter().any(|seated| seated.agent != Agent::Human)
    }
}

/// Describes a new game; it begins with the position, or else as the game does.
///
/// # Errors
/// If the position is not one of the game, or the system gives no random bytes.
pub fn new_game(
    game: &dyn AnyGame,
    position: Option<&str>,
    seats: Vec<Seated>,
    clock: Option<Clock>,
) -> Result<NewGame, Fault> {
    let seed = u64::from_le_bytes(random().map_err(no_entropy)?);
    let session = game.open_line(position, [], &mut Rng::new(seed))?;
    let (spec, start) = (game.spec().to_string(), session.position());
    Ok(NewGame {
        id: random_id::<8>()?,
        spec,
        start,
        seats,
        created: now(),
        clock,
        round: None,
        listed: false,
    })
}

/// Seats agents in order; `holder` has the seats of all people.
pub fn seat(agents: &[Agent], holder: &str) -> Vec<Seated> {
    let held = |agent: &Agent| (*agent == Agent::Human).then(|| holder.to_string());
    let seated = |agent: &Agent| Seated { agent: agent.clone(), name: String::new(), holder: held(agent) };
    agents.iter().map(seated).collect()
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

/// Draws letters and digits that cannot be mistaken for each other.
///
/// # Errors
/// If the system gives no random bytes.
pub fn random_id<const N: usize>() -> Result<String, Fault> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let bytes = random::<N>().map_err(no_entropy)?;
    Ok(bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect())
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
    use damier_store::Sqlite;

    use super::*;
    use crate::play::agents;

    #[test]
    fn an_end_is_written_as_its_outcome_is() {
        // Records write the end of a game with these two words, and are read back as ends.
        for how in End::ALL {
            let Outcome { verdict, reason, .. } = outcome(how);
            assert_eq!(how.to_string(), format!("{} {}", verdict.code(), reason.key));
        }
    }

    #[tokio::test]
    async fn help_is_fair_where_no_other_person_plays() {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let game = app.games.open(&"hex:size=5".parse().unwrap()).unwrap();
        let helped = async |agents: [Agent; 2], held: &[usize]| {
            let mut seats = seat(&agents, "other");
            held.iter().for_each(|&place| seats[place].holder = Some("reader".to_string()));
            let new = new_game(&*game, None, seats, None).unwrap();
            app.store.begin(&new).await.unwrap();
            let saved = app.store.find(&new.id).await.unwrap().unwrap();
            let stored = StoredGame::replay(&app, saved, Some("reader".to_string()), 0).unwrap();
            (stored.may_be_helped(), stored.own_side())
        };
        let engine = || agents::engine(3);
        assert_eq!(helped([Agent::Human, engine()], &[0]).await, (true, Some(Side::First)));
        assert_eq!(helped([engine(), Agent::Human], &[1]).await, (true, Some(Side::Second)));
        assert_eq!(helped([Agent::Human, engine()], &[]).await, (false, None), "who looks on");
        assert_eq!(helped([Agent::Human, Agent::Human], &[0, 1]).await, (true, None), "at one screen");
        assert_eq!(helped([Agent::Human, Agent::Human], &[0]).await, (false, Some(Side::First)));
        assert_eq!(helped([engine(), engine()], &[]).await, (true, None));
    }

    #[test]
    fn ids_are_as_long_as_their_bytes_and_plain() {
        let drawn = random_id::<16>().unwrap();
        assert_eq!(drawn.len(), 16);
        assert!(drawn.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert_ne!(drawn, random_id::<16>().unwrap());
    }
}
