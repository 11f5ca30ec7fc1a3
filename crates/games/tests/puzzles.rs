//! The problems that come with the games: every one is proved again, and some are made again.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use damier_table::{Problem, Problems, make_problems, write_problems};

/// The games that have problems.
const GAMES: [&str; 10] =
    ["dualite", "crosses", "meandres", "simultana", "hex", "reversi", "gomoku", "twixt", "quandary", "dulu"];

fn entry(id: &str) -> &'static damier_table::Entry {
    damier_games::entry(id).unwrap()
}

/// Calls a function with each problem of a game and the desk of its variant.
fn each(id: &str, mut visit: impl FnMut(&Problem, &dyn Problems)) -> usize {
    let shipped = entry(id).variant("").unwrap().problems().unwrap().shipped();
    let mut variants: Vec<&str> = shipped.iter().map(|problem| problem.variant.as_str()).collect();
    variants.sort_unstable();
    variants.dedup();
    for variant in variants {
        let game = entry(id).variant(variant).unwrap();
        for problem in shipped.iter().filter(|problem| problem.variant == variant) {
            visit(problem, game.problems().unwrap());
        }
    }
    shipped.len()
}

/// Proves all problems of a game, and that there are enough of them, no two alike.
fn prove(id: &str) {
    let mut images = HashSet::new();
    let mut wrong = Vec::new();
    let count = each(id, |problem, desk| {
        wrong.extend(desk.check(problem).err());
        assert!(
            images.insert((problem.variant.clone(), desk.image(&problem.position).unwrap())),
            "{id}: twice the same: {problem:?}"
        );
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(count >= 50, "{id}: {count} problems");
}

macro_rules! proofs {
    ($($name:ident: $id:literal),* $(,)?) => {
        $(#[test]
        fn $name() {
            prove($id);
        })*

        #[test]
        fn every_game_with_problems_is_proved() {
            assert_eq!([$($id),*], GAMES);
            for entry in damier_games::ALL {
                let has = entry.variant("").unwrap().problems().is_some();
                assert_eq!(has, GAMES.contains(&entry.id), "{}", entry.id);
            }
        }
    };
}

proofs! {
    problems_of_dualite: "dualite",
    problems_of_crosses: "crosses",
    problems_of_meandres: "meandres",
    problems_of_simultana: "simultana",
    problems_of_hex: "hex",
    problems_of_reversi: "reversi",
    problems_of_gomoku: "gomoku",
    problems_of_twixt: "twixt",
    problems_of_quandary: "quandary",
    problems_of_dulu: "dulu",
}

#[test]
fn a_wrong_claim_is_found_out() {
    for id in GAMES {
        let mut done = false;
        each(id, |problem, desk| {
            if std::mem::replace(&mut done, true) {
                return;
            }
            let game = entry(id).variant(&problem.variant).unwrap();
            let mut session = game.resume(&problem.position).unwrap();
            let other = session.legal().into_iter().find(|text| *text != problem.solution).unwrap();
            let false_claims = [
                Problem { solution: other, ..problem.clone() },
                Problem { solution: "nonsense".to_string(), ..problem.clone() },
                Problem { plies: problem.plies + 1, ..problem.clone() },
                Problem { plies: problem.plies - 1, ..problem.clone() },
                Problem { position: "nonsense".to_string(), ..problem.clone() },
            ];
            for claim in false_claims {
                assert!(desk.check(&claim).is_err(), "{id}: {claim:?}");
            }
            // Along the line, the win comes as late as it should.
            let line = desk.line(problem).unwrap();
            assert_eq!((line.len() as u32, &line[0]), (problem.plies, &problem.solution));
            let side = session.seats()[session.to_move().index()].side;
            for text in &line {
                assert!(session.outcome().is_none(), "{id}");
                session.play(text).unwrap();
            }
            let winner = session.outcome().unwrap().verdict;
            assert_eq!(winner, damier_core::Verdict::Win(side), "{id}");
        });
    }
}

#[test]
fn dualite_has_the_wins_of_its_sheet() {
    let mut moves = Vec::new();
    each("dualite", |problem, _| moves.push(problem.own_moves()));
    for own in [4, 6] {
        assert!(moves.iter().filter(|&&found| found == own).count() >= 20, "{own}");
    }
}

#[test]
fn making_gives_the_same_problems_again() {
    for id in ["dualite", "simultana"] {
        let made = |count| make_problems(entry(id), count, 7, &mut |_| {}).unwrap();
        let problems = made(4);
        assert_eq!(problems, made(4), "{id}");
        let game = entry(id).variant("").unwrap();
        let desk = game.problems().unwrap();
        for problem in &problems {
            assert_eq!(desk.check(problem), Ok(()));
            assert_eq!(desk.grade(problem), Ok(problem.grade));
        }
        let text = write_problems(entry(id), desk.claim(), 7, &problems);
        assert_eq!(damier_table::read_problems(&text), Ok(problems));
    }
}

/// Dualité's file takes seconds to make; the others are made again by `./test --deep`.
#[test]
fn the_files_are_made_by_command() {
    for id in GAMES {
        if id != "dualite" && !damier_testkit::deep() {
            continue;
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let file = std::fs::read_to_string(format!("{folder}/{}/puzzles.txt", id.replace('-', "_"))).unwrap();
        let game = entry(id).variant("").unwrap();
        let problems = make_problems(entry(id), 50, 1, &mut |_| {}).unwrap();
        assert_eq!(write_problems(entry(id), game.problems().unwrap().claim(), 1, &problems), file, "{id}");
    }
}
