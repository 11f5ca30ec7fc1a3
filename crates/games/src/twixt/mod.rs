//! Twixt: pegs, links a knight's move long, two goal lines to join.
//!
//! A position takes 64 bytes up to 8 × 8, 112 up to 11 × 11, 208 up to 16 × 16, 448 up to 24 × 24: a set of holes for the
//! pegs of each colour, one for each way a link may go, the key, and five small fields.

mod distances;
mod draw;
#[cfg(test)]
mod draw_tests;
mod eval;
#[cfg(test)]
mod eval_tests;
mod links;
mod position;
mod problems;
mod rules;
#[cfg(test)]
mod setup_tests;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Text};
use damier_table::{
    Aim, AnyGame, Entry, Ground, Kit, Numbers, Options, Pages, Param, ParamKind, Spec, Variant, square,
};

use crate::SWAP_VARIANT;

pub use eval::TwixtFeatures;
pub use links::Link;
pub use position::{Move, Position, Twixt, TwixtRules};

/// The row of Twixt in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "twixt",
    name: Text::new("Twixt", "Twixt"),
    about: Text::new(
        "Des plots, des liens, un saut de cavalier : relier ses deux lignes de but.",
        "Pegs, links, a knight's move: join your two goal lines.",
    ),
    aim: Aim::Connection,
    ground: Ground::Squares,
    minutes: 40,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[
        Variant {
            name: "pp",
            about: Text::new(
                "papier-crayon : ses propres liens peuvent se croiser",
                "paper and pencil: one's own links may cross",
            ),
            words: Text::new("papier-crayon", "paper and pencil"),
        },
        Variant {
            name: "manuel",
            about: Text::new("les liens se posent à la main", "links are placed by hand"),
            words: Text::new("liens posés à la main", "links placed by hand"),
        },
        SWAP_VARIANT,
    ],
    params: &[Param {
        key: "size",
        about: Text::new("côté de la planche, de 6 à 24 trous (24)", "side of the board, 6 to 24 holes (24)"),
        label: Text::new("Plateau", "Board"),
        kind: ParamKind::Numbers(Numbers { low: 6, high: 24, step: 1, usual: 24, first: Some(12) }),
        say: square,
    }],
    solved: false,
    samples: &[
        "size=6",
        "size=8",
        "size=11",
        "size=12",
        "pp,size=8",
        "manuel,size=6",
        "swap,size=7",
        "pp,manuel,size=6",
        "pp,swap,size=8",
        "manuel,swap,size=6",
    ],
    glance: ("size=12", "f6 i4 g4 h2 e8 j6 d10 d3 i7 e5"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let size = options.number("size", 6..=24, 24)?;
    let [pencil, manual, swap] = ["pp", "manuel", "swap"].map(|name| options.has(name));
    let rules = TwixtRules { pencil, manual, swap };
    let spec = options.spec();
    // Small boards get small positions: the number of words is part of the type.
    Ok(match size {
        ..=8 => kit(spec, Twixt::<1>::new(size, rules)),
        9..=11 => kit(spec, Twixt::<2>::new(size, rules)),
        12..=16 => kit(spec, Twixt::<4>::new(size, rules)),
        _ => kit(spec, Twixt::<9>::new(size, rules)),
    })
}

/// Makes the kit of a board, whatever its words.
fn kit<const W: usize>(spec: &Spec, game: Twixt<W>) -> Box<dyn AnyGame> {
    let recipe = problems::recipe(&game);
    Kit::new(spec, game, draw::draw)
        .stamps(draw::stamp)
        .ground(draw::ground)
        .linear(TwixtFeatures, include_str!("weights.txt"))
        .levels(include_str!("levels.txt"))
        .problems(recipe)
        .boxed()
}
