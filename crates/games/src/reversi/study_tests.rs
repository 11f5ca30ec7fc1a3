use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use damier_core::{Game, Rng};
use damier_search::Value;
use damier_solve::{Job, Study, StudyError};
use damier_testkit::shelf::MemoryShelf;

use super::naive::score;
use super::solver::{ProvenBounds, WholeGameSolver};
use super::study::{read_bounds, write_bounds};
use super::{ENTRY, Reversi, Start};

const JOB: Job = Job { memory: 2 << 30, ..Job::new() };

fn study(variant: &str, job: &Job) -> Result<Study, StudyError> {
    ENTRY.variant(variant).unwrap().study(job).expect("small boards have a study")
}

/// Plays the line of a study and checks that it ends as told.
fn line_is_played(variant: &str, study: &Study) {
    let mut session = ENTRY.variant(variant).unwrap().open(&mut Rng::new(0));
    let line = study.counts["line"].as_array().unwrap();
    for mv in line {
        assert!(session.outcome().is_none());
        session.play(mv.as_str().unwrap()).unwrap();
    }
    let discs = ["black", "white"].map(|name| study.counts[name].as_i64().unwrap() as i32);
    assert_eq!(session.outcome().unwrap().score, Some(discs), "{variant}");
    assert_eq!(Some(discs[0] - discs[1]), study.score, "{variant}");
    assert!(study.best.contains(&line[0].as_str().unwrap().to_string()));
    let plies = line.len() as u32;
    let wanted = match discs[0].cmp(&discs[1]) {
        std::cmp::Ordering::Less => Value::Loss(plies),
        std::cmp::Ordering::Equal => Value::Draw,
        std::cmp::Ordering::Greater => Value::Win(plies),
    };
    assert_eq!(study.value, Some(wanted));
}

#[test]
fn the_smallest_board_is_studied_as_by_plain_search() {
    let names = [["size=4", "equipes,size=4"], ["parallele,size=4", "parallele,equipes,size=4"]];
    for (start, variants) in [Start::Diagonal, Start::Parallel].into_iter().zip(names) {
        let game = Reversi::<u64, 4>::new(start, false);
        let position = game.start(&mut Rng::new(0));
        let scored = |mv| {
            let worth = -score(&game, &game.after(&position, mv), false, [-16, 16]);
            (game.move_text(&position, mv), worth)
        };
        let scores: HashMap<String, i32> = game.moves(&position).into_iter().map(scored).collect();
        let best = *scores.values().max().unwrap();
        for variant in variants {
            for threads in [1, 3] {
                let study = study(variant, &Job { threads, ..JOB }).unwrap();
                assert_eq!(study.score, Some(best), "{variant}");
                let openings = study.counts["openings"].as_array().unwrap();
                assert_eq!(openings.len(), scores.len());
                for opening in openings {
                    let mv = opening["move"].as_str().unwrap();
                    assert_eq!(opening["score"].as_i64(), Some(i64::from(scores[mv])), "{variant} {mv}");
                    assert_eq!(study.best.iter().any(|best| best == mv), scores[mv] == best);
                }
                line_is_played(variant, &study);
            }
        }
    }
}

#[test]
fn a_study_says_what_it_needs() {
    let job = Job { memory: 1 << 20, ..JOB };
    assert!(
        matches!(study("size=6", &job), Err(StudyError::Memory { has, needs }) if has == 1 << 20 && needs > has)
    );
    assert!(matches!(study("size=6", &Job { stop: &|| true, ..JOB }), Err(StudyError::Stopped)));
    // The usual board is too much.
    assert!(ENTRY.variant("").unwrap().study(&JOB).is_none());
}

#[test]
fn settled_positions_are_read_as_written() {
    let mut settled = BTreeMap::new();
    settled.insert((1 << 35, 5), [-36, 4]);
    settled.insert((0, 7), [-2, -2]);
    let text = write_bounds(&settled);
    assert_eq!(read_bounds(&text), Some(settled));
    assert_eq!(read_bounds(&write_bounds(&BTreeMap::new())), Some(BTreeMap::new()));
    assert_eq!(read_bounds("7\nanything"), None);
}

#[test]
fn what_was_settled_when_a_study_stops_is_kept_and_true() {
    let shelf = MemoryShelf::default();
    let stopping = |calls: u64| {
        let asked = AtomicU64::new(0);
        let stop = move || asked.fetch_add(1, Ordering::Relaxed) > calls;
        let job = Job { stop: &stop, shelf: &shelf, memory: 128 << 20, ..JOB };
        assert!(matches!(study("size=6", &job), Err(StudyError::Stopped)));
        let kept = job.load_checkpoint("reversi-6-settled").unwrap();
        kept.map_or(BTreeMap::new(), |text| read_bounds(&text).expect("the file is whole"))
    };
    let first = stopping(60);
    assert!(!first.is_empty());
    // Nothing is lost when it goes on and stops again.
    let second = stopping(60);
    assert!(second.len() > first.len() && first.keys().all(|position| second.contains_key(position)));
    // The cheapest of them are found out again, without any help.
    let free = |&(own, other): &(u64, u64)| 36 - (own | other).count_ones();
    let mut cheap: Vec<_> = second.into_iter().collect();
    cheap.sort_by_key(|(position, _)| (free(position), *position));
    for ((own, other), [low, high]) in cheap.into_iter().take(2) {
        let solver = WholeGameSolver::new(6, 0);
        let limits = damier_search::Limits::nodes(u64::MAX);
        let ask = |alpha| solver.more_than(own, other, alpha, &damier_search::Budget::new(&limits)).unwrap();
        assert!(low == -36 || ask(low - 1) >= low, "{own:x} {other:x}");
        assert!(high == 36 || ask(high) <= high, "{own:x} {other:x}");
        // And what a solver learns it tells.
        let solver = WholeGameSolver::new(6, 0);
        solver.learn(ProvenBounds { own, other, bounds: [low, high] });
        let nodes = damier_search::Limits::nodes(100);
        let budget = damier_search::Budget::new(&nodes);
        let told = solver.more_than(own, other, if low > -36 { low - 1 } else { high }, &budget);
        assert_eq!(told, Some(if low > -36 { low } else { high }));
    }
}

#[test]
fn the_board_of_six_is_studied() {
    if !damier_testkit::deep() {
        return;
    }
    let job = Job { threads: 2, ..JOB };
    // Published: Joel Feinstein, 1993: White wins 20 to 16.
    let usual = study("size=6", &job).unwrap();
    assert_eq!(usual.score, Some(16 - 20));
    line_is_played("size=6", &usual);
    assert_eq!(usual.best.len(), 4);
    // Ours.
    let parallel = study("parallele,size=6", &job).unwrap();
    assert_eq!(parallel.score, Some(17 - 19));
    assert_eq!(parallel.best, ["c5", "d5"]);
    line_is_played("parallele,size=6", &parallel);
}
