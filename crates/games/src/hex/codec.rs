//! What Hex teaches a network.
//!
//! Whoever is to move joins top and bottom: what White sees at a cell, Black sees at the cell with file and row exchanged.

use damier_core::Side;
use damier_core::board::BitSet;
use damier_net::Codec;

use super::rules::SWAP;
use super::{Hex, Move, Position};

/// The planes, the numbers of moves and their cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct HexCodec;

impl<const W: usize> Codec<Hex<W>> for HexCodec {
    /// The stones of whoever is to move, and the other's, each with the edges that are its own.
    const PLANES: usize = 2;

    fn size(&self, game: &Hex<W>) -> usize {
        game.size
    }

    fn see(&self, game: &Hex<W>, position: &Position<W>, planes: &mut [f32]) {
        let (size, wide) = (game.size, game.size + 2);
        planes.fill(0.0);
        let (own, others) = planes.split_at_mut(wide * wide);
        for at in 1..=size {
            (own[at], own[(size + 1) * wide + at]) = (1.0, 1.0);
            (others[at * wide], others[at * wide + size + 1]) = (1.0, 1.0);
        }
        let place = |cell: usize| (cell / size + 1) * wide + cell % size + 1;
        let mover = position.to_move;
        let show = |stones: BitSet<W>, plane: &mut [f32]| {
            for cell in stones {
                plane[place(seen(size, mover, cell))] = 1.0;
            }
        };
        show(position.stones[mover.index()], own);
        show(position.stones[mover.other().index()], others);
    }

    /// The cells row by row, then the swap.
    fn moves(&self, game: &Hex<W>) -> usize {
        game.size * game.size + 1
    }

    fn number(&self, game: &Hex<W>, mv: Move) -> usize {
        if mv == SWAP { game.size * game.size } else { mv.0 as usize }
    }

    fn numbered(&self, game: &Hex<W>, number: usize) -> Option<Move> {
        let cells = game.size * game.size;
        (number <= cells).then_some(if number == cells { SWAP } else { Move(number as u16) })
    }

    fn cell(&self, game: &Hex<W>, position: &Position<W>, mv: Move) -> Option<usize> {
        (mv != SWAP).then(|| seen(game.size, position.to_move, mv.0 as usize))
    }
}

/// Returns the cell at which a side that is to move sees a cell of the board.
fn seen(size: usize, mover: Side, cell: usize) -> usize {
    match mover {
        Side::First => cell,
        Side::Second => cell % size * size + cell / size,
    }
}
