//! The picture of the board of Les méandres.

use damier_core::{Lang, Text};
use damier_scene::{Anchor, Edge, Ink, Layer, Mark, Outline, Point, Scene, Segment, Style, View, rectangle};

use super::rules::{BOARD, CELLS, HOLDS, NONE, SIDE};
use super::{Meandres, Position};

/// Half the side of a counter, where a cell is 1 wide.
const HALF: f64 = 0.465;

/// The radius for marks, so small that the ring of the last move lies between the lines of a counter.
const RADIUS: f64 = 0.3;

/// How far the corners of a counter are rounded.
const ROUND: f64 = 0.1;

/// The sides that the counters `/` and `\` join.
const SLASH: [(Edge, Edge); 2] = [(Edge::North, Edge::West), (Edge::South, Edge::East)];
const BACKSLASH: [(Edge, Edge); 2] = [(Edge::North, Edge::East), (Edge::South, Edge::West)];

/// A line on a counter.
const STRAND: Style = Style::stroke(Ink::Text, 0.11);

/// A line that has won: over the strands, and thicker.
const WON: Style = Style::stroke(Ink::Win, 0.21);

/// A line that leads from a side of the board to the hole: hollow.
const GROWING: [Style; 2] = [Style::stroke(Ink::Win, 0.16), Style::stroke(Ink::Card, 0.06)];

/// Draws a position. The line that has won, if there is one, is thicker than the others; with guides, lines that end at the
/// hole are hollow. They lie over the counters, which look alike wherever they slide.
pub(super) fn draw(_game: &Meandres, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = Scene::STRAND_SCALE;
    let (near, far) = (Point::new(-0.62, -0.62), Point::new(4.62, 4.62));
    scene.add(Layer::Board, rectangle(near, far), Style::fill(Ink::BoardAlt).edged(Ink::Line, Scene::FRAME));
    for cell in 0..CELLS {
        let at = centre(cell);
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board));
        let holds = match strands(position, cell) {
            None => 0,
            Some([(_, Edge::West), _]) => 1,
            Some(_) => 2,
        };
        scene.cell(BOARD.name(cell), at, RADIUS, area, HOLDS[holds].get(view.lang));
        let Some(pairs) = strands(position, cell) else { continue };
        scene.group(BOARD.name(cell), at, |scene| {
            draw_counter(scene, at);
            pairs.into_iter().for_each(|(from, to)| scene.strand(at, from, to, STRAND));
        });
    }
    for line in lines(position) {
        for &(cell, from, to) in &line.strands {
            let (name, at) = (BOARD.name(cell), centre(cell));
            let side = |edge: Edge| ["north", "east", "south", "west"][edge as usize];
            // A line from side to side is met from both its ends.
            if line.wins() && Some(line.start as usize) < line.end.map(|end| end as usize) {
                let name = format!("{name}~{}-{}", side(from), side(to));
                scene.group(name, at, |scene| scene.strand(at, from, to, WON));
            } else if line.end.is_none() && line.strands.len() > 1 && !position.over {
                scene.guide(&name, &format!("{}-{}", side(from), side(to)), at, |scene| {
                    GROWING.into_iter().for_each(|style| scene.strand(at, from, to, style));
                });
            }
        }
    }
    for line in 0..SIDE {
        let far = SIDE as f64 - 0.1;
        scene.coord(Point::new(line as f64, far), Anchor::Middle, &BOARD.file_letter(line).to_string());
        scene.coord(Point::new(-0.9, (SIDE - 1 - line) as f64), Anchor::Middle, &(line + 1).to_string());
    }
    if position.ban != NONE && !position.over {
        let cell = BOARD.name(position.ban as usize);
        if view.pieces {
            scene.mark(&cell, Mark::Forbidden);
        }
        scene.position_caption(match view.lang {
            Lang::Fr => format!("Interdit : {cell}, qui déferait le dernier coup."),
            Lang::En => format!("Not allowed: {cell}, which would undo the last slide."),
        });
    }
    scene.prompt(
        Text::new(
            "Poussez un à quatre jetons vers le trou : cliquez le plus éloigné.",
            "Push one to four counters towards the hole: click the farthest.",
        )
        .get(view.lang),
    );
    scene
}

fn centre(cell: usize) -> Point {
    Point::new(BOARD.file(cell) as f64, (SIDE - 1 - BOARD.rank(cell)) as f64)
}

/// Returns the pairs of sides that the counter on a cell joins; none of the hole.
fn strands(position: &Position, cell: usize) -> Option<[(Edge, Edge); 2]> {
    let slash = position.slashes >> cell & 1 == 1;
    (cell != position.hole as usize).then_some(if slash { SLASH } else { BACKSLASH })
}

/// Draws a counter with its two lines, or a cross over one that may not slide.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    let pairs = match code {
        'z' => SLASH,
        's' => BACKSLASH,
        _ => {
            for (width, ink) in [(0.24, Ink::Card), (0.12, Ink::Accent)] {
                for side in [-0.2, 0.2] {
                    let ends = (at.moved(-0.2, -side), at.moved(0.2, side));
                    scene.line(Layer::Pieces, ends.0, ends.1, Style::stroke(ink, width));
                }
            }
            return;
        }
    };
    draw_counter(scene, at);
    pairs.into_iter().for_each(|(from, to)| scene.strand(at, from, to, STRAND));
}

fn draw_counter(scene: &mut Scene, at: Point) {
    scene.add(Layer::Pieces, counter(at), Style::fill(Ink::Card).edged(Ink::Line, Scene::LINE));
}

/// A line that comes in by a side of the board.
pub(super) struct Line {
    /// The cells that it crosses, each with the side by which it comes in and the side by which it goes out.
    pub(super) strands: Vec<(usize, Edge, Edge)>,
    /// The side of the board by which it comes in.
    start: Edge,
    /// The side of the board by which it goes out; none if it ends at the hole.
    pub(super) end: Option<Edge>,
}

impl Line {
    /// Says whether it joins two sides over at least three counters.
    pub(super) fn wins(&self) -> bool {
        self.strands.len() >= 3 && self.end.is_some_and(|end| end != self.start)
    }
}

/// Returns the lines that come in by the sides of the board; one that goes out again is there from both its ends.
pub(super) fn lines(position: &Position) -> Vec<Line> {
    let sides = [
        (Edge::North, (0, -1), Edge::South),
        (Edge::South, (0, 1), Edge::North),
        (Edge::East, (-1, 0), Edge::West),
        (Edge::West, (1, 0), Edge::East),
    ];
    let mut lines = Vec::new();
    for (side, (files, ranks), _) in sides {
        // A line that comes in by this side of the board begins on a cell that has no neighbour there.
        let on_side = |&cell: &usize| BOARD.step(cell, (-files, -ranks)).is_none();
        for first in (0..CELLS).filter(on_side) {
            let mut line = Line { strands: Vec::new(), start: side, end: None };
            let (mut at, mut enters) = (Some(first), side);
            while let Some(cell) = at {
                let Some(pairs) = strands(position, cell) else {
                    line.end = None;
                    break;
                };
                let (from, to) = pairs[usize::from(pairs[1].0 == enters || pairs[1].1 == enters)];
                let leaves = if from == enters { to } else { from };
                line.strands.push((cell, enters, leaves));
                line.end = Some(leaves);
                for (edge, (files, ranks), opposite) in sides {
                    if edge == leaves {
                        at = BOARD.step(cell, (-files, -ranks));
                        enters = opposite;
                    }
                }
            }
            lines.push(line);
        }
    }
    lines
}

/// Returns a square with rounded corners about a point.
fn counter(at: Point) -> Outline {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let mut path = Vec::new();
    for (place, (x, y)) in corners.into_iter().enumerate() {
        let corner = at.moved(x * HALF, y * HALF);
        let (next_x, next_y) = corners[(place + 1) % 4];
        let (last_x, last_y) = corners[(place + 3) % 4];
        let towards = |(other_x, other_y): (f64, f64), share: f64| {
            corner.moved((other_x - x) / 2.0 * ROUND * share, (other_y - y) / 2.0 * ROUND * share)
        };
        let (last, next) = ((last_x, last_y), (next_x, next_y));
        let start = towards(last, 1.0);
        path.push(if path.is_empty() { Segment::Move(start) } else { Segment::Line(start) });
        path.push(Segment::Curve(towards(last, 0.45), towards(next, 0.45), towards(next, 1.0)));
    }
    path.push(Segment::Close);
    Outline::Path(path)
}
