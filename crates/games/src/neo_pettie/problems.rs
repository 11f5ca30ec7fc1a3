//! How the problems are made.

use damier_core::{Game, Rng, Side};
use damier_search::Insight;
use damier_table::{Claim, Quest, Recipe, Source, Target, Unit, thriftiest};

use super::{Move, NeoPettie, Position};

/// Men gained by force on the way of a game: the game itself is won far too late for a problem.
pub(super) fn recipe() -> Recipe<NeoPettie> {
    let quest = |(least, plies)| Quest { goal: Target::Gain(Unit::Men, least), plies };
    Recipe {
        quests: [(2, 4), (1, 4), (1, 6)].map(quest).to_vec(),
        source: Source::Ways(10),
        lead: Some(lead),
        at_once: 1,
        play,
        nodes: 400_000,
        longest: 160,
        ..Recipe::new(include_str!("problems.txt"), &[""], Claim::Goal, &[])
    }
}

fn lead(_game: &NeoPettie, position: &Position, side: Side) -> i32 {
    let [own, other] = [side, side.other()].map(|side| position.men[side.index()].count_ones() as i32);
    own - other
}

/// Keeps the men together, but for a move at random now and then.
fn play(game: &NeoPettie, position: &Position, _insight: Insight<NeoPettie>, rng: &mut Rng) -> Move {
    if rng.below(4) == 0 { game.random_move(position, rng) } else { thriftiest(game, position, lead, rng) }
}
