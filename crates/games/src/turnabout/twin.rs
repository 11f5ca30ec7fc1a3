//! A second, plain way to see who has won, for the tests: from the text of a position, port by port.

/// The sides of a cell that each letter of a position's text joins, in the words of docs/rules.md: "crossing (N–S and E–W,
/// over and under, no turning), arcs N–W and S–E, arcs N–E and S–W".
const JOINS: [(char, [&str; 2]); 3] = [('+', ["NS", "EW"]), ('z', ["NW", "SE"]), ('s', ["NE", "SW"])];

/// Says whether a line joins the north and south edges or the east and west edges: paints every port that can be
/// reached from an edge, over and over, until nothing changes.
pub(super) fn joined(text: &str) -> bool {
    let rows: Vec<Vec<char>> =
        text.split(' ').next().unwrap().split('/').map(|row| row.chars().collect()).collect();
    let size = rows.len();
    // Ports are the sides between cells: those that run across (north and south of cells), and those that stand.
    let port = |row: usize, file: usize, side: char| match side {
        'N' => (false, row, file),
        'S' => (false, row + 1, file),
        'W' => (true, row, file),
        _ => (true, row, file + 1),
    };
    let mut links = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (file, letter) in cells.iter().enumerate() {
            for (_, pairs) in JOINS.iter().filter(|(known, _)| known == letter) {
                for pair in pairs {
                    let ends: Vec<_> = pair.chars().map(|side| port(row, file, side)).collect();
                    links.push((ends[0], ends[1]));
                }
            }
        }
    }
    let across = |upright: bool| {
        (0..size).any(|place| {
            let start = if upright { (true, place, 0) } else { (false, 0, place) };
            let mut painted = vec![start];
            loop {
                let fresh = links.iter().find_map(|&(one, other)| {
                    match (painted.contains(&one), painted.contains(&other)) {
                        (true, false) => Some(other),
                        (false, true) => Some(one),
                        _ => None,
                    }
                });
                match fresh {
                    Some(port) => painted.push(port),
                    None => break,
                }
            }
            painted
                .iter()
                .any(|&(stands, row, file)| stands == upright && if upright { file } else { row } == size)
        })
    };
    across(false) || across(true)
}
