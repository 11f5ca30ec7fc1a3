//! Picture files.

mod common;

use std::path::PathBuf;

use common::{command, damier};

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn bytes(args: &[&str]) -> Vec<u8> {
    let output = command(args).output().expect("it runs");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{args:?}");
    output.stdout
}

#[test]
fn a_board_is_written_in_every_format() {
    for (format, start) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG\r\n\x1a\n"), ("pdf", b"%PDF-")] {
        let path = folder("boards").join(format!("board.{format}"));
        let option = format!("--{format}");
        let args = ["show", "hex:size=3", "--moves", "b2", &option];
        assert_eq!(damier(&[&args[..], &[path.to_str().expect("UTF-8")]].concat()).ok(), "");
        let file = std::fs::read(&path).expect("it was written");
        assert!(file.starts_with(start), "{format}");
        assert!(bytes(&[&args[..], &["-"]].concat()) == file, "{format}: - is standard output");
    }
}

#[test]
fn themes_and_views_change_the_picture() {
    let svg = |more: &[&str]| {
        let args = [&["show", "hex:size=3", "--moves", "b2", "--svg", "-"][..], more].concat();
        String::from_utf8(bytes(&args)).expect("UTF-8")
    };
    let auto = svg(&[]);
    assert!(auto.contains("prefers-color-scheme"));
    // The board of LOOK's dark theme.
    assert!(svg(&["--theme", "dark"]).contains("#332e27"));
    assert!(svg(&["--theme", "light"]).contains("#efe4cd"));
    assert!(auto.contains("<text") && !svg(&["--no-coords"]).contains("<text"));
    assert!(!auto.contains("White joins") && svg(&["--captions"]).contains("White joins"));
    let circles = |text: &str| text.matches("<circle").count();
    assert!(circles(&auto) > 0);
    assert_eq!(circles(&svg(&["--empty"])), 0, "neither stones nor marks");
    assert_ne!(svg(&["--tall"]), auto);
}

/// Reads the width and the height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn an_image_has_the_pixels_asked_for() {
    let (width, height) = size(&bytes(&["show", "hex:size=3", "--png", "-", "--pixels", "200"]));
    assert_eq!(width, 200);
    assert!(height < width);
    let captions = bytes(&["show", "hex:size=3", "--png", "-", "--pixels", "200", "--captions"]);
    assert!(size(&captions).1 > height, "captions stand under the board");
}

#[test]
fn the_whole_collection_is_one_picture() {
    let svg = String::from_utf8(bytes(&["games", "--svg", "-"])).expect("UTF-8");
    for entry in damier_games::ALL {
        assert!(svg.contains(&entry.name.en.replace('\'', "&#39;")), "{}", entry.id);
    }
    assert!(bytes(&["games", "--png", "-", "--theme", "dark"]).starts_with(b"\x89PNG"));
}
