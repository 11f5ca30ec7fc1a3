//! Problems over HTTP: pages open, solutions are right, other moves are refuted.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;

use common::{Reader, escape};
use damier_core::Lang;
use damier_table::{AnyGame, Entry, Problem, Quest, Target, Unit, words};
use serde_json::Value;

async fn judge(reader: &mut Reader, base: &str, moves: &[String]) -> Value {
    let query = serde_urlencoded::to_string([("moves", moves.join(" "))]).unwrap();
    reader.data(&format!("{base}/try?{query}")).await
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()).collect()
}

/// All games that have problems, with them.
fn sets() -> Vec<(&'static Entry, Vec<Problem>)> {
    let set = |entry: &&'static Entry| {
        let game = entry.variant("").unwrap();
        Some((*entry, game.problems()?.shipped()))
    };
    damier_games::ALL.iter().filter_map(set).collect()
}

/// The first problem of each grade of a game, with its number.
fn samples(problems: &[Problem]) -> Vec<(usize, &Problem)> {
    let mut found: Vec<(usize, &Problem)> = Vec::new();
    for (number, problem) in (1..).zip(problems) {
        if found.iter().all(|(_, other)| other.grade != problem.grade) {
            found.push((number, problem));
        }
    }
    found
}

#[tokio::test]
async fn every_page_opens() {
    let mut reader = Reader::new().await;
    let list = reader.page("/problems").await;
    let sets = sets();
    assert!(!sets.is_empty(), "some games have problems");
    for (entry, problems) in sets {
        assert!(list.contains(&format!("href=\"/problems/{}\"", entry.id)));
        let mut listed = BTreeSet::new();
        for page in 1..=problems.len().div_ceil(20) {
            let cards = reader.page(&format!("/problems/{}?page={page}", entry.id)).await;
            assert!(cards.contains(&format!("page={page}\" aria-current")), "{} {page}", entry.id);
            let keys = cards.split("data-problem=\"").skip(1).filter_map(|rest| rest.split('"').next());
            listed.extend(keys.map(str::to_string));
        }
        assert_eq!(listed.len(), problems.len(), "{}: each stands on one of the pages", entry.id);
        for (number, problem) in (1..).zip(&problems) {
            let page = reader.page(&format!("/problems/{}/{number}", entry.id)).await;
            let game = entry.variant(&problem.variant).unwrap();
            let session = game.resume(&problem.position).unwrap();
            let task = words::task(problem, &*session, Lang::En);
            assert!(page.contains(&task), "{} {number}: {task}", entry.id);
            assert!(page.contains("<option"), "there is a form with the moves");
        }
    }
}

#[tokio::test]
async fn solutions_are_right_to_the_end() {
    let mut reader = Reader::new().await;
    for (entry, problems) in sets() {
        for (number, problem) in samples(&problems) {
            let base = format!("/problems/{}/{number}", entry.id);
            let line = texts(&reader.data(&format!("{base}/solution")).await["line"]);
            assert_eq!((line.len(), &line[0]), (problem.quest.plies as usize, &problem.solution), "{base}");
            if problem.quest.goal == Target::Find {
                assert_eq!(judge(&mut reader, &base, &line[..1]).await["verdict"], "solved", "{base}");
                continue;
            }
            let mut made: Vec<String> = Vec::new();
            loop {
                made.push(line[made.len()].clone());
                let judged = judge(&mut reader, &base, &made).await;
                if let Some(answer) = judged["answer"].as_str() {
                    made.push(answer.to_string());
                }
                if judged["verdict"] == "solved" {
                    break;
                }
                assert_eq!(judged["verdict"], "right", "{base} {made:?}: {judged}");
                assert_eq!(made, line[..made.len()], "{base}: the best defence");
            }
            assert_eq!(made.len(), line.len(), "{base}");
        }
    }
}

#[tokio::test]
async fn other_first_moves_are_refuted_by_a_legal_line() {
    let mut reader = Reader::new().await;
    for (entry, problems) in sets() {
        for (number, problem) in samples(&problems) {
            let base = format!("/problems/{}/{number}", entry.id);
            let game = entry.variant(&problem.variant).unwrap();
            let legal = game.resume(&problem.position).unwrap().legal();
            let others: Vec<&String> = legal.iter().filter(|text| **text != problem.solution).collect();
            for text in [others[0], others[others.len() / 2]] {
                let judged = judge(&mut reader, &base, std::slice::from_ref(text)).await;
                let verdict = judged["verdict"].as_str().unwrap();
                assert!(["wrong", "slow"].contains(&verdict), "{base} {text}: {judged}");
                assert!(!judged["words"].as_str().unwrap().is_empty());
                let mut session = game.resume(&problem.position).unwrap();
                session.play(text).unwrap();
                let refutation = texts(&judged["refutation"]);
                assert_eq!(
                    refutation.is_empty(),
                    verdict == "slow" || session.outcome().is_some(),
                    "{base} {text}: {judged}"
                );
                for reply in &refutation {
                    session
                        .play(reply)
                        .unwrap_or_else(|fault| panic!("{base} {text} {refutation:?}: {fault}"));
                }
            }
        }
    }
}

#[tokio::test]
async fn each_goal_is_judged_in_its_own_words() {
    let mut reader = Reader::new().await;
    for (id, right, other) in [
        ("halma", "Solved.", "This move leads to the goal too, but not in "),
        ("nim", "Solved: it is the only move that wins.", "No, this move does not win: "),
        ("neo-pettie", "and you gain at least 1 man more.", "No, this move does not gain 1 man in "),
    ] {
        let entry = damier_games::entry(id).unwrap();
        let problems = entry.variant("").unwrap().problems().unwrap().shipped();
        let fits = |problem: &&Problem| problem.quest.goal != Target::Gain(Unit::Men, 2);
        let (number, problem) = (1..).zip(&problems).find(|(_, problem)| fits(problem)).unwrap();
        let base = format!("/problems/{id}/{number}");
        let line = texts(&reader.data(&format!("{base}/solution")).await["line"]);
        let solo = problem.quest.goal == Target::Solve;
        let mut words = String::new();
        for made in (1..=line.len()).filter(|made| solo || made % 2 == 1) {
            let judged = judge(&mut reader, &base, &line[..made]).await;
            words = judged["words"].as_str().unwrap().to_string();
            assert!(!solo || judged["answer"].is_null(), "nobody plays for the reader: {judged}");
            if judged["verdict"] == "solved" {
                break;
            }
        }
        assert!(words.contains(right), "{base}: {words}");
        let legal = entry.variant(&problem.variant).unwrap().resume(&problem.position).unwrap().legal();
        let wrong = legal.into_iter().find(|text| *text != problem.solution).unwrap();
        let judged = judge(&mut reader, &base, &[wrong]).await;
        assert!(judged["words"].as_str().unwrap().contains(other), "{base}: {judged}");
    }
}

#[tokio::test]
async fn a_solved_problem_asks_for_no_more_moves() {
    let mut reader = Reader::new().await;
    for id in ["nim", "neo-pettie"] {
        let base = format!("/problems/{id}/1");
        let line = texts(&reader.data(&format!("{base}/solution")).await["line"]);
        let last = if id == "nim" { 0 } else { (line.len() - 1) / 2 * 2 };
        let query = [("moves", line[..last].join(" ")), ("move", line[last].clone())];
        let page = reader.page(&format!("{base}?{}", serde_urlencoded::to_string(query).unwrap())).await;
        assert!(page.contains("Solved") && page.contains("method=\"get\" hidden"), "no more is asked for");
    }
}

/// Within the last two moves of each side every move can be tried out: the judge must agree.
#[tokio::test]
async fn the_judge_agrees_with_trying_everything_out() {
    let mut reader = Reader::new().await;
    let mut rights = 0;
    for (entry, problems) in sets() {
        let short = (1..).zip(&problems).filter(|(_, problem)| problem.quest == Quest::win(5)).take(2);
        for (number, problem) in short {
            let base = format!("/problems/{}/{number}", entry.id);
            let game = entry.variant(&problem.variant).unwrap();
            let mut made = texts(&reader.data(&format!("{base}/solution")).await["line"]);
            made.truncate(2);
            let mut session = game.resume(&problem.position).unwrap();
            made.iter().for_each(|text| session.play(text).unwrap());
            let legal = session.legal();
            for text in legal.iter().step_by(legal.len().div_ceil(12)) {
                made.truncate(2);
                made.push(text.clone());
                let judged = judge(&mut reader, &base, &made).await;
                let right = ["right", "solved"].contains(&judged["verdict"].as_str().unwrap());
                assert_eq!(right, wins(&*game, problem, &made), "{base} {made:?}: {judged}");
                rights += usize::from(right);
            }
        }
    }
    assert!(rights > 0, "some moves other than the line's are right");
}

/// Says whether the last of three moves wins at once, or wins at the next one whatever is answered.
fn wins(game: &dyn AnyGame, problem: &Problem, made: &[String]) -> bool {
    let mut session = game.resume(&problem.position).unwrap();
    let winner = session.seats()[session.to_move().index()].side;
    let won = |outcome: damier_core::Outcome| outcome.verdict == damier_core::Verdict::Win(winner);
    made.iter().for_each(|text| session.play(text).unwrap());
    if let Some(outcome) = session.outcome() {
        return won(outcome);
    }
    session.legal().iter().all(|reply| {
        session.play(reply).unwrap();
        let lost = session.outcome().map_or_else(
            || {
                session.legal().iter().any(|text| {
                    session.play(text).unwrap();
                    let ended = session.outcome().is_some_and(won);
                    session.undo();
                    ended
                })
            },
            won,
        );
        session.undo();
        lost
    })
}

#[tokio::test]
async fn forms_judge_as_scripts_do() {
    let mut reader = Reader::new().await;
    let [problem, _] = &sets().into_iter().find(|(entry, _)| entry.id == "hex").unwrap().1[..2] else {
        panic!("there are fifty")
    };
    let right = reader.page(&format!("/problems/hex/1?moves=&move={}", problem.solution)).await;
    assert!(right.contains("Right.") && right.contains("<option"), "the reader goes on");
    let game = damier_games::entry("hex").unwrap().variant(&problem.variant).unwrap();
    let legal = game.resume(&problem.position).unwrap().legal();
    let other = legal.iter().find(|text| **text != problem.solution).unwrap();
    let wrong = reader.page(&format!("/problems/hex/1?move={other}")).await;
    assert!(wrong.contains("No, this move does not win") && wrong.contains("Try again"));
    assert!(!wrong.contains("<option value=\"a"), "first the try is taken back");
    let hinted = reader.page("/problems/hex/1?hint=3").await;
    assert!(hinted.contains(&format!("Play {}.", problem.solution)));
    assert!(hinted.contains("hint=3"), "there is no fourth hint");
    let solved = reader.page("/problems/hex/1?solution=true").await;
    assert!(solved.contains(&format!(">{}</a>", problem.solution)));
    // What was opened is closed by a link to the page without it.
    assert!(solved.contains("href=\"/problems/hex/1\">Hide the solution</a>"));
    assert!(!reader.page("/problems/hex/1").await.contains("Hide the solution"));
}

#[tokio::test]
async fn who_solves_a_problem_is_told_why_it_is_won() {
    let mut reader = Reader::new().await;
    for (entry, problems) in sets() {
        let wins = samples(&problems).into_iter().find(|(_, problem)| problem.quest.goal == Target::Win);
        let Some((number, problem)) = wins else { continue };
        let base = format!("/problems/{}/{number}", entry.id);
        let line = texts(&reader.data(&format!("{base}/solution")).await["line"]);
        // The other side's last answer may lose at once: then it is not tried.
        let own = if line.len().is_multiple_of(2) { line.len() - 1 } else { line.len() };
        let judged = judge(&mut reader, &base, &line[..own]).await;
        let words = judged["words"].as_str().unwrap();
        assert_eq!(judged["verdict"], "solved", "{base}");
        let game = entry.variant(&problem.variant).unwrap();
        let mut session = game.resume(&problem.position).unwrap();
        session.play(&problem.solution).unwrap();
        let replies = session.count();
        line[1..].iter().for_each(|text| session.play(text).unwrap());
        let reason = session.outcome().unwrap().reason.text.en;
        assert!(words.contains(reason), "{base}: {words}");
        assert!(words.contains(&format!("{replies} repl")) || words.contains("one reply"), "{base}: {words}");
        assert!(words.contains(&format!("in {} move", problem.own_moves())), "{base}: {words}");
    }
}

#[tokio::test]
async fn each_day_has_its_problem() {
    let mut reader = Reader::new().await;
    let today = reader.get("/problems/day").await.expect(303).location();
    let page = reader.page(&today).await;
    assert!(page.contains("Problem of the day") && page.contains("<option"));
    for path in ["/", "/problems"] {
        let page = reader.page(path).await;
        assert!(page.contains(&format!("href=\"{today}\"")), "{path} leads there");
    }
    // The same for everybody, by its date, and another one the day after.
    let [one, same] = [
        reader.page("/problems/day/2026-11-19").await,
        reader.other().page("/problems/day/2026-11-19").await,
    ];
    assert_eq!(one, same);
    assert!(one.contains("19 November 2026") && one.contains("href=\"/problems/day/2026-11-18\""));
    let key = |page: &str| page.split_once("data-key=\"").unwrap().1.split('"').next().unwrap().to_string();
    assert_ne!(key(&one), key(&reader.page("/problems/day/2026-11-18").await));
    // Without scripts it is judged by its own form.
    let offered = one.split_once("name=\"move\"").unwrap().1;
    let text = escape(offered.split_once("<option value=\"").unwrap().1.split('"').next().unwrap());
    let tried = reader.page(&format!("/problems/day/2026-11-19?moves=&move={text}")).await;
    assert!(
        tried.contains("Problem of the day") && !tried.contains("<p class=\"state\" role=\"status\"></p>")
    );
    for wrong in ["9999-12-31", "2026-02-30", "x"] {
        assert_eq!(reader.get(&format!("/problems/day/{wrong}")).await.status, 404, "{wrong}");
    }
}

#[tokio::test]
async fn wrong_requests_are_told_apart() {
    let mut reader = Reader::new().await;
    let long = format!("/problems/hex/1/try?moves={}", "a1+".repeat(1000));
    reader
        .is_refused(&[
            ("/problems/nothing", 404),
            ("/problems/hex/0", 404),
            ("/problems/hex/51", 404),
            ("/problems/hex/x", 404),
            ("/problems/hex?grade=6", 400),
            ("/problems/hex/random?grade=1", 404),
            ("/problems/hex/1?move=z9", 400),
            ("/problems/hex/1?hint=9", 400),
            ("/problems/hex/1/try", 400),
            ("/problems/hex/1/try?moves=b2+b2", 400),
            ("/problems/hex/1/try?moves=b2+a5", 400),
            (&long, 400),
        ])
        .await;
}

#[tokio::test]
async fn lots_lead_to_problems() {
    let mut reader = Reader::new().await;
    for path in ["/problems/random", "/problems/random?grade=5", "/problems/hex/random?grade=5&not=50"] {
        let answer = reader.get(path).await.expect(303);
        assert!(answer.header("location").starts_with("/problems/"), "{path}");
    }
}
