//! A second, plain way to play Les méandres, for the tests: characters on a grid, one counter at a time.

/// The four sides in the words of docs/rules.md.
const SIDES: [char; 4] = ['N', 'E', 'S', 'W'];

/// A position of the naive twin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Twin {
    /// Rank by rank from the bottom: `/`, `\`, or a blank for the hole.
    pub(super) board: [[char; 5]; 5],
    pub(super) second_to_move: bool,
    pub(super) banned: Option<String>,
    free: bool,
}

impl Twin {
    /// Lays out the start: "c3 is the hole; a counter on a cell with file+rank even is `/`, else `\` (a=1)".
    pub(super) fn start(free: bool) -> Twin {
        let mut board = [[' '; 5]; 5];
        for rank in 1..=5 {
            for file in 1..=5 {
                board[rank - 1][file - 1] = if (file + rank) % 2 == 0 { '/' } else { '\\' };
            }
        }
        board[2][2] = ' ';
        Twin { board, second_to_move: false, banned: None, free }
    }

    fn hole(&self) -> (usize, usize) {
        let all = (0..5).flat_map(|rank| (0..5).map(move |file| (file, rank)));
        all.into_iter().find(|&(file, rank)| self.board[rank][file] == ' ').unwrap()
    }

    /// Returns the moves, without regard to whether the game is over.
    pub(super) fn moves(&self) -> Vec<String> {
        let (hole_file, hole_rank) = self.hole();
        let mut moves = Vec::new();
        for rank in 0..5 {
            for file in 0..5 {
                let name = name(file, rank);
                let here = (file, rank) == (hole_file, hole_rank);
                let in_line = file == hole_file || rank == hole_rank;
                if in_line && !here && self.banned.as_ref() != Some(&name) {
                    moves.push(name);
                }
            }
        }
        moves
    }

    /// Slides counter after counter into the hole until the hole is where the move says.
    pub(super) fn play(&mut self, mv: &str) {
        let (mut file, mut rank) = self.hole();
        self.banned = (!self.free).then(|| name(file, rank));
        let bytes = mv.as_bytes();
        let (to_file, to_rank) = ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize);
        while (file, rank) != (to_file, to_rank) {
            let next_file = file + usize::from(to_file > file) - usize::from(to_file < file);
            let next_rank = rank + usize::from(to_rank > rank) - usize::from(to_rank < rank);
            self.board[rank][file] = self.board[next_rank][next_file];
            self.board[next_rank][next_file] = ' ';
            (file, rank) = (next_file, next_rank);
        }
        self.second_to_move = !self.second_to_move;
    }

    /// Follows every line from every place on every side, one after another.
    pub(super) fn won(&self) -> bool {
        SIDES.into_iter().any(|side| {
            (0..5).any(|place| {
                let first = match side {
                    'N' => (place, 4),
                    'E' => (4, place),
                    'S' => (place, 0),
                    _ => (0, place),
                };
                self.follow(first, side).is_some_and(|(out, counters)| out != side && counters >= 3)
            })
        })
    }

    /// Follows the line that enters a cell by a side; returns the side of the board that it reaches, and over how many
    /// counters.
    fn follow(&self, first: (i32, i32), entered: char) -> Option<(char, usize)> {
        let ((mut file, mut rank), mut side) = (first, entered);
        for counters in 1.. {
            // "`/` joins North with West and South with East; `\` joins North with East and South with West."
            let out = match (self.board[rank as usize][file as usize], side) {
                ('/', 'N') | ('\\', 'S') => 'W',
                ('/', 'W') | ('\\', 'E') => 'N',
                ('/', 'S') | ('\\', 'N') => 'E',
                ('/', 'E') | ('\\', 'W') => 'S',
                _ => return None,
            };
            let (files, ranks, enters) = match out {
                'N' => (0, 1, 'S'),
                'S' => (0, -1, 'N'),
                'E' => (1, 0, 'W'),
                _ => (-1, 0, 'E'),
            };
            (file, rank, side) = (file + files, rank + ranks, enters);
            if !(0..5).contains(&file) || !(0..5).contains(&rank) {
                return Some((out, counters));
            }
        }
        None
    }

    /// Counts the leaves at exactly `depth`.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.won() {
            return 0;
        }
        let leaves = |mv: &String| {
            let mut after = self.clone();
            after.play(mv);
            after.perft(depth - 1)
        };
        self.moves().iter().map(leaves).sum()
    }

    /// Writes the position as the game does: z for `/`, s for `\`.
    pub(super) fn text(&self) -> String {
        let letter = |&c: &char| match c {
            '/' => 'z',
            '\\' => 's',
            _ => '.',
        };
        let rows: Vec<String> = self.board.iter().rev().map(|row| row.iter().map(letter).collect()).collect();
        let seat = if self.second_to_move { 2 } else { 1 };
        format!("{} {seat} {}", rows.join("/"), self.banned.as_deref().unwrap_or("-"))
    }
}

fn name(file: usize, rank: usize) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}
