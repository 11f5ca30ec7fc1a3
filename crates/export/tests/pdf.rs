//! PDF documents: a page for each scene, upright or lying.

#[path = "../../scene/tests/common/mod.rs"]
mod common;

use common::{VIEW, game, pages, rhombus, square};
use damier_export::pdf::{PdfError, write};
use damier_scene::{Piece, Point, Scene, Tone};

#[test]
fn each_scene_has_its_page() {
    let bytes =
        write(&[game(&VIEW), rhombus(&VIEW, 11), square(&VIEW, 3)], "Damier — Zoé").expect("a document");
    let pages = pages(&bytes);
    // A4 is 210 × 297 mm, 595.28 × 841.89 points; the rhombus lies.
    let close = |page: (f64, f64), width: f64, height: f64| {
        (page.0 - width).abs() < 0.01 && (page.1 - height).abs() < 0.01
    };
    assert_eq!(pages.len(), 3);
    assert!(close(pages[0], 595.28, 841.89), "{pages:?}");
    assert!(close(pages[1], 841.89, 595.28), "{pages:?}");
    assert!(close(pages[2], 595.28, 841.89), "{pages:?}");
}

#[test]
fn the_typeface_is_in_the_document() {
    let bytes = write(&[square(&VIEW, 3)], "").expect("a document");
    for face in ["DejaVuSans", "Caladea-Bold"] {
        assert!(String::from_utf8_lossy(&bytes).contains(face), "{face}");
    }
    // Subsets: each whole typeface has about 30 000 bytes.
    assert!(bytes.len() < 40_000, "{}", bytes.len());
}

#[test]
fn pieces_are_drawn() {
    let (plain, mut scene) = (square(&VIEW, 3), square(&VIEW, 3));
    scene.piece(Point::new(0.5, 0.5), 0.4, Piece::Queen(Tone::Dark));
    assert!(write(&[scene], "").expect("a document").len() > write(&[plain], "").expect("a document").len());
}

#[test]
fn equal_scenes_give_equal_bytes() {
    assert_eq!(write(&[game(&VIEW)], "pied").unwrap(), write(&[game(&VIEW)], "pied").unwrap());
}

#[test]
fn odd_texts_do_no_harm() {
    let mut scene = Scene::new(&VIEW);
    scene.title = "<&\"> 日本 \u{1b}\u{0} ".repeat(200);
    scene.captions = vec![String::new(), "mot ".repeat(3000)];
    assert_eq!(pages(&write(&[scene], &"x".repeat(2000)).expect("a document")).len(), 1);
}

#[test]
fn no_scene_makes_no_document() {
    assert!(matches!(write(&[], "pied"), Err(PdfError::Empty)));
}
