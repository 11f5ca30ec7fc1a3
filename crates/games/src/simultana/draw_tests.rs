//! What the picture tells a player: the hollows with their numbers, what to do.

use damier_core::Lang;
use damier_scene::{Ink, Outline, Scene, View};
use damier_testkit::play;

use super::ENTRY;

fn view() -> View {
    View { guides: true, ..View::new(Lang::En) }
}

/// The cells that name the hollows, with their numbers and the ink of the sign under each.
fn hollows(scene: &Scene) -> Vec<(String, String, Option<Ink>)> {
    let guides = scene.grouped().into_iter().filter(|(name, _)| name.ends_with("~guide-under-hollow"));
    let read = |(name, (_, shapes)): (&str, (damier_scene::Point, Vec<damier_scene::Shape>))| {
        let number = shapes.iter().find_map(|shape| match &shape.outline {
            Outline::Words { text, .. } => Some(text.clone()),
            _ => None,
        });
        let sign = shapes.iter().find(
            |shape| matches!(shape.outline, Outline::Circle(_, radius) if (radius - 0.15).abs() < 1e-9),
        );
        let cell = name.split('~').next().unwrap().to_string();
        (cell, number.expect("a number"), sign.and_then(|sign| sign.style.fill))
    };
    guides.map(read).collect()
}

#[test]
fn every_hollow_has_its_number() {
    // Start: "White a2 c2 e2 a4 c4 e4, black c1 b2 d2 b4 d4 c5", rows from the top. Free are a1 b1, d1 e1, the whole of row 3,
    // a5 b5 and d5 e5.
    let scene = play::after(&ENTRY, "", "").scene(&view());
    let two = |cell: &str| (cell.to_string(), "2".to_string(), Some(Ink::Light));
    let five = ("a3".to_string(), "5".to_string(), Some(Ink::Dark));
    assert_eq!(hollows(&scene), [two("a1"), five, two("a5"), two("d1"), two("d5")]);
    assert!(hollows(&play::after(&ENTRY, "", "").scene(&View::new(Lang::En))).is_empty(), "not in print");
}

#[test]
fn a_ghost_shows_the_hollow_that_a_step_leaves() {
    // Sheet: "Il peut jouer par exemple A2-A3 avec un ensemble connexe de 4 cases libres: B3, C3, D3 et E3." The cell a2
    // joins a1 and b1, which makes three.
    let session = play::after(&ENTRY, "", "");
    let place = session.legal().iter().position(|text| text == "a2-a3").expect("the sheet allows it");
    let changes = &session.previews(&view())[place];
    let number = |name: &str| {
        let change =
            changes.iter().find(|change| change.name == format!("{name}~guide-under-hollow")).expect(name);
        change.shapes.iter().find_map(|shape| match &shape.outline {
            Outline::Words { text, .. } => Some(text.clone()),
            _ => None,
        })
    };
    assert_eq!(number("b3").as_deref(), Some("4"));
    assert_eq!(number("a1").as_deref(), Some("3"));
    assert_eq!(number("a3"), None, "the hollow of row 3 begins at b3 now");
}

#[test]
fn the_prompt_names_the_sizes_that_count() {
    // Sheet: White's hollow has two or four cells, Black's three or five.
    let prompt = |moves: &str| play::after(&ENTRY, "", moves).scene(&View::new(Lang::Fr)).prompt;
    assert_eq!(prompt(""), "Avancez un pion d'une case : il doit alors toucher un vide de 2 ou 4 cases.");
    assert_eq!(
        prompt("a2-a3"),
        "Avancez un pion d'une case : il doit alors toucher un vide de 3 ou 5 cases."
    );
    // games.txt: White is blocked; nothing is left to do, and no hollow counts any more.
    let over = play::after(&ENTRY, "", "a2-a3 b2-b3 c4-c3 b4-c4");
    assert_eq!((over.scene(&view()).prompt.as_str(), hollows(&over.scene(&view())).len()), ("", 0));
}
