//! Terminal text, as a reader sees it.

mod common;

use common::{VIEW, game, rhombus, square, stand};
use damier_scene::terminal::{TerminalOptions, write};
use damier_scene::{Hue, Mark, Piece, Point, Scene, Tone, View, rectangle};

const UNICODE: TerminalOptions = TerminalOptions { unicode: true, colour: false, captions: true };
const ASCII: TerminalOptions = TerminalOptions { unicode: false, colour: false, captions: true };

#[test]
fn a_square_board() {
    let expected = "\
8 ■ · · · · · · ·
7 · ◎ · · ·{●}◉ ·
6 · · · · ·(●)· ·
5 · · ●[●]○*· · ·
4 · ·<●>○]●*· · ·
3 · ·<○>○)· · · ·
2 · · ∘ ∘ ·{○}· ·
1 · · · · · · ·(·)
  a b c d e f g h

Trait aux blancs.
Blanc 6 — noir 7 ; « à vous ».
";
    let text = write(&game(&VIEW), &UNICODE);
    assert_eq!(damier_core::typography::plain(&text), expected);
    assert!(text.contains("noir 7\u{202f}; «\u{202f}à vous\u{202f}»."), "French is set");
}

#[test]
fn a_square_board_in_ascii() {
    let expected = "\
8 # . . . . . . .
7 . Q . . .{X}K .
6 . . . . .(X). .
5 . . X[X]O*. . .
4 . .<X>O]X*. . .
3 . .<O>O). . . .
2 . . + + .{O}. .
1 . . . . . . .(.)
  a b c d e f g h

Trait aux blancs.
Blanc 6 - noir 7 ; \" a vous \".
";
    assert_eq!(write(&game(&VIEW), &ASCII), expected);
}

#[test]
fn a_rhombus_leans() {
    let mut scene = rhombus(&VIEW, 3);
    stand(&mut scene, "b2", Piece::Man(Tone::Dark), "noir");
    scene.mark("b2", Mark::Last);
    let expected = " a   b   c
1  ·   ·   ·
  2  ·  [●]  ·
    3  ·   ·   ·
";
    assert_eq!(write(&scene, &UNICODE), expected);
}

#[test]
fn a_board_keeps_its_place_when_marks_come() {
    let plain = square(&View { coords: false, ..VIEW }, 2);
    assert_eq!(write(&plain, &ASCII), " . .\n . .\n");
    let mut marked = plain;
    marked.mark("a1", Mark::Last);
    marked.mark("b2", Mark::Trace);
    assert_eq!(write(&marked, &ASCII), " .(.)\n[.].\n");
}

#[test]
fn a_mark_of_more_weight_takes_the_column() {
    let mut scene = square(&View { coords: false, ..VIEW }, 2);
    for (name, mark) in [("a2", Mark::Selected), ("b2", Mark::Last), ("a1", Mark::Trace), ("b1", Mark::Hint)]
    {
        scene.mark(name, mark);
    }
    assert_eq!(write(&scene, &ASCII), "<.>.]\n(.).*\n");
}

#[test]
fn the_board_has_characters_of_its_own() {
    let mut scene = square(&View { coords: false, ..VIEW }, 2);
    scene.text_scale = (4.0, 2.0);
    // A letter on a cell stands instead of the dot, unless a piece covers it; a line runs between two cells.
    scene.board_glyph(Point::new(0.5, 0.5), "A", "A", Hue::Board(0));
    scene.board_glyph(Point::new(1.5, 0.5), "B", "B", Hue::Board(1));
    scene.board_glyph(Point::new(1.0, 1.5), "───", "---", Hue::Light);
    stand(&mut scene, "b2", Piece::Neutral, "bloc");
    assert_eq!(write(&scene, &UNICODE), " A   ■\n\n ·───·\n");
    // A mark may take a place of the line, never of a letter.
    scene.mark("a1", Mark::Last);
    scene.mark("a2", Mark::Target);
    assert_eq!(write(&scene, &ASCII), "{A}  #\n\n[.]--.\n");
}

#[test]
fn marks_stand_around_long_pieces() {
    let mut scene = square(&View { coords: false, ..VIEW }, 2);
    scene.text_scale = (4.0, 1.0);
    scene.glyph(Point::new(0.5, 0.5), "12", "12", Hue::Neutral);
    scene.mark("a2", Mark::Last);
    assert_eq!(write(&scene, &ASCII), "[12] .\n .   .\n");
}

/// A board of 24 × 24 points with links between them needs 4 columns a cell: 93 for the points, and the rest for
/// coordinates on both sides.
#[test]
fn the_largest_board_fits_a_hundred_columns() {
    let mut scene = Scene::new(&VIEW);
    scene.text_scale = (4.0, 2.0);
    for row in 0..24 {
        let y = f64::from(row) + 0.5;
        scene.coord(Point::new(0.0, y), damier_scene::Anchor::End, &(row + 1).to_string());
        scene.coord(Point::new(24.0, y), damier_scene::Anchor::Start, &(row + 1).to_string());
        for column in 0..24 {
            let (at, name) =
                (Point::new(f64::from(column) + 0.5, y), format!("{}{}", common::letter(column), row + 1));
            let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
            scene.cell(name.clone(), at, 0.3, area, "");
            scene.mark(&name, Mark::Last);
        }
    }
    let text = write(&scene, &ASCII);
    assert_eq!(text.lines().count(), 47);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert_eq!(text.matches("[.]").count(), 576);
    assert!(text.lines().last().is_some_and(|line| line.starts_with("24[.] [.]") && line.ends_with("[.]24")));
}

#[test]
fn ascii_is_ascii() {
    let mut scene = game(&VIEW);
    scene.captions = vec!["Échec à l’œil ; ½ — 日本 → ●".to_string()];
    scene.board_glyph(Point::new(0.0, 0.0), "é", "é", Hue::Soft);
    let text = write(&scene, &ASCII);
    assert!(text.is_ascii());
    assert!(text.ends_with("Echec a l'oeil ; 1/2 - ?? -> X\n"));
    assert!(write(&scene, &TerminalOptions { colour: true, ..ASCII }).is_ascii());
}

#[test]
fn colours_are_the_sixteen_and_tell_nothing_new() {
    let scene = game(&VIEW);
    for options in [UNICODE, ASCII] {
        let coloured = write(&scene, &TerminalOptions { colour: true, ..options });
        let mut plain = String::new();
        for (index, part) in coloured.split("\x1b[").enumerate() {
            let rest = if index == 0 {
                part
            } else {
                let (codes, rest) = part.split_once('m').expect("a code ends with m");
                for code in codes.split(';') {
                    let code: u8 = code.parse().expect("a number");
                    assert!(matches!(code, 0..=2 | 30..=37 | 90..=97), "{code}");
                }
                rest
            };
            plain += rest;
        }
        assert_eq!(plain, write(&scene, &options));
        for line in coloured.lines().filter(|line| line.contains('\x1b')) {
            assert!(line.ends_with("\x1b[0m"), "the last colour of a line is put back");
        }
    }
}

#[test]
fn captions_cannot_drive_the_terminal() {
    let mut scene = square(&VIEW, 1);
    scene.captions = vec!["Noir : \u{1b}[2J\u{7}Zoé\n".to_string()];
    for options in [UNICODE, ASCII] {
        let text = write(&scene, &options);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
        assert_eq!(text.lines().count(), 4);
    }
}

#[test]
fn no_line_ends_with_blanks() {
    for colour in [false, true] {
        let text = write(&game(&VIEW), &TerminalOptions { colour, ..UNICODE });
        assert!(
            text.lines()
                .all(|line| line.trim_end_matches("\x1b[0m") == line.trim_end_matches("\x1b[0m").trim_end())
        );
    }
}

#[test]
fn captions_are_left_out_unless_asked_for() {
    let text = write(&game(&VIEW), &TerminalOptions { captions: false, ..UNICODE });
    assert_eq!(text.lines().count(), 9);
    assert_eq!(write(&Scene::new(&VIEW), &UNICODE), "");
}
