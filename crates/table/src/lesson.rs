//! First lessons: positions with something to do in them, which the rules themselves judge.
//!
//! A lesson is plain text. A line is a word and what it sets; empty lines and lines that begin with `#` are notes:
//!
//! ```text
//! step size=3                   begins a step; the variant, `-` for the default
//! position 1b1/3/3 w            the position; without it, the start
//! moves b2 a1                   moves played from there before the learner comes
//! fr Reliez le haut et le bas.  what is said, in both languages: one rule, and what to do
//! en Join top and bottom.
//! goal play b2 c1               what is to be done: one of these moves; or `any`, any move; or `win`
//! hint fr Par le milieu.        a hint, in both languages
//! hint en Through the middle.
//! bad fr Trop loin.             what is said of another move; may be left out
//! bad en Too far away.
//! answer a2 a3                  the answer, the first of these moves that is possible, or `-` for none; then another task:
//! fr Et maintenant ?            its words, its goal, its hint
//! en And now?
//! goal win
//! hint fr Touchez le bord.
//! hint en Touch the edge.
//! good fr Gagné !               what is said when the step is done
//! good en Won!
//! ```

use damier_core::{Fault, Lang, Rng, Side, Text};

use crate::{Entry, Session};

/// A first lesson.
///
/// ```
/// use damier_table::{LessonProgress, lesson};
///
/// let entry = damier_games::entry("hex")?;
/// let lesson = lesson(entry)?;
/// // In the first step any move will do.
/// let step = &lesson.steps[0];
/// assert_eq!(step.follow(entry, &[])?.1, LessonProgress::Open(0));
/// let (session, progress) = step.follow(entry, &["c3"])?;
/// assert_eq!((session.moves().len(), progress), (1, LessonProgress::Done));
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its steps, in the order in which they teach.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson: a position, and one thing to do there or a few in succession.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStep {
    /// The variant, as what follows the colon of a spec; empty for the default.
    pub variant: &'static str,
    /// The position's text, or nothing for the start.
    pub position: Option<&'static str>,
    /// The moves played from there before the learner comes.
    pub moves: Vec<&'static str>,
    /// What the learner is to do, at least one thing.
    pub tasks: Vec<Task>,
    /// What is said when all is done.
    pub good: Text,
}

/// One thing to do: one move of the learner's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The other side's answers to the learner's move before, best first: the first that is possible is played. None at
    /// the first task of a step, nor where the learner moves again.
    pub answers: Vec<&'static str>,
    /// What is said: a rule, and what to do.
    pub say: Text,
    /// What is to be done.
    pub goal: Goal,
    /// A hint.
    pub hint: Text,
    /// What is said of another move, where there is something particular to say.
    pub bad: Option<Text>,
}

/// What a move of the learner's is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Any legal move will do.
    Any,
    /// It is one of these.
    Play(Vec<&'static str>),
    /// It ends the game, and the learner has won or solved it.
    Win,
}

impl Goal {
    /// Says whether `mover` has just reached the goal with the last move of `session`.
    fn is_met(&self, mover: Side, session: &dyn Session) -> bool {
        match self {
            Goal::Any => true,
            Goal::Play(moves) => session.moves().last().is_some_and(|last| moves.contains(&last.as_str())),
            Goal::Win => session.outcome().is_some_and(|outcome| outcome.verdict.value_for(mover) == 1.0),
        }
    }
}

/// How far a learner has come in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonProgress {
    /// The task of this number, from 0, waits for a move.
    Open(usize),
    /// The last move was legal, but not what the task of this number asks for.
    Missed(usize),
    /// All is done.
    Done,
}

impl LessonStep {
    /// Opens the step's position, with its moves played.
    ///
    /// # Errors
    /// If the variant, the position or a move is wrong; a test sees to it that none is.
    pub fn open(&self, entry: &Entry) -> Result<Box<dyn Session>, Fault> {
        let game = entry.variant(self.variant)?;
        game.open_line(self.position, self.moves.iter().copied(), &mut Rng::new(0))
    }

    /// Plays the learner's moves, and the answers to them, from the step's position. Says how far the learner has come;
    /// the session is then at the position to show.
    ///
    /// # Errors
    /// If a move is impossible, or comes after a move that missed its task or that was the last.
    pub fn follow(&self, entry: &Entry, own: &[&str]) -> Result<(Box<dyn Session>, LessonProgress), Fault> {
        let mut session = self.open(entry)?;
        let mut progress = LessonProgress::Open(0);
        for text in own {
            let LessonProgress::Open(number) = progress else {
                return Err(Fault::new(
                    format!("« {text} » : cette étape de la leçon est déjà finie"),
                    format!("\"{text}\": this step of the lesson is over"),
                ));
            };
            let mover = session.seats()[session.to_move().index()].side;
            session.play(text)?;
            progress = if !self.tasks[number].goal.is_met(mover, &*session) {
                LessonProgress::Missed(number)
            } else if let Some(next) = self.tasks.get(number + 1) {
                next.answer(&mut *session)?;
                LessonProgress::Open(number + 1)
            } else {
                LessonProgress::Done
            };
        }
        Ok((session, progress))
    }
}

impl Task {
    fn answer(&self, session: &mut dyn Session) -> Result<(), Fault> {
        if self.answers.is_empty() || self.answers.iter().any(|text| session.play(text).is_ok()) {
            return Ok(());
        }
        let answers = self.answers.join(" ");
        Err(Fault::new(
            format!("leçon : aucune réponse possible parmi « {answers} »"),
            format!("lesson: none of the answers \"{answers}\" is possible"),
        ))
    }
}

/// Reads the first lesson of a game.
///
/// # Errors
/// Names the line that is wrong, and what was expected; a test sees to it that there is none.
pub fn lesson(entry: &Entry) -> Result<Lesson, Fault> {
    read_lesson(entry.lesson)
}

/// Reads a lesson.
///
/// # Errors
/// Names the line that is wrong, and what was expected.
pub fn read_lesson(text: &'static str) -> Result<Lesson, Fault> {
    let mut steps = Vec::new();
    let mut draft: Option<StepDraft> = None;
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if rest.is_empty() {
            return Err(wrong(number, line, "un mot et ce qu'il fixe", "a word and what it sets"));
        }
        if word == "step" {
            steps.extend(draft.take().map(StepDraft::finish).transpose()?);
            draft = Some(StepDraft::new(number, rest));
            continue;
        }
        let Some(draft) = &mut draft else {
            return Err(wrong(number, line, "« step » d'abord", "\"step\" first"));
        };
        let fresh = draft.set(number, word, rest)?;
        if !fresh {
            return Err(wrong(number, line, "une seule fois", "only once"));
        }
    }
    steps.extend(draft.map(StepDraft::finish).transpose()?);
    Ok(Lesson { steps })
}

fn wrong(number: usize, line: &str, fr: &str, en: &str) -> Fault {
    Fault::new(
        format!("leçon, ligne {number} : « {line} » ; attendu : {fr}"),
        format!("lesson, line {number}: \"{line}\"; expected: {en}"),
    )
}

/// Words that may still lack a language, French first.
#[derive(Default)]
struct Pair([Option<&'static str>; 2]);

impl Pair {
    /// Sets one language; says whether it was not set before.
    fn set(&mut self, lang: Lang, words: &'static str) -> bool {
        let slot = match lang {
            Lang::Fr => &mut self.0[0],
            Lang::En => &mut self.0[1],
        };
        slot.replace(words).is_none()
    }

    fn is_empty(&self) -> bool {
        self.0 == [None, None]
    }

    fn finish(&self, number: usize, name: &str) -> Result<Text, Fault> {
        let [Some(fr), Some(en)] = self.0 else {
            return Err(lacking(number, &format!("{name} fr, {name} en")));
        };
        Ok(Text::new(fr, en))
    }
}

fn lacking(number: usize, what: &str) -> Fault {
    Fault::new(
        format!("leçon, ligne {number} : il manque {what}"),
        format!("lesson, line {number}: {what} is missing"),
    )
}

/// A task that is being read.
#[derive(Default)]
struct TaskDraft {
    line: usize,
    answers: Vec<&'static str>,
    say: Pair,
    goal: Option<Goal>,
    hint: Pair,
    bad: Pair,
}

impl TaskDraft {
    fn finish(self) -> Result<Task, Fault> {
        let TaskDraft { line, answers, say, goal, hint, bad } = self;
        Ok(Task {
            answers,
            say: say.finish(line, "words")?,
            goal: goal.ok_or_else(|| lacking(line, "goal"))?,
            hint: hint.finish(line, "hint")?,
            bad: if bad.is_empty() { None } else { Some(bad.finish(line, "bad")?) },
        })
    }
}

/// A step that is being read.
struct StepDraft {
    line: usize,
    variant: &'static str,
    position: Option<&'static str>,
    moves: Option<Vec<&'static str>>,
    done: Vec<Task>,
    task: TaskDraft,
    good: Pair,
}

impl StepDraft {
    fn new(line: usize, variant: &'static str) -> StepDraft {
        StepDraft {
            line,
            variant: if variant == "-" { "" } else { variant },
            position: None,
            moves: None,
            done: Vec::new(),
            task: TaskDraft { line, ..TaskDraft::default() },
            good: Pair::default(),
        }
    }

    /// Reads a line of the step; says whether it sets what was not set before.
    fn set(&mut self, number: usize, word: &str, rest: &'static str) -> Result<bool, Fault> {
        let task = &mut self.task;
        let list = || rest.split_ascii_whitespace().collect::<Vec<_>>();
        if let Some(lang) = Lang::from_code(word) {
            return Ok(task.say.set(lang, rest));
        }
        let line = format!("{word} {rest}");
        let pair = match word {
            "position" => return Ok(self.position.replace(rest).is_none()),
            "moves" => return Ok(self.moves.replace(list()).is_none()),
            "goal" => return Ok(task.goal.replace(read_goal(number, &line, rest)?).is_none()),
            "answer" => {
                let answers = if rest == "-" { Vec::new() } else { list() };
                let next = TaskDraft { line: number, answers, ..TaskDraft::default() };
                self.done.push(std::mem::replace(task, next).finish()?);
                return Ok(true);
            }
            "hint" => &mut task.hint,
            "bad" => &mut task.bad,
            "good" => &mut self.good,
            _ => {
                const WORDS: &str = "step, position, moves, fr, en, goal, hint, bad, answer, good";
                return Err(wrong(number, &line, WORDS, WORDS));
            }
        };
        let said = rest.split_once(' ').and_then(|(code, words)| Some((Lang::from_code(code)?, words)));
        let Some((lang, words)) = said else {
            return Err(wrong(number, &line, "fr ou en, puis les mots", "fr or en, then the words"));
        };
        Ok(pair.set(lang, words))
    }

    fn finish(self) -> Result<LessonStep, Fault> {
        let StepDraft { line, variant, position, moves, mut done, task, good } = self;
        done.push(task.finish()?);
        let good = good.finish(line, "good")?;
        Ok(LessonStep { variant, position, moves: moves.unwrap_or_default(), tasks: done, good })
    }
}

fn read_goal(number: usize, line: &str, rest: &'static str) -> Result<Goal, Fault> {
    let mut words = rest.split_ascii_whitespace();
    let kind = words.next();
    let moves: Vec<&str> = words.collect();
    match (kind, moves.is_empty()) {
        (Some("any"), true) => Ok(Goal::Any),
        (Some("win"), true) => Ok(Goal::Win),
        (Some("play"), false) => Ok(Goal::Play(moves)),
        _ => Err(wrong(
            number,
            line,
            "goal any, goal win ou goal play COUPS",
            "goal any, goal win or goal play MOVES",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "# a note\nstep -\nfr Posez.\nen Place.\ngoal any\nhint fr Où ?\nhint en Where?\n\
        good fr Bien.\ngood en Good.\n";

    #[test]
    fn a_small_lesson_is_read() {
        let task = Task {
            answers: vec![],
            say: Text::new("Posez.", "Place."),
            goal: Goal::Any,
            hint: Text::new("Où ?", "Where?"),
            bad: None,
        };
        let step = LessonStep {
            variant: "",
            position: None,
            moves: vec![],
            tasks: vec![task],
            good: Text::new("Bien.", "Good."),
        };
        assert_eq!(read_lesson(SMALL), Ok(Lesson { steps: vec![step] }));
    }

    #[test]
    fn a_step_may_have_a_position_and_several_tasks() {
        const LONG: &str = "step swap,size=3\nposition 3/3/3 w\nmoves b2 a1\nfr A.\nen B.\ngoal play a2 a3\n\
            hint fr C.\nhint en D.\nbad fr E.\nbad en F.\nanswer c1 c2\nfr G.\nen H.\ngoal win\nhint fr I.\nhint en J.\n\
            good fr K.\ngood en L.\n";
        let lesson = read_lesson(LONG).unwrap();
        let [step] = lesson.steps.as_slice() else { panic!("{lesson:?}") };
        assert_eq!((step.variant, step.position), ("swap,size=3", Some("3/3/3 w")));
        assert_eq!(step.moves, ["b2", "a1"]);
        let [first, second] = step.tasks.as_slice() else { panic!("{step:?}") };
        assert_eq!(first.goal, Goal::Play(vec!["a2", "a3"]));
        assert_eq!(first.bad, Some(Text::new("E.", "F.")));
        assert!(first.answers.is_empty());
        assert_eq!(second.answers, ["c1", "c2"]);
        assert_eq!((second.say, &second.goal), (Text::new("G.", "H."), &Goal::Win));
        assert_eq!((second.hint, second.bad), (Text::new("I.", "J."), None));
        assert_eq!(step.good, Text::new("K.", "L."));
    }

    #[test]
    fn faults_name_the_line_and_what_was_expected() {
        let say = |text| read_lesson(text).unwrap_err().to_string();
        assert_eq!(say("fr Bien."), "lesson, line 1: \"fr Bien.\"; expected: \"step\" first");
        assert_eq!(say("\nstep"), "lesson, line 2: \"step\"; expected: a word and what it sets");
        assert_eq!(say("step -\nfr A\nfr B"), "lesson, line 3: \"fr B\"; expected: only once");
        assert!(
            say("step -\nsay fr A").starts_with("lesson, line 2: \"say fr A\"; expected: step, position")
        );
        assert_eq!(
            say("step -\nhint de A"),
            "lesson, line 2: \"hint de A\"; expected: fr or en, then the words"
        );
        for goal in ["goal play", "goal win a1", "goal any a1", "goal lose"] {
            let text: &'static str = Box::leak(format!("step -\n{goal}").into_boxed_str());
            let fault = say(text);
            assert!(fault.starts_with(&format!("lesson, line 2: \"{goal}\"; expected: goal any")), "{fault}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let without = |part: &str| {
            let lines: Vec<&str> = SMALL.lines().filter(|line| !line.starts_with(part)).collect();
            let text: &'static str = Box::leak(lines.join("\n").into_boxed_str());
            read_lesson(text).unwrap_err().to_string()
        };
        assert_eq!(without("en"), "lesson, line 2: words fr, words en is missing");
        assert_eq!(without("goal"), "lesson, line 2: goal is missing");
        assert_eq!(without("hint en"), "lesson, line 2: hint fr, hint en is missing");
        assert_eq!(without("good"), "lesson, line 2: good fr, good en is missing");
    }
}
