//! Tic-tac-toe: three marks in a row. This folder is the one to copy when a game is added; CONTRIBUTING.md says how.
//!
//! A position takes 4 bytes: the cells of each side.

mod draw;
mod rules;
#[cfg(test)]
mod tests;

use damier_core::{Fault, Text};
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages};

pub use rules::TicTacToe;

/// The row of Tic-tac-toe in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "tic-tac-toe",
    name: Text::new("Le morpion", "Tic-tac-toe"),
    about: Text::new(
        "Neuf cases, deux signes : en aligner trois avant l'autre.",
        "Nine cells, two marks: have three in a row before the other.",
    ),
    aim: Aim::Alignment,
    ground: Ground::Squares,
    minutes: 2,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[],
    params: &[],
    solved: false,
    samples: &[],
    glance: ("", "b2 a1 c1 a3 a2"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    Ok(Kit::new(options.spec(), TicTacToe::new(), draw::draw).stamps(draw::stamp).boxed())
}
