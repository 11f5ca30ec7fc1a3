//! Counting what a solved game holds.

use std::collections::BTreeMap;

use damier_core::Retrograde;
use damier_search::Value;
use serde_json::{Map, Value as Json, json};

use crate::table::{Table, value_of};
use crate::{Job, StudyError, in_parallel};

const PIECE: u64 = 1 << 16;

/// How many positions are won, lost and drawn for the side to move, games that are over counted as they ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// How many are won.
    pub won: u64,
    /// How many are lost.
    pub lost: u64,
    /// How many are drawn.
    pub drawn: u64,
    /// How many are decided in so many plies.
    pub by_plies: BTreeMap<u32, u64>,
    /// A number of each distance: the lowest.
    pub example: BTreeMap<u32, u64>,
}

impl Census {
    /// Counts one number, which stands for so many positions.
    pub fn add(&mut self, index: u64, value: Value, weight: u64) {
        let plies = match value {
            Value::Win(plies) => {
                self.won += weight;
                plies
            }
            Value::Loss(plies) => {
                self.lost += weight;
                plies
            }
            Value::Draw | Value::Estimate(_) => {
                self.drawn += weight;
                return;
            }
        };
        *self.by_plies.entry(plies).or_default() += weight;
        self.example.entry(plies).and_modify(|lowest| *lowest = index.min(*lowest)).or_insert(index);
    }

    /// Adds what another has counted.
    pub fn merge(&mut self, other: Census) {
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        for (plies, count) in other.by_plies {
            *self.by_plies.entry(plies).or_default() += count;
        }
        for (plies, index) in other.example {
            self.example.entry(plies).and_modify(|lowest| *lowest = index.min(*lowest)).or_insert(index);
        }
    }

    /// Returns the longest win, in plies, and a number where it is.
    pub fn longest_win(&self) -> Option<(u32, u64)> {
        self.example.iter().rev().find(|(plies, _)| *plies % 2 == 1).map(|(&plies, &index)| (plies, index))
    }

    /// Returns how many positions were counted.
    pub fn positions(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// Returns the counts by their names.
    pub fn json(&self) -> Map<String, Json> {
        let by_plies: Vec<Json> = self.by_plies.iter().map(|(plies, count)| json!([plies, count])).collect();
        let counts = [
            ("won", self.won.into()),
            ("lost", self.lost.into()),
            ("drawn", self.drawn.into()),
            ("longest_win", self.longest_win().map_or(Json::Null, |(plies, _)| plies.into())),
            ("by_plies", by_plies.into()),
        ];
        counts.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
    }
}

/// Counts the positions of a solved game that `class` sorts: one census for each class it names.
///
/// # Errors
/// Where it is stopped.
///
/// ```
/// use damier_core::Sticks;
/// use damier_solve::{Job, NoShelf, census, solve};
///
/// let game = Sticks { count: 11 };
/// let job = Job { spec: "sticks", threads: 1, memory: 1 << 30, stop: &|| false, progress: &|_, _| {}, shelf: &NoShelf };
/// let table = solve(&game, &job)?;
/// // All positions in one class: 0 to 11 sticks, for two sides.
/// let counted = census(&game, &table, &job, |_| 0)?;
/// assert_eq!(counted[0].positions(), 24);
/// # Ok::<(), damier_solve::StudyError>(())
/// ```
pub fn census<G: Retrograde + Sync>(
    game: &G,
    table: &Table,
    job: &Job,
    class: impl Fn(&G::Position) -> usize + Sync,
) -> Result<Vec<Census>, StudyError> {
    let pieces = table.size().div_ceil(PIECE);
    let counted = in_parallel(job, "census", pieces, Vec::new, |own: &mut Vec<Census>, piece| {
        for index in piece * PIECE..((piece + 1) * PIECE).min(table.size()) {
            let Some(value) = value_of(table.get(index)) else { continue };
            let position = game.unindex(index).expect("a number with a value has a position");
            let class = class(&position);
            if own.len() <= class {
                own.resize(class + 1, Census::default());
            }
            own[class].add(index, value, game.weight(&position));
        }
    })?;
    let mut all = Vec::new();
    for own in counted {
        all.resize(all.len().max(own.len()), Census::default());
        for (sum, part) in all.iter_mut().zip(own) {
            sum.merge(part);
        }
    }
    Ok(all)
}
