//! Lets the engine of a game think, and prints its move and what every move is worth.
//!
//! `cargo run -p damier-games --example think`

use damier_core::{Fault, Rng};
use damier_search::{Limits, Value};
use damier_table::EngineKind;

/// Says what a value means.
fn words(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("wins in {plies} at most"),
        Value::Loss(plies) => format!("loses in {plies} at least"),
        Value::Draw => "draws".to_string(),
        // An estimate is never mistaken for a proof: it is another variant.
        Value::Estimate(expected) => format!("about {:.0} %", 100.0 * expected),
    }
}

/// Thinks.
pub fn main() -> Result<(), Fault> {
    let game = damier_games::open(&"gomoku".parse()?)?;
    let mut session = game.open(&mut Rng::new(1));
    for text in ["j10", "k11", "k10", "l10", "h10", "a1", "i10"] {
        session.play(text)?;
    }
    // With nodes alone and one thread the answer is the same on every machine. A clock is a closure: `Limits::stop`.
    let limits = Limits::nodes(2_000);
    let mut player = game.player(EngineKind::Best);
    let advice = player.think(&*session, &limits, &mut |_| {});
    println!("{} nodes, {} plies deep; expected: {}", advice.nodes, advice.depth, advice.pv.join(" "));
    for rated in advice.moves.iter().take(5) {
        println!("{:>4}  {}", rated.text, words(rated.value));
    }
    // Every legal move is rated. Blue has four in a row: only on g10 can Red stop the fifth.
    assert_eq!(advice.moves.len() as u64, session.count());
    assert_eq!(advice.moves[0].text, "g10");
    Ok(())
}
