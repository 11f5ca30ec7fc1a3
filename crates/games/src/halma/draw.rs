//! The picture of the board: two squares of nine cells that share their corner c3.

use damier_core::Lang;
use damier_scene::{Anchor, Hue, Ink, Layer, Piece, Point, Scene, Style, Tone, View, rectangle};

use super::rules::{CELLS, HOLDS, NAMES, STAMPS, point};
use super::{Halma, Position};

/// Draws a position.
pub(super) fn draw(_game: &Halma, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = (4.0, 2.0);
    for (cell, name) in NAMES.iter().enumerate().take(CELLS) {
        let (file, rank) = point(cell);
        let at = Point::new(f64::from(file), f64::from(-rank));
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        let ground = if (file + rank) % 2 == 0 { Ink::BoardAlt } else { Ink::Board };
        scene.add(Layer::Board, area.clone(), Style::fill(ground).edged(Ink::Line, Scene::LINE));
        let man = if cell == position.hole as usize {
            0
        } else if position.black >> cell & 1 == 1 {
            1
        } else {
            2
        };
        scene.cell(name.to_string(), at, Scene::MAN, area, HOLDS[man].get(view.lang));
        match man {
            0 => scene.board_glyph(at, "·", ".", Hue::Soft),
            _ => scene.group(*name, at, |scene| stamp(scene, at, STAMPS[man - 1].code)),
        }
    }
    // The two squares, one for each colour to leave and one to reach.
    for corner in [Point::new(-2.5, -2.5), Point::new(-0.5, -0.5)] {
        let square = rectangle(corner, corner.moved(3.0, 3.0));
        scene.add(Layer::Board, square, Style::stroke(Ink::Line, Scene::FRAME));
    }
    for line in -2..=2i32 {
        // The upper square is named above and on its left, the lower one below and on its right.
        let place = f64::from(line);
        let (file, rank) = (["a", "b", "c", "d", "e"], ["5", "4", "3", "2", "1"]);
        let (file, rank) = (file[(line + 2) as usize], rank[(line + 2) as usize]);
        if line <= 0 {
            scene.coord(Point::new(place, -2.8), Anchor::Middle, file);
            scene.coord(Point::new(-2.8, place), Anchor::Middle, rank);
        }
        if line >= 0 {
            scene.coord(Point::new(place, 2.8), Anchor::Middle, file);
            scene.coord(Point::new(2.8, place), Anchor::Middle, rank);
        }
    }
    scene.captions.push(
        match view.lang {
            Lang::Fr => "Les noirs vont en bas à droite, les blancs en haut à gauche, la case c3 libre.",
            Lang::En => "Black goes to the lower right, white to the upper left, with c3 free.",
        }
        .to_string(),
    );
    scene
}

/// Draws a man.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, Scene::MAN, Piece::Man(Tone::of_code(code)));
}
