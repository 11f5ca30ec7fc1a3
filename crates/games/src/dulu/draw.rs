//! The picture of the DuLann, the board of DuLu.

use damier_core::{Game, Lang, Side, Text};
use damier_scene::{
    Anchor, HexGrid, Ink, Layer, Outline, Piece, Point, Scene, Segment, Style, Tray, View, polyline,
};

use super::polygon;
use super::rules::{CELLS, DuluCells, HOLDS, PLIES, SIDE, STAMPS};
use super::{Dulu, Move, Position};

/// The inks of the two sides.
const INKS: [Ink; 2] = [Ink::Blue, Ink::Red];

/// Returns where a cell lies.
fn centre(game: &Dulu, cell: usize) -> Point {
    let (q, r) = game.board.axial(cell);
    HexGrid::ACROSS.centre(q.into(), r.into())
}

/// Draws a position: rings in two shades, the outer crown set off by a strong line, blue stones as rings with a dot, red ones
/// as discs with a bar. At the end the stones of the crowns that are removed are grey.
pub(super) fn draw(game: &Dulu, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = HexGrid::text_scale();
    let over = position.plies == PLIES;
    let count = if over { game.counted(position).0 } else { game.inside(position) };
    for cell in 0..CELLS {
        let at = centre(game, cell);
        let area = HexGrid::ACROSS.hexagon(at, 0.0);
        let ground = if game.board.ring(cell) % 2 == 1 { Ink::BoardAlt } else { Ink::Board };
        scene.add(Layer::Board, area.clone(), Style::fill(ground).edged(Ink::Line, Scene::LINE));
        let stone = [0, 1].into_iter().find(|&side| position.stones[side].contains(cell));
        let holds = HOLDS[stone.map_or(0, |side| side + 1)].get(view.lang);
        scene.cell(game.board.name(cell), at, Scene::MAN, area, holds);
        if let Some(side) = stone {
            scene.group(game.board.name(cell), at, |scene| match over && !count[side].contains(cell) {
                true => removed(scene, at, side),
                false => stamp(scene, at, STAMPS[side].code),
            });
        }
    }
    scene.add(Layer::Board, crown(), Style::stroke(Ink::Line, 0.12));
    coordinates(&mut scene, game);
    words(&mut scene, position, count);
    scene
}

/// Says what counts so far and what is to be done, and lays the stones yet to be set beside the board.
fn words(scene: &mut Scene, position: &Position, count: [DuluCells; 2]) {
    let lang = scene.view.lang;
    let [blue, red] = count.map(|own| own.count());
    scene.position_caption(match (lang, position.plies == PLIES) {
        (Lang::Fr, false) => format!("Sans la couronne : Bleu {blue}, Rouge {red}."),
        (Lang::Fr, true) => {
            format!("Comptent : Bleu {blue}, Rouge {red} ; les pierres grises sont retirées.")
        }
        (Lang::En, false) => format!("Without the crown: Blue {blue}, Red {red}."),
        (Lang::En, true) => format!("These count: Blue {blue}, Red {red}; the grey stones are removed."),
    });
    let left = Text::new("pierres à poser", "stones to set").get(lang);
    for (seat, side) in [Side::First, Side::Second].into_iter().enumerate() {
        scene.tray(Tray::new(seat, STAMPS[seat].code, position.left(side).into(), left));
    }
    scene.prompt(
        Text::new(
            "Posez une pierre : un polygone de regards prend ce qu'il enferme.",
            "Set a stone: a polygon of sights captures what it encloses.",
        )
        .get(lang),
    );
}

/// Draws what a new stone sees, and the polygons by which it captures.
pub(super) fn show(game: &Dulu, before: &Position, mv: Move, scene: &mut Scene) {
    let (cell, side) = (usize::from(mv.0), before.side().index());
    let (name, at) = (game.board.name(cell), centre(game, cell));
    let after = game.after(before, mv);
    let sights = polygon::seen(game, &after.stones, side, cell);
    scene.guide(&name, "shown-sights", at, |scene| {
        for seen in sights {
            sight(scene, game, [cell, seen], Style::stroke(INKS[side], 0.06).dashed());
        }
    });
    for (number, stones) in polygon::closed(game, before, cell).into_iter().enumerate() {
        scene.guide(&name, &format!("shown-polygon{number}"), at, |scene| {
            for (place, &stone) in stones.iter().enumerate() {
                let ends = [stone, stones[(place + 1) % stones.len()]];
                sight(scene, game, ends, Style::stroke(Ink::Card, 0.24));
                sight(scene, game, ends, Style::stroke(INKS[side], 0.14));
            }
        });
    }
}

/// Draws a line between two stones, which stay free of it.
fn sight(scene: &mut Scene, game: &Dulu, ends: [usize; 2], style: Style) {
    let [a, b] = ends.map(|cell| centre(game, cell));
    let long = (b.x - a.x).hypot(b.y - a.y);
    let share = (Scene::MAN + 0.05) / long;
    let (dx, dy) = ((b.x - a.x) * share, (b.y - a.y) * share);
    scene.line(Layer::Pieces, a.moved(dx, dy), b.moved(-dx, -dy), style);
}

/// Draws a stone that is removed before the count: grey, with its sign.
fn removed(scene: &mut Scene, at: Point, side: usize) {
    let rim = Style::fill(Ink::BoardAlt).edged(Ink::Line, 0.04);
    scene.add(Layer::Pieces, Outline::Circle(at, Scene::MAN * 0.8), rim);
    let (long, high) = if side == 0 { (0.07, 0.07) } else { (0.18, 0.045) };
    let sign = damier_scene::rectangle(at.moved(-long, -high), at.moved(long, high));
    scene.add(Layer::Pieces, sign, Style::fill(Ink::Line));
    let (unicode, ascii) = [("◌", "o"), ("◍", "x")][side];
    scene.glyph(at, unicode, ascii, damier_scene::Hue::Soft);
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
