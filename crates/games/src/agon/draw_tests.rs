//! What the picture tells a player.

use damier_core::Lang;
use damier_scene::{Ink, Layer, Mark, Outline, Scene, Segment, View};
use damier_testkit::play;

use super::ENTRY;

/// Counts the accented bars of a scene.
fn bars(scene: &Scene) -> usize {
    let bar = |shape: &&damier_scene::Shape| {
        let two = matches!(&shape.outline, Outline::Path(path) if matches!(path[..], [Segment::Move(_), Segment::Line(_)]));
        shape.layer == Layer::Pieces && two && shape.style.stroke == Some(Ink::Accent)
    };
    scene.shapes.iter().filter(bar).count()
}

#[test]
fn a_sandwich_is_a_bar_from_both_its_sides() {
    // README: "The guard c4 is caught between c3 and c5: White must bring it back to the rim."
    let session = play::at(&ENTRY, "", "W5/7/2bwb3/5w3/8w1/2b8/3w3b2/5w2b/1b6/2w4/5B w");
    let scene = session.scene(&View::new(Lang::En));
    assert_eq!(bars(&scene), 2);
    assert_eq!(scene.prompt, "Your guard is sandwiched: relocate him to the rim.");
    assert_eq!(bars(&play::after(&ENTRY, "", "").scene(&View::new(Lang::En))), 0);
}

#[test]
fn a_queen_who_is_home_is_lit_with_her_guards() {
    let won = |text| {
        let scene = play::at(&ENTRY, "", text).scene(&View::new(Lang::En));
        scene.cells.iter().filter(|cell| cell.marks.contains(&Mark::Won)).count()
    };
    assert_eq!(won("6/1w5/3W4/2w6/4bb1w2/4bBb4/4bb4/2w6/5w2/1w5/6 w"), 7, "Black has won");
    assert_eq!(won("6/7/4b3/2W4b1/2b1ww4/4w1w4/4ww1b2/3b1b3/4B3/7/6 b"), 0, "an empty centre is a draw");
}
