//! How the problems are made.

use damier_core::{Game, Rng, Side};
use damier_search::Insight;
use damier_table::{Claim, Quest, Recipe, Source, Target, Unit, safest, thriftiest};

use super::{DamesEnCroix, Move, Position};

/// Wins by force, and men gained by force on the way.
pub(super) fn recipe() -> Recipe<DamesEnCroix> {
    let gain = |(least, plies)| Quest { goal: Target::Gain(Unit::Men, least), plies };
    let quests = [3, 5].map(Quest::win).into_iter().chain([(3, 4), (2, 4), (2, 6)].map(gain)).collect();
    Recipe {
        quests,
        source: Source::Ways(12),
        lead: Some(lead),
        play,
        nodes: 400_000,
        longest: 200,
        ..Recipe::new(include_str!("problems.txt"), &[""], Claim::Goal, &[])
    }
}

fn lead(_game: &DamesEnCroix, position: &Position, side: Side) -> i32 {
    let [own, other] = [side, side.other()].map(|side| position.men[side.index()].count_ones() as i32);
    own - other
}

/// Wins where it can and gives nothing away at once, but for a move at random now and then.
fn play(game: &DamesEnCroix, position: &Position, insight: Insight<DamesEnCroix>, rng: &mut Rng) -> Move {
    if rng.below(10) == 0 {
        return game.random_move(position, rng);
    }
    let thrifty = thriftiest(game, position, lead, rng);
    safest(game, position, insight, &[thrifty])
}
