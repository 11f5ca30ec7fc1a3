//! Un mini-Halma solitaire: make eight black and eight white men change places.
//!
//! A position takes 8 bytes.

mod draw;
#[cfg(test)]
mod draw_tests;
mod index;
mod mind;
mod problems;
mod rules;
mod study;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use damier_core::{Fault, Text};
use damier_scene::Mark;
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages, Step};

use rules::{NAMES, TEXTS};

pub use rules::{Halma, Move, Position};

/// The row of the mini-Halma in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "halma",
    name: Text::new("Un mini-Halma solitaire", "Mini-Halma solitaire"),
    about: Text::new(
        "Un joueur : échanger les pions noirs et les pions blancs.",
        "One player: make the black men and the white men change places.",
    ),
    aim: Aim::Race,
    ground: Ground::Squares,
    minutes: 15,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[],
    params: &[],
    solved: true,
    samples: &[],
    glance: ("", "dN sS dN dE sO dN dE dN sS"),
    sheet_match: None,
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let kit = Kit::new(options.spec(), Halma::new(), draw::draw)
        .stamps(draw::stamp)
        .steps(steps)
        .trace(trace)
        .say(say)
        .indexed();
    let kit = kit.knows_all().engine(|_| Box::new(mind::HalmaMind)).study(study::study);
    Ok(kit.problems(problems::recipe()).boxed())
}

/// A move is clicked on the man that makes it.
fn steps(game: &Halma, position: &Position, text: &str) -> Vec<Step> {
    let mv = TEXTS.iter().position(|&known| known == text);
    let from = mv.and_then(|mv| game.from[position.hole as usize][mv]);
    vec![from.map_or_else(|| Step::word(text), |from| Step::on(NAMES[from as usize], text))]
}

/// Players read where a man comes from and goes to: `c4-c3` rather than `dS`.
fn say(game: &Halma, before: &Position, text: &str) -> String {
    let from = steps(game, before, text).into_iter().find_map(|step| step.cell);
    from.map_or_else(|| text.to_string(), |from| format!("{from}-{}", NAMES[before.hole as usize]))
}

/// A move leaves the cell of its man and goes to the free one.
fn trace(game: &Halma, before: &Position, text: &str) -> Vec<(String, Mark)> {
    let from = steps(game, before, text).into_iter().filter_map(|step| step.cell);
    let to = NAMES[before.hole as usize].to_string();
    from.map(|cell| (cell, Mark::Trace)).chain([(to, Mark::Last)]).collect()
}
