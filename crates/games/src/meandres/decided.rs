//! What every position of Les méandres is worth.
//!
//! Nearly all positions that are decided at all are so within four plies, which a short search finds. The others, those
//! of the game with its ban, are listed in `decided.bin`, which `damier solve meandres` makes from the table of all
//! positions; in the variant `libre` there are none. What is neither found nor listed is drawn.

use std::sync::OnceLock;

use damier_core::{Flow, Game, Indexed};
use damier_search::Value;
use damier_solve::{Oracle, Table, value_of};

use super::{Meandres, Position};

/// How far the search looks, in plies.
pub(super) const SEARCHED: u32 = 4;

/// The list: the numbers of positions without the side to move, which does not matter since the board belongs to both,
/// in order, each with its plies.
static LIST: OnceLock<Vec<(u32, u8)>> = OnceLock::new();

fn list() -> &'static [(u32, u8)] {
    LIST.get_or_init(|| read(include_bytes!("decided.bin")))
}

/// Returns the numbers on the list, without the side to move.
#[cfg(test)]
pub(super) fn numbers() -> Vec<u32> {
    list().iter().map(|&(number, _)| number).collect()
}

/// Writes the list of a table: for each position its plies, and the distance to the position before in seven bits a
/// byte, all but the last with the highest bit set.
pub(super) fn write(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut last = 0;
    for index in (0..table.size()).step_by(2) {
        let (Some(Value::Win(plies)) | Some(Value::Loss(plies))) = value_of(table.get(index)) else {
            continue;
        };
        if plies > SEARCHED {
            bytes.push(plies as u8);
            let mut distance = index / 2 - last;
            last = index / 2;
            while distance >= 128 {
                bytes.push(distance as u8 | 128);
                distance >>= 7;
            }
            bytes.push(distance as u8);
        }
    }
    bytes
}

/// Reads what [`write`] wrote.
fn read(bytes: &[u8]) -> Vec<(u32, u8)> {
    let mut list = Vec::new();
    let mut last = 0;
    let mut bytes = bytes.iter().copied();
    while let Some(plies) = bytes.next() {
        let (mut distance, mut shift) = (0, 0);
        for byte in bytes.by_ref() {
            distance |= u32::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                break;
            }
        }
        last += distance;
        list.push((last, plies));
    }
    list
}

/// Returns in how many plies a position is decided, if in at most so many: won if they are odd, lost if they are even.
pub(super) fn search(game: &Meandres, position: &Position, within: u32) -> Option<u32> {
    if position.over {
        return Some(0);
    }
    if within == 0 {
        return None;
    }
    let (mut soonest, mut latest, mut open) = (u32::MAX, 0, false);
    let _ = game.each_move(position, &mut |mv| {
        let after = game.after(position, mv);
        match search(game, &after, (within - 1).min(soonest)) {
            None => open = true,
            Some(plies) if plies.is_multiple_of(2) => soonest = soonest.min(plies),
            Some(plies) => latest = latest.max(plies),
        }
        if soonest == 0 { Flow::Break(()) } else { Flow::Continue(()) }
    });
    match (soonest, open) {
        (u32::MAX, true) => None,
        (u32::MAX, false) => Some(latest + 1),
        (plies, _) => Some(plies + 1),
    }
}

/// Knows what every position is worth.
pub(super) struct Decided;

impl Oracle<Meandres> for Decided {
    fn value(&self, game: &Meandres, position: &Position) -> Option<Value> {
        let listed = || {
            let number = game.index(position) / 2;
            let list = if game.free { &[] } else { list() };
            let place = list.binary_search_by_key(&number, |&(number, _)| number.into()).ok()?;
            Some(u32::from(list[place].1))
        };
        Some(match search(game, position, SEARCHED).or_else(listed) {
            None => Value::Draw,
            Some(plies) if plies.is_multiple_of(2) => Value::Loss(plies),
            Some(plies) => Value::Win(plies),
        })
    }
}
