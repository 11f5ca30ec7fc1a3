//! Every game has a first lesson, and the rules agree with it.

#![allow(clippy::unwrap_used)]

use damier_core::{Side, Text};
use damier_table::{Entry, Goal, LessonStep, Progress, Session, Task, lesson, read_lesson};

/// The most characters of a text: one or two short sentences.
const LONGEST: usize = 240;

fn for_all_steps(check: impl Fn(&'static Entry, &LessonStep) -> Result<(), String>) {
    let mut wrong = Vec::new();
    for entry in damier_games::ALL {
        for (place, step) in lesson(entry).unwrap().steps.iter().enumerate() {
            let named = |fault| format!("{}, step {}: {fault}", entry.id, place + 1);
            wrong.extend(check(entry, step).err().map(named));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn mover(session: &dyn Session) -> Side {
    session.seats()[session.to_move().index()].side
}

type Visit<'a> = dyn FnMut(usize, &[&str], &dyn Session) -> Result<(), String> + 'a;

/// Follows every way to do the step, and calls `visit` with each task as the learner finds it: its number, the learner's
/// moves so far, and the session.
fn walk(entry: &Entry, step: &LessonStep, visit: &mut Visit) -> Result<(), String> {
    let mut lines: Vec<Vec<String>> = vec![Vec::new()];
    for number in 0..step.tasks.len() {
        let mut next = Vec::new();
        for line in &lines {
            let own: Vec<&str> = line.iter().map(String::as_str).collect();
            let (session, progress) =
                step.follow(entry, &own).map_err(|fault| format!("{}: {fault}", own.join(" ")))?;
            if progress != Progress::Open(number) {
                return Err(format!("{}: {progress:?} instead of task {number}", own.join(" ")));
            }
            visit(number, &own, &*session)?;
            for text in session.legal() {
                let mut longer = own.clone();
                longer.push(&text);
                let (_, progress) =
                    step.follow(entry, &longer).map_err(|fault| format!("{text}: {fault}"))?;
                if progress == Progress::Open(number + 1) {
                    next.push([line.as_slice(), std::slice::from_ref(&text)].concat());
                }
            }
        }
        lines = next;
    }
    Ok(())
}

/// Says how many legal moves reach the task's goal, and how many do not.
fn reached(
    entry: &Entry,
    step: &LessonStep,
    number: usize,
    own: &[&str],
    session: &dyn Session,
) -> (usize, usize) {
    let legal = session.legal();
    let misses = legal.iter().filter(|text| {
        let longer = [own, &[text.as_str()]].concat();
        step.follow(entry, &longer).unwrap().1 == Progress::Missed(number)
    });
    let misses = misses.count();
    (legal.len() - misses, misses)
}

#[test]
fn every_game_has_a_lesson_of_four_to_eight_steps_that_ends_with_a_win() {
    for entry in damier_games::ALL {
        let lesson = lesson(entry).unwrap_or_else(|fault| panic!("{}: {fault}", entry.id));
        assert!((4..=8).contains(&lesson.steps.len()), "{}: {} steps", entry.id, lesson.steps.len());
        let last = lesson.steps.last().and_then(|step| step.tasks.last()).map(|task| &task.goal);
        assert_eq!(last, Some(&Goal::Win), "{}", entry.id);
        // A game that is won is over: nothing can come after it.
        let tasks = lesson.steps.iter().flat_map(|step| step.tasks.split_last().unwrap().1);
        assert!(tasks.clone().all(|task| task.goal != Goal::Win), "{}: a win before the last task", entry.id);
    }
}

#[test]
fn what_is_said_is_short_and_in_both_languages() {
    for_all_steps(|_, step| {
        let said = |task: &Task| [Some(task.say), Some(task.hint), task.bad];
        let texts: Vec<Text> = step.tasks.iter().flat_map(said).flatten().chain([step.good]).collect();
        for text in texts {
            if text.fr == text.en {
                return Err(format!("the same in both languages: {}", text.fr));
            }
            for words in [text.fr, text.en] {
                let length = words.chars().count();
                if length > LONGEST || !words.ends_with(['.', '!', '?']) || words != words.trim() {
                    return Err(format!("{length} characters, or no sentence: {words}"));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn listed_moves_are_legal_and_every_goal_can_be_reached() {
    for_all_steps(|entry, step| {
        walk(entry, step, &mut |number, own, session| {
            if let Goal::Play(moves) = &step.tasks[number].goal {
                let legal = session.legal();
                if let Some(text) = moves.iter().find(|text| !legal.iter().any(|other| other == *text)) {
                    return Err(format!("{text} is not legal after \"{}\"", own.join(" ")));
                }
            }
            match reached(entry, step, number, own, session) {
                (0, _) => Err(format!("task {} cannot be done after \"{}\"", number + 1, own.join(" "))),
                _ => Ok(()),
            }
        })
    });
}

#[test]
fn every_step_but_those_of_any_move_can_be_failed() {
    for_all_steps(|entry, step| {
        if step.tasks.iter().all(|task| task.goal == Goal::Any) {
            return Ok(());
        }
        let mut misses = 0;
        walk(entry, step, &mut |number, own, session| {
            misses += reached(entry, step, number, own, session).1;
            Ok(())
        })?;
        if misses > 0 { Ok(()) } else { Err("no legal move fails".to_string()) }
    });
}

#[test]
fn the_learner_stays_on_one_side() {
    for_all_steps(|entry, step| {
        let side = mover(&*step.open(entry).map_err(|fault| fault.to_string())?);
        walk(entry, step, &mut |_, own, session| {
            if mover(session) == side {
                Ok(())
            } else {
                Err(format!("another side is to move after \"{}\"", own.join(" ")))
            }
        })
    });
}

const BRIDGE: &str = "step size=3\nposition 3/.w./3 b\nmoves b1\nfr A.\nen B.\ngoal play c1\nhint fr C.\nhint en D.\n\
    answer b1 a3\nfr E.\nen F.\ngoal win\nhint fr G.\nhint en H.\ngood fr I.\ngood en J.\n";

#[test]
fn a_step_is_followed_move_by_move() {
    // Hex 3 × 3: White b2; Black has taken b1, so c1 joins the top; Black takes a3, and b3 joins the bottom.
    let lesson = read_lesson(BRIDGE).unwrap();
    let hex = damier_games::entry("hex").unwrap();
    let follow = |own: &[&str]| {
        let (session, progress) = lesson.steps[0].follow(hex, own).unwrap();
        (session.moves().join(" "), progress)
    };
    assert_eq!(follow(&[]), ("b1".to_string(), Progress::Open(0)));
    assert_eq!(follow(&["a1"]), ("b1 a1".to_string(), Progress::Missed(0)));
    assert_eq!(follow(&["c1"]), ("b1 c1 a3".to_string(), Progress::Open(1)), "b1 is taken: a3 is the answer");
    assert_eq!(follow(&["c1", "c3"]), ("b1 c1 a3 c3".to_string(), Progress::Missed(1)));
    assert_eq!(follow(&["c1", "b3"]), ("b1 c1 a3 b3".to_string(), Progress::Done));
}

#[test]
fn moves_that_cannot_be_are_refused() {
    let lesson = read_lesson(BRIDGE).unwrap();
    let hex = damier_games::entry("hex").unwrap();
    let refused = |own: &[&str]| lesson.steps[0].follow(hex, own).err().unwrap().to_string();
    assert!(refused(&["b2"]).contains("b2"), "b2 is taken");
    for own in [&["a1", "c1"][..], &["c1", "b3", "c3"]] {
        let last = own.last().unwrap();
        assert_eq!(refused(own), format!("\"{last}\": this step of the lesson is over"));
    }
}
