//! The picture of a Hex board.

use std::collections::VecDeque;

use damier_core::{Lang, Side, Text};
use damier_scene::{Anchor, HexGrid, Ink, Layer, Mark, Outline, Piece, Point, Scene, Style, Tone, View};

use super::rules::{HOLDS, STAMPS};
use super::{Hex, Position};

/// Draws a position. White's edges are hollow bands, Black's full ones. A shortest chain of those that have won is marked.
pub(super) fn draw<const W: usize>(game: &Hex<W>, position: &Position<W>, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = HexGrid::text_scale();
    // Rows across with slanting files, or files upright with slanting rows on tall pictures.
    let layout = if view.tall { HexGrid::upright() } else { HexGrid::ACROSS };
    edges(&mut scene, layout, game.size);
    let grid = game.board.grid();
    for cell in 0..grid.cells() {
        let (file, row) = (grid.file(cell), grid.rank(cell));
        let centre = layout.centre(file as f64, row as f64);
        let area = layout.hexagon(centre, 0.0);
        scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
        let stone = [0, 1].into_iter().find(|&side| position.stones[side].contains(cell));
        let holds = HOLDS[stone.map_or(0, |side| side + 1)].get(view.lang);
        scene.cell(grid.name(cell), centre, Scene::MAN, area, holds);
        if let Some(side) = stone {
            scene.group(grid.name(cell), centre, |scene| stamp(scene, centre, STAMPS[side].code));
        }
    }
    for line in 0..game.size {
        // Names stand where the next cell of the line would be, clear of the edge bands, which a text does not have.
        let line_at = line as f64;
        let (at, in_text) = (layout.centre(line_at, -1.62), layout.centre(line_at, -1.3));
        scene.coord_in_text(at, in_text, Anchor::Middle, &grid.file_letter(line).to_string());
        let (at, in_text) = (layout.centre(-1.36, line_at), layout.centre(-1.04, line_at));
        scene.coord_in_text(at, in_text, Anchor::End, &(line + 1).to_string());
    }
    if let Some(side) = position.winner {
        for cell in chain(game, position, side) {
            scene.mark(&grid.name(cell), Mark::Won);
        }
    }
    scene.captions.push(
        match view.lang {
            Lang::Fr => "Blanc joint le haut et le bas, Noir la gauche et la droite.",
            Lang::En => "White joins top and bottom, Black left and right.",
        }
        .to_string(),
    );
    words(&mut scene, game, position);
    scene
}

/// Says what is to be done.
fn words<const W: usize>(scene: &mut Scene, game: &Hex<W>, position: &Position<W>) {
    let lang = scene.view.lang;
    let prompt = if game.may_swap(position) {
        scene.label("=swap", Text::new("Échanger : prendre ce coup", "Swap: take this move over").get(lang));
        Text::new(
            "Posez une pierre, ou échangez : le premier coup devient le vôtre.",
            "Set a stone, or swap: the first move becomes yours.",
        )
    } else {
        match position.to_move {
            Side::First => Text::new(
                "Posez une pierre : vous reliez le haut et le bas.",
                "Set a stone: you join top and bottom.",
            ),
            Side::Second => Text::new(
                "Posez une pierre : vous reliez la gauche et la droite.",
                "Set a stone: you join left and right.",
            ),
        }
    };
    scene.prompt(prompt.get(lang));
}

/// Returns a shortest chain of a side's stones from edge to edge; nothing if there is none.
pub(super) fn chain<const W: usize>(game: &Hex<W>, position: &Position<W>, side: Side) -> Vec<usize> {
    let grid = game.board.grid();
    let along = |cell: usize| if side == Side::First { grid.rank(cell) } else { grid.file(cell) };
    let own = &position.stones[side.index()];
    let mut from: Vec<Option<usize>> = vec![None; grid.cells()];
    let mut waiting: VecDeque<usize> = own.iter().filter(|&cell| along(cell) == 0).collect();
    for &cell in &waiting {
        from[cell] = Some(cell);
    }
    while let Some(cell) = waiting.pop_front() {
        if along(cell) == game.size - 1 {
            let back = |&cell: &usize| from[cell].filter(|&before| before != cell);
            return std::iter::successors(Some(cell), back).collect();
        }
        for next in (game.near[cell] & *own).iter() {
            if from[next].is_none() {
                from[next] = Some(cell);
                waiting.push_back(next);
            }
        }
    }
    Vec::new()
}

/// Draws a stone.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, Scene::MAN, Piece::Man(Tone::of_code(code)));
}

/// Draws the bands along the edges: White's above and below, Black's left and right. The cells are painted over their inner
/// halves; the sharp corners of the rhombus, where two bands meet, are cut off.
fn edges(scene: &mut Scene, layout: HexGrid, size: usize) {
    let last = (size - 1) as f64;
    // How far the outer side of a band is from the centres of the cells beside it, in rows, and the cut from a corner.
    let (out, cut) = (1.02, 0.6);
    let half = |turned: bool, upper: bool| {
        // One band, as the upper one seen from its sharp corner; the others are its mirror images.
        let points = [(-cut, -cut), (out - 2.0 * cut, -out), (last + out, -out), (last, 0.0), (0.0, 0.0)];
        let place = |(q, r): (f64, f64)| {
            let (q, r) = if turned { (last - q, last - r) } else { (q, r) };
            if upper { layout.centre(q, r) } else { layout.centre(r, q) }
        };
        Outline::Polygon(points.map(place).to_vec())
    };
    for (upper, fill, rim) in [(false, Ink::Dark, Ink::DarkRim), (true, Ink::Light, Ink::LightRim)] {
        for turned in [false, true] {
            scene.add(Layer::Board, half(turned, upper), Style::fill(fill).edged(rim, 0.06));
        }
    }
}
