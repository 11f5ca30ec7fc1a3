//! Made-up boards.

#![allow(dead_code, reason = "each test program uses some of them")]

use damier_core::Lang;
use damier_scene::{Anchor, Ink, Layer, Mark, Piece, Point, Scene, Style, Tone, View, hexagon, rectangle};

pub const VIEW: View = View::new(Lang::Fr);

/// A chequered board of `side` squares a side, a to the left and 1 below, with coordinates.
pub fn square(view: &View, side: u32) -> Scene {
    let mut scene = Scene::new(view);
    scene.title = format!("Plateau de {side} × {side}");
    let end = f64::from(side);
    for row in 0..side {
        let y = f64::from(row);
        scene.coord(Point::new(-0.3, y + 0.5), Anchor::End, &(side - row).to_string());
        for column in 0..side {
            let x = f64::from(column);
            let area = rectangle(Point::new(x, y), Point::new(x + 1.0, y + 1.0));
            let ink = if (row + column) % 2 == 0 { Ink::Board } else { Ink::BoardAlt };
            scene.add(Layer::Board, area.clone(), Style::fill(ink).edged(Ink::Line, 0.03));
            scene.cell(
                format!("{}{}", letter(column), side - row),
                Point::new(x + 0.5, y + 0.5),
                0.38,
                area,
                "",
            );
        }
    }
    for column in 0..side {
        scene.coord(Point::new(f64::from(column) + 0.5, end + 0.5), Anchor::Middle, &letter(column));
    }
    scene
}

/// A rhombus of hexagons, lying, with coordinates.
pub fn rhombus(view: &View, side: u32) -> Scene {
    let mut scene = Scene::new(view);
    scene.title = format!("Losange de {side} × {side}");
    let high = 0.75 / 30f64.to_radians().cos();
    scene.text_scale = (4.0, 1.0 / high);
    for row in 0..side {
        let y = f64::from(row) * high;
        let left = f64::from(row) * 0.5;
        scene.coord(Point::new(left - 0.75, y), Anchor::End, &(row + 1).to_string());
        for column in 0..side {
            let centre = Point::new(left + f64::from(column), y);
            let area = hexagon(centre, 0.5 / 30f64.to_radians().cos(), 30f64.to_radians());
            scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board).edged(Ink::Line, 0.03));
            scene.cell(format!("{}{}", letter(column), row + 1), centre, 0.36, area, "");
        }
    }
    for column in 0..side {
        scene.coord(Point::new(f64::from(column) - 0.5, -high), Anchor::Middle, &letter(column));
    }
    scene
}

pub fn letter(column: u32) -> String {
    char::from_u32('a' as u32 + column).map(String::from).expect("boards of up to 26 columns")
}

/// Puts a piece on a cell and says so.
pub fn stand(scene: &mut Scene, name: &str, piece: Piece, holds: &str) {
    let cell = scene.cells.iter_mut().find(|cell| cell.name == name).expect("the cell exists");
    cell.holds = holds.to_string();
    let (centre, radius) = (cell.centre, cell.radius);
    scene.piece(centre, radius, piece);
}

/// A position with each kind of piece and each mark on both tones.
pub fn game(view: &View) -> Scene {
    let mut scene = square(view, 8);
    for name in ["c3", "d3", "d4", "e5", "f2"] {
        stand(&mut scene, name, Piece::Man(Tone::Light), "blanc");
    }
    for name in ["c4", "c5", "d5", "e4", "f6", "f7"] {
        stand(&mut scene, name, Piece::Man(Tone::Dark), "noir");
    }
    stand(&mut scene, "b7", Piece::Queen(Tone::Light), "dame blanche");
    stand(&mut scene, "g7", Piece::Queen(Tone::Dark), "dame noire");
    stand(&mut scene, "a8", Piece::Neutral, "bloc");
    let marks = [
        ("d4", Mark::Last),
        ("d5", Mark::Last),
        ("c3", Mark::Selected),
        ("c4", Mark::Selected),
        ("f7", Mark::Capture),
        ("f2", Mark::Capture),
        ("c2", Mark::Target),
        ("d2", Mark::Target),
        ("e5", Mark::Hint),
        ("e4", Mark::Hint),
        ("h1", Mark::Trace),
        ("d3", Mark::Trace),
        ("f6", Mark::Trace),
    ];
    for (name, mark) in marks {
        assert!(scene.mark(name, mark));
    }
    assert!(scene.arrow("g7", "g3"));
    assert!(scene.arrow("b7", "e4"));
    scene.captions = vec!["Trait aux blancs.".to_string(), "Blanc 6 — noir 7 ; « à vous ».".to_string()];
    scene
}

/// The sizes of the pages of a document, from the plain text of its page objects.
pub fn pages(bytes: &[u8]) -> Vec<(f64, f64)> {
    assert!(bytes.starts_with(b"%PDF-"));
    let text = String::from_utf8_lossy(bytes);
    assert!(text.trim_end().ends_with("%%EOF"));
    text.split("/MediaBox")
        .skip(1)
        .map(|rest| {
            let (inside, _) = rest.trim_start().trim_start_matches('[').split_once(']').expect("a box");
            let sides: Vec<f64> =
                inside.split_whitespace().map(|side| side.parse().expect("a number")).collect();
            (sides[2] - sides[0], sides[3] - sides[1])
        })
        .collect()
}
