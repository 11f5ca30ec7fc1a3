//! Les chercheurs de trésor: White tries to enter the treasure, Black keeps him out, and lentils are counted.
//!
//! A position takes 24 bytes: the men of each colour and the side to move. The lentils follow from the men that are
//! missing, for each capture earns exactly one.

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

pub use rules::{Chercheurs, Move, Position};

/// The row of Les chercheurs de trésor in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "chercheurs",
    name: Text::new("Les chercheurs de trésor", "The treasure seekers"),
    about: Text::new(
        "Huit chercheurs, huit défenseurs, seize lentilles.",
        "Eight seekers, eight defenders, sixteen lentils.",
    ),
    aim: Aim::Capture,
    ground: Ground::Other,
    minutes: 15,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[],
    params: &[],
    solved: false,
    samples: &[],
    glance: ("", "a4-a5 d5-d6 g7-f6 e5-f5 d1-c1 d3-d2 g1-g2 c3-b3"),
    sheet_match: Some(SheetMatch {
        rule: MatchRule::Games(2),
        counts: Counts::Scores { given_up: 16 },
        about: Text::new(
            "la fiche conseille d'alterner les rôles ; les lentilles des deux parties s'ajoutent",
            "the sheet advises to exchange the roles; the lentils of both games are added",
        ),
    }),
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let game = Chercheurs::new();
    let features = eval::ChercheursFeatures::new(&game);
    Ok(Kit::new(options.spec(), game, draw::draw)
        .stamps(draw::stamp)
        .linear(features, include_str!("weights.txt"))
        .levels(include_str!("levels.txt"))
        .problems(problems::recipe())
        .boxed())
}
