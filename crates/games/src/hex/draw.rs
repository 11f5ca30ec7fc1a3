//! The picture of a Hex board.

use damier_core::Lang;
use damier_scene::{Anchor, HexGrid, Ink, Layer, Outline, Piece, Point, Scene, Style, Tone, View, polyline};

use super::rules::{HOLDS, STAMPS};
use super::{Hex, Position};

/// Draws a position. White's edges are hollow bands, Black's full ones.
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
        // Names stand where the next cell of the line would be, clear of the edge bands.
        let at = layout.centre(line as f64, -1.3);
        scene.coord(at, Anchor::Middle, &grid.file_letter(line).to_string());
        let at = layout.centre(-1.04, line as f64);
        scene.coord(at, Anchor::End, &(line + 1).to_string());
    }
    scene.captions.push(
        match view.lang {
            Lang::Fr => "Blanc joint le haut et le bas, Noir la gauche et la droite.",
            Lang::En => "White joins top and bottom, Black left and right.",
        }
        .to_string(),
    );
    scene
}

/// Draws a stone.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, Scene::MAN, Piece::Man(Tone::of_code(code)));
}

fn edges(scene: &mut Scene, layout: HexGrid, size: usize) {
    let last = size - 1;
    let top = (0..size).flat_map(|f| [(f, 0, 210.0), (f, 0, 270.0)]).chain([(last, 0, 330.0)]);
    let bottom = (0..size).flat_map(|f| [(f, last, 150.0), (f, last, 90.0)]).chain([(last, last, 30.0)]);
    let left = (0..size).flat_map(|r| [(0, r, 210.0), (0, r, 150.0)]);
    let right = (0..size).flat_map(|r| [(last, r, 330.0), (last, r, 30.0)]);
    let path = |corners: Vec<(usize, usize, f64)>| {
        let point = |(file, row, degrees)| layout.corner(layout.centre(file as f64, row as f64), degrees);
        Outline::Path(polyline(corners.into_iter().map(point)))
    };
    // The cells are painted over the inner half of the bands.
    for (edge, fill, rim) in [
        (left.collect::<Vec<_>>(), Ink::Dark, Ink::DarkRim),
        (right.collect(), Ink::Dark, Ink::DarkRim),
        (top.collect(), Ink::Light, Ink::LightRim),
        (bottom.collect(), Ink::Light, Ink::LightRim),
    ] {
        scene.add(Layer::Board, path(edge.clone()), Style::stroke(rim, 0.4));
        scene.add(Layer::Board, path(edge), Style::stroke(fill, 0.31));
    }
}
