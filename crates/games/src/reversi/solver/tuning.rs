//! The numbers in which the searches of the two grids differ.

/// From how many free cells on a search takes which trouble, and what makes a move look good.
pub(super) struct Tuning {
    /// From so many free cells on, positions are remembered.
    pub remembered: u32,
    /// From so many free cells on, a node looks for a cut-off among what is known of the positions after it.
    pub look_ahead: u32,
    /// From so many free cells on, moves are ordered by estimates after them, and from so many by searches one ply deeper.
    pub probed: [u32; 4],
    /// What a place to play after a move counts against it, alone and beside such an estimate.
    pub place: [i32; 2],
    /// What such a place counts more if it is a corner.
    pub corner_place: [i32; 2],
    /// What a corner counts for the move that takes it.
    pub corner: [i32; 2],
    /// From so many free cells on, a position stands for its images under the symmetries of the square.
    pub images: Option<u32>,
}

/// For whole games on small boards; estimates are in 16ths of a disc.
const SIX: Tuning = Tuning {
    remembered: 8,
    look_ahead: 10,
    probed: [10, 13, 16, 20],
    place: [16, 16],
    corner_place: [16, 0],
    corner: [24, 64],
    images: Some(15),
};

/// For ends of games on the usual board; estimates are in 32nds of a disc.
const EIGHT: Tuning = Tuning {
    remembered: 7,
    look_ahead: 9,
    probed: [12, 15, 18, 21],
    place: [16, 32],
    corner_place: [16, 32],
    corner: [24, 24],
    images: None,
};

impl Tuning {
    /// Returns the numbers for a grid.
    ///
    /// # Panics
    /// If its side is neither 6 nor 8.
    pub(super) const fn of(side: u32) -> Tuning {
        match side {
            6 => SIX,
            8 => EIGHT,
            _ => panic!("only grids of side 6 and 8 are searched"),
        }
    }
}
