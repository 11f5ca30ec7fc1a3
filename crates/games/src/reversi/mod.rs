//! Reversi: catch the other's discs between yours, and turn them.
//!
//! A position takes 24 bytes up to 8 × 8, 48 on 10 × 10.

mod bits;
mod codec;
mod draw;
#[cfg(test)]
mod draw_tests;
mod eval;
mod features;
mod learn;
mod mind;
#[cfg(test)]
mod mind_tests;
#[cfg(test)]
mod naive;
mod patterns;
mod probe;
mod problems;
mod rules;
mod solver;
mod study;
#[cfg(test)]
mod study_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

pub use bits::Word;
pub use rules::{Move, Position, Reversi, Start};

use damier_core::{Fault, Text};
use damier_search::{Linear, Mind};
use damier_table::{
    Aim, AnyGame, Entry, Ground, Kit, Numbers, Options, Pages, Param, ParamKind, Variant, read_weights,
    square,
};
use features::ReversiFeatures;
use mind::{LearnedShapes, ReversiMind};
use rules::PASS;

/// The row of reversi in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "reversi",
    name: Text::new("Le reversi", "Reversi"),
    about: Text::new("Encadrer, retourner.", "Catch and turn."),
    aim: Aim::Majority,
    ground: Ground::Squares,
    minutes: 30,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[
        Variant {
            name: "diagonale",
            about: Text::new(
                "départ en diagonale, le départ habituel",
                "start on the diagonals, the usual start",
            ),
            words: Text::new("", ""),
        },
        Variant {
            name: "parallele",
            about: Text::new("départ en deux rangées parallèles", "start in two parallel rows"),
            words: Text::new("départ en parallèle", "parallel start"),
        },
        Variant {
            name: "equipes",
            about: Text::new("deux équipes de deux", "two teams of two"),
            words: Text::new("par équipes de deux", "two against two"),
        },
    ],
    params: &[Param {
        key: "size",
        about: Text::new("côté du plateau : 4, 6, 8 ou 10 (8)", "side of the board: 4, 6, 8 or 10 (8)"),
        label: Text::new("Plateau", "Board"),
        kind: ParamKind::Numbers(Numbers { low: 4, high: 10, step: 2, usual: 8, first: Some(6) }),
        say: square,
    }],
    solved: false,
    samples: &[
        "diagonale",
        "parallele",
        "equipes",
        "size=4",
        "size=6",
        "size=10",
        "parallele,size=4",
        "equipes,size=4",
        "parallele,equipes,size=10",
    ],
    glance: ("", "f5 d6 c3 d3 c4 f4 e6"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    options.exclude("diagonale", "parallele")?;
    let start = if options.has("parallele") { Start::Parallel } else { Start::Diagonal };
    let teams = options.has("equipes");
    let spec = options.spec();
    Ok(match options.text("size").unwrap_or("8") {
        "4" => with_solver(Kit::new(spec, Reversi::<u64, 4>::new(start, teams), draw::draw)),
        "6" => with_solver(Kit::new(spec, Reversi::<u64, 6>::new(start, teams), draw::draw)),
        "8" => Kit::new(spec, Reversi::<u64, 8>::new(start, teams), draw::draw)
            .stamps(draw::stamp)
            .trace(draw::trace)
            .engine(|_| Box::new(ReversiMind::new(LearnedShapes)))
            .learner(|_, plan, tell| learn::learn(plan.rounds * plan.games, plan.seed, plan.threads, tell))
            .solver(mind::solve_exactly)
            .levels(include_str!("levels.txt"))
            .problems(problems::recipe())
            .boxed(),
        "10" => with_weights(Kit::new(spec, Reversi::<u128, 10>::new(start, teams), draw::draw)),
        size => {
            return Err(Fault::new(
                format!("« size={size} » : 4, 6, 8 ou 10 est attendu"),
                format!("\"size={size}\": one of 4, 6, 8, 10 is expected"),
            ));
        }
    })
}

/// Gives a board that is small enough to be solved its solver and its engine.
fn with_solver<const SIZE: u32>(kit: Kit<Reversi<u64, SIZE>>) -> Box<dyn AnyGame> {
    with_weights(kit.solver(mind::solve_exactly).study(study::study))
}

/// Gives a board other than the usual one its engine, with the weights that serve them all.
fn with_weights<W: Word, const SIZE: u32>(kit: Kit<Reversi<W, SIZE>>) -> Box<dyn AnyGame> {
    const WEIGHTS: &str = include_str!("weights.txt");
    let weights = read_weights(WEIGHTS).expect("the file of weights is well-formed");
    let mind = move |game: &Reversi<W, SIZE>| -> Box<dyn Mind<Reversi<W, SIZE>>> {
        Box::new(ReversiMind::new(Linear::new(game, ReversiFeatures, weights.clone())))
    };
    kit.stamps(draw::stamp)
        .trace(draw::trace)
        .tuner(ReversiFeatures, WEIGHTS)
        .engine(mind)
        .levels(include_str!("levels.txt"))
        .boxed()
}
