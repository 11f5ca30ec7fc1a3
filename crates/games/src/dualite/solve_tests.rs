//! The table and the proofs, checked against the rules and against each other.

use std::collections::{BTreeSet, HashMap, HashSet};

use damier_core::{Game, Indexed, Rng, Side, Verdict};
use damier_search::{Budget, Limits, Value};
use damier_solve::{Job, NoShelf, Shelf, Study, StudyError};
use damier_table::{EngineKind, SEES_WINS, choose};
use damier_testkit::shelf::MemoryShelf;

use super::prover::{DualiteProver, drawn};
use super::twin::Twin;
use super::value_table::{Making, ValueTable};
use super::{Dualite, DualiteRules, ENTRY, Position};

const SMALL: [&str; 3] = ["", "seul", "equipes"];

fn kind(variant: &str) -> DualiteRules {
    DualiteRules {
        size: if variant.starts_with("grand") { 5 } else { 4 },
        circles: if variant.ends_with("seul") { 1 } else { 2 },
        teams: variant == "equipes",
    }
}

const JOB: Job = Job::new();

fn table(game: &Dualite) -> &'static ValueTable {
    super::mind::table(game, &JOB).unwrap()
}

/// What a position is worth to the side to move, given its moves' values to the side that makes them.
fn best(values: impl Iterator<Item = Value>) -> Value {
    values.max_by(|a, b| a.rank().total_cmp(&b.rank())).unwrap_or(Value::Loss(0))
}

/// The value of a naive game to the side to move, by trying everything.
fn tried(twin: &Twin, team: fn(usize) -> usize) -> Value {
    let side = team(twin.seat());
    if let Some((winner, _)) = twin.end() {
        return if winner == side { Value::Win(0) } else { Value::Loss(0) };
    }
    let value = |after: Twin| tried(&after, team).one_ply_earlier(team(after.seat()) != side);
    best(twin.moves().into_iter().map(|(_, after)| value(after)))
}

/// The value of a position by trying everything, each position once.
fn searched(game: &Dualite, position: &Position, known: &mut HashMap<Position, Value>) -> Value {
    if let Some(outcome) = game.outcome(position) {
        let won = outcome.verdict == Verdict::Win(game.side_to_move(position));
        return if won { Value::Win(0) } else { Value::Loss(0) };
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let after = game.moves(position).into_iter().map(|mv| game.after(position, mv));
    let side = game.side_to_move(position);
    let value = best(
        after.map(|after| searched(game, &after, known).one_ply_earlier(game.side_to_move(&after) != side)),
    );
    known.insert(*position, value);
    value
}

/// A naive game at random in which nobody ends it who need not, until so many circles are drawn or it is over.
fn wander(variant: &str, circles: u32, rng: &mut Rng) -> Option<(Twin, Position)> {
    let game = Dualite::new(kind(variant));
    let mut twin = Twin::new(variant);
    loop {
        let position = game.parse_position(&twin.text()).expect("the twin writes positions");
        if drawn(position.white, position.black) >= circles {
            return twin.end().is_none().then_some((twin, position));
        }
        let mut after: Vec<Twin> = twin.moves().into_iter().map(|(_, after)| after).collect();
        if after.iter().any(|after| after.end().is_none()) {
            after.retain(|after| after.end().is_none());
        }
        if after.is_empty() {
            return None;
        }
        twin = after.swap_remove(rng.below(after.len() as u32) as usize);
    }
}

#[test]
fn the_table_says_what_trying_everything_finds() {
    for variant in SMALL {
        let game = Dualite::new(kind(variant));
        let team: fn(usize) -> usize = if game.rules.teams { |seat| seat / 2 } else { |seat| seat };
        let mut rng = Rng::new(5);
        let mut compared = 0;
        while compared < 60 {
            let Some((twin, position)) = wander(variant, 20 + compared % 5, &mut rng) else { continue };
            assert_eq!(table(&game).value(&game, &position), tried(&twin, team), "{}", twin.text());
            compared += 1;
        }
    }
}

#[test]
fn every_value_follows_from_those_one_ply_later() {
    let mut rng = Rng::new(6);
    for variant in SMALL {
        let game = Dualite::new(kind(variant));
        let table = table(&game);
        let mut checked = 0;
        let mut check = |position: &Position| {
            if position.line {
                return;
            }
            let side = game.side_to_move(position);
            let values = game.moves(position).into_iter().map(|mv| {
                let after = game.after(position, mv);
                let value = if after.line { Value::Loss(0) } else { table.value(&game, &after) };
                // Whoever is to move after a line has lost, or the partner of whoever made it has won.
                let same_side = game.side_to_move(&after) == side;
                let value = if after.line && same_side { Value::Win(0) } else { value };
                let value = value.one_ply_earlier(!same_side);
                assert_eq!(table.rate(&game, position, mv), value);
                value
            });
            assert_eq!(table.value(&game, position), best(values), "{variant} {position:?}");
            let image = game.transform(position, rng.below(8) as usize);
            assert_eq!(table.value(&game, position), table.value(&game, &image), "{variant} {position:?}");
            checked += 1;
        };
        // Random positions, wherever they come from, and those of games.
        let mut numbers = Rng::new(7);
        for position in (0..20_000).filter_map(|_| game.unindex(numbers.bits() % game.size())) {
            check(&position);
        }
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut position = game.start(&mut rng);
            while game.outcome(&position).is_none() {
                check(&position);
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
            }
        }
        assert!(checked > 5000, "only {checked} positions");
    }
}

fn unbounded() -> Budget<'static> {
    Budget::new(&Limits::nodes(u64::MAX))
}

/// What the search says of a position that is not over.
fn proven(prover: &DualiteProver, position: &Position) -> Value {
    let wins = prover.wins(position, &unbounded()).expect("nothing stops it");
    let plies = prover.plies(position, wins, &unbounded()).expect("nothing stops it");
    if wins { Value::Win(plies) } else { Value::Loss(plies) }
}

#[test]
fn proofs_and_the_table_agree() {
    for variant in ["", "seul"] {
        let game = Dualite::new(kind(variant));
        let prover = DualiteProver::new(&game, 0);
        let start = game.start(&mut Rng::new(0));
        // All first moves, though most are images of others.
        for &mv in &game.openings {
            let after = game.after(&start, mv);
            assert_eq!(proven(&prover, &after), table(&game).value(&game, &after), "{mv:?}");
        }
    }
    let game = Dualite::new(DualiteRules::PLAIN);
    let prover = DualiteProver::new(&game, 0);
    let mut rng = Rng::new(8);
    let mut compared = 0;
    while compared < 500 {
        let Some(position) = game.unindex(rng.bits() % game.size()) else { continue };
        if game.outcome(&position).is_none() && !Dualite::is_first(&position) {
            let found = proven(&prover, &position);
            assert_eq!(found, table(&game).value(&game, &position), "{position:?}");
            compared += 1;
        }
    }
}

#[test]
fn proofs_on_the_large_board_agree_with_trying_everything() {
    let game = Dualite::new(kind("grand"));
    let prover = DualiteProver::new(&game, 0);
    let mut rng = Rng::new(9);
    let mut known = HashMap::new();
    let mut compared = [0; 2];
    while compared[0] + compared[1] < 40 || compared.iter().any(|&count| count < 5) {
        let Some((_, position)) = wander("grand", 34, &mut rng) else { continue };
        let truth = searched(&game, &position, &mut known);
        assert_eq!(proven(&prover, &position), truth, "{position:?}");
        compared[usize::from(matches!(truth, Value::Win(_)))] += 1;
    }
}

/// Follows a proof by the rules alone: whatever the loser answers, the winner has a move that the search calls a win, and
/// the game ends before the bound. Returns how many positions the proof has.
fn follow(prover: &DualiteProver, game: &Dualite, start: &Position, winner: Side, bound: u32) -> usize {
    let mut seen = HashSet::from([*start]);
    let mut open = vec![*start];
    while let Some(position) = open.pop() {
        if let Some(outcome) = game.outcome(&position) {
            assert_eq!(outcome.verdict, Verdict::Win(winner), "{position:?}");
            assert!(drawn(position.white, position.black) <= bound, "{position:?}");
            continue;
        }
        let mut after: Vec<Position> =
            game.moves(&position).into_iter().map(|mv| game.after(&position, mv)).collect();
        if game.side_to_move(&position) == winner {
            let good = after.into_iter().find(|after| match game.outcome(after) {
                Some(outcome) => outcome.verdict == Verdict::Win(winner),
                None => {
                    drawn(after.white, after.black) < bound
                        && !prover.decide(after, bound, &unbounded()).expect("nothing stops it")
                }
            });
            after = vec![good.expect("the winner has a move")];
        }
        open.extend(after.into_iter().filter(|after| seen.insert(*after)));
    }
    seen.len()
}

/// Proves a position that is not over, follows the proof, and returns how many positions it has.
fn prove_and_follow(prover: &DualiteProver, game: &Dualite, position: &Position) -> usize {
    let side = game.side_to_move(position);
    let (winner, plies) = match proven(prover, position) {
        Value::Win(plies) => (side, plies),
        Value::Loss(plies) => (side.other(), plies),
        other => panic!("{other:?} is no proof"),
    };
    let bound = drawn(position.white, position.black) + plies;
    // With two plies less it is no win.
    if plies > 2 {
        let sooner = prover.decide(position, bound - 2, &unbounded()).expect("nothing stops it");
        assert_eq!(sooner, winner != side, "{position:?}");
    }
    follow(prover, game, position, winner, bound)
}

#[test]
fn proofs_on_the_large_board_can_be_followed() {
    let game = Dualite::new(kind("grand"));
    let prover = DualiteProver::new(&game, 1 << 26);
    let mut rng = Rng::new(10);
    let mut positions = 0;
    for _ in 0..20 {
        if let Some((_, position)) = wander("grand", 14, &mut rng) {
            positions += prove_and_follow(&prover, &game, &position);
        }
    }
    assert!(positions > 1000, "only {positions} positions");
}

#[test]
fn the_proofs_from_one_circle_can_be_followed() {
    if !damier_testkit::deep() {
        return;
    }
    let game = Dualite::new(kind("grand-seul"));
    let prover = DualiteProver::new(&game, 1 << 30);
    let start = game.start(&mut Rng::new(0));
    for &mv in &game.openings {
        let mut images = (0..game.symmetries()).map(|symmetry| game.transform_move(mv, symmetry));
        if images.all(|image| image.0 >= mv.0) {
            prove_and_follow(&prover, &game, &game.after(&start, mv));
        }
    }
}

fn study(variant: &str, memory: u64, stop: bool, shelf: &dyn Shelf) -> Result<Study, StudyError> {
    let stop = || stop;
    let job = Job { threads: 2, memory, stop: &stop, shelf, ..Job::new() };
    ENTRY.variant(variant).unwrap().study(&job).expect("every variant has a study")
}

fn openings(study: &Study) -> Vec<(String, String, u64)> {
    let rows = study.counts["openings"].as_array().unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_string();
    rows.iter()
        .map(|row| (text(&row["move"]), text(&row["who_draws_it"]), row["plies"].as_u64().unwrap()))
        .collect()
}

#[test]
fn whoever_draws_one_circle_loses() {
    // Sheet: with one circle First loses "de façon automatique". "Pourrez-vous le démontrer ?"
    let study = study("seul", 1 << 30, false, &NoShelf).unwrap();
    let openings = openings(&study);
    assert_eq!(openings.len(), 16);
    assert!(openings.iter().all(|(_, result, plies)| result == "loss" && plies % 2 == 0));
    let longest = openings.iter().map(|row| row.2).max().unwrap();
    assert_eq!(study.value, Some(Value::Loss(longest as u32)));
    assert_eq!(study.counts["openings_lost_by_who_draws_them"], 16);
}

#[test]
fn few_pairs_lose() {
    let study = study("", 1 << 30, false, &NoShelf).unwrap();
    let lost = openings(&study).into_iter().filter(|row| row.1 == "loss").map(|row| row.0);
    // Ours, found by two methods: see `proofs_and_the_table_agree`. By hand, the images of the first are the others.
    assert_eq!(lost.collect::<Vec<_>>(), ["a1+c3", "a4+c2", "b2+d4", "b3+d1"]);
    assert!(matches!(study.value, Some(Value::Win(_))));
    assert!(study.best.iter().all(|mv| ["a1+d4", "a4+d1"].contains(&mv.as_str())));
}

#[test]
fn a_table_whose_making_is_stopped_again_and_again_is_the_same() {
    let game = Dualite::new(DualiteRules::PLAIN);
    let mut making = Making::begin(&game, &JOB).unwrap();
    let mut stops = 0;
    while !making.is_done() {
        stops += usize::from(making.add(&game, &Job { stop: &|| true, ..JOB }).is_err());
        making.add(&game, &JOB).unwrap();
    }
    assert!(stops > 100, "{stops}");
    let (made, known) = (making.finish(), table(&game));
    assert_eq!(made.positions(), known.positions());
    let mut rng = Rng::new(5);
    for _ in 0..200 {
        let mut position = game.start(&mut rng);
        while game.outcome(&position).is_none() {
            let moves = game.moves(&position);
            for &mv in &moves {
                assert_eq!(made.rate(&game, &position, mv), known.rate(&game, &position, mv));
            }
            game.play(&mut position, moves[rng.below(moves.len() as u32) as usize]);
        }
    }
}

#[test]
fn a_study_needs_memory_and_goes_on_where_it_stopped() {
    assert!(matches!(study("grand", 1 << 20, false, &NoShelf), Err(StudyError::Memory { .. })));
    let game = Dualite::new(DualiteRules::PLAIN);
    assert!(matches!(Making::begin(&game, &Job { memory: 1 << 20, ..JOB }), Err(StudyError::Memory { .. })));
    let shelf = MemoryShelf::default();
    let name = "dualite-grand-seul.txt";
    // All but one are there: the study adds b3.
    let text = "a1 loss 36 1\na2 loss 36 2\na3 win 37 4\nb2 loss 32 8\nc3 win 35 16\n";
    let keeper = Job { shelf: &shelf, ..JOB };
    keeper.save_checkpoint(name, text).unwrap();
    assert!(matches!(study("grand-seul", 1 << 26, true, &shelf), Err(StudyError::Stopped)));
    let whole = study("grand-seul", 1 << 26, false, &shelf).unwrap();
    let rows = openings(&whole);
    let row = |name: &str| rows.iter().find(|row| row.0 == name).map(|row| (row.1.as_str(), row.2));
    assert_eq!(rows.len(), 25);
    assert_eq!(
        (row("a1"), row("e5"), row("c3")),
        (Some(("loss", 36)), Some(("loss", 36)), Some(("win", 35)))
    );
    assert_eq!(row("b3"), row("d3"));
    assert_eq!(row("b3").unwrap().0, "loss");
    assert_eq!(keeper.load_checkpoint(name).unwrap().unwrap().lines().count(), 6);
    // Now nothing is left to do, and a stop comes too late.
    let again = study("grand-seul", 1 << 26, true, &shelf).unwrap();
    assert_eq!((again.positions, openings(&again)), (whole.positions, rows));
    // What nobody can have proven is not believed.
    for junk in ["z9 win 3 4\n", "hm\n"] {
        keeper.save_checkpoint(name, &format!("{text}{junk}")).unwrap();
        assert!(matches!(study("grand-seul", 1 << 26, false, &shelf), Err(StudyError::Shelf(_))));
    }
}

#[test]
fn the_engine_knows_every_move_on_the_small_board() {
    for variant in SMALL {
        let game = ENTRY.variant(variant).unwrap();
        assert!(game.is_exact());
        let mut player = game.player(EngineKind::Best);
        let mut rng = Rng::new(4);
        let mut session = game.open(&mut rng);
        while session.outcome().is_none() {
            let advice = player.think(&*session, &Limits::nodes(1), &mut |_| {});
            let texts: BTreeSet<String> = advice.moves.iter().map(|rated| rated.text.clone()).collect();
            assert_eq!(texts, session.legal().into_iter().collect());
            assert!(advice.moves.iter().all(|rated| rated.value.exact().is_some()));
            // The line that it expects is as long as it says.
            assert_eq!(advice.moves[0].value.plies(), Some(advice.pv.len() as u32));
            let drawn = rng.below(advice.moves.len() as u32) as usize;
            session.play(&advice.moves[drawn].text).unwrap();
        }
    }
    assert!(["grand", "grand-seul"].iter().all(|name| !ENTRY.variant(name).unwrap().is_exact()));
}

#[test]
fn low_levels_err_and_the_highest_does_not() {
    let game = ENTRY.variant("").unwrap();
    let mut player = game.player(EngineKind::Best);
    // How often a level gives a won position away, in 30 games against itself.
    let mut errors = |level: usize| {
        let mut rng = Rng::new(level as u64);
        let noise = game.levels()[level].noise;
        let mut errors = 0;
        for _ in 0..30 {
            let mut session = game.open(&mut rng);
            while session.outcome().is_none() {
                let advice = player.think(&*session, &Limits::nodes(1), &mut |_| {});
                let chosen = &advice.moves[choose(&advice, noise, level + 1 >= SEES_WINS, &mut rng)];
                let won = matches!(advice.moves[0].value, Value::Win(_));
                errors += usize::from(won && matches!(chosen.value, Value::Loss(_)));
                session.play(&chosen.text).unwrap();
            }
        }
        errors
    };
    let [low, middle, high] = [0, 3, 7].map(&mut errors);
    assert!(low > 10 && low > middle && middle > high && high == 0, "{low}, {middle}, {high}");
}
