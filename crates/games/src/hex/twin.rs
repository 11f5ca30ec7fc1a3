//! The naive twin of the incremental reach: finds the winner anew, cell by cell.

use std::collections::VecDeque;

use damier_core::Side;

/// Returns the winner of a position, from its text.
pub(super) fn winner(text: &str, size: usize) -> Option<Side> {
    let rows: Vec<Vec<char>> =
        text.split(' ').next().unwrap().split('/').map(|row| row.chars().collect()).collect();
    let joined =
        |stone: char, is_source: &dyn Fn(usize, usize) -> bool, is_target: &dyn Fn(usize, usize) -> bool| {
            let mut seen = vec![vec![false; size]; size];
            let mut queue: VecDeque<(usize, usize)> = VecDeque::new();
            for row in 0..size {
                for file in 0..size {
                    if is_source(file, row) && rows[row][file] == stone {
                        seen[row][file] = true;
                        queue.push_back((file, row));
                    }
                }
            }
            while let Some((file, row)) = queue.pop_front() {
                if is_target(file, row) {
                    return true;
                }
                for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
                    let (f, r) = (file as i32 + df, row as i32 + dr);
                    if f < 0 || r < 0 || f >= size as i32 || r >= size as i32 {
                        continue;
                    }
                    let (f, r) = (f as usize, r as usize);
                    if rows[r][f] == stone && !seen[r][f] {
                        seen[r][f] = true;
                        queue.push_back((f, r));
                    }
                }
            }
            false
        };
    if joined('w', &|_, row| row == 0, &|_, row| row == size - 1) {
        return Some(Side::First);
    }
    joined('b', &|file, _| file == 0, &|file, _| file == size - 1).then_some(Side::Second)
}
