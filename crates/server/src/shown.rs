//! What a page needs to show a line of play and to let a person move.

use damier_core::{Lang, Text};
use damier_scene::View;
use damier_scene::svg::{self, Options, Paint};
use damier_table::{Completion, Session, Step};
use serde::Serialize;

/// A position of a line, drawn, with what may be done there.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// The picture, its cells buttons.
    pub svg: String,
    /// Whose turn it is or how it ended, in words.
    pub state: String,
    /// More lines under the board.
    pub captions: Vec<String>,
    /// The position's text.
    pub position: String,
    /// The number of the seat whose turn it is.
    pub turn: usize,
    /// Whether it is over here.
    pub over: bool,
    /// The cells of the last move, in its order.
    pub last: Vec<String>,
    /// What may be clicked first, if one may move here.
    pub next: Vec<Clickable>,
    /// The legal moves, where they are few enough to be listed.
    pub legal: Vec<String>,
    /// Whether a first click takes up a piece, or the like, rather than making a move.
    pub picks: bool,
}

/// No more moves than this are listed.
pub const MOST_LISTED: u64 = 600;

/// A step that may be clicked or typed.
#[derive(Debug, Serialize)]
pub struct Clickable {
    /// The characters that it adds to the move.
    text: String,
    /// The cell that stands for it.
    cell: Option<String>,
    /// What its button says, where it has no cell.
    label: String,
    /// The move as it then stands, where that is not what was there with `text` behind it.
    whole: Option<String>,
}

/// What may follow the beginning of a move.
#[derive(Debug, Serialize)]
pub struct Following {
    /// The next steps.
    next: Vec<Clickable>,
    /// Whether it is a whole move.
    complete: bool,
}

/// How a position is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The language.
    pub lang: Lang,
    /// Whether the picture should be higher than wide.
    pub tall: bool,
    /// Whether the reader may move here.
    pub moves: bool,
}

/// Shows the current position of a session.
pub fn shown(session: &dyn Session, look: Look) -> Shown {
    let scene = session.scene(&View { tall: look.tall, ..View::new(look.lang) });
    let over = session.outcome().is_some();
    let moves = look.moves && !over;
    let next = if moves { session.complete("").next } else { Vec::new() };
    let listed = moves && session.count() <= MOST_LISTED;
    let legal = if listed { session.legal() } else { Vec::new() };
    Shown {
        svg: svg::write(&scene, &Options { interactive: true, ..Options::new(Paint::Page) }),
        state: scene.captions.first().cloned().unwrap_or_default(),
        captions: scene.captions.iter().skip(1).cloned().collect(),
        position: session.position(),
        turn: session.to_move().index(),
        over,
        last: session.moves().last().map(|text| cells(session, text)).unwrap_or_default(),
        picks: !next.iter().any(|step| step.cell.is_some() && legal.contains(&step.text)),
        next: clickable(next, look.lang),
        legal,
    }
}

/// Returns the cells that a move names, in its order.
pub fn cells(session: &dyn Session, text: &str) -> Vec<String> {
    session.steps(text).into_iter().filter_map(|step| step.cell).collect()
}

/// Says what may follow the beginning of a move. Of a move of two cells, either may be named first.
pub fn following(session: &dyn Session, typed: &str, lang: Lang) -> Following {
    let Completion { next, complete, .. } = session.complete(typed);
    let mut next = clickable(next, lang);
    // A whole move is played as it is: nobody should have to say that he meant no more.
    if !complete {
        next.extend(turned(session, typed));
    }
    Following { next, complete }
}

/// Returns the first cells of the moves whose second and last cell this is.
fn turned(session: &dyn Session, typed: &str) -> Vec<Clickable> {
    if typed.is_empty() || session.count() > MOST_LISTED {
        return Vec::new();
    }
    let first = |text: String| match session.steps(&text).as_slice() {
        [Step { cell: Some(from), .. }, Step { cell: Some(to), .. }] if to == typed && from != typed => {
            let cell = Some(from.clone());
            Some(Clickable { text: String::new(), cell, label: from.clone(), whole: Some(text) })
        }
        _ => None,
    };
    session.legal().into_iter().filter_map(first).collect()
}

fn clickable(steps: Vec<Step>, lang: Lang) -> Vec<Clickable> {
    let label = |step: &Step| match step.text.as_str() {
        "pass" => Text::new("Passer", "Pass").get(lang).to_string(),
        "swap" => Text::new("Échanger", "Swap").get(lang).to_string(),
        text => text.to_string(),
    };
    steps
        .into_iter()
        .map(|step| Clickable { label: label(&step), text: step.text, cell: step.cell, whole: None })
        .collect()
}

#[cfg(test)]
mod tests {
    use damier_core::Rng;

    use super::*;

    fn cells(game: &str, typed: &str) -> Vec<String> {
        let session = damier_games::open(&game.parse().unwrap()).unwrap().open(&mut Rng::new(0));
        following(&*session, typed, Lang::En).next.into_iter().filter_map(|step| step.cell).collect()
    }

    #[test]
    fn of_two_cells_either_comes_first() {
        // RULES.md: the first player draws two circles that do not share a line; the pair is written in one order.
        assert!(cells("dualite", "a1").contains(&"c2".to_string()));
        assert!(cells("dualite", "c2").contains(&"a1".to_string()));
        // Nonsense leads nowhere.
        assert_eq!(cells("dames-en-croix", "zz"), [""; 0]);
        // A burnt match alone is a whole move of Nim, though new ones could have been named before it.
        assert_eq!(cells("nim", "1:1b"), [""; 0]);
    }
}
