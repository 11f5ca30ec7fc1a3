//! What the picture tells a player: what to do, what was captured, what is forbidden, what has won.

use damier_core::Lang;
use damier_scene::{Mark, Scene, View};
use damier_table::Session;
use damier_testkit::play;

use super::ENTRY;

fn pictured(session: &dyn Session) -> Scene {
    session.scene(&View { guides: true, ..View::new(Lang::En) })
}

/// The names of the points that carry a mark.
fn marked(scene: &Scene, mark: Mark) -> Vec<&str> {
    let cells = scene.cells.iter().filter(|cell| cell.marks.contains(&mark));
    cells.map(|cell| cell.name.as_str()).collect()
}

#[test]
fn the_five_that_won_is_marked() {
    // games.txt: "réaliser un alignement continu de cinq pierres": Red has nothing to capture.
    let won = play::after(&ENTRY, "", "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    assert_eq!(marked(&pictured(&*won), Mark::Won), ["a1", "b1", "c1", "d1", "e1"]);
    // Without guides too: printed diagrams show it.
    assert_eq!(marked(&won.scene(&View::new(Lang::Fr)), Mark::Won).len(), 5);
    assert_eq!(pictured(&*won).prompt, "", "nothing is left to do");
    // Six in a diagonal, and a stone beside them that has no part in it. docs/rules.md: "five or more own stones".
    let six = play::at(&ENTRY, "size=9", "9/9/7b1/6b2/5b3/4b4/3b5/2b3b2/9 r");
    assert_eq!(marked(&pictured(&*six), Mark::Won).len(), 6);
    // Ten captured stones are no line.
    let ten = "a1 b1 a3 c1 d1 b3 a5 c3 d3 b5 a7 c5 d5 b7 a9 c7 d7 b9 h9 c9 d9";
    let scene = pictured(&*play::after(&ENTRY, "", ten));
    assert_eq!(marked(&scene, Mark::Won), [""; 0]);
    // The pair b9 c9 went with the last stone and is shown for one ply.
    assert_eq!(marked(&scene, Mark::Taken), ["b9", "c9"]);
}

#[test]
fn captured_stones_lie_beside_the_board() {
    // Sheet: "prendre dix pierres à l'adversaire"; Blue has captured b1 and c1.
    let scene = pictured(&*play::after(&ENTRY, "", "a1 b1 a3 c1 d1"));
    let trays = scene.trays.iter().map(|tray| (tray.seat, tray.stamp, tray.count, tray.places));
    assert_eq!(trays.collect::<Vec<_>>(), [(0, 'r', 2, 10), (1, 'b', 0, 10)]);
    assert!(scene.trays.iter().all(|tray| !tray.shapes.is_empty() && tray.words == "stones captured"));
}

#[test]
fn forbidden_points_are_hatched_for_players() {
    // Sheet, last figure: "Il est interdit à Rouge de jouer en a." Here a is e5.
    let figure = "9/9/9/9/2rr5/4r4/4r4/9/9 r";
    let session = play::at(&ENTRY, "size=9", figure);
    assert_eq!(marked(&pictured(&*session), Mark::Forbidden), ["e5"]);
    assert_eq!(marked(&session.scene(&View::new(Lang::En)), Mark::Forbidden), [""; 0], "not in print");
    let simple = play::at(&ENTRY, "simple,size=9", figure);
    assert_eq!(marked(&pictured(&*simple), Mark::Forbidden), [""; 0], "that variant has no rule B");
}

#[test]
fn the_prompt_says_what_to_do() {
    let start = play::after(&ENTRY, "", "");
    let prompt = |session: &dyn Session, lang| session.scene(&View::new(lang)).prompt;
    assert_eq!(prompt(&*start, Lang::Fr), "Posez une pierre sur un croisement libre.");
    assert_eq!(prompt(&*start, Lang::En), "Set a stone on a free crossing.");
    // docs/rules.md, rule A: Blue's five c5–g5 waits, since Red can take the pair e5 e6 from e4.
    let mut five = play::at(&ENTRY, "size=9", "9/9/4r4/4b4/2bb1bb2/9/9/9/9 b");
    five.play("e5").unwrap();
    let asked = "Cassez le cinq adverse par une prise, ou prenez votre dixième pierre.";
    assert_eq!(prompt(&*five, Lang::Fr), asked);
}
