//! What the picture tells a player.

use damier_core::Lang;
use damier_scene::{Ink, Mark, Outline, Shape, View};
use damier_testkit::play;

use super::ENTRY;

#[test]
fn the_chain_that_won_is_lit() {
    // games.txt: White joins b1 c3 b5 d6 by hand; a2 to a4 are Black's.
    let moves = "b1 fin a2 fin c3 b1=c3 fin a3 fin b5 b5=c3 fin a4 fin d6 b5=d6";
    let scene = play::after(&ENTRY, "manuel,size=6", moves).scene(&View::new(Lang::En));
    let won = scene.cells.iter().filter(|cell| cell.marks.contains(&Mark::Won));
    let mut names: Vec<&str> = won.map(|cell| cell.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["b1", "b5", "c3", "d6"]);
    let line =
        |shape: &&Shape| shape.style.stroke == Some(Ink::Win) && matches!(shape.outline, Outline::Path(_));
    assert_eq!(scene.shapes.iter().filter(line).count(), 3, "and its three links");
}

#[test]
fn a_preview_has_the_peg_and_its_links() {
    let session = play::after(&ENTRY, "size=12", "f6 i4 g4 h2");
    let place = session.legal().iter().position(|text| text == "e8").unwrap();
    let changes = &session.previews(&View::new(Lang::En))[place];
    let names: Vec<&str> = changes.iter().map(|change| change.name.as_str()).collect();
    assert_eq!(names, ["e8", "f6~e8"]);
}
