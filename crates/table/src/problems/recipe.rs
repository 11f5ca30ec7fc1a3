//! What a game says about the making of its problems.

use damier_core::{Game, Rng};
use damier_search::{Insight, Lead};

use super::{Claim, Quest, play_carefully};

/// How a move is chosen in the games from which problems are taken.
pub type ChooseMove<G> = fn(&G, &<G as Game>::Position, Insight<G>, &mut Rng) -> <G as Game>::Move;

/// Composes a position.
pub type Compose<G> = fn(&G, &mut Rng) -> <G as Game>::Position;

/// Where the positions of problems come from.
pub enum Source<G: Game> {
    /// The last positions of games that have a winner.
    Ends,
    /// So many positions on the way of a game, drawn from all of them, whoever wins it.
    Ways(usize),
    /// Positions that are composed, up to so many in place of a game.
    Composed(Compose<G>, usize),
}

/// How problems of a game are made. Where the rules about lines of play do more than draw, they are not for problems.
pub struct Recipe<G: Game> {
    /// The problems that come with the game.
    pub file: &'static str,
    /// The variants to make problems of.
    pub variants: &'static [&'static str],
    /// What is claimed of all problems. [`Claim::Ever`] is for games whose every line ends, or that have a table.
    pub claim: Claim,
    /// The quests that problems of this variant set; those of the same goal in growing numbers of plies, above 1.
    pub quests: Vec<Quest>,
    /// Where the positions come from.
    pub source: Source<G>,
    /// What is counted where men or lentils are to be gained.
    pub lead: Option<Lead<G>>,
    /// How much a first move may gain at once, where more than that is asked for.
    pub at_once: u32,
    /// How many positions a proof may visit.
    pub nodes: u64,
    /// Games go on for so many plies at most.
    pub longest: usize,
    /// How games are played.
    pub play: ChooseMove<G>,
    /// What makes proofs shorter.
    pub insight: Insight<G>,
}

impl<G: Game> Recipe<G> {
    /// Makes a recipe of wins from random games, played with care.
    pub fn new(
        file: &'static str,
        variants: &'static [&'static str],
        claim: Claim,
        plies: &[u32],
    ) -> Recipe<G> {
        Recipe {
            file,
            variants,
            claim,
            quests: plies.iter().copied().map(Quest::win).collect(),
            source: Source::Ends,
            lead: None,
            at_once: 0,
            nodes: 300_000,
            longest: 600,
            play: play_carefully,
            insight: Insight::NONE,
        }
    }
}
