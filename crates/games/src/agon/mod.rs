//! Agon: the queen in the centre, and her six guards around her.
//!
//! A position takes 48 bytes: a set of cells for each colour, the queens, a key and the side to move.

mod board;
mod draw;
#[cfg(test)]
mod draw_tests;
mod eval;
mod problems;
mod rules;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Text};
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages, Variant};

pub use eval::AgonFeatures;
pub use rules::{Agon, Move, Position};

/// The row of Agon in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "agon",
    name: Text::new("Agon", "Agon"),
    about: Text::new(
        "La dame au centre, entourée de ses six gardes.",
        "The queen in the centre, her six guards around her.",
    ),
    aim: Aim::Race,
    ground: Ground::Hexagons,
    minutes: 30,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[Variant {
        name: "classique",
        about: Text::new(
            "qui entoure de ses gardes la case centrale vide perd la partie",
            "whoever rings the empty centre with guards loses",
        ),
        words: Text::new("règle classique", "classic rule"),
    }],
    params: &[],
    solved: false,
    samples: &["classique"],
    glance: ("", "e1-e2 g10-g9 a5-b5 k2-j2 e2-e3 g9-g8 b5-c5 j2-i3 a1-b2 k6-j6 e3-d3 i3-h4 e10-e9 g8-f8"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let kit = Kit::new(options.spec(), Agon::new(options.has("classique")), draw::draw).stamps(draw::stamp);
    let kit = kit.linear(AgonFeatures, include_str!("weights.txt")).levels(include_str!("levels.txt"));
    Ok(kit.problems(problems::recipe()).boxed())
}
