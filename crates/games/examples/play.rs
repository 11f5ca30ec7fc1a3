//! Opens a game by its spec, plays moves by their texts, takes one back, and completes a move that is half typed.
//!
//! `cargo run -p damier-games --example play`

use damier_core::{Fault, Rng};

/// Plays.
pub fn main() -> Result<(), Fault> {
    // A spec is an id and, behind a colon, what differs from the default: variants, parameters.
    let game = damier_games::open(&"hex:size=5".parse()?)?;
    // A session is one line of play. Only games that draw their start look at the random numbers.
    let mut session = game.open(&mut Rng::new(1));
    for text in ["c3", "b4", "b3"] {
        session.play(text)?;
    }
    println!("after {}: {}", session.moves().join(" "), session.position());
    assert_eq!(session.position(), "...../...../.ww../.b.../..... b");

    // What is wrong is refused in words, in both languages, and changes nothing.
    let fault = session.play("c3").expect_err("c3 is taken");
    println!("{fault}");
    assert_eq!(session.moves().len(), 3);

    // Every move can be taken back.
    assert_eq!(session.undo().as_deref(), Some("b3"));

    // What may follow a half-typed move, step by step; this is also what clicks on a board go by.
    let pettie = damier_games::open(&"neo-pettie".parse()?)?.open(&mut Rng::new(1));
    let mut next: Vec<String> = pettie.complete("a2").next.into_iter().map(|step| step.text).collect();
    next.sort();
    println!("a move that begins with a2 goes on with one of {next:?}");
    assert_eq!(next, ["-a1", "-a3"]);

    // Play to the end: a position without legal moves has an outcome.
    let mut rng = Rng::new(7);
    while session.outcome().is_none() {
        let legal = session.legal();
        session.play(&legal[rng.below(legal.len() as u32) as usize])?;
    }
    let outcome = session.outcome().expect("the game is over");
    println!("{:?} after {} moves: {}", outcome.verdict, session.moves().len(), outcome.reason.text.en);

    // Opened again from its text, a position is the same.
    let again = game.resume(&session.position())?;
    assert_eq!(again.key(), session.key());
    Ok(())
}
