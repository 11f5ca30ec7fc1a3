//! `match`: games between two agents, seats exchanged every game.

use std::collections::HashSet;
use std::io::Write;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use clap::{ArgGroup, Args};
use damier_core::{Fault, Outcome, Rng, Side, Verdict};
use damier_table::{AnyGame, Match, Session, Spec};
use serde::Serialize;

use super::series::{self, MatchAim};
use crate::agent::{MatchAgent, SeatedAgent};
use crate::args::{StartArgs, read};
use crate::failure::Failure;
use crate::logs;
use crate::output;
use crate::terminal::Screen;

/// The arguments of `match`. The usage that clap would write does not fit a line.
#[derive(Args, Debug)]
#[command(override_usage = "damier match <GAME> --first A --second B <--games N|--match M>")]
#[command(group(ArgGroup::new("length").required(true).args(["games", "match"])))]
pub struct MatchArgs {
    pub game: Spec,
    #[arg(long, value_name = "AGENT")]
    pub first: MatchAgent,
    #[arg(long, value_name = "AGENT")]
    pub second: MatchAgent,
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub games: Option<u32>,
    #[arg(id = "match", long = "match", value_name = "M", value_parser = MatchAim::from_str)]
    pub aim: Option<MatchAim>,
    #[arg(long, value_name = "N", value_parser = read::opening, allow_negative_numbers = true)]
    pub opening: Option<u32>,
    #[arg(long, value_name = "N", value_parser = read_longest, allow_negative_numbers = true)]
    #[arg(default_value_t = LONGEST, hide_default_value = true)]
    pub longest: u32,
    #[arg(long, value_name = "N", value_parser = read::threads, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    #[arg(conflicts_with = "match")]
    pub threads: u32,
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub without: Option<String>,
    #[command(flatten)]
    pub start: StartArgs,
    #[arg(long)]
    pub json: bool,
}

/// Games that last so many plies are drawn if nothing else is said, and none lasts longer: two engines that shuffle need
/// not shuffle for ever.
pub const LONGEST: u32 = 2000;

/// The random plies at the beginning of games if nothing else is said; matches begin as the game does.
const OPENING: u32 = 2;

/// What the two agents are called in messages.
const NAMES: [&str; 2] = ["--first", "--second"];

/// How a match went, for the first agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Games played.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The difference in strength.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub elo_error: f64,
    /// Games that First won, whoever sat there.
    pub first: u32,
    /// Plies in all.
    pub plies: u64,
    /// Different positions that games began with, after their random plies.
    pub openings: u32,
}

impl Report {
    /// Adds a game: the first agent's result in halves, whether First won, and its length.
    fn add(&mut self, result: f64, first: bool, plies: usize) {
        self.games += 1;
        self.wins += u32::from(result > 0.75);
        self.losses += u32::from(result < 0.25);
        self.draws = self.games - self.wins - self.losses;
        self.first += u32::from(first);
        self.plies += plies as u64;
        (self.elo, self.elo_error) = elo(self.wins, self.draws, self.losses);
    }

    /// Returns the first agent's share of the points.
    pub fn share(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games.max(1))
    }

    /// Says the difference in strength: of a match that one side won throughout, only on which side of what it lies.
    fn strength(&self) -> String {
        let Report { games, wins, losses, elo, elo_error, .. } = *self;
        if wins == games {
            format!("Elo > {:+.0} (95 %)", elo_bound(games))
        } else if losses == games {
            format!("Elo < {:+.0} (95 %)", -elo_bound(games))
        } else {
            format!("Elo {elo:+.0} ± {elo_error:.0}")
        }
    }

    /// Says in which game something went wrong, and how the match stood. What is wrong with the arguments is wrong in all.
    fn locate(&self, failure: Failure, number: u32, games: u32) -> Failure {
        let Report { wins, draws, losses, .. } = *self;
        let score = |after: &str| {
            if self.games == 0 { String::new() } else { format!(", {after} +{wins} ={draws} -{losses}") }
        };
        let fr = format!("partie {number} sur {games}{}", score("après"));
        let en = format!("game {number} of {games}{}", score("after"));
        match failure {
            Failure::Input(_) => failure,
            _ => failure.within(&fr, &en),
        }
    }
}

/// Says which agent failed.
fn blame(at: usize, failure: Failure) -> Failure {
    failure.within(NAMES[at], NAMES[at])
}

/// Returns the Elo points that a share of the points stands for, above 0 and below 1.
fn points(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// Returns the difference that whoever wins all of so many games surpasses: with less, he would win them all in fewer than
/// one match of twenty.
fn elo_bound(games: u32) -> f64 {
    points(0.05f64.powf(1.0 / f64::from(games)))
}

/// Returns the difference in Elo points that a result of at least one game stands for, and half the width of its 95 %
/// interval. So that the numbers stay finite, no side counts for less than half a point in one game more; where one has
/// won throughout, the interval ends at [`elo_bound`] on its inner side.
pub fn elo(wins: u32, draws: u32, losses: u32) -> (f64, f64) {
    let count = wins + draws + losses;
    let games = f64::from(count);
    let share = (f64::from(wins) + f64::from(draws) / 2.0) / games;
    let edge = 0.5 / (games + 1.0);
    let inside = |share: f64| points(share.clamp(edge, 1.0 - edge));
    // Zero has no sign here.
    let rounded = |value: f64| (value * 10.0).round() / 10.0 + 0.0;
    if wins == count || losses == count {
        return (rounded(inside(share)), rounded(inside(share).abs() - elo_bound(count)));
    }
    let spread = |count: u32, result: f64| f64::from(count) * (result - share).powi(2);
    let variance = (spread(wins, 1.0) + spread(draws, 0.5) + spread(losses, 0.0)) / games;
    // Where all games ended alike nothing is known of the spread but that it is small.
    let error = 1.96 * (variance.max(edge * (1.0 - edge)) / games).sqrt();
    (rounded(inside(share)), rounded((inside(share + error) - inside(share - error)) / 2.0))
}

/// Who plays what.
pub struct Pairing<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The two agents; the first sits first in the first game.
    pub agents: [&'a MatchAgent; 2],
    /// How many games.
    pub games: u32,
    /// Random plies at the beginning of each pair of games.
    pub opening: u32,
    /// Games that last so many plies count as drawn.
    pub longest: u32,
    /// How many games at once.
    pub threads: u32,
    /// Where games begin.
    pub start: &'a StartArgs,
    /// What engines do not play while they have another move.
    pub without: Option<&'a str>,
}

/// A game that was played.
pub struct PlayedGame {
    /// The position after its random plies.
    pub opening: String,
    /// How it ended; `None` if it was stopped.
    pub outcome: Option<Outcome>,
    /// Its length.
    pub plies: usize,
}

fn read_longest(text: &str) -> Result<u32, Fault> {
    read::number(text, LONGEST)
}

/// Plays a match and prints how it went.
pub fn run(args: &MatchArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let game = crate::shelf::open(&args.game)?;
    if game.seats().len() < 2 {
        return Err(Failure::Input(Fault::new(
            format!("« {} » se joue seul : pas de match possible", args.game),
            format!("\"{}\" is played alone: no match is possible", args.game),
        )));
    }
    let pairing = Pairing {
        game: &*game,
        agents: [&args.first, &args.second],
        games: args.games.unwrap_or_default(),
        opening: args.opening.unwrap_or(if args.aim.is_some() { 0 } else { OPENING }),
        longest: args.longest,
        threads: args.threads,
        start: &args.start,
        without: args.without.as_deref(),
    };
    if let Some(aim) = args.aim {
        return series::run(&pairing, damier_games::entry(&args.game.id)?, aim, args.json, screen, out);
    }
    let report = pairing.play()?;
    warn(&report, screen);
    if args.json {
        return output::json(out, &report);
    }
    let Report { wins, draws, losses, openings, .. } = report;
    let (percent, strength) = (100.0 * report.share(), report.strength());
    let line = format!(
        "{}: {wins}   {}: {draws}   {}: {losses}   {percent:.1} %   {strength}   {}: {openings}",
        screen.say("gagnées ", "won"),
        screen.say("nulles ", "drawn"),
        screen.say("perdues ", "lost"),
        screen.say("ouvertures ", "openings")
    );
    writeln!(out, "{}", screen.set(&line))?;
    Ok(())
}

/// Says on standard error where there were fewer openings than pairs of games: agents that do not err then play some of
/// them twice, and the error is larger than the report says.
fn warn(report: &Report, screen: &Screen) {
    let (openings, pairs) = (report.openings, report.games.div_ceil(2));
    if openings >= pairs {
        return;
    }
    let notice = Fault::new(
        format!(
            "ouvertures différentes : {openings} pour {pairs} paires de parties, dont certaines peuvent se répéter ; \
             --opening en donne davantage"
        ),
        format!(
            "different openings: {openings} for {pairs} pairs of games, some of which may be repeated; \
             --opening makes more"
        ),
    );
    logs::warn(&notice, screen.lang);
}

impl Pairing<'_> {
    /// Plays the games.
    pub fn play(&self) -> Result<Report, Failure> {
        let next = AtomicU32::new(0);
        let report = Mutex::new(Report::default());
        let openings = Mutex::new(HashSet::new());
        let failed: Mutex<Option<Failure>> = Mutex::new(None);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games || failed.lock().expect("no thread panics").is_some() {
                    return;
                }
                match self.one(number) {
                    Ok(PlayedGame { opening, outcome, plies }) => {
                        let verdict = outcome.map(|outcome| outcome.verdict);
                        let result =
                            verdict.map_or(0.5, |verdict| verdict.value_for(Match::side_in(number, 0)));
                        let first = verdict == Some(Verdict::Win(Side::First));
                        openings.lock().expect("no thread panics").insert(opening);
                        report.lock().expect("no thread panics").add(result, first, plies);
                    }
                    Err(failure) => {
                        let score = *report.lock().expect("no thread panics");
                        let failure = score.locate(failure, number + 1, self.games);
                        failed.lock().expect("no thread panics").get_or_insert(failure);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(self.games) {
                scope.spawn(work);
            }
            work();
        });
        match failed.into_inner().expect("no thread panics") {
            Some(failure) => Err(failure),
            None => {
                let openings = openings.into_inner().expect("no thread panics").len() as u32;
                Ok(Report { openings, ..report.into_inner().expect("no thread panics") })
            }
        }
    }

    /// Plays one game of this number, from 0.
    pub fn one(&self, number: u32) -> Result<PlayedGame, Failure> {
        // Both games of a pair begin alike.
        let mut session = self.open(u64::from(number / 2))?;
        let opening = session.position();
        let seed = self.start.seed.wrapping_add(u64::from(number) << 20);
        let mut agents: Vec<Box<dyn SeatedAgent>> = Vec::with_capacity(2);
        for (at, spec) in self.agents.iter().enumerate() {
            let agent = spec.seat(self.game, seed.wrapping_add(at as u64), self.without);
            agents.push(agent.map_err(|failure| blame(at, failure))?);
        }
        let side = Match::side_in(number, 0);
        while session.outcome().is_none() && session.moves().len() < self.longest as usize {
            let own = session.seats()[session.to_move().index()].side == side;
            let at = usize::from(!own);
            let text = agents[at].choose(&*session).map_err(|failure| blame(at, failure))?;
            session.play(&text).map_err(|fault| blame(at, Failure::Work(fault)))?;
        }
        Ok(PlayedGame { opening, outcome: session.outcome(), plies: session.moves().len() })
    }

    /// Opens a game and plays random plies that do not end it.
    fn open(&self, pair: u64) -> Result<Box<dyn Session>, Failure> {
        for attempt in 0..100 {
            let mut rng = Rng::new(self.start.seed.wrapping_add(pair << 8).wrapping_add(attempt));
            let (position, moves) = (self.start.position.as_deref(), self.start.words());
            let mut session = self.game.open_line(position, moves, &mut rng)?;
            for _ in 0..self.opening {
                let mut legal = session.legal();
                if legal.is_empty() {
                    break;
                }
                let drawn = rng.below(legal.len() as u32) as usize;
                session.play(&legal.swap_remove(drawn))?;
            }
            if session.outcome().is_none() {
                return Ok(session);
            }
        }
        Err(Failure::Input(Fault::new(
            "la partie est finie dès l'ouverture",
            "the game is over after the opening",
        )))
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Lang;

    use super::*;

    #[test]
    fn elo_differences_are_the_usual_ones() {
        // 64 % of the points are 100 points of difference, 76 % are 200 (the logistic formula).
        let (elo_100, _) = elo(64, 0, 36);
        assert!((elo_100 - 100.0).abs() < 1.0, "{elo_100}");
        let (elo_200, _) = elo(152, 0, 48);
        assert!((elo_200 - 200.2).abs() < 1.0, "{elo_200}");
        assert_eq!(elo(10, 5, 10).0, 0.0);
        // Standard error of 50 wins and 50 losses: 0.05, so 1.96 times that is ±0.098, about ±69 points.
        let (_, error) = elo(50, 0, 50);
        assert!((error - 69.0).abs() < 1.5, "{error}");
        let (won, error) = elo(100, 0, 0);
        assert!(won.is_finite() && won > 800.0 && error.is_finite());
    }

    fn report(wins: u32, draws: u32, losses: u32) -> Report {
        let (elo, elo_error) = elo(wins, draws, losses);
        Report { games: wins + draws + losses, wins, draws, losses, elo, elo_error, ..Report::default() }
    }

    #[test]
    fn few_games_say_little() {
        // A game is won with one chance in twenty at 400 log10 (1 / 19) = -511.5, ten games in a row at +182.7.
        assert_eq!(report(1, 0, 0).strength(), "Elo > -512 (95 %)");
        assert_eq!(report(0, 0, 1).strength(), "Elo < +512 (95 %)");
        assert_eq!(report(10, 0, 0).strength(), "Elo > +183 (95 %)");
        assert_eq!(report(0, 0, 10).strength(), "Elo < -183 (95 %)");
        // Programs get numbers: 3/4 of the points are 190.8, and the interval goes down as far as that.
        assert_eq!(elo(1, 0, 0), (190.8, 702.3));
        assert_eq!(elo(0, 0, 1), (-190.8, 702.3));
        assert_eq!(elo(0, 1, 0), (0.0, 190.8));
        for games in [1, 2, 3, 10, 1000, 1_000_000] {
            let (won, error) = elo(games, 0, 0);
            assert!(won > 0.0 && error > 0.0 && won.is_finite() && error.is_finite(), "{games}");
        }
        assert_eq!(report(0, 1, 0).strength(), "Elo +0 ± 191");
    }

    #[test]
    fn failures_say_where_and_whose() {
        let fault = || Fault::new("panne", "it broke");
        let say = |failure: Failure| match failure {
            Failure::Input(fault) | Failure::Work(fault) => {
                [Lang::Fr, Lang::En].map(|lang| fault.say(lang).to_string())
            }
            _ => Default::default(),
        };
        let failed = report(1, 0, 2).locate(blame(1, Failure::Work(fault())), 4, 10);
        assert_eq!(
            say(failed),
            [
                "partie 4 sur 10, après +1 =0 -2 : --second : panne",
                "game 4 of 10, after +1 =0 -2: --second: it broke"
            ]
        );
        let failed = Report::default().locate(blame(0, Failure::Work(fault())), 1, 1);
        assert_eq!(say(failed)[1], "game 1 of 1: --first: it broke");
        let failed = Report::default().locate(blame(0, Failure::Input(fault())), 1, 1);
        assert_eq!(say(failed)[1], "--first: it broke");
    }
}
