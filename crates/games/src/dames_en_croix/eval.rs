//! What the engines know of Les dames en croix.
//!
//! White has eleven men to spare and needs nine in the end; Black lives on chains. Captures are as good as compulsory,
//! since whoever leaves one is huffed: so what can be captured, and by whom, counts as much as the men do.

use damier_core::board::Bits;
use damier_core::{Flow, Game, Side};
use damier_search::{Coverage, Features, MoveHints};

use super::board::{BOARD, DIRECTIONS, DamesPoints, GOAL, captors, jumpers, place, shift, steppers};
use super::rules::{NOBODY, TOO_FEW};
use super::{DamesEnCroix, Move, Position};

/// The most moves offered to a search. Games hardly ever see half as many; composed positions have hundreds of
/// thousands, most of them the same captures in another order.
const OFFERED: usize = 256;
/// The most moves looked at to choose from.
const VISITED: usize = 4_096;

/// The classes of points that the mirror takes to each other.
const CLASSES: usize = 20;
/// White counts 9 to 20 men while the game lasts, Black 1 to 9.
const WHITE_MEN: usize = 12;
const BLACK_MEN: usize = 9;

const WHITE: usize = 1;
const BLACK: usize = WHITE + WHITE_MEN;
const PLACES: usize = BLACK + BLACK_MEN;
const OTHERS: usize = PLACES + 2 * CLASSES;

/// The names of the weights that are not of men or of points.
const NAMES: [&str; 16] = [
    "white-captures-moving",
    "white-captures-waiting",
    "black-captures-moving",
    "black-captures-waiting",
    "white-prey",
    "black-prey",
    "white-huffs",
    "black-huffs",
    "white-ahead",
    "white-aside",
    "black-steps",
    "holes",
    "white-goal-late",
    "black-goal-late",
    "white-advance-late",
    "black-alone",
];
const CAPTURES: usize = OTHERS;
const KILLS: usize = OTHERS + 4;
const HUFFS: usize = OTHERS + 6;
const STEPS: usize = OTHERS + 8;
const HOLES: usize = OTHERS + 11;
const LATE: usize = OTHERS + 12;
const ALONE: usize = OTHERS + 15;

/// The class of each point: the points of files a to d in turn, from below.
static CLASS: [u8; 64] = {
    let mut classes = [0; 64];
    let mut next = 0;
    let mut point = 0;
    while point < 64 {
        if BOARD >> point & 1 == 1 && point % 8 < 4 {
            classes[point] = next;
            classes[super::board::mirror_point(point)] = next;
            next += 1;
        }
        point += 1;
    }
    assert!(next as usize == CLASSES);
    classes
};

/// The measures of a position of Les dames en croix.
#[derive(Clone, Copy, Debug)]
pub(super) struct DamesEnCroixFeatures;

/// Returns the men that `side` can capture.
#[inline]
fn prey(side: Side, men: DamesPoints, enemies: DamesPoints) -> DamesPoints {
    let free = BOARD & !men & !enemies;
    (0..DIRECTIONS)
        .fold(0, |prey, direction| prey | shift(jumpers(side, direction, men, enemies, free), direction))
}

/// Counts the steps that `side` can make in some of the directions.
#[inline]
fn steps(side: Side, directions: &[usize], men: DamesPoints, free: DamesPoints) -> i32 {
    directions.iter().map(|&direction| steppers(side, direction, men, free).count_ones() as i32).sum()
}

/// Returns the men with no friend straight beside them.
#[inline]
fn alone(men: DamesPoints) -> DamesPoints {
    men & !(shift(men, 0) | shift(men, 2) | shift(men, 4) | shift(men, 6))
}

impl Features<DamesEnCroix> for DamesEnCroixFeatures {
    fn count(&self, _game: &DamesEnCroix) -> usize {
        OTHERS + NAMES.len()
    }

    fn name(&self, _game: &DamesEnCroix, weight: usize) -> String {
        match weight {
            0 => "tempo".into(),
            WHITE..BLACK => format!("white{}", weight - WHITE + TOO_FEW as usize + 1),
            BLACK..PLACES => format!("black{}", weight - BLACK + 1),
            PLACES..OTHERS => {
                let (side, class) = ((weight - PLACES) / CLASSES, (weight - PLACES) % CLASSES);
                let point = BOARD.cells().find(|&point| CLASS[point] as usize == class);
                let name = super::board::name(point.expect("every class has a point"));
                format!("{}-{name}", ["white", "black"][side])
            }
            _ => NAMES[weight - OTHERS].into(),
        }
    }

    #[inline]
    fn measure(&self, _game: &DamesEnCroix, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let [white, black] = position.men;
        let moving = position.to_move;
        let free = BOARD & !white & !black;
        add(0, if moving == Side::First { 1 } else { -1 });
        // A game that goes on has so many men; the bounds are for whoever measures a finished one.
        let whites = (white.count_ones() as usize).clamp(TOO_FEW as usize + 1, TOO_FEW as usize + WHITE_MEN);
        let blacks = (black.count_ones() as usize).clamp(1, BLACK_MEN);
        add(WHITE + whites - TOO_FEW as usize - 1, 1);
        add(BLACK + blacks - 1, 1);
        let mut ranks = 0;
        for (side, men) in position.men.into_iter().enumerate() {
            for point in men.cells() {
                add(PLACES + side * CLASSES + CLASS[point] as usize, 1);
                ranks += if side == 0 { place(point).1 as i32 } else { 0 };
            }
        }
        let prey = [prey(Side::First, white, black), prey(Side::Second, black, white)];
        for side in [Side::First, Side::Second] {
            let index = side.index();
            if prey[index] != 0 {
                add(CAPTURES + 2 * index + usize::from(moving != side), 1);
                add(KILLS + index, prey[index].count_ones() as i32);
            }
        }
        if position.offenders != 0 {
            add(HUFFS + moving.index(), 1);
        }
        add(STEPS, steps(Side::First, &[1, 2, 3], white, free));
        add(STEPS + 1, steps(Side::First, &[0, 4], white, free));
        add(STEPS + 2, steps(Side::Second, &[0, 1, 2, 3, 4, 5, 6, 7], black, free));
        // A free point right behind a white man is where a black one lands.
        add(HOLES, (free & shift(white, 6)).count_ones() as i32);
        let late = (BLACK_MEN - blacks) as i32;
        add(LATE, late * (white & GOAL).count_ones() as i32);
        add(LATE + 1, late * (black & GOAL).count_ones() as i32);
        add(LATE + 2, late * ranks);
        add(ALONE, alone(black).count_ones() as i32);
    }
}

impl MoveHints<DamesEnCroix> for DamesEnCroixFeatures {
    const QUIESCENCE: bool = true;

    fn moves(&self, game: &DamesEnCroix, position: &Position, out: &mut Vec<Move>) -> Coverage {
        let first = out.len();
        let all = game.each_move(position, &mut |mv| {
            out.push(mv);
            if out.len() - first < VISITED { Flow::Continue(()) } else { Flow::Break(()) }
        });
        if all.is_continue() && out.len() - first <= OFFERED {
            return Coverage::Sound;
        }
        // Longest captures first; equals in their order.
        out[first..].sort_by_key(|mv| std::cmp::Reverse(2 * mv.jumps + u8::from(mv.huff != NOBODY)));
        out.truncate(first + OFFERED);
        Coverage::Likely
    }

    fn hint(&self, _game: &DamesEnCroix, position: &Position, mv: Move) -> i32 {
        let gains = i32::from(mv.jumps) * 1_000 + if mv.huff == NOBODY { 0 } else { 900 };
        if mv.jumps > 0 {
            return gains;
        }
        let side = position.to_move;
        let (own, enemies) = (position.own(), position.enemies() & !mv.huffed());
        let from: DamesPoints = 1 << mv.from;
        let direction = mv.way as usize % DIRECTIONS;
        let to = shift(from, direction);
        // Whoever could capture and does not is huffed.
        let offends = captors(side, own, position.enemies()) != 0;
        let lost = prey(side.other(), enemies, own & !from | to) != 0;
        let ahead = i32::from(side == Side::First && (1..=3).contains(&direction));
        gains - 800 * i32::from(offends) - 600 * i32::from(lost) + 20 * ahead
    }

    fn slot(&self, _game: &DamesEnCroix, mv: Move) -> Option<usize> {
        Some(mv.from as usize * DIRECTIONS + mv.way as usize % DIRECTIONS)
    }

    fn is_loud(&self, _game: &DamesEnCroix, _position: &Position, mv: Move) -> bool {
        mv.jumps > 0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use damier_core::Rng;

    use super::super::board::{self, HOME};
    use super::*;

    fn sums(position: &Position) -> Vec<i32> {
        let mut sums = vec![0; DamesEnCroixFeatures.count(&DamesEnCroix)];
        DamesEnCroixFeatures.measure(&DamesEnCroix, position, &mut |weight, amount| sums[weight] += amount);
        sums
    }

    /// Visits the positions of random games that are not over.
    fn walk(games: u64, mut visit: impl FnMut(&Position)) {
        for seed in 0..games {
            let mut rng = Rng::new(seed);
            let mut position = DamesEnCroix.start(&mut rng);
            for _ in 0..200 {
                if !DamesEnCroix.has_move(&position) {
                    break;
                }
                visit(&position);
                let mv = DamesEnCroix.random_move(&position, &mut rng);
                DamesEnCroix.play(&mut position, mv);
            }
        }
    }

    #[test]
    fn every_weight_has_a_name_of_its_own_and_a_line_in_the_file() {
        let count = DamesEnCroixFeatures.count(&DamesEnCroix);
        let names: Vec<String> =
            (0..count).map(|weight| DamesEnCroixFeatures.name(&DamesEnCroix, weight)).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), count);
        let lines = include_str!("weights.txt").lines().filter(|line| !line.starts_with('#'));
        let written: Vec<_> = lines.filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(written, names);
    }

    #[test]
    fn the_mirror_changes_nothing() {
        walk(40, |position| {
            assert_eq!(sums(position), sums(&DamesEnCroix.transform(position, 1)), "{position:?}");
        });
    }

    #[test]
    fn prey_is_what_the_moves_capture() {
        let mut seen = 0;
        walk(60, |position| {
            // A first jump takes the man next to where it begins.
            let jumps =
                DamesEnCroix.moves(position).into_iter().filter(|mv| mv.huff == NOBODY && mv.jumps == 1);
            let taken = jumps.map(|mv| shift(1 << mv.from, mv.way as usize % DIRECTIONS));
            let taken = taken.fold(0, |set, point| set | point);
            assert_eq!(prey(position.to_move, position.own(), position.enemies()), taken, "{position:?}");
            seen += taken.count_ones();
        });
        assert!(seen > 500, "only {seen} captures");
    }

    #[test]
    fn the_start_is_measured_by_hand() {
        let start = DamesEnCroix.start(&mut Rng::new(0));
        let found = sums(&start);
        let named = |name: &str| {
            let weight =
                (0..found.len()).find(|&weight| DamesEnCroixFeatures.name(&DamesEnCroix, weight) == name);
            found[weight.unwrap()]
        };
        // Twenty men, nine men, White to move; a4-a5, b4-a5, b4-b5 and their mirror images are the only steps of White.
        assert_eq!((named("tempo"), named("white20"), named("black9")), (1, 1, 1));
        assert_eq!((named("white-ahead"), named("white-aside")), (6, 0));
        assert_eq!((named("white-d4"), named("white-a4"), named("black-c5")), (1, 2, 2));
        assert_eq!((named("white-prey"), named("black-prey"), named("black-alone")), (0, 0, 0));
        // No free point lies right behind a white man: the four free ones are in front of a4, b4, f4 and g4.
        assert_eq!(named("holes"), 0);
        assert_eq!((HOME.count_ones(), GOAL.count_ones()), (20, 9));
    }

    #[test]
    fn all_moves_are_offered_in_games() {
        walk(40, |position| {
            let all = DamesEnCroix.moves(position);
            let mut offered = Vec::new();
            let coverage = DamesEnCroixFeatures.moves(&DamesEnCroix, position, &mut offered);
            if all.len() <= OFFERED {
                assert_eq!((coverage, &offered), (Coverage::Sound, &all), "{position:?}");
            }
            for mv in all {
                assert!(DamesEnCroixFeatures.hint(&DamesEnCroix, position, mv).abs() <= 1_000_000);
                assert!(DamesEnCroixFeatures.slot(&DamesEnCroix, mv).is_some_and(|slot| slot < 4096));
            }
        });
    }

    #[test]
    fn a_composed_position_with_too_many_moves_offers_the_longest_chains() {
        // One black man among twenty white ones that stand two apart: its jumps go round and round.
        let corners = |point: &usize| (point % 8).is_multiple_of(2) && (point / 8).is_multiple_of(2);
        let between = BOARD.cells().filter(|point| !corners(point)).take(20);
        let white = between.fold(0, |set, point| set | 1 << point);
        let black = 1 << board::read("c1").unwrap();
        let position = Position { men: [white, black], offenders: 0, to_move: Side::Second };
        let mut offered = Vec::new();
        assert_eq!(DamesEnCroixFeatures.moves(&DamesEnCroix, &position, &mut offered), Coverage::Likely);
        assert_eq!(offered.len(), OFFERED);
        assert!(offered.windows(2).all(|pair| pair[0].jumps >= pair[1].jumps));
        assert!(offered[0].jumps > 5);
        let distinct: BTreeSet<_> = offered.iter().map(|mv| (mv.from, mv.way, mv.jumps)).collect();
        assert_eq!(distinct.len(), OFFERED);
        for &mv in &offered[..3] {
            assert!(DamesEnCroix.is_legal(&position, mv));
        }
        // What is there already stays.
        DamesEnCroixFeatures.moves(&DamesEnCroix, &position, &mut offered);
        assert_eq!(offered.len(), 2 * OFFERED);
    }
}
