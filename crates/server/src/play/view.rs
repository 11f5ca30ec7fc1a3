//! What a page needs in order to show a position and to let the reader move.

use std::collections::BTreeMap;

use damier_core::{Lang, Text};
use damier_scene::svg::{self, Paint, SvgOptions};
use damier_scene::{Scene, Tray, View};
use damier_table::{Completion, Session, Spec, Step, words};
use maud::{Markup, PreEscaped};
use serde::Serialize;

use crate::play::gestures::{self, HandMove};

/// A position of a line: its picture and the moves that the reader can make.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionView {
    /// The picture, in which cells are buttons.
    pub svg: String,
    /// Whose turn it is or how the game ended, in words.
    pub state: String,
    /// More lines to show under the board.
    pub captions: Vec<String>,
    /// The text of the position.
    pub position: String,
    /// The number of the seat whose turn it is.
    pub turn: usize,
    /// Whether the game is over in this position.
    pub over: bool,
    /// The cells of the last move, in the order of the move.
    pub last: Vec<String>,
    /// What the player to move is to do now; empty where nothing special is.
    pub prompt: String,
    /// What lies beside the board.
    pub trays: Vec<TrayView>,
    /// The moves that the reader can make here by hand.
    pub moves_by_hand: Vec<HandMove>,
    /// The looks that those moves speak of: SVG about the centre of a cell.
    pub symbols: Vec<String>,
    /// The words of picks that are no plain cells.
    pub labels: BTreeMap<String, String>,
    /// The possible first steps of a move, if the reader may move here.
    pub next: Vec<ClickableStep>,
    /// The legal moves, if they are few enough to be listed.
    pub legal: Vec<String>,
    /// Whether the first click only picks something, such as a piece, and no single click makes a move.
    pub picks: bool,
}

/// Things that lie beside the board, by a player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TrayView {
    /// The number of the seat.
    pub seat: usize,
    /// What one of them looks like: SVG about the point 0.
    pub icon: String,
    /// How many there are.
    pub count: u32,
    /// How many have their place; 0 where they are only counted.
    pub places: u32,
    /// What they are.
    pub words: String,
}

/// The largest number of moves that are listed.
pub const MOST_LISTED: u64 = 600;

/// A step of a move that may be clicked or typed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClickableStep {
    /// The characters that it adds to the move.
    text: String,
    /// The cell to click for it.
    cell: Option<String>,
    /// The label of its button, if it has no cell.
    label: String,
    /// The whole text of the move after this step, if that is not the previous text followed by `text`.
    whole: Option<String>,
    /// Whether this step completes the move and nothing can follow, so that it can be played at once.
    ends: bool,
}

/// The continuations of a move that is not complete.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Following {
    /// The possible next steps.
    next: Vec<ClickableStep>,
    /// Whether the text is already a complete move.
    complete: bool,
}

/// Options for showing a position.
#[derive(Clone, Copy, Debug)]
pub struct ViewOptions {
    /// The language.
    pub lang: Lang,
    /// Whether the picture should be taller than wide.
    pub tall: bool,
    /// Whether the board should be turned half round.
    pub turned: bool,
    /// Whether the reader may move here.
    pub moves: bool,
}

impl PositionView {
    /// Describes the current position of a session.
    pub fn of(session: &dyn Session, options: ViewOptions) -> PositionView {
        let ViewOptions { lang, tall, turned, .. } = options;
        let view = View { tall, turned, guides: true, ..View::new(lang) };
        let scene = named_scene(session, &view);
        let over = session.outcome().is_some();
        let moves = options.moves && !over;
        let Completion { next, ends, .. } = if moves { session.complete("") } else { Completion::default() };
        let listed = moves && session.count() <= MOST_LISTED;
        let legal = if listed { session.legal() } else { Vec::new() };
        let (moves_by_hand, symbols) =
            if moves { gestures::hand_moves(session, &view) } else { Default::default() };
        let tray = |tray: &Tray| TrayView {
            seat: tray.seat,
            icon: svg::shapes(&tray.shapes),
            count: tray.count,
            places: tray.places,
            words: tray.words.clone(),
        };
        PositionView {
            prompt: scene.prompt.clone(),
            trays: scene.trays.iter().map(tray).collect(),
            moves_by_hand,
            symbols,
            labels: with_common_labels(&scene.labels, lang),
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

/// Draws the current position of a session for a page, without buttons.
pub fn picture(session: &dyn Session, view: &View) -> Markup {
    drawing(&named_scene(session, view))
}

/// Draws the current position of a session; the picture is called what the game is called.
pub fn named_scene(session: &dyn Session, view: &View) -> Scene {
    let mut scene = session.scene(view);
    scene.title = title(session.spec(), view.lang);
    scene
}

/// Returns what a game is called, for those who cannot see its picture.
pub fn title(spec: &Spec, lang: Lang) -> String {
    damier_games::entry(&spec.id).map_or_else(|_| spec.to_string(), |entry| words::spec(entry, spec, lang))
}

/// Draws a scene for a page, without buttons.
pub fn drawing(scene: &Scene) -> Markup {
    PreEscaped(svg::write(scene, &SvgOptions::new(Paint::Page)))
}

/// Undoes moves until this many plies are left. An end off the board is undone before the last move.
pub fn go_back(session: &mut dyn Session, plies: usize) {
    while session.moves().len() > plies {
        session.undo();
    }
}

/// Returns the cells of a move, in the order of the move.
pub fn cells(session: &dyn Session, text: &str) -> Vec<String> {
    session.steps(text).into_iter().filter_map(|step| step.cell).collect()
}

impl Following {
    /// Finds what may follow the beginning of a move. The two cells of a move may be named in either order.
    pub fn of(session: &dyn Session, typed: &str, lang: Lang) -> Following {
        let Completion { next, ends, complete, .. } = session.complete(typed);
        let mut next = clickable(next, &ends, lang);
        // A complete move is not offered as the second half of another one.
        if !complete {
            next.extend(steps_ending_at(session, typed));
        }
        Following { next, complete }
    }
}

/// Returns a step for each move whose second and last cell is `typed`; the step names its first cell.
fn steps_ending_at(session: &dyn Session, typed: &str) -> Vec<ClickableStep> {
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

/// Adds the words of steps that several games have.
fn with_common_labels(own: &BTreeMap<String, String>, lang: Lang) -> BTreeMap<String, String> {
    let common = [("=pass", Text::new("Passer", "Pass")), ("=swap", Text::new("Échanger", "Swap"))];
    let common = common.into_iter().map(|(pick, words)| (pick.to_string(), words.get(lang).to_string()));
    common.chain(own.clone()).collect()
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
        // Nonsense has no continuation.
        assert_eq!(cells("dames-en-croix", "zz"), [""; 0]);
        // A burnt match alone is a whole move of Nim, though new ones could have been named before it.
        assert_eq!(cells("nim", "1:1b"), [""; 0]);
        // Whichever cell comes first, the other one completes the move.
        let session = damier_games::open(&"dualite".parse().unwrap()).unwrap().open(&mut Rng::new(0));
        for typed in ["a1", "c2"] {
            let steps = Following::of(&*session, typed, Lang::En).next;
            assert!(!steps.is_empty() && steps.iter().all(|step| step.ends), "{typed}: {steps:?}");
        }
    }
}
