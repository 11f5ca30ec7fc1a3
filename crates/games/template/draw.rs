//! The picture of the board.

use damier_scene::{Anchor, Hue, Ink, Layer, Outline, Point, Scene, Style, View, rectangle};

use super::rules::{BOARD, HOLDS, Position, STAMPS, TicTacToe};

/// How far a mark reaches from the centre of its cell, which is 1 wide.
const REACH: f64 = 0.27;

/// Draws a position.
pub(super) fn draw(_game: &TicTacToe, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    for cell in 0..BOARD.cells() {
        let at = Point::new(BOARD.file(cell) as f64, 2.0 - BOARD.rank(cell) as f64);
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
        let side = position.marks.iter().position(|marks| marks >> cell & 1 == 1);
        let holds = HOLDS[side.map_or(0, |side| side + 1)].get(view.lang);
        scene.cell(BOARD.name(cell), at, Scene::MAN, area, holds);
        match side {
            Some(side) => scene.group(BOARD.name(cell), at, |scene| stamp(scene, at, STAMPS[side].code)),
            None => scene.board_glyph(at, "·", ".", Hue::Soft),
        }
    }
    for line in 0..3 {
        let place = f64::from(line as u8);
        scene.coord(Point::new(place, 2.8), Anchor::Middle, &BOARD.file_letter(line).to_string());
        scene.coord(Point::new(-0.8, 2.0 - place), Anchor::Middle, &(line + 1).to_string());
    }
    scene
}

/// Draws a mark, in a position or in the palette of a set-up.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    let pen = Style::stroke(Ink::Text, 0.1);
    if code == 'x' {
        scene.line(Layer::Pieces, at.moved(-REACH, -REACH), at.moved(REACH, REACH), pen);
        scene.line(Layer::Pieces, at.moved(-REACH, REACH), at.moved(REACH, -REACH), pen);
        scene.glyph(at, "×", "x", Hue::Dark);
    } else {
        scene.add(Layer::Pieces, Outline::Circle(at, REACH), pen);
        scene.glyph(at, "○", "o", Hue::Light);
    }
}
