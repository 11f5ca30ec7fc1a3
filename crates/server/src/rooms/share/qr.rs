//! Addresses as QR codes.

use damier_core::Text;
use damier_scene::{Ink, Layer, Outline, Point, Scene, Segment, Style, View};
use maud::{Markup, html};
use qrcodegen::{QrCode, QrCodeEcc};

use crate::web::reader::Reader;

/// The longest address that gets a code. The codes of longer ones are too dense for cameras.
const LONGEST: usize = 1200;
/// The width of the white margin around a code, in modules.
const MARGIN: i32 = 4;

/// Returns the code of an address; `None` if it is too long.
fn code(address: &str) -> Option<QrCode> {
    if address.len() > LONGEST {
        return None;
    }
    QrCode::encode_text(address, QrCodeEcc::Low).ok()
}

/// Returns the dark modules as horizontal runs: column, row, length.
fn runs(code: &QrCode) -> Vec<(i32, i32, i32)> {
    let mut runs: Vec<(i32, i32, i32)> = Vec::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            match runs.last_mut() {
                Some((start, row, length)) if *row == y && *start + *length == x => *length += 1,
                _ => runs.push((x, y, 1)),
            }
        }
    }
    runs
}

/// Draws the code of an address, black on white in every theme; `None` if the address is too long.
pub fn picture(address: &str, reader: &Reader) -> Option<Markup> {
    let code = code(address)?;
    let side = code.size() + 2 * MARGIN;
    let path: String = runs(&code)
        .iter()
        .map(|(x, y, length)| format!("M{} {}h{length}v1h-{length}z", x + MARGIN, y + MARGIN))
        .collect();
    let label = Text::new("Code QR de l'adresse", "QR code of the address").get(reader.lang);
    Some(html! {
        svg.qr xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (side) " " (side) } role="img" aria-label=(label) shape-rendering="crispEdges" {
            rect width=(side) height=(side) fill="#fff" {}
            path d=(path) fill="#000" {}
        }
    })
}

/// Draws the code of an address for a printed sheet; `None` if the address is too long.
pub fn scene(address: &str, view: &View) -> Option<Scene> {
    let code = code(address)?;
    let mut scene = Scene::new(view);
    let mut path = Vec::new();
    for (x, y, length) in runs(&code) {
        let corner = Point::new(f64::from(x), f64::from(y));
        let right = f64::from(length);
        path.push(Segment::Move(corner));
        path.extend([(right, 0.0), (right, 1.0), (0.0, 1.0)].map(|(x, y)| Segment::Line(corner.moved(x, y))));
        path.push(Segment::Close);
    }
    scene.add(Layer::Board, Outline::Path(path), Style::fill(Ink::Text));
    Some(scene)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the three corners by which scanners find a code: dark ring of 7, light ring of 5, dark square of 3.
    #[test]
    fn codes_have_their_corners_and_grow_with_the_address() {
        let short = code("http://localhost:8080/play/abcdefgh").unwrap();
        // Version 3 holds 53 bytes at the lowest correction, version 2 holds 32.
        assert_eq!(short.size(), 29);
        let end = short.size() - 7;
        for (left, top) in [(0, 0), (end, 0), (0, end)] {
            for y in 0..7 {
                for x in 0..7 {
                    let ring = (x - 3i32).abs().max((y - 3i32).abs());
                    assert_eq!(short.get_module(left + x, top + y), ring != 2, "{x} {y}");
                }
            }
        }
        assert!(code(&"a".repeat(LONGEST)).unwrap().size() > 100);
        assert!(code(&"a".repeat(LONGEST + 1)).is_none());
    }

    #[test]
    fn runs_cover_the_dark_modules() {
        let code = code("x").unwrap();
        let dark = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
        let dark = dark.filter(|&(x, y)| code.get_module(x, y)).count();
        let covered: i32 = runs(&code).iter().map(|(_, _, length)| length).sum();
        assert_eq!(covered as usize, dark);
    }
}
