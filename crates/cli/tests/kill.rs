//! The web app is killed in the midst of play, without warning: every move that it acknowledged is kept.
//!
//! Three times in the ordinary tests, a hundred times with `./test --deep`.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::command;
use damier_store::{Sqlite, Store};
use sqlx::{Connection, SqliteConnection};

/// How many people play at a time, and how many moves they make in a game: in the order below nobody wins so soon.
const PLAYERS: usize = 4;
const PLIES: usize = 60;

/// The moves that were acknowledged, by game.
type Acknowledged = Arc<Mutex<BTreeMap<String, Vec<String>>>>;

/// Returns the move of a ply: the cells of the board of Gomoku, row by row.
fn cell(ply: usize) -> String {
    format!("{}{}", (b'a' + (ply % 19) as u8) as char, 1 + ply / 19)
}

/// Sends a form; returns the head of the answer, or nothing if the server was gone.
fn post(address: &str, path: &str, form: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    let cookie = "player=abcdefghijklmnopqrstuvwxyz";
    let length = form.len();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{form}"
    )
    .ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let head = String::from_utf8_lossy(&answer).split("\r\n\r\n").next()?.to_string();
    (!head.is_empty()).then_some(head)
}

/// Plays one game after another until the server is gone.
fn play(address: &str, acknowledged: &Acknowledged) -> Option<()> {
    loop {
        let head = post(address, "/games/gomoku/play", "seat0=human&seat1=human")?;
        let location = head.lines().find_map(|line| line.strip_prefix("location: /play/"));
        let id = location.unwrap_or_else(|| panic!("no game begins: {head}")).to_string();
        acknowledged.lock().unwrap().insert(id.clone(), Vec::new());
        for ply in 0..PLIES {
            let text = cell(ply);
            let head = post(address, &format!("/play/{id}/move"), &format!("ply={ply}&text={text}"))?;
            assert!(head.starts_with("HTTP/1.1 303"), "{id} {ply} {text}: {head}");
            acknowledged.lock().unwrap().get_mut(&id).unwrap().push(text);
        }
    }
}

/// Serves a file; returns the process and its address.
fn serve(file: &Path) -> (Child, String) {
    let mut child = command(&["serve", "--addr", "127.0.0.1:0", "--log", "error", "--db"])
        .arg(format!("sqlite:{}", file.display()))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let (_, address) = line.trim().split_once("http://").unwrap_or_else(|| panic!("no address: {line}"));
    (child, address.to_string())
}

/// Checks that the database is sound and has every move.
fn check(file: &Path, acknowledged: &Acknowledged) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut connection = SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
        let sound: String =
            sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
        assert_eq!(sound, "ok");
        let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut connection).await.unwrap();
        assert!(orphans.is_empty());
        connection.close().await.unwrap();
        let store = Sqlite::open(file).await.unwrap();
        let acknowledged = acknowledged.lock().unwrap().clone();
        for (id, moves) in &acknowledged {
            let saved = store.find(id).await.unwrap().unwrap_or_else(|| panic!("the game {id} is lost"));
            let kept: Vec<&str> = saved.moves.iter().map(|played| played.text.as_str()).collect();
            assert!(kept.starts_with(&moves.iter().map(String::as_str).collect::<Vec<_>>()), "{id}");
            // One move may have been kept whose acknowledgement was on its way.
            assert!(kept.len() <= moves.len() + 1 && saved.seq as usize == kept.len(), "{id}: {saved:?}");
            let events = store.events(id, 0, 1_000).await.unwrap();
            assert_eq!(events.len(), kept.len(), "{id}: what is played is told, and what is told is played");
        }
        store.close().await.unwrap();
    });
}

#[test]
fn what_was_acknowledged_outlives_a_kill() {
    let rounds = if std::env::var_os("DAMIER_DEEP").is_some() { 100 } else { 3 };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kill");
    // Left from another run, or not there.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.sqlite");
    let mut moves = 0;
    for round in 0..rounds {
        let acknowledged = Acknowledged::default();
        let (mut child, address) = serve(&file);
        let players: Vec<_> = (0..PLAYERS)
            .map(|_| {
                let (address, acknowledged) = (address.clone(), Arc::clone(&acknowledged));
                std::thread::spawn(move || play(&address, &acknowledged))
            })
            .collect();
        // Now early, now late.
        std::thread::sleep(Duration::from_millis(100 + 37 * (round % 11)));
        child.kill().unwrap();
        child.wait().unwrap();
        for player in players {
            player.join().unwrap();
        }
        moves += acknowledged.lock().unwrap().values().map(Vec::len).sum::<usize>();
        check(&file, &acknowledged);
    }
    assert!(moves > 0, "somebody played");
    println!("{rounds} kills, {moves} acknowledged moves, none lost");
}
