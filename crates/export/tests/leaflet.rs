//! Leaflets: they fit, and they are as large as they can be.

#[path = "../../scene/tests/common/mod.rs"]
mod common;

use common::{VIEW, game, pages, square};
use damier_core::Lang;
use damier_export::pdf::leaflet::{Content, Index, Leaflet, LeafletPart, Volume, Words};
use damier_export::pdf::{Face, PdfError};

fn text(words: usize) -> LeafletPart {
    let text = "mot ".repeat(words);
    LeafletPart { content: Content::Text(Words::plain(Face::Serif, text)), ruling: false }
}

fn heading(text: &str) -> LeafletPart {
    LeafletPart { content: Content::Heading(0, Words::plain(Face::Bold, text)), ruling: false }
}

fn figure() -> LeafletPart {
    let scenes = Box::new([game(&VIEW), square(&VIEW, 8)]);
    LeafletPart {
        content: Content::Figure(scenes, Words::plain(Face::Italic, "Une position.")),
        ruling: false,
    }
}

fn leaflet(parts: Vec<LeafletPart>) -> Leaflet {
    Leaflet {
        title: "Jeu".to_string(),
        lang: Lang::Fr,
        series: "Série".to_string(),
        lead: Words::plain(Face::Serif, "Un jeu."),
        facts: "2 joueurs".to_string(),
        emblem: square(&VIEW, 4),
        parts,
        source: Words::plain(Face::Serif, "Une fiche."),
        address: None,
    }
}

#[test]
fn the_longer_the_text_the_smaller_it_is_and_never_more_than_a_sheet() {
    let size = |words: usize| leaflet(vec![heading("Règles"), text(words), figure()]).size();
    let (short, one) = size(200).expect("it fits");
    let (middle, two) = size(2200).expect("it fits");
    let (long, both) = size(3000).expect("it fits");
    assert_eq!((one, two, both), (1, 2, 2));
    assert!(short >= middle && middle > long && long >= 8.0, "{short} {middle} {long}");
    assert!(matches!(size(6000), Err(PdfError::Long(name)) if name == "Jeu"));
}

#[test]
fn odd_contents_do_no_harm() {
    let words = || Words::plain(Face::Serif, "<&\"> 日本 \u{1b}\u{0} ".repeat(20));
    let odd = |content| LeafletPart { content, ruling: true };
    let parts = vec![
        odd(Content::Heading(9, words())),
        odd(Content::Text(Words::default())),
        odd(Content::Piece { mark: String::new(), depth: 7, words: words() }),
        odd(Content::Table(vec![vec![words(), words()], Vec::new(), vec![words()]])),
        odd(Content::Table(Vec::new())),
        odd(Content::Text(Words::plain(Face::Sans, "x".repeat(300)))),
    ];
    let sheet = leaflet(parts);
    assert_eq!(sheet.write().expect("a document"), sheet.write().expect("a document"));
    assert_eq!(pages(&leaflet(Vec::new()).write().expect("a document")).len(), 1);
}

#[test]
fn a_volume_begins_each_leaflet_on_the_front_of_a_sheet() {
    let long = || leaflet(vec![text(2500), figure()]);
    let short = leaflet(vec![text(100)]);
    let volume = Volume {
        title: "Livret".to_string(),
        lang: Lang::Fr,
        subtitle: "Trois jeux".to_string(),
        imprint: String::new(),
        contents: "Les jeux".to_string(),
        leaflets: vec![
            (long(), "long".to_string()),
            (short, "court".to_string()),
            (long(), "long".to_string()),
        ],
        index: Index {
            heading: "Index".to_string(),
            about: String::new(),
            rows: vec![("Mot".to_string(), "chose".to_string(), 1); 100],
        },
    };
    let bytes = volume.write().expect("a document");
    // Title and contents; two pages, one and an empty one, two; the index on the rest.
    assert_eq!(pages(&bytes).len(), 2 + 2 + 2 + 2 + 2);
    assert!(String::from_utf8_lossy(&bytes).contains("/Outlines"));
}
