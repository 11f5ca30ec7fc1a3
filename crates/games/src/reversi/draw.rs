//! The picture of a reversi board.

use damier_core::{Game, Lang, Text};
use damier_scene::{
    Anchor, Ink, Layer, Mark, Outline, Piece, Point, Scene, Style, Tone, Tray, View, rectangle,
};

use super::bits::flips;
use super::rules::{HOLDS, PASS, STAMPS};
use super::{Position, Reversi, Word};

/// Draws a position: row 1 on top, Black's discs full, White's as rings.
pub(super) fn draw<W: Word, const SIZE: u32>(
    game: &Reversi<W, SIZE>,
    position: &Position<W>,
    view: &View,
) -> Scene {
    let mut scene = Scene::new(view);
    let discs = position.discs();
    for cell in 0..game.board.cells() {
        let centre = Point::new(game.board.file(cell) as f64, game.board.rank(cell) as f64);
        let area = rectangle(centre.moved(-0.5, -0.5), centre.moved(0.5, 0.5));
        scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
        let disc = [0, 1].into_iter().find(|&side| discs[side].has(cell));
        let holds = HOLDS[disc.map_or(0, |side| side + 1)].get(view.lang);
        scene.cell(game.board.name(cell), centre, Scene::MAN, area, holds);
        if let Some(side) = disc {
            scene.group(game.board.name(cell), centre, |scene| stamp(scene, centre, STAMPS[side].code));
        }
    }
    frame(&mut scene, f64::from(SIZE));
    for line in 0..SIZE as usize {
        let place = line as f64;
        scene.coord(Point::new(place, -0.85), Anchor::Middle, &game.board.file_letter(line).to_string());
        scene.coord(Point::new(-0.75, place), Anchor::End, &(line + 1).to_string());
    }
    let [black, white] = position.score();
    scene.tally(match view.lang {
        Lang::Fr => format!("Noir {black} – Blanc {white}"),
        Lang::En => format!("Black {black} – White {white}"),
    });
    let words = [Text::new("pions noirs", "black discs"), Text::new("pions blancs", "white discs")];
    for (seat, count) in [black, white].into_iter().enumerate() {
        scene.tray(Tray::new(seat, STAMPS[seat].code, count as u32, words[seat].get(view.lang)));
    }
    let prompt = if game.is_legal(position, PASS) {
        Text::new("Vous ne pouvez rien retourner : passez.", "You can turn nothing: pass.")
    } else {
        Text::new(
            "Posez un pion qui enferme au moins une ligne de pions adverses.",
            "Set a disc that shuts in at least one line of enemy discs.",
        )
    };
    scene.prompt(prompt.get(view.lang));
    scene
}

/// A move marks its own disc, and those that it turned.
pub(super) fn trace<W: Word, const SIZE: u32>(
    game: &Reversi<W, SIZE>,
    before: &Position<W>,
    text: &str,
) -> Vec<(String, Mark)> {
    let Some(cell) = game.board.read(text) else { return Vec::new() };
    let turned = flips::<W, SIZE>(cell as u32, before.own, before.other);
    let turned = (0..game.board.cells()).filter(|&cell| turned.has(cell));
    let turned = turned.map(|cell| (game.board.name(cell), Mark::Trace));
    turned.chain([(text.to_string(), Mark::Last)]).collect()
}

/// Draws a disc.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, Scene::MAN, Piece::Man(Tone::of_code(code)));
}

/// Draws the frame, and the four dots that make the sixteen central cells easy to find.
fn frame(scene: &mut Scene, size: f64) {
    let (low, high) = (-0.5, size - 0.5);
    let outside = rectangle(Point::new(low, low), Point::new(high, high));
    scene.add(Layer::Board, outside, Style::stroke(Ink::Line, Scene::FRAME));
    let middle = (low + high) / 2.0;
    // On the smallest board they would stand on the corners.
    if middle - 2.0 > low {
        for (x, y) in [(-2.0, -2.0), (2.0, -2.0), (-2.0, 2.0), (2.0, 2.0)] {
            let dot = Outline::Circle(Point::new(middle + x, middle + y), 0.08);
            scene.add(Layer::Board, dot, Style::fill(Ink::Line));
        }
    }
}
