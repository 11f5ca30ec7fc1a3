//! Turnabout (Mag-Nif): one player wants a line across the board, the other wants the tiles to run out.
//!
//! A position takes 24 bytes up to 8 × 8, 40 up to 10 × 10: two bits a cell, the number of tiles, whether a line is made.

mod draw;
mod eval;
#[cfg(test)]
mod eval_tests;
mod lines;
mod problems;
mod prover;
#[cfg(test)]
mod prover_tests;
mod rules;
mod study;
#[cfg(test)]
mod tests;
mod tile;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Text};
use damier_table::{
    Aim, AnyGame, Counts, Entry, Ground, Kit, MatchRule, Numbers, Options, Pages, Param, ParamKind,
    SheetMatch, Spec, square,
};

pub use eval::TurnaboutFeatures;
pub use rules::{Move, Position, Turnabout};

/// The row of Turnabout in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "turnabout",
    name: Text::new("Turnabout", "Turnabout"),
    about: Text::new(
        "L'un veut une ligne de bord à bord, l'autre veut l'en empêcher.",
        "One wants a line from edge to edge, the other wants none.",
    ),
    aim: Aim::Connection,
    ground: Ground::Squares,
    minutes: 15,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[],
    params: &[Param {
        key: "size",
        about: Text::new("côté du damier, de 3 à 10 (8)", "side of the board, 3 to 10 (8)"),
        label: Text::new("Plateau", "Board"),
        kind: ParamKind::Numbers(Numbers { low: 3, high: 10, step: 1, usual: 8, first: Some(6) }),
        say: square,
    }],
    solved: false,
    samples: &["size=3", "size=4", "size=5", "size=9", "size=10"],
    glance: ("", "a7+ b7+ c7\\ c6\\ d6\\ d5+ d4\\ e4+ f4/ f5+ f6/ g6+ h6\\ h5+ h4\\"),
    sheet_match: Some(SheetMatch {
        rule: MatchRule::Games(2),
        counts: Counts::Wins,
        about: Text::new(
            "la fiche conseille d'échanger les rôles",
            "the sheet advises to exchange the roles",
        ),
    }),
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let size = options.number("size", 3..=10, 8)?;
    let spec = options.spec();
    // Small boards get small positions: the number of words is part of the type.
    Ok(match size {
        ..=8 => kit(spec, Turnabout::<1>::new(size)),
        _ => kit(spec, Turnabout::<2>::new(size)),
    })
}

/// Makes the kit of a board, whatever its words.
fn kit<const W: usize>(spec: &Spec, game: Turnabout<W>) -> Box<dyn AnyGame> {
    let recipe = problems::recipe(game.board.width());
    Kit::new(spec, game, draw::draw)
        .stamps(draw::stamp)
        .problems(recipe)
        .linear(TurnaboutFeatures, include_str!("weights.txt"))
        .levels(include_str!("levels.txt"))
        .study(study::study)
        .boxed()
}
