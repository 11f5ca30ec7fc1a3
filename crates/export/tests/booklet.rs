//! Booklets: words and boards over as many pages as they need.

#[path = "../../scene/tests/common/mod.rs"]
mod common;

use common::{VIEW, game, pages, square};
use damier_core::Lang;
use damier_export::pdf::{Block, Booklet, Figure, PdfError};
use damier_scene::Scene;

fn booklet(blocks: Vec<Block>) -> Booklet {
    Booklet {
        title: "Cahier".to_string(),
        lang: Lang::Fr,
        lying: false,
        blocks,
        stamp: None,
        footer: "pied".to_string(),
    }
}

fn figures(count: usize, across: usize, down: usize) -> Block {
    let figure = |place: usize| Figure {
        scene: if place.is_multiple_of(2) { game(&VIEW) } else { square(&VIEW, 3) },
        above: format!("{}", place + 1),
        under: "Les blancs jouent et gagnent en trois coups, quoi que fassent les noirs.".to_string(),
    };
    Block::Figures { across, down, figures: (0..count).map(figure).collect() }
}

/// How many pages these blocks make.
fn count(blocks: Vec<Block>) -> usize {
    let bytes = booklet(blocks).write().expect("a document");
    let pages = pages(&bytes);
    assert!(pages.iter().all(|&(width, height)| width < height), "upright");
    pages.len()
}

#[test]
fn boards_fill_pages_row_by_row() {
    assert_eq!(count(vec![figures(6, 2, 3)]), 1);
    assert_eq!(count(vec![figures(7, 2, 3)]), 2);
    assert_eq!(count(vec![figures(13, 2, 3)]), 3);
    // The title does not cost a row.
    assert_eq!(count(vec![Block::Title("Cahier".to_string()), figures(6, 2, 3)]), 1);
    assert_eq!(count(vec![figures(6, 2, 3), Block::NewPage, Block::Text("Fin.".to_string())]), 2);
}

#[test]
fn a_new_page_is_not_left_empty() {
    assert_eq!(count(vec![Block::NewPage, Block::Text("Un.".to_string()), Block::NewPage]), 2);
    assert_eq!(count(vec![Block::NewPage, Block::NewPage]), 1);
}

#[test]
fn lists_go_on_over_pages() {
    let rows = |count: usize| {
        Block::List((1..=count).map(|number| (format!("{number}."), "a1-b2xc3".to_string())).collect())
    };
    assert_eq!(count(vec![rows(100)]), 1);
    // A page holds about 50 lines of 5 to 8 such columns.
    assert_eq!(count(vec![rows(400)]), 2);
    assert_eq!(count(vec![Block::List(Vec::new())]), 1);
}

#[test]
fn odd_contents_do_no_harm() {
    let mut odd = Booklet {
        stamp: Some(square(&VIEW, 5)),
        ..booklet(vec![
            Block::Title("<&\"> 日本 \u{1b}\u{0} ".repeat(200)),
            Block::Heading("mot ".repeat(500)),
            Block::List(vec![("x".repeat(500), "y".repeat(500)), (String::new(), "z ".repeat(5000))]),
            Block::Figures {
                across: 0,
                down: 0,
                figures: vec![Figure {
                    scene: Scene::new(&VIEW),
                    above: "mot ".repeat(2000),
                    under: String::new(),
                }],
            },
            Block::Figures { across: 3, down: 3, figures: Vec::new() },
        ])
    };
    assert!(pages(&odd.write().expect("a document")).len() < 40);
    assert_eq!(odd.write().unwrap(), odd.write().unwrap());
    odd.blocks.clear();
    assert!(matches!(odd.write(), Err(PdfError::Empty)));
}

#[test]
fn a_booklet_may_lie() {
    let lying = Booklet { lying: true, ..booklet(vec![figures(6, 3, 2)]) };
    let pages = pages(&lying.write().expect("a document"));
    assert!(pages.len() == 1 && pages[0].0 > pages[0].1, "{pages:?}");
}
