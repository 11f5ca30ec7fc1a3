//! Hex: join your two edges.
//!
//! A position takes 64 bytes up to 11 × 11, 112 up to 16 × 16, 280 up to 26 × 26.

mod advice;
mod circuit;
mod codec;
mod draw;
#[cfg(test)]
mod draw_tests;
#[cfg(test)]
mod engine_tests;
mod guide;
#[cfg(test)]
mod guide_tests;
mod lattice;
mod links;
mod mind;
mod openings;
mod playouts;
mod problems;
mod rules;
mod solver;
mod study;
#[cfg(test)]
mod study_tests;
#[cfg(test)]
mod tests;
mod turns;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Text};
use damier_table::{
    Aim, AnyGame, Entry, Ground, Kit, Numbers, Options, Pages, Param, ParamKind, Spec, square,
};

use crate::SWAP_VARIANT;

pub use rules::{Hex, Move, Position};

/// The row of Hex in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "hex",
    name: Text::new("Hex", "Hex"),
    about: Text::new("Relier ses deux bords. Jamais de partie nulle.", "Join your two edges. Never a draw."),
    aim: Aim::Connection,
    ground: Ground::Hexagons,
    minutes: 30,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[SWAP_VARIANT],
    params: &[Param {
        key: "size",
        about: Text::new("côté du losange, de 3 à 26 (16)", "side of the rhombus, 3 to 26 (16)"),
        label: Text::new("Plateau", "Board"),
        kind: ParamKind::Numbers(Numbers { low: 3, high: 26, step: 1, usual: 16, first: Some(11) }),
        say: square,
    }],
    solved: false,
    samples: &["size=3", "size=4", "size=11", "size=26", "swap,size=5", "swap"],
    glance: ("size=7", "d4 c4 d3 e3 c5 d5 b6 e2"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let size = options.number("size", 3..=26, 16)?;
    let swap = options.has("swap");
    let spec = options.spec();
    // Small boards get small positions: the number of words is part of the type.
    Ok(match size {
        ..=11 => kit(spec, Hex::<2>::new(size, swap)),
        12..=16 => kit(spec, Hex::<4>::new(size, swap)),
        _ => kit(spec, Hex::<11>::new(size, swap)),
    })
}

fn kit<const W: usize>(spec: &Spec, game: Hex<W>) -> Box<dyn AnyGame> {
    Kit::new(spec, game, draw::draw)
        .stamps(draw::stamp)
        .engine(|game| Box::new(mind::HexMind::new(game.size)))
        .levels(include_str!("levels.txt"))
        .study(study::study)
        .problems(problems::recipe())
        .boxed()
}
