//! Proof-number search on boards too large for a table: who wins a position, and in how many plies.
//!
//! A position is known by its circles and the cell to answer, turned so that all its images are one. Nothing is ever
//! taken off the board: no position comes back, and what is proven of one holds wherever it occurs. An answer that lets
//! the other side make a line at once loses and is not followed.
//!
//! Every move adds one to the circles, a black one counting two. So "within `n` plies" is a sum that the circles may not
//! pass, and belongs to the position: a win by a sum is proven as any win is.

use damier_search::Budget;
use damier_search::proof::{NEVER, ProofNumbers, Survey, Thresholds};

use super::eval::{each, threats};
use super::proof_table::ProofTable;
use super::rules::MOST;
use super::{Dualite, Position};

/// The most answers there are: eight to each of two first circles.
const ANSWERS: usize = 16;

/// How often a search should ask whether to stop, in positions.
pub(super) const OFTEN: u64 = 1 << 12;

/// Stands for no bound on the circles.
pub(super) const NO_BOUND: u32 = 0;

/// A symmetry's images of sets of cells, byte by byte.
type Images = [[u32; 256]; 4];

/// A search over one game of two players, with the table of what it has found. Threads may share it.
pub(super) struct DualiteProver<'a> {
    game: &'a Dualite,
    table: ProofTable,
    images: Vec<Images>,
    /// For each cell, its class and the symmetries that take it to the first cell of the class.
    turns: Vec<(u64, Vec<usize>)>,
}

/// A position that is not over.
#[derive(Clone, Copy, Debug)]
struct Node {
    white: u32,
    black: u32,
    /// The cells one may play on.
    answers: u32,
    /// What it is remembered by, if it is.
    key: Option<u64>,
}

/// A position after a move, with what is known of it.
#[derive(Clone, Copy)]
struct Child {
    node: Node,
    numbers: ProofNumbers,
}

/// Returns how many circles are drawn, a black one counting two.
pub(super) fn drawn(white: u32, black: u32) -> u32 {
    white.count_ones() + 2 * black.count_ones()
}

impl Node {
    /// Returns the white and black circles once a cell is played on.
    #[inline]
    fn played(&self, cell: u8) -> (u32, u32) {
        let bit = 1 << cell;
        (self.white ^ bit, self.black | self.white & bit)
    }
}

impl<'a> DualiteProver<'a> {
    /// Makes a search whose table takes about so many bytes.
    pub(super) fn new(game: &'a Dualite, bytes: u64) -> DualiteProver<'a> {
        let cells = game.board.cells();
        let image = |symmetry: usize, byte: usize, bits: usize| {
            let set = each(bits as u32).map(|bit| 8 * byte + bit as usize).filter(|&cell| cell < cells);
            set.fold(0, |image, cell| image | 1 << game.symmetries.map(symmetry, cell))
        };
        let images = |symmetry: usize| -> Images {
            std::array::from_fn(|byte| std::array::from_fn(|bits| image(symmetry, byte, bits)))
        };
        let turns = |cell: usize| (game.classes.class(cell) as u64, game.classes.taking(cell).collect());
        DualiteProver {
            game,
            table: ProofTable::new(bytes),
            images: (0..game.symmetries.count()).map(images).collect(),
            turns: (0..cells).map(turns).collect(),
        }
    }

    /// Says whether the side to move wins a position that is not over and has a move to answer; `None` where the budget
    /// ended it.
    pub(super) fn wins(&self, position: &Position, budget: &Budget) -> Option<bool> {
        self.decide(position, NO_BOUND, budget)
    }

    /// Returns in how many plies the winner can force the win while the other side holds out as long as it can. `wins` is
    /// what [`DualiteProver::wins`] says.
    pub(super) fn plies(&self, position: &Position, wins: bool, budget: &Budget) -> Option<u32> {
        let now = drawn(position.white, position.black);
        for plies in (if wins { 1 } else { 2 }..).step_by(2) {
            if self.decide(position, now + plies, budget)? == wins {
                return Some(plies);
            }
        }
        None
    }

    /// Says whether the side to move wins, if whoever draws the last circle within the bound must have won by then; `None`
    /// where the budget ended it.
    pub(super) fn decide(&self, position: &Position, bound: u32, budget: &Budget) -> Option<bool> {
        let (white, black) = (position.white, position.black);
        let node = Node { white, black, answers: self.game.answers(position), key: None };
        let [drawing, blackening] = threats(self.game, white, black);
        if (drawing | blackening) & node.answers != 0 {
            budget.spend(1);
            return Some(true);
        }
        let mut run = Run { prover: self, bound, budget, looked_at: 0 };
        let found = run.search(&node, Thresholds::NONE);
        found.is_decided().then_some(found.proof == 0)
    }

    /// Returns a number that all images of a position have, and no other position.
    #[inline]
    fn key(&self, white: u32, black: u32, last: usize, bound: u32) -> u64 {
        let (class, turns) = &self.turns[last];
        let number = |&symmetry: &usize| {
            let images = &self.images[symmetry];
            let image = |set: u32| {
                let [a, b, c, d] = set.to_le_bytes().map(usize::from);
                u64::from(images[0][a] | images[1][b] | images[2][c] | images[3][d])
            };
            image(white) << MOST | image(black)
        };
        let least = turns.iter().map(number).min().unwrap_or_default();
        u64::from(bound) << (2 * MOST + 3) | class << (2 * MOST) | least
    }

    /// Guesses the numbers of a position by the answers that do not obviously give a line away, given the cells where
    /// drawing and blackening makes one. Whoever has no such answer is lost: enclosed now, or by a line two plies later,
    /// which is never after the bound, since the other side is the one that must keep it or need not mind it.
    #[inline]
    fn first_look(&self, node: &Node, drawing: u32, blackening: u32) -> ProofNumbers {
        let unsafe_at = |cell: u8| {
            // To blacken a circle breaks the white lines through it; all other threats stay.
            let stay = if node.white >> cell & 1 == 1 { blackening } else { drawing | blackening };
            self.game.near[cell as usize] & stay != 0
        };
        match each(node.answers).filter(|&cell| !unsafe_at(cell)).count() {
            0 => ProofNumbers::LOST,
            safe => ProofNumbers::open(1, safe as u32),
        }
    }
}

/// One search, on one thread.
struct Run<'a, 'b> {
    prover: &'a DualiteProver<'a>,
    /// What the circles must not pass, or [`NO_BOUND`].
    bound: u32,
    budget: &'a Budget<'b>,
    looked_at: u64,
}

impl Run<'_, '_> {
    /// Searches a position in which the side to move makes no line at once, until one of its numbers reaches its limit.
    fn search(&mut self, node: &Node, limits: Thresholds) -> ProofNumbers {
        let before = self.looked_at;
        self.looked_at += 1;
        self.budget.spend(1);
        let mut children = [Child { node: *node, numbers: ProofNumbers::LOST }; ANSWERS];
        let count = self.expand(node, &mut children);
        let children = &mut children[..count];
        let numbers = loop {
            let choice = choose(children);
            let numbers = choice.numbers;
            if limits.are_reached(numbers) || numbers.is_decided() || self.budget.is_over() {
                break numbers;
            }
            // The child is left when another one has become clearly better, or when the whole is no longer worth it.
            let proof = if limits.disproof == NEVER { NEVER } else { limits.disproof - (choice.open - 1) };
            let limits = Thresholds { proof, disproof: limits.proof.min(choice.slack) };
            let child = children[choice.best].node;
            children[choice.best].numbers = self.search(&child, limits);
        };
        if let Some(key) = node.key {
            self.prover.table.keep(key, numbers, self.looked_at - before);
        }
        numbers
    }

    /// Lists the positions after every answer that gives no line away; a lost one is enough.
    fn expand(&self, node: &Node, children: &mut [Child; ANSWERS]) -> usize {
        let prover = self.prover;
        let mut count = 0;
        for cell in each(node.answers) {
            let (white, black) = node.played(cell);
            let answers = prover.game.near[cell as usize] & !black;
            let [drawing, blackening] = threats(prover.game, white, black);
            if (drawing | blackening) & answers != 0 {
                continue;
            }
            let mut child = Node { white, black, answers, key: None };
            let numbers = if drawn(white, black) == self.bound {
                // Whoever had to win by now has just moved.
                if answers == 0 { ProofNumbers::LOST } else { ProofNumbers::won(0) }
            } else {
                let key = prover.key(white, black, cell as usize, self.bound);
                child.key = Some(key);
                prover.table.find(key).unwrap_or_else(|| prover.first_look(&child, drawing, blackening))
            };
            children[count] = Child { node: child, numbers };
            count += 1;
            if numbers == ProofNumbers::LOST {
                break;
            }
        }
        count
    }
}

/// What the children say of a position, and which of them to look at next.
struct Choice {
    numbers: ProofNumbers,
    /// The child that is nearest to being lost.
    best: usize,
    /// How much that may take before another one is looked at.
    slack: u32,
    /// How many are not won.
    open: u32,
}

/// The side to move wins if one child is lost, and loses if all of them are won. Many of them come together again further
/// on: to add up their proof numbers would count the same positions often, so the largest one stands for all.
fn choose(children: &[Child]) -> Choice {
    let mut survey = Survey::new(true);
    let mut open = 0;
    for (at, Child { numbers, .. }) in children.iter().enumerate() {
        // Of those that are as near to being lost, the one that is nearest to being won is decided first.
        let ties = numbers.disproof == survey.least;
        survey.add(at, numbers.opposite());
        if ties && numbers.proof < children[survey.best].numbers.proof {
            survey.best = at;
        }
        open += u32::from(numbers.proof > 0);
    }
    let numbers = match (survey.least, open) {
        (0, _) => ProofNumbers::won(0),
        (_, 0) => ProofNumbers::LOST,
        (least, _) => ProofNumbers::open(least, (survey.most + open - 1).min(NEVER - 1)),
    };
    Choice { numbers, best: survey.best, slack: survey.slack(1, 4), open }
}
