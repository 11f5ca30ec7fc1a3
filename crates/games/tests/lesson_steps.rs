//! A step of a lesson is followed as its text says.

#![allow(clippy::unwrap_used)]

use damier_table::{LessonProgress, read_lesson};

const BRIDGE: &str = "step size=3\nposition 3/.w./3 b\nmoves b1\nfr A.\nen B.\ngoal play c1\nhint fr C.\nhint en D.\n\
    answer b1 a3\nfr E.\nen F.\ngoal win\nhint fr G.\nhint en H.\ngood fr I.\ngood en J.\n";

#[test]
fn a_step_is_followed_move_by_move() {
    // Hex 3 × 3: White b2; Black has taken b1, so c1 joins the top; Black takes a3, and b3 joins the bottom.
    let lesson = read_lesson(BRIDGE).unwrap();
    let hex = damier_games::entry("hex").unwrap();
    let follow = |own: &[&str]| {
        let (session, progress) = lesson.steps[0].follow(hex, own).unwrap();
        (session.moves().join(" "), progress)
    };
    assert_eq!(follow(&[]), ("b1".to_string(), LessonProgress::Open(0)));
    assert_eq!(follow(&["a1"]), ("b1 a1".to_string(), LessonProgress::Missed(0)));
    assert_eq!(
        follow(&["c1"]),
        ("b1 c1 a3".to_string(), LessonProgress::Open(1)),
        "b1 is taken: a3 is the answer"
    );
    assert_eq!(follow(&["c1", "c3"]), ("b1 c1 a3 c3".to_string(), LessonProgress::Missed(1)));
    assert_eq!(follow(&["c1", "b3"]), ("b1 c1 a3 b3".to_string(), LessonProgress::Done));
}

#[test]
fn moves_that_cannot_be_are_refused() {
    let lesson = read_lesson(BRIDGE).unwrap();
    let hex = damier_games::entry("hex").unwrap();
    let refused = |own: &[&str]| lesson.steps[0].follow(hex, own).err().unwrap().to_string();
    assert!(refused(&["b2"]).contains("b2"), "b2 is taken");
    for own in [&["a1", "c1"][..], &["c1", "b3", "c3"]] {
        let last = own.last().unwrap();
        assert_eq!(refused(own), format!("\"{last}\": this step of the lesson is over"));
    }
}
