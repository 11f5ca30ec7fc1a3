//! Work shared by threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Job, StudyError};

/// Calls `work` once for each of `0..pieces`, on as many threads as the job allows, and tells how far it is. `make` makes
/// what a thread keeps for itself; what they kept is returned.
///
/// # Errors
/// [`StudyError::Stopped`] where the job is stopped: some pieces are then not done.
pub fn in_parallel<T: Send>(
    job: &Job,
    what: &str,
    pieces: u64,
    make: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, u64) + Sync,
) -> Result<Vec<T>, StudyError> {
    in_order(job, what, 0..pieces, make, work).map_err(|_| StudyError::Stopped)
}

/// As [`in_parallel`], for some pieces. Where the job is stopped, all before the returned one are done.
///
/// # Errors
/// The first piece that is not done, where the job is stopped.
pub(crate) fn in_order<T: Send>(
    job: &Job,
    what: &str,
    pieces: Range<u64>,
    make: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, u64) + Sync,
) -> Result<Vec<T>, u64> {
    let next = AtomicU64::new(pieces.start);
    let run = |tells: bool| {
        let mut own = make();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces.end || (job.stop)() {
                return (own, piece.min(pieces.end));
            }
            if tells {
                (job.progress)(what, piece as f64 / pieces.end as f64);
            }
            work(&mut own, piece);
        }
    };
    let done: Vec<(T, u64)> = if job.threads <= 1 {
        vec![run(true)]
    } else {
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..job.threads).map(|_| scope.spawn(|| run(false))).collect();
            let mut done = vec![run(true)];
            for other in others {
                match other.join() {
                    Ok(kept) => done.push(kept),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            done
        })
    };
    match done.iter().map(|(_, left)| *left).min() {
        Some(left) if left < pieces.end => Err(left),
        _ => Ok(done.into_iter().map(|(own, _)| own).collect()),
    }
}
