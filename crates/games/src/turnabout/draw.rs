//! The picture of a Turnabout board.

use damier_core::{Lang, Text};
use damier_scene::{Anchor, Edge, Hue, Ink, Layer, Outline, Point, Scene, Style, View, rectangle};

use super::tile::{Direction, Tile};
use super::{Position, Turnabout};

/// What a cell holds: nothing, or a tile.
const FREE: Text = Text::new("libre", "free");

const LINE: Style = Style::stroke(Ink::Text, 0.11);
/// The line that has won is thicker than the others.
const WON: Style = Style::stroke(Ink::Win, 0.2);

/// Draws a position. The edges carry their letters; where lines cross, the one from north to south goes above.
pub(super) fn draw<const W: usize>(game: &Turnabout<W>, position: &Position<W>, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = Scene::STRAND_SCALE;
    let board = &game.board;
    let size = board.width();
    let centre = |cell: usize| Point::new(board.file(cell) as f64, (size - 1 - board.rank(cell)) as f64);
    frame(&mut scene, size, view.lang);
    let winning = game.winning(position);
    for cell in 0..board.cells() {
        let at = centre(cell);
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        let shade =
            if (board.file(cell) + board.rank(cell)).is_multiple_of(2) { Ink::BoardAlt } else { Ink::Board };
        scene.add(Layer::Board, area.clone(), Style::fill(shade).edged(Ink::Line, Scene::LINE));
        let tile = position.tile(cell);
        // Between the arcs of a tile there is less room for marks.
        let radius = if tile.is_some() { 0.3 } else { 0.38 };
        scene.cell(board.name(cell), at, radius, area, tile.map_or(FREE, Tile::name).get(view.lang));
        let Some(tile) = tile else { continue };
        let won = |way: Direction| winning.contains(&(cell, way));
        let style = |way: Direction| if won(way) || won(tile.leads(way)) { WON } else { LINE };
        scene.group(board.name(cell), at, |scene| {
            card(scene, at);
            strands(scene, at, tile, style);
        });
    }
    for line in 0..size {
        let letter = board.file_letter(line).to_string();
        scene.coord(Point::new(line as f64, size as f64 + 0.45), Anchor::Middle, &letter);
        scene.coord(Point::new(-1.45, (size - 1 - line) as f64), Anchor::Middle, &(line + 1).to_string());
    }
    let left = game.stock - position.laid;
    scene.position_caption(match (view.lang, left) {
        (Lang::Fr, 0 | 1) => format!("{left} pièce en réserve"),
        (Lang::Fr, _) => format!("{left} pièces en réserve"),
        (Lang::En, 1) => "1 tile left".to_string(),
        (Lang::En, _) => format!("{left} tiles left"),
    });
    for tile in Tile::ALL {
        scene.label(format!("={}", tile.sign()), tile.face().get(view.lang));
    }
    scene.prompt(
        Text::new(
            "Choisissez une case libre, puis comment y poser la pièce.",
            "Choose a free cell, then how the tile is to lie on it.",
        )
        .get(view.lang),
    );
    scene
}

/// Draws the rim of the board, with the letter of each edge.
fn frame(scene: &mut Scene, size: usize, lang: Lang) {
    let (low, high) = (-0.98, size as f64 - 0.02);
    let rim = rectangle(Point::new(low, low), Point::new(high, high));
    scene.add(Layer::Board, rim, Style::fill(Ink::BoardAlt).edged(Ink::Line, Scene::FRAME));
    let (middle, near, far) = ((size - 1) as f64 / 2.0, -0.74, size as f64 - 0.26);
    let west = if lang == Lang::Fr { "O" } else { "W" };
    for (x, y, letter) in [(middle, near, "N"), (middle, far, "S"), (far, middle, "E"), (near, middle, west)]
    {
        let at = Point::new(x, y);
        let words = Outline::Words { at, size: 0.34, anchor: Anchor::Middle, text: letter.to_string() };
        scene.add(Layer::Board, words, Style::fill(Ink::Text));
        scene.board_glyph(at, letter, letter, Hue::Soft);
    }
}

/// Draws a tile that has won nothing yet.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    let tile = Tile::ALL.into_iter().find(|tile| tile.letter() == code).expect("only tiles are stamps");
    card(scene, at);
    strands(scene, at, tile, |_| LINE);
}

/// Draws what the strands of a tile lie on.
fn card(scene: &mut Scene, at: Point) {
    let area = rectangle(at.moved(-0.47, -0.47), at.moved(0.47, 0.47));
    scene.add(Layer::Pieces, area, Style::fill(Ink::Card).edged(Ink::Line, 0.055));
}

/// Draws the two strands of a tile; `style` is told a way by which a strand leaves.
fn strands(scene: &mut Scene, at: Point, tile: Tile, style: impl Fn(Direction) -> Style) {
    match tile {
        Tile::Backslash => {
            scene.strand(at, Edge::North, Edge::East, style(Direction::North));
            scene.strand(at, Edge::South, Edge::West, style(Direction::South));
        }
        Tile::Slash => {
            scene.strand(at, Edge::North, Edge::West, style(Direction::North));
            scene.strand(at, Edge::South, Edge::East, style(Direction::South));
        }
        Tile::Cross => {
            scene.strand(at, Edge::East, Edge::West, style(Direction::East));
            // The lower line stops short of the upper one on both sides: one cannot turn here.
            let over = style(Direction::North);
            let gap = Style::stroke(Ink::Card, over.width + 0.15);
            scene.line(Layer::Pieces, at.moved(0.0, -0.2), at.moved(0.0, 0.2), gap);
            for column in [-1.0, 1.0] {
                scene.glyph(at.moved(column / Scene::STRAND_SCALE.0, 0.0), " ", " ", Hue::Accent);
            }
            scene.strand(at, Edge::North, Edge::South, over);
        }
    }
}

impl<const W: usize> Turnabout<W> {
    /// Returns the cells of the lines that join two opposite edges, each with the way by which the line leaves it.
    pub(super) fn winning(&self, position: &Position<W>) -> Vec<(usize, Direction)> {
        let mut winning = Vec::new();
        for edge in Direction::ALL {
            let on_edge = |&cell: &usize| self.board.step(cell, edge.step()).is_none();
            for first in (0..self.board.cells()).filter(on_edge) {
                let mut line = Vec::new();
                let (mut at, mut from) = (Some(first), edge);
                while let Some((cell, tile)) = at.and_then(|cell| Some((cell, position.tile(cell)?))) {
                    let way = tile.leads(from);
                    line.push((cell, way));
                    at = self.board.step(cell, way.step());
                    from = way.opposite();
                }
                // Off the board, and by the opposite edge: else the line ended before a free cell, or elsewhere.
                if at.is_none() && from == edge {
                    winning.extend(line);
                }
            }
        }
        winning
    }
}
