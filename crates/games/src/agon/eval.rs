//! What an engine looks at in Agon.

use damier_core::board::Bits;
use damier_core::{Game, Side};
use damier_search::{Coverage, Features, MoveHints};

use super::board::{
    AROUND, AgonCells, BITS, BOARD, CENTRE, DIRECTIONS, NEAR, REACH, RIM, RINGS, STEPS, between_two, shift,
};
use super::rules::PASS;
use super::{Agon, Move, Position};

/// The weights' names, in order. All but `tempo` count for White and against Black.
const NAMES: [&str; 29] = [
    "tempo",
    // A guard, or the queen, on a ring; the rim counts nothing.
    "guard1",
    "guard2",
    "guard3",
    "guard4",
    "queen0",
    "queen1",
    "queen2",
    "queen3",
    "queen4",
    // So many guards around the centre while the queen is there, or while she is not.
    "throne2",
    "throne3",
    "throne4",
    "throne5",
    "waiting2",
    "waiting3",
    "waiting4",
    "waiting5",
    // Pieces that stand between two enemies while their side is to move, or while it is not.
    "caught_guards",
    "caught_queen",
    "later_guards",
    "later_queen",
    // Enemy pieces that one step would catch, for the side to move and for the other.
    "threats",
    "queen_threat",
    "later_threats",
    "later_queen_threat",
    // Cells that a step to an inner ring reaches, free and safe.
    "inward",
    // Enemies around the own queen in the centre, and own guards around the enemy's there.
    "besiegers",
    "siege",
];

const TEMPO: usize = 0;
const GUARD: usize = 1;
const QUEEN: usize = 5;
const THRONE: usize = 10;
const WAITING: usize = 14;
const CAUGHT: usize = 18;
const THREATS: usize = 22;
const INWARD: usize = 26;
const BESIEGERS: usize = 27;
const SIEGE: usize = 28;

/// The number of the rim's ring.
const RIM_RING: usize = REACH as usize;

/// Every other cell of the rim, in reading order: enough to choose from.
const SPACED: AgonCells = {
    let mut cells = 0;
    let mut bit = 0;
    let mut number = 0;
    while bit < BITS {
        if RIM >> bit & 1 == 1 {
            cells |= (number % 2) << bit;
            number += 1;
        }
        bit += 1;
    }
    cells
};

/// The cells beside every bit that is a cell.
static TOUCHING: [AgonCells; BITS] = {
    let mut table = [0; BITS];
    let mut bit = 0;
    while bit < BITS {
        let mut direction = 0;
        while direction < DIRECTIONS {
            table[bit] |= shift(BOARD & 1 << bit, direction) & BOARD;
            direction += 1;
        }
        bit += 1;
    }
    table
};

/// What Agon is judged by: rings, captures and who holds the centre.
#[derive(Clone, Copy, Debug)]
pub struct AgonFeatures;

/// Returns the pieces of `enemies` that stand between one of `own` and a cell of `steps`: a step there catches them.
fn catchable(own: AgonCells, steps: AgonCells, enemies: AgonCells) -> AgonCells {
    (0..DIRECTIONS).fold(0, |found, direction| {
        found | enemies & shift(own, direction) & shift(steps, DIRECTIONS - 1 - direction)
    })
}

/// Returns the cells from which a piece of `own` would catch one of `enemies` with another of `own`.
fn catching_cells(own: AgonCells, enemies: AgonCells) -> AgonCells {
    (0..DIRECTIONS).fold(0, |found, way| found | shift(enemies & shift(own, way), way))
}

/// Returns some cells of the rim that are as near as can be to the cells `gaps` around the centre.
fn before(gaps: AgonCells) -> AgonCells {
    let spread = |cells| (0..DIRECTIONS).fold(cells, |found, way| found | shift(cells, way));
    // From the first ring to the fifth: shifts that leave the board only reach bits that are no cells.
    (0..4).fold(gaps, |cells, _| spread(cells) & BOARD) & SPACED
}

impl Features<Agon> for AgonFeatures {
    fn count(&self, _game: &Agon) -> usize {
        NAMES.len()
    }

    fn name(&self, _game: &Agon, weight: usize) -> String {
        NAMES[weight].to_string()
    }

    fn measure(&self, _game: &Agon, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let free = BOARD & !(position.pieces[0] | position.pieces[1]);
        for side in [Side::First, Side::Second] {
            let sign = if side == Side::First { 1 } else { -1 };
            let (own, enemies) = (position.pieces[side.index()], position.pieces[side.other().index()]);
            let (queen, guards) = (position.queens[side.index()], position.guards(side));
            let later = usize::from(side != position.to_move);
            if later == 0 {
                add(TEMPO, sign);
            }
            let to_centre = STEPS[queen as usize];
            let (mut steps, mut inner) = (0, 0);
            for guard in guards.cells() {
                let from = STEPS[guard];
                steps |= from.cells;
                inner |= from.inner;
                let ring = usize::from(RINGS[guard]);
                if ring < RIM_RING {
                    add(GUARD + ring - 1, sign);
                }
            }
            // Only the queen may step into the centre.
            steps = steps & !(1 << CENTRE) | to_centre.cells;
            inner = inner & !(1 << CENTRE) | to_centre.inner;
            let ring = RINGS[queen as usize] as usize;
            if ring < RIM_RING {
                add(QUEEN + ring, sign);
            }
            let around = (guards & AROUND).count_ones() as usize;
            if (2..6).contains(&around) {
                let holding = if queen == CENTRE { THRONE } else { WAITING };
                add(holding + around - 2, sign);
            }
            if queen == CENTRE {
                add(BESIEGERS, sign * (enemies & AROUND).count_ones() as i32);
            } else if enemies >> CENTRE & 1 == 1 {
                add(SIEGE, sign * around as i32);
            }
            let deadly = between_two(enemies);
            let caught = own & deadly;
            if caught != 0 {
                let queens = (caught >> queen & 1) as i32;
                add(CAUGHT + 2 * later, sign * (caught.count_ones() as i32 - queens));
                add(CAUGHT + 2 * later + 1, sign * queens);
            }
            let safe = free & !deadly;
            let threatened = catchable(own, steps & safe, enemies & !between_two(own));
            if threatened != 0 {
                let queens = (threatened >> position.queens[side.other().index()] & 1) as i32;
                add(THREATS + 2 * later, sign * (threatened.count_ones() as i32 - queens));
                add(THREATS + 2 * later + 1, sign * queens);
            }
            add(INWARD, sign * (inner & safe).count_ones() as i32);
        }
    }
}

impl MoveHints<Agon> for AgonFeatures {
    fn moves(&self, game: &Agon, position: &Position, out: &mut Vec<Move>) -> Coverage {
        let turn = position.turn();
        if !turn.relocation {
            game.moves_into(position, out);
            return Coverage::Sound;
        }
        // A caught guard has the whole rim to go to, and the queen the whole board: where exactly matters little but for
        // what it catches, and how near it is to a place that is still wanted.
        let side = position.to_move.index();
        let mut all = true;
        for from in turn.movers.cells().map(|cell| cell as u8) {
            let own = position.pieces[side] & !(1 << from);
            let targets = turn.targets(from);
            let catching = catching_cells(own, position.pieces[1 - side]);
            let wanted = if from == turn.queen { NEAR | catching } else { before(!own & AROUND) | catching };
            let few = if targets & wanted == 0 { targets } else { targets & wanted };
            all &= few == targets;
            out.extend(few.cells().map(|to| Move { from, to: to as u8 }));
        }
        if out.is_empty() {
            out.push(PASS);
        }
        if all { Coverage::Sound } else { Coverage::Likely }
    }

    fn slot(&self, _game: &Agon, mv: Move) -> Option<usize> {
        (mv != PASS).then(|| usize::from(mv.from) << 7 | usize::from(mv.to))
    }

    fn hint(&self, _game: &Agon, position: &Position, mv: Move) -> i32 {
        if mv == PASS {
            return 0;
        }
        let side = position.to_move.index();
        let own = position.pieces[side] & !(1 << mv.from);
        // Most moves touch no enemy, and so catch none.
        let enemies = position.pieces[1 - side] & TOUCHING[mv.to as usize];
        let catches = match enemies {
            0 => 0,
            _ => (enemies & between_two(own | 1 << mv.to) & !between_two(own)).count_ones() as i32,
        };
        let inward = RINGS[mv.from as usize] as i32 - RINGS[mv.to as usize] as i32;
        1000 * catches + 100 * inward
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Rng;
    use damier_testkit::play;

    use super::*;

    fn amounts(game: &Agon, position: &Position) -> Vec<i32> {
        play::amounts(&AgonFeatures, game, position)
    }

    fn visit(check: &mut impl FnMut(&Agon, &Position)) {
        let game = Agon::new(false);
        play::visit_random_games(&game, 30, 150, &mut Rng::new(2), |position| check(&game, position));
    }

    #[test]
    fn colours_and_symmetries_do_not_matter() {
        visit(&mut |game, position| {
            let here = amounts(game, position);
            let mut exchanged = Position::empty();
            for side in [Side::First, Side::Second] {
                for cell in position.pieces[side.index()].cells().map(|cell| cell as u8) {
                    exchanged.put(side.other(), position.queens[side.index()] == cell, cell);
                }
            }
            if position.to_move == Side::First {
                exchanged.pass_turn();
            }
            let turned: Vec<i32> = amounts(game, &exchanged).into_iter().map(|amount| -amount).collect();
            assert_eq!(here, turned);
            for symmetry in 1..game.symmetries() {
                assert_eq!(here, amounts(game, &game.transform(position, symmetry)));
            }
        });
    }

    #[test]
    fn threats_are_the_catches_of_the_next_step() {
        let mut found = 0;
        visit(&mut |game, position| {
            if position.caught() != 0 {
                return;
            }
            let own = position.pieces[position.to_move.index()];
            let enemies = position.pieces[position.to_move.other().index()] & !between_two(own);
            let (mut steps, mut caught) = (0, 0);
            for mv in game.moves(position).into_iter().filter(|&mv| mv != PASS) {
                let after = game.after(position, mv);
                steps |= 1 << mv.to;
                caught |= after.caught() & enemies;
            }
            // A piece cannot be both of the captors, which the sets do not know.
            assert_eq!(caught & !catchable(own, steps, enemies), 0);
            found += caught.count_ones();
        });
        assert!(found > 50, "{found}");
    }

    #[test]
    fn hints_count_what_a_move_catches_and_how_far_inward_it_goes() {
        let mut found = 0;
        visit(&mut |game, position| {
            let side = position.to_move;
            for mv in game.moves(position).into_iter().filter(|&mv| mv != PASS) {
                // What stands between two others of the side when the piece has gone is not caught by where it goes.
                let caught = |own: AgonCells| {
                    let enemies = position.pieces[side.other().index()].cells();
                    enemies.filter(move |&cell| between_two(own) >> cell & 1 == 1).count() as i32
                };
                let own = position.pieces[side.index()] & !(1 << mv.from);
                let catches = caught(own | 1 << mv.to) - caught(own);
                let inward = i32::from(RINGS[mv.from as usize]) - i32::from(RINGS[mv.to as usize]);
                assert_eq!(AgonFeatures.hint(game, position, mv), 1000 * catches + 100 * inward, "{mv:?}");
                found += catches;
            }
        });
        assert!(found > 50, "{found}");
    }

    #[test]
    fn every_relocation_that_catches_is_offered() {
        let mut found = 0;
        visit(&mut |game, position| {
            let (legal, mut offered) = (game.moves(position), Vec::new());
            let coverage = AgonFeatures.moves(game, position, &mut offered);
            assert!(!offered.is_empty() && offered.iter().all(|mv| legal.contains(mv)));
            assert_eq!(coverage == Coverage::Sound, offered.len() == legal.len());
            for &mv in legal.iter().filter(|_| position.caught() != 0) {
                let mut passed = *position;
                passed.pass_turn();
                if game.after(position, mv).caught() & !passed.caught() != 0 {
                    found += 1;
                    assert!(offered.contains(&mv), "{position:?} {mv:?}");
                }
            }
        });
        assert!(found > 20, "{found}");
    }
}
