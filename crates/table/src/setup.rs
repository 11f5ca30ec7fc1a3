//! Positions that are set up by hand.

use std::sync::Arc;

use damier_core::{Draft, Fault, Game, Rng, Seat, Stamp, Text};
use damier_scene::{Point, Scene, View};

use crate::session::TypedSession;
use crate::{Kit, Session};

const FREE: Text = Text::new("libre", "free");

/// A position that is being set up. It need not be legal: [`Setup::fault`] says what it lacks, and it is drawn all the same.
pub trait Setup: Send {
    /// Returns what can be put on cells: the pieces, then perhaps a mark for them.
    fn stamps(&self) -> &'static [Stamp];

    /// Returns what stands where, and who is to move.
    fn draft(&self) -> &Draft;

    /// Returns the text of what is set up: that of the position, where it is one.
    fn text(&self) -> String;

    /// Says why this is no position of the game; `None` if it is one.
    fn fault(&self) -> Option<Fault>;

    /// Puts a stamp on a cell, by its code, or takes it off again if it is there.
    ///
    /// # Errors
    /// If there is no such cell or stamp, or a mark is put on a free cell. All is then as it was.
    fn toggle(&mut self, cell: &str, code: char) -> Result<(), Fault>;

    /// Takes off what a cell holds.
    ///
    /// # Errors
    /// If there is no such cell.
    fn erase(&mut self, cell: &str) -> Result<(), Fault>;

    /// Takes everything off the board.
    fn clear(&mut self);

    /// Returns the seats that may be to move; only the present one where what is on the board tells whose turn it is.
    fn turns(&self) -> Vec<Seat>;

    /// Says who is to move: one of [`Setup::turns`], or nothing happens.
    fn set_turn(&mut self, seat: Seat);

    /// Draws what is set up: as a position with whose turn it is as first caption, or else what stands on its cells, with
    /// what is wrong.
    fn scene(&self, view: &View) -> Scene;

    /// Draws a stamp by itself.
    fn icon(&self, code: char, view: &View) -> Scene;
}

/// The one implementation of [`Setup`].
pub(crate) struct TypedSetup<G: Game> {
    kit: Arc<Kit<G>>,
    draft: Draft,
}

impl<G: Game> TypedSetup<G> {
    pub(crate) fn new(kit: Arc<Kit<G>>, draft: Draft) -> TypedSetup<G> {
        TypedSetup { kit, draft }
    }

    fn position(&self) -> Result<G::Position, Fault> {
        self.kit.game.parse_position(&self.text())
    }

    /// Returns the draft in which this seat is to move.
    fn with_turn(&self, seat: Seat) -> Draft {
        let mut draft = Draft { seat, ..self.draft.clone() };
        self.kit.game.settle(&mut draft);
        draft
    }

    /// Draws the board without its pieces, and the stamps on it.
    fn sketch(&self, view: &View, fault: &Fault) -> Scene {
        let game = &self.kit.game;
        let start = game.start(&mut Rng::new(0));
        let mut scene = (self.kit.draw)(game, &start, &View { pieces: false, ..*view });
        scene.view.pieces = view.pieces;
        scene.title = self.kit.spec.to_string();
        scene.captions.insert(0, fault.say(view.lang).to_string());
        scene.cells.iter_mut().for_each(|cell| cell.holds.clear());
        self.kit.draw_ground(&self.draft, &mut scene);
        for place in 0..scene.cells.len() {
            let cell = &mut scene.cells[place];
            let code = self.draft.pieces.get(&cell.name);
            let stamp = code.and_then(|code| self.stamps().iter().find(|stamp| stamp.code == *code));
            if !cell.holds.is_empty() {
                cell.holds.push_str(", ");
            }
            cell.holds.push_str(stamp.map_or(FREE, |stamp| stamp.name).get(view.lang));
            let (at, name) = (cell.centre, cell.name.clone());
            if let Some(stamp) = stamp {
                scene.group(name, at, |scene| self.kit.draw_stamp(scene, at, stamp.code));
            }
        }
        if view.turned {
            scene.turn();
        }
        scene
    }

    /// Draws the marks of the draft, and adds their words where the position does not say them.
    fn draw_marks(&self, scene: &mut Scene) {
        let Some(mark) = self.stamps().iter().find(|stamp| stamp.mark) else { return };
        let words = mark.name.get(scene.view.lang);
        let mut places: Vec<Point> = Vec::new();
        for cell in scene.cells.iter_mut().filter(|cell| self.draft.marks.contains(&cell.name)) {
            places.push(cell.centre);
            if !cell.holds.contains(words) {
                cell.holds.push_str(", ");
                cell.holds.push_str(words);
            }
        }
        places.into_iter().for_each(|at| self.kit.draw_stamp(scene, at, mark.code));
    }
}

impl<G: Game> Setup for TypedSetup<G> {
    fn stamps(&self) -> &'static [Stamp] {
        self.kit.game.stamps()
    }

    fn draft(&self) -> &Draft {
        &self.draft
    }

    fn text(&self) -> String {
        self.kit.game.draft_text(&self.draft)
    }

    fn fault(&self) -> Option<Fault> {
        self.position().err()
    }

    fn toggle(&mut self, cell: &str, code: char) -> Result<(), Fault> {
        let is_mark = self.stamps().iter().any(|stamp| stamp.mark && stamp.code == code);
        if is_mark && self.draft.marks.remove(cell) {
            self.kit.game.settle(&mut self.draft);
            return Ok(());
        }
        let held = self.draft.pieces.get(cell) == Some(&code);
        self.kit.game.place(&mut self.draft, cell, (!held).then_some(code))
    }

    fn erase(&mut self, cell: &str) -> Result<(), Fault> {
        self.kit.game.place(&mut self.draft, cell, None)
    }

    fn clear(&mut self) {
        while let Some(cell) = self.draft.pieces.keys().next().cloned() {
            self.kit.game.place(&mut self.draft, &cell, None).expect("what holds a piece is a cell");
        }
        self.draft.marks.clear();
        self.kit.game.settle(&mut self.draft);
    }

    fn turns(&self) -> Vec<Seat> {
        let seats = (0..self.kit.game.seats().len()).map(|seat| Seat(seat as u8));
        seats.filter(|&seat| seat == self.draft.seat || self.with_turn(seat).seat == seat).collect()
    }

    fn set_turn(&mut self, seat: Seat) {
        if self.turns().contains(&seat) {
            self.draft = self.with_turn(seat);
        }
    }

    fn scene(&self, view: &View) -> Scene {
        let mut scene = match self.position() {
            Ok(position) => TypedSession::new(Arc::clone(&self.kit), position).scene(view),
            Err(fault) => self.sketch(view, &fault),
        };
        self.draw_marks(&mut scene);
        scene
    }

    fn icon(&self, code: char, view: &View) -> Scene {
        let mut scene = Scene::new(view);
        self.kit.draw_stamp(&mut scene, Point::new(0.0, 0.0), code);
        scene
    }
}
