//! What stands after the board in the text of a position: whose turn it is, counts, the last move.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

/// No more than so many tails are tried.
const MOST: usize = 2_000;

/// The fields after the board, and what may stand in their places.
pub(super) struct Tail {
    fields: Vec<String>,
    /// For each field what else was seen there, in the order of the text.
    seen: Vec<BTreeSet<String>>,
}

/// Says whether a tail is not much longer than others, so that trying what may stand in it stays quick.
pub(super) fn is_like<'a>(tail: &str, others: impl Iterator<Item = &'a str>) -> bool {
    let size = |tail: &str| (tail.split_ascii_whitespace().count(), tail.len());
    let [fields, letters] = others
        .map(size)
        .fold([0, 0], |[fields, letters], (some, more)| [fields.max(some), letters.max(more)]);
    let (has, long) = size(tail);
    has <= fields + 1 && long <= 2 * letters + 20
}

impl Tail {
    /// Reads a tail; others show what may stand in it.
    pub(super) fn new<'a>(tail: &str, others: impl Iterator<Item = &'a str>) -> Tail {
        let split = |tail: &str| tail.split_ascii_whitespace().map(str::to_string).collect::<Vec<_>>();
        let fields = split(tail);
        let mut seen = vec![BTreeSet::new(); fields.len()];
        for (place, field) in others.flat_map(|other| split(other).into_iter().enumerate()) {
            if let Some(seen) = seen.get_mut(place) {
                seen.insert(field);
            }
        }
        Tail { fields, seen }
    }

    /// Returns tails to try after these cells were changed: first this one, then those in which little is different.
    pub(super) fn variants(&self, cells: &[&str]) -> Vec<String> {
        let choices: Vec<Vec<String>> =
            (0..self.fields.len()).map(|place| self.choices(place, cells)).collect();
        // Each tail with the sum of its choices' numbers: the first choice is what stands there now.
        let mut tails = vec![(0, String::new())];
        for choices in &choices {
            let longer = |(rank, tail): &(usize, String)| {
                let more =
                    choices.iter().enumerate().map(|(more, field)| (rank + more, format!("{tail} {field}")));
                more.collect::<Vec<_>>()
            };
            tails = tails.iter().flat_map(longer).collect();
            tails.sort_by_key(|&(rank, _)| rank);
            tails.truncate(MOST);
        }
        tails.into_iter().map(|(_, tail)| tail.trim_start().to_string()).collect()
    }

    /// Returns tails in which somebody else may be to move.
    pub(super) fn turns(&self) -> Vec<String> {
        let seats = self.seen.first().into_iter().flatten();
        let with = |seat: &String| {
            let mut fields = self.fields.clone();
            fields[0].clone_from(seat);
            Tail { fields, seen: self.seen.clone() }.variants(&[])
        };
        seats.filter(|&seat| *seat != self.fields[0]).flat_map(with).collect()
    }

    /// Returns what may stand in a place: what does now, other counts by one, the cells that were changed, what was seen.
    fn choices(&self, place: usize, cells: &[&str]) -> Vec<String> {
        let field = &self.fields[place];
        let mut choices = vec![field.clone()];
        choices.extend(counted(field));
        if field.as_str() == "-" || self.seen[place].contains("-") {
            choices.push("-".to_string());
            choices.extend(cells.first().map(|cell| (*cell).to_string()));
            if cells.len() > 1 {
                choices.push(cells.join("+"));
            }
        }
        // Whose turn it is has few values; of other fields only some would be tried in vain.
        choices.extend(self.seen[place].iter().take(8).cloned());
        let mut known = BTreeSet::new();
        choices.retain(|choice| known.insert(choice.clone()));
        choices
    }
}

impl Display for Tail {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.fields.join(" "))
    }
}

/// Returns a field with one of its numbers greater or less by one.
fn counted(field: &str) -> Vec<String> {
    let mut found = Vec::new();
    let digit = |at: &usize| field.as_bytes()[*at].is_ascii_digit();
    let starts = (0..field.len()).filter(digit).filter(|&at| at == 0 || !digit(&(at - 1)));
    for start in starts {
        let length = field[start..].bytes().take_while(u8::is_ascii_digit).count();
        let (before, after) = (&field[..start], &field[start + length..]);
        let Ok(number) = field[start..start + length].parse::<u32>() else { continue };
        let others = [number.checked_sub(1), number.checked_add(1)];
        found.extend(others.into_iter().flatten().map(|number| format!("{before}{number}{after}")));
    }
    found
}
