//! How a kit draws positions, and how it splits, says and marks moves.

use damier_core::{Draft, Game};
use damier_scene::{Mark, Point, Scene, Shape, View};

use super::Kit;
use crate::{Gesture, Step, split_at_cells};

impl<G: Game> Kit<G> {
    /// Draws a position, and with guides what the moves of `turn` show, each given with the position before it.
    pub(crate) fn picture<'a>(
        &self,
        position: &G::Position,
        turn: impl IntoIterator<Item = (&'a G::Position, G::Move)>,
        view: &View,
    ) -> Scene
    where
        G::Position: 'a,
    {
        let mut scene = (self.draw)(&self.game, position, view);
        if let Some(show) = self.show.filter(|_| view.guides) {
            turn.into_iter().for_each(|(before, mv)| show(&self.game, before, mv, &mut scene));
        }
        if view.turned {
            scene.turn();
        }
        scene
    }

    /// Draws what stands on the board in a position, and nothing else.
    pub(crate) fn things(&self, position: &G::Position, view: &View) -> Scene {
        self.picture(position, [], &View { board: false, coords: false, ..*view })
    }

    /// Draws what stands on the board after a move, and with guides what the move shows.
    pub(crate) fn things_after(&self, position: &G::Position, mv: G::Move, view: &View) -> Scene {
        let after = self.game.after(position, mv);
        self.picture(&after, [(position, mv)], &View { board: false, coords: false, ..*view })
    }

    /// Draws a stamp on the centre of a cell.
    pub(crate) fn draw_stamp(&self, scene: &mut Scene, at: Point, code: char) {
        if let Some(stamp) = self.stamp {
            stamp(scene, at, code);
        }
    }

    /// Returns the shapes of a stamp about the origin.
    pub(crate) fn stamp_shapes(&self, code: char, view: &View) -> Vec<Shape> {
        let mut scene = Scene::new(view);
        self.draw_stamp(&mut scene, Point::new(0.0, 0.0), code);
        scene.shapes
    }

    /// Draws what a draft shows besides its stamps.
    pub(crate) fn draw_ground(&self, draft: &Draft, scene: &mut Scene) {
        if let Some(ground) = self.ground {
            ground(&self.game, draft, scene);
        }
    }

    /// Splits a move's text into its steps.
    pub(crate) fn split(&self, position: &G::Position, text: &str) -> Vec<Step> {
        self.split.map_or_else(|| split_at_cells(text), |split| split(&self.game, position, text))
    }

    /// Returns a move as players read it.
    pub(crate) fn said(&self, position: &G::Position, text: &str) -> String {
        self.say.map_or_else(|| text.to_string(), |say| say(&self.game, position, text))
    }

    /// Says how a move is made by hand.
    pub(crate) fn gesture(&self, position: &G::Position, text: &str) -> Gesture {
        match self.gesture {
            Some(make) => make(&self.game, position, text),
            None => Gesture::of_steps(&self.split(position, text)),
        }
    }

    /// Returns the cells that a move marks: those of its steps, the last one as where it went.
    pub(crate) fn marks(&self, before: &G::Position, text: &str) -> Vec<(String, Mark)> {
        if let Some(trace) = self.trace {
            return trace(&self.game, before, text);
        }
        let cells = self.split(before, text).into_iter().filter_map(|step| step.cell);
        let mut marks: Vec<(String, Mark)> = cells.map(|cell| (cell, Mark::Trace)).collect();
        if let Some((_, mark)) = marks.last_mut() {
            *mark = Mark::Last;
        }
        marks
    }
}
