//! Wins and gains by force within so many plies, over every move of both sides: what is found here is proven, either way.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use damier_core::{Game, Side, Verdict};

/// As many plies as there are: for games whose every line ends.
pub const FOREVER: u32 = u32::MAX;

/// What a game knows that shortens the search and leaves it a proof.
pub struct Insight<G: Game> {
    /// Appends legal moves, among them one that wins at once, if any move does. The position is not over.
    pub wins: fn(&G, &G::Position, &mut Vec<G::Move>),
    /// Appends the legal moves other than which all lose at once, or to the opponent's next move, and returns true; returns
    /// false where it cannot tell. The position is not over.
    pub stops: fn(&G, &G::Position, &mut Vec<G::Move>) -> bool,
    /// Returns a number of plies within which nobody has won yet, whatever is played. The position is not over.
    pub least: fn(&G, &G::Position) -> u32,
}

impl<G: Game> Insight<G> {
    /// Knows nothing: every move may win, and every move may hold.
    pub const NONE: Insight<G> = Insight { wins: all_moves::<G>, stops: |_, _, _| false, least: |_, _| 0 };
}

/// Counts by how much a side is ahead of the other: in men, say.
pub type Lead<G> = fn(&G, &<G as Game>::Position, Side) -> i32;

/// What the attacker is to reach.
enum Aim<G: Game> {
    /// The end of the game: won, or solved.
    End,
    /// To be ahead by so much when it is its turn or the game is over, so that the answer to its last move counts too.
    Ahead(Lead<G>, i32),
}

fn all_moves<G: Game>(game: &G, position: &G::Position, out: &mut Vec<G::Move>) {
    game.moves_into(position, out);
}

impl<G: Game> Clone for Insight<G> {
    fn clone(&self) -> Insight<G> {
        *self
    }
}

impl<G: Game> Copy for Insight<G> {}

/// What is known of a position.
struct Known<G: Game> {
    position: G::Position,
    /// The attacker wins within so many plies; 0 where that is not known of any number.
    won: u32,
    /// The attacker cannot force a win within so many plies.
    held: u32,
    /// The move that showed the last of these.
    best: Option<G::Move>,
}

/// Takes keys for what they are: hashes.
#[derive(Default)]
struct Keys(u64);

impl Hasher for Keys {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        // Tables of games without a good spread in the high bits would be slow otherwise.
        self.0 = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// A search for the wins of one side, or for what it can gain, with what it remembers from one question to the next. Positions that are
/// remembered are compared, not only their keys: an answer is a proof.
///
/// It knows nothing of rules about lines of play. Where these only draw, that changes nothing: a shortest win never comes
/// back to a position, and what is not won without such rules is not won with them.
///
/// ```
/// use damier_core::{Side, Sticks};
/// use damier_search::{Insight, Mate};
///
/// let game = Sticks { count: 10 };
/// let mut mate = Mate::new(&game, Side::First, Insight::NONE, 10_000);
/// assert_eq!(mate.within(&(5, Side::First), 2), Some(false));
/// assert_eq!(mate.within(&(5, Side::First), 3), Some(true));
/// ```
pub struct Mate<'a, G: Game> {
    game: &'a G,
    attacker: Side,
    aim: Aim<G>,
    insight: Insight<G>,
    known: HashMap<u64, Known<G>, BuildHasherDefault<Keys>>,
    /// By plies from the question, the moves that decided other positions there.
    killers: Vec<[Option<G::Move>; 2]>,
    spare: Vec<Vec<G::Move>>,
    nodes: u64,
    limit: u64,
}

impl<'a, G: Game> Mate<'a, G> {
    /// Makes a search for the wins of `attacker` that visits at most about `limit` positions, all its questions together.
    pub fn new(game: &'a G, attacker: Side, insight: Insight<G>, limit: u64) -> Mate<'a, G> {
        Mate {
            game,
            attacker,
            aim: Aim::End,
            insight,
            known: HashMap::default(),
            killers: Vec::new(),
            spare: Vec::new(),
            nodes: 0,
            limit,
        }
    }

    /// Makes a search for what `attacker` can gain: to be ahead by `least` when it is its turn again, or at the end of the game.
    pub fn gain(game: &'a G, attacker: Side, lead: Lead<G>, least: i32, limit: u64) -> Mate<'a, G> {
        Mate { aim: Aim::Ahead(lead, least), ..Mate::new(game, attacker, Insight::NONE, limit) }
    }

    /// Says whether a position has what the attacker is after, or can have it no more; `None` while it is open.
    pub fn reached(&self, position: &G::Position) -> Option<bool> {
        let over = self.game.outcome(position).map(|end| end.verdict);
        match self.aim {
            Aim::End => over.map(|end| end == Verdict::Win(self.attacker) || end == Verdict::Solved),
            Aim::Ahead(lead, least) => {
                let counts = over.is_some() || self.game.side_to_move(position) == self.attacker;
                let ahead = counts && lead(self.game, position, self.attacker) >= least;
                if ahead { Some(true) } else { over.map(|_| false) }
            }
        }
    }

    /// Returns how many positions were visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Says whether the attacker forces what it is after within so many plies, whoever is to move; `None` if the limit
    /// came first. Within [`FOREVER`] may be asked only where every line of play ends.
    pub fn within(&mut self, position: &G::Position, plies: u32) -> Option<bool> {
        self.visit(position, plies, 0)
    }

    /// Returns a line in which the attacker gets there as quickly as it can and the defender holds out as long as it can,
    /// and at last loses as little as it can, from a position that is won within so many plies and not within fewer. It is
    /// shorter if the limit came first.
    pub fn line(&mut self, position: &G::Position, plies: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut at = position.clone();
        let mut moves = Vec::new();
        for left in (0..plies).rev() {
            moves.clear();
            self.game.moves_into(&at, &mut moves);
            let attacks = self.game.side_to_move(&at) == self.attacker;
            if let (Aim::Ahead(lead, _), false, 0) = (&self.aim, attacks, left) {
                moves.sort_by_key(|&mv| lead(self.game, &self.after(&at, mv), self.attacker));
            }
            let good = moves.iter().copied().find(|&mv| {
                let after = self.after(&at, mv);
                if attacks {
                    self.within(&after, left) == Some(true)
                } else {
                    left == 0 || self.within(&after, left - 1) == Some(false)
                }
            });
            let Some(mv) = good else { break };
            line.push(mv);
            self.game.play(&mut at, mv);
        }
        line
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut after = position.clone();
        self.game.play(&mut after, mv);
        after
    }

    fn visit(&mut self, position: &G::Position, plies: u32, ply: usize) -> Option<bool> {
        if let Some(reached) = self.reached(position) {
            return Some(reached);
        }
        if plies == 0 || plies < (self.insight.least)(self.game, position) {
            return Some(false);
        }
        self.nodes += 1;
        if self.nodes > self.limit {
            return None;
        }
        let attacks = self.game.side_to_move(position) == self.attacker;
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        let answer = if attacks && plies == 1 {
            Some(self.wins_at_once(position, &mut moves).is_some())
        } else {
            self.search(position, plies, ply, attacks, &mut moves)
        };
        self.spare.push(moves);
        answer
    }

    fn wins_at_once(&mut self, position: &G::Position, moves: &mut Vec<G::Move>) -> Option<G::Move> {
        (self.insight.wins)(self.game, position, moves);
        moves.iter().copied().find(|&mv| self.reached(&self.after(position, mv)) == Some(true))
    }

    fn search(
        &mut self,
        position: &G::Position,
        plies: u32,
        ply: usize,
        attacks: bool,
        moves: &mut Vec<G::Move>,
    ) -> Option<bool> {
        let key = self.game.key(position);
        let mut first = None;
        if let Some(known) = self.known.get(&key).filter(|known| known.position == *position) {
            if known.won > 0 && known.won <= plies {
                return Some(true);
            }
            if known.held >= plies {
                return Some(false);
            }
            first = known.best;
        }
        let at_once = attacks && matches!(self.aim, Aim::End);
        if at_once && let Some(mv) = self.wins_at_once(position, moves) {
            self.note(key, position, 1, true, Some(mv));
            return Some(true);
        }
        moves.clear();
        if attacks || plies < 2 || !(self.insight.stops)(self.game, position, moves) {
            moves.clear();
            self.game.moves_into(position, moves);
        }
        self.put_first(moves, first, ply);
        let left = if plies == FOREVER { FOREVER } else { plies - 1 };
        for &mv in moves.iter() {
            let after = self.after(position, mv);
            if self.visit(&after, left, ply + 1)? == attacks {
                self.note(key, position, plies, attacks, Some(mv));
                self.remember(mv, ply);
                return Some(attacks);
            }
        }
        self.note(key, position, plies, !attacks, None);
        Some(!attacks)
    }

    /// Brings the moves to the front that decided this position before, or others at this ply.
    fn put_first(&mut self, moves: &mut [G::Move], first: Option<G::Move>, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [a, b] = self.killers[ply];
        let mut place = 0;
        for mv in [first, a, b].into_iter().flatten() {
            if let Some(at) = moves[place..].iter().position(|&other| other == mv) {
                moves[place..=place + at].rotate_right(1);
                place += 1;
            }
        }
    }

    fn remember(&mut self, mv: G::Move, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    fn note(&mut self, key: u64, position: &G::Position, plies: u32, won: bool, best: Option<G::Move>) {
        let fresh = || Known { position: position.clone(), won: 0, held: 0, best: None };
        let known = self.known.entry(key).or_insert_with(fresh);
        if known.position != *position {
            *known = fresh();
        }
        if !won {
            known.held = known.held.max(plies);
        } else if known.won == 0 || plies < known.won {
            known.won = plies;
        }
        known.best = best.or(known.best);
    }
}
