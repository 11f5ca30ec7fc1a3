//! Simultana: every step must leave a set of free cells of the right size beside it.
//!
//! A position takes 12 bytes: two sets of cells and the side to move.

mod draw;
#[cfg(test)]
mod draw_tests;
mod eval;
mod index;
mod learn;
mod problems;
mod rules;
mod study;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Text};
use damier_search::AlphaBeta;
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages};
use std::sync::Arc;

pub use eval::Network;
pub use rules::{Move, Position, Simultana};

/// The row of Simultana in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "simultana",
    name: Text::new("Simultana", "Simultana"),
    about: Text::new(
        "Un pas, et un vide de la bonne taille : 2 ou 4 pour Blanc, 3 ou 5 pour Noir.",
        "A step, and a hollow of the right size: 2 or 4 for White, 3 or 5 for Black.",
    ),
    aim: Aim::Figure,
    ground: Ground::Squares,
    minutes: 20,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[],
    params: &[],
    solved: true,
    samples: &[],
    glance: ("", "a2-a3 d2-d3 e4-e5 b2-a2"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let net = Arc::new(Network::new());
    let kit = Kit::new(options.spec(), Simultana::new(), draw::draw)
        .stamps(draw::stamp)
        .indexed()
        .problems(problems::recipe());
    Ok(kit
        .engine(move |_| Box::new(AlphaBeta::share(Arc::clone(&net))))
        .learner(learn::learn)
        .tabled(study::known)
        .study(study::study)
        .levels(include_str!("levels.txt"))
        .boxed())
}
