//! Matches: how the match of a stored game stands, and what the pages say of it.

use damier_core::{Fault, Lang, Outcome, Seat, Text};
use damier_store::{SavedGame, Seated};
use damier_table::{AnyGame, Match, MatchState, words};
use maud::{Markup, html};

use crate::play::agents;
use crate::play::stored::StoredGame;

/// The match of a stored game.
pub struct Series {
    /// The games that are over.
    pub tally: Match,
    /// The number of this game, from 0.
    pub number: u32,
    /// What this game is worth to First and to Second, in halves of a point, if it is over.
    pub worth: Option<[i32; 2]>,
    /// The id of the game after this one, if it has begun.
    pub next: Option<String>,
}

impl Series {
    /// Returns the match of a game, whose outcome is known; `None` if it belongs to none.
    ///
    /// # Errors
    /// If the rule of the match cannot be read.
    pub fn of(
        saved: &SavedGame,
        game: &dyn AnyGame,
        outcome: Option<Outcome>,
    ) -> Result<Option<Series>, Fault> {
        let Some(round) = &saved.game.round else { return Ok(None) };
        let entry = damier_games::entry(&game.spec().id)?;
        let mut tally = Match::new(round.rule.parse()?, entry.counts());
        let this = outcome.map(|outcome| tally.worth(&outcome));
        let number = round.number as usize;
        for (place, game) in saved.series.iter().enumerate() {
            let own = if place == number { this } else { None };
            if let Some(worth) = game.worth.or(own) {
                tally.add(worth);
            }
        }
        let next = saved.series.get(number + 1).map(|game| game.id.clone());
        Ok(Some(Series { tally, number: round.number, worth: this, next }))
    }

    /// Says whether another game follows this one, or is to follow it.
    pub fn goes_on(&self) -> bool {
        self.next.is_some() || self.tally.state() == MatchState::Running
    }

    /// Returns the seat of a player in this game.
    fn seat_of(&self, stored: &StoredGame, player: usize) -> Seat {
        let side = Match::side_in(self.number, player);
        let seats = stored.session.seats();
        Seat(seats.iter().position(|seat| seat.side == side).unwrap_or(0) as u8)
    }

    /// Returns the player that the reader is, if he is one of the two.
    fn reader(&self, stored: &StoredGame) -> Option<usize> {
        let held = [0, 1].map(|player| stored.holds(self.seat_of(stored, player)));
        match held {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        }
    }

    /// Names a player.
    fn name(&self, stored: &StoredGame, player: usize, lang: Lang) -> String {
        let Seated { agent, name, .. } = &stored.saved.game.seats[self.seat_of(stored, player).index()];
        match (agents::level(agent), name.is_empty()) {
            (Some(level), _) => agents::engine_name(level, lang),
            (None, false) => name.clone(),
            (None, true) if self.reader(stored) == Some(player) => {
                Text::new("vous", "you").get(lang).to_string()
            }
            (None, true) => format!("{} {}", Text::new("joueur", "player").get(lang), player + 1),
        }
    }

    /// Says the score: "you 13 – 5 computer, level 3".
    pub fn score(&self, stored: &StoredGame, lang: Lang) -> String {
        let names = [0, 1].map(|player| self.name(stored, player, lang));
        words::match_score([&names[0], &names[1]], self.tally.score())
    }

    /// Says how the match ended; `None` while it goes on.
    pub fn result(&self, stored: &StoredGame, lang: Lang) -> Option<String> {
        let (state, score) = (self.tally.state(), self.tally.score());
        let reader = self.reader(stored);
        // Who reads comes first.
        let order = if reader == Some(1) { [1, 0] } else { [0, 1] };
        let [own, other] = order.map(|player| score.of(player));
        Some(match (state, reader, lang) {
            (MatchState::Running, ..) => return None,
            (MatchState::Won(winner), Some(reader), Lang::Fr) if winner == reader => {
                format!("Vous avez gagné le match, {own} à {other}.")
            }
            (MatchState::Won(winner), Some(reader), Lang::En) if winner == reader => {
                format!("You have won the match, {own} to {other}.")
            }
            (MatchState::Won(_), Some(_), Lang::Fr) => format!("Vous avez perdu le match, {own} à {other}."),
            (MatchState::Won(_), Some(_), Lang::En) => format!("You have lost the match, {own} to {other}."),
            (_, _, lang) => {
                let names = [0, 1].map(|player| self.name(stored, player, lang));
                words::match_result([&names[0], &names[1]], state, score, lang).unwrap_or_default()
            }
        })
    }
}

/// Draws what the panel of a game says of its match; nothing if it belongs to none.
pub fn standing(stored: &StoredGame, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    html! {
        @if let Some(series) = &stored.series {
            p { (say("Match", "Match")) " – " (series.tally.rule().say(lang)) ". " (say("Partie", "Game")) " " (series.number + 1) "." }
            p.score { (series.score(stored, lang)) }
        }
    }
}

/// Draws what follows a game of a match that is over: the result of the match, or the button for its next game. `None` if it
/// belongs to no match, or is not over.
pub fn onward(stored: &StoredGame, lang: Lang) -> Option<Markup> {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let id = &stored.saved.game.id;
    let series = stored.series.as_ref().filter(|series| series.worth.is_some())?;
    let next = if series.next.is_some() {
        say("Aller à la partie suivante", "Go to the next game")
    } else {
        say("Partie suivante, places échangées", "Next game, seats exchanged")
    };
    Some(html! {
        @if let Some(result) = series.result(stored, lang) { p.result { (result) } }
        @if series.goes_on() && stored.is_open_to_reader() {
            form action={ "/play/" (id) "/next" } method="post" data-verb="next" data-leads { button.main { (next) } }
        }
    })
}
