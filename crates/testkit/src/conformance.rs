//! What every game promises, checked along random sessions.

use std::collections::BTreeSet;

use damier_core::{Lang, Rng};
use damier_scene::View;
use damier_table::{AnyGame, Entry, Record, Session};

use crate::checks;

/// Checks a game in every sample variant: the contract of its rules in `games` random games each, then sessions.
///
/// # Errors
/// Says which promise is broken, by which variant, in which position.
pub fn check(entry: &Entry, games: u32) -> Result<(), String> {
    let mut rng = Rng::new(2026);
    for variant in std::iter::once("").chain(entry.samples.iter().copied()) {
        let game = entry.variant(variant).map_err(|fault| format!("{}:{variant}: {fault}", entry.id))?;
        for _ in 0..games {
            checks(&*game).contract(&mut rng, 400).map_err(|failure| failure.to_string())?;
        }
        let start = game.open(&mut rng).position();
        ensure(game.set_up(&start).is_ok_and(|setup| !setup.stamps().is_empty()), || {
            format!("{}: its positions cannot be set up", game.spec())
        })?;
        check_session(game.as_ref(), &mut rng).map_err(|why| format!("{}: {why}", game.spec()))?;
    }
    Ok(())
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

fn check_session(game: &dyn AnyGame, rng: &mut Rng) -> Result<(), String> {
    let mut session = game.open(rng);
    let bare = View { pieces: false, ..View::new(Lang::Fr) };
    let pencil = session.scene(&bare).captions;
    for ply in 0..60 {
        let legal = session.legal();
        ensure(legal.len() as u64 == session.count(), || format!("count differs at ply {ply}"))?;
        check_scene(session.as_ref(), &legal)?;
        let captions = session.scene(&bare).captions;
        ensure(captions == pencil, || format!("an empty board speaks of the position: {captions:?}"))?;
        if legal.is_empty() {
            break;
        }
        let mv = &legal[rng.below(legal.len() as u32) as usize];
        check_completion(session.as_ref(), &legal, mv)?;
        let before = (session.position(), session.key(), session.moves().len());
        session.play(mv).map_err(|fault| format!("{mv} is listed but refused: {fault}"))?;
        let after = session.position();
        ensure(session.undo().as_ref() == Some(mv), || format!("undo does not return {mv}"))?;
        let undone = (session.position(), session.key(), session.moves().len());
        ensure(undone == before, || format!("undo of {mv} gives {undone:?} instead of {before:?}"))?;
        session.play(mv).map_err(|fault| format!("{mv} is refused after undo: {fault}"))?;
        ensure(session.position() == after, || format!("{mv} played twice gives two positions"))?;
    }
    check_record(game, session.as_ref())
}

/// Every legal move can be reached step by step, and steps that stand for a cell name one that is drawn.
fn check_completion(session: &dyn Session, legal: &[String], mv: &str) -> Result<(), String> {
    let empty = session.complete("");
    ensure(empty.moves == legal.len() && !empty.complete, || "completion of nothing".to_string())?;
    let mut typed = String::new();
    for step in session.steps(mv) {
        let completion = session.complete(&typed);
        ensure(completion.next.contains(&step), || format!("{step:?} is not offered after {typed:?}"))?;
        typed.push_str(&step.text);
    }
    ensure(session.complete(mv).complete, || format!("{mv} does not complete itself"))?;
    let nothing = session.complete("no such move");
    ensure(nothing.moves == 0 && nothing.next.is_empty(), || "nonsense is completed".to_string())
}

fn check_scene(session: &dyn Session, legal: &[String]) -> Result<(), String> {
    for lang in Lang::ALL {
        for tall in [false, true] {
            let scene = session.scene(&View { tall, ..View::new(lang) });
            ensure(!scene.title.is_empty() && !scene.captions.is_empty(), || {
                "a picture without words".to_string()
            })?;
            let names: BTreeSet<&str> = scene.cells.iter().map(|cell| cell.name.as_str()).collect();
            ensure(names.len() == scene.cells.len(), || "two cells of the picture share a name".to_string())?;
            for mv in legal.iter().step_by(1 + legal.len() / 20) {
                for cell in session.steps(mv).into_iter().filter_map(|step| step.cell) {
                    ensure(names.contains(cell.as_str()), || {
                        format!("{mv} names {cell}, which is not drawn")
                    })?;
                }
            }
            let (low, high) = scene.bounds();
            let finite = [low.x, low.y, high.x, high.y].into_iter().all(f64::is_finite);
            ensure(finite && low.x < high.x && low.y < high.y, || format!("bounds {low:?} {high:?}"))?;
        }
        let bare = session.scene(&View { pieces: false, ..View::new(lang) });
        ensure(!bare.shapes.is_empty(), || "an empty board without lines".to_string())?;
        let marked = bare.cells.iter().any(|cell| !cell.marks.is_empty());
        ensure(!marked, || "an empty board with a last move".to_string())?;
    }
    Ok(())
}

fn check_record(game: &dyn AnyGame, session: &dyn Session) -> Result<(), String> {
    let record = session.record();
    let json = Record::from_json(&record.to_json()).map_err(|fault| fault.to_string())?;
    ensure(json == record, || "the record changes on its way through JSON".to_string())?;
    let text = Record::from_text(&record.to_text()).map_err(|fault| fault.to_string())?;
    ensure(text == record, || format!("the record changes on its way through text: {text:?} {record:?}"))?;
    let again = record.replay(game).map_err(|fault| fault.to_string())?;
    ensure(again.position() == session.position(), || "the record leads elsewhere".to_string())?;
    ensure(again.outcome() == session.outcome(), || "the record ends otherwise".to_string())
}
