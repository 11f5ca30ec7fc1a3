//! Nim bicolore: take matches, new or burnt, from one heap at a time, and make sure that the last are new.
//!
//! A position takes 34 bytes.

mod cases;
mod draw;
mod eval;
mod index;
mod mind;
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
use damier_scene::Mark;
use damier_search::{AlphaBeta, Linear, Mind};
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages, Param, ParamKind, read_weights};

pub use rules::{Move, Nim, Position};

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
        label: Text::new("Tas (n : neuves, b : brûlées)", "Heaps (n: new, b: burnt)"),
        kind: ParamKind::Text(&["3n1b+2n2b+1n3b", "3n+2n2b+1b", "5n2b+4n3b+3n4b+2n5b"]),
        say: text::say_heaps,
    }],
    solved: true,
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
    let game = match options.text("tas") {
        Some(heaps) => Nim::new(&text::read_heaps(heaps)?),
        None => Nim::new(&[[3, 1], [2, 2], [1, 3]]),
    };
    let kit = Kit::new(options.spec(), game, draw::draw)
        .stamps(draw::stamp)
        .steps(|_, _, word| text::steps(word))
        .trace(trace);
    let kit = kit.levels(include_str!("levels.txt")).study(study::study);
    let kit = kit.tuner(eval::NimFeatures, include_str!("weights.txt"));
    // What the tables and the rules do not know is searched.
    let mind = |game: &Nim| -> Box<dyn Mind<Nim>> {
        let weights = read_weights(include_str!("weights.txt")).expect("the file of weights is well-formed");
        Box::new(mind::NimMind::new(AlphaBeta::new(Linear::new(game, eval::NimFeatures, weights))))
    };
    Ok(kit.engine(mind).boxed())
}

/// A move marks the places that it emptied: in each kind, the last ones that held a match.
fn trace(_game: &Nim, before: &Position, word: &str) -> Vec<(String, Mark)> {
    let Some(mv) = text::read_move(word) else {
        return Vec::new();
    };
    let held = before.heaps[mv.heap as usize];
    let emptied = |kind: usize| {
        let places = held[kind] - mv.taken[kind] + 1..=held[kind];
        places.map(move |place| (text::place_name(mv.heap, kind, place), Mark::Last))
    };
    emptied(0).chain(emptied(1)).collect()
}
