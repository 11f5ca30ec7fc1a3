//! What the picture tells a player: huffs and what was taken.

use damier_core::Lang;
use damier_scene::View;
use damier_table::Session;
use damier_testkit::play;

use super::ENTRY;

/// games.txt: after these moves Black has forgotten to capture with the man that is now on e6.
const FORGOTTEN: &str = "a4-a5 e5-f5 e4-e5 c5-b5 d4-c5 d5-d4 d3xd5 f5-g5 a3-a4 g5-f5 c3-d4 f5-g5";

/// The cells whose men the last turn took.
fn taken(session: &dyn Session) -> Vec<String> {
    session.scene(&View::new(Lang::Fr)).taken.into_iter().map(|change| change.name).collect()
}

#[test]
fn a_huff_has_its_name() {
    let scene = play::after(&ENTRY, "", FORGOTTEN).scene(&View::new(Lang::Fr));
    assert_eq!(scene.labels["e6"], "Souffler e6");
    assert_eq!(scene.labels["?e6"], "e6 est soufflé : jouez maintenant.");
    assert!(scene.prompt.contains("soufflez"), "{}", scene.prompt);
}

#[test]
fn the_man_that_was_huffed_or_captured_stays_to_be_seen() {
    let session = play::after(&ENTRY, "", &format!("{FORGOTTEN} !e6/d2-c3"));
    assert_eq!(taken(&*session), ["e6"]);
    assert_eq!(taken(&*play::after(&ENTRY, "", FORGOTTEN)), [""; 0]);
    let captured = play::after(&ENTRY, "", "b4-b5 c5xa5");
    assert_eq!(taken(&*captured), ["b5"]);
}
