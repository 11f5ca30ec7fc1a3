//! La néo-pettie: men that step like rooks of one cell, and catch the enemy between two of them or against the edge.
//!
//! A position takes 48 bytes.

mod board;
mod draw;
mod eval;
mod problems;
mod rules;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Text};
use damier_table::{Aim, AnyGame, Counts, Entry, Ground, Kit, MatchRule, Options, Pages, SheetMatch};

pub use eval::NeoPettieFeatures;
pub use rules::{Move, NeoPettie, Position};

/// The row of La néo-pettie in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "neo-pettie",
    name: Text::new("La néo-pettie", "Neo-pettie"),
    about: Text::new(
        "Prendre en tenaille, ou contre le bord ; mais bloquer le jeu coûte cher.",
        "Catch men in pincers, or against the edge; but blocking the game costs dear.",
    ),
    aim: Aim::Capture,
    ground: Ground::Squares,
    minutes: 40,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[],
    params: &[],
    solved: false,
    samples: &[],
    glance: ("", "d7-d6 e4-e5 e7-e6 f9-f8 d2-d3 c4-c5"),
    sheet_match: Some(SheetMatch {
        rule: MatchRule::Points(25),
        counts: Counts::Scores { given_up: 20 },
        about: Text::new("version longue de la fiche", "the sheet's long version"),
    }),
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let kit = Kit::new(options.spec(), NeoPettie::new(), draw::draw).stamps(draw::stamp);
    let kit = kit.linear(NeoPettieFeatures, include_str!("weights.txt")).levels(include_str!("levels.txt"));
    Ok(kit.problems(problems::recipe()).boxed())
}
