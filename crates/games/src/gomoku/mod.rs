//! Gomoku and Gomoku ninuki: five in a row, or ten stones taken by pairs.
//!
//! A position takes 48 bytes up to 11 × 11, 112 up to 19 × 19, 192 up to 26 × 26.

mod draw;
#[cfg(test)]
mod draw_tests;
mod eval;
mod geometry;
mod mind;
#[cfg(test)]
mod mind_tests;
#[cfg(test)]
mod plain_search;
#[cfg(test)]
mod positions;
mod problems;
mod rows;
mod rules;
mod shapes;
#[cfg(test)]
mod tests;
mod text;
mod threats;
#[cfg(test)]
mod threats_tests;
#[cfg(test)]
mod twin;
mod vcf;

use damier_core::{Fault, Text};
use damier_table::{
    Aim, AnyGame, Entry, Ground, Kit, Numbers, Options, Pages, Param, ParamKind, Spec, Variant, square,
};

pub use rules::{Gomoku, Move, Position};

/// The row of Gomoku in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "gomoku",
    name: Text::new("Gomoku ninuki", "Gomoku ninuki"),
    about: Text::new(
        "Aligner cinq pierres, ou en prendre dix, deux par deux.",
        "Five stones in a row, or ten captured, two by two.",
    ),
    aim: Aim::Alignment,
    ground: Ground::Squares,
    minutes: 20,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[
        Variant {
            name: "simple",
            about: Text::new(
                "le Gomoku simple, sans les deux règles optionnelles",
                "plain Gomoku, without the two optional rules",
            ),
            words: Text::new("sans règle optionnelle", "without optional rules"),
        },
        Variant {
            name: "prise-finale",
            about: Text::new(
                "seulement la première règle optionnelle : un cinq peut être cassé",
                "the first optional rule alone: a five can be broken",
            ),
            words: Text::new("avec la seule règle du cinq à casser", "with the rule of broken fives alone"),
        },
        Variant {
            name: "double-trois",
            about: Text::new(
                "seulement la seconde règle optionnelle : pas de double-trois",
                "the second optional rule alone: no double three",
            ),
            words: Text::new(
                "avec la seule interdiction du double-trois",
                "with the ban on double threes alone",
            ),
        },
    ],
    params: &[Param {
        key: "size",
        about: Text::new("points de côté, de 7 à 26 (19)", "points a side, 7 to 26 (19)"),
        label: Text::new("Plateau", "Board"),
        kind: ParamKind::Numbers(Numbers { low: 7, high: 26, step: 1, usual: 19, first: Some(13) }),
        say: square,
    }],
    solved: false,
    samples: &[
        "simple",
        "prise-finale,size=8",
        "double-trois,size=11",
        "prise-finale,double-trois,size=9",
        "size=7",
        "size=26",
    ],
    glance: ("size=13", "g7 h8 h7 f6 g8 g9 i6 f9 g6 h5 j7 e7"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let size = options.number("size", 7..=26, 19)?;
    options.exclude("simple", "prise-finale")?;
    options.exclude("simple", "double-trois")?;
    // Naming neither rule is naming both: that is the game itself.
    let both = !options.has("prise-finale") && !options.has("double-trois");
    let rule = |name| !options.has("simple") && (both || options.has(name));
    let (answer, no_double) = (rule("prise-finale"), rule("double-trois"));
    let spec = options.spec();
    // Small boards get small positions: the number of words is part of the type.
    Ok(match size {
        ..=11 => kit(spec, Gomoku::<2>::new(size, answer, no_double)),
        12..=19 => kit(spec, Gomoku::<6>::new(size, answer, no_double)),
        _ => kit(spec, Gomoku::<11>::new(size, answer, no_double)),
    })
}

fn kit<const W: usize>(spec: &Spec, game: Gomoku<W>) -> Box<dyn AnyGame> {
    let size = game.board.width();
    Kit::new(spec, game, draw::draw)
        .stamps(draw::stamp)
        .tuner(eval::GomokuFeatures, mind::WEIGHTS)
        .engine(|game| Box::new(mind::GomokuMind::new(game)))
        .levels(include_str!("levels.txt"))
        .problems(problems::recipe(size))
        .boxed()
}
