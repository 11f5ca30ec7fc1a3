//! What a page needs to show a line of play and to let a person move.

use damier_core::{Lang, Text};
use damier_scene::svg::{self, Paint, SvgOptions};
use damier_scene::{Scene, View};
use damier_table::{Completion, Session, Step};
use maud::{Markup, PreEscaped};
use serde::Serialize;

/// A position of a line, drawn, with what may be done there.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionView {
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
    pub next: Vec<ClickableStep>,
    /// The legal moves, where they are few enough to be listed.
    pub legal: Vec<String>,
    /// Whether a first click takes up a piece, or the like, rather than making a move.
    pub picks: bool,
}

/// No more moves than this are listed.
pub const MOST_LISTED: u64 = 600;

/// A step that may be clicked or typed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClickableStep {
    /// The characters that it adds to the move.
    text: String,
    /// The cell that stands for it.
    cell: Option<String>,
    /// What its button says, where it has no cell.
    label: String,
    /// The move as it then stands, where that is not what was there with `text` behind it.
    whole: Option<String>,
    /// Whether the move is whole with it, and cannot go on: nothing need be asked before it is played.
    ends: bool,
}

/// What may follow the beginning of a move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Following {
    /// The next steps.
    next: Vec<ClickableStep>,
    /// Whether it is a whole move.
    complete: bool,
}

/// How a position is to be shown.
#[derive(Clone, Copy, Debug)]
pub struct ViewOptions {
    /// The language.
    pub lang: Lang,
    /// Whether the picture should be higher than wide.
    pub tall: bool,
    /// Whether the reader may move here.
    pub moves: bool,
}

impl PositionView {
    /// Shows the current position of a session.
    pub fn of(session: &dyn Session, options: ViewOptions) -> PositionView {
        let scene = session.scene(&View { tall: options.tall, ..View::new(options.lang) });
        let over = session.outcome().is_some();
        let moves = options.moves && !over;
        let Completion { next, ends, .. } = if moves { session.complete("") } else { Completion::default() };
        let listed = moves && session.count() <= MOST_LISTED;
        let legal = if listed { session.legal() } else { Vec::new() };
        PositionView {
            svg: svg::write(&scene, &SvgOptions { interactive: true, ..SvgOptions::new(Paint::Page) }),
            state: scene.captions.first().cloned().unwrap_or_default(),
            captions: scene.captions.iter().skip(1).cloned().collect(),
            position: session.position(),
            turn: session.to_move().index(),
            over,
            last: session.moves().last().map(|text| cells(session, text)).unwrap_or_default(),
            picks: !next.iter().any(|step| step.cell.is_some() && legal.contains(&step.text)),
            next: clickable(next, &ends, options.lang),
            legal,
        }
    }
}

/// Draws the current position of a session for a page, to look at.
pub fn picture(session: &dyn Session, view: &View) -> Markup {
    drawing(&session.scene(view))
}

/// Draws a scene for a page, to look at.
pub fn drawing(scene: &Scene) -> Markup {
    PreEscaped(svg::write(scene, &SvgOptions::new(Paint::Page)))
}

/// Takes a session back to where so many plies were played. An end off the board comes off before the last move.
pub fn go_back(session: &mut dyn Session, plies: usize) {
    while session.moves().len() > plies {
        session.undo();
    }
}

/// Returns the cells that a move names, in its order.
pub fn cells(session: &dyn Session, text: &str) -> Vec<String> {
    session.steps(text).into_iter().filter_map(|step| step.cell).collect()
}

impl Following {
    /// Says what may follow the beginning of a move. Of a move of two cells, either may be named first.
    pub fn of(session: &dyn Session, typed: &str, lang: Lang) -> Following {
        let Completion { next, ends, complete, .. } = session.complete(typed);
        let mut next = clickable(next, &ends, lang);
        // A whole move is played as it is: nobody should have to say that he meant no more.
        if !complete {
            next.extend(turned(session, typed));
        }
        Following { next, complete }
    }
}

/// Returns the first cells of the moves whose second and last cell this is.
fn turned(session: &dyn Session, typed: &str) -> Vec<ClickableStep> {
    if typed.is_empty() || session.count() > MOST_LISTED {
        return Vec::new();
    }
    let first = |text: String| match session.steps(&text).as_slice() {
        [Step { cell: Some(from), .. }, Step { cell: Some(to), .. }] if to == typed && from != typed => {
            let (cell, ends) = (Some(from.clone()), session.complete(&text).next.is_empty());
            Some(ClickableStep { text: String::new(), cell, label: from.clone(), whole: Some(text), ends })
        }
        _ => None,
    };
    session.legal().into_iter().filter_map(first).collect()
}

fn clickable(steps: Vec<Step>, ends: &[bool], lang: Lang) -> Vec<ClickableStep> {
    let label = |text: &str| match text {
        "pass" => Text::new("Passer", "Pass").get(lang).to_string(),
        "swap" => Text::new("Échanger", "Swap").get(lang).to_string(),
        text => text.to_string(),
    };
    let click = |(Step { text, cell }, &ends): (Step, &bool)| ClickableStep {
        label: label(&text),
        text,
        cell,
        whole: None,
        ends,
    };
    steps.into_iter().zip(ends).map(click).collect()
}

#[cfg(test)]
mod tests {
    use damier_core::Rng;

    use super::*;

    fn cells(game: &str, typed: &str) -> Vec<String> {
        let session = damier_games::open(&game.parse().unwrap()).unwrap().open(&mut Rng::new(0));
        Following::of(&*session, typed, Lang::En).next.into_iter().filter_map(|step| step.cell).collect()
    }

    #[test]
    fn of_two_cells_either_comes_first() {
        // docs/rules.md: the first player draws two circles that do not share a line; the pair is written in one order.
        assert!(cells("dualite", "a1").contains(&"c2".to_string()));
        assert!(cells("dualite", "c2").contains(&"a1".to_string()));
        // Nonsense leads nowhere.
        assert_eq!(cells("dames-en-croix", "zz"), [""; 0]);
        // A burnt match alone is a whole move of Nim, though new ones could have been named before it.
        assert_eq!(cells("nim", "1:1b"), [""; 0]);
        // Whichever comes first, the other one ends the move.
        let session = damier_games::open(&"dualite".parse().unwrap()).unwrap().open(&mut Rng::new(0));
        for typed in ["a1", "c2"] {
            let steps = Following::of(&*session, typed, Lang::En).next;
            assert!(!steps.is_empty() && steps.iter().all(|step| step.ends), "{typed}: {steps:?}");
        }
    }
}
