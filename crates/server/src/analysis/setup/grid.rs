//! Where the cells of a board stand in the text of a position.

use std::collections::BTreeMap;

use damier_scene::Cell;

/// The cells of a row of the picture, by name.
struct Row<'a> {
    cells: Vec<&'a Cell>,
}

impl Row<'_> {
    /// Returns how high the row stands on average: less is higher.
    fn height(&self) -> f64 {
        self.cells.iter().map(|cell| cell.centre.y).sum::<f64>() / self.cells.len() as f64
    }

    /// Returns how far apart its highest and lowest cells stand.
    fn slope(&self) -> f64 {
        let heights = self.cells.iter().map(|cell| cell.centre.y);
        let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
        high - low
    }
}

/// Returns where each cell stands in a text that is a grid: rows from the top, parted by `/`, a letter a cell. Nothing where
/// it is none. A row may have places that are no cells, as many at its beginning as at its end.
pub(super) fn places(text: &str, cells: &[Cell]) -> Vec<(String, usize)> {
    // Rows of a square board have a number in common; those of some hexagons a letter.
    let by_number = rows(cells, |name| name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()));
    let by_letter = rows(cells, |name| name.trim_end_matches(|digit: char| digit.is_ascii_digit()));
    let slope = |rows: &[Row]| rows.iter().map(Row::slope).sum::<f64>();
    let rows = if slope(&by_number) <= slope(&by_letter) + 1e-6 { by_number } else { by_letter };
    let lines: Vec<&str> = text.split('/').collect();
    let fits = |(line, row): (&&str, &Row)| line.len() >= row.cells.len();
    if lines.len() != rows.len() || !lines.iter().zip(&rows).all(fits) || !text.is_ascii() {
        return Vec::new();
    }
    let mut places = Vec::new();
    let mut start = 0;
    for (line, row) in lines.iter().zip(&rows) {
        let first = start + (line.len() - row.cells.len()) / 2;
        places.extend(row.cells.iter().zip(first..).map(|(cell, place)| (cell.name.clone(), place)));
        start += line.len() + 1;
    }
    places
}

/// Groups cells by a part of their names: rows from the top, each from the left.
fn rows(cells: &[Cell], part: impl Fn(&str) -> &str) -> Vec<Row<'_>> {
    let mut groups: BTreeMap<&str, Vec<&Cell>> = BTreeMap::new();
    for cell in cells {
        groups.entry(part(&cell.name)).or_default().push(cell);
    }
    let mut rows: Vec<Row> = groups.into_values().map(|cells| Row { cells }).collect();
    rows.sort_by(|one, other| one.height().total_cmp(&other.height()));
    for row in &mut rows {
        row.cells.sort_by(|one, other| one.centre.x.total_cmp(&other.centre.x));
    }
    rows
}
