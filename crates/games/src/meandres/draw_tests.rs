//! What the picture tells a player: which counter is barred, which lines grow, which one has won.

use damier_core::Lang;
use damier_scene::{Ink, Mark, Scene, View};
use damier_testkit::play;

use super::ENTRY;

fn view() -> View {
    View { guides: true, ..View::new(Lang::En) }
}

fn pictured(moves: &str) -> Scene {
    play::after(&ENTRY, "", moves).scene(&view())
}

fn marked(scene: &Scene, mark: Mark) -> Vec<&str> {
    let cells = scene.cells.iter().filter(|cell| cell.marks.contains(&mark));
    cells.map(|cell| cell.name.as_str()).collect()
}

/// The cells of the groups that have a part painted in this ink and width.
fn painted(scene: &Scene, ink: Ink, width: f64) -> Vec<String> {
    let grouped = scene.grouped();
    let has = |shapes: &[damier_scene::Shape]| {
        shapes.iter().any(|shape| shape.style.stroke == Some(ink) && (shape.style.width - width).abs() < 1e-9)
    };
    let cells = grouped.iter().filter(|(_, (_, shapes))| has(shapes));
    cells.map(|(name, _)| name.split('~').next().unwrap().to_string()).collect()
}

#[test]
fn the_counter_that_may_not_slide_is_hatched() {
    // docs/rules.md: "the cell that would undo the opponent's last slide is not allowed"; c3 was the hole.
    assert_eq!(marked(&pictured("c5"), Mark::Forbidden), ["c3"]);
    assert_eq!(marked(&pictured(""), Mark::Forbidden), [""; 0]);
    assert_eq!(marked(&pictured("c1 b1 b5 c5"), Mark::Forbidden), [""; 0], "the game is over");
    let free = play::after(&ENTRY, "libre", "c5").scene(&view());
    assert_eq!(marked(&free, Mark::Forbidden), [""; 0], "that variant allows it");
}

#[test]
fn sliding_counters_are_not_captured() {
    for moves in ["c5", "c1", "c5 a5", "c1 b1 b5 c5"] {
        assert_eq!(marked(&pictured(moves), Mark::Taken), [""; 0], "{moves}");
        assert!(pictured(moves).taken.is_empty(), "{moves}");
    }
    // There are two looks of counters only, whatever lines run over them.
    let scene = pictured("c1 b1 b5 c5");
    let mut looks = Vec::new();
    for (name, (_, shapes)) in scene.grouped() {
        if !name.contains('~') && !looks.contains(&shapes) {
            looks.push(shapes);
        }
    }
    assert_eq!(looks.len(), 2);
}

#[test]
fn the_line_that_won_is_thick_in_every_picture() {
    // games.txt: "A line from north to south": it crosses each of its cells once or twice, from rank 5 to rank 1.
    let scene = play::after(&ENTRY, "", "c1 b1 b5 c5").scene(&View::new(Lang::Fr));
    let cells = painted(&scene, Ink::Win, 0.21);
    for rank in '1'..='5' {
        assert!(cells.iter().any(|cell| cell.ends_with(rank)), "{cells:?}");
    }
    assert_eq!(painted(&pictured("c1 b1 b5"), Ink::Win, 0.21), [""; 0], "the hole breaks the line");
}

#[test]
fn lines_that_end_at_the_hole_are_hollow_for_players() {
    // At the start the hole is c3, and counters with file + rank even lie as "/", which joins north and west, south and
    // east. d3 (odd) is "\": it joins its west side, where the hole is, and south: d2 (even) joins north and west; c2 (odd)
    // east and north, where the hole is again. No line leads from the sides of the board to the hole.
    assert_eq!(painted(&pictured(""), Ink::Win, 0.16), [""; 0]);
    // One move before games.txt's win the line from north to south is broken by the hole at b5: it grows.
    let growing = painted(&pictured("c1 b1 b5"), Ink::Win, 0.16);
    assert!(!growing.is_empty());
    let printed = play::after(&ENTRY, "", "c1 b1 b5").scene(&View::new(Lang::En));
    assert_eq!(painted(&printed, Ink::Win, 0.16), [""; 0]);
}

#[test]
fn the_prompt_says_what_to_click() {
    let asked = "Push one to four counters towards the hole: click the farthest.";
    assert_eq!(pictured("c5").prompt, asked);
}
