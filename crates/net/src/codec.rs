//! What a game teaches a network.

use damier_core::Game;

/// How a game looks to a network, and what the network's answers mean. Boards are square grids of cells, with a border of one cell
/// around them; whoever is to move always sees the game from the same side.
pub trait Codec<G: Game>: Send + Sync + 'static {
    /// How many planes there are.
    const PLANES: usize;

    /// Returns how many cells a side of the board has, without the border.
    fn size(&self, game: &G) -> usize;

    /// Writes the planes of a position, one after another, row by row, with the border.
    fn see(&self, game: &G, position: &G::Position, planes: &mut [f32]);

    /// Returns how many different numbers moves have.
    fn moves(&self, game: &G) -> usize;

    /// Returns the number of a move: the same in every position, below [`Codec::moves`], and the same for good, since what is kept
    /// of games elsewhere may rely on it.
    fn number(&self, game: &G, mv: G::Move) -> usize;

    /// Returns the move with a number.
    fn numbered(&self, game: &G, number: usize) -> Option<G::Move>;

    /// Returns the cell at which a network that sees this position answers for a move; `None` for a move of which it knows
    /// nothing.
    fn cell(&self, game: &G, position: &G::Position, mv: G::Move) -> Option<usize>;

    /// Returns the number of a move's image by a [symmetry](Game::symmetries).
    fn image(&self, game: &G, number: usize, symmetry: usize) -> Option<usize> {
        self.numbered(game, number).map(|mv| self.number(game, game.transform_move(mv, symmetry)))
    }

    /// Returns how many numbers [`Codec::see`] writes.
    fn room(&self, game: &G) -> usize {
        let wide = self.size(game) + 2;
        Self::PLANES * wide * wide
    }
}
