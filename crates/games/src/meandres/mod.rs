//! Les méandres (Meander, of G. W. Lewthwaite): slide counters until a line joins two sides of the board.
//!
//! A position takes 8 bytes: the counters as a set, the hole, the banned cell, the side to move, whether a line is made.

mod decided;
mod draw;
#[cfg(test)]
mod draw_tests;
mod eval;
mod index;
mod lines;
mod problems;
mod rules;
mod study;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Text};
use damier_scene::Mark;
use damier_solve::Tabled;
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages, Variant};
use decided::Decided;
use rules::BOARD;

pub use rules::{Meandres, Move, Position};

/// The row of Les méandres in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "meandres",
    name: Text::new("Les méandres", "Meander"),
    about: Text::new(
        "Un pousse-pousse à deux : faire une ligne d'un côté à l'autre.",
        "A sliding puzzle for two: make a line from side to side.",
    ),
    aim: Aim::Connection,
    ground: Ground::Squares,
    minutes: 20,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[Variant {
        name: "libre",
        about: Text::new(
            "on peut défaire le coup de l'adversaire",
            "the opponent's last slide may be undone",
        ),
        words: Text::new("retour permis", "undoing allowed"),
    }],
    params: &[],
    solved: true,
    samples: &["libre"],
    glance: ("", "c1 b1 b5 c5"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let game = Meandres::new(options.has("libre"));
    let kit = Kit::new(options.spec(), game, draw::draw)
        .stamps(draw::stamp)
        .trace(trace)
        .indexed()
        .problems(problems::recipe());
    let kit = kit
        .linear(eval::MeandresFeatures, include_str!("weights.txt"))
        .wrap_engine(|adviser| Box::new(Tabled::new(Decided, adviser)));
    Ok(kit.knows_all().study(study::study).levels(include_str!("levels.txt")).boxed())
}

/// Marks where the counters came from and where they went: the new hole and the old one.
fn trace(_game: &Meandres, before: &Position, text: &str) -> Vec<(String, Mark)> {
    vec![(text.to_string(), Mark::Trace), (BOARD.name(before.hole as usize), Mark::Last)]
}
