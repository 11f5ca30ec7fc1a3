//! What an engine looks at in La néo-pettie.

use damier_core::{Game, Side};
use damier_search::{Features, MoveHints};

use super::board::{BOARD, DIRECTIONS, NeoPettieCells, shift, shift_back};
use super::{Move, NeoPettie, Position};

/// The weights' names, in order. All but `tempo` and `lead` count for White and against Black.
const NAMES: [&str; 16] = [
    "tempo",
    // A man, and as much again for every man that is gone from the board, by tens.
    "man",
    "man_late",
    // Having more men, whatever the difference: it wins when nothing is captured any more.
    "lead",
    // Enemies that a step would capture, one of them or more, for the side to move and for the other.
    "threat",
    "threats",
    "later_threat",
    "later_threats",
    // Places of men, from the edge inwards.
    "corner",
    "edge",
    "second",
    "third",
    // Men side by side, two men with one cell between them, steps.
    "pairs",
    "gaps",
    "steps",
    "steps_late",
];

const TEMPO: usize = 0;
const MAN: usize = 1;
const LEAD: usize = 3;
const THREAT: usize = 4;
const PLACES: usize = 8;
const PAIRS: usize = 12;
const GAPS: usize = 13;
const STEPS: usize = 14;

/// The men of both sides at the start.
const ALL_MEN: i32 = 40;

/// The cells so far from the edge, or farther.
const fn inner(cells: NeoPettieCells) -> NeoPettieCells {
    cells & cells << 1 & cells >> 1 & cells << 11 & cells >> 11
}

const SECOND: NeoPettieCells = inner(BOARD);
const THIRD: NeoPettieCells = inner(SECOND);
const FOURTH: NeoPettieCells = inner(THIRD);
const CORNERS: NeoPettieCells = 1 | 1 << 9 | 1 << 99 | 1 << 108;

/// The rings of cells that have weights: the corners, then from the edge inwards.
const RINGS: [NeoPettieCells; 4] = [CORNERS, BOARD & !SECOND & !CORNERS, SECOND & !THIRD, THIRD & !FOURTH];

/// What La néo-pettie is judged by: men, and what threatens them.
#[derive(Clone, Copy, Debug)]
pub struct NeoPettieFeatures;

/// Returns the enemies that one step of `own` would capture.
#[inline]
pub(super) fn capturable(own: NeoPettieCells, enemies: NeoPettieCells) -> NeoPettieCells {
    let free = BOARD & !(own | enemies);
    let reach = free & (0..DIRECTIONS).fold(0, |cells, direction| cells | shift(own, direction));
    // The man behind the enemy is never the one who steps in front of it: they are two cells apart.
    let holds = own | !BOARD;
    (0..DIRECTIONS)
        .fold(0, |taken, direction| taken | shift(reach, direction) & enemies & shift_back(holds, direction))
}

impl Features<NeoPettie> for NeoPettieFeatures {
    fn count(&self, _game: &NeoPettie) -> usize {
        NAMES.len()
    }

    fn name(&self, _game: &NeoPettie, weight: usize) -> String {
        NAMES[weight].to_string()
    }

    fn measure(&self, _game: &NeoPettie, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let counts = position.men.map(|men| men.count_ones() as i32);
        let gone = ALL_MEN - counts[0] - counts[1];
        let difference = counts[0] - counts[1];
        add(MAN, difference);
        add(MAN + 1, difference * gone / 10);
        add(LEAD, difference.signum());
        let free = BOARD & !(position.men[0] | position.men[1]);
        let mut steps = 0;
        for side in [Side::First, Side::Second] {
            let sign = if side == Side::First { 1 } else { -1 };
            let (own, enemies) = (position.men[side.index()], position.men[side.other().index()]);
            let later = usize::from(side != position.to_move);
            if later == 0 {
                add(TEMPO, sign);
            }
            let threats = capturable(own, enemies).count_ones() as i32;
            if threats > 0 {
                add(THREAT + 2 * later, sign);
                add(THREAT + 2 * later + 1, sign * (threats - 1));
            }
            for (place, ring) in RINGS.iter().enumerate() {
                add(PLACES + place, sign * (own & ring).count_ones() as i32);
            }
            let line = |direction| {
                let next = shift(own, direction);
                let beyond = shift(next & BOARD, direction) & own & !shift(own, direction);
                ((own & next).count_ones() as i32, beyond.count_ones() as i32)
            };
            let ((east, past_east), (north, past_north)) = (line(0), line(1));
            add(PAIRS, sign * (east + north));
            add(GAPS, sign * (past_east + past_north));
            let ways = |direction| (own & shift_back(free, direction)).count_ones() as i32;
            steps += sign * (0..DIRECTIONS).map(ways).sum::<i32>();
        }
        add(STEPS, steps);
        add(STEPS + 1, steps * gone / 10);
    }
}

impl MoveHints<NeoPettie> for NeoPettieFeatures {
    const QUIESCENCE: bool = true;

    fn hint(&self, _game: &NeoPettie, position: &Position, mv: Move) -> i32 {
        let (side, other) = (position.to_move.index(), position.to_move.other().index());
        let (own, enemies) = (position.men[side], position.men[other]);
        let moved = own ^ (1 << mv.from | 1 << mv.to);
        let taken = super::rules::captured(1 << mv.to, moved, enemies);
        let left = enemies & !taken;
        // What the enemy may take next, and what this side may take after that.
        let lost = capturable(left, moved).count_ones() as i32;
        let won = capturable(moved, left).count_ones() as i32;
        1000 * taken.count_ones() as i32 - 300 * lost + 100 * won
    }

    fn is_loud(&self, game: &NeoPettie, position: &Position, mv: Move) -> bool {
        game.is_progress(position, mv)
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Rng;
    use damier_testkit::play;

    use super::*;

    fn amounts(game: &NeoPettie, position: &Position) -> Vec<i32> {
        play::amounts(&NeoPettieFeatures, game, position)
    }

    fn visit(check: &mut impl FnMut(&NeoPettie, &Position)) {
        let game = NeoPettie::new();
        play::visit_random_games(&game, 20, 200, &mut Rng::new(4), |position| check(&game, position));
    }

    #[test]
    fn colours_and_symmetries_do_not_matter() {
        visit(&mut |game, position| {
            let here = amounts(game, position);
            let [white, black] = position.men;
            let exchanged = Position { men: [black, white], to_move: position.to_move.other() };
            let turned: Vec<i32> = amounts(game, &exchanged).into_iter().map(|amount| -amount).collect();
            assert_eq!(here, turned);
            for symmetry in 1..game.symmetries() {
                assert_eq!(here, amounts(game, &game.transform(position, symmetry)));
            }
        });
    }

    #[test]
    fn threats_are_the_captures_of_the_next_step() {
        let mut found = 0;
        visit(&mut |game, position| {
            let (side, other) = (position.to_move.index(), position.to_move.other().index());
            let mut taken = 0;
            for mv in game.moves(position) {
                let after = game.after(position, mv);
                let now = position.men[other] & !after.men[other];
                assert_eq!(now != 0, NeoPettieFeatures.is_loud(game, position, mv));
                taken |= now;
            }
            assert_eq!(taken, capturable(position.men[side], position.men[other]));
            found += taken.count_ones();
        });
        assert!(found > 200, "{found}");
    }

    #[test]
    fn every_cell_but_the_innermost_has_one_place() {
        assert_eq!(RINGS.iter().fold(0, |all, ring| all | ring), BOARD & !FOURTH);
        assert_eq!(RINGS.map(NeoPettieCells::count_ones), [4, 32, 28, 20]);
    }
}
