//! Sheets of paper from the command line.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Run, command, damier, feed, line};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Runs a line of words in a folder.
fn within(folder: &Path, words: &[&str]) -> Run {
    Run::new(command(words).current_dir(folder).output().expect("the binary runs"))
}

fn pages(pdf: &[u8]) -> usize {
    assert!(pdf.starts_with(b"%PDF-"));
    String::from_utf8_lossy(pdf).matches("/MediaBox").count()
}

/// Runs a command whose output is a document.
fn document(words: &[&str]) -> Vec<u8> {
    let output = command(words).output().expect("it runs");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{words:?}");
    output.stdout
}

/// Parts the words of a line as a shell does, as far as the book needs it.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in line.split('"').enumerate() {
        if place % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_ascii_whitespace().map(String::from));
        }
    }
    words
}

#[test]
fn the_commands_of_the_guide_print() {
    let guide = include_str!("../../../book/src/guide.md");
    let folder = folder("guide");
    fs::write(folder.join("game.txt"), "game: hex\nvariant: size=5\nname: Ida\nname: level:3\n\nc3 b4\n")
        .unwrap();
    let commands: Vec<&str> =
        guide.split('`').skip(1).step_by(2).filter(|code| code.starts_with("damier print ")).collect();
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        let words = words(command);
        let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let said = within(&folder, &words).ok();
        let named = words.iter().position(|word| *word == "--out").map(|place| words[place + 1]);
        let file = named.map_or_else(|| said.trim_end().to_string(), String::from);
        assert!(pages(&fs::read(folder.join(&file)).expect("it was written")) >= 1, "{command}");
        assert_eq!(said.is_empty(), named.is_some(), "who names a file knows where it is: {command}");
    }
}

#[test]
fn a_sheet_goes_where_it_is_told() {
    let folder = folder("sheets");
    assert_eq!(within(&folder, &["print", "fiche", "hex", "--lang", "fr"]).ok(), "hex-fiche-fr.pdf\n");
    let file = fs::read(folder.join("hex-fiche-fr.pdf")).expect("it was written");
    assert!(document(&["print", "fiche", "hex", "--lang", "fr", "--out", "-"]) == file);
    assert!(document(&["print", "fiche", "hex", "--lang", "en", "--out", "-"]) != file);
    let coded =
        document(&["print", "fiche", "hex", "--lang", "fr", "--url", "https://jeux.example", "--out", "-"]);
    assert!(String::from_utf8_lossy(&coded).contains("https://jeux.example/games/hex"));
    let nowhere = folder.join("no/such/folder.pdf");
    damier(&["print", "boards", "hex", "--out", nowhere.to_str().expect("UTF-8")])
        .refused(1, "cannot be written");
}

#[test]
fn a_record_comes_from_a_file_or_from_moves() {
    let print = |input: &str| {
        let run = feed(&["print", "record", "--file", "-", "--out", "-"], input.as_bytes());
        (run.code, run.err)
    };
    // Standard output is a document, which is no text.
    let bytes = document(&["print", "record", "hex:size=5", "--moves", "c3 b4", "--out", "-"]);
    assert_eq!(pages(&bytes), 1);
    let (code, err) = print("game: hex\n\nzz\n");
    assert!(code == 2 && err.contains("move 1") && err.lines().count() == 1, "{err}");
    let (code, err) = print("{\"game\":\"hex\",\"moves\":[\"a1\",\"a1\"]}");
    assert_eq!(code, 2);
    assert!(err.contains("move 2") && err.lines().count() == 1, "{err}");
    let (code, err) = print("nothing");
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
}

#[test]
fn what_does_not_go_together_is_told() {
    for (words, part) in [
        ("print", "WHAT"),
        ("print nonsense", "fiche, booklet, boards"),
        ("print fiche", "damier print fiche hex"),
        ("print fiche nonsense", "\"nonsense\""),
        ("print fiche hex:nonsense", "\"nonsense\""),
        ("print fiche hex --per-page 4", "boards"),
        ("print fiche hex --grade 2", "problems"),
        ("print boards hex --per-page 5", "1, 2, 4, 6"),
        ("print boards hex --moves a1", "position, record"),
        ("print booklet hex", "all games"),
        ("print problems hex --grade 9", "\"9\""),
        ("print position hex --moves zz", "\"zz\""),
        ("print record", "record hex"),
        ("print record hex --file f", "--file"),
        ("print record --file no/such/file", "no/such/file"),
        ("print fiche hex --url nowhere", "https://"),
        ("print boards hex --file f", "--file"),
    ] {
        line(words).refused(2, part);
    }
}
