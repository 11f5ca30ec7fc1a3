//! The contract of [`Game`], checked along a random game.

use std::collections::HashSet;
use std::sync::Arc;

use damier_core::{Flow, Game, Indexed, Rng};

use super::CheckFailure;
use crate::Kit;
use crate::checks::setup;

/// How many moves a game's check looks at, about. Some games have thousands a position, and four hundred such positions
/// teach no more than a few.
const MOST_MOVES: u64 = 300_000;

/// Checks every position of a random game of at most `plies`, and of at most [`MOST_MOVES`] moves in all.
pub(crate) fn check<G: Game>(kit: &Arc<Kit<G>>, rng: &mut Rng, plies: u32) -> Result<(), CheckFailure> {
    let game = &kit.game;
    let mut position = game.start(rng);
    if game.rollout(&mut position.clone(), rng).plies == 0 {
        return Err(kit.failure(&position, "a random game without a ply".to_string()));
    }
    setup::check(kit, &position, rng).map_err(|clause| kit.failure(&position, clause))?;
    let mut looked_at = 0;
    for _ in 0..plies {
        check_position(kit, &position, rng).map_err(|clause| kit.failure(&position, clause))?;
        looked_at += game.count_moves(&position);
        if game.outcome(&position).is_some() || looked_at > MOST_MOVES {
            break;
        }
        let mv = game.random_move(&position, rng);
        game.play(&mut position, mv);
    }
    setup::check(kit, &position, rng).map_err(|clause| kit.failure(&position, clause))
}

pub(crate) fn ensure(holds: bool, clause: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(clause()) }
}

fn check_position<G: Game>(kit: &Kit<G>, position: &G::Position, rng: &mut Rng) -> Result<(), String> {
    let game = &kit.game;
    let moves = game.moves(position);
    let over = game.outcome(position).is_some();
    ensure(moves.is_empty() == over, || format!("{} moves, but over is {over}", moves.len()))?;
    ensure(game.count_moves(position) == moves.len() as u64, || {
        "count_moves differs from the moves".to_string()
    })?;
    ensure(game.has_move(position) != moves.is_empty(), || "has_move differs from the moves".to_string())?;
    let mut visited = 0;
    let _ = game.each_move(position, &mut |_| {
        visited += 1;
        Flow::Break(())
    });
    ensure(visited == moves.len().min(1), || "each_move does not stop when told".to_string())?;
    let seat = game.to_move(position).index();
    ensure(seat < game.seats().len(), || format!("seat {seat} does not exist"))?;
    ensure(game.side_to_move(position) == game.seats()[seat].side, || {
        "side_to_move is not the seat's".to_string()
    })?;
    check_texts(kit, position, &moves)?;
    check_symmetries(game, position, &moves, rng)?;
    if let Some(index) = &kit.index {
        (index.check)(game, position)?;
    }
    if over {
        return Ok(());
    }
    check_draw(game, position, &moves, rng)
}

/// Checks that the number of a position stands for it.
pub(crate) fn check_number<G: Indexed>(game: &G, position: &G::Position) -> Result<(), String> {
    let number = game.index(position);
    ensure(number < game.size(), || format!("number {number} is out of range"))?;
    let back = game.unindex(number).ok_or_else(|| format!("number {number} stands for nothing"))?;
    let same = back == *position || (G::SYMMETRIC && game.index(&back) == number);
    ensure(same, || format!("number {number} stands for another position"))
}

/// A random move is a legal one, and now and then all are drawn often enough to see that each is as likely as the others.
fn check_draw<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    rng: &mut Rng,
) -> Result<(), String> {
    const EACH: usize = 100;
    let often = moves.len() <= 100 && rng.below(16) == 0;
    let mut drawn = vec![0u32; moves.len()];
    for _ in 0..if often { EACH * moves.len() } else { 1 } {
        let mv = game.random_move(position, rng);
        let place = moves.iter().position(|&legal| legal == mv);
        drawn[place.ok_or_else(|| format!("random_move gave {mv:?}"))?] += 1;
    }
    // Chi-square: a fair draw lies ten deviations above the mean less than once in a million, even with few moves.
    let freedom = (moves.len() - 1) as f64;
    let chi: f64 = drawn.iter().map(|&count| (f64::from(count) - EACH as f64).powi(2) / EACH as f64).sum();
    let limit = freedom + 10.0 * (2.0 * freedom).sqrt();
    ensure(!often || chi <= limit, || format!("random_move prefers some moves: {drawn:?}"))
}

fn check_texts<G: Game>(kit: &Kit<G>, position: &G::Position, moves: &[G::Move]) -> Result<(), String> {
    let game = &kit.game;
    let text = game.position_text(position);
    ensure(text.is_ascii() && !text.contains(['\n', '\r']), || format!("position text {text:?}"))?;
    let back =
        game.parse_position(&text).map_err(|fault| format!("position text {text:?} is refused: {fault}"))?;
    ensure(back == *position, || format!("position text reads back as {back:?} instead of {position:?}"))?;
    ensure(game.key(&back) == game.key(position), || {
        "the key depends on the way to the position".to_string()
    })?;
    let mut seen = HashSet::new();
    for &mv in moves {
        let word = game.move_text(position, mv);
        ensure(word.is_ascii() && !word.is_empty() && !word.contains(' '), || format!("move text {word:?}"))?;
        ensure(game.is_legal(position, mv), || format!("is_legal refuses {word}"))?;
        let steps: String = kit.split(position, &word).into_iter().map(|step| step.text).collect();
        ensure(steps == word, || format!("the steps of {word} are {steps}"))?;
        ensure(seen.insert(word.clone()), || format!("two moves are written {word}"))?;
    }
    // Reading a move walks over all of them: a sample is enough where there are hundreds.
    for &mv in moves.iter().step_by(1 + moves.len() / 32) {
        let word = game.move_text(position, mv);
        let back =
            game.parse_move(position, &word).map_err(|fault| format!("move {word} is refused: {fault}"))?;
        ensure(back == mv, || format!("move {word} reads back as {back:?}"))?;
    }
    Ok(())
}

fn check_symmetries<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    rng: &mut Rng,
) -> Result<(), String> {
    ensure(game.symmetries() >= 1, || "no identity among the symmetries".to_string())?;
    ensure(game.transform(position, 0) == *position, || "symmetry 0 is not the identity".to_string())?;
    for symmetry in 1..game.symmetries() {
        let image = game.transform(position, symmetry);
        ensure(game.count_moves(&image) == moves.len() as u64, || {
            format!("symmetry {symmetry} changes the moves")
        })?;
        let Some(&mv) = moves.get(rng.below(moves.len().max(1) as u32) as usize) else {
            continue;
        };
        let after = game.after(position, mv);
        let moved = game.transform_move(mv, symmetry);
        ensure(game.is_legal(&image, moved), || {
            format!("symmetry {symmetry} takes {mv:?} to an illegal move")
        })?;
        let other = game.after(&image, moved);
        ensure(game.transform(&after, symmetry) == other, || {
            format!("symmetry {symmetry} does not commute with {mv:?}")
        })?;
        let (direct, mirrored) = (game.outcome(&after), game.outcome(&other));
        ensure(direct == mirrored, || format!("symmetry {symmetry} changes the outcome of {mv:?}"))?;
    }
    Ok(())
}
