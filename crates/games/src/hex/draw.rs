//! The picture of a Hex board.

use damier_core::{Lang, Text};
use damier_scene::{Anchor, Ink, Layer, Outline, Piece, Point, Scene, Segment, Style, Tone, View, hexagon};

use super::{Hex, Position};

const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("blanc", "white"), Text::new("noir", "black")];

/// The distance from the centre of a hexagon to a corner, where neighbours are 1 apart.
const CORNER: f64 = 0.577_350_269_189_625_8;

/// Where things lie: rows across with slanting files, or files upright with slanting rows on tall pictures.
struct Layout {
    turn: f64,
}

impl Layout {
    fn centre(&self, file: f64, row: f64) -> Point {
        let lying = Point::new(file + row / 2.0, row * 0.75f64.sqrt());
        let (sin, cos) = self.turn.sin_cos();
        Point::new(lying.x * cos - lying.y * sin, lying.x * sin + lying.y * cos)
    }

    /// Returns a corner of the hexagon at `file`, `row`; `degrees` is the corner's angle on a lying board.
    fn corner(&self, file: usize, row: usize, degrees: f64) -> Point {
        self.centre(file as f64, row as f64).polar(CORNER, degrees.to_radians() + self.turn)
    }
}

/// Draws a position. White's edges are hollow bands, Black's full ones.
pub(super) fn draw<const W: usize>(game: &Hex<W>, position: &Position<W>, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = (2.0, 1.0 / 0.75f64.sqrt());
    let layout = Layout { turn: if view.tall { 30f64.to_radians() } else { 0.0 } };
    edges(&mut scene, &layout, game.size);
    let grid = game.board.grid();
    for cell in 0..grid.cells() {
        let (file, row) = (grid.file(cell), grid.rank(cell));
        let centre = layout.centre(file as f64, row as f64);
        let area = hexagon(centre, CORNER, 30f64.to_radians() + layout.turn);
        scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
        let stone = [0, 1].into_iter().find(|&side| position.stones[side].contains(cell));
        let holds = HOLDS[stone.map_or(0, |side| side + 1)].get(view.lang);
        scene.cell(grid.name(cell), centre, Scene::MAN, area, holds);
        if let Some(side) = stone {
            scene.piece(centre, Scene::MAN, Piece::Man([Tone::Light, Tone::Dark][side]));
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

fn edges(scene: &mut Scene, layout: &Layout, size: usize) {
    let last = size - 1;
    let top = (0..size).flat_map(|f| [(f, 0, 210.0), (f, 0, 270.0)]).chain([(last, 0, 330.0)]);
    let bottom = (0..size).flat_map(|f| [(f, last, 150.0), (f, last, 90.0)]).chain([(last, last, 30.0)]);
    let left = (0..size).flat_map(|r| [(0, r, 210.0), (0, r, 150.0)]);
    let right = (0..size).flat_map(|r| [(last, r, 330.0), (last, r, 30.0)]);
    let path = |corners: Vec<(usize, usize, f64)>| {
        let points = corners.into_iter().map(|(file, row, degrees)| layout.corner(file, row, degrees));
        let segment = |(place, point)| if place == 0 { Segment::Move(point) } else { Segment::Line(point) };
        Outline::Path(points.enumerate().map(segment).collect())
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
