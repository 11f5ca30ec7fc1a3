//! Les dames en croix: twenty white men against nine black ones on five flags, with huffing.
//!
//! A position takes 32 bytes.

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
use damier_table::{Aim, AnyGame, Counts, Entry, Ground, Kit, MatchRule, Options, Pages, SheetMatch};

pub use rules::{DamesEnCroix, Move, Position};

/// The row of Les dames en croix in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "dames-en-croix",
    name: Text::new("Les dames en croix", "Cross draughts"),
    about: Text::new(
        "Vingt blancs assiègent neuf noirs, et qui oublie de prendre se fait souffler.",
        "Twenty white men besiege nine black ones, and whoever forgets to capture is huffed.",
    ),
    aim: Aim::Capture,
    ground: Ground::Squares,
    minutes: 20,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[],
    params: &[],
    solved: false,
    samples: &[],
    glance: ("", "f4-g5 e5-f5 g5xe5 d6xf4 e3xg5"),
    sheet_match: Some(SheetMatch {
        rule: MatchRule::Games(2),
        counts: Counts::Wins,
        about: Text::new("chacun joue une fois avec chaque camp", "each plays both sides once"),
    }),
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let kit = Kit::new(options.spec(), DamesEnCroix, draw::draw).stamps(draw::stamp);
    Ok(kit
        .linear(eval::DamesEnCroixFeatures, include_str!("weights.txt"))
        .levels(include_str!("levels.txt"))
        .problems(problems::recipe())
        .boxed())
}
