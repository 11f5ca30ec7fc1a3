//! Solving backwards, against plain iteration on random graphs.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use damier_core::{
    Fault, Flow, Game, Indexed, LineRules, Outcome, Reason, Retrograde, Rng, Seat, SeatInfo, Side, TWO_SEATS,
    Verdict,
};
use damier_search::{Exact, Limits, Mind, MonteCarlo, Path, Solution, Value};
use damier_solve::{
    Bytes, Job, NoShelf, Shelf, State, Study, StudyError, Table, Tabled, census, check, solve,
    solve_and_verify, table_name, value_of, verify,
};
use damier_testkit::shelf::MemoryShelf;

/// A counter moves along the arrows of a graph; whoever cannot move has lost.
#[derive(Debug)]
struct Walk {
    next: Vec<Vec<u16>>,
}

static STUCK: Reason = Reason::new("stuck", "Bloqué", "Stuck");

impl Walk {
    fn random(places: u16, rng: &mut Rng) -> Walk {
        let next = (0..places).map(|_| (0..rng.below(4)).map(|_| rng.below(places.into()) as u16).collect());
        Walk { next: next.collect() }
    }
}

impl Game for Walk {
    type Position = (u16, Side);
    type Move = u16;

    fn seats(&self) -> &'static [SeatInfo] {
        &TWO_SEATS
    }

    fn start(&self, _rng: &mut Rng) -> (u16, Side) {
        (0, Side::First)
    }

    fn to_move(&self, position: &(u16, Side)) -> Seat {
        Seat(position.1 as u8)
    }

    fn each_move(&self, position: &(u16, Side), visit: &mut impl FnMut(u16) -> Flow) -> Flow {
        self.next[position.0 as usize].iter().copied().try_for_each(visit)
    }

    fn play(&self, position: &mut (u16, Side), mv: u16) {
        *position = (mv, position.1.other());
    }

    fn outcome(&self, position: &(u16, Side)) -> Option<Outcome> {
        self.next[position.0 as usize].is_empty().then(|| Outcome::win(position.1.other(), &STUCK))
    }

    fn line_rules(&self) -> LineRules {
        LineRules::REPETITION
    }

    fn key(&self, position: &(u16, Side)) -> u64 {
        self.index(position)
    }

    fn write_move(&self, _position: &(u16, Side), mv: u16, out: &mut String) {
        out.push_str(&mv.to_string());
    }

    fn write_position(&self, position: &(u16, Side), out: &mut String) {
        out.push_str(&position.0.to_string());
    }

    fn parse_position(&self, text: &str) -> Result<(u16, Side), Fault> {
        text.parse().map(|place| (place, Side::First)).map_err(|_| Fault::new(text, text))
    }
}

impl Indexed for Walk {
    fn size(&self) -> u64 {
        // The last pair of numbers stands for no position.
        self.next.len() as u64 * 2 + 2
    }

    fn index(&self, position: &(u16, Side)) -> u64 {
        u64::from(position.0) * 2 + position.1.index() as u64
    }

    fn unindex(&self, index: u64) -> Option<(u16, Side)> {
        let side = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        (index < self.next.len() as u64 * 2).then_some(((index / 2) as u16, side))
    }
}

impl Retrograde for Walk {
    fn each_before(&self, position: &(u16, Side), visit: &mut impl FnMut(&(u16, Side))) {
        for (place, _) in self.next.iter().enumerate().filter(|(_, next)| next.contains(&position.0)) {
            visit(&(place as u16, position.1.other()));
        }
    }
}

fn job<'a>(shelf: &'a dyn Shelf, stop: &'a (dyn Fn() -> bool + Sync), threads: usize) -> Job<'a> {
    Job { spec: "walk", threads, memory: 1 << 30, stop, shelf, ..Job::new() }
}

fn same(game: &Walk, table: &Table) {
    let plain = Solution::of(game);
    for index in 0..game.size() - 2 {
        let position = game.unindex(index).unwrap();
        assert_eq!(
            value_of(table.get(index)),
            Some(plain.value(game, &position)),
            "{index} of {:?}",
            game.next
        );
    }
    assert_eq!(value_of(table.get(game.size() - 1)), None);
}

#[test]
fn random_graphs_agree_with_plain_iteration() {
    let mut rng = Rng::new(3);
    for round in 0..300 {
        let game = Walk::random(2 + round % 60, &mut rng);
        let table = solve(&game, &job(&NoShelf, &|| false, 1 + round as usize % 3)).unwrap();
        same(&game, &table);
        verify(&game, &table, 200, &mut rng).unwrap();
    }
}

#[test]
fn interrupted_work_goes_on_from_the_shelf() {
    let mut rng = Rng::new(4);
    let game = Walk::random(300, &mut rng);
    let shelf = MemoryShelf::default();
    let mut stops = 0;
    let table = loop {
        // Each try gets one question further.
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) > stops;
        match solve(&game, &job(&shelf, &stop, 1)) {
            Ok(table) => break table,
            Err(StudyError::Stopped) => stops += 1,
            Err(other) => panic!("{other:?}"),
        }
    };
    assert!(stops > 3, "{stops}");
    same(&game, &table);
    // The finished table is on the shelf: nothing is left to do.
    let again = solve(&game, &job(&shelf, &|| true, 1)).unwrap();
    same(&game, &again);
    // It is of this game alone.
    let file = shelf.files()[&table_name("walk")].clone();
    shelf.files().insert(table_name("other"), file);
    assert!(matches!(
        solve(&game, &Job { spec: "other", ..job(&shelf, &|| false, 1) }),
        Err(StudyError::Shelf(_))
    ));
}

/// A step that is left half-way has set some bytes already: they must not be missing from the step after it.
#[test]
fn a_table_may_be_left_once_at_any_moment() {
    let mut rng = Rng::new(6);
    for round in 0..20 {
        let game = Walk::random(40 + 10 * round, &mut rng);
        let asked = AtomicU32::new(0);
        let count = || asked.fetch_add(1, Ordering::Relaxed) == u32::MAX;
        solve(&game, &job(&NoShelf, &count, 1)).unwrap();
        let questions = asked.into_inner();
        for left in 0..questions {
            let shelf = MemoryShelf::default();
            let asked = AtomicU32::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) == left;
            assert!(matches!(solve(&game, &job(&shelf, &stop, 1)), Err(StudyError::Stopped)));
            same(&game, &solve(&game, &job(&shelf, &|| false, 1)).unwrap());
        }
        assert!(questions > 30, "round {round}: {questions} moments, too few to fall within steps");
    }
}

#[test]
fn a_wrong_value_is_found() {
    let mut rng = Rng::new(5);
    let game = Walk::random(200, &mut rng);
    let table = solve(&game, &job(&NoShelf, &|| false, 1)).unwrap();
    let drawn = (0..game.size()).find(|&index| value_of(table.get(index)) == Some(Value::Draw)).unwrap();
    check(&game, &table, drawn).unwrap();
    table.set(drawn, 4);
    assert_eq!(check(&game, &table, drawn).unwrap_err().index, drawn);
}

/// Returns what the end of a line is worth to the side to move, by trying everything: 1, 0 or -1.
fn plain(game: &Walk, path: &Path<Walk>) -> i32 {
    let side = path.position().1;
    let values = game.next[path.position().0 as usize].iter().map(|&mv| {
        let mut after = path.clone();
        match after.play(game, mv).map(|outcome| outcome.verdict) {
            Some(Verdict::Win(winner)) if winner == side => 1,
            Some(Verdict::Win(_)) => -1,
            Some(_) => 0,
            None => -plain(game, &after),
        }
    });
    values.max().unwrap()
}

#[test]
fn a_table_rates_only_the_moves_that_are_named() {
    // From 0 one wins at once by going to 1, where the walk ends. From 2 the other side goes there; from 3 it must come back.
    let game = Walk { next: vec![vec![1, 2, 3], vec![], vec![1], vec![0]] };
    let table: Arc<dyn Bytes> = Arc::new(solve(&game, &job(&NoShelf, &|| false, 1)).unwrap());
    let path = Path::new(&game, (0, Side::First));
    let mut tabled = Tabled::new(table, Box::new(MonteCarlo::plain()));
    let mut ask = |only: &[&str]| {
        let only: Vec<String> = only.iter().map(|text| (*text).to_string()).collect();
        let limits = Limits { only: Some(&only), ..Limits::nodes(10) };
        let thought = tabled.think(&game, &path, &limits, &mut |_| {});
        let values: Vec<_> = thought.moves.iter().map(|rated| (rated.mv, rated.value)).collect();
        (values, thought.pv.first().copied())
    };
    assert_eq!(ask(&["2"]), (vec![(2, Value::Loss(2))], Some(2)));
    assert_eq!(ask(&["2", "3"]), (vec![(3, Value::Win(3)), (2, Value::Loss(2))], Some(3)));
    assert_eq!(ask(&["4"]), (Vec::new(), None));
}

/// docs/rules.md: "the third occurrence of the same position with the same side to move". A table does not know what has
/// occurred: what an engine calls exact must hold on the line that was played.
#[test]
fn exact_values_hold_on_lines_that_repeat() {
    let mut rng = Rng::new(9);
    let (mut exact, mut guessed, mut spoilt) = (0, 0, 0);
    for _ in 0..3000 {
        let game = Walk::random(2 + rng.below(3) as u16, &mut rng);
        let table: Arc<dyn Bytes> = Arc::new(solve(&game, &job(&NoShelf, &|| false, 1)).unwrap());
        let mut path = Path::new(&game, (0, Side::First));
        let mut over = path.outcome(&game).is_some();
        while !over {
            let adviser = Box::new(MonteCarlo::plain());
            let tabled = &mut Tabled::new(Arc::clone(&table), adviser) as &mut dyn Mind<Walk>;
            for mind in [tabled, &mut Exact::new()] {
                let thought = mind.think(&game, &path, &Limits::nodes(1), &mut |_| {});
                for rated in thought.moves {
                    let mut after = path.clone();
                    let side = path.position().1;
                    let value = match after.play(&game, rated.mv).map(|outcome| outcome.verdict) {
                        Some(Verdict::Win(winner)) => {
                            if winner == side {
                                1
                            } else {
                                -1
                            }
                        }
                        Some(_) => 0,
                        None => -plain(&game, &after),
                    };
                    match rated.value {
                        Value::Estimate(_) => guessed += 1,
                        known => {
                            exact += 1;
                            let known = match known {
                                Value::Win(_) => 1,
                                Value::Loss(_) => -1,
                                _ => 0,
                            };
                            assert_eq!(known, value, "{} on {path:?} of {:?}", rated.mv, game.next);
                            let mut at = *path.position();
                            game.play(&mut at, rated.mv);
                            let alone = value_of(table.byte(game.index(&at)).unwrap());
                            spoilt += usize::from(value == 0 && alone != Some(Value::Draw));
                        }
                    }
                }
            }
            let next = &game.next[path.position().0 as usize];
            let mv = next[rng.below(next.len() as u32) as usize];
            over = path.play(&game, mv).is_some();
        }
    }
    assert!(exact > 1000 && guessed > 10 && spoilt > 10, "{exact} {guessed} {spoilt}");
}

#[test]
fn a_table_that_contradicts_itself_does_not_stay() {
    let mut rng = Rng::new(5);
    let game = Walk::random(200, &mut rng);
    let shelf = MemoryShelf::default();
    let table = solve(&game, &job(&shelf, &|| false, 1)).unwrap();
    let drawn = (0..game.size()).find(|&index| value_of(table.get(index)) == Some(Value::Draw)).unwrap();
    table.set(drawn, 4);
    shelf.save(&table_name("walk"), &mut |out| table.write("walk", State::Done, out)).unwrap();
    let checked = solve_and_verify(&game, &job(&shelf, &|| false, 1), 10_000, &mut rng);
    assert!(matches!(checked, Err(StudyError::Wrong(_))) && shelf.files().is_empty());
    solve_and_verify(&game, &job(&shelf, &|| false, 1), 10_000, &mut rng).unwrap();
}

#[test]
fn too_little_memory_is_said_before_the_work() {
    let game = Walk { next: vec![Vec::new()] };
    let poor = Job { memory: 10, ..job(&NoShelf, &|| false, 1) };
    assert!(matches!(solve(&game, &poor), Err(StudyError::Memory { has: 10, .. })));
}

#[test]
fn everything_is_counted() {
    // 0 → 1 → 2, where the walk ends; 3 → 4 → 3 for ever.
    let game = Walk { next: vec![vec![1], vec![2], vec![], vec![4], vec![3]] };
    let job = job(&NoShelf, &|| false, 2);
    let table = solve(&game, &job).unwrap();
    let counted = census(&game, &table, &job, |position| usize::from(position.0 > 2)).unwrap();
    assert_eq!((counted[0].won, counted[0].lost, counted[0].drawn), (2, 4, 0));
    assert_eq!((counted[1].won, counted[1].lost, counted[1].drawn), (0, 0, 4));
    assert_eq!(counted[0].longest_win(), Some((1, 2)));
    let mut study = Study { counts: counted[0].json(), ..Study::default() };
    study.count("more", 7);
    assert_eq!(study.counts["by_plies"].to_string(), "[[0,2],[1,2],[2,2]]");
    assert_eq!((study.counts["longest_win"].as_u64(), study.counts["more"].as_u64()), (Some(1), Some(7)));
}
