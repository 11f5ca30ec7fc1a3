//! Nim bicolore: take matches, new or burnt, from one heap at a time, and make sure that the last are new.
//!
//! A position takes 34 bytes.

mod cases;
mod draw;
#[cfg(test)]
mod draw_tests;
mod eval;
mod index;
mod mind;
mod problems;
mod rules;
mod sieve;
#[cfg(test)]
mod solve_tests;
mod study;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod twin;
mod twos;

use damier_core::{Fault, Text};
use damier_search::{AlphaBeta, Linear, Mind};
use damier_table::{Aim, AnyGame, Entry, Ground, Heaps, Kit, Options, Pages, Param, ParamKind, read_weights};

pub use rules::{Move, Nim, Position};

/// The heaps of the sheet.
const USUAL: &str = "3n1b+2n2b+1n3b";

/// The row of Nim bicolore in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "nim",
    name: Text::new("Nim bicolore", "Two-coloured Nim"),
    about: Text::new(
        "Prendre les dernières allumettes, pourvu qu'aucune ne soit brûlée.",
        "Take the last matches, provided that none of them is burnt.",
    ),
    aim: Aim::Numbers,
    ground: Ground::Other,
    minutes: 5,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[],
    params: &[Param {
        key: "tas",
        about: Text::new(
            "les tas, n pour neuves et b pour brûlées, 16 tas et 99 de chaque au plus (3n1b+2n2b+1n3b)",
            "the heaps, n for new and b for burnt, at most 16 heaps and 99 of each (3n1b+2n2b+1n3b)",
        ),
        label: Text::new("Les tas d'allumettes", "The heaps of matches"),
        kind: ParamKind::Heaps(Heaps {
            most: rules::MOST_HEAPS,
            highest: rules::MOST as u32,
            kinds: &[('n', Text::new("neuves", "new")), ('b', Text::new("brûlées", "burnt"))],
            usual: USUAL,
        }),
        say: text::say_heaps,
    }],
    solved: false,
    samples: &[
        "tas=1n1b+2n",
        "tas=4b+3n2b+1n",
        "tas=1n",
        "tas=1b",
        "tas=12n3b+25b",
        "tas=99n99b",
        "tas=1n+2n+3n+1b+2b+3b+1n1b+2n2b+1n2b+2n1b+1n+1b+2n+2b+3n+3b",
    ],
    glance: ("", "2:1n1b 3:1b"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let game = Nim::new(&text::read_heaps(options.text("tas").unwrap_or(USUAL))?);
    let recipe = problems::recipe(&game);
    let kit = Kit::new(options.spec(), game, draw::draw)
        .stamps(draw::stamp)
        .steps(|_, _, word| text::steps(word))
        .gestures(|game, _, text| text::gesture(game, text))
        // The matches that are gone are marked as taken: that is enough.
        .trace(|_, _, _| Vec::new());
    let kit = kit.levels(include_str!("levels.txt")).study(study::study);
    let kit = kit.tuner(eval::NimFeatures, include_str!("weights.txt"));
    // What the tables and the rules do not know is searched.
    let mind = |game: &Nim| -> Box<dyn Mind<Nim>> {
        let weights = read_weights(include_str!("weights.txt")).expect("the file of weights is well-formed");
        Box::new(mind::NimMind::new(AlphaBeta::new(Linear::new(game, eval::NimFeatures, weights))))
    };
    Ok(kit.engine(mind).problems(recipe).boxed())
}
