//! What the engines know of Les chercheurs de trésor.
//!
//! White wins by entering the treasure, whatever was captured before: whoever enters has at least nine lentils. If
//! nobody enters, the captures decide, so that the side that is ahead may simply wait. The estimate is therefore made of
//! the lead, of where the men stand, and of what each side threatens.

use damier_core::board::Bits;
use damier_core::{Game, Side};
use damier_search::{Features, MoveHints};

use super::rules::{ChercheursPoints, POINTS, SIDE, TREASURE};
use super::{Chercheurs, Move, Position};

/// The classes of points that symmetries take to each other, the treasure aside, named by how far a point is from the
/// centre's rank and file, the nearer first.
const CLASSES: [&str; 9] = ["01", "11", "02", "12", "22", "03", "13", "23", "33"];

/// How many leads are told apart: three men behind or more, up to three ahead or more.
const LEADS: [&str; 7] = ["behind3", "behind2", "behind1", "level", "ahead1", "ahead2", "ahead3"];

const LEAD: usize = 1;
const PLACES: usize = LEAD + LEADS.len();
/// For each side, what it can capture when it is to move and when it is not.
const PREY: usize = PLACES + 2 * CLASSES.len();
/// The points before the ring where White could stand safely, with White to move and with Black.
const ENTRIES: usize = PREY + 4;
/// The steps open to each side.
const STEPS: usize = ENTRIES + 2;
/// The points of the ring that no black man holds.
const GAPS: usize = STEPS + 2;
const COUNT: usize = GAPS + 1;

/// The measures of a position of Les chercheurs de trésor.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChercheursFeatures {
    /// The class of each point.
    class: [u8; POINTS],
    /// The lines through each point as the two points beside it: a man between them can be jumped.
    through: [[ChercheursPoints; 4]; POINTS],
    /// The points two steps from the treasure on its eight lines: from there White jumps in over a defender.
    gates: ChercheursPoints,
}

impl ChercheursFeatures {
    /// Prepares the tables.
    pub(super) fn new(game: &Chercheurs) -> ChercheursFeatures {
        let mut features = ChercheursFeatures { class: [0; POINTS], through: [[0; 4]; POINTS], gates: 0 };
        for point in (0..POINTS).filter(|&point| point != TREASURE as usize) {
            let far = |place: usize| place.abs_diff(SIDE / 2);
            let (file, rank) = (far(point % SIDE), far(point / SIDE));
            let (near, far) = (file.min(rank), file.max(rank));
            // The classes go by the farther distance: one class has it 1 with nearer 0, and so on.
            features.class[point] = (far * (far + 1) / 2 - 1 + near) as u8;
            for axis in 0..4 {
                let ends = (game.lines.step(point, axis), game.lines.step(point, axis + 4));
                if let (Some(one), Some(other)) = ends {
                    features.through[point][axis] = 1 << one | 1 << other;
                }
            }
        }
        for direction in 0..8 {
            let ring = game.lines.step(TREASURE as usize, direction);
            let gate = ring.and_then(|ring| game.lines.step(ring, direction));
            features.gates |= gate.map_or(0, |gate| 1 << gate);
        }
        features
    }

    /// Says whether a man on a point can be jumped: an enemy on one side of it, an open point on the other.
    #[inline]
    fn is_prey(&self, point: usize, enemies: ChercheursPoints, open: ChercheursPoints) -> bool {
        self.through[point].iter().any(|&ends| {
            // The ends are two different points: one of each kind means that a jump goes from the one to the other.
            ends & enemies != 0 && ends & open != 0
        })
    }

    fn prey(&self, men: ChercheursPoints, enemies: ChercheursPoints, open: ChercheursPoints) -> i32 {
        men.cells().map(|point| i32::from(self.is_prey(point, enemies, open))).sum()
    }
}

impl Features<Chercheurs> for ChercheursFeatures {
    fn count(&self, _game: &Chercheurs) -> usize {
        COUNT
    }

    fn name(&self, _game: &Chercheurs, weight: usize) -> String {
        let sides = ["white", "black"];
        match weight {
            0 => "tempo".into(),
            LEAD..PLACES => LEADS[weight - LEAD].into(),
            PLACES..PREY => {
                let (side, class) = ((weight - PLACES) / CLASSES.len(), (weight - PLACES) % CLASSES.len());
                format!("{}-{}", sides[side], CLASSES[class])
            }
            PREY..ENTRIES => {
                let when = ["moving", "waiting"][(weight - PREY) % 2];
                format!("{}-prey-{when}", sides[(weight - PREY) / 2])
            }
            ENTRIES..STEPS => format!("entries-{}", ["moving", "waiting"][weight - ENTRIES]),
            STEPS..GAPS => format!("{}-steps", sides[weight - STEPS]),
            _ => "gaps".into(),
        }
    }

    fn measure(&self, game: &Chercheurs, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let [white, black] = position.men;
        let waiting = |side: Side| usize::from(position.to_move != side);
        add(0, if position.to_move == Side::First { 1 } else { -1 });
        let lead = white.count_ones() as i32 - black.count_ones() as i32;
        add(LEAD + (lead.clamp(-3, 3) + 3) as usize, 1);

        let free = !(white | black) & ((1 << POINTS) - 1);
        let open = [free, free & !(1 << TREASURE)];
        for (side, men) in position.men.into_iter().enumerate() {
            let mut steps = 0;
            for point in men.cells() {
                add(PLACES + side * CLASSES.len() + self.class[point] as usize, 1);
                steps += (game.near[point] & open[side]).count_ones() as i32;
            }
            add(STEPS + side, steps);
        }
        add(PREY + waiting(Side::First), self.prey(black, white, open[0]));
        add(PREY + 2 + waiting(Side::Second), self.prey(white, black, open[1]));

        let mut entries = 0;
        for gate in (self.gates & free).cells() {
            let comes = game.near[gate] & white != 0;
            entries += i32::from(comes && !self.is_prey(gate, black, open[1]));
        }
        add(ENTRIES + waiting(Side::First), entries);
        add(GAPS, (game.near[TREASURE as usize] & !black).count_ones() as i32);
    }
}

impl MoveHints<Chercheurs> for ChercheursFeatures {
    const QUIESCENCE: bool = true;

    fn hint(&self, game: &Chercheurs, position: &Position, mv: Move) -> i32 {
        if mv.to == TREASURE {
            return 100_000;
        }
        if mv == super::rules::PASS {
            return 0;
        }
        let side = position.to_move.index();
        // After the move: the man has left its point, and so has whoever was jumped.
        let after = game.after(position, mv);
        let open = after.open();
        let safe = !self.is_prey(mv.to.into(), after.men[1 - side], open);
        let inward = i32::from(self.class[mv.from as usize]) - i32::from(self.class[mv.to as usize]);
        let toward = if side == 0 { inward } else { 0 };
        i32::from(mv.jump) * 1_000 + i32::from(safe) * 200 - 200 + toward * 10
    }

    fn slot(&self, _game: &Chercheurs, mv: Move) -> Option<usize> {
        (mv != super::rules::PASS).then(|| mv.from as usize * POINTS + mv.to as usize)
    }

    fn is_loud(&self, _game: &Chercheurs, _position: &Position, mv: Move) -> bool {
        mv.jump || mv.to == TREASURE
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use damier_core::Rng;
    use damier_search::{AlphaBeta, Limits, Linear, Mind, Path, Value};
    use damier_table::read_weights;

    use super::super::rules::PASS;
    use super::*;

    fn sums(game: &Chercheurs, features: &ChercheursFeatures, position: &Position) -> Vec<i32> {
        let mut sums = vec![0; COUNT];
        features.measure(game, position, &mut |weight, amount| sums[weight] += amount);
        sums
    }

    /// Visits the positions of random games that are not over.
    fn walk(game: &Chercheurs, games: u64, mut visit: impl FnMut(&Position)) {
        for seed in 0..games {
            let mut rng = Rng::new(seed);
            let mut position = game.start(&mut rng);
            for _ in 0..150 {
                if !game.has_move(&position) {
                    break;
                }
                visit(&position);
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
            }
        }
    }

    fn engine(game: &Chercheurs) -> AlphaBeta<Linear<ChercheursFeatures>> {
        let weights = read_weights(include_str!("weights.txt")).unwrap();
        AlphaBeta::new(Linear::new(game, ChercheursFeatures::new(game), weights))
    }

    #[test]
    fn every_weight_has_a_name_of_its_own_and_a_line_in_the_file() {
        let game = Chercheurs::new();
        let features = ChercheursFeatures::new(&game);
        let names: Vec<String> = (0..COUNT).map(|weight| features.name(&game, weight)).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), COUNT);
        let lines = include_str!("weights.txt").lines().filter(|line| !line.starts_with('#'));
        let written: Vec<_> = lines.filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(written, names);
    }

    #[test]
    fn symmetries_change_nothing() {
        let game = Chercheurs::new();
        let features = ChercheursFeatures::new(&game);
        walk(&game, 20, |position| {
            let here = sums(&game, &features, position);
            for symmetry in 1..game.symmetries() {
                let image = game.transform(position, symmetry);
                assert_eq!(sums(&game, &features, &image), here, "{position:?}");
            }
        });
    }

    #[test]
    fn prey_is_what_the_moves_capture() {
        let game = Chercheurs::new();
        let features = ChercheursFeatures::new(&game);
        let mut seen = 0;
        walk(&game, 60, |position| {
            let mut captured = BTreeSet::new();
            let moves = game.moves(position);
            for mv in moves.iter().filter(|mv| mv.jump) {
                captured.insert(usize::from((mv.from + mv.to) / 2));
            }
            let own = position.to_move.index();
            let (men, enemies) = (position.men[own], position.men[1 - own]);
            let prey: BTreeSet<usize> =
                enemies.cells().filter(|&point| features.is_prey(point, men, position.open())).collect();
            assert_eq!(prey, captured, "{position:?}");
            seen += captured.len();
        });
        assert!(seen > 500, "only {seen} captures");
    }

    #[test]
    fn gates_are_where_white_jumps_in_from() {
        let game = Chercheurs::new();
        let start = game.start(&mut Rng::new(0));
        // With a full ring of defenders White enters at once from a gate, and from nowhere else.
        for point in (0..POINTS as u8).filter(|&point| point != TREASURE && start.men[1] >> point & 1 == 0) {
            let position = Position { men: [1 << point, start.men[1]], to_move: Side::First };
            let enters = Move { from: point, to: TREASURE, jump: true };
            let gate = ChercheursFeatures::new(&game).gates >> point & 1 == 1;
            assert_eq!(game.is_legal(&position, enters), gate, "{point}");
        }
    }

    #[test]
    fn the_engine_enters_the_treasure_when_it_can() {
        let game = Chercheurs::new();
        let mut engine = engine(&game);
        walk(&game, 30, |position| {
            let moves = game.moves(position);
            assert!(moves.iter().all(|&mv| mv != PASS || moves.len() == 1));
            if position.to_move == Side::First && moves.iter().any(|mv| mv.to == TREASURE) {
                let path = Path::new(&game, *position);
                let best = engine.think(&game, &path, &Limits::nodes(50), &mut |_| {}).best().unwrap();
                assert_eq!((best.mv.to, best.value), (TREASURE, Value::Win(1)), "{position:?}");
            }
        });
    }

    #[test]
    fn estimates_and_hints_are_within_bounds() {
        let game = Chercheurs::new();
        let features = ChercheursFeatures::new(&game);
        walk(&game, 20, |position| {
            for mv in game.moves(position) {
                assert!(features.hint(&game, position, mv).abs() <= 1_000_000);
                assert!(features.slot(&game, mv).is_none_or(|slot| slot < 4096));
            }
        });
        // The fewest men that a position may have: nobody.
        let nobody = Position { men: [0; 2], to_move: Side::Second };
        assert_eq!(sums(&game, &features, &nobody)[GAPS], 8);
    }
}
