//! How the problems are made.

use damier_core::board::Bits;
use damier_core::{Game, Rng, Side};
use damier_table::{Claim, Quest, Recipe, Source};

use super::board::{AROUND, AgonCells, BOARD, CENTRE, NEAR, RIM};
use super::{Agon, Position};

/// The last moves of a siege, composed: games played at random never come so far.
pub(super) fn recipe() -> Recipe<Agon> {
    Recipe {
        quests: [3, 5, 7].map(Quest::win).to_vec(),
        source: Source::Composed(compose, 400),
        nodes: 400_000,
        ..Recipe::new(include_str!("problems.txt"), &[""], Claim::Within, &[])
    }
}

/// Composes a siege: one queen in the centre or beside it, three to five of her guards around it, the others not far; the
/// enemy's pieces between them and anywhere.
fn compose(game: &Agon, rng: &mut Rng) -> Position {
    loop {
        let mut position = Position::empty();
        let side = if rng.below(2) == 0 { Side::First } else { Side::Second };
        let throne = if rng.below(3) > 0 { 1 << CENTRE } else { AROUND };
        put(&mut position, side, true, throne, rng);
        let around = 3 + rng.below(3);
        for guard in 0..6 {
            put(
                &mut position,
                side,
                false,
                if guard < around { AROUND } else { BOARD & !NEAR & !RIM | NEAR & !AROUND },
                rng,
            );
        }
        for piece in 0..7 {
            put(&mut position, side.other(), piece == 0, if piece < 4 { NEAR } else { BOARD & !AROUND }, rng);
        }
        // The enemy has just moved: none of its pieces is caught. Nor is one of ours, which would force our move.
        let calm = |mut position: Position| {
            let own = position.caught();
            position.pass_turn();
            own == 0 && position.caught() == 0
        };
        if side == Side::Second {
            position.pass_turn();
        }
        if game.outcome(&position).is_none() && calm(position) {
            return position;
        }
    }
}

/// Puts a piece on one of some cells, which is drawn from the free ones; guards do not stand in the centre.
fn put(position: &mut Position, side: Side, queen: bool, cells: AgonCells, rng: &mut Rng) {
    let taken = position.pieces[0] | position.pieces[1];
    let among = |cells: AgonCells| cells & !taken & if queen { BOARD } else { BOARD & !(1 << CENTRE) };
    let free = if among(cells) == 0 { among(BOARD) } else { among(cells) };
    let cell = free.nth(rng.below(free.count_ones())) as u8;
    position.put(side, queen, cell);
}
