//! What the engines know of Quandary.
//!
//! A man advances only by leave of the enemy, and whoever can move must: so moves count for much. Where the first man on
//! the far rank wins, so do the foremost men and how many colours the enemy has to keep from them; where all four have
//! to come home, what counts is whether they still can.

use damier_core::{Game, Side};
use damier_search::{Coverage, Features, MoveHints};

use super::rules::{BOARD, Objective, PASS, SIZE, home};
use super::{Move, Position, Quandary};

/// The weights of the goal of four men, then those of the goal of the first.
const FOUR_MOVES: usize = 0;
const FOUR_WAITS: usize = FOUR_MOVES + MOST + 1;
const FOUR_LOST: usize = FOUR_WAITS + MOST + 1;
const FOUR_HOPE: usize = FOUR_LOST + 1;
const FOUR_LEAD: usize = FOUR_HOPE + 1;
const MOVES: usize = FOUR_LEAD + 1;
const WAITS: usize = MOVES + MOST + 1;
const RANKS: usize = WAITS + MOST + 1;
const FOREMOST: usize = RANKS + SIZE;
const COLOURS: usize = FOREMOST + SIZE;
const LEAD: usize = COLOURS + NEAR;
const TEMPO: usize = LEAD + 1;
const COUNT: usize = TEMPO + 1;

/// More moves than these make no difference.
const MOST: usize = 6;
/// The colours before men with so few ranks left are counted.
const NEAR: usize = 3;
/// Chances below this, as [`Quandary::log_chance`] gives them, make no difference.
const LEAST_LOG_CHANCE: i32 = -30;

/// The weights of the goal of the first man, by their use.
#[derive(Clone, Debug)]
pub(super) struct FirstManWeights {
    /// Of a man, by the ranks he has left.
    pub(super) man: [i32; SIZE],
    /// Of the foremost man, by the ranks he has left.
    pub(super) foremost: [i32; SIZE],
    /// Of each colour before men that have one, two or three ranks left.
    pub(super) colours: [i32; NEAR],
    turn: [i32; MOST + 1],
    waits: [i32; MOST + 1],
}

impl FirstManWeights {
    /// Sorts the weights of [`QuandaryFeatures`].
    pub(super) fn new(weights: &[i32]) -> FirstManWeights {
        let at = |first: usize| move |place: usize| weights[first + place];
        FirstManWeights {
            man: std::array::from_fn(|left| weights[RANKS + left] - left as i32 * weights[LEAD]),
            foremost: std::array::from_fn(at(FOREMOST)),
            colours: std::array::from_fn(at(COLOURS)),
            turn: std::array::from_fn(|moves| weights[MOVES + moves] + weights[TEMPO]),
            waits: std::array::from_fn(at(WAITS)),
        }
    }

    /// Returns the worth of so many moves, for the side to move or for the other.
    #[inline]
    pub(super) fn moves(&self, moves: usize, turn: bool) -> i32 {
        (if turn { &self.turn } else { &self.waits })[moves.min(MOST)]
    }
}

/// Moves, men by the ranks they have left, and the chance to bring all four home.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuandaryFeatures;

/// Returns how many ranks a man of a side has yet to cross.
fn ranks_left(side: Side, cell: u8) -> usize {
    BOARD.rank(cell.into()).abs_diff(home(side.other()))
}

/// What a man's chances are counted in: 1024 is certainty.
const CERTAIN: u64 = 1 << 10;

/// Guesses the chances of a man to end on a certain file, by the ranks and the files that are left: each of the three
/// cells before him is allowed now and then, and he can wait for a while, but not for ever.
pub(super) const CHANCES: [[u64; SIZE]; SIZE] = chances();

const fn chances() -> [[u64; SIZE]; SIZE] {
    const ALLOWED: u64 = 45;
    const WAIT: u64 = 80;
    let mut table = [[0; SIZE]; SIZE];
    table[0][0] = CERTAIN;
    let mut ranks = 1;
    while ranks < SIZE {
        let mut files = 0;
        while files < SIZE {
            let below = &table[ranks - 1];
            let mut next =
                [below[files.abs_diff(1)], below[files], if files + 1 < SIZE { below[files + 1] } else { 0 }];
            // The best first.
            if next[1] > next[0] {
                next = [next[1], next[0], next[2]];
            }
            if next[2] > next[0] {
                next = [next[2], next[0], next[1]];
            } else if next[2] > next[1] {
                next = [next[0], next[2], next[1]];
            }
            // In parts of a million: he takes the best cell that is allowed and of use; else he waits.
            let (mut open, mut chance, mut at) = (1_000_000, 0, 0);
            while at < 3 && next[at] > 0 {
                chance += open * ALLOWED / 100 * next[at];
                open = open * (100 - ALLOWED) / 100;
                at += 1;
            }
            let stays = open * WAIT / 100;
            table[ranks][files] = chance / (1_000_000 - stays);
            files += 1;
        }
        ranks += 1;
    }
    table
}

impl Quandary {
    /// Guesses how likely a side's men are to reach its goals, each a different one: 2^40 is certainty, 0 means that they
    /// cannot, even if every colour were allowed.
    pub(super) fn chances(&self, position: &Position, side: Side) -> u64 {
        let mut goals = position.starts[side.other().index()];
        let mut files = [0; 4];
        for file in &mut files {
            *file = goals.trailing_zeros() as usize;
            goals &= goals.wrapping_sub(1);
        }
        // The chances of the first men, by the set of the goals that they share.
        let mut sums = [0u64; 16];
        sums[0] = 1;
        for &man in &position.men[side.index()] {
            let (file, left) = (BOARD.file(man.into()), ranks_left(side, man));
            let mut next = [0; 16];
            for (goal, at) in files.iter().enumerate() {
                let chance = CHANCES[left][at.abs_diff(file)];
                if chance > 0 {
                    for set in (0..16usize).filter(|set| set >> goal & 1 == 0) {
                        next[set | 1 << goal] += sums[set] * chance;
                    }
                }
            }
            sums = next;
        }
        sums[15]
    }

    /// Guesses how likely a side's men are to reach its goals: twice the logarithm to base 2, from 0 down; or `None` where
    /// they cannot, even if every colour were allowed.
    pub(super) fn log_chance(&self, position: &Position, side: Side) -> Option<i32> {
        let sum = self.chances(position, side);
        if sum == 0 {
            return None;
        }
        // The square has the logarithm of twice the size.
        let twice = (u128::from(sum) * u128::from(sum)).ilog2() as i32;
        Some((twice - 80).clamp(LEAST_LOG_CHANCE, 0))
    }
}

impl Features<Quandary> for QuandaryFeatures {
    fn count(&self, _game: &Quandary) -> usize {
        COUNT
    }

    fn name(&self, _game: &Quandary, weight: usize) -> String {
        match weight {
            _ if weight < FOUR_WAITS => format!("four-moves-{}", weight - FOUR_MOVES),
            _ if weight < FOUR_LOST => format!("four-waits-{}", weight - FOUR_WAITS),
            FOUR_LOST => "four-lost".to_string(),
            FOUR_HOPE => "four-hope".to_string(),
            FOUR_LEAD => "four-lead".to_string(),
            _ if weight < WAITS => format!("moves-{}", weight - MOVES),
            _ if weight < RANKS => format!("waits-{}", weight - WAITS),
            _ if weight < FOREMOST => format!("ranks-{}", weight - RANKS),
            _ if weight < COLOURS => format!("foremost-{}", weight - FOREMOST),
            _ if weight < LEAD => format!("colours-{}", weight - COLOURS + 1),
            LEAD => "lead".to_string(),
            _ => "tempo".to_string(),
        }
    }

    fn measure(&self, game: &Quandary, position: &Position, add: &mut impl FnMut(usize, i32)) {
        for side in [Side::First, Side::Second] {
            let sign = if side == Side::First { 1 } else { -1 };
            let moves = game.moves_of(position, side).count.min(MOST);
            let turn = side == position.to_move;
            let men = &position.men[side.index()];
            let left: usize = men.iter().map(|&man| ranks_left(side, man)).sum();
            if game.goal == Objective::Four {
                add(if turn { FOUR_MOVES } else { FOUR_WAITS } + moves, sign);
                match game.log_chance(position, side) {
                    None => add(FOUR_LOST, sign),
                    Some(chance) => add(FOUR_HOPE, sign * chance),
                }
                add(FOUR_LEAD, -sign * left as i32);
                continue;
            }
            add(if turn { MOVES } else { WAITS } + moves, sign);
            let mut foremost = SIZE - 1;
            let mut colours = [0u8; NEAR];
            for &man in men {
                let ranks = ranks_left(side, man);
                add(RANKS + ranks, sign);
                foremost = foremost.min(ranks);
                if (1..=NEAR).contains(&ranks) {
                    for to in game.ahead[side.index()][usize::from(man)] {
                        colours[ranks - 1] |= game.colours[usize::from(to)];
                    }
                }
            }
            add(FOREMOST + foremost, sign);
            for (ranks, colours) in colours.into_iter().enumerate() {
                add(COLOURS + ranks, sign * colours.count_ones() as i32);
            }
            add(LEAD, -sign * left as i32);
            if turn {
                add(TEMPO, sign);
            }
        }
    }
}

impl MoveHints<Quandary> for QuandaryFeatures {
    fn moves(&self, game: &Quandary, position: &Position, out: &mut Vec<Move>) -> Coverage {
        game.moves_into(position, out);
        // Where neither side can win any more, all moves lead to a draw.
        let lost = |side| game.log_chance(position, side).is_none();
        if game.goal == Objective::Four && lost(Side::First) && lost(Side::Second) {
            out.truncate(1);
        }
        Coverage::Sound
    }

    fn hint(&self, game: &Quandary, position: &Position, mv: Move) -> i32 {
        let after = game.after(position, mv);
        let [own, enemy] =
            [position.to_move, after.to_move].map(|side| game.moves_of(&after, side).count as i32);
        let ahead = if game.goal == Objective::First && mv != PASS {
            -3 * ranks_left(position.to_move, mv.to) as i32
        } else {
            0
        };
        10 * (own - enemy) + 10 * ahead
    }

    fn slot(&self, _game: &Quandary, mv: Move) -> Option<usize> {
        (mv != PASS).then(|| 3 * usize::from(mv.to) + usize::from(mv.from) % 3)
    }
}
