//! The picture of the DuLann, the board of DuLu.

use damier_core::{Lang, Side};
use damier_scene::{
    Anchor, HexGrid, Ink, Layer, Outline, Piece, Point, Scene, Segment, Style, View, polyline,
};

use super::rules::{CELLS, HOLDS, SIDE, STAMPS};
use super::{Dulu, Position};

/// Returns where a cell lies.
fn centre(game: &Dulu, cell: usize) -> Point {
    let (q, r) = game.board.axial(cell);
    HexGrid::ACROSS.centre(q.into(), r.into())
}

/// Draws a position: rings in two shades, the outer crown set off by a strong line, blue stones light with a dot, red
/// ones dark with a bar.
pub(super) fn draw(game: &Dulu, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = HexGrid::text_scale();
    for cell in 0..CELLS {
        let at = centre(game, cell);
        let area = HexGrid::ACROSS.hexagon(at, 0.0);
        let ground = if game.board.ring(cell) % 2 == 1 { Ink::BoardAlt } else { Ink::Board };
        scene.add(Layer::Board, area.clone(), Style::fill(ground).edged(Ink::Line, Scene::LINE));
        let stone = [0, 1].into_iter().find(|&side| position.stones[side].contains(cell));
        let holds = HOLDS[stone.map_or(0, |side| side + 1)].get(view.lang);
        scene.cell(game.board.name(cell), at, Scene::MAN, area, holds);
        if let Some(side) = stone {
            scene.group(game.board.name(cell), at, |scene| stamp(scene, at, STAMPS[side].code));
        }
    }
    scene.add(Layer::Board, crown(), Style::stroke(Ink::Line, 0.12));
    coordinates(&mut scene, game);
    let [blue, red] = [Side::First, Side::Second].map(|side| position.left(side));
    scene.position_caption(match view.lang {
        Lang::Fr => {
            format!("Pierres à poser : Bleu (clair, un point) {blue}, Rouge (foncé, une barre) {red}.")
        }
        Lang::En => format!("Stones left to set: Blue (light, a dot) {blue}, Red (dark, a bar) {red}."),
    });
    scene
}

/// Draws a stone.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, Scene::MAN, if code == 'b' { Piece::Blue } else { Piece::Red });
}

/// Returns the line between the outer crown and the rest.
fn crown() -> Outline {
    let reach = SIDE as f64 - 2.0;
    // Six corners of the inner board, in turn; along each side the cells show two of their corners, at its end three.
    let ends = [(1.0, 0.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, -1.0)];
    let mut points = Vec::new();
    for side in 0..6 {
        let ((q, r), (to_q, to_r)) = (ends[side], ends[(side + 1) % 6]);
        for step in 0..SIDE - 2 {
            let part = step as f64;
            let at =
                HexGrid::ACROSS.centre(q * (reach - part) + to_q * part, r * (reach - part) + to_r * part);
            // On the side from the right to the lower right, a cell shows its corners at 30° and 90°.
            let first = if step == 0 { -1 } else { 0 };
            let corners = first..2;
            points.extend(corners.map(|corner| {
                let degrees = 30.0 + 60.0 * f64::from(corner + side as i32);
                HexGrid::ACROSS.corner(at, degrees)
            }));
        }
    }
    let mut path = polyline(points);
    path.push(Segment::Close);
    Outline::Path(path)
}

/// Names the rows on the left, numbers the last cell of every row, and the lines that lead on from the first row and
/// from the last: in the upper half cells of one number lie in line to the upper right, in the lower half to the
/// lower right.
fn coordinates(scene: &mut Scene, game: &Dulu) {
    let mut cell = 0;
    for (row, length) in game.board.rows().into_iter().enumerate() {
        let letter = char::from(b'a' + row as u8).to_string();
        scene.coord(centre(game, cell).moved(-0.78, 0.0), Anchor::End, &letter);
        scene.coord(centre(game, cell + length - 1).moved(0.78, 0.0), Anchor::Start, &length.to_string());
        let away = match row {
            0 => -0.8,
            _ if row == 2 * SIDE - 2 => 0.8,
            _ => 0.0,
        };
        if away != 0.0 {
            for number in 0..length {
                let at = centre(game, cell + number).moved(0.46, away);
                scene.coord(at, Anchor::Middle, &(number + 1).to_string());
            }
        }
        cell += length;
    }
}
