//! Les crosses, the L game of Edward de Bono: leave the other L nowhere to go.
//!
//! A position takes 5 bytes: two places out of 48, two cells, the side to move.

mod draw;
#[cfg(test)]
mod draw_tests;
mod index;
mod place;
mod problems;
mod rules;
mod study;
#[cfg(test)]
mod study_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Text};
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages, Variant};

pub use rules::{Crosses, Move, Position};

/// The row of Les crosses in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "crosses",
    name: Text::new("Les crosses", "Les crosses (the L game)"),
    about: Text::new(
        "Seize cases, deux crosses, deux pions : bloquer l'autre.",
        "Sixteen cells, two L's, two neutral men: leave the other nowhere to go.",
    ),
    aim: Aim::Blockade,
    ground: Ground::Squares,
    minutes: 10,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[Variant {
        name: "classique",
        about: Text::new(
            "la crosse va où elle veut, pourvu qu'elle change de place",
            "the L goes anywhere, if only it changes its place",
        ),
        words: Text::new("règle classique", "classic rule"),
    }],
    params: &[],
    solved: true,
    samples: &["classique"],
    glance: ("", "b4c4d3d4 a2a3b3c3/a4-d2"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let game = Crosses::new(options.has("classique"));
    Ok(Kit::new(options.spec(), game, draw::draw)
        .stamps(draw::stamp)
        .gestures(draw::gesture)
        .trace(draw::trace)
        .indexed()
        .exact()
        .study(study::study)
        .problems(problems::recipe(options.has("classique")))
        .levels(include_str!("levels.txt"))
        .boxed())
}
