//! `match --match`: a match as the sheets play them, to its end, with its running score.

use std::io::Write;
use std::str::FromStr;

use damier_core::{Fault, Outcome, Reason, Side};
use damier_table::{Entry, Match, MatchRule, MatchScore, MatchState, words};
use serde::Serialize;

use super::matches::{Pairing, PlayedGame};
use crate::failure::Failure;
use crate::output;
use crate::terminal::Screen;

/// Which match is played, as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MatchAim {
    /// The one that the game's sheet advises.
    Sheet,
    /// One by this rule.
    Rule(MatchRule),
}

impl FromStr for MatchAim {
    type Err = Fault;

    fn from_str(text: &str) -> Result<MatchAim, Fault> {
        if text == "sheet" { Ok(MatchAim::Sheet) } else { text.parse().map(MatchAim::Rule) }
    }
}

impl MatchAim {
    /// Returns the rule of the match in a game.
    ///
    /// # Errors
    /// If the game's sheet advises none.
    fn rule(self, entry: &Entry) -> Result<MatchRule, Fault> {
        match self {
            MatchAim::Rule(rule) => Ok(rule),
            MatchAim::Sheet => entry.sheet_match.map(|sheet| sheet.rule).ok_or_else(|| {
                let id = entry.id;
                let forms = MatchRule::FORMS;
                Fault::new(
                    format!(
                        "--match sheet : la fiche de « {id} » ne conseille pas de match ; attendu : {forms}"
                    ),
                    format!(
                        "--match sheet: the sheet of \"{id}\" advises no match; expected one of: {forms}"
                    ),
                )
            }),
        }
    }
}

/// The end of a game that was stopped.
static TOO_LONG: Reason = Reason::new("longest", "Trop longue", "Too long");

/// What the two agents are called, as in the usage of the command.
const NAMES: [&str; 2] = ["A", "B"];

/// A game of a match.
#[derive(Debug, Serialize)]
struct GameReport {
    /// Its number, from 1.
    game: u32,
    /// The sides of A and B.
    sides: [&'static str; 2],
    /// `first`, `second` or `draw`.
    result: &'static str,
    /// Why it ended.
    reason: &'static str,
    /// What it was worth to A and B.
    points: [f64; 2],
    /// What A and B have in all.
    total: [f64; 2],
    plies: usize,
}

/// A match that is over.
#[derive(Debug, Serialize)]
struct MatchReport {
    #[serde(rename = "match")]
    rule: String,
    games: u32,
    /// What A and B have.
    total: [f64; 2],
    /// Games that A won, drew and lost.
    wins: u32,
    draws: u32,
    losses: u32,
    /// `A` or `B`; none if the match is drawn.
    winner: Option<&'static str>,
}

/// Plays a match to its end, and prints each game and how the match stands.
pub fn run(
    pairing: &Pairing,
    entry: &Entry,
    aim: MatchAim,
    json: bool,
    screen: &Screen,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let rule = aim.rule(entry)?;
    let mut series = Match::new(rule, entry.counts());
    let [mut wins, mut draws, mut losses] = [0, 0, 0];
    while series.state() == MatchState::Running {
        let number = series.games();
        let played = pairing.one(number).map_err(|failure| locate(failure, &series))?;
        let PlayedGame { outcome, plies, .. } = played;
        let outcome = outcome.unwrap_or(Outcome::draw(&TOO_LONG));
        let sides = [0, 1].map(|player| series.side_of(player));
        let worth = series.worth(&outcome);
        series.add(worth);
        let points = MatchScore(sides.map(|side| worth[side.index()]));
        let value = outcome.verdict.value_for(sides[0]);
        wins += u32::from(value > 0.75);
        losses += u32::from(value < 0.25);
        draws = series.games() - wins - losses;
        if json {
            let report = GameReport {
                game: number + 1,
                sides: sides.map(Side::code),
                result: outcome.verdict.code(),
                reason: outcome.reason.key,
                points: in_points(points),
                total: in_points(series.score()),
                plies,
            };
            output::json(out, &report)?;
        } else {
            let seat = |side: Side| {
                let seats = pairing.game.seats();
                seats.iter().find(|seat| seat.side == side).map_or("", |seat| seat.name.get(screen.lang))
            };
            let names = [0, 1].map(|player| format!("{} ({})", NAMES[player], seat(sides[player])));
            writeln!(
                out,
                "{:>2}. {}   {} {}",
                number + 1,
                words::match_score([&names[0], &names[1]], points),
                screen.say("match :", "match:"),
                words::match_score(NAMES, series.score()),
            )?;
            out.flush()?;
        }
    }
    if json {
        let winner = series.score().leader().map(|player| NAMES[player]);
        let (games, total) = (series.games(), in_points(series.score()));
        let report = MatchReport { rule: rule.to_string(), games, total, wins, draws, losses, winner };
        return output::json(out, &report);
    }
    let result = words::match_result(NAMES, series.state(), series.score(), screen.lang);
    writeln!(out, "{} – {}", result.unwrap_or_default(), rule.say(screen.lang))?;
    Ok(())
}

/// Turns halves into points.
fn in_points(score: MatchScore) -> [f64; 2] {
    score.0.map(|halves| f64::from(halves) / 2.0)
}

/// Says in which game something went wrong, and how the match stood. What is wrong with the arguments is wrong in all.
fn locate(failure: Failure, series: &Match) -> Failure {
    let number = series.games() + 1;
    let score = words::match_score(NAMES, series.score());
    match failure {
        Failure::Input(_) => failure,
        _ => failure.within(&format!("partie {number}, {score}"), &format!("game {number}, {score}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_read() {
        assert_eq!("sheet".parse(), Ok(MatchAim::Sheet));
        assert_eq!("points:25".parse(), Ok(MatchAim::Rule(MatchRule::Points(25))));
        for wrong in ["", "sheets", "best:4", "games:1", "25"] {
            assert!(wrong.parse::<MatchAim>().is_err(), "{wrong}");
        }
    }
}
