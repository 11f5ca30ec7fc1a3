//! Pegs that are set up, and their links.

use damier_core::Lang;
use damier_scene::View;
use damier_table::Setup;
use damier_testkit::play;

use super::ENTRY;

fn set_up(variant: &str, rest: &str, clicks: &str) -> Box<dyn Setup> {
    play::set_up(&ENTRY, variant, &format!("....../....../....../....../....../...... {rest}"), clicks)
}

/// Returns what follows the seat.
fn rest(variant: &str, rest: &str, clicks: &str) -> String {
    set_up(variant, rest, clicks).draft().rest.clone()
}

#[test]
fn pegs_come_and_go_with_their_links() {
    assert_eq!(rest("size=6", "w -", "wb2 wc4"), "b2=c4");
    assert_eq!(rest("size=6", "w -", "wb2 wc4 we3"), "b2=c4,c4=e3");
    assert_eq!(rest("size=6", "w -", "wb2 wc4 we3 -c4"), "-");
    // A link of another colour takes nothing over, and bars what it crosses.
    assert_eq!(rest("size=6", "w -", "wb2 wc4 bc4"), "-");
    assert_eq!(rest("size=6", "w -", "wb2 wc4 bb3 bd4"), "b2=c4");
    assert_eq!(rest("manuel,size=6", "w - liens", "wb2 wc4"), "b2=c4 liens");
}

#[test]
fn a_peg_where_nobody_may_set_it_is_drawn_with_what_is_wrong() {
    // The first file belongs to Black.
    let setup = set_up("size=6", "w -", "wb2 wc4 wa3");
    assert_eq!(setup.fault().unwrap().to_string(), "position, a3: White may not use it");
    let scene = setup.scene(&View::new(Lang::En));
    let legal = set_up("size=6", "w -", "wb2 wc4").scene(&View::new(Lang::En));
    assert_eq!(scene.cells.iter().filter(|cell| cell.holds == "white").count(), 3);
    // One peg more, the link is still there.
    assert!(scene.shapes.len() > legal.shapes.len());
}
