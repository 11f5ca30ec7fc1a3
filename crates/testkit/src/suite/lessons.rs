//! The first lesson of a game, and whether the rules agree with it.

use damier_core::{Side, Text};
use damier_table::{Entry, Goal, LessonProgress, LessonStep, Session, Task, lesson};

use super::{GameFolder, ensure};

/// The most characters of a text: one or two short sentences.
const LONGEST: usize = 240;

fn for_all_steps(
    game: &GameFolder,
    check: impl Fn(&'static Entry, &LessonStep) -> Result<(), String>,
) -> Result<(), String> {
    let lesson = lesson(game.entry).map_err(|fault| fault.to_string())?;
    let steps = lesson.steps.iter().enumerate();
    let wrong: Vec<String> = steps
        .filter_map(|(place, step)| {
            check(game.entry, step).err().map(|why| format!("step {}: {why}", place + 1))
        })
        .collect();
    ensure(wrong.is_empty(), || wrong.join("\n"))
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
            if progress != LessonProgress::Open(number) {
                return Err(format!("{}: {progress:?} instead of task {number}", own.join(" ")));
            }
            visit(number, &own, &*session)?;
            for text in session.legal() {
                let mut longer = own.clone();
                longer.push(&text);
                let (_, progress) =
                    step.follow(entry, &longer).map_err(|fault| format!("{text}: {fault}"))?;
                if progress == LessonProgress::Open(number + 1) {
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
) -> Result<(usize, usize), String> {
    let legal = session.legal();
    let mut misses = 0;
    for text in &legal {
        let longer = [own, &[text.as_str()]].concat();
        let (_, progress) = step.follow(entry, &longer).map_err(|fault| format!("{text}: {fault}"))?;
        misses += usize::from(progress == LessonProgress::Missed(number));
    }
    Ok((legal.len() - misses, misses))
}

/// Checks how many steps there are, and that the lesson ends with a win: no task that others follow is one.
///
/// # Errors
/// Says what is otherwise.
pub fn there_are_four_to_eight_steps_that_end_with_a_win(game: &GameFolder) -> Result<(), String> {
    let lesson = lesson(game.entry).map_err(|fault| fault.to_string())?;
    ensure((4..=8).contains(&lesson.steps.len()), || format!("{} steps", lesson.steps.len()))?;
    let last = lesson.steps.last().and_then(|step| step.tasks.last()).map(|task| &task.goal);
    ensure(last == Some(&Goal::Win), || "the last task is not to win".to_string())?;
    // A game that is won is over: nothing can come after it.
    let mut early =
        lesson.steps.iter().filter_map(|step| step.tasks.split_last()).flat_map(|(_, early)| early);
    ensure(early.all(|task| task.goal != Goal::Win), || "a win before the last task of a step".to_string())
}

/// Checks the words: sentences, of at most 240 characters, in two languages.
///
/// # Errors
/// Quotes the words that are not.
pub fn what_is_said_is_short_and_in_both_languages(game: &GameFolder) -> Result<(), String> {
    for_all_steps(game, |_, step| {
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
    })
}

/// Checks the goals: moves that are listed are legal, and every task can be done, whatever way the learner came there.
///
/// # Errors
/// Names the move, or the way.
pub fn listed_moves_are_legal_and_every_goal_can_be_reached(game: &GameFolder) -> Result<(), String> {
    for_all_steps(game, |entry, step| {
        walk(entry, step, &mut |number, own, session| {
            if let Goal::Play(moves) = &step.tasks[number].goal {
                let legal = session.legal();
                if let Some(text) = moves.iter().find(|text| !legal.iter().any(|other| other == *text)) {
                    return Err(format!("{text} is not legal after \"{}\"", own.join(" ")));
                }
            }
            match reached(entry, step, number, own, session)? {
                (0, _) => Err(format!("task {} cannot be done after \"{}\"", number + 1, own.join(" "))),
                _ => Ok(()),
            }
        })
    })
}

/// Checks that some move misses its task in every step, but where any move will do.
///
/// # Errors
/// Names the step that nothing can fail.
pub fn every_step_but_those_of_any_move_can_be_failed(game: &GameFolder) -> Result<(), String> {
    for_all_steps(game, |entry, step| {
        if step.tasks.iter().all(|task| task.goal == Goal::Any) {
            return Ok(());
        }
        let mut misses = 0;
        walk(entry, step, &mut |number, own, session| {
            misses += reached(entry, step, number, own, session)?.1;
            Ok(())
        })?;
        if misses > 0 { Ok(()) } else { Err("no legal move fails".to_string()) }
    })
}

/// Checks that the learner plays for one side throughout a step.
///
/// # Errors
/// Names the way to where another side is to move.
pub fn the_learner_stays_on_one_side(game: &GameFolder) -> Result<(), String> {
    for_all_steps(game, |entry, step| {
        let side = mover(&*step.open(entry).map_err(|fault| fault.to_string())?);
        walk(entry, step, &mut |_, own, session| {
            if mover(session) == side {
                Ok(())
            } else {
                Err(format!("another side is to move after \"{}\"", own.join(" ")))
            }
        })
    })
}
