//! How the game is played on 4 × 4: by the table.

use std::sync::{Mutex, OnceLock, PoisonError};

use damier_core::Game;
use damier_search::{Limits, Mind, Path, Rated, Thought};
use damier_solve::{Job, StudyError};

use super::value_table::{Making, ValueTable};
use super::{Dualite, Move, Position};

/// The tables of the game for two, from one circle or from two, and of the game for four. They are made when they are
/// first asked for.
static TABLES: [OnceLock<ValueTable>; 2] = [OnceLock::new(), OnceLock::new()];

/// Those in the making. Whoever asks for a table adds a piece in turn; who is stopped leaves his pieces to the next.
static MAKING: [Mutex<Option<Making>>; 2] = [Mutex::new(None), Mutex::new(None)];

/// How many games the adviser plays out where there is no time for the table.
const HASTY: u64 = 200;

/// Returns the table of a 4 × 4 game, and makes it where nobody has yet.
///
/// # Errors
/// If the job stops it or allows too little memory.
pub(super) fn table(game: &Dualite, job: &Job) -> Result<&'static ValueTable, StudyError> {
    let number = usize::from(game.rules.teams);
    let table = &TABLES[number];
    if let Some(table) = table.get() {
        return Ok(table);
    }
    loop {
        let mut making = MAKING[number].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = table.get() {
            return Ok(table);
        }
        job.check()?;
        let mut unfinished = match making.take() {
            Some(unfinished) => unfinished,
            None => Making::begin(game, job)?,
        };
        let added = unfinished.add(game, job);
        if unfinished.is_done() {
            return Ok(table.get_or_init(|| unfinished.finish()));
        }
        *making = Some(unfinished);
        added?;
    }
}

/// An engine that knows the value and the distance of every move on 4 × 4. The first answer waits for the table, whatever
/// the limit of nodes is; where it is stopped meanwhile, the adviser answers.
pub(super) struct DualiteMind {
    adviser: Box<dyn Mind<Dualite>>,
}

impl DualiteMind {
    pub(super) fn advised_by(adviser: Box<dyn Mind<Dualite>>) -> Box<dyn Mind<Dualite>> {
        Box::new(DualiteMind { adviser })
    }
}

fn rate(game: &Dualite, table: &ValueTable, position: &Position) -> Vec<Rated<Move>> {
    let moves = game.moves(position);
    moves.into_iter().map(|mv| Rated { mv, value: table.rate(game, position, mv) }).collect()
}

impl Mind<Dualite> for DualiteMind {
    fn think(
        &mut self,
        game: &Dualite,
        path: &Path<Dualite>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let threads = limits.threads.max(1);
        let job = Job { threads, stop: limits.stop, ..Job::new() };
        let Ok(table) = table(game, &job) else {
            let Limits { seed, even, only, .. } = *limits;
            let hasty = Limits { seed, even, only, ..Limits::nodes(HASTY) };
            return self.adviser.think(game, path, &hasty, watch);
        };
        let sorted = |position: &Position| {
            let moves = rate(game, table, position);
            let nodes = moves.len() as u64;
            let mut thought = Thought { moves, pv: Vec::new(), nodes, depth: 0 };
            thought.sort();
            thought
        };
        let mut at = *path.position();
        let mut thought = sorted(&at);
        limits.restrict(game, &at, &mut thought);
        let mut next = thought.best();
        while let Some(Rated { mv, .. }) = next {
            thought.pv.push(mv);
            game.play(&mut at, mv);
            next = sorted(&at).best();
        }
        thought.depth = thought.pv.len() as u32;
        thought
    }

    fn forget(&mut self) {
        self.adviser.forget();
    }
}
