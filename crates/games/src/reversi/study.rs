//! Whole games on small boards: who wins by how much, the best first moves, and a line of best play.

use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use damier_core::{Game, Rng};
use damier_search::Value;
use damier_solve::{Job, Study, StudyError, in_parallel};
use serde_json::json;

use super::solver::{ProvenBounds, SearchHooks, WholeGameSolver, narrow, on_board, on_grid};
use super::{Move, PASS, Position, Reversi, Start, Word};

/// The solver's memory on 6 × 6; smaller boards need less than the least there is.
const BYTES: u64 = 1 << 30;
/// After so many nodes what was proven is put on the shelf.
const SAVED: u64 = 1 << 28;
/// After so many nodes a thread looks up.
const BATCH: u64 = 1 << 17;
/// About so many nodes make a study of 6 × 6: for the progress that is told.
const EXPECTED: f64 = 3e9;

/// Solves the game on boards of up to 6 × 6. Every first move has its `score`, or where it is not one of the best ones of
/// 6 × 6 the `most` that it was proven to get.
///
/// # Errors
/// As [`StudyError`] says.
pub(super) fn study<W: Word, const SIZE: u32>(
    game: &Reversi<W, SIZE>,
    job: &Job,
) -> Result<Study, StudyError> {
    let bytes = WholeGameSolver::bytes(if SIZE < 6 { 0 } else { BYTES.min(job.memory / 4 * 3) });
    job.needs(bytes + (16 << 20))?;
    let study = WholeGameStudy::<SIZE> {
        solver: WholeGameSolver::new(SIZE, bytes),
        job,
        nodes: AtomicU64::new(0),
        proven: Mutex::default(),
        fault: Mutex::default(),
        failed: AtomicBool::new(false),
    };
    study.load()?;
    let found = study.answer(game);
    study.save()?;
    found
}

/// What a study works with.
struct WholeGameStudy<'a, const SIZE: u32> {
    solver: WholeGameSolver,
    job: &'a Job<'a>,
    nodes: AtomicU64,
    /// The bounds of positions that took long.
    proven: Mutex<BTreeMap<(u64, u64), [i32; 2]>>,
    /// What the shelf complained of.
    fault: Mutex<Option<io::Error>>,
    failed: AtomicBool,
}

impl<const SIZE: u32> WholeGameStudy<'_, SIZE> {
    fn answer<W: Word>(&self, game: &Reversi<W, SIZE>) -> Result<Study, StudyError> {
        let start = game.start(&mut Rng::new(0));
        let score = self.score(&start, "the start", self.guess(game))?;
        let mut study = Study { score: Some(score), ..Study::default() };
        let mut openings = Vec::new();
        for mv in game.moves(&start) {
            let (after, text) = (game.after(&start, mv), game.move_text(&start, mv));
            // The start is worth as much as its best moves.
            let most = -self.ask_of(&after, -score, &text)?;
            openings.push(if most >= score {
                study.best.push(text.clone());
                json!({ "move": text, "score": score })
            } else if SIZE < 6 {
                let worth = -self.score(&after, &text, -most)?;
                json!({ "move": text, "score": worth })
            } else {
                // How bad a bad move is takes longer than all the rest: it is only proven to be worse.
                json!({ "move": text, "most": most })
            });
        }
        let (line, discs) = self.line(game, &start, score)?;
        let plies = line.len() as u32;
        study.bound = true;
        study.value = Some(match score {
            0 => Value::Draw,
            1.. => Value::Win(plies),
            _ => Value::Loss(plies),
        });
        study.positions = self.nodes.load(Ordering::Relaxed);
        study.count("openings", openings);
        study.count("line", line);
        study.count("black", discs[0]);
        study.count("white", discs[1]);
        Ok(study)
    }

    /// Returns where to begin to ask. The result does not depend on it, the time does: these are the results.
    fn guess<W: Word>(&self, game: &Reversi<W, SIZE>) -> i32 {
        let diagonal = game.start == Reversi::<W, SIZE>::new(Start::Diagonal, false).start;
        match (SIZE, diagonal) {
            (6, true) => -4,
            (6, false) => -2,
            (_, true) => -8,
            (_, false) => -3,
        }
    }

    /// Solves a position: a score is proven from both sides.
    fn score<W: Word>(&self, position: &Position<W>, what: &str, guess: i32) -> Result<i32, StudyError> {
        let most = (SIZE * SIZE) as i32;
        let mut end = Ok(());
        let score = narrow([-most, most], guess, |alpha| {
            let answer = self.ask_of(position, alpha, what);
            answer.map_err(|halt| end = Err(halt)).ok()
        });
        end?;
        score.ok_or(StudyError::Stopped)
    }

    /// As [`WholeGameStudy::ask`], of a position as the game has it.
    fn ask_of<W: Word>(&self, position: &Position<W>, alpha: i32, what: &str) -> Result<i32, StudyError> {
        let [own, other] = [position.own, position.other].map(on_grid::<W, SIZE, 6>);
        self.ask(own, other, alpha, what)
    }

    /// Asks whether the side to move gets more than `alpha`, with all threads.
    fn ask(&self, own: u64, other: u64, alpha: i32, what: &str) -> Result<i32, StudyError> {
        let what = format!("{what}: more than {alpha}?");
        let spend = |nodes| self.spend(nodes, &what);
        let keep = |proven| self.keep(proven);
        let hooks = SearchHooks { spend: &spend, proven: &keep, batch: BATCH };
        let mut end = Ok(());
        let answer = self.solver.ask(own, other, alpha, hooks, |search| {
            let threads = self.job.threads.max(1) as u64;
            // How far it is, only the nodes tell.
            let job = Job { progress: &|_, _| (), ..*self.job };
            let answers = in_parallel(
                &job,
                &what,
                threads,
                || None,
                |answer: &mut Option<i32>, _| {
                    *answer = answer.or_else(search);
                },
            );
            match answers {
                Ok(answers) => answers.into_iter().flatten().next(),
                Err(halt) => {
                    end = Err(halt);
                    None
                }
            }
        });
        if let Some(fault) = self.fault.lock().expect("no thread panics here").take() {
            return Err(StudyError::Shelf(fault));
        }
        end?;
        answer.ok_or(StudyError::Stopped)
    }

    /// Counts nodes, saves now and then, tells how far it is, and says whether to stop.
    fn spend(&self, nodes: u64, what: &str) -> bool {
        let before = self.nodes.fetch_add(nodes, Ordering::Relaxed);
        if before / SAVED != (before + nodes) / SAVED
            && let Err(fault) = self.save()
        {
            *self.fault.lock().expect("no thread panics here") = Some(fault);
            self.failed.store(true, Ordering::Relaxed);
        }
        if SIZE == 6 {
            (self.job.progress)(what, (before as f64 / EXPECTED).min(0.99));
        }
        self.failed.load(Ordering::Relaxed) || (self.job.stop)()
    }

    /// Keeps what was proven.
    fn keep(&self, ProvenBounds { own, other, bounds }: ProvenBounds) {
        let mut proven = self.proven.lock().expect("no thread panics here");
        let [low, high] = proven.entry((own, other)).or_insert(bounds);
        *low = bounds[0].max(*low);
        *high = bounds[1].min(*high);
    }

    /// Returns a line of best play from a position with this score, and the discs of Black and White at its end.
    fn line<W: Word>(
        &self,
        game: &Reversi<W, SIZE>,
        from: &Position<W>,
        mut score: i32,
    ) -> Result<(Vec<String>, [i32; 2]), StudyError> {
        let mut at = *from;
        let mut line = Vec::new();
        while game.outcome(&at).is_none() {
            let [own, other] = [at.own, at.other].map(on_grid::<W, SIZE, 6>);
            let mut end = Ok(());
            let best = self.solver.best(own, other, score, |own, other, alpha| {
                let answer = self.ask(own, other, alpha, "line");
                answer.map_err(|halt| end = Err(halt)).ok()
            });
            end?;
            let best = best.ok_or(StudyError::Stopped)?;
            let mv = best.map_or(PASS, |cell| Move(on_board::<SIZE, 6>(cell) as u8));
            line.push(game.move_text(&at, mv));
            game.play(&mut at, mv);
            score = -score;
        }
        Ok((line, at.score()))
    }

    fn checkpoint_name() -> String {
        format!("reversi-{SIZE}-settled")
    }

    /// Puts what was proven on the shelf.
    fn save(&self) -> io::Result<()> {
        let proven = self.proven.lock().expect("no thread panics here");
        if proven.is_empty() {
            return Ok(());
        }
        self.job.save_checkpoint(&Self::checkpoint_name(), &write_bounds(&proven))
    }

    /// Takes what was proven before from the shelf.
    fn load(&self) -> Result<(), StudyError> {
        let name = Self::checkpoint_name();
        let Some(text) = self.job.load_checkpoint(&name)? else { return Ok(()) };
        let proven = read_bounds(&text).ok_or_else(|| Job::damaged_checkpoint(&name))?;
        for (&(own, other), &bounds) in &proven {
            self.solver.learn(ProvenBounds { own, other, bounds });
        }
        *self.proven.lock().expect("no thread panics here") = proven;
        Ok(())
    }
}

/// Writes proven positions: a line for each of them, both sides' discs, both bounds.
pub(super) fn write_bounds(proven: &BTreeMap<(u64, u64), [i32; 2]>) -> String {
    let line =
        |(&(own, other), [low, high]): (&(u64, u64), &[i32; 2])| format!("{own:x} {other:x} {low} {high}\n");
    proven.iter().map(line).collect()
}

/// Reads what [`write_bounds`] wrote; `None` where it is anything else.
pub(super) fn read_bounds(text: &str) -> Option<BTreeMap<(u64, u64), [i32; 2]>> {
    let entry = |line: &str| {
        let mut words = line.split(' ');
        let own = u64::from_str_radix(words.next()?, 16).ok()?;
        let other = u64::from_str_radix(words.next()?, 16).ok()?;
        let bounds = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
        Some(((own, other), bounds))
    };
    text.lines().map(entry).collect()
}
