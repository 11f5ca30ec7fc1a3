//! What the network of Hex teaches Monte-Carlo tree search: which moves look best, and who is expected to win.
//!
//! The first visit of a position asks the network, the second gives it its moves. Before it gets them, the links say whether the
//! position is settled, and which of its moves are lost.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use damier_core::{Game, Rng, Side};
use damier_net::{Codec, Look, Net, chance, share_out};
use damier_search::{Amaf, Coverage, Playouts};

use super::codec::HexCodec;
use super::lattice::Lattice;
use super::links::LinkLimits;
use super::playouts::{Assessment, Assessor};
use super::rules::SWAP;
use super::{Hex, Move, Position};

/// The network, which `lab/hex` has learned.
static NET: LazyLock<Net> = LazyLock::new(|| Net::read(include_bytes!("hex.net")).expect("a test reads it"));

/// Of many moves only the likeliest are offered, until these have so much of the policy in all.
const OFFERED: f32 = 0.995;
/// So many are offered at least, if there are so many.
const LEAST: usize = 12;
/// How many logits of the policy stand for one of the value.
const SHARPNESS: f32 = 7.0;
/// The share of the policy that goes to a swap.
const SWAP_SHARE: f32 = 0.3;
/// How many positions wait for their moves, and how many are known to be settled, before all are forgotten.
const ROOM: usize = 1 << 18;

/// What the network says of a position.
#[derive(Clone, Debug)]
pub(super) struct Opinion {
    /// What whoever is to move may expect, 0 to 1.
    pub value: f32,
    /// The same as a logit.
    logit: f32,
    /// Each cell with its share of the policy, and with what is expected of a stone there.
    pub cells: Vec<(usize, f32, f32)>,
}

impl Opinion {
    /// Returns what whoever is to move may expect with a move that has this share of the policy: as much as he expects anyway with
    /// the likeliest. The policy was learned from searches in which [`SHARPNESS`] logits of it stood for one of the value.
    pub fn after(&self, share: f32) -> f32 {
        let most = self.cells.iter().map(|(_, share, _)| *share).fold(1e-9, f32::max);
        let worse = (share.max(1e-9) / most).ln() / SHARPNESS;
        chance(self.logit + worse)
    }
}

/// What a thread works with.
#[derive(Debug, Default)]
struct Desk<const W: usize> {
    planes: Vec<f32>,
    look: Look,
    assessor: Assessor<W>,
}

/// What is remembered of positions, by their keys.
#[derive(Debug, Default)]
struct Memory {
    /// Those that were visited once: their policies.
    waiting: HashMap<u64, Box<[(Move, f32)]>>,
    /// Those that were settled when their parents were looked into.
    settled: HashMap<u64, (Side, u32)>,
}

/// The network of Hex, on boards of one size.
#[derive(Debug)]
pub(super) struct HexGuide<const W: usize> {
    lattice: Lattice<W>,
    limits: LinkLimits,
    desks: Mutex<Vec<Desk<W>>>,
    memory: Mutex<Memory>,
}

impl<const W: usize> HexGuide<W> {
    /// Makes what is to be known of a board of `size` × `size`.
    pub fn new(size: usize) -> HexGuide<W> {
        HexGuide {
            lattice: Lattice::new(size),
            limits: LinkLimits { work: 30 * (size * size) as u32, local: 2, to_move: false },
            desks: Mutex::default(),
            memory: Mutex::default(),
        }
    }

    fn desk(&self) -> Desk<W> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn give_back(&self, desk: Desk<W>) {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner).push(desk);
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the network look at a position that is not over. Of the policy, the free cells have all.
    fn look(game: &Hex<W>, position: &Position<W>, desk: &mut Desk<W>) {
        desk.planes.resize(HexCodec.room(game), 0.0);
        HexCodec.see(game, position, &mut desk.planes);
        NET.look(game.size, &desk.planes, &mut desk.look);
        for side in [Side::First, Side::Second] {
            for cell in position.stones[side.index()] {
                desk.look.policies[Self::place(game, position, cell)] = f32::NEG_INFINITY;
            }
        }
        share_out(&mut desk.look.policies);
    }

    fn place(game: &Hex<W>, position: &Position<W>, cell: usize) -> usize {
        HexCodec.cell(game, position, Move(cell as u16)).expect("it is a cell")
    }

    /// Returns what the network says of a position that is not over, as if no swap were possible.
    pub fn opinion(&self, game: &Hex<W>, position: &Position<W>) -> Opinion {
        let mut desk = self.desk();
        Self::look(game, position, &mut desk);
        let Look { policies, values, worths, .. } = &desk.look;
        let cell = |cell| {
            let at = Self::place(game, position, cell);
            (cell, policies[at], chance(worths[at]))
        };
        let cells = game.free(position).iter().map(cell).collect();
        let opinion = Opinion { value: chance(values[0]), logit: values[0], cells };
        self.give_back(desk);
        opinion
    }

    /// Takes note of who wins after a move.
    fn note(&self, game: &Hex<W>, position: &Position<W>, mv: Move, winner: Side, plies: u32) {
        let after = game.after(position, mv);
        let mut memory = self.memory();
        if memory.settled.len() >= ROOM {
            memory.settled.clear();
        }
        memory.settled.insert(after.key, (winner, plies));
    }

    /// Returns the policy of the position that the desk has looked at: its moves, likeliest first.
    fn policy(game: &Hex<W>, position: &Position<W>, desk: &Desk<W>) -> Box<[(Move, f32)]> {
        let weigh = |cell| (Move(cell as u16), desk.look.policies[Self::place(game, position, cell)]);
        let mut moves: Vec<(Move, f32)> = game.free(position).iter().map(weigh).collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves.into()
    }
}

impl<const W: usize> Playouts<Hex<W>> for HexGuide<W> {
    /// Says what the network expects, and remembers its policy for the next visit.
    fn playout(&self, game: &Hex<W>, position: &mut Position<W>, _rng: &mut Rng, _amaf: &mut Amaf) -> f32 {
        let mut desk = self.desk();
        Self::look(game, position, &mut desk);
        let value = chance(desk.look.values[0]);
        let policy = Self::policy(game, position, &desk);
        self.give_back(desk);
        let mut memory = self.memory();
        if memory.waiting.len() >= ROOM {
            memory.waiting.clear();
        }
        memory.waiting.insert(position.key, policy);
        if position.to_move == Side::First { value } else { 1.0 - value }
    }

    fn moves(&self, game: &Hex<W>, position: &Position<W>, out: &mut Vec<(Move, f32)>) -> Coverage {
        let waiting = self.memory().waiting.remove(&position.key);
        let mut desk = self.desk();
        let policy = waiting.unwrap_or_else(|| {
            Self::look(game, position, &mut desk);
            Self::policy(game, position, &desk)
        });
        if !game.is_plain(position) {
            self.give_back(desk);
            out.extend(policy);
            if game.may_swap(position) {
                out.push((SWAP, SWAP_SHARE / (1.0 - SWAP_SHARE)));
            }
            return Coverage::Sound;
        }
        let assessment = desk.assessor.assess(&self.lattice, &position.stones, position.to_move, self.limits);
        self.give_back(desk);
        match assessment {
            Assessment::Settled(winner, plies, keep) => {
                // Whoever has lost plays what looks best all the same, and whoever has won may choose.
                let keeps = |mv: Move| winner != position.to_move || keep.contains(mv.0 as usize);
                let best = policy.iter().find(|(mv, _)| keeps(*mv));
                let (mv, _) = *best.expect("there is a free cell");
                self.note(game, position, mv, winner, plies);
                out.push((mv, 1.0));
                Coverage::Sound
            }
            Assessment::Open(moves) => {
                let open = policy.iter().filter(|(mv, _)| moves.contains(mv.0 as usize));
                let total: f32 = open.clone().map(|(_, share)| share).sum();
                let mut taken = 0.0;
                for &(mv, share) in open {
                    if out.len() >= LEAST && taken >= OFFERED * total {
                        return Coverage::Likely;
                    }
                    taken += share;
                    out.push((mv, share));
                }
                Coverage::Sound
            }
        }
    }

    fn settled(&self, _game: &Hex<W>, position: &Position<W>) -> Option<(Side, u32)> {
        self.memory().settled.get(&position.key).copied()
    }
}
