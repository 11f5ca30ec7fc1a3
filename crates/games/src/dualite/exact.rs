//! Perfect play on 4 × 4, by the table.

use std::sync::{Mutex, OnceLock, PoisonError};

use damier_core::Game;
use damier_search::{Limits, Mind, Path, Rated, Thought};
use damier_solve::{Halt, Job, NoShelf};

use super::table::Table;
use super::{Dualite, Move, Position};

/// The tables of the game for two, from one circle or from two, and of the game for four. They are made when they are
/// first asked for.
static TABLES: [OnceLock<Table>; 2] = [OnceLock::new(), OnceLock::new()];

/// Held by whoever makes a table.
static MAKING: Mutex<()> = Mutex::new(());

/// Returns the table of a 4 × 4 game, and makes it where nobody has yet.
///
/// # Errors
/// If the job stops it or allows too little memory.
pub(super) fn table(game: &Dualite, job: &Job) -> Result<&'static Table, Halt> {
    let table = &TABLES[usize::from(game.kind.teams)];
    if let Some(table) = table.get() {
        return Ok(table);
    }
    // Whoever comes second waits, and finds it made.
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = table.get() {
        return Ok(table);
    }
    let made = Table::solve(game, job)?;
    Ok(table.get_or_init(|| made))
}

/// An engine that knows the value and the distance of every move on 4 × 4. The first answer waits for the table, whatever
/// the limits are.
pub(super) struct Perfect;

fn rate(game: &Dualite, table: &Table, position: &Position) -> Vec<Rated<Move>> {
    let mut moves = Vec::new();
    game.moves_into(position, &mut moves);
    moves.into_iter().map(|mv| Rated { mv, value: table.rate(game, position, mv) }).collect()
}

impl Mind<Dualite> for Perfect {
    fn think(
        &mut self,
        game: &Dualite,
        path: &Path<Dualite>,
        limits: &Limits,
        _watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let threads = limits.threads.max(1);
        let job = Job { threads, memory: u64::MAX, stop: &|| false, tell: &|_, _| {}, shelf: &NoShelf };
        let table = table(game, &job).expect("nothing stops it");
        let sorted = |position: &Position| {
            let moves = rate(game, table, position);
            let nodes = moves.len() as u64;
            let mut thought = Thought { moves, pv: Vec::new(), nodes, depth: 0 };
            thought.sort();
            thought
        };
        let mut at = *path.position();
        let mut thought = sorted(&at);
        let mut next = thought.best();
        while let Some(Rated { mv, .. }) = next {
            thought.pv.push(mv);
            game.play(&mut at, mv);
            next = sorted(&at).best();
        }
        thought.depth = thought.pv.len() as u32;
        thought
    }

    fn forget(&mut self) {}
}
