//! What Hex teaches Monte-Carlo tree search.
//!
//! Playouts answer an intrusion into a bridge with the bridge's other cell and are otherwise random. When a node gets
//! its children, the links of both sides say whether it is settled and which moves are lost, and the currents which of
//! the others look best.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError, RwLock};

use damier_core::board::BitSet;
use damier_core::{Game, Rng, Side};
use damier_search::{Amaf, Coverage, Playouts};

use super::circuit::Circuit;
use super::lattice::{Lattice, Stones};
use super::links::{LinkLimits, Links};
use super::rules::SWAP;
use super::{Hex, Move, Position};

/// A board with a border one cell wide, so that every ring can be read without a question: the side of each cell, and
/// `FREE`. 26 × 26 with its border.
const WIDEST: usize = 28 * 28;
const FREE: u8 = 2;

/// How many settled positions are remembered before all are forgotten.
const ROOM: usize = 1 << 20;

/// What the links say of a position.
#[derive(Clone, Debug)]
pub(super) enum Assessment<const W: usize> {
    /// This side wins in at most so many plies. If it is to move, each of these cells keeps the win.
    Settled(Side, u32, BitSet<W>),
    /// The moves that may still win, none of the others does unless one of these does.
    Open(BitSet<W>),
}

/// Judges positions by their links and currents; holds the memory for that, which is used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Assessor<const W: usize> {
    links: [Links<W>; 2],
    net: Circuit,
    /// For each cell, its share of both sides' currents, after [`Assessor::measure`].
    pub flow: Vec<f32>,
    /// Whether the links of both sides are there.
    is_open: bool,
}

impl<const W: usize> Assessor<W> {
    /// Assesses a position of plain Hex that is not over. After it, [`Assessor::measure`] tells the currents.
    pub fn assess(
        &mut self,
        lattice: &Lattice<W>,
        stones: &Stones<W>,
        mover: Side,
        limits: LinkLimits,
    ) -> Assessment<W> {
        self.is_open = false;
        let free = lattice.free(stones);
        let mut filled = *stones;
        lattice.fill_in(&mut filled, lattice.all);
        // A carrier is used up in at most two plies a cell, and no game outlasts its board.
        let plies = |carrier: u32| (2 * carrier).clamp(1, free.count());
        for side in [Side::First, Side::Second] {
            if lattice.has_joined(&filled[side.index()], side) {
                let gift = free & filled[side.index()];
                let keep = if gift.is_empty() { free } else { gift };
                return Assessment::Settled(side, plies(gift.count()), keep);
            }
        }
        let own = self.links[mover.index()].explore(
            lattice,
            &filled,
            mover,
            LinkLimits { to_move: true, ..limits },
        );
        let gifts = free.without(lattice.free(&filled)).count();
        if let Some((cell, carrier)) = own.half {
            let keep = [cell].into_iter().collect();
            return Assessment::Settled(mover, plies(carrier.count() + gifts), keep);
        }
        let open = lattice.free(&filled);
        if let Some(carrier) = own.full {
            let keep = if carrier.is_empty() { open } else { carrier };
            return Assessment::Settled(mover, plies(carrier.count() + gifts), keep);
        }
        let other = self.links[mover.other().index()].explore(lattice, &filled, mover.other(), limits);
        self.is_open = true;
        let moves = lattice.worthwhile(&filled, mover) & other.must;
        if other.full.is_some() || moves.is_empty() {
            let carrier = other.full.map_or(free.count(), |carrier| carrier.count());
            return Assessment::Settled(mover.other(), plies(carrier + gifts), open);
        }
        Assessment::Open(moves)
    }

    /// Measures the currents of the position that was assessed last, into `flow`; there are none where its links were not all
    /// looked for.
    pub fn measure(&mut self, lattice: &Lattice<W>) {
        self.flow.clear();
        self.flow.resize(lattice.near.len(), 0.0);
        if self.is_open {
            self.net.measure(&self.links[0], lattice.size, true, &mut self.flow);
            self.net.measure(&self.links[1], lattice.size, false, &mut self.flow);
        }
    }
}

/// What Hex knows for Monte-Carlo tree search.
#[derive(Debug)]
pub(super) struct HexPlayouts<const W: usize> {
    lattice: Lattice<W>,
    /// The empty board with its border.
    border: [u8; WIDEST],
    assessors: Mutex<Vec<Assessor<W>>>,
    /// Positions that were settled when their parents were looked into, by their keys.
    settled: RwLock<HashMap<u64, (Side, u32)>>,
    limits: LinkLimits,
}

impl<const W: usize> HexPlayouts<W> {
    /// Makes what is to be known of a board of `size` × `size`.
    pub fn new(size: usize) -> HexPlayouts<W> {
        let mut border = [FREE; WIDEST];
        let width = size + 2;
        for (at, cell) in border[..width * width].iter_mut().enumerate() {
            let (row, file) = (at / width, at % width);
            if row == 0 || row > size {
                *cell = Side::First as u8;
            } else if file == 0 || file > size {
                *cell = Side::Second as u8;
            }
        }
        HexPlayouts {
            lattice: Lattice::new(size),
            border,
            assessors: Mutex::new(Vec::new()),
            settled: RwLock::new(HashMap::new()),
            limits: LinkLimits { work: 50 * (size * size) as u32, local: 2, to_move: false },
        }
    }

    /// Takes note of who wins after a move.
    fn note(&self, game: &Hex<W>, position: &Position<W>, mv: Move, winner: Side, plies: u32) {
        let after = game.after(position, mv);
        let mut settled = self.settled.write().unwrap_or_else(PoisonError::into_inner);
        if settled.len() >= ROOM {
            settled.clear();
        }
        settled.insert(after.key, (winner, plies));
    }

    /// Fills the board and says whether First joins its edges. `free` are the free cells of `stones`.
    fn fill(&self, stones: &mut Stones<W>, free: BitSet<W>, mover: Side, rng: &mut Rng) -> bool {
        let width = self.lattice.size + 2;
        let place = |cell: usize| cell + width + 1 + cell / self.lattice.size * 2;
        let mut board = self.border;
        for side in [Side::First, Side::Second] {
            for cell in stones[side.index()] {
                board[place(cell)] = side as u8;
            }
        }
        // The free places in any order, and where each stands in that order.
        let mut order = [0u16; WIDEST];
        let mut ranks = [0u16; WIDEST];
        let mut left = 0;
        for cell in free {
            let at = place(cell);
            order[left] = at as u16;
            ranks[at] = left as u16;
            left += 1;
        }
        let around = [1, width, width - 1, usize::MAX, width.wrapping_neg(), width.wrapping_neg() + 1];
        let mut side = mover as u8;
        let mut last = 0usize;
        while left > 0 {
            let mut at = 0;
            if last != 0 {
                // Own, free, own in a row around the other's last stone: a bridge to save.
                let (mut own, mut open) = (0u32, 0u32);
                for (bit, step) in around.iter().enumerate() {
                    let cell = board[last.wrapping_add(*step)];
                    own |= u32::from(cell == side) << bit;
                    open |= u32::from(cell == FREE) << bit;
                }
                let own = own | own << 6;
                let open = open | open << 6;
                let broken = own & open >> 1 & own >> 2 & 63;
                if broken != 0 {
                    at = last.wrapping_add(around[(broken.trailing_zeros() as usize + 1) % 6]);
                }
            }
            if at == 0 {
                at = order[rng.below(left as u32) as usize] as usize;
            }
            left -= 1;
            let (rank, moved) = (ranks[at] as usize, order[left]);
            order[rank] = moved;
            ranks[moved as usize] = rank as u16;
            board[at] = side;
            last = at;
            side ^= 1;
        }
        let mut gained = BitSet::EMPTY;
        for cell in free {
            if board[place(cell)] == Side::First as u8 {
                gained.insert(cell);
            }
        }
        stones[0] |= gained;
        stones[1] |= free.without(gained);
        self.lattice.has_joined(&stones[0], Side::First)
    }
}

impl<const W: usize> Playouts<Hex<W>> for HexPlayouts<W> {
    fn numbers(&self, game: &Hex<W>) -> usize {
        game.size * game.size
    }

    fn number(&self, _game: &Hex<W>, mv: Move) -> Option<usize> {
        (mv != SWAP).then_some(mv.0 as usize)
    }

    fn playout(&self, game: &Hex<W>, position: &mut Position<W>, rng: &mut Rng, amaf: &mut Amaf) -> f32 {
        let free = game.free(position);
        let mut stones = position.stones;
        let joined = self.fill(&mut stones, free, position.to_move, rng);
        for side in [Side::First, Side::Second] {
            let gained = stones[side.index()] & free;
            for (word, &bits) in gained.words().iter().enumerate() {
                if bits != 0 {
                    amaf.note_word(side, word, bits);
                }
            }
        }
        f32::from(u8::from(joined))
    }

    fn moves(&self, game: &Hex<W>, position: &Position<W>, out: &mut Vec<(Move, f32)>) -> Coverage {
        let mut assessor =
            self.assessors.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let assessment = assessor.assess(&self.lattice, &position.stones, position.to_move, self.limits);
        assessor.measure(&self.lattice);
        let weigh = |cells: BitSet<W>, out: &mut Vec<(Move, f32)>| {
            let most = cells.iter().map(|cell| assessor.flow[cell]).fold(1e-6, f32::max);
            out.extend(cells.iter().map(|cell| {
                let share = assessor.flow[cell] / most;
                (Move(cell as u16), 0.02 + share * share)
            }));
        };
        match assessment {
            Assessment::Settled(winner, plies, keep) if game.is_plain(position) => {
                let stubborn = || keep.iter().max_by(|&a, &b| assessor.flow[a].total_cmp(&assessor.flow[b]));
                let cell = if winner == position.to_move { keep.first() } else { stubborn() };
                let mv = Move(cell.expect("there is a free cell") as u16);
                self.note(game, position, mv, winner, plies);
                out.push((mv, 1.0));
            }
            Assessment::Open(moves) if game.is_plain(position) => weigh(moves, out),
            _ => {
                weigh(game.free(position), out);
                if game.may_swap(position) {
                    let total: f32 = out.iter().map(|(_, weight)| weight).sum();
                    out.push((SWAP, total / 2.0));
                }
            }
        }
        self.assessors.lock().unwrap_or_else(PoisonError::into_inner).push(assessor);
        Coverage::Sound
    }

    fn settled(&self, _game: &Hex<W>, position: &Position<W>) -> Option<(Side, u32)> {
        self.settled.read().unwrap_or_else(PoisonError::into_inner).get(&position.key).copied()
    }
}
