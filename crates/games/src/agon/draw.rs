//! The picture of the board: rings of hexagons in two shades, and the centre marked.

use damier_core::board::Bits;
use damier_core::{Game, Lang, Text};
use damier_scene::{Anchor, HexGrid, Ink, Layer, Mark, Piece, Point, Scene, Style, Tone, View};

use super::board::{AROUND, CENTRE, RINGS};
use super::rules::{HOLDS, STAMPS};
use super::text::names;
use super::{Agon, Position};

const FREE: Text = Text::new("libre", "free");

/// Returns where a cell lies, by its axial coordinates.
fn centre((q, r): (i32, i32)) -> Point {
    HexGrid::ACROSS.centre(q.into(), r.into())
}

/// Half the ways in which a piece can stand between two others.
const LINES: [(i32, i32); 3] = [(1, 0), (0, 1), (1, -1)];

/// Draws a position. Pieces that have to be relocated are framed and named under the board, and a bar leads to them from each
/// of the two that caught them.
pub(super) fn draw(game: &Agon, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = HexGrid::text_scale();
    let caught = if game.outcome(position).is_none() { position.caught() } else { 0 };
    for (cell, &bit) in game.bits.iter().enumerate() {
        let at = centre(game.board.axial(cell));
        let area = HexGrid::ACROSS.hexagon(at, 0.0);
        let ring = RINGS[bit as usize];
        let ground = if ring % 2 == 1 { Ink::BoardAlt } else { Ink::Board };
        scene.add(Layer::Board, area.clone(), Style::fill(ground).edged(Ink::Line, Scene::LINE));
        if ring == 0 {
            // A hexagon, which no piece is; shown under a queen too.
            let throne = HexGrid::ACROSS.hexagon(at, 0.1);
            scene.add(Layer::Board, throne, Style::stroke(Ink::Text, 0.05));
            scene.board_glyph(at, "◇", "*", damier_scene::Hue::Accent);
        }
        let piece = position.piece(bit);
        let holds = piece.map_or(FREE, |(side, queen)| HOLDS[usize::from(queen)][side.index()]);
        scene.cell(game.board.name(cell), at, Scene::MAN, area.clone(), holds.get(view.lang));
        if let Some((side, queen)) = piece {
            scene.group(game.board.name(cell), at, |scene| {
                stamp(scene, at, STAMPS[2 * usize::from(queen) + side.index()].code);
            });
        }
        if caught >> bit & 1 == 1 {
            let frame = HexGrid::ACROSS.hexagon(at, 0.1);
            scene.group(format!("{}~guide-caught", game.board.name(cell)), at, |scene| {
                scene.add(Layer::Pieces, frame, Style::stroke(Ink::Accent, 0.06).dashed());
                sandwich(scene, game, position, cell);
            });
        }
    }
    // A queen who is home with her guards has won; an empty centre is ringed in vain.
    if game.outcome(position).is_some() && position.piece(CENTRE).is_some() {
        for cell in (AROUND | 1 << CENTRE).cells() {
            scene.mark(&game.name(cell as u8), Mark::Won);
        }
    }
    coordinates(game, &mut scene);
    words(&mut scene, position, caught);
    if caught != 0 {
        let due = names(game, position.turn().movers);
        scene.position_caption(match view.lang {
            Lang::Fr => format!("En sandwich, à replacer : {due}"),
            Lang::En => format!("Sandwiched, to be relocated: {due}"),
        });
    }
    scene
}

/// Draws bars from the two pieces that catch the one on a cell up to its rim: what it is stays to be seen.
fn sandwich(scene: &mut Scene, game: &Agon, position: &Position, cell: usize) {
    let ((q, r), own) = (game.board.axial(cell), position.to_move);
    let enemy = |place: (i32, i32)| {
        let cell = game.board.at(place)?;
        position.piece(game.bits[cell]).filter(|&(side, _)| side != own).map(|_| centre(place))
    };
    let at = centre((q, r));
    for (dq, dr) in LINES {
        let (Some(one), Some(other)) = (enemy((q - dq, r - dr)), enemy((q + dq, r + dr))) else { continue };
        for from in [one, other] {
            let share = |part: f64| at.moved((from.x - at.x) * part, (from.y - at.y) * part);
            for (ink, width) in [(Ink::Card, 0.2), (Ink::Accent, 0.11)] {
                scene.line(Layer::Pieces, share(1.0), share(0.3), Style::stroke(ink, width));
            }
        }
    }
}

/// Says what is to be done.
fn words(scene: &mut Scene, position: &Position, caught: u128) {
    let queen = caught >> position.queens[position.to_move.index()] & 1 == 1;
    let prompt = match (caught.count_ones(), queen) {
        (0, _) => Text::new(
            "Avancez une pièce d'une case, autour du centre ou vers lui.",
            "Step with a piece, around the centre or towards it.",
        ),
        (_, true) => Text::new(
            "Votre dame est en sandwich : replacez-la, sur n'importe quelle case libre.",
            "Your queen is sandwiched: relocate her, to any free cell.",
        ),
        (1, false) => Text::new(
            "Votre garde est en sandwich : replacez-le au bord.",
            "Your guard is sandwiched: relocate him to the rim.",
        ),
        _ => Text::new(
            "Vos gardes sont en sandwich : replacez-en un au bord.",
            "Your guards are sandwiched: relocate one of them to the rim.",
        ),
    };
    scene.prompt(prompt.get(scene.view.lang));
}

/// Draws a piece: a queen's letter is a capital.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    let tone = Tone::of_code(code.to_ascii_lowercase());
    let piece = if code.is_ascii_uppercase() { Piece::Queen(tone) } else { Piece::Man(tone) };
    scene.piece(at, Scene::MAN, piece);
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
