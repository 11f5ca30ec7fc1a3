//! Feeds parsers and sessions with anything: nothing may panic, and nothing wrong may be taken for right.

use damier_core::{Fault, Lang, Rng};
use damier_scene::View;
use damier_table::{AnyGame, Entry, Record, Session, Spec, parts};

/// Reads a specification, positions, drafts, moves, records and pages out of `bytes`, and plays legal, broken and invented
/// moves in a session. The same bytes do the same.
///
/// # Panics
/// If a game panics, changes on a refused move, or explains a refusal in more than one line.
pub fn feed(catalogue: &[&Entry], bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut words = text.split('\u{1f}');
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec), "a spec reads back");
    }
    check_fault(Record::from_json(&text).err());
    check_fault(Record::from_text(&text).err());
    check_fault(parts(&text).err());
    let pick = bytes.iter().fold(0usize, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte as usize));
    let entry = catalogue[pick % catalogue.len()];
    check_fault(Spec::with_variant(entry.id, &text).and_then(|spec| entry.open(&spec)).err());
    let variant = match entry.samples.len() {
        0 => "",
        count => entry.samples[pick / catalogue.len() % count],
    };
    let game = entry.variant(variant).expect("the samples are right");
    for word in words.by_ref().take(4) {
        match game.resume(word) {
            Ok(session) => {
                assert_eq!(game.resume(&session.position()).map(|back| back.key()), Ok(session.key()));
            }
            Err(fault) => check_fault(Some(fault)),
        }
        set_up(game.as_ref(), word, &text);
    }
    let mut rng = Rng::new(pick as u64);
    let mut session = game.open(&mut rng);
    for &byte in bytes.iter().take(200) {
        wander(session.as_mut(), byte, &text, &mut rng);
    }
    break_text(&session.position(), &mut rng, |broken| {
        check_fault(game.resume(broken).err());
        set_up(game.as_ref(), broken, &text);
    });
}

/// Sets up what a text says, and puts something on a cell of any name.
fn set_up(game: &dyn AnyGame, text: &str, cell: &str) {
    let mut setup = match game.set_up(text) {
        Ok(setup) => setup,
        Err(fault) => return check_fault(Some(fault)),
    };
    let written = setup.text();
    assert_eq!(game.set_up(&written).map(|again| again.text()), Ok(written), "a draft reads back");
    check_fault(setup.fault());
    assert!(!setup.scene(&View::new(Lang::Fr)).shapes.is_empty(), "a draft is drawn");
    check_fault(setup.toggle(cell, cell.chars().next().unwrap_or('w')).err());
    setup.clear();
}

/// Plays, undoes, completes or draws, as `byte` says.
fn wander(session: &mut dyn Session, byte: u8, text: &str, rng: &mut Rng) {
    let legal = session.legal();
    let choice = legal.get(byte as usize % legal.len().max(1)).cloned().unwrap_or_default();
    match byte % 8 {
        0..4 if !choice.is_empty() => session.play(&choice).expect("a legal move is taken"),
        4 => {
            session.undo();
        }
        5 => break_text(&choice, rng, |broken| refuse(session, &legal, broken)),
        6 => refuse(session, &legal, text),
        _ => {
            let _ = session.complete(&choice[..choice.len().min(2)]);
            let _ = session.complete(text);
        }
    }
}

/// A move that is not legal must be refused, and change nothing.
fn refuse(session: &mut dyn Session, legal: &[String], text: &str) {
    if legal.iter().any(|mv| mv == text) {
        return;
    }
    let before = session.position();
    check_fault(Some(session.play(text).expect_err("only legal moves are taken")));
    assert_eq!(session.position(), before, "a refused move changes nothing");
}

fn break_text(text: &str, rng: &mut Rng, mut then: impl FnMut(&str)) {
    let mut characters: Vec<char> = text.chars().collect();
    let at = rng.below(characters.len() as u32 + 1) as usize;
    match rng.below(4) {
        0 if at < characters.len() => {
            characters.remove(at);
        }
        1 => characters.insert(at, ['9', 'z', '/', ' ', 'é', '-', 'a', '0'][rng.below(8) as usize]),
        2 => characters.truncate(at),
        _ => characters.extend_from_within(..at),
    }
    then(&characters.into_iter().collect::<String>());
}

fn check_fault(fault: Option<Fault>) {
    if let Some(fault) = fault {
        for lang in Lang::ALL {
            let message = fault.say(lang);
            assert!(
                !message.is_empty() && !message.contains(char::is_control),
                "{message:?} is not one line"
            );
        }
    }
}
