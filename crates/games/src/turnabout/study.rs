//! The answer to the sheet's question, who should win, on the boards where that can be proven.

use damier_core::{Game, Rng};
use damier_search::Value;
use damier_solve::{Halt, Job, Study};

use super::prover::Prover;
use super::{Position, Turnabout};

/// The largest board that is solved.
const LARGEST: usize = 5;
/// The least number of positions that the solver remembers.
const LEAST_SLOTS: u64 = 1 << 16;

/// Solves the start on boards of up to 5 × 5; on others it says nothing.
pub(super) fn study<const W: usize>(game: &Turnabout<W>, job: &Job) -> Result<Study, Halt> {
    if game.board.width() > LARGEST {
        return Ok(Study::default());
    }
    // Boards of one word, whatever the type says.
    let game = Turnabout::<1>::new(game.board.width());
    job.needs(LEAST_SLOTS * Prover::SLOT)?;
    let most = LEAST_SLOTS << (4 * (game.board.width() - 3));
    let slots = (job.memory / 2 / Prover::SLOT).clamp(LEAST_SLOTS, most);
    let mut prover = Prover::new(&game, 1 << slots.ilog2());
    let start = game.start(&mut Rng::new(0));
    (job.tell)("who wins", 0.0);
    let wins = prover.attacker_wins(&start, u64::MAX, job.stop).ok_or(Halt::Stopped)?;
    let mut study = Study { value: Some(value(&game, &start, wins)), bound: true, ..Study::default() };
    if wins {
        let mut moves = Vec::new();
        game.moves_into(&start, &mut moves);
        for (number, &mv) in moves.iter().enumerate() {
            (job.tell)("first moves", number as f64 / moves.len() as f64);
            let mut after = start;
            game.play(&mut after, mv);
            if prover.attacker_wins(&after, u64::MAX, job.stop).ok_or(Halt::Stopped)? {
                let mut text = String::new();
                game.write_move(&start, mv, &mut text);
                study.best.push(text);
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
