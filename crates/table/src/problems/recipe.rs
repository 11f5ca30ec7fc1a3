//! What a game says about the making of its problems.

use damier_core::{Game, Rng};
use damier_search::Insight;

use super::{Claim, play_carefully};

/// How a move is chosen in the games from which problems are taken.
pub type ChooseMove<G> = fn(&G, &<G as Game>::Position, Insight<G>, &mut Rng) -> <G as Game>::Move;

/// How problems of a game are made. Where the rules about lines of play do more than draw, they are not for problems.
pub struct Recipe<G: Game> {
    /// The problems that come with the game.
    pub file: &'static str,
    /// The variants to make problems of.
    pub variants: &'static [&'static str],
    /// What is claimed of all problems. [`Claim::Ever`] is for games whose every line ends, or that have a table.
    pub claim: Claim,
    /// In how many plies problems of this variant are won: growing numbers above 1.
    pub plies: &'static [u32],
    /// How many positions a proof may visit.
    pub nodes: u64,
    /// Games that have not ended after so many plies are given up.
    pub longest: usize,
    /// How games are played.
    pub play: ChooseMove<G>,
    /// What makes proofs shorter.
    pub insight: Insight<G>,
}

impl<G: Game> Recipe<G> {
    /// Makes a recipe from random games, played with care.
    pub fn new(
        file: &'static str,
        variants: &'static [&'static str],
        claim: Claim,
        plies: &'static [u32],
    ) -> Recipe<G> {
        Recipe {
            file,
            variants,
            claim,
            plies,
            nodes: 300_000,
            longest: 600,
            play: play_carefully,
            insight: Insight::NONE,
        }
    }
}
