//! The picture of the board of Simultana.

use damier_core::Lang;
use damier_scene::{Anchor, Ink, Layer, Piece, Point, Scene, Style, Tone, View, rectangle};

use super::rules::{BOARD, HOLDS, STAMPS};
use super::{Position, Simultana};

/// Draws a position.
pub(super) fn draw(_game: &Simultana, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = (4.0, 2.0);
    for cell in 0..BOARD.cells() {
        let at = Point::new(BOARD.file(cell) as f64, BOARD.rank(cell) as f64);
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
        let side = position.men.iter().position(|men| men >> cell & 1 == 1);
        let holds = HOLDS[side.map_or(0, |side| side + 1)];
        scene.cell(BOARD.name(cell), at, Scene::MAN, area, holds.get(view.lang));
        if let Some(side) = side {
            scene.group(BOARD.name(cell), at, |scene| stamp(scene, at, STAMPS[side].code));
        }
    }
    let far = BOARD.width() as f64 - 0.5;
    let frame = rectangle(Point::new(-0.5, -0.5), Point::new(far, far));
    scene.add(Layer::Board, frame, Style::stroke(Ink::Line, Scene::FRAME));
    for line in 0..BOARD.width() {
        scene.coord(Point::new(line as f64, -0.8), Anchor::Middle, &BOARD.file_letter(line).to_string());
        scene.coord(Point::new(-0.8, line as f64), Anchor::Middle, &(line + 1).to_string());
    }
    scene.captions.push(
        match view.lang {
            Lang::Fr => "Vide de 2 ou 4 (Blanc), de 3 ou 5 (Noir).",
            Lang::En => "Hollow of 2 or 4 (White), of 3 or 5 (Black).",
        }
        .to_string(),
    );
    scene
}

/// Draws a man.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, Scene::MAN, Piece::Man(Tone::of_code(code)));
}
