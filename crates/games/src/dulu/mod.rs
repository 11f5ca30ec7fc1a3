//! DuLu: catch enemy stones in polygons of sight.
//!
//! A position takes 56 bytes.

mod attack;
mod captures;
mod draw;
#[cfg(test)]
mod draw_tests;
mod eval;
#[cfg(test)]
mod eval_tests;
mod polygon;
mod problems;
mod rules;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Game, Text};
use damier_scene::Mark;
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages, Variant};

pub use rules::{Dulu, Move, Position};

/// The row of DuLu in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "dulu",
    name: Text::new("DuLu", "DuLu"),
    about: Text::new(
        "Enfermer les pierres adverses dans des polygones de regards.",
        "Catch the other stones in polygons of sight.",
    ),
    aim: Aim::Capture,
    ground: Ground::Hexagons,
    minutes: 40,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[Variant {
        name: "ternun",
        about: Text::new(
            "jamais plus de deux pierres de sa couleur qui se touchent",
            "never more than two own stones that touch",
        ),
        words: Text::new("Ternun", "Ternun"),
    }],
    params: &[],
    solved: false,
    samples: &["ternun"],
    glance: ("", "e4 e7 j7 g7 e9 g2 e8 i10 a4 h6 l4 j5 h11"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let game = Dulu::new(options.has("ternun"));
    let features = eval::DuluFeatures::new(&game);
    let kit = Kit::new(options.spec(), game, draw::draw)
        .stamps(draw::stamp)
        .trace(trace)
        .shows(draw::show)
        .problems(problems::recipe());
    Ok(kit.linear(features, include_str!("weights.txt")).levels(include_str!("levels.txt")).boxed())
}

/// A move marks its own cell, and those of the stones that it captures.
fn trace(game: &Dulu, before: &Position, text: &str) -> Vec<(String, Mark)> {
    let Some(cell) = game.board.read(text) else { return Vec::new() };
    let after = game.after(before, Move(cell as u8));
    let enemy = before.side().other().index();
    let taken = before.stones[enemy].without(after.stones[enemy]);
    let taken = taken.iter().map(|cell| (game.board.name(cell), Mark::Trace));
    taken.chain([(text.to_string(), Mark::Last)]).collect()
}
