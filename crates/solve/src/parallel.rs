//! Work shared by threads.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Halt, Job};

/// Calls `work` once for each of `0..pieces`, on as many threads as the job allows, and tells how far it is. `make` makes
/// what a thread keeps for itself; what they kept is returned.
///
/// # Errors
/// [`Halt::Stopped`] where the job is stopped: some pieces are then not done.
pub fn in_parallel<T: Send>(
    job: &Job,
    what: &str,
    pieces: u64,
    make: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, u64) + Sync,
) -> Result<Vec<T>, Halt> {
    let next = AtomicU64::new(0);
    let run = |tells: bool| {
        let mut own = make();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces || (job.stop)() {
                return (own, piece >= pieces);
            }
            if tells {
                (job.tell)(what, piece as f64 / pieces as f64);
            }
            work(&mut own, piece);
        }
    };
    let done: Vec<(T, bool)> = if job.threads <= 1 {
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
    if done.iter().all(|(_, whole)| *whole) {
        Ok(done.into_iter().map(|(own, _)| own).collect())
    } else {
        Err(Halt::Stopped)
    }
}
