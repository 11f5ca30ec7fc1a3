//! What games that are solved backwards promise.

use damier_core::{Game, Retrograde, Rng};

/// Plays random games of at most `plies` and checks [`Retrograde`] at every position: what comes before it, and which
/// numbers it has.
///
/// # Errors
/// Says which promise is broken, and where.
pub fn check<G: Retrograde>(game: &G, rng: &mut Rng, games: u32, plies: u32) -> Result<(), String> {
    for _ in 0..games {
        let mut position = game.start(rng);
        for _ in 0..plies {
            check_at(game, &position)?;
            if game.outcome(&position).is_some() {
                break;
            }
            let before = position.clone();
            let mv = game.random_move(&position, rng);
            game.play(&mut position, mv);
            let wanted = numbers(game, &before);
            let mut found = false;
            game.each_before(&position, &mut |origin| found |= numbers(game, origin) == wanted);
            if !found {
                return Err(format!(
                    "{} does not come before {}",
                    text(game, &before),
                    text(game, &position)
                ));
            }
        }
    }
    Ok(())
}

fn check_at<G: Retrograde>(game: &G, position: &G::Position) -> Result<(), String> {
    let own = numbers(game, position);
    if !own.contains(&game.index(position)) {
        return Err(format!("{} lacks its own number", text(game, position)));
    }
    for symmetry in 0..game.symmetries() {
        if numbers(game, &game.transform(position, symmetry)) != own {
            return Err(format!("{} and its image {symmetry} have other numbers", text(game, position)));
        }
    }
    let mut wrong = None;
    game.each_before(position, &mut |origin| {
        let mut moves = Vec::new();
        game.moves_into(origin, &mut moves);
        let leads = moves.into_iter().any(|mv| {
            let mut after = origin.clone();
            game.play(&mut after, mv);
            after == *position
        });
        if game.outcome(origin).is_some() || !leads {
            wrong = Some(format!("{} cannot come before {}", text(game, origin), text(game, position)));
        }
    });
    wrong.map_or(Ok(()), Err)
}

/// Returns the numbers of a position, in order.
fn numbers<G: Retrograde>(game: &G, position: &G::Position) -> Vec<u64> {
    let mut numbers = Vec::new();
    game.each_index(position, &mut |number| numbers.push(number));
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn text<G: Game>(game: &G, position: &G::Position) -> String {
    let mut text = String::new();
    game.write_position(position, &mut text);
    text
}
