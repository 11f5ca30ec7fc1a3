//! Dualité, by Vincent Everaert: four circles in line, white or black, and they belong to nobody.
//!
//! A position takes 12 bytes: two sets of cells, the one or two cells to answer, the seat to move, whether a line is
//! made.

mod draw;
#[cfg(test)]
mod draw_tests;
mod eval;
mod index;
mod mind;
mod problems;
mod proof_table;
mod prover;
mod rules;
#[cfg(test)]
mod solve_tests;
mod study;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod twin;
mod value_table;

use damier_core::{Fault, Text};
use damier_scene::Mark;
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages, Variant, split_at_cells};

use mind::DualiteMind;

pub use rules::{Dualite, DualiteRules, Move, Position};

/// The row of Dualité in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "dualite",
    name: Text::new("Dualité", "Dualité"),
    about: Text::new(
        "Quatre cercles alignés, blancs ou noirs, à personne.",
        "Four circles in line, white or black, and nobody's.",
    ),
    aim: Aim::Alignment,
    ground: Ground::Squares,
    minutes: 10,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[
        Variant {
            name: "grand",
            about: Text::new(
                "Grand Dual : grille 5 × 5, toujours quatre alignés",
                "Grand Dual: 5 × 5, still four in line",
            ),
            words: Text::new("Grand Dual", "Grand Dual"),
        },
        Variant {
            name: "seul",
            about: Text::new("Premier ne trace qu'un cercle", "First draws one circle only"),
            words: Text::new("un seul cercle au départ", "one circle to begin with"),
        },
        Variant {
            name: "grand-seul",
            about: Text::new("Grand Dual, un seul cercle au départ", "Grand Dual from one circle"),
            words: Text::new("Grand Dual, un seul cercle au départ", "Grand Dual, one circle to begin with"),
        },
        Variant {
            name: "equipes",
            about: Text::new("quatre joueurs, deux équipes de deux", "four players in two teams of two"),
            words: Text::new("par équipes de deux", "two against two"),
        },
    ],
    params: &[],
    solved: true,
    samples: &["grand", "seul", "grand-seul", "equipes"],
    glance: ("", "a1+c3 b3 a3 b3 c2 b2 a3"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let spec = options.spec();
    if spec.variants.len() > 1 {
        let named = spec.variants.join(", ");
        return Err(Fault::new(
            format!("« dualite » : une seule variante à la fois, et non {named}"),
            format!("\"dualite\": one variant at a time, not {named}"),
        ));
    }
    let rules = match spec.variants.first().map(String::as_str) {
        Some("grand") => DualiteRules { size: 5, ..DualiteRules::PLAIN },
        Some("seul") => DualiteRules { circles: 1, ..DualiteRules::PLAIN },
        Some("grand-seul") => DualiteRules { size: 5, circles: 1, ..DualiteRules::PLAIN },
        Some("equipes") => DualiteRules { teams: true, ..DualiteRules::PLAIN },
        _ => DualiteRules::PLAIN,
    };
    let kit = Kit::new(spec, Dualite::new(rules), draw::draw)
        .stamps(draw::stamp)
        .gestures(|_, _, text| damier_table::Gesture::default().stage(text.split('+')))
        .trace(trace)
        .engine(|_| Box::new(eval::mind()))
        .study(study::study);
    // The small board has few enough positions for a table; those of teams have no numbers of the common kind.
    Ok(match rules {
        DualiteRules { size: 5, .. } => kit.levels(include_str!("levels-grand.txt")),
        DualiteRules { teams: true, .. } => perfect(kit),
        _ => perfect(kit.indexed()).problems(problems::recipe()),
    }
    .boxed())
}

/// Gives a 4 × 4 game the engine that knows every position.
fn perfect(kit: Kit<Dualite>) -> Kit<Dualite> {
    kit.knows_all().wrap_engine(DualiteMind::advised_by).levels(include_str!("levels.txt"))
}

/// A move marks every circle that it drew: the two first ones are equals.
fn trace(_game: &Dualite, _before: &Position, word: &str) -> Vec<(String, Mark)> {
    split_at_cells(word).into_iter().filter_map(|step| step.cell).map(|cell| (cell, Mark::Last)).collect()
}
