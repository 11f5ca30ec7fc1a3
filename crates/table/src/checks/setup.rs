//! What setting up promises, checked at a position.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use damier_core::{Draft, Game, Lang, Rng, Stamp};
use damier_scene::{Scene, View};

use super::contract::ensure;
use crate::setup::TypedSetup;
use crate::{Kit, Setup};

/// How often something is put on a cell or taken off at random.
const CLICKS: u32 = 30;

/// Checks the stamps of a game that has any, that this position can be taken apart and put together again, and that whatever is put
/// anywhere can be read, judged and drawn.
pub(crate) fn check<G: Game>(kit: &Arc<Kit<G>>, position: &G::Position, rng: &mut Rng) -> Result<(), String> {
    let game = &kit.game;
    if game.stamps().is_empty() {
        return Ok(());
    }
    let text = game.position_text(position);
    let draft = game.read_draft(&text).map_err(|fault| format!("no draft: {fault}"))?;
    let written = game.draft_text(&draft);
    ensure(written == text, || format!("the draft is written {written}"))?;
    let mut settled = draft.clone();
    game.settle(&mut settled);
    ensure(settled == draft, || format!("a position is settled as {settled:?}"))?;
    let setup = TypedSetup::new(Arc::clone(kit), draft.clone());
    check_stamps(&setup)?;
    check_words(&setup.scene(&View::new(Lang::En)), &draft)?;
    take_apart(game, position, &draft, rng)?;
    click(game, setup, rng)
}

/// Every stamp has a picture and names of its own, and there is at most one mark, behind the pieces.
fn check_stamps<G: Game>(setup: &TypedSetup<G>) -> Result<(), String> {
    let stamps = setup.stamps();
    ensure(stamps.iter().any(|stamp| !stamp.mark), || "nothing can be put on a cell".to_string())?;
    ensure(stamps.iter().rev().skip(1).all(|stamp| !stamp.mark), || {
        "a mark stands before another stamp".to_string()
    })?;
    for (place, stamp) in stamps.iter().enumerate() {
        let picture = setup.icon(stamp.code, &View::new(Lang::En)).shapes;
        ensure(!picture.is_empty(), || format!("{} has no picture", stamp.code))?;
        let alike = |other: &&Stamp| {
            let names = [(stamp.name.fr, other.name.fr), (stamp.name.en, other.name.en)];
            other.code == stamp.code
                || names.into_iter().any(|(own, theirs)| own == theirs)
                || setup.icon(other.code, &View::new(Lang::En)).shapes == picture
        };
        let twin = stamps[place + 1..].iter().find(alike);
        ensure(twin.is_none(), || format!("{} and {:?} are alike", stamp.code, twin))?;
    }
    Ok(())
}

/// Every piece stands on a cell of the picture, and cells that are said to hold the same hold the same.
fn check_words(scene: &Scene, draft: &Draft) -> Result<(), String> {
    let names: BTreeSet<&String> = scene.cells.iter().map(|cell| &cell.name).collect();
    let stray = draft.pieces.keys().chain(&draft.marks).find(|name| !names.contains(name));
    ensure(stray.is_none(), || format!("{stray:?} is not a cell of the picture"))?;
    let mut codes = BTreeMap::new();
    for cell in &scene.cells {
        let code = draft.pieces.get(&cell.name);
        let known = *codes.entry(&cell.holds).or_insert(code);
        ensure(known == code, || format!("{} holds {code:?}, but says {:?}", cell.name, cell.holds))?;
    }
    Ok(())
}

/// Takes every piece off, and puts all back in another order. What the pieces do not tell is restored: counts of pieces that
/// are off the board, links that others barred.
fn take_apart<G: Game>(game: &G, position: &G::Position, draft: &Draft, rng: &mut Rng) -> Result<(), String> {
    let mut pieces: Vec<(&String, &char)> = draft.pieces.iter().collect();
    rng.shuffle(&mut pieces);
    let mut again = draft.clone();
    let refused = |fault| format!("a cell of the draft is refused: {fault}");
    for (cell, _) in &pieces {
        game.place(&mut again, cell, None).map_err(refused)?;
    }
    ensure(again.pieces.is_empty() && again.marks.is_empty(), || format!("not all is taken off: {again:?}"))?;
    rng.shuffle(&mut pieces);
    for (cell, code) in pieces {
        game.place(&mut again, cell, Some(*code)).map_err(refused)?;
    }
    let mark = game.stamps().iter().find(|stamp| stamp.mark);
    for (cell, mark) in draft.marks.iter().zip(mark.into_iter().cycle()) {
        game.place(&mut again, cell, Some(mark.code)).map_err(refused)?;
    }
    again.seat = draft.seat;
    game.settle(&mut again);
    again.rest.clone_from(&draft.rest);
    ensure(again == *draft, || format!("put together again it is {again:?}"))?;
    let back = game.parse_position(&game.draft_text(&again)).map_err(refused)?;
    ensure(back == *position, || "put together again it is another position".to_string())
}

/// Clicks here and there with one stamp or another.
fn click<G: Game>(game: &G, mut setup: TypedSetup<G>, rng: &mut Rng) -> Result<(), String> {
    let view = View::new(Lang::En);
    let names = |scene: &Scene| scene.cells.iter().map(|cell| cell.name.clone()).collect::<Vec<_>>();
    let cells = names(&setup.scene(&view));
    for click in 0..CLICKS {
        let cell = &cells[rng.below(cells.len() as u32) as usize];
        let stamp = setup.stamps().get(rng.below(setup.stamps().len() as u32 + 1) as usize);
        let was = setup.text();
        let done = match stamp {
            Some(stamp) => setup.toggle(cell, stamp.code),
            None => setup.erase(cell),
        };
        let clicked = || format!("{stamp:?} on {cell} of {was}");
        match (done, stamp) {
            (Ok(()), _) => {}
            // A mark needs a piece.
            (Err(_), Some(stamp)) if stamp.mark && !setup.draft().pieces.contains_key(cell) => {
                ensure(setup.text() == was, || format!("what is refused changes something: {}", clicked()))?;
            }
            (Err(fault), _) => return Err(format!("{}: {fault}", clicked())),
        }
        if click % 8 == 0 {
            let turns = setup.turns();
            setup.set_turn(turns[rng.below(turns.len() as u32) as usize]);
        }
        if click == CLICKS / 2 {
            setup.clear();
            ensure(setup.draft().pieces.is_empty(), || format!("not empty: {}", setup.text()))?;
        }
        judge(game, &setup, &cells).map_err(|why| format!("{why}, after {}", clicked()))?;
    }
    Ok(())
}

/// Reads a draft back from its text, and looks at its picture and at what is said to be wrong.
fn judge<G: Game>(game: &G, setup: &TypedSetup<G>, cells: &[String]) -> Result<(), String> {
    let text = setup.text();
    let back = game.read_draft(&text).map_err(|fault| format!("{text} is refused: {fault}"))?;
    ensure(back == *setup.draft(), || format!("{text} reads back as {back:?}"))?;
    for lang in Lang::ALL {
        let scene = setup.scene(&View::new(lang));
        ensure(scene.cells.iter().map(|cell| &cell.name).eq(cells), || format!("{text} has other cells"))?;
        let Some(fault) = setup.fault() else { continue };
        ensure(scene.captions.first().is_some_and(|caption| caption == fault.say(lang)), || {
            format!("{text} does not say what is wrong")
        })?;
        for (name, code) in &setup.draft().pieces {
            let stamp = setup.stamps().iter().find(|stamp| stamp.code == *code);
            let words = stamp.map_or("", |stamp| stamp.name.get(lang));
            let said = scene.cells.iter().find(|cell| cell.name == *name).map(|cell| cell.holds.as_str());
            ensure(said.is_some_and(|said| said.contains(words)), || format!("{name} says {said:?}"))?;
        }
        let bare = setup.scene(&View { pieces: false, ..View::new(lang) });
        let drawn = scene.shapes.len().saturating_sub(bare.shapes.len());
        ensure(drawn >= setup.draft().pieces.len(), || format!("{text} is drawn with {drawn} shapes"))?;
    }
    Ok(())
}
