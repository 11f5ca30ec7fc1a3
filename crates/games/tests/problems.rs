//! The problems that come with the games: every one is proved again, and some are made again.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use damier_table::{Entry, Problem, Problems, Quest, make_problems, write_problems};

/// Returns the games that have problems: all of them.
fn games() -> Vec<&'static Entry> {
    let has_problems = |entry: &&Entry| entry.variant("").unwrap().problems().is_some();
    assert!(damier_games::ALL.iter().all(has_problems));
    damier_games::ALL.to_vec()
}

/// Calls a function with each problem of a game and the tools of its variant.
fn each(entry: &Entry, mut visit: impl FnMut(&Problem, &dyn Problems)) {
    let shipped = entry.variant("").unwrap().problems().unwrap().shipped();
    let variants: BTreeSet<&str> = shipped.iter().map(|problem| problem.variant.as_str()).collect();
    for variant in variants {
        let game = entry.variant(variant).unwrap();
        for problem in shipped.iter().filter(|problem| problem.variant == variant) {
            visit(problem, game.problems().unwrap());
        }
    }
}

/// Proves all problems of a game, and returns what is wrong: also that there are too few, or two alike.
fn faults(entry: &Entry) -> Vec<String> {
    let mut images = HashSet::new();
    let mut faults = Vec::new();
    each(entry, |problem, tools| {
        faults.extend(tools.check(problem).err().map(|fault| format!("{}: {fault}", entry.id)));
        if !images.insert((problem.variant.clone(), tools.least_image(&problem.position).unwrap())) {
            faults.push(format!("{}: twice the same: {problem:?}", entry.id));
        }
    });
    if images.len() < 50 {
        faults.push(format!("{}: {} problems", entry.id, images.len()));
    }
    faults
}

/// On all cores: this takes minutes.
#[test]
fn every_problem_is_proved() {
    let games = games();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let work = || {
            let mut found = Vec::new();
            while let Some(entry) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                found.extend(faults(entry));
            }
            found
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn a_wrong_claim_is_found_out() {
    for entry in games() {
        let id = entry.id;
        let mut done = false;
        each(entry, |problem, tools| {
            if std::mem::replace(&mut done, true) {
                return;
            }
            let game = entry.variant(&problem.variant).unwrap();
            let mut session = game.resume(&problem.position).unwrap();
            let other = session.legal().into_iter().find(|text| *text != problem.solution).unwrap();
            let plies = problem.quest.plies;
            let false_claims = [
                Problem { solution: other, ..problem.clone() },
                Problem { solution: "nonsense".to_string(), ..problem.clone() },
                Problem { quest: Quest { plies: plies + 1, ..problem.quest }, ..problem.clone() },
                Problem { quest: Quest { plies: plies - 1, ..problem.quest }, ..problem.clone() },
                Problem { position: "nonsense".to_string(), ..problem.clone() },
            ];
            for claim in false_claims {
                assert!(tools.check(&claim).is_err(), "{id}: {claim:?}");
            }
            // Along the line, the goal is reached as late as it should.
            let line = tools.line(problem).unwrap();
            assert_eq!((line.len() as u32, &line[0]), (plies, &problem.solution));
            for text in &line {
                assert_eq!(tools.reached(problem, &session.position()), Ok(None), "{id}");
                session.play(text).unwrap();
            }
            assert_eq!(tools.reached(problem, &session.position()), Ok(Some(true)), "{id}");
        });
    }
}

#[test]
fn dualite_has_the_wins_of_its_sheet() {
    let mut moves = Vec::new();
    each(damier_games::entry("dualite").unwrap(), |problem, _| moves.push(problem.own_moves()));
    for own in [4, 6] {
        assert!(moves.iter().filter(|&&found| found == own).count() >= 20, "{own}");
    }
}

#[test]
fn making_gives_the_same_problems_again() {
    for id in ["dualite", "simultana", "agon", "chercheurs"] {
        let entry = damier_games::entry(id).unwrap();
        let made = |count| make_problems(entry, count, 7, &mut |_| {}).unwrap();
        let problems = made(4);
        assert_eq!(problems, made(4), "{id}");
        let game = entry.variant("").unwrap();
        let tools = game.problems().unwrap();
        for problem in &problems {
            assert_eq!(tools.check(problem), Ok(()));
            assert_eq!(tools.grade(problem), Ok(problem.grade));
        }
        let text = write_problems(entry, tools.claim(), 7, &problems);
        assert_eq!(damier_table::read_problems(&text), Ok(problems));
    }
}

/// These files take seconds to make; the others are made again by `./test --deep`.
#[test]
fn the_files_are_made_by_command() {
    for entry in games() {
        if !["dualite", "halma", "nim"].contains(&entry.id) && !damier_testkit::deep() {
            continue;
        }
        let folder = format!("{}/src/{}", env!("CARGO_MANIFEST_DIR"), entry.id.replace('-', "_"));
        let file = std::fs::read_to_string(format!("{folder}/problems.txt")).unwrap();
        let game = entry.variant("").unwrap();
        let problems = make_problems(entry, 50, 1, &mut |_| {}).unwrap();
        let made = write_problems(entry, game.problems().unwrap().claim(), 1, &problems);
        assert_eq!(made, file, "{}", entry.id);
    }
}
