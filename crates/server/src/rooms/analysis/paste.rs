//! What a reader pastes: a record, an address, a position, moves. What it is shows by itself.

use damier_core::{Fault, Rng};
use damier_table::{AnyGame, Session, Spec};

use super::begin::address;
use crate::app::App;
use crate::rooms::share::{read_record, replay_record};
use crate::web::line_address::{LineAddress, OpenLine, check_length};

/// The largest text, in bytes.
const LONGEST: usize = 256 << 10;

/// Returns the address of the analysis of what was pasted, while the game of this spec was on the board.
///
/// # Errors
/// Says what the text might have been, and what is wrong with it.
pub fn read(app: &App, text: &str, spec: &str) -> Result<String, Fault> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(Fault::new(
            "Il n'y a rien à lire : collez d'abord.",
            "There is nothing to read: paste first.",
        ));
    }
    if text.len() > LONGEST {
        return Err(Fault::new("C'est trop long.", "This is too long."));
    }
    if is_record(text) {
        let OpenLine { game, session } = replay_record(app, &mut read_record(text)?)?;
        return Ok(of_session(&*game, &*session));
    }
    if let Some(found) = link(app, text) {
        return found;
    }
    check_length(text.len(), text.split_ascii_whitespace().count())?;
    if let Ok(game) = text.parse::<Spec>().and_then(|spec| app.games.open(&spec)) {
        return Ok(address(&game.spec().to_string(), "", "", None));
    }
    let own = spec.parse::<Spec>().and_then(|spec| app.games.open(&spec)).ok();
    if let Some(game) = &own {
        if let Ok(session) = game.resume(text) {
            return Ok(of_session(&**game, &*session));
        }
        match moves(&**game, text) {
            Some(Ok(session)) => return Ok(of_session(&**game, &*session)),
            Some(Err(fault)) => return Err(fault),
            None => {}
        }
    }
    if let Some(found) = elsewhere(app, text) {
        return Ok(found);
    }
    // It is nothing that anybody knows: most likely a position of the game on the board with a slip in it.
    let wrong = own.and_then(|game| game.resume(text).err());
    let reason = |lang| wrong.as_ref().map_or_else(String::new, |fault| format!(" ({})", fault.say(lang)));
    Err(Fault::new(
        format!(
            "Ce n'est ni une partie, ni une adresse de Damier, ni une position, ni une suite de coups.{}",
            reason(damier_core::Lang::Fr)
        ),
        format!(
            "This is no record, no address of Damier, no position and no list of moves.{}",
            reason(damier_core::Lang::En)
        ),
    ))
}

fn of_session(game: &dyn AnyGame, session: &dyn Session) -> String {
    let usual = game.open(&mut Rng::new(0)).start();
    let start = Some(session.start()).filter(|start| *start != usual).unwrap_or_default();
    address(&game.spec().to_string(), &start, &session.moves().join(" "), None)
}

/// Says whether a text is a record, in JSON or with headers.
fn is_record(text: &str) -> bool {
    text.starts_with('{') || text.lines().any(|line| line.trim_start().starts_with("game:"))
}

/// Reads an address of this app or of another one like it; `None` if the text is no address.
fn link(app: &App, text: &str) -> Option<Result<String, Fault>> {
    let path = match text.split_once("://") {
        Some((_, rest)) => &rest[rest.find('/').unwrap_or(rest.len())..],
        None => text,
    };
    let is_path = path.starts_with('/') && !path.contains(char::is_whitespace);
    if let Some(rest) = path.strip_prefix("/play/").filter(|_| is_path) {
        let id = rest.split(['/', '?', '#']).next().unwrap_or_default();
        return Some(Ok(format!("/play/{id}/analysis")));
    }
    let query = if path.starts_with("game=") { path } else { path.split_once('?')?.1 };
    let query = query.split('#').next().unwrap_or_default();
    let line: LineAddress = serde_urlencoded::from_str(query).ok()?;
    Some(line.open(app).map(|OpenLine { game, session }| of_session(&*game, &*session)))
}

/// Plays a text as moves of a game, with or without numbers; `None` if it does not begin with a move.
fn moves(game: &dyn AnyGame, text: &str) -> Option<Result<Box<dyn Session>, Fault>> {
    let words = text.split_ascii_whitespace().map(|word| {
        // "12.c4" and "12..." number a move.
        let bare = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        if bare.len() < word.len() && bare.starts_with('.') { bare.trim_start_matches('.') } else { word }
    });
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut session = game.open(&mut Rng::new(0));
    session.play(words.first()?).ok()?;
    Some(game.open_line(None, words.iter().copied(), &mut Rng::new(0)))
}

/// Finds a game and variant of which the text is a position, among those that the catalogue knows.
fn elsewhere(app: &App, text: &str) -> Option<String> {
    damier_games::ALL.iter().find_map(|entry| {
        [""].into_iter().chain(entry.samples.iter().copied()).find_map(|variant| {
            let spec = Spec::with_variant(entry.id, variant).ok()?;
            let game = app.games.open(&spec).ok()?;
            let session = game.resume(text).ok()?;
            Some(of_session(&*game, &*session))
        })
    })
}

#[cfg(test)]
mod tests {
    use damier_core::Lang;
    use damier_store::Sqlite;

    use super::*;

    #[tokio::test]
    async fn what_is_pasted_is_recognized() {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let read = |text: &str| read(&app, text, "hex:size=3");
        for (text, found) in [
            ("game: hex\nvariant: size=3\n\n1.b2 2.a1\n", "/analysis?game=hex:size%3D3&moves=b2+a1"),
            (
                "{\"game\":\"hex\",\"variant\":\"size=3\",\"start\":\"\",\"moves\":[\"b2\"]}",
                "/analysis?game=hex:size%3D3&moves=b2",
            ),
            ("https://jeux.example/analysis?game=nim&ply=0#x", "/analysis?game=nim"),
            ("/share?game=hex:size%3D5&moves=c3", "/analysis?game=hex:size%3D5&moves=c3"),
            ("game=hex:size=5&moves=c3+b4", "/analysis?game=hex:size%3D5&moves=c3+b4"),
            ("http://127.0.0.1:8080/play/abc123?ply=4", "/play/abc123/analysis"),
            ("hex:size=5", "/analysis?game=hex:size%3D5"),
            ("\u{feff} .w./.../..b w ", "/analysis?game=hex:size%3D3&position=.w./.../..b+w"),
            ("b2 a1 c3", "/analysis?game=hex:size%3D3&moves=b2+a1+c3"),
            ("1. b2 2. a1", "/analysis?game=hex:size%3D3&moves=b2+a1"),
            ("1.b2 a1 2.c3", "/analysis?game=hex:size%3D3&moves=b2+a1+c3"),
        ] {
            assert_eq!(read(text), Ok(found.to_string()), "{text}");
        }
        // A position of another game says by itself which one it is.
        let reversi = damier_games::open(&"reversi".parse().unwrap()).unwrap();
        let mut session = reversi.open(&mut Rng::new(0));
        session.play("d3").unwrap();
        let found = read(&session.position()).unwrap();
        assert!(found.starts_with("/analysis?game=reversi&position="), "{found}");
    }

    #[tokio::test]
    async fn what_is_wrong_is_said() {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let say = |text: &str| read(&app, text, "hex:size=3").unwrap_err().say(Lang::En).to_string();
        assert!(say("  ").contains("nothing to read"));
        assert!(say("b2 b2").contains("move 2"), "{}", say("b2 b2"));
        assert!(say("game: hex\nvariant: size=3\n\n1.b2 2.b2\n").contains("move 2"));
        assert!(say("/analysis?game=nothing").contains("nothing"));
        assert!(say(".w./.../..x w").contains("no position"), "{}", say(".w./.../..x w"));
        assert!(say("Dear all, see you at eight").contains("no record"));
        assert!(say(&"x".repeat(300_000)).contains("too long"));
    }
}
