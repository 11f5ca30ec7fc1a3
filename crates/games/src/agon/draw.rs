//! The picture of the board: rings of hexagons in two shades, and the centre marked.

use damier_core::{Game, Lang, Side, Text};
use damier_scene::{Anchor, Ink, Layer, Piece, Point, Scene, Style, Tone, View, hexagon};

use super::cells::RINGS;
use super::text::names;
use super::{Agon, Position};

const FREE: Text = Text::new("libre", "free");
/// Guards, then queens, White's first.
const HOLDS: [[Text; 2]; 2] = [
    [Text::new("garde blanc", "white guard"), Text::new("garde noir", "black guard")],
    [Text::new("dame blanche", "white queen"), Text::new("dame noire", "black queen")],
];

/// The distance from the centre of a hexagon to a corner, where neighbours are 1 apart.
const CORNER: f64 = 0.577_350_269_189_625_8;

/// Returns where a cell lies, by its axial coordinates.
fn centre((q, r): (i32, i32)) -> Point {
    Point::new(f64::from(q) + f64::from(r) / 2.0, f64::from(r) * 0.75f64.sqrt())
}

/// Draws a position. Pieces that have to be relocated are framed and named under the board.
pub(super) fn draw(game: &Agon, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = (2.0, 1.0 / 0.75f64.sqrt());
    let caught = if game.outcome(position).is_none() { position.caught() } else { 0 };
    for (cell, &bit) in game.bits.iter().enumerate() {
        let at = centre(game.board.axial(cell));
        let area = hexagon(at, CORNER, 30f64.to_radians());
        let ring = RINGS[bit as usize];
        let ground = if ring % 2 == 1 { Ink::BoardAlt } else { Ink::Board };
        scene.add(Layer::Board, area.clone(), Style::fill(ground).edged(Ink::Line, Scene::LINE));
        if ring == 0 {
            // A hexagon, which no piece is; shown under a queen too.
            let throne = hexagon(at, CORNER - 0.1, 30f64.to_radians());
            scene.add(Layer::Board, throne, Style::stroke(Ink::Accent, 0.06));
            scene.board_glyph(at, "◇", "*", damier_scene::Hue::Accent);
        }
        let piece = position.piece(bit);
        let holds = piece.map_or(FREE, |(side, queen)| HOLDS[usize::from(queen)][side.index()]);
        scene.cell(game.board.name(cell), at, Scene::MAN, area.clone(), holds.get(view.lang));
        if let Some((side, queen)) = piece {
            let tone = if side == Side::First { Tone::Light } else { Tone::Dark };
            scene.piece(at, Scene::MAN, if queen { Piece::Queen(tone) } else { Piece::Man(tone) });
        }
        if caught >> bit & 1 == 1 {
            let frame = hexagon(at, CORNER - 0.1, 30f64.to_radians());
            scene.add(Layer::Pieces, frame, Style::stroke(Ink::Accent, 0.06).dashed());
        }
    }
    coordinates(game, &mut scene);
    if caught != 0 {
        let due = names(game, position.turn().movers);
        scene.state(match view.lang {
            Lang::Fr => format!("En sandwich, à replacer : {due}"),
            Lang::En => format!("Sandwiched, to be relocated: {due}"),
        });
    }
    scene
}

/// Names the rows on the left, and the places in them: of the outer rows along the board's upper and lower sides, of the
/// others at their right ends, from which one counts back.
fn coordinates(game: &Agon, scene: &mut Scene) {
    let rows = game.board.rows();
    let mut first = 0;
    for (row, &length) in rows.iter().enumerate() {
        let at = |place: usize| centre(game.board.axial(first + place));
        let letter = char::from(b'a' + row as u8).to_string();
        scene.coord(at(0).moved(-0.9, 0.0), Anchor::Middle, &letter);
        match row {
            0 | 10 => {
                let beyond = if row == 0 { -0.85 } else { 0.85 };
                for place in 0..length {
                    let number = (place + 1).to_string();
                    scene.coord(at(place).moved(0.0, beyond), Anchor::Middle, &number);
                }
            }
            _ => scene.coord(at(length - 1).moved(0.9, 0.0), Anchor::Middle, &length.to_string()),
        }
        first += length;
    }
}
