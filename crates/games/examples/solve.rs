//! Three ways to the exact value: of a small game, of a position near its end, and by search.
//!
//! `cargo run -p damier-games --example solve`

use damier_core::{Fault, Rng};
use damier_search::{Limits, Value};
use damier_table::EngineKind;

/// Solves.
pub fn main() -> Result<(), Fault> {
    // A game of few positions is known at once, every move of every position.
    let crosses = damier_games::open(&"crosses".parse()?)?;
    let session = crosses.open(&mut Rng::new(1));
    let values = session.values().expect("Les crosses are solved in memory");
    println!("{}: the best first move is {}, {:?}", session.spec(), values[0].text, values[0].value);
    assert_eq!(values[0].value, Value::Draw);

    // A game with a solver of its own gives the score of positions that are near enough to the end.
    let reversi = damier_games::open(&"reversi:size=4".parse()?)?;
    let session = reversi.open(&mut Rng::new(1));
    let solved = session.solve(&Limits::nodes(u64::MAX)).expect("4 × 4 is small");
    println!("{}: {} leads to {:+} with best play", session.spec(), solved.best, solved.score);
    // The page of the game says so, too: 3 to 11.
    assert_eq!(solved.score, 3 - 11);

    // Any engine proves what it can: its values then say so.
    let hex = damier_games::open(&"hex:size=3".parse()?)?;
    let session = hex.open(&mut Rng::new(1));
    let advice = hex.player(EngineKind::Best).think(&*session, &Limits::nodes(100_000), &mut |_| {});
    println!("{}: {} is worth {:?}", session.spec(), advice.moves[0].text, advice.moves[0].value);
    // Hex has no draw, and a stone more never harms: whoever begins wins.
    assert!(matches!(advice.moves[0].value, Value::Win(_)), "{:?}", advice.moves[0]);
    Ok(())
}
