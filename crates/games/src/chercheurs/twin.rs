//! The naive twin: reads a position's text and tries every man on every point.

use std::collections::BTreeMap;

/// A file and a rank, both from 1.
type Place = (i32, i32);

const TREASURE: Place = (4, 4);

/// Says whether a line joins two points. docs/rules.md: "joined orthogonally to their neighbours, and diagonally where both
/// points have file+rank even (a=1)".
fn joined(a: Place, b: Place) -> bool {
    let on_board = |(file, rank): Place| (1..=7).contains(&file) && (1..=7).contains(&rank);
    let (files, ranks) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    let even = |(file, rank): Place| (file + rank) % 2 == 0;
    on_board(a) && on_board(b) && (files + ranks == 1 || (files == 1 && ranks == 1 && even(a) && even(b)))
}

fn name((file, rank): Place) -> String {
    format!("{}{rank}", (b'`' + file as u8) as char)
}

/// Returns the texts of the legal moves in alphabetical order.
pub(super) fn moves(text: &str) -> Vec<String> {
    let (rows, side) = text.split_once(' ').unwrap();
    let side = side.chars().next().unwrap();
    let enemy = if side == 'w' { 'b' } else { 'w' };
    let board: BTreeMap<Place, char> = rows
        .split('/')
        .zip((1..=7).rev())
        .flat_map(|(row, rank)| row.chars().zip(1..).map(move |(man, file)| ((file, rank), man)))
        .collect();
    let mut moves = Vec::new();
    for (&from, _) in board.iter().filter(|&(_, &man)| man == side) {
        for (&to, _) in board.iter().filter(|&(&to, &man)| man == '.' && (side == 'w' || to != TREASURE)) {
            if joined(from, to) {
                moves.push(format!("{}-{}", name(from), name(to)));
            }
            let (files, ranks) = (to.0 - from.0, to.1 - from.1);
            let over = (from.0 + files / 2, from.1 + ranks / 2);
            let straight = files % 2 == 0 && ranks % 2 == 0 && joined(from, over) && joined(over, to);
            if straight && over != TREASURE && board[&over] == enemy {
                moves.push(format!("{}x{}", name(from), name(to)));
            }
        }
    }
    if moves.is_empty() {
        moves.push("pass".to_string());
    }
    moves.sort_unstable();
    moves
}
