//! The picture of the board.

use damier_core::{Lang, Text};
use damier_scene::{Anchor, Hue, Ink, Layer, Piece, Point, Scene, Style, Tone, Tray, View, rectangle};

use super::board::{SQUARE, bit};
use super::rules::{HOLDS, MOST, STAMPS};
use super::{NeoPettie, Position};

/// Draws a position.
pub(super) fn draw(_game: &NeoPettie, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    for cell in 0..SQUARE.cells() {
        let (file, rank) = (SQUARE.file(cell), SQUARE.rank(cell));
        let at = Point::new(file as f64, 9.0 - rank as f64);
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        // As on a draughtboard, the corner at the lower left is of the darker kind.
        let ground = if (file + rank) % 2 == 0 { Ink::BoardAlt } else { Ink::Board };
        scene.add(Layer::Board, area.clone(), Style::fill(ground).edged(Ink::Line, Scene::LINE));
        let side = [0, 1].into_iter().find(|&side| position.men[side] >> bit(cell) & 1 == 1);
        let holds = HOLDS[side.map_or(0, |side| side + 1)].get(view.lang);
        scene.cell(SQUARE.name(cell), at, Scene::MAN, area, holds);
        match side {
            Some(side) => scene.group(SQUARE.name(cell), at, |scene| stamp(scene, at, STAMPS[side].code)),
            None => scene.board_glyph(at, "·", ".", Hue::Soft),
        }
    }
    // The edge captures: it is drawn as the wall that it is.
    let frame = rectangle(Point::new(-0.5, -0.5), Point::new(9.5, 9.5));
    scene.add(Layer::Board, frame, Style::stroke(Ink::Line, 0.12));
    for line in 0..10 {
        let place = line as f64;
        scene.coord(Point::new(place, 10.0), Anchor::Middle, &SQUARE.file_letter(line).to_string());
        scene.coord(Point::new(-0.8, 9.0 - place), Anchor::End, &(line + 1).to_string());
    }
    let [white, black] = position.men.map(u128::count_ones);
    scene.tally(match view.lang {
        Lang::Fr => format!("Blancs : {white}, noirs : {black}."),
        Lang::En => format!("White men: {white}, black men: {black}."),
    });
    scene.captions.push(
        Text::new(
            "Les colonnes vont de a à i, puis k : la fiche n'a pas de j.",
            "The files run from a to i, then k: the sheet has no j.",
        )
        .get(view.lang)
        .to_string(),
    );
    let taken = Text::new("pions pris", "men captured").get(view.lang);
    for seat in [0, 1] {
        let gone = MOST - position.men[1 - seat].count_ones();
        scene.tray(Tray::new(seat, STAMPS[1 - seat].code, gone, taken));
    }
    scene.prompt(
        Text::new(
            "Avancez un pion d'une case, tout droit ; prenez en tenaille, ou contre le bord.",
            "Step straight with a man; catch between two of yours, or against the edge.",
        )
        .get(view.lang),
    );
    scene
}

/// Draws a man.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, Scene::MAN, Piece::Man(Tone::of_code(code)));
}
