//! Draws a position: as SVG, and as text for a terminal.
//!
//! `cargo run -p damier-games --example draw > twixt.svg`

use damier_core::{Fault, Lang, Rng};
use damier_scene::View;
use damier_scene::svg::{self, Paint, SvgOptions};
use damier_scene::terminal::{self, TerminalOptions};

/// Draws.
pub fn main() -> Result<(), Fault> {
    let game = damier_games::open(&"twixt:size=12".parse()?)?;
    let mut session = game.open(&mut Rng::new(1));
    for text in ["f6", "g8", "h7"] {
        session.play(text)?;
    }
    // One scene for every format: shapes in inks, named cells, glyphs, words in one language.
    let scene = session.scene(&View::new(Lang::En));
    assert!(scene.cells.iter().any(|cell| cell.name == "h7"), "cells are called what moves call them");

    // The picture brings its own colours, light or dark as the reader prefers; `Paint::Page` takes those of a page.
    let picture = svg::write(&scene, &SvgOptions::new(Paint::Auto));
    println!("{picture}");
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));

    let text = terminal::write(&scene, &TerminalOptions { unicode: true, colour: false, captions: true });
    eprintln!("{text}");
    assert!(text.contains(&scene.captions[0]), "{text}");
    Ok(())
}
