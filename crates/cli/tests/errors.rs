//! Whatever is wrong is told in one line, with the right exit code.

mod common;

use std::io::Read;
use std::process::Stdio;

use common::{command, damier, line};

#[test]
fn bad_usage_names_the_bad_part() {
    for (words, part) in [
        ("nonsense", "\"nonsense\""),
        ("think hex", "--level"),
        ("moves", "GAME"),
        ("rules", "GAME"),
        ("replay", "GAME"),
        ("perft hex", "DEPTH"),
        ("playouts hex", "--seconds"),
        ("moves hex extra", "\"extra\""),
        ("moves hex --nonsense", "\"--nonsense\""),
        ("moves hex --moves", "--moves"),
        ("moves hex --json --json", "--json"),
        ("games --lang de", "\"de\""),
        ("games --json --svg a.svg", "--svg"),
        ("games --theme dark", "--theme"),
        ("show hex --theme blue --svg -", "\"blue\""),
        ("show hex --theme dark", "--theme"),
        ("show hex --pixels 9 --svg -", "--pixels"),
        ("show hex --pixels 0 --png -", "\"0\""),
        ("show hex --pixels -9 --png -", "\"-9\""),
        ("show hex --pixels 8193 --png -", "\"8193\""),
        ("show hex --svg a.svg --png a.png", "--png"),
        ("replay hex --file -", "--file"),
        ("serve --db sqlite::memory:", "\"sqlite::memory:\""),
        ("serve --db mysql://localhost/damier", "sqlite:FILE"),
        ("serve --db sqlite:x --listen-url postgres://localhost/damier", "--db postgres://"),
        ("show hex --theme nope --svg -", "contrast"),
    ] {
        line(words).refused(2, part);
    }
}

#[test]
fn bad_input_names_the_bad_part() {
    for (words, part) in [
        ("moves nonsense", "\"nonsense\""),
        ("rules nonsense", "\"nonsense\""),
        ("moves hex:", "missing"),
        ("moves hex:nonsense", "\"nonsense\""),
        ("rules hex:nonsense", "\"nonsense\""),
        ("moves hex:shape=3", "\"shape\""),
        ("moves hex:size=2", "\"size=2\""),
        ("moves hex:size=x", "\"size=x\""),
        ("moves hex:size=3,size=3", "twice"),
        ("moves hex:size=3 --position ...", "1 field(s) instead of 2"),
        ("moves hex --seed -1", "--seed"),
        ("moves hex --seed x", "\"x\""),
        ("perft hex 0", "\"0\""),
        ("perft hex x", "\"x\""),
        ("perft hex -1", "\"-1\""),
        ("perft hex 99999999999", "\"99999999999\""),
        ("playouts hex --seconds 0", "\"0\""),
        ("playouts hex --seconds -1", "\"-1\""),
        ("playouts hex --seconds x", "\"x\""),
        ("playouts hex --seconds inf", "\"inf\""),
        ("playouts hex --seconds nan", "\"nan\""),
        ("playouts hex --seconds 3601", "\"3601\""),
        ("replay --file no/such/file", "\"no/such/file\""),
    ] {
        line(words).refused(2, part);
    }
    damier(&["moves", ""]).refused(2, "no game \"\"");
    damier(&["show", "hex:size=3", "--position", "x../.../... w"]).refused(2, "row 1, character 1: \"x\"");
    damier(&["show", "hex:size=3", "--position", ".../.../... x"]).refused(2, "\"x\"");
    damier(&["show", "hex:size=3", "--position", "-"]).refused(2, "position");
    // A line break in what is quoted does not break the message.
    damier(&["moves", "no\ngame"]).refused(2, "no game");
    damier(&["playouts", "hex:size=3", "--seconds", "1", "--moves", "b1 a1 b2 a2 b3"]).refused(2, "over");
}

#[test]
fn an_illegal_move_is_named_by_its_number_and_text() {
    for name in ["moves", "show", "replay"] {
        damier(&[name, "hex:size=3", "--moves", "a1 b1 a1"]).refused(2, "move 3 \"a1\"");
        damier(&[name, "hex:size=3", "--moves", "zz"]).refused(2, "move 1 \"zz\"");
        damier(&[name, "hex:size=3", "--moves", "b1 a1 b2 a2 b3 a3"]).refused(2, "move 6 \"a3\"");
    }
    damier(&["--lang", "fr", "replay", "hex:size=3", "--moves", "a1 a1"])
        .refused(2, "coup 2 « a1 » : coup impossible : a1 est déjà prise");
}

#[test]
fn a_file_that_cannot_be_written_is_a_failure() {
    for format in ["--svg", "--png", "--pdf"] {
        damier(&["show", "hex:size=3", format, "no/such/folder/board"])
            .refused(1, "\"no/such/folder/board\"");
    }
    for format in ["--svg", "--png"] {
        damier(&["games", format, "no/such/folder/board"]).refused(1, "\"no/such/folder/board\"");
    }
}

#[test]
fn a_database_that_cannot_be_used_says_why_and_keeps_the_password_to_itself() {
    let server = std::env::var("DAMIER_TEST_POSTGRES").expect(
        "this test needs a PostgreSQL: ./test starts one, and DAMIER_TEST_POSTGRES is the address of its first database",
    );
    let (_, host) = server.split_once("damier:damier@").expect("the user of ./test");
    let (host, _) = host.rsplit_once('/').expect("a database");
    for (url, part) in [
        (
            "postgres://damier:s3cret@127.0.0.1:1/damier".to_string(),
            "nobody answers at \"postgres://127.0.0.1:1/damier\"",
        ),
        (format!("postgres://damier:s3cret@{host}/postgres"), "does not accept the user or his password"),
        (format!("postgres://damier:damier@{host}/nowhere"), "createdb"),
        (
            format!("postgres://damier:damier@{host}/postgres?sslmode=require"),
            "asks for an encrypted connection",
        ),
    ] {
        let run = damier(&["serve", "--log", "off", "--addr", "127.0.0.1:0", "--db", &url]);
        assert!(!run.err.contains("s3cret"), "{}", run.err);
        run.refused(1, part);
    }
    let french = ["--lang", "fr", "serve", "--log", "off", "--addr", "127.0.0.1:0", "--db"];
    let url = format!("postgres://damier:damier@{host}/nowhere");
    damier(&[&french[..], &[&url]].concat()).refused(1, "il n'y a pas de base");
}

#[cfg(unix)]
#[test]
fn words_that_are_not_utf8_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let output = command(&["moves"]).arg(std::ffi::OsStr::from_bytes(b"h\xffx")).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stderr).expect("UTF-8").lines().count(), 1);
}

#[test]
fn a_reader_who_leaves_ends_the_command_quietly() {
    for args in
        [vec!["moves", "hex:size=26"], vec![], vec!["--help"], vec!["perft", "hex:size=3", "7", "--json"]]
    {
        let mut child =
            command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut said).expect("UTF-8");
        assert_eq!(said, "", "{args:?}");
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = command(&["moves", "hex:size=3"]).stdout(full).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).expect("UTF-8").contains("standard output"));
}
