//! Short ways to a session and to texts, for the tests of single games.

use damier_core::{Game, Rng};
use damier_search::Features;
use damier_table::{Entry, Session, Setup};

/// Plays moves, separated by blanks, from the start of a variant.
///
/// # Panics
/// If the variant or a move is refused.
pub fn after(entry: &Entry, variant: &str, moves: &str) -> Box<dyn Session> {
    let game = entry.variant(variant).expect("a variant of the game");
    let session = game.open_line(None, moves.split_ascii_whitespace(), &mut Rng::new(0));
    session.unwrap_or_else(|fault| panic!("{}:{variant}: {fault}", entry.id))
}

/// Opens a position of a variant.
///
/// # Panics
/// If the variant or the position is refused.
pub fn at(entry: &Entry, variant: &str, position: &str) -> Box<dyn Session> {
    let session = entry.variant(variant).expect("a variant of the game").resume(position);
    session.unwrap_or_else(|fault| panic!("{}:{variant}: {position}: {fault}", entry.id))
}

/// Sets up a position, beginning with a text, by clicks that are separated by blanks: each names a stamp by its code, or `-`
/// to erase, and a cell, as in `wa1`.
///
/// # Panics
/// If the variant, the text or a click is refused.
pub fn set_up(entry: &Entry, variant: &str, text: &str, clicks: &str) -> Box<dyn Setup> {
    let game = entry.variant(variant).expect("a variant of the game");
    let setup = game.set_up(text);
    let mut setup = setup.unwrap_or_else(|fault| panic!("{}:{variant}: {text}: {fault}", entry.id));
    for click in clicks.split_ascii_whitespace() {
        let (code, cell) = click.split_at(1);
        let done = match code.chars().next().filter(|&code| code != '-') {
            Some(code) => setup.toggle(cell, code),
            None => setup.erase(cell),
        };
        done.unwrap_or_else(|fault| panic!("{}:{variant}: {click}: {fault}", entry.id));
    }
    setup
}

/// Returns the texts of the legal moves in alphabetical order.
pub fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<String> {
    let moves = game.moves(position).into_iter();
    let mut texts: Vec<String> = moves.map(|mv| game.move_text(position, mv)).collect();
    texts.sort_unstable();
    texts
}

/// Plays so many random moves from the start, fewer if the game ends.
pub fn random_position<G: Game>(game: &G, plies: u32, rng: &mut Rng) -> G::Position {
    let mut position = game.start(rng);
    for _ in 0..plies {
        if game.outcome(&position).is_none() {
            let mv = game.random_move(&position, rng);
            game.play(&mut position, mv);
        }
    }
    position
}

/// Visits the positions of some random games that are not over, so many of a game at most.
pub fn visit_random_games<G: Game>(
    game: &G,
    games: u32,
    plies: u32,
    rng: &mut Rng,
    mut visit: impl FnMut(&G::Position),
) {
    for _ in 0..games {
        let mut position = game.start(rng);
        for _ in 0..plies {
            if game.outcome(&position).is_some() {
                break;
            }
            visit(&position);
            let mv = game.random_move(&position, rng);
            game.play(&mut position, mv);
        }
    }
}

/// Returns what each weight is multiplied by in a position.
pub fn amounts<G: Game>(features: &impl Features<G>, game: &G, position: &G::Position) -> Vec<i32> {
    let mut amounts = vec![0; features.count(game)];
    features.measure(game, position, &mut |weight, amount| amounts[weight] += amount);
    amounts
}
