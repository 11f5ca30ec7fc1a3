//! The engines are right: against plain minimax on every game, and against random play.

#![allow(clippy::unwrap_used)]

use damier_core::{Rng, Side, Verdict};
use damier_search::{Limits, Value};
use damier_table::{AnyGame, Entry, SEES_WINS, Session, Style, choose};

fn for_all(check: impl Fn(&'static Entry) -> Result<(), String> + Sync) {
    let wrong: Vec<String> = damier_games::ALL.iter().filter_map(|entry| check(entry).err()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn engines_agree_with_plain_minimax() {
    for_all(|entry| {
        for variant in std::iter::once("").chain(entry.samples.iter().copied()) {
            let game = entry.variant(variant).map_err(|fault| fault.to_string())?;
            for seed in 0..3 {
                game.check_search(&mut Rng::new(seed), 1500)?;
            }
        }
        Ok(())
    });
}

#[test]
fn every_engine_rates_all_moves_when_it_is_told_to_stop_at_once() {
    for_all(|entry| {
        for variant in std::iter::once("").chain(entry.samples.iter().copied()) {
            let game = entry.variant(variant).map_err(|fault| fault.to_string())?;
            let mut session = game.open(&mut Rng::new(0));
            for even in [false, true] {
                if session.outcome().is_some() {
                    break;
                }
                let limits = Limits { even, stop: &|| true, ..Limits::nodes(u64::MAX) };
                let advice = game.player(Style::Best).think(&*session, &limits, &mut |_| {});
                let mut rated: Vec<String> = advice.moves.into_iter().map(|rated| rated.text).collect();
                let best = rated.first().cloned().unwrap_or_default();
                let mut legal = session.legal();
                rated.sort();
                legal.sort();
                if rated != legal {
                    return Err(format!("{} {variant}: rated {rated:?} of {legal:?}", entry.id));
                }
                session.play(&best).map_err(|fault| fault.to_string())?;
            }
        }
        Ok(())
    });
}

/// Plays a game between the engine at its fastest, with the nodes of the lowest level but none of its errors, and random;
/// returns the engine's result.
fn against_random(game: &dyn AnyGame, number: u64) -> f64 {
    let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
    let mut rng = Rng::new(number);
    let mut session = game.open(&mut rng);
    let mut player = game.player(Style::Best);
    let level = game.levels()[0];
    while session.outcome().is_none() && session.moves().len() < 2000 {
        let own = session.seats()[session.to_move().index()].side == side;
        let text = if own {
            let limits = Limits { seed: number, ..Limits::nodes(level.nodes) };
            let advice = player.think(&*session, &limits, &mut |_| {});
            advice.moves[0].text.clone()
        } else {
            let legal = session.legal();
            legal[rng.below(legal.len() as u32) as usize].clone()
        };
        session.play(&text).unwrap();
    }
    session.outcome().map_or(0.5, |outcome| outcome.verdict.value_for(side))
}

/// The games where random play holds out: the exact cells of Quandary are practically never all reached.
const HOLDS_OUT: [&str; 1] = ["quandary"];

#[test]
fn every_engine_beats_random_play_at_its_fastest() {
    for_all(|entry| {
        let game = entry.variant("").map_err(|fault| fault.to_string())?;
        if game.seats().len() < 2 || HOLDS_OUT.contains(&entry.id) {
            return Ok(());
        }
        let points: f64 = (0..10).map(|number| against_random(&*game, number)).sum();
        if points >= 9.0 { Ok(()) } else { Err(format!("{}: {points} of 10 points", entry.id)) }
    });
}

/// Chooses a move as a level does.
fn at_level(game: &dyn AnyGame, session: &dyn Session, level: usize, seed: u64) -> String {
    let strength = game.levels()[level - 1];
    let limits = Limits { even: strength.is_even(), seed, ..Limits::nodes(strength.nodes) };
    let advice = game.player(Style::Best).think(session, &limits, &mut |_| {});
    let chosen = choose(&advice, strength.noise, level >= SEES_WINS, &mut Rng::new(seed));
    advice.moves[chosen].text.clone()
}

#[test]
fn from_the_third_level_on_a_win_in_one_is_never_missed() {
    for_all(|entry| {
        let game = entry.variant("").map_err(|fault| fault.to_string())?;
        if game.seats().len() < 2 {
            return Ok(());
        }
        for seed in 0..10 {
            // A random game that was won by its last move.
            let mut rng = Rng::new(seed);
            let mut session = game.open(&mut rng);
            let mut mover = Side::First;
            while session.outcome().is_none() && session.moves().len() < 2000 {
                mover = session.seats()[session.to_move().index()].side;
                let legal = session.legal();
                session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
            }
            if session.outcome().is_none_or(|outcome| outcome.verdict != Verdict::Win(mover)) {
                continue;
            }
            session.undo();
            for level in SEES_WINS..=8 {
                let text = at_level(&*game, &*session, level, seed);
                session.play(&text).unwrap();
                if session.outcome().is_none_or(|outcome| outcome.verdict != Verdict::Win(mover)) {
                    return Err(format!("{}, seed {seed}, level {level}: {text}", entry.id));
                }
                session.undo();
            }
        }
        Ok(())
    });
}

fn after(game: &dyn AnyGame, moves: &str) -> Box<dyn Session> {
    let mut session = game.open(&mut Rng::new(0));
    moves.split(' ').for_each(|text| session.play(text).unwrap());
    session
}

/// Few moves are offered to the search here: the one that saves the game, beside more than a hundred others.
#[test]
fn levels_that_err_do_not_overlook_the_only_move_among_many() {
    let game = damier_games::entry("turnabout").unwrap().variant("").unwrap();
    let session = after(&*game, "a1+ c5\\ b1+ e7+ e1+ b6\\ c1+ h2/ d1+ g5+ f1+ g2+ g1+");
    for level in SEES_WINS..=7 {
        for seed in 0..4 {
            assert_eq!(at_level(&*game, &*session, level, seed), "h1\\", "level {level}");
        }
    }
}

/// That the first move loses does not make the position lost, however short the thought.
#[test]
fn a_position_is_not_lost_before_every_move_is() {
    let game = damier_games::entry("chercheurs").unwrap().variant("").unwrap();
    let moves = "a7-a6 e3-f4 d7-e7 c3-d2 d1-c1 f4-f5 g1-f1 e4-f4 g7-f6 f4-e3 f6-e6 d2-e2 a4-b4 c5-b5 e7-d6 e3-e4 \
                 f1-e1 d3-c3 e6-f6 b5-c5 g4-g5 c3xa5 e1-f2 c4-b4 d6-e7 e2-e1 e7-d7 c5-d6 f2-e3 b4-b5 e3-d2 e4-f4 \
                 f6-e6 e1xc3 a6-a7";
    let session = after(&*game, moves);
    for nodes in (100..2000).step_by(50) {
        let advice = game.player(Style::Best).think(&*session, &Limits::nodes(nodes), &mut |_| {});
        let open = advice.moves.iter().any(|rated| !matches!(rated.value, Value::Loss(_)));
        assert!(open && !matches!(advice.moves[0].value, Value::Loss(_)), "{nodes} nodes");
    }
}
