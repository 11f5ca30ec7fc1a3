//! How the problems are made.

use damier_core::{Game, Rng, Side};
use damier_search::Insight;
use damier_table::{Claim, Quest, Recipe, Source, Target, Unit, thriftiest};

use super::{Chercheurs, Move, Position};

/// The treasure entered, or the last seekers taken, by force; and lentils gained by force on the way.
pub(super) fn recipe() -> Recipe<Chercheurs> {
    let gain = |(least, plies)| Quest { goal: Target::Gain(Unit::Lentils, least), plies };
    let quests = [3, 5, 7].map(Quest::win).into_iter().chain([(1, 4), (1, 6)].map(gain)).collect();
    Recipe {
        quests,
        source: Source::Ways(12),
        lead: Some(lead),
        play,
        nodes: 400_000,
        longest: 80,
        ..Recipe::new(include_str!("problems.txt"), &[""], Claim::Goal, &[])
    }
}

fn lead(_game: &Chercheurs, position: &Position, side: Side) -> i32 {
    let lentils = position.lentils();
    lentils[side.index()] - lentils[side.other().index()]
}

/// Gives nothing away at once, but for a move at random now and then.
fn play(game: &Chercheurs, position: &Position, _insight: Insight<Chercheurs>, rng: &mut Rng) -> Move {
    if rng.below(10) == 0 { game.random_move(position, rng) } else { thriftiest(game, position, lead, rng) }
}
