//! What the search knows of Nim bicolore where neither tables nor rules tell who wins: little.

use damier_core::Game;
use damier_core::Side;
use damier_search::{Features, MoveHints};

use super::{Move, Nim, Position};

/// Whether the heaps balance each other, in each of the ways in which heaps of plain Nim do.
#[derive(Clone, Debug)]
pub(super) struct NimFeatures;

const NAMES: [&str; 4] = ["turn", "new-balanced", "burnt-balanced", "sums-balanced"];

impl Features<Nim> for NimFeatures {
    fn count(&self, _game: &Nim) -> usize {
        NAMES.len()
    }

    fn name(&self, _game: &Nim, weight: usize) -> String {
        NAMES[weight].to_string()
    }

    fn measure(&self, game: &Nim, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let (mut new, mut burnt, mut sums) = (0, 0, 0);
        for &[n, b] in game.heaps(position) {
            new ^= n;
            burnt ^= b;
            sums ^= n + b;
        }
        let mover = if game.side_to_move(position) == Side::First { 1 } else { -1 };
        add(0, mover);
        for (weight, balance) in [new, burnt, sums].into_iter().enumerate() {
            if balance == 0 {
                add(weight + 1, mover);
            }
        }
    }
}

impl MoveHints<Nim> for NimFeatures {
    // Small heaps are searched to their end: depth must be exact there.
    const REDUCTIONS: bool = false;

    fn hint(&self, _game: &Nim, _position: &Position, mv: Move) -> i32 {
        // Long turns end the game sooner, so that the others are cut short.
        i32::from(mv.taken[0]) + i32::from(mv.taken[1])
    }
}
