//! Solving a numbered game backwards from its ends.

use damier_core::{Flow, Retrograde, Rng, Verdict};

use crate::table::{ABSENT, MOST_PLIES, OPEN, State, Table, byte_of};
use crate::{Halt, Job, in_parallel, table_name};

/// How many positions a thread takes at once: a multiple of 8.
const PIECE: u64 = 1 << 16;
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

/// Solves a game completely, or goes on from where the shelf's [`table_name`] was left; leaves the finished table there.
///
/// What is decided in `n` plies follows from what is decided in `n - 1`, step by step; what never is, is drawn. A step
/// that is begun again finds the same, so that the table can be left at any time.
///
/// # Errors
/// Where the memory does not suffice, where it is stopped (what is done is on the shelf then), where the shelf fails or
/// its file is another game's.
pub fn solve<G: Retrograde + Sync>(game: &G, spec: &str, job: &Job) -> Result<Table, Halt> {
    let name = &table_name(spec);
    let size = game.size();
    job.needs(Table::memory(size) + (LISTED * 8 * 2 * job.threads.max(1)) as u64)?;
    let (table, mut state) = match job.shelf.open(name)? {
        Some(mut file) => Table::read(spec, size, &mut *file)?,
        None => (Table::new(size), State::At(0)),
    };
    let keep = |table: &Table, state| job.shelf.save(name, &mut |out| table.write(spec, state, out));
    // Work since the table was last kept: writing it is worth a tenth of that.
    let mut unkept = 0;
    let mut listed: Option<Vec<u64>> = None;
    while let State::At(plies) = state {
        let begun = if plies == 0 {
            ends(game, &table, job)
        } else {
            step(game, &table, plies - 1, listed.as_deref(), job)
        };
        let found = match begun {
            Ok(found) => found,
            Err(halt) => {
                keep(&table, state)?;
                return Err(halt);
            }
        };
        let count: u64 = found.iter().map(|found| found.count).sum();
        unkept += count;
        let whole = found.iter().all(|found| found.listed.len() as u64 == found.count);
        listed = whole.then(|| found.into_iter().flat_map(|found| found.listed).collect());
        state = if count == 0 && plies > 0 { State::Done } else { State::At(plies + 1) };
        assert!(plies < MOST_PLIES, "a byte cannot tell {plies} plies");
        if state == State::Done || unkept > size / 16 {
            keep(&table, state)?;
            unkept = 0;
        }
    }
    Ok(table)
}

/// Sets the bytes of the games that are over, and of the numbers without position. Finds those that are lost.
fn ends<G: Retrograde + Sync>(game: &G, table: &Table, job: &Job) -> Result<Vec<Found>, Halt> {
    let size = game.size();
    in_parallel(job, "ends", size.div_ceil(PIECE), Found::default, |found, piece| {
        for index in piece * PIECE..((piece + 1) * PIECE).min(size) {
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

/// Finds, from what is decided in `plies`, what is decided in one more.
fn step<G: Retrograde + Sync>(
    game: &G,
    table: &Table,
    plies: u32,
    listed: Option<&[u64]>,
    job: &Job,
) -> Result<Vec<Found>, Halt> {
    let what = format!("{plies}");
    let (byte, next) = (byte_of(plies), byte_of(plies + 1));
    let expand = |found: &mut Found, index: u64| {
        let position = game.unindex(index).expect("a decided number has a position");
        game.each_before(&position, &mut |before| {
            if table.get(game.index(before)) == OPEN
                && (plies.is_multiple_of(2) || is_lost(game, table, before))
            {
                game.each_index(before, &mut |index| {
                    if table.get(index) == OPEN {
                        table.set(index, next);
                        found.add(index);
                    }
                });
            }
        });
    };
    match listed {
        Some(listed) => {
            let piece_size = 1024;
            in_parallel(
                job,
                &what,
                listed.len().div_ceil(piece_size) as u64,
                Found::default,
                |found, piece| {
                    for &index in listed.iter().skip(piece as usize * piece_size).take(piece_size) {
                        expand(found, index);
                    }
                },
            )
        }
        None => in_parallel(job, &what, table.size().div_ceil(PIECE), Found::default, |found, piece| {
            table.each_with(byte, piece * PIECE, (piece + 1) * PIECE, &mut |index| expand(found, index));
        }),
    }
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

/// Derives the values of so many positions, drawn at random, anew from their successors.
///
/// # Errors
/// Names the first number whose value is not what follows from its successors.
pub fn verify<G: Retrograde>(game: &G, table: &Table, samples: u64, rng: &mut Rng) -> Result<(), String> {
    for _ in 0..samples {
        let index = rng.bits() % game.size();
        check(game, table, index)?;
    }
    Ok(())
}

/// Derives the value of a number anew from its successors.
///
/// # Errors
/// Says what the table has and what follows.
pub fn check<G: Retrograde>(game: &G, table: &Table, index: u64) -> Result<(), String> {
    let stored = table.get(index);
    let derived = game.unindex(index).map_or(ABSENT, |position| derive(game, table, &position));
    if stored == derived {
        return Ok(());
    }
    Err(format!("number {index}: the table has {stored}, from its successors follows {derived}"))
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
