//! Wins by force: every attacking move makes a five or threatens to win at the next move, by five or by the tenth
//! captured stone, and every defence that could help is tried.

use damier_core::Game;
use damier_core::board::BitSet;

use super::threats::Urgency;
use super::{Gomoku, Move, Position};

/// The longest win that is looked for, in plies.
pub const LONGEST: u32 = 31;

/// The most attacking moves that are considered in one position.
const WIDEST: usize = 48;

/// A win by force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// In how many plies it wins at the latest.
    pub plies: u32,
    /// The winning line against the defence that holds out longest: at least its first move.
    pub line: Vec<Move>,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    /// There is no win in so many plies.
    none: u8,
    /// There is a win in so many plies, or 0, and it begins here.
    win: u8,
    cell: u16,
}

/// An attacking move with the defences against it.
#[derive(Clone, Copy)]
struct Attack<const W: usize> {
    cell: u16,
    defences: u16,
    stops: BitSet<W>,
}

/// A search for wins by force. It remembers what it found from one question to the next.
#[derive(Debug)]
pub struct Vcf {
    known: Vec<Slot>,
    nodes: u64,
    limit: u64,
    /// The search has to end.
    over: bool,
    /// More plies might have found more.
    cut: bool,
}

/// What a search for a win by force found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VcfResult {
    /// The win, if there is one.
    pub forced: Option<ForcedWin>,
    /// How many moves were tried.
    pub nodes: u64,
    /// Whether it was tried to the end: if not, the nodes did not suffice.
    pub complete: bool,
}

/// No win in any number of plies.
const NEVER: u8 = u8::MAX;

/// Memory, as a power of two.
const BITS: u32 = 15;

impl Default for Vcf {
    fn default() -> Self {
        Vcf::new()
    }
}

impl Vcf {
    /// Makes a search that knows nothing yet.
    pub fn new() -> Vcf {
        Vcf { known: vec![Slot::default(); 1 << BITS], nodes: 0, limit: 0, over: false, cut: false }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.known.fill(Slot::default());
    }

    /// Looks for the shortest win by force of the side to move, of at most `longest` plies; tries about `nodes` moves at
    /// most.
    pub fn solve<const W: usize>(
        &mut self,
        game: &Gomoku<W>,
        position: &Position<W>,
        longest: u32,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> VcfResult {
        (self.nodes, self.limit, self.over) = (0, nodes, false);
        let mut forced = None;
        self.cut = position.end.is_none();
        for plies in (1..=longest.min(LONGEST)).step_by(2) {
            if self.over || !self.cut {
                break;
            }
            self.cut = false;
            if let Some(won) = self.attack(game, position, plies as u8, stop) {
                let line = self.line(game, position, won);
                forced = (!line.is_empty()).then_some(ForcedWin { plies: u32::from(won), line });
                self.over = false;
                break;
            }
        }
        VcfResult { forced, nodes: self.nodes, complete: !self.over }
    }

    fn slot(&mut self, key: u64) -> &mut Slot {
        &mut self.known[(key >> (64 - BITS)) as usize]
    }

    /// Counts a move tried. Says whether the search has to end.
    #[inline]
    fn spend(&mut self, stop: &dyn Fn() -> bool) -> bool {
        self.nodes += 1;
        if self.nodes >= self.limit || self.nodes.is_multiple_of(256) && stop() {
            self.over = true;
        }
        self.over
    }

    /// Returns in how many plies the side to move wins, if it does so within `plies`, an odd number.
    fn attack<const W: usize>(
        &mut self,
        game: &Gomoku<W>,
        position: &Position<W>,
        plies: u8,
        stop: &dyn Fn() -> bool,
    ) -> Option<u8> {
        if !game.wins(position, false).is_empty() {
            return Some(1);
        }
        if plies < 3 {
            self.cut |= !game.attacks(position).is_empty();
            return None;
        }
        let key = position.key;
        let known = *self.slot(key);
        if known.key == key {
            if known.win > 0 && known.win <= plies {
                return Some(known.win);
            }
            if known.none >= plies {
                self.cut |= known.none < NEVER;
                return None;
            }
        }
        let cut = std::mem::take(&mut self.cut);
        let mut best: Option<u8> = None;
        let mut begins = 0;
        let mut attacks = [Attack { cell: 0, defences: 0, stops: BitSet::EMPTY }; WIDEST];
        let count = self.list(game, position, &mut attacks, stop);
        for attack in &attacks[..count] {
            // Once there is a win, only a shorter one is of interest.
            let within = best.map_or(plies, |won| won.saturating_sub(2));
            if within < 3 || self.over {
                break;
            }
            if let Some((won, _)) = self.holds(game, position, attack, within, stop) {
                (best, begins) = (Some(won), attack.cell);
            }
        }
        let none = if self.cut { plies } else { NEVER };
        self.cut |= cut;
        if best.is_some() || !self.over {
            let slot = self.slot(key);
            if slot.key != key {
                *slot = Slot { key, ..Slot::default() };
            }
            match best {
                Some(won) => (slot.win, slot.cell) = (won, begins),
                None => slot.none = none,
            }
        }
        best
    }

    /// Lists the attacking moves, those that leave the fewest defences first.
    fn list<const W: usize>(
        &mut self,
        game: &Gomoku<W>,
        position: &Position<W>,
        out: &mut [Attack<W>; WIDEST],
        stop: &dyn Fn() -> bool,
    ) -> usize {
        let mut count = 0;
        for cell in game.attacks(position) {
            if count == WIDEST {
                self.cut = true;
                break;
            }
            let mv = Move(cell as u16);
            if !game.is_legal(position, mv) {
                continue;
            }
            if self.spend(stop) {
                break;
            }
            let made = game.after(position, mv);
            // It won nothing at once, so that an end is a draw or a loss.
            if made.end.is_some() {
                continue;
            }
            if let Urgency::Only(stops) = game.urgency(&made) {
                out[count] = Attack { cell: cell as u16, defences: stops.count() as u16, stops };
                count += 1;
            }
        }
        out[..count].sort_by_key(|attack| (attack.defences, attack.cell));
        count
    }

    /// Returns in how many plies an attacking move wins, if it does so within `plies` whatever the defence, and the
    /// defence that holds out longest.
    fn holds<const W: usize>(
        &mut self,
        game: &Gomoku<W>,
        position: &Position<W>,
        attack: &Attack<W>,
        plies: u8,
        stop: &dyn Fn() -> bool,
    ) -> Option<(u8, Option<u16>)> {
        let attacker = position.to_move;
        let made = game.after(position, Move(attack.cell));
        // A five that the answer leaves alone wins with that answer; a threat is carried out one ply later.
        let mut longest = (if made.pending { 2 } else { 3 }, None);
        for cell in attack.stops {
            let answer = Move(cell as u16);
            if !game.is_legal(&made, answer) {
                continue;
            }
            if self.spend(stop) {
                return None;
            }
            let answered = game.after(&made, answer);
            let won = if answered.end.is_some() {
                answered.is_won_by(attacker).then_some(2)
            } else {
                self.attack(game, &answered, plies - 2, stop).map(|won| won + 2)
            }?;
            if won > longest.0 || longest.1.is_none() {
                longest = (won.max(longest.0), Some(cell as u16));
            }
        }
        Some(longest)
    }

    /// Shows a win of so many plies, as far as it is remembered or quickly found again.
    fn line<const W: usize>(&mut self, game: &Gomoku<W>, position: &Position<W>, plies: u8) -> Vec<Move> {
        self.limit = self.nodes.saturating_add(200).saturating_add(self.limit / 4);
        let never = || false;
        let mut line = Vec::new();
        let (mut position, mut plies) = (*position, plies);
        loop {
            if let Some(cell) = game.wins(&position, false).first() {
                line.push(Move(cell as u16));
                return line;
            }
            self.over = false;
            // Found again if it was forgotten.
            if self.attack(game, &position, plies, &never).is_none()
                || self.slot(position.key).key != position.key
            {
                return line;
            }
            let cell = self.slot(position.key).cell;
            line.push(Move(cell));
            let made = game.after(&position, Move(cell));
            let Urgency::Only(stops) = game.urgency(&made) else { return line };
            let attack = Attack { cell, defences: 0, stops };
            let reply = self.holds(game, &position, &attack, plies, &never).and_then(|(_, reply)| reply);
            // Where nothing helps, any move will do.
            let reply = reply.or_else(|| game.legal(&made).first().map(|cell| cell as u16));
            let Some(reply) = reply.map(Move) else { return line };
            line.push(reply);
            position = game.after(&made, reply);
            if position.end.is_some() {
                return line;
            }
            plies = plies.saturating_sub(2);
        }
    }
}
