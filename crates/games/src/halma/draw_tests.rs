//! What the picture and the words tell a player.

use damier_core::{Fault, Lang};
use damier_scene::{Ink, Layer, Mark, Outline, Scene, View};
use damier_testkit::play;

use super::ENTRY;

/// The first solution of games.txt.
fn solution() -> &'static str {
    include_str!("games.txt").lines().find_map(|row| row.split('|').nth(1)).expect("a solution")
}

fn marked(scene: &Scene, mark: Mark) -> Vec<&str> {
    let cells = scene.cells.iter().filter(|cell| cell.marks.contains(&mark));
    cells.map(|cell| cell.name.as_str()).collect()
}

#[test]
fn moves_read_as_cells() {
    // docs/rules.md: "Written as on the sheet: d (déplacement) or s (saut) and the direction in which the man travels". From
    // the start, with c3 free: c2 steps north, then c4 jumps over the man now on c3 into c2.
    let session = play::after(&ENTRY, "", "dN sS");
    assert_eq!(session.said(), ["c2-c3", "c4-c2"]);
    assert_eq!(session.moves(), ["dN", "sS"], "the texts stay the sheet's");
    assert_eq!(session.say("dN"), "c3-c4");
    assert_eq!(
        session.scene(&View::new(Lang::Fr)).labels["dN"],
        "Jouer c3-c4",
        "so says the button that plays it"
    );
}

#[test]
fn the_last_move_alone_is_marked() {
    let scene = play::after(&ENTRY, "", "dN sS").scene(&View::new(Lang::En));
    assert_eq!(marked(&scene, Mark::Trace), ["c4"]);
    assert_eq!(marked(&scene, Mark::Last), ["c2"]);
    assert_eq!(marked(&scene, Mark::Taken), [""; 0], "nobody is captured");
}

#[test]
fn camps_show_whose_they_are_to_be() {
    // Sheet: all men change places; the free cell c3 is nobody's.
    let signs = |ink: Ink| {
        let scene = play::after(&ENTRY, "", "").scene(&View::new(Lang::En));
        let small = |outline: &Outline| matches!(outline, Outline::Circle(_, radius) if *radius < 0.1);
        let signs = scene.shapes.iter().filter(|shape| shape.layer == Layer::Board && small(&shape.outline));
        signs.filter(|shape| shape.style.fill == Some(ink)).count()
    };
    assert_eq!((signs(Ink::Light), signs(Ink::Dark)), (8, 8));
}

#[test]
fn trays_count_the_men_who_have_arrived() {
    let counts = |moves: &str| {
        let scene = play::after(&ENTRY, "", moves).scene(&View::new(Lang::Fr));
        scene.trays.iter().map(|tray| (tray.stamp, tray.count, tray.places)).collect::<Vec<_>>()
    };
    assert_eq!(counts(""), [('b', 0, 8), ('w', 0, 8)]);
    // The white man of c2 has come to c3, and the black one of c4 to c2, which is a cell of the lower camp.
    assert_eq!(counts("dN sS"), [('b', 1, 8), ('w', 0, 8)]);
    assert_eq!(counts(solution()), [('b', 8, 8), ('w', 8, 8)]);
}

#[test]
fn a_solved_board_is_framed_as_won_and_asks_for_nothing() {
    let framed = |moves: &str| {
        let scene = play::after(&ENTRY, "", moves).scene(&View::new(Lang::Fr));
        let won = scene.shapes.iter().any(|shape| shape.style.stroke == Some(Ink::Win));
        (won, scene.prompt)
    };
    let asked = "D'un pas ou d'un saut, menez les noirs en bas à droite, les blancs en haut à gauche.";
    assert_eq!(framed("dN"), (false, asked.to_string()));
    assert_eq!(framed(solution()), (true, String::new()));
}

#[test]
fn a_man_that_cannot_come_is_told_why() {
    let mut session = play::after(&ENTRY, "", "");
    let say = |fault: Fault| fault.say(Lang::Fr).to_string();
    let a5 = say(session.play("a5").unwrap_err());
    let hole = say(session.play("c3").unwrap_err());
    assert!(a5.contains("le pion de a5 n'arrive en c3 ni d'un pas ni d'un saut"), "{a5}");
    assert!(hole.contains("c3 est la case libre"), "{hole}");
}
