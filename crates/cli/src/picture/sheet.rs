//! One picture of many: small boards on cards, in rows.

use std::f64::consts::FRAC_PI_2;

use damier_scene::{Anchor, Ink, Layer, Outline, Point, Scene, Segment, Shape, Style, View, arc, rectangle};

use crate::terminal::styled::{Emphasis, StyledText};

/// The side of a card and the space between two.
const CARD: f64 = 10.0;
const GAP: f64 = 0.8;
/// The space that the board of a card may fill.
const BOARD: (f64, f64) = (8.6, 7.4);
/// The height of names.
const NAME: f64 = 0.78;

/// Puts scenes on cards, with their names, in rows.
pub fn sheet(tiles: &[(&str, Scene)], title: &str, view: &View) -> Scene {
    let mut sheet = Scene::new(view);
    sheet.title = title.to_string();
    let columns = columns(tiles.len());
    let rows = tiles.len().div_ceil(columns);
    let side = |count: usize| count as f64 * (CARD + GAP) + GAP;
    let ground = rectangle(Point::new(0.0, 0.0), Point::new(side(columns), side(rows)));
    sheet.add(Layer::Board, ground, Style::fill(Ink::Paper));
    // All names in one size, in which the longest stays on its card.
    let longest = tiles.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(1);
    let size = NAME.min((CARD - 0.8) / (0.58 * longest as f64));
    for (place, (name, scene)) in tiles.iter().enumerate() {
        let corner = Point::new(side(place % columns), side(place / columns));
        card(&mut sheet, corner, name, size, scene);
    }
    sheet
}

/// Returns how many cards stand side by side: a sheet is a little wider than high.
fn columns(cards: usize) -> usize {
    (1..=cards).find(|columns| columns * columns * 3 >= cards * 4).unwrap_or(1)
}

fn card(sheet: &mut Scene, corner: Point, name: &str, size: f64, scene: &Scene) {
    let paper = Style::fill(Ink::Card).edged(Ink::Rule, 0.06);
    sheet.add(Layer::Board, rounded(corner, CARD, 0.4), paper);
    let at = corner.moved(CARD / 2.0, CARD - 1.0);
    let words = Outline::Words { at, size, anchor: Anchor::Middle, text: name.to_string() };
    sheet.add(Layer::Board, words, Style::fill(Ink::Text));

    let (low, high) = scene.bounds();
    let (width, height) = (high.x - low.x, high.y - low.y);
    let scale = (BOARD.0 / width).min(BOARD.1 / height);
    let middle = corner.moved(CARD / 2.0, 0.6 + BOARD.1 / 2.0);
    let origin = middle.moved(-scale * (low.x + width / 2.0), -scale * (low.y + height / 2.0));
    sheet.shapes.extend(scene.shapes.iter().map(|shape| placed(shape, scale, origin)));
}

/// Returns a shape made larger or smaller about the point 0, then moved so that this point comes to `origin`.
fn placed(shape: &Shape, scale: f64, origin: Point) -> Shape {
    let mut outline = shape.outline.clone();
    outline.each_point(|point| *point = origin.moved(scale * point.x, scale * point.y));
    match &mut outline {
        Outline::Circle(_, size) | Outline::Words { size, .. } => *size *= scale,
        Outline::Polygon(_) | Outline::Path(_) => {}
    }
    let style = Style { width: scale * shape.style.width, ..shape.style };
    Shape { layer: shape.layer, outline, style, group: None }
}

/// Returns a square with rounded corners.
fn rounded(corner: Point, side: f64, radius: f64) -> Outline {
    let (near, far) = (radius, side - radius);
    let mut path = Vec::new();
    for (turn, (x, y)) in [(near, near), (far, near), (far, far), (near, far)].into_iter().enumerate() {
        let from = FRAC_PI_2 * (turn as f64 + 2.0);
        for segment in arc(corner.moved(x, y), radius, from, from + FRAC_PI_2) {
            path.push(match segment {
                // Only the first arc lifts the pen.
                Segment::Move(to) if turn > 0 => Segment::Line(to),
                segment => segment,
            });
        }
    }
    path.push(Segment::Close);
    Outline::Path(path)
}

/// Adds the captions of a scene to its picture, for writers that leave them out. The picture grows no wider.
pub fn caption(scene: &mut Scene) {
    let (low, high) = scene.bounds();
    let width = high.x - low.x;
    let size = (width * 0.035).max(0.2);
    // An average width of 0.6 em a character, as for the bounds of a scene.
    let room = ((width - 0.2) / (0.6 * size)) as usize;
    let lang = scene.view.lang;
    let wrapped = scene.captions.iter().flat_map(|text| {
        let mut text = StyledText::new(text, Emphasis::Plain);
        text.typeset(lang);
        text.wrap(room)
    });
    let lines: Vec<String> = wrapped.map(|line| line.plain()).collect();
    for (place, text) in lines.into_iter().enumerate() {
        let at = Point::new(low.x + 0.1, high.y + size * (1.0 + 1.4 * place as f64));
        let outline = Outline::Words { at, size, anchor: Anchor::Start, text };
        scene.add(Layer::Board, outline, Style::fill(Ink::Text));
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Lang;

    use super::*;

    #[test]
    fn cards_stand_in_rows_a_little_wider_than_high() {
        assert_eq!([1, 2, 5, 17].map(columns), [1, 2, 3, 5]);
    }

    #[test]
    fn boards_stay_on_their_cards() {
        let view = View::new(Lang::Fr);
        let mut wide = Scene::new(&view);
        wide.add(
            Layer::Pieces,
            rectangle(Point::new(-50.0, 3.0), Point::new(50.0, 9.0)),
            Style::fill(Ink::Dark).edged(Ink::Line, 1.0),
        );
        let tiles = [("Un", wide.clone()), ("Deux", wide)];
        let sheet = sheet(&tiles, "Deux", &view);
        let boards: Vec<&Shape> = sheet.shapes.iter().filter(|shape| shape.layer == Layer::Pieces).collect();
        for (place, board) in boards.iter().enumerate() {
            let Outline::Polygon(points) = &board.outline else { panic!("a rectangle is a polygon") };
            let left = GAP + place as f64 * (CARD + GAP);
            for point in points {
                assert!(point.x > left && point.x < left + CARD && point.y > GAP && point.y < GAP + CARD);
            }
            assert!(board.style.width < 0.1, "lines are made smaller with the board");
        }
        assert_eq!(boards.len(), 2);
    }
}
