//! PNG images: their size, and that something is to be seen on them.

#[path = "../../scene/tests/common/mod.rs"]
mod common;

use common::{VIEW, game, rhombus, square};
use damier_export::png::{LONGEST, PngError, write};
use damier_scene::{Anchor, Ink, Outline, Point, Scene, Theme, View};
use resvg::tiny_skia::Pixmap;

const THEMES: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Print];

fn image(scene: &Scene, theme: Theme, pixels: u32) -> Pixmap {
    let bytes = write(scene, theme, pixels).expect("an image");
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    Pixmap::decode_png(&bytes).expect("a readable image")
}

fn colour(image: &Pixmap, x: u32, y: u32) -> u32 {
    let pixel = image.pixel(x, y).expect("inside").demultiply();
    assert_eq!(pixel.alpha(), 255);
    u32::from_be_bytes([0, pixel.red(), pixel.green(), pixel.blue()])
}

#[test]
fn the_longer_side_is_as_asked() {
    // Lying, upright, and square.
    let lying = image(&rhombus(&VIEW, 7), Theme::Light, 300);
    assert_eq!(lying.width(), 300);
    assert!(lying.height() < 260);
    let bare = View { coords: false, ..VIEW };
    let squares = image(&square(&bare, 4), Theme::Light, 123);
    assert_eq!((squares.width(), squares.height()), (123, 123));
    // Coordinates at the top alone make it upright.
    let mut scene = square(&bare, 4);
    scene.view.coords = true;
    scene.coord(Point::new(2.0, -3.0), Anchor::Middle, "a");
    let upright = image(&scene, Theme::Light, 200);
    assert_eq!(upright.height(), 200);
    assert!(upright.width() < 150);
}

#[test]
fn the_margin_is_paper_and_the_board_is_painted() {
    let bare = View { coords: false, ..VIEW };
    for theme in THEMES {
        // Four squares of about 47 pixels: the corner is margin, a point of the first and the second square is board.
        let image = image(&square(&bare, 4), theme, 200);
        assert_eq!(colour(&image, 0, 0), theme.colour(Ink::Paper));
        assert_eq!(colour(&image, 199, 199), theme.colour(Ink::Paper));
        assert_eq!(colour(&image, 30, 30), theme.colour(Ink::Board));
        assert_eq!(colour(&image, 77, 30), theme.colour(Ink::BoardAlt));
    }
}

#[test]
fn coordinates_are_drawn_with_the_built_in_typeface() {
    // The same picture with blanks for coordinates: any difference is ink of letters.
    let (scene, mut blank) = (square(&VIEW, 3), square(&VIEW, 3));
    for shape in &mut blank.shapes {
        if let Outline::Words { text, .. } = &mut shape.outline {
            *text = " ".to_string();
        }
    }
    let (with, without) = (image(&scene, Theme::Light, 400), image(&blank, Theme::Light, 400));
    assert_eq!((with.width(), with.height()), (without.width(), without.height()));
    let differing = with.pixels().iter().zip(without.pixels()).filter(|(a, b)| a != b).count();
    // A character inks at least a tenth of its box, 0.6 em wide and 1 em high.
    let (low, high) = scene.bounds();
    let pixels = f64::from(with.width().min(with.height())) / (high.x - low.x).max(high.y - low.y) * 0.9;
    let boxes: f64 = (scene.shapes.iter())
        .filter_map(|shape| match &shape.outline {
            Outline::Words { size, text, .. } => {
                Some(0.6 * (size * pixels).powi(2) * text.chars().count() as f64)
            }
            _ => None,
        })
        .sum();
    assert!(boxes > 0.0 && differing as f64 > boxes / 10.0, "{differing} of {boxes}");
}

#[test]
fn every_theme_gives_another_picture() {
    let scene = game(&VIEW);
    let images = THEMES.map(|theme| write(&scene, theme, 300).expect("an image"));
    assert!(images[0] != images[1] && images[1] != images[2] && images[0] != images[2]);
    assert_eq!(
        images[0],
        write(&scene, Theme::Light, 300).expect("an image"),
        "equal scenes give equal bytes"
    );
}

#[test]
fn impossible_sizes_are_refused() {
    let scene = square(&VIEW, 1);
    assert!(matches!(write(&scene, Theme::Light, 0), Err(PngError::Size(0))));
    let long = write(&scene, Theme::Light, LONGEST + 1).unwrap_err();
    assert_eq!(long.to_string(), "a side of 8193 pixels is not from 1 to 8192");
    assert!(write(&scene, Theme::Light, 1).is_ok());
    assert!(write(&Scene::new(&VIEW), Theme::Light, 64).is_ok(), "an empty picture is a sheet of paper");
}
