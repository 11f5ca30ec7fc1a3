//! The picture of the board of Les crosses.

use damier_core::{Game, Text};
use damier_scene::{
    Anchor, Hue, Ink, Layer, Mark, Outline, Piece, Point, Scene, Segment, Style, Tone, View, rectangle,
};
use damier_table::Gesture;

use super::place::{BOARD, PLACES, Place, in_order};
use super::rules::HOLDS;
use super::{Crosses, Position};

/// Half the width of an L's arm, where a cell is 1 wide.
const HALF: f64 = 0.39;

/// How far the corners of an L are rounded.
const ROUND: f64 = 0.16;

/// Draws a position. White's L is light and carries rings, Black's is dark and carries dots.
pub(super) fn draw(game: &Crosses, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    // Wide enough for the strokes that tie the cells of an L together.
    scene.text_scale = (4.0, 2.0);
    for cell in 0..BOARD.cells() {
        let centre = centre(BOARD.file(cell) as f64, BOARD.rank(cell) as f64);
        let area = rectangle(centre.moved(-0.5, -0.5), centre.moved(0.5, 0.5));
        scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
        let ell = position.places.iter().position(|&place| PLACES[place as usize].cells >> cell & 1 == 1);
        let neutral = position.neutrals.contains(&(cell as u8));
        let holds = HOLDS[ell.map_or(if neutral { 3 } else { 0 }, |side| side + 1)];
        scene.cell(BOARD.name(cell), centre, Scene::MAN, area, holds.get(view.lang));
    }
    let frame = rectangle(centre(-0.5, -0.5), centre(3.5, 3.5));
    scene.add(Layer::Board, frame, Style::stroke(Ink::Line, Scene::FRAME));
    for (place, tone) in position.places.into_iter().zip([Tone::Light, Tone::Dark]) {
        // An L is one thing, which its corner cell holds.
        let place = &PLACES[place as usize];
        let corner = BOARD.cell(place.corner.0 as usize, place.corner.1 as usize);
        let at = centre(f64::from(place.corner.0), f64::from(place.corner.1));
        scene.group(format!("{}~ell", BOARD.name(corner)), at, |scene| ell(scene, place, tone));
    }
    for cell in position.neutrals.map(usize::from) {
        let at = centre(BOARD.file(cell) as f64, BOARD.rank(cell) as f64);
        scene.group(BOARD.name(cell), at, |scene| stamp(scene, at, 'n'));
    }
    for line in 0..BOARD.width() {
        let (file, rank) = (BOARD.file_letter(line).to_string(), (line + 1).to_string());
        let along = line as f64;
        scene.coord_in_text(centre(along, -0.7), centre(along, -0.8), Anchor::Middle, &file);
        scene.coord_in_text(centre(-0.7, along), centre(-0.8, along), Anchor::Middle, &rank);
    }
    words(&mut scene, game, position);
    scene
}

/// Says what is to be done, and what it is called to lay the L and move no neutral.
fn words(scene: &mut Scene, game: &Crosses, position: &Position) {
    let lang = scene.view.lang;
    if !scene.view.board {
        return;
    }
    scene.prompt(
        Text::new(
            "Glissez, tournez votre crosse, ou cliquez ses quatre cases. Puis un pion, à votre gré.",
            "Drag or turn your L, or click its four new cells. Then a neutral man, if you like.",
        )
        .get(lang),
    );
    let stay = Text::new("Laisser les pions", "Leave the neutral men").get(lang);
    for mv in game.moves(position) {
        let text = game.move_text(position, mv);
        if !text.contains('/') {
            scene.label(text, stay);
        }
    }
}

/// The L is laid by its four cells in any order; then a neutral may go from one cell to another.
pub(super) fn gesture(_game: &Crosses, _before: &Position, text: &str) -> Gesture {
    let (ell, neutral) = text.split_once('/').map_or((text, None), |(ell, neutral)| (ell, Some(neutral)));
    let cells = (0..ell.len()).step_by(2).filter_map(|at| ell.get(at..at + 2));
    let gesture = Gesture::default().stage(cells);
    match neutral.and_then(|neutral| neutral.split_once('-')) {
        Some((from, to)) => gesture.stage([from]).stage([to]),
        None => gesture,
    }
}

/// A move marks the corner of the L, the cells that it has left, and the way of the neutral.
pub(super) fn trace(game: &Crosses, before: &Position, text: &str) -> Vec<(String, Mark)> {
    let Ok(mv) = game.parse_move(before, text) else { return Vec::new() };
    let [old, new] = [before.places[before.to_move.index()], mv.place].map(|place| &PLACES[place as usize]);
    let neutral = text.split_once('/').and_then(|(_, neutral)| neutral.split_once('-'));
    // Where the neutral came to stand, its own mark says so.
    let left = in_order(old.cells & !new.cells).map(|cell| BOARD.name(cell));
    let left = left.filter(|name| neutral.is_none_or(|(_, to)| to != name)).map(|name| (name, Mark::Trace));
    let corner = BOARD.cell(new.corner.0 as usize, new.corner.1 as usize);
    let mut marks: Vec<_> = left.chain([(BOARD.name(corner), Mark::Last)]).collect();
    if let Some((from, to)) = neutral {
        marks.extend([(from.to_string(), Mark::Trace), (to.to_string(), Mark::Last)]);
    }
    marks
}

/// Returns the point on a file and a rank, from 0; rank 0 is at the bottom.
fn centre(file: f64, rank: f64) -> Point {
    Point::new(file, 3.0 - rank)
}

/// Returns the point so far along an L's long arm and its short arm from its corner cell.
fn along(place: &Place, long: f64, short: f64) -> Point {
    let at = |corner: i32, long_step: i32, short_step: i32| {
        f64::from(corner) + long * f64::from(long_step) + short * f64::from(short_step)
    };
    centre(at(place.corner.0, place.long.0, place.short.0), at(place.corner.1, place.long.1, place.short.1))
}

/// Returns the six corners of an L, in order.
pub(super) fn corners(place: &Place) -> [Point; 6] {
    let far = |arm: f64| arm + HALF;
    [(-HALF, -HALF), (far(2.0), -HALF), (far(2.0), HALF), (HALF, HALF), (HALF, far(1.0)), (-HALF, far(1.0))]
        .map(|(long, short)| along(place, long, short))
}

/// Returns the closed path through these corners, each rounded.
fn rounded(corners: &[Point]) -> Vec<Segment> {
    // The point so far from one point towards another; the sides of an L are longer than two roundings.
    let towards = |from: Point, to: Point, distance: f64| {
        let share = distance / (to.x - from.x).hypot(to.y - from.y);
        from.moved((to.x - from.x) * share, (to.y - from.y) * share)
    };
    let mut path = Vec::new();
    for (place, &corner) in corners.iter().enumerate() {
        let before = corners[(place + corners.len() - 1) % corners.len()];
        let after = corners[(place + 1) % corners.len()];
        let start = towards(corner, before, ROUND);
        path.push(if path.is_empty() { Segment::Move(start) } else { Segment::Line(start) });
        // The usual share for a quarter of a circle drawn as a cubic.
        let near = |end: Point| towards(corner, end, ROUND * (1.0 - 0.552));
        path.push(Segment::Curve(near(before), near(after), towards(corner, after, ROUND)));
    }
    path.push(Segment::Close);
    path
}

/// Draws a neutral, or one cell of an L that is not whole yet.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    if code == 'n' {
        return scene.piece(at, Scene::MAN, Piece::Neutral);
    }
    let tone = Tone::of_code(code);
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    body(scene, &corners.map(|(x, y)| at.moved(x * HALF, y * HALF)), tone);
    sign(scene, at, tone);
}

/// Draws an L, or a part of one, without its signs.
fn body(scene: &mut Scene, corners: &[Point], tone: Tone) {
    let (fill, rim) = tone.inks();
    scene.add(Layer::Pieces, Outline::Path(rounded(corners)), Style::fill(fill).edged(rim, 0.055));
}

/// Draws the sign that every cell of an L carries.
fn sign(scene: &mut Scene, at: Point, tone: Tone) {
    let (sign, glyph, ascii) = match tone {
        Tone::Light => (Style::stroke(Ink::LightRim, 0.045), "○", "O"),
        Tone::Dark => (Style::fill(Ink::Light), "●", "X"),
    };
    let radius = if tone == Tone::Light { 0.24 } else { 0.1 };
    scene.add(Layer::Pieces, Outline::Circle(at, radius), sign);
    scene.glyph(at, glyph, ascii, tone.into());
}

fn ell(scene: &mut Scene, place: &Place, tone: Tone) {
    body(scene, &corners(place), tone);
    // The cells in the order of a pen that draws the L from the end of its long arm.
    let pen = [(2.0, 0.0), (1.0, 0.0), (0.0, 0.0), (0.0, 1.0)].map(|(long, short)| along(place, long, short));
    let hue = Hue::from(tone);
    for at in pen {
        sign(scene, at, tone);
    }
    for ends in pen.windows(2) {
        let middle = Point::new((ends[0].x + ends[1].x) / 2.0, (ends[0].y + ends[1].y) / 2.0);
        let (glyph, ascii) = match (tone, ends[0].y == ends[1].y) {
            (Tone::Light, true) => ("─", "-"),
            (Tone::Light, false) => ("│", "|"),
            (Tone::Dark, true) => ("═", "="),
            (Tone::Dark, false) => ("║", "|"),
        };
        scene.glyph(middle, glyph, ascii, hue);
    }
}
