//! What the hand takes up.

use damier_core::Lang;
use damier_scene::{Mark, View};
use damier_testkit::play;

use super::ENTRY;

#[test]
fn matches_of_a_kind_and_heap_are_alike() {
    let session = play::after(&ENTRY, "", "");
    assert_eq!(session.gesture("2:2n1b").to_string(), "2:n 2:n 2:b");
    let scene = session.scene(&View::new(Lang::Fr));
    let pool = |name: &str| scene.cells.iter().find(|cell| cell.name == name).unwrap().pool.clone();
    assert_eq!((pool("2:1n"), pool("2:2n"), pool("3:3b")), ("2:n".into(), "2:n".into(), "3:b".into()));
    assert_eq!(scene.labels["2:2n1b"], "Prendre 2 neuves et 1 brûlée");
    assert_eq!(play::after(&ENTRY, "", "").scene(&View::new(Lang::En)).labels["1:1n"], "Take 1 new");
}

#[test]
fn from_large_heaps_a_match_stands_for_those_before_it() {
    let session = play::after(&ENTRY, "tas=99n99b", "");
    assert_eq!(session.gesture("1:7n4b").to_string(), "1:7n|1:4b");
    let scene = session.scene(&View::new(Lang::En));
    assert!(scene.labels.is_empty() && scene.cells.iter().all(|cell| cell.pool.is_empty()));
}

#[test]
fn a_match_alone_is_no_pole() {
    let high = |variant: &str| {
        let (low, high) = play::after(&ENTRY, variant, "").scene(&View::new(Lang::En)).bounds();
        (high.x - low.x) / (high.y - low.y)
    };
    assert!(high("tas=1n") > 2.5, "the picture of one match lies");
    assert_eq!(high("tas=1n"), high("tas=5n"), "small heaps have one size");
}

#[test]
fn the_matches_that_are_gone_are_marked() {
    let scene = play::after(&ENTRY, "", "2:1n1b").scene(&View::new(Lang::En));
    let taken = scene.cells.iter().filter(|cell| cell.marks == [Mark::Taken]);
    assert_eq!(taken.map(|cell| cell.name.as_str()).collect::<Vec<_>>(), ["2:2n", "2:2b"]);
}
