//! Addresses as QR codes.

use damier_core::Lang;
use damier_scene::{Ink, Layer, Outline, Point, Scene, Segment, Style, View};
use qrcodegen::{QrCode, QrCodeEcc};

/// The longest address that gets a code. The codes of longer ones are too dense for cameras.
const LONGEST: usize = 1200;

/// The dark modules of a code as horizontal runs: column, row, length.
pub type Runs = Vec<(i32, i32, i32)>;

/// Returns the dark modules of the code of an address as horizontal runs (column, row, length), and how many modules a side
/// has; `None` if the address is too long.
///
/// ```
/// let (runs, side) = damier_paper::qr::runs("https://jeux.example/").expect("a short address");
/// assert_eq!(side, 25);
/// assert_eq!(runs[0], (0, 0, 7), "the upper left corner begins with a bar of seven");
/// ```
pub fn runs(address: &str) -> Option<(Runs, i32)> {
    let code = code(address)?;
    let mut runs: Runs = Vec::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            match runs.last_mut() {
                Some((start, row, length)) if *row == y && *start + *length == x => *length += 1,
                _ => runs.push((x, y, 1)),
            }
        }
    }
    Some((runs, code.size()))
}

fn code(address: &str) -> Option<QrCode> {
    if address.len() > LONGEST {
        return None;
    }
    QrCode::encode_text(address, QrCodeEcc::Low).ok()
}

/// Draws the code of an address for a printed sheet; `None` if the address is too long.
pub fn scene(address: &str, lang: Lang) -> Option<Scene> {
    let (runs, _) = runs(address)?;
    let mut scene = Scene::new(&View::new(lang));
    let mut path = Vec::new();
    for (x, y, length) in runs {
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
        let covered: i32 = runs("x").unwrap().0.iter().map(|(_, _, length)| length).sum();
        assert_eq!(covered as usize, dark);
    }
}
