//! What a page needs in order to show a position and to let the reader move.

use std::collections::BTreeMap;

use damier_core::{Lang, Text};
use damier_scene::svg::{self, Paint, SvgOptions};
use damier_scene::{Scene, Tray, View};
use damier_table::{Session, Spec, words};
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
    /// Those of the captions that say what trays and prompts show as well.
    #[serde(skip)]
    pub tallies: Vec<String>,
    /// The text of the position.
    pub position: String,
    /// The number of the seat whose turn it is.
    pub turn: usize,
    /// Whether the game is over in this position.
    pub over: bool,
    /// The cells of the last move, in the order of the move.
    pub last: Vec<String>,
    /// What the reader is to do now; empty if he may not move here.
    pub prompt: String,
    /// What lies beside the board.
    pub trays: Vec<TrayView>,
    /// The moves that the reader can make here by hand.
    pub moves_by_hand: Vec<HandMove>,
    /// The looks that those moves speak of: SVG about the centre of a cell.
    pub symbols: Vec<String>,
    /// The words of picks that are no plain cells.
    pub labels: BTreeMap<String, String>,
    /// Whether the reader may move here, but there are too many moves to make them by hand.
    pub typed_only: bool,
    /// The legal moves, if they are few enough to be listed.
    pub legal: Vec<String>,
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
    /// The cell from which they come; empty for what is taken where it stood.
    pub from: String,
}

/// The largest number of moves that are listed.
pub const MOST_LISTED: u64 = 600;

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
            from: tray.from.clone(),
        };
        let prompt = match scene.prompt.as_str() {
            _ if !moves => String::new(),
            "" => prompt(&scene, &moves_by_hand, lang).to_string(),
            own => own.to_string(),
        };
        PositionView {
            prompt,
            trays: scene.trays.iter().map(tray).collect(),
            typed_only: moves && moves_by_hand.is_empty(),
            moves_by_hand,
            symbols,
            labels: with_common_labels(&scene.labels, lang),
            svg: svg::write(&scene, &SvgOptions { interactive: true, ..SvgOptions::new(Paint::Page) }),
            state: scene.captions.first().cloned().unwrap_or_default(),
            captions: scene.captions.iter().skip(1).cloned().collect(),
            tallies: scene.tallies.clone(),
            position: session.position(),
            turn: session.to_move().index(),
            over,
            last: session.moves().last().map(|text| cells(session, text)).unwrap_or_default(),
            legal,
        }
    }
}

impl PositionView {
    /// Returns the captions that tell more than the trays and the prompt beside the board.
    pub fn captions_beside_trays(&self) -> impl Iterator<Item = &String> {
        self.captions.iter().filter(|caption| !self.tallies.contains(caption))
    }
}

/// Says what to do first in order to move, for games that do not say it themselves.
fn prompt(scene: &Scene, moves: &[HandMove], lang: Lang) -> &'static str {
    let holds = |pick: &str| scene.groups.iter().any(|group| group.name.split('~').next() == Some(pick));
    let is_word = |pick: &str| pick.starts_with('=');
    let firsts = || moves.iter().flat_map(HandMove::first_stage);
    let say = |fr, en| Text::new(fr, en).get(lang);
    if moves.is_empty() {
        say("Écrivez votre coup.", "Type your move.")
    } else if firsts().all(is_word) {
        say("Choisissez parmi les boutons.", "Choose one of the buttons.")
    } else if moves.iter().all(|mv| mv.first_stage().count() > 1) {
        say("Choisissez plusieurs cases.", "Choose several cells.")
    } else if !firsts().any(holds) {
        say("Choisissez une case libre.", "Choose a free cell.")
    } else if moves.iter().any(HandMove::goes_on) {
        say("Choisissez une pièce, puis où elle va.", "Choose a piece, then where it goes.")
    } else {
        say("Choisissez une case.", "Choose a cell.")
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

/// Adds the words of steps that several games have.
fn with_common_labels(own: &BTreeMap<String, String>, lang: Lang) -> BTreeMap<String, String> {
    let common = [("=pass", Text::new("Passer", "Pass")), ("=swap", Text::new("Échanger", "Swap"))];
    let common = common.into_iter().map(|(pick, words)| (pick.to_string(), words.get(lang).to_string()));
    common.chain(own.clone()).collect()
}
