//! Tiles and the ways through them.

use damier_core::Text;

/// One of the four ways out of a cell, and the edge of the board that lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Direction {
    /// Towards higher ranks.
    North,
    /// Towards later files.
    East,
    /// Towards lower ranks.
    South,
    /// Towards earlier files.
    West,
}

impl Direction {
    pub(super) const ALL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns the step in files and ranks.
    pub(super) const fn step(self) -> (i32, i32) {
        match self {
            Direction::North => (0, 1),
            Direction::East => (1, 0),
            Direction::South => (0, -1),
            Direction::West => (-1, 0),
        }
    }

    /// Returns the way back.
    #[inline]
    pub(super) const fn opposite(self) -> Direction {
        Direction::ALL[self as usize ^ 2]
    }
}

/// A tile on the board: one of its faces, turned one way. The numbers are such that a line that comes in from the way
/// `w` goes out by the way `w ^ tile`; 0 is left for free cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Tile {
    /// `\`: arcs from north to east and from south to west.
    Backslash = 1,
    /// `+`: one line from north to south, over another from east to west.
    Cross = 2,
    /// `/`: arcs from north to west and from south to east.
    Slash = 3,
}

impl Tile {
    /// Every tile, in the order in which moves list them.
    pub(super) const ALL: [Tile; 3] = [Tile::Cross, Tile::Slash, Tile::Backslash];

    /// Returns the tile's number, from 1 to 3.
    #[inline]
    pub(super) const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the tile of a number.
    #[inline]
    pub(super) const fn from_code(code: u8) -> Option<Tile> {
        match code {
            1 => Some(Tile::Backslash),
            2 => Some(Tile::Cross),
            3 => Some(Tile::Slash),
            _ => None,
        }
    }

    /// Returns the way out of a line that comes in from `from`.
    #[inline]
    pub(super) const fn leads(self, from: Direction) -> Direction {
        Direction::ALL[(from as u8 ^ self as u8) as usize]
    }

    /// Returns the two strands, each by its ends; that of north first.
    pub(super) const fn strands(self) -> [(Direction, Direction); 2] {
        let north = (Direction::North, self.leads(Direction::North));
        // The other strand has south, or east where south is already joined.
        let other = if matches!(self, Tile::Cross) { Direction::East } else { Direction::South };
        [north, (other, self.leads(other))]
    }

    /// Returns the image under a symmetry that exchanges the diagonals.
    pub(super) const fn turned(self) -> Tile {
        match self {
            Tile::Backslash => Tile::Slash,
            Tile::Cross => Tile::Cross,
            Tile::Slash => Tile::Backslash,
        }
    }

    /// Returns what it is, in words.
    pub(super) const fn name(self) -> Text {
        match self {
            Tile::Backslash => {
                Text::new("arcs nord-est et sud-ouest", "arcs joining north-east and south-west")
            }
            Tile::Cross => Text::new("croisement", "crossing"),
            Tile::Slash => Text::new("arcs nord-ouest et sud-est", "arcs joining north-west and south-east"),
        }
    }

    /// Returns what it is called where one chooses it.
    pub(super) const fn face(self) -> Text {
        match self {
            Tile::Backslash => Text::new("arcs \\", "arcs \\"),
            Tile::Cross => Text::new("croisement +", "crossing +"),
            Tile::Slash => Text::new("arcs /", "arcs /"),
        }
    }

    /// Returns the sign in the text of a move.
    pub(super) const fn sign(self) -> char {
        match self {
            Tile::Backslash => '\\',
            Tile::Cross => '+',
            Tile::Slash => '/',
        }
    }

    /// Returns the letter in the text of a position, where `/` ends a row: the middle stroke of the letter lies as the
    /// sign does.
    pub(super) const fn letter(self) -> char {
        match self {
            Tile::Backslash => 's',
            Tile::Cross => '+',
            Tile::Slash => 'z',
        }
    }
}
