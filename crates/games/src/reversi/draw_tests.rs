//! What the picture tells a player.

use damier_core::Lang;
use damier_scene::{Mark, View};
use damier_testkit::play;

use super::ENTRY;

#[test]
fn the_score_lies_beside_the_board() {
    // docs/rules.md: "All caught lines turn": f5 turns e5, one of the two white discs of the start.
    let scene = play::after(&ENTRY, "", "f5").scene(&View::new(Lang::En));
    let trays = scene.trays.iter().map(|tray| (tray.seat, tray.stamp, tray.count, tray.words.as_str()));
    assert_eq!(trays.collect::<Vec<_>>(), [(0, 'b', 4, "black discs"), (1, 'w', 1, "white discs")]);
}

#[test]
fn a_ghost_turns_what_a_disc_would_catch() {
    // From the start f5 catches e5, which is white.
    let session = play::after(&ENTRY, "", "");
    let place = session.legal().iter().position(|text| text == "f5").expect("a first move");
    let changes = &session.previews(&View::new(Lang::En))[place];
    let names: Vec<&str> = changes.iter().map(|change| change.name.as_str()).collect();
    assert_eq!(names, ["e5", "f5"]);
    assert_eq!(changes[0].shapes, changes[1].shapes, "both are black discs then");
    // Nothing was captured: what turns stays on the board.
    let scene = play::after(&ENTRY, "", "f5").scene(&View::new(Lang::En));
    assert!(scene.cells.iter().all(|cell| !cell.marks.contains(&Mark::Taken)));
}

#[test]
fn the_prompt_knows_a_pass() {
    let prompt = |moves: &str, lang| play::after(&ENTRY, "size=4", moves).scene(&View::new(lang)).prompt;
    assert_eq!(prompt("", Lang::En), "Set a disc that shuts in at least one line of enemy discs.");
    // games.txt: after these moves White has to pass.
    assert_eq!(prompt("c4 b4 a4 d4 d2", Lang::Fr), "Vous ne pouvez rien retourner : passez.");
    assert_eq!(prompt("c4 b4 a4 d4 d2 pass a1", Lang::Fr), "", "the game is over");
}
