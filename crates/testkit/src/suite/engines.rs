//! The engine of a game: against plain minimax, and against random play.

use damier_core::{Rng, Side, Verdict};
use damier_search::Limits;
use damier_table::{AnyGame, Effort, EngineKind, Entry, SEES_WINS, Session};

use super::{GameFolder, ensure};
use crate::checks;

/// More plies than this no random game takes that is to come to an end.
const LONGEST: usize = 2000;

fn open(entry: &Entry, variant: &str) -> Result<Box<dyn AnyGame>, String> {
    entry.variant(variant).map_err(|fault| fault.to_string())
}

fn play(session: &mut dyn Session, text: &str) -> Result<(), String> {
    session.play(text).map_err(|fault| fault.to_string())
}

fn mover(session: &dyn Session) -> Side {
    session.seats()[session.to_move().index()].side
}

fn samples(entry: &Entry) -> impl Iterator<Item = &'static str> {
    std::iter::once("").chain(entry.samples.iter().copied())
}

/// Checks every variant's engines against plain minimax.
///
/// # Errors
/// Says which engine is wrong, and in which position.
pub fn engines_agree_with_plain_minimax(game: &GameFolder) -> Result<(), String> {
    for variant in samples(game.entry) {
        let game = open(game.entry, variant)?;
        for seed in 0..3 {
            checks(&*game).search(&mut Rng::new(seed), 1500).map_err(|failure| failure.to_string())?;
        }
    }
    Ok(())
}

/// Checks that an engine that is told to stop at once still rates every move.
///
/// # Errors
/// Says which moves it rated instead.
pub fn all_moves_are_rated_when_the_engine_is_told_to_stop_at_once(game: &GameFolder) -> Result<(), String> {
    for variant in samples(game.entry) {
        let game = open(game.entry, variant)?;
        let mut session = game.open(&mut Rng::new(0));
        for even in [false, true] {
            if session.outcome().is_some() {
                break;
            }
            let limits = Limits { even, stop: &|| true, ..Limits::nodes(u64::MAX) };
            let advice = game.player(EngineKind::Best).think(&*session, &limits, &mut |_| {});
            let mut rated: Vec<String> = advice.moves.into_iter().map(|rated| rated.text).collect();
            let best = rated.first().cloned().unwrap_or_default();
            let mut legal = session.legal();
            rated.sort();
            legal.sort();
            ensure(rated == legal, || format!("{variant}: rated {rated:?} of {legal:?}"))?;
            play(&mut *session, &best)?;
        }
    }
    Ok(())
}

/// Checks that an engine of which only some moves are asked considers these and no others.
///
/// # Errors
/// Says which moves it rated instead.
pub fn only_the_moves_that_are_asked_for_are_rated(game: &GameFolder) -> Result<(), String> {
    let mut rng = Rng::new(7);
    for variant in samples(game.entry) {
        let game = open(game.entry, variant)?;
        for kind in [EngineKind::Best, EngineKind::Uct] {
            let mut session = game.open(&mut rng);
            let mut player = game.player(kind);
            for ply in 0..4 {
                if session.outcome().is_some() {
                    break;
                }
                // Mostly not all the moves, and often not the best ones.
                let mut only = session.legal();
                rng.shuffle(&mut only);
                only.truncate(1 + rng.below(4) as usize);
                let stop = || ply % 2 == 0;
                let limits = Limits { only: Some(&only), stop: &stop, seed: ply, ..Limits::nodes(300) };
                let advice = player.think(&*session, &limits, &mut |_| {});
                let mut rated: Vec<String> = advice.moves.into_iter().map(|rated| rated.text).collect();
                let best = rated.first().cloned().unwrap_or_default();
                ensure(advice.pv.first().is_none_or(|mv| *mv == best), || {
                    format!("{variant}: the line of {best} begins {:?}", advice.pv)
                })?;
                rated.sort();
                only.sort();
                ensure(rated == only, || format!("{variant}, ply {ply}: rated {rated:?}, asked {only:?}"))?;
                play(&mut *session, &best)?;
            }
        }
    }
    Ok(())
}

/// Plays a game between the engine, with this effort, and random; returns the engine's result.
fn against_random(game: &dyn AnyGame, effort: Effort, number: u64) -> Result<f64, String> {
    let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
    let mut rng = Rng::new(number);
    let mut session = game.open(&mut rng);
    let mut player = game.player(EngineKind::Best);
    let (limits, mut errors) = (Limits::nodes(u64::MAX), Rng::new(number));
    while session.outcome().is_none() && session.moves().len() < LONGEST {
        let text = if mover(&*session) == side {
            effort.choose(&mut *player, &*session, &limits, &mut errors, &mut |_| {}).text().to_string()
        } else {
            random_move(&*session, &mut rng)
        };
        play(&mut *session, &text)?;
    }
    Ok(session.outcome().map_or(0.5, |outcome| outcome.verdict.value_for(side)))
}

fn random_move(session: &dyn Session, rng: &mut Rng) -> String {
    let mut legal = session.legal();
    let drawn = rng.below(legal.len() as u32) as usize;
    legal.swap_remove(drawn)
}

/// Plays a game at random, until its end if that comes in time.
fn random_game(game: &dyn AnyGame, seed: u64) -> Result<Box<dyn Session>, String> {
    let mut rng = Rng::new(seed);
    let mut session = game.open(&mut rng);
    while session.outcome().is_none() && session.moves().len() < LONGEST {
        let text = random_move(&*session, &mut rng);
        play(&mut *session, &text)?;
    }
    Ok(session)
}

/// Says whether a game was won by somebody.
fn is_decided(session: &dyn Session) -> bool {
    session.outcome().is_some_and(|outcome| matches!(outcome.verdict, Verdict::Win(_)))
}

/// Checks that the engine beats random play at its fastest, with the nodes of the lowest level but none of its errors: nine points
/// of ten, where random play can be beaten: where random games are
/// not decided either (the exact cells of Quandary are practically never all reached), it is not to lose.
///
/// # Errors
/// Says how many points it made.
pub fn the_engine_beats_random_play_at_its_fastest(game: &GameFolder) -> Result<(), String> {
    let game = open(game.entry, "")?;
    if game.seats().len() < 2 {
        return Ok(());
    }
    let fastest = Effort::nodes(game.levels()[0].nodes);
    let play = |number| against_random(&*game, fastest, number);
    let results = (0..10).map(play).collect::<Result<Vec<_>, _>>()?;
    let points: f64 = results.iter().sum();
    if points >= 9.0 {
        return Ok(());
    }
    for seed in 0..10 {
        let holds_out = !is_decided(&*random_game(&*game, seed)?);
        ensure(holds_out && !results.contains(&0.0), || format!("{points} of 10 points"))?;
    }
    Ok(())
}

/// Checks that level 1 is no wall: random play does not lose all but two games of sixty against it, where random play can win at
/// all. A level that wins four games in five passes with a chance of 5,000 to 1. The book has more games.
///
/// # Errors
/// Says that it won too many.
pub fn random_play_stands_a_chance_against_the_first_level(game: &GameFolder) -> Result<(), String> {
    let game = open(game.entry, "")?;
    if game.seats().len() < 2 {
        return Ok(());
    }
    let mut has_room = false;
    for seed in 0..3 {
        has_room |= is_decided(&*random_game(&*game, seed)?);
    }
    let mut not_won = 0;
    for number in (0..60).take_while(|_| has_room) {
        not_won += u32::from(against_random(&*game, Effort::level(&*game, 1), number)? < 1.0);
        if not_won == 3 {
            return Ok(());
        }
    }
    ensure(!has_room, || format!("level 1 won all of 60 games but {not_won}"))
}

/// Chooses a move as a level does.
fn at_level(game: &dyn AnyGame, session: &dyn Session, level: usize, seed: u64) -> String {
    let (effort, mut player) = (Effort::level(game, level), game.player(EngineKind::Best));
    let (limits, rng) = (Limits::nodes(u64::MAX), &mut Rng::new(seed));
    effort.choose(&mut *player, session, &limits, rng, &mut |_| {}).text().to_string()
}

/// Checks that no level from the third on misses a move that wins at once.
///
/// # Errors
/// Names the level, and the move it chose instead.
pub fn from_the_third_level_on_a_win_in_one_is_never_missed(game: &GameFolder) -> Result<(), String> {
    let game = open(game.entry, "")?;
    if game.seats().len() < 2 {
        return Ok(());
    }
    for seed in 0..10 {
        // A random game that was won by its last move.
        let mut session = random_game(&*game, seed)?;
        let Some(outcome) = session.outcome() else { continue };
        session.undo();
        let winner = mover(&*session);
        if outcome.verdict != Verdict::Win(winner) {
            continue;
        }
        for level in SEES_WINS..=8 {
            let text = at_level(&*game, &*session, level, seed);
            play(&mut *session, &text)?;
            let won = session.outcome().is_some_and(|outcome| outcome.verdict == Verdict::Win(winner));
            ensure(won, || format!("seed {seed}, level {level}: {text}"))?;
            session.undo();
        }
    }
    Ok(())
}
