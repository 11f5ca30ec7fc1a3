//! What can be said of Nim bicolore: who wins the start, tables of all small positions, and how far the rules go.

use std::collections::BTreeMap;

use damier_core::{Game, Rng};
use damier_search::{Path, Value};
use damier_solve::{Job, Study, StudyError, in_parallel};
use serde_json::{Value as Json, json};

use super::cases::{self, Case};
use super::mind::{NimMind, is_numbered};
use super::rules::{MOST, Matches};
use super::sieve::Sieve;
use super::{Nim, twos};

/// The table: so many heaps, with so many matches of each kind.
const HEAPS: usize = 5;
const EACH: u8 = 6;

/// Answers the sheet's question as far as it is answered: the value of the start, and over all positions of the table
/// how many are lost, whether the rules agree with it, and how much plain Nim tells.
pub(super) fn study(game: &Nim, job: &Job) -> Result<Study, StudyError> {
    answer(game, job, MOST)
}

/// As [`study`], with the rule for two heaps beside a single match checked up to so many matches of a kind.
pub(super) fn answer(game: &Nim, job: &Job, most: u8) -> Result<Study, StudyError> {
    // The largest part is that check: a byte for each two heaps.
    let kinds = (u64::from(most) + 1).pow(2);
    job.needs(2 * kinds * kinds + (64 << 20))?;
    let mut study = Study::default();
    start(game, &mut study);
    (job.progress)("sieve", 0.0);
    let sieve = Sieve::new(&[[EACH; 2]; HEAPS], job.stop).ok_or(StudyError::Stopped)?;
    study.positions = sieve.size() - 1;
    study.count("table", json!({ "heaps": HEAPS, "each": EACH }));
    tally(&sieve, &mut study);
    study.count("pair_added", pairs(&sieve));
    job.check()?;
    let proof = in_parallel(
        job,
        "twos",
        twos::PROOF[3] as u64 + 1,
        || (0, 0),
        |sum, mixed| {
            add(sum, twos::check(mixed as i32));
        },
    )?;
    study.count("ones_and_twos", checked(proof));
    let proof = in_parallel(
        job,
        "two-and-one",
        2,
        || (0, 0),
        |sum, burnt| {
            let single = if burnt == 0 { [1, 0] } else { [0, 1] };
            add(sum, cases::check_beside_a_single(single, most));
        },
    )?;
    study.count("two_and_one", checked(proof));
    Ok(study)
}

fn add(sum: &mut (u64, u64), (checked, wrong): (u64, u64)) {
    *sum = (sum.0 + checked, sum.1 + wrong);
}

fn checked(parts: Vec<(u64, u64)>) -> Json {
    let mut all = (0, 0);
    parts.into_iter().for_each(|part| add(&mut all, part));
    json!({ "checked": all.0, "contradictions": all.1 })
}

/// Values the start, where its engine knows it, with the moves that win.
fn start(game: &Nim, study: &mut Study) {
    let path = Path::new(game, game.start(&mut Rng::new(0)));
    let Some(thought) = NimMind::known(game, &path) else { return };
    let Some(first) = thought.best() else { return };
    study.value = Some(first.value);
    study.bound = !is_numbered(game, path.position());
    for rated in &thought.moves {
        if matches!(rated.value, Value::Win(_)) {
            study.best.push(game.move_text(path.position(), rated.mv));
        }
    }
}

/// Counts the positions of a table by their heaps, and compares it with the rules and with plain Nim.
fn tally(sieve: &Sieve, study: &mut Study) {
    let mut rows = [[0u64; 4]; HEAPS];
    let mut rules: BTreeMap<Case, [u64; 2]> = Case::ALL.into_iter().map(|case| (case, [0; 2])).collect();
    let mut outside = 0u64;
    sieve.each(&mut |heaps, lost| {
        let count = heaps.iter().filter(|&&heap| heap != [0; 2]).count();
        let balanced = heaps.iter().fold(0, |sum, heap| sum ^ (heap[0] + heap[1])) == 0;
        let row = &mut rows[count - 1];
        row[0] += 1;
        row[1] += u64::from(lost);
        row[2] += u64::from(balanced);
        row[3] += u64::from(lost && balanced);
        match cases::lost(heaps) {
            Some((case, said)) => {
                let [compared, wrong] = rules.entry(case).or_default();
                *compared += 1;
                *wrong += u64::from(said != lost);
            }
            None => outside += 1,
        }
    });
    let row = |(place, [all, lost, balanced, both]): (usize, [u64; 4])| {
        json!({ "heaps": place + 1, "positions": all, "won": all - lost, "lost": lost,
            "nim_sum_0": balanced, "nim_sum_0_lost": both })
    };
    study.count("by_heaps", rows.into_iter().enumerate().map(row).collect::<Vec<Json>>());
    let row = |(case, [compared, wrong]): (Case, [u64; 2])| json!({ "rule": case.name(), "compared": compared, "disagree": wrong });
    study.count("rules", rules.into_iter().map(row).collect::<Vec<Json>>());
    study.count("outside_the_rules", outside);
}

/// Compares positions with what they become beside one more new match and one more burnt one, each on its own.
fn pairs(sieve: &Sieve) -> Json {
    let (mut compared, mut changed, mut changed_with_a_single) = (0u64, 0u64, 0u64);
    sieve.each(&mut |heaps, lost| {
        let (left, free) = heaps.split_at(HEAPS - 2);
        if free != [[0; 2]; 2] {
            return;
        }
        let mut more: Vec<Matches> = left.to_vec();
        more.extend([[1, 0], [0, 1]]);
        compared += 1;
        if sieve.lost(&more) != Some(lost) {
            changed += 1;
            changed_with_a_single += u64::from(left.iter().any(|heap| heap[0] + heap[1] == 1));
        }
    });
    json!({ "compared": compared, "changed": changed, "changed-with-a-single": changed_with_a_single })
}
