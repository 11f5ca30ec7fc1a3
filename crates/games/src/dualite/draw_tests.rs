//! What the picture tells a player.

use damier_core::Lang;
use damier_scene::{Mark, View};
use damier_testkit::play;

use super::ENTRY;

#[test]
fn the_line_that_won_is_lit() {
    // games.txt: after these moves Second has won with four white circles in line.
    let games =
        include_str!("games.txt").lines().map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    let lines = games.filter(|row| row.len() >= 4 && row[row.len() - 1] == "line").collect::<Vec<_>>();
    assert!(!lines.is_empty());
    for row in lines {
        let session = play::after(&ENTRY, row[0].trim_start_matches('-'), row[1]);
        let scene = session.scene(&View::new(Lang::En));
        let won: Vec<_> = scene.cells.iter().filter(|cell| cell.marks.contains(&Mark::Won)).collect();
        assert!(won.len() >= 4, "{row:?}");
        assert!(won.iter().all(|cell| cell.holds == won[0].holds), "of one colour: {row:?}");
    }
}

#[test]
fn the_two_first_circles_are_picked_in_any_order() {
    let session = play::after(&ENTRY, "", "");
    assert_eq!(session.gesture("a1+c3").to_string(), "a1 c3");
    let scene = session.scene(&View::new(Lang::Fr));
    assert_eq!(scene.prompt, "Choisissez deux cases non voisines : un cercle blanc dans chacune.");
    assert_eq!(play::after(&ENTRY, "", "a1+c3").gesture("b3").to_string(), "b3");
}
