//! Tables in columns.

use crate::terminal::styled::StyledText;

/// The narrowest that the last column is made, whatever the others leave.
const NARROWEST: usize = 20;
/// What separates two columns.
const BETWEEN: &str = "  ";

/// The rows of a table; the first one is its head.
#[derive(Default)]
pub struct MarkdownTable(Vec<Vec<StyledText>>);

impl MarkdownTable {
    /// Begins a row.
    pub fn begin_row(&mut self) {
        self.0.push(Vec::new());
    }

    /// Adds a cell to the last row.
    pub fn add(&mut self, cell: StyledText) {
        if let Some(row) = self.0.last_mut() {
            row.push(cell);
        }
    }

    /// Returns the lines of the table; the last column is wrapped into what the others leave of `room` columns.
    pub fn lines(&self, room: usize, colour: bool) -> Vec<String> {
        let widths = self.widths(room);
        let mut lines = Vec::new();
        for (number, row) in self.0.iter().enumerate() {
            let cells: Vec<Vec<StyledText>> =
                row.iter().zip(&widths).map(|(cell, &width)| cell.wrap(width)).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for place in 0..height {
                let parts = cells.iter().zip(&widths).map(|(cell, &width)| {
                    let part = cell.get(place);
                    let free = width.saturating_sub(part.map_or(0, StyledText::width));
                    part.map_or_else(String::new, |part| part.write(colour)) + &" ".repeat(free)
                });
                lines.push(parts.collect::<Vec<_>>().join(BETWEEN).trim_end().to_string());
            }
            if number == 0 {
                let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
                lines.push(rules.join(BETWEEN));
            }
        }
        lines
    }

    fn widths(&self, room: usize) -> Vec<usize> {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let widest =
            |column: usize| self.0.iter().filter_map(|row| row.get(column)).map(StyledText::width).max();
        let mut widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
        if let Some((last, others)) = widths.split_last_mut() {
            let taken: usize = others.iter().map(|width| width + BETWEEN.len()).sum();
            *last = (*last).min(room.saturating_sub(taken).max(NARROWEST));
        }
        widths
    }
}
