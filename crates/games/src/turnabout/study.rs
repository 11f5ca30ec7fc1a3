//! The answer to the sheet's question, who should win, on the boards where that can be proven.

use damier_core::{Game, Rng};
use damier_search::{Budget, Limits, Value};
use damier_solve::{Job, Study, StudyError};

use super::prover::{OFTEN, TurnaboutProver};
use super::{Position, Turnabout};

/// The largest board that is solved.
const LARGEST: usize = 5;
/// The least number of positions that the solver remembers.
const LEAST_SLOTS: u64 = 1 << 16;

/// Solves the start on boards of up to 5 × 5; on others it says nothing.
pub(super) fn study<const W: usize>(game: &Turnabout<W>, job: &Job) -> Result<Study, StudyError> {
    if game.board.width() > LARGEST {
        return Ok(Study::default());
    }
    // Boards of one word, whatever the type says.
    let game = Turnabout::<1>::new(game.board.width());
    job.needs(LEAST_SLOTS * TurnaboutProver::SLOT)?;
    let most = LEAST_SLOTS << (4 * (game.board.width() - 3));
    let slots = (job.memory / 2 / TurnaboutProver::SLOT).clamp(LEAST_SLOTS, most);
    let mut prover = TurnaboutProver::new(&game, 1 << slots.ilog2());
    let start = game.start(&mut Rng::new(0));
    (job.progress)("who wins", 0.0);
    let limits = Limits { stop: job.stop, ..Limits::nodes(u64::MAX) };
    let budget = Budget::new(&limits).asking_every(OFTEN);
    let wins = prover.attacker_wins(&start, &budget).ok_or(StudyError::Stopped)?;
    let mut study = Study { value: Some(value(&game, &start, wins)), bound: true, ..Study::default() };
    if wins {
        let moves = game.moves(&start);
        for (number, &mv) in moves.iter().enumerate() {
            (job.progress)("first moves", number as f64 / moves.len() as f64);
            let after = game.after(&start, mv);
            if prover.attacker_wins(&after, &budget).ok_or(StudyError::Stopped)? {
                study.best.push(game.move_text(&start, mv));
            }
        }
    }
    study.positions = prover.nodes();
    study.count("winner", if wins { "attacker" } else { "defender" });
    Ok(study)
}

/// Returns what the attacker's win or loss is worth to the side to move: the defender wins with the last tile, the attacker
/// at the latest with it.
fn value(game: &Turnabout<1>, position: &Position<1>, wins: bool) -> Value {
    let plies = u32::from(game.stock - position.laid);
    if wins == position.laid.is_multiple_of(2) { Value::Win(plies) } else { Value::Loss(plies) }
}
