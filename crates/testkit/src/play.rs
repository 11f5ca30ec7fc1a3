//! Short ways to a session and to texts, for the tests of single games.

use damier_core::{Game, Rng};
use damier_table::{Entry, Session};

/// Plays moves, separated by blanks, from the start of a variant.
///
/// # Panics
/// If the variant or a move is refused.
pub fn after(entry: &Entry, variant: &str, moves: &str) -> Box<dyn Session> {
    let mut session = entry.variant(variant).expect("a variant of the game").open(&mut Rng::new(0));
    for mv in moves.split_ascii_whitespace() {
        session.play(mv).unwrap_or_else(|fault| panic!("{}:{variant}: {mv}: {fault}", entry.id));
    }
    session
}

/// Opens a position of a variant.
///
/// # Panics
/// If the variant or the position is refused.
pub fn at(entry: &Entry, variant: &str, position: &str) -> Box<dyn Session> {
    let session = entry.variant(variant).expect("a variant of the game").resume(position);
    session.unwrap_or_else(|fault| panic!("{}:{variant}: {position}: {fault}", entry.id))
}

/// Returns the text of a position.
pub fn text<G: Game>(game: &G, position: &G::Position) -> String {
    let mut text = String::new();
    game.write_position(position, &mut text);
    text
}

/// Returns the texts of the legal moves in alphabetical order.
pub fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves_into(position, &mut moves);
    let write = |mv| {
        let mut text = String::new();
        game.write_move(position, mv, &mut text);
        text
    };
    let mut texts: Vec<String> = moves.into_iter().map(write).collect();
    texts.sort_unstable();
    texts
}
