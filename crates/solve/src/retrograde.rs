//! Solving a numbered game backwards from its ends.

use std::ops::Range;

use damier_core::{Flow, Retrograde, Rng, Verdict};
use thiserror::Error;

use crate::parallel::in_order;
use crate::table::{ABSENT, MOST_PLIES, OPEN, State, Table, byte_of};
use crate::{Job, StudyError};

/// The most positions that a thread takes at once: a multiple of 8.
const PIECE: u64 = 1 << 16;
/// The most listed positions that a thread takes at once.
const LISTED_PIECE: u64 = 1 << 10;
/// The most positions that are listed for the next step; where there are more, the table is searched for them.
const LISTED: usize = 1 << 22;

/// What a thread finds in one step.
#[derive(Default)]
struct Found {
    listed: Vec<u64>,
    count: u64,
}

impl Found {
    fn add(&mut self, index: u64) {
        self.count += 1;
        if self.listed.len() < LISTED {
            self.listed.push(index);
        }
    }
}

/// Solves a game completely, or goes on from where the table on its shelf was left, by the name of [`Job::table_name`]; leaves the finished table there.
///
/// What is decided in `n` plies follows from what is decided in `n - 1`, step by step; what never is, is drawn. A step
/// that was left half-way goes on where it was, so that the table can be left at any time.
///
/// # Errors
/// Where the memory does not suffice, where it is stopped (what is done is on the shelf then), where the shelf fails or
/// its file is another game's.
///
/// ```
/// use damier_core::{Indexed, Side, Sticks};
/// use damier_search::Value;
/// use damier_solve::{Job, NoShelf, solve, value_of};
///
/// let game = Sticks { count: 21 };
/// let job = Job { spec: "sticks", threads: 1, memory: 1 << 30, stop: &|| false, progress: &|_, _| {}, shelf: &NoShelf };
/// let table = solve(&game, &job)?;
/// let value = value_of(table.get(game.index(&(20, Side::First))));
/// assert_eq!(value, Some(Value::Loss(10)), "a multiple of four is lost");
/// # Ok::<(), damier_solve::StudyError>(())
/// ```
pub fn solve<G: Retrograde + Sync>(game: &G, job: &Job) -> Result<Table, StudyError> {
    let (spec, name) = (job.spec, &job.table_name());
    let size = game.size();
    job.needs(Table::memory(size) + (LISTED * 8 * 2 * job.threads.max(1)) as u64)?;
    let (table, mut state) = match job.shelf.open(name)? {
        Some(mut file) => Table::read(spec, size, &mut *file)?,
        None => (Table::new(size), State::BEGUN),
    };
    let keep = |table: &Table, state| job.shelf.save(name, &mut |out| table.write(spec, state, out));
    // Work since the table was last kept: writing it is worth a tenth of that.
    let mut unkept = 0;
    let mut listed: Option<Vec<u64>> = None;
    let mut resumed = state != State::BEGUN;
    while let State::At { plies, from } = state {
        let begun = match (plies.checked_sub(1), &listed) {
            (None, _) => ends(game, &table, from, job),
            (Some(last), Some(listed)) => step_listed(game, &table, last, listed, job),
            (Some(last), None) => step(game, &table, last, from, job),
        };
        let found = match begun {
            Ok(found) => found,
            Err(from) => {
                keep(&table, State::At { plies, from })?;
                return Err(StudyError::Stopped);
            }
        };
        let mut count: u64 = found.iter().map(|found| found.count).sum();
        unkept += count;
        let whole = !resumed && found.iter().all(|found| found.listed.len() as u64 == found.count);
        listed = whole.then(|| found.into_iter().flat_map(|found| found.listed).collect());
        if resumed {
            // What the step had found before it was left is in the table and in no list.
            count = 0;
            table.each_with(byte_of(plies), 0, size, &mut |_| count += 1);
            resumed = false;
        }
        let more = State::At { plies: plies + 1, from: 0 };
        state = if count == 0 && plies > 0 { State::Done } else { more };
        assert!(plies < MOST_PLIES, "a byte cannot tell {plies} plies");
        if state == State::Done || unkept > size / 16 {
            keep(&table, state)?;
            unkept = 0;
        }
    }
    Ok(table)
}

/// Calls `work` with some of the numbers at a time. Fails with the first number that is not done, where the job is stopped.
fn each_piece(
    job: &Job,
    what: &str,
    numbers: Range<u64>,
    work: impl Fn(&mut Found, Range<u64>) + Sync,
) -> Result<Vec<Found>, u64> {
    // So few that the work can be shared and left.
    let length = (numbers.end / 64).next_multiple_of(8).clamp(8, PIECE);
    let pieces = numbers.start / length..numbers.end.div_ceil(length);
    in_order(job, what, pieces, Found::default, |found, piece| {
        work(found, piece * length..((piece + 1) * length).min(numbers.end));
    })
    .map_err(|piece| piece * length)
}

/// Sets the bytes of the games that are over, and of the numbers without position, from one number on. Finds those that
/// are lost.
fn ends<G: Retrograde + Sync>(game: &G, table: &Table, from: u64, job: &Job) -> Result<Vec<Found>, u64> {
    each_piece(job, "ends", from..game.size(), |found, numbers| {
        for index in numbers {
            let Some(position) = game.unindex(index) else {
                table.set(index, ABSENT);
                continue;
            };
            match game.outcome(&position).map(|outcome| outcome.verdict) {
                Some(Verdict::Win(winner)) => {
                    assert!(winner != game.side_to_move(&position), "the side to move has won");
                    table.set(index, byte_of(0));
                    found.add(index);
                }
                Some(Verdict::Draw | Verdict::Solved) | None => {}
            }
        }
    })
}

/// Finds, from what is decided in `plies` and has a number from `from` on, what is decided in one more.
fn step<G: Retrograde + Sync>(
    game: &G,
    table: &Table,
    plies: u32,
    from: u64,
    job: &Job,
) -> Result<Vec<Found>, u64> {
    each_piece(job, &plies.to_string(), from..table.size(), |found, numbers| {
        table.each_with(byte_of(plies), numbers.start, numbers.end, &mut |index| {
            expand(game, table, plies, found, index);
        });
    })
}

/// Finds, from the list of what is decided in `plies`, what is decided in one more. Where it is left, nothing of it counts
/// as done.
fn step_listed<G: Retrograde + Sync>(
    game: &G,
    table: &Table,
    plies: u32,
    listed: &[u64],
    job: &Job,
) -> Result<Vec<Found>, u64> {
    let length = (listed.len() as u64 / 64).clamp(1, LISTED_PIECE) as usize;
    let pieces = 0..listed.len().div_ceil(length) as u64;
    in_order(job, &plies.to_string(), pieces, Found::default, |found, piece| {
        for &index in listed.iter().skip(piece as usize * length).take(length) {
            expand(game, table, plies, found, index);
        }
    })
    .map_err(|_| 0)
}

/// Finds what comes before a position that is decided in `plies` and is decided by it in one more.
fn expand<G: Retrograde>(game: &G, table: &Table, plies: u32, found: &mut Found, index: u64) {
    let next = byte_of(plies + 1);
    let position = game.unindex(index).expect("a decided number has a position");
    game.each_before(&position, &mut |before| {
        if table.get(game.index(before)) == OPEN && (plies.is_multiple_of(2) || is_lost(game, table, before))
        {
            game.each_index(before, &mut |index| {
                if table.get(index) == OPEN {
                    table.set(index, next);
                    found.add(index);
                }
            });
        }
    });
}

/// Says whether every move of a position leads to one that the other side wins.
fn is_lost<G: Retrograde>(game: &G, table: &Table, position: &G::Position) -> bool {
    let flow = game.each_move(position, &mut |mv| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        let byte = table.get(game.index(&after));
        if byte != OPEN && byte != ABSENT && byte.is_multiple_of(2) {
            Flow::Continue(())
        } else {
            Flow::Break(())
        }
    });
    flow.is_continue()
}

/// Solves a game as [`solve`] does, then checks the table as [`verify`] does. A table that fails is not left on the shelf.
///
/// # Errors
/// As [`solve`]; [`StudyError::Wrong`] where the table contradicts itself.
pub fn solve_and_verify<G: Retrograde + Sync>(
    game: &G,
    job: &Job,
    samples: u64,
    rng: &mut Rng,
) -> Result<Table, StudyError> {
    let table = solve(game, job)?;
    match verify(game, &table, samples, rng) {
        Ok(()) => Ok(table),
        Err(contradiction) => {
            job.shelf.remove(&job.table_name())?;
            Err(contradiction.into())
        }
    }
}

/// A value of a table that does not follow from the values of its successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("number {index}: the table has {stored}, from its successors follows {derived}")]
pub struct Contradiction {
    /// The number of the position.
    pub index: u64,
    /// The byte that the table has.
    pub stored: u8,
    /// The byte that follows from the successors.
    pub derived: u8,
}

/// Derives the values of so many positions, drawn at random, anew from their successors.
///
/// # Errors
/// The first contradiction.
pub fn verify<G: Retrograde>(
    game: &G,
    table: &Table,
    samples: u64,
    rng: &mut Rng,
) -> Result<(), Contradiction> {
    for _ in 0..samples {
        let index = rng.bits() % game.size();
        check(game, table, index)?;
    }
    Ok(())
}

/// Derives the value of a number anew from its successors.
///
/// # Errors
/// The contradiction, where the table has another value.
pub fn check<G: Retrograde>(game: &G, table: &Table, index: u64) -> Result<(), Contradiction> {
    let stored = table.get(index);
    let derived = game.unindex(index).map_or(ABSENT, |position| derive(game, table, &position));
    if stored == derived { Ok(()) } else { Err(Contradiction { index, stored, derived }) }
}

/// Returns the byte of a position that follows from its successors' bytes.
fn derive<G: Retrograde>(game: &G, table: &Table, position: &G::Position) -> u8 {
    match game.outcome(position).map(|outcome| outcome.verdict) {
        Some(Verdict::Draw | Verdict::Solved) => return OPEN,
        Some(Verdict::Win(winner)) => {
            return if winner == game.side_to_move(position) { ABSENT } else { byte_of(0) };
        }
        None => {}
    }
    let (mut soonest_loss, mut latest_win, mut open) = (u8::MAX, 0, false);
    let _ = game.each_move(position, &mut |mv| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        match table.get(game.index(&after)) {
            OPEN => open = true,
            byte if byte.is_multiple_of(2) => latest_win = latest_win.max(byte),
            byte => soonest_loss = soonest_loss.min(byte),
        }
        Flow::Continue(())
    });
    match (soonest_loss, open) {
        (u8::MAX, true) => OPEN,
        (u8::MAX, false) => latest_win + 1,
        (byte, _) => byte + 1,
    }
}
