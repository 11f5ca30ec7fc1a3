//! Proof-number search on boards too large for a table: who wins a position, and in how many plies.
//!
//! A position is known by its circles and the cell to answer, turned so that all its images are one. Nothing is ever
//! taken off the board: no position comes back, and what is proven of one holds wherever it occurs. An answer that lets
//! the other side make a line at once loses and is not followed.
//!
//! Every move adds one to the circles, a black one counting two. So "within `n` plies" is a sum that the circles may not
//! pass, and belongs to the position: a win by a sum is proven as any win is.

use super::eval::{each, threats};
use super::memory::{Memory, NEVER, Numbers};
use super::{Dualite, MOST, Position};

/// The most answers there are: eight to each of two first circles.
const ANSWERS: usize = 16;

/// Stands for no bound on the circles.
pub(super) const NO_BOUND: u32 = 0;

/// A symmetry's images of sets of cells, byte by byte.
type Images = [[u32; 256]; 4];

/// A search over one game of two players, with its memory. Threads may share it.
pub(super) struct Prover<'a> {
    game: &'a Dualite,
    memory: Memory,
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
    numbers: Numbers,
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

impl<'a> Prover<'a> {
    /// Makes a search whose memory takes about so many bytes.
    pub(super) fn new(game: &'a Dualite, bytes: u64) -> Prover<'a> {
        let cells = game.board.cells();
        let image = |symmetry: usize, byte: usize, bits: usize| {
            let set = each(bits as u32).map(|bit| 8 * byte + bit as usize).filter(|&cell| cell < cells);
            set.fold(0, |image, cell| image | 1 << game.symmetries.map(symmetry, cell))
        };
        let images = |symmetry: usize| -> Images {
            std::array::from_fn(|byte| std::array::from_fn(|bits| image(symmetry, byte, bits)))
        };
        let turns = |cell: usize| (game.classes.class(cell) as u64, game.classes.taking(cell).collect());
        Prover {
            game,
            memory: Memory::new(bytes),
            images: (0..game.symmetries.count()).map(images).collect(),
            turns: (0..cells).map(turns).collect(),
        }
    }

    /// Says whether the side to move wins a position that is not over and has a move to answer, and after looking at how
    /// many others; `None` where it was stopped.
    pub(super) fn wins(&self, position: &Position, stop: &(dyn Fn() -> bool + Sync)) -> Option<(bool, u64)> {
        self.decide(position, NO_BOUND, stop)
    }

    /// Returns in how many plies the winner can force the win while the other side holds out as long as it can, and
    /// after looking at how many positions. `wins` is what [`Prover::wins`] says.
    pub(super) fn plies(
        &self,
        position: &Position,
        wins: bool,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<(u32, u64)> {
        let now = drawn(position.white, position.black);
        let mut looked_at = 0;
        for plies in (if wins { 1 } else { 2 }..).step_by(2) {
            let (within, more) = self.decide(position, now + plies, stop)?;
            looked_at += more;
            if within == wins {
                return Some((plies, looked_at));
            }
        }
        None
    }

    /// Says whether the side to move wins, if whoever draws the last circle within the bound must have won by then, and
    /// after looking at how many positions; `None` where it was stopped.
    pub(super) fn decide(
        &self,
        position: &Position,
        bound: u32,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<(bool, u64)> {
        let (white, black) = (position.white, position.black);
        let node = Node { white, black, answers: self.game.answers(position), key: None };
        let [drawing, blackening] = threats(self.game, white, black);
        if (drawing | blackening) & node.answers != 0 {
            return Some((true, 1));
        }
        let mut run = Run { prover: self, bound, stop, looked_at: 0, stopped: false };
        match run.search(&node, NEVER, NEVER) {
            Numbers::WON => Some((true, run.looked_at)),
            Numbers::LOST => Some((false, run.looked_at)),
            _ => None,
        }
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
    fn first_look(&self, node: &Node, drawing: u32, blackening: u32) -> Numbers {
        let unsafe_at = |cell: u8| {
            // To blacken a circle breaks the white lines through it; all other threats stay.
            let stay = if node.white >> cell & 1 == 1 { blackening } else { drawing | blackening };
            self.game.near[cell as usize] & stay != 0
        };
        match each(node.answers).filter(|&cell| !unsafe_at(cell)).count() {
            0 => Numbers::LOST,
            safe => Numbers { win: 1, loss: safe as u32 },
        }
    }
}

/// One search, on one thread.
struct Run<'a> {
    prover: &'a Prover<'a>,
    /// What the circles must not pass, or [`NO_BOUND`].
    bound: u32,
    stop: &'a (dyn Fn() -> bool + Sync),
    looked_at: u64,
    stopped: bool,
}

impl Run<'_> {
    /// Searches a position in which the side to move makes no line at once, until one of its numbers reaches its bound.
    fn search(&mut self, node: &Node, win_bound: u32, loss_bound: u32) -> Numbers {
        let before = self.looked_at;
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(4096) && (self.stop)() {
            self.stopped = true;
        }
        let mut children = [Child { node: *node, numbers: Numbers::LOST }; ANSWERS];
        let count = self.expand(node, &mut children);
        let children = &mut children[..count];
        let numbers = loop {
            let Choice { numbers, best, second, open } = choose(children);
            let reached = numbers.win >= win_bound || numbers.loss >= loss_bound;
            if reached || numbers.win == 0 || numbers.loss == 0 || self.stopped {
                break numbers;
            }
            // The child is left when another one has become clearly better, or when the whole is no longer worth it.
            let child_win = if loss_bound == NEVER { NEVER } else { loss_bound - (open - 1) };
            let child_loss = win_bound.min(second + second / 4 + 1);
            let child = children[best].node;
            children[best].numbers = self.search(&child, child_win, child_loss);
        };
        if let Some(key) = node.key {
            self.prover.memory.keep(key, numbers, self.looked_at - before);
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
                if answers == 0 { Numbers::LOST } else { Numbers::WON }
            } else {
                let key = prover.key(white, black, cell as usize, self.bound);
                child.key = Some(key);
                prover.memory.find(key).unwrap_or_else(|| prover.first_look(&child, drawing, blackening))
            };
            children[count] = Child { node: child, numbers };
            count += 1;
            if numbers == Numbers::LOST {
                break;
            }
        }
        count
    }
}

/// What the children say of a position, and which of them to look at next.
struct Choice {
    numbers: Numbers,
    /// The child that is nearest to being lost.
    best: usize,
    /// How near the next one is.
    second: u32,
    /// How many are not won.
    open: u32,
}

/// The side to move wins if one child is lost, and loses if all of them are won. Many of them come together again further
/// on: to add up their proof numbers would count the same positions often, so the largest one stands for all.
fn choose(children: &[Child]) -> Choice {
    let (mut best, mut least, mut second) = (0, NEVER, NEVER);
    let (mut most, mut open) = (0, 0);
    for (at, child) in children.iter().enumerate() {
        let Numbers { win, loss } = child.numbers;
        if loss < least || loss == least && win < children[best].numbers.win {
            (best, least, second) = (at, loss, least);
        } else {
            second = second.min(loss);
        }
        if win > 0 {
            most = most.max(win);
            open += 1;
        }
    }
    let numbers = match (least, open) {
        (0, _) => Numbers::WON,
        (_, 0) => Numbers::LOST,
        _ => Numbers { win: least, loss: (most + open - 1).min(NEVER - 1) },
    };
    Choice { numbers, best, second, open }
}
