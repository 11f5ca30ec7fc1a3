//! Quandary: cross a board of eight colours, where the enemy's men say which colours may be entered.
//!
//! A position takes 14 bytes.

mod draw;
#[cfg(test)]
mod draw_tests;
mod eval;
#[cfg(test)]
mod eval_tests;
mod grid;
mod mind;
mod packed;
#[cfg(test)]
mod packed_tests;
mod problems;
mod proof_memory;
mod prover;
mod reachability;
mod rules;
mod solver;
#[cfg(test)]
mod solver_tests;
mod study;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Text};
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Letters, Options, Pages, Param, ParamKind, Variant};
use rules::Objective;

pub use rules::{Move, Position, Quandary};

/// Where the men of a side start: on four of the twelve files.
const FILES: ParamKind = ParamKind::Letters(Letters { of: "abcdefghijkl", count: 4 });

/// The row of Quandary in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "quandary",
    name: Text::new("Quandary", "Quandary"),
    about: Text::new(
        "Traverser un damier de huit couleurs ; l'adversaire dit lesquelles.",
        "Cross a board of eight colours; the opponent says which.",
    ),
    aim: Aim::Race,
    ground: Ground::Squares,
    minutes: 20,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[Variant {
        name: "premier",
        about: Text::new(
            "le premier pion arrivé sur la dernière rangée gagne",
            "the first man to reach the far rank wins",
        ),
        words: Text::new("au premier arrivé", "first to arrive"),
    }],
    params: &[
        Param {
            key: "blanc",
            about: Text::new(
                "les quatre colonnes de départ de Blanc, comme a.d.h.k (au hasard)",
                "the four files where White starts, as in a.d.h.k (at random)",
            ),
            label: Text::new("Colonnes de départ de Blanc", "Files where White starts"),
            kind: FILES,
            say: |files, lang| text::say_files(Text::new("Blanc en", "White on"), files, lang),
        },
        Param {
            key: "noir",
            about: Text::new(
                "les quatre colonnes de départ de Noir, comme b.c.f.l (au hasard)",
                "the four files where Black starts, as in b.c.f.l (at random)",
            ),
            label: Text::new("Colonnes de départ de Noir", "Files where Black starts"),
            kind: FILES,
            say: |files, lang| text::say_files(Text::new("Noir en", "Black on"), files, lang),
        },
        Param {
            key: "plateau",
            about: Text::new(
                "un nombre qui tire une autre grille (celle de la fiche)",
                "a number that draws another grid (that of the sheet)",
            ),
            label: Text::new("Numéro de la grille", "Number of the grid"),
            kind: ParamKind::Text(&["1", "7"]),
            say: |seed, lang| format!("{} {seed}", Text::new("grille", "grid").get(lang)),
        },
    ],
    solved: false,
    samples: &[
        "premier",
        "blanc=a.d.h.k,noir=b.c.f.l",
        "blanc=d.e.i.k",
        "noir=a.b.k.l,plateau=7",
        "premier,plateau=18446744073709551615",
    ],
    glance: ("", "j1-j2 j12-k11 a1-a2 a12-b11 j2-j3 h12-i11 a2-b3 i11-h10 c1-d2 b11-a10 d2-c3 g12-f11"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let files = |key: &str| options.text(key).map(|value| text::read_files_param(key, value)).transpose();
    let given = [files("blanc")?, files("noir")?];
    let grid = match options.text("plateau") {
        Some(seed) => grid::stirred(text::read_seed(seed)?),
        None => grid::sheet(),
    };
    let goal = if options.has("premier") { Objective::First } else { Objective::Four };
    let kit = Kit::new(options.spec(), Quandary::new(grid, goal, given), draw::draw)
        .stamps(draw::stamp)
        .ground(draw::ground)
        .problems(problems::recipe());
    let kit =
        kit.tuner(eval::QuandaryFeatures, include_str!("weights.txt")).levels(include_str!("levels.txt"));
    let kit = kit.engine(|game| Box::new(mind::QuandaryMind::new(study::knowledge(game))));
    Ok(kit.study(study::study).boxed())
}
