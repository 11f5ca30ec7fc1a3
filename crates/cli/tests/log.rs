//! What goes to the log, and what users read where something of ours breaks.

mod common;

use std::path::PathBuf;

use common::{Run, command, damier, line};
use serde_json::Value;

/// An empty folder of this test's own, for the data of the user.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("log").join(name);
    // It is there where the tests ran before.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Breaks a command on purpose.
#[cfg(debug_assertions)]
fn broken(data: &std::path::Path, args: &[&str], set: &[(&str, &str)]) -> Run {
    let mut command = command(args);
    command.env("DAMIER_BREAK", "1").env("XDG_DATA_HOME", data).env_remove("RUST_BACKTRACE");
    Run::new(command.envs(set.iter().copied()).output().expect("it runs"))
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_is_one_line_that_names_the_file_with_its_details() {
    let data = folder("one-line");
    let file = data.join("damier/crash.log");
    let name = file.to_str().expect("UTF-8");
    broken(&data, &["moves", "hex"], &[]).refused(1, &format!("internal error; details in \"{name}\""));
    let french = format!("erreur interne ; détails dans « {name} »");
    broken(&data, &["--lang", "fr", "moves", "hex"], &[]).refused(1, &french);
    let text = std::fs::read_to_string(&file).expect("it was written");
    assert_eq!(text.matches("on purpose").count(), 2, "{text}");
    assert_eq!(text.matches("crates/cli/src/commands/mod.rs:").count(), 2, "{text}");
    for part in ["thread main panicked", env!("CARGO_PKG_VERSION"), "\"moves\", \"hex\"", "backtrace", "main"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_is_in_the_log_where_one_is_asked_for() {
    let data = folder("asked");
    for (args, set) in
        [(&["moves", "hex", "--log", "error"][..], &[][..]), (&["moves", "hex"], &[("DAMIER_LOG", "error")])]
    {
        let run = broken(&data, args, set);
        assert_eq!((run.code, run.out.as_str()), (1, ""));
        let lines: Vec<&str> = run.err.lines().collect();
        assert_eq!(lines.len(), 2, "{}", run.err);
        for part in ["ERROR", "damier::panic", "panicked: on purpose", "crates/cli/src/commands/mod.rs:"] {
            assert!(lines[0].contains(part), "{part}: {}", run.err);
        }
        assert!(lines[1].starts_with("damier: internal error; details in "), "{}", run.err);
    }
    let told = broken(&data, &["moves", "hex", "--log", "error"], &[("RUST_BACKTRACE", "1")]);
    assert!(told.err.contains("backtrace=") && told.err.lines().count() > 5, "{}", told.err);
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_of_the_web_app_is_in_the_log_alone() {
    let data = folder("serve");
    for args in [&["serve"][..], &[]] {
        let run = broken(&data, args, &[]);
        assert_eq!(run.code, 1);
        assert!(run.err.contains("ERROR damier::panic: panicked: on purpose"), "{}", run.err);
        assert!(run.err.contains("crates/cli/src/commands/mod.rs:"), "{}", run.err);
        assert!(run.err.ends_with("damier: internal error; details in the log: please report them\n"));
    }
    assert!(!data.join("damier/crash.log").exists());
    let run = broken(&data, &["serve", "--log-json"], &[]);
    let first = run.err.lines().next().expect("a line");
    let object: Value = serde_json::from_str(first).expect("JSON");
    assert_eq!((&object["level"], &object["target"]), (&"ERROR".into(), &"damier::panic".into()), "{first}");
    assert_eq!((&object["message"], &object["thread"]), (&"panicked: on purpose".into(), &"main".into()));
    assert!(
        object["place"].as_str().is_some_and(|place| place.starts_with("crates/cli/src/commands/mod.rs:"))
    );
}

#[cfg(all(debug_assertions, unix))]
#[test]
fn details_that_cannot_be_kept_can_be_had() {
    let run = broken(std::path::Path::new("/dev/null"), &["moves", "hex"], &[]);
    run.refused(
        1,
        "internal error; --log error shows its details, \"/dev/null/damier/crash.log\" cannot be written",
    );
}

#[test]
fn filters_that_cannot_be_read_are_refused() {
    line("moves hex --log damier=loud").refused(2, "\"damier=loud\"");
    line("moves hex --log").refused(2, "--log");
    let wrong = command(&["moves", "hex:size=3"]).env("DAMIER_LOG", "damier=loud").output().expect("it runs");
    Run::new(wrong).refused(2, "DAMIER_LOG: \"damier=loud\"");
    // An empty variable is none, and an option has the last word.
    for value in ["", "trace"] {
        let run = command(&["moves", "hex:size=3", "--log", "off"]).env("DAMIER_LOG", value).output();
        assert!(Run::new(run.expect("it runs")).ok().starts_with("a1\n"));
    }
}

#[test]
fn what_caused_a_failure_is_in_the_log() {
    let args = ["show", "hex:size=3", "--svg", "no/such/folder/board"];
    damier(&args).refused(1, "\"no/such/folder/board\" cannot be written");
    let run = damier(&[&args[..], &["--log", "damier=debug"]].concat());
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.err);
    assert!(
        lines[0].contains("DEBUG damier::failure:") && lines[0].contains("cause=\"No such file"),
        "{}",
        run.err
    );
    assert!(lines[1].starts_with("damier: \"no/such/folder/board\""), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn the_web_app_logs_when_it_starts_and_stops() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let data = folder("start");
    let mut child = command(&["serve", "--addr", "127.0.0.1:0"])
        .env("XDG_DATA_HOME", &data)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut log = BufReader::new(child.stderr.take().expect("piped"));
    let mut first = String::new();
    log.read_line(&mut first).expect("UTF-8");
    assert!(first.contains("INFO damier::commands::serve: listening address=127.0.0.1:"), "{first}");
    assert!(first.contains("damier/games.sqlite"), "{first}");
    let ended = Command::new("kill").arg(child.id().to_string()).status().expect("kill is there");
    assert!(ended.success());
    let mut rest = String::new();
    log.read_to_string(&mut rest).expect("UTF-8");
    assert!(rest.contains("INFO damier::commands::serve: stopping"), "{rest}");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
