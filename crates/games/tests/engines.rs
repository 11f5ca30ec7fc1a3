//! The engines are right: against plain minimax on every game, and against random play.

#![allow(clippy::unwrap_used)]

use damier_core::{Rng, Side};
use damier_search::Limits;
use damier_table::{AnyGame, Entry, Style};

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
