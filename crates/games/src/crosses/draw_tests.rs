//! What the hand does and what the picture tells.

use damier_core::Lang;
use damier_scene::{Mark, View};
use damier_testkit::play;

use super::ENTRY;

#[test]
fn the_cells_of_the_l_are_picked_in_any_order_then_a_man() {
    let session = play::after(&ENTRY, "", "");
    assert_eq!(session.gesture("c2d2d3d4/a4-a3").to_string(), "c2 d2 d3 d4|a4|a3");
    assert_eq!(session.gesture("c2d2d3d4").to_string(), "c2 d2 d3 d4");
    let scene = session.scene(&View::new(Lang::En));
    assert_eq!(scene.labels["c2d2d3d4"], "Leave the neutral men");
    assert!(scene.labels.keys().all(|text| !text.contains('/')));
}

#[test]
fn a_move_marks_what_the_l_has_left_and_where_it_lies() {
    // Start: White on b4 c4 c3 c2.
    let scene = play::after(&ENTRY, "", "c2d2d3d4/a4-a3").scene(&View::new(Lang::En));
    let with = |mark| {
        let cells = scene.cells.iter().filter(|cell| cell.marks.contains(&mark));
        let mut names: Vec<&str> = cells.map(|cell| cell.name.as_str()).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(with(Mark::Trace), ["a4", "b4", "c3", "c4"]);
    assert_eq!(with(Mark::Last), ["a3", "d2"], "the man, and the corner of the L");
}

#[test]
fn a_man_who_comes_where_the_l_was_is_marked_once() {
    let scene = play::after(&ENTRY, "", "c2d2d3d4/a4-b4").scene(&View::new(Lang::En));
    let marks = |name: &str| scene.cells.iter().find(|cell| cell.name == name).unwrap().marks.clone();
    assert_eq!((marks("b4"), marks("c4")), (vec![Mark::Last], vec![Mark::Trace]));
}
