//! Hints in a game: first where to look, then the move that the strongest level would play.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use damier_core::{Fault, Lang, Rng};
use damier_scene::{Scene, View};
use damier_search::Limits;
use damier_store::Store;
use damier_table::{AnyGame, Effort, EngineKind, RatedText, Session, words};
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::play::actions::ActionRequest;
use crate::play::stored::StoredLine;
use crate::play::view::cells;
use crate::web::error::{HttpError, OrInternal};
use crate::web::extract::Form;

/// The level that is asked.
const LEVEL: usize = 8;
/// How long it may think.
const TIME: Duration = Duration::from_secs(3);
/// The most cells of an area to look at.
const AREA: usize = 9;
/// How many positions are remembered, so that the second step agrees with the first.
const MOST: usize = 256;

/// The moves found for hints, by the game's id and moves.
#[derive(Clone)]
pub struct Hints(Arc<Cache<String, Advised>>);

impl Default for Hints {
    fn default() -> Hints {
        Hints(Arc::new(Cache::new(MOST)))
    }
}

/// The move of a hint, and its value in words if it is proved.
#[derive(Clone, Debug)]
struct Advised {
    text: String,
    value: Option<Proved>,
}

#[derive(Clone, Copy, Debug)]
struct Proved {
    value: damier_search::Value,
    /// Whether the distance is exact.
    counted: bool,
}

/// Which step of the hint is asked for.
#[derive(Debug, Deserialize)]
pub struct HintForm {
    /// How many moves were played in the position that the reader sees.
    ply: usize,
    /// 1 for where to look, 2 for the move.
    step: u8,
}

/// A hint, as the page shows it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameHint {
    /// What to look at, or what to play, in a sentence.
    words: String,
    /// The cells to mark: those to look at or, in the second step, those of the move in their order.
    cells: Vec<String>,
    /// The move, in the second step.
    text: Option<String>,
}

/// Gives a hint to the player whose turn it is, and takes note that the move was helped.
pub async fn hint(
    State(app): State<App>,
    request: ActionRequest,
    Form(HintForm { ply, step }): Form<HintForm>,
) -> Result<Json<GameHint>, HttpError> {
    let stored = request.find().await?;
    if stored.saved.moves.len() != ply
        || stored.session.outcome().is_some()
        || !stored.holds(stored.session.to_move())
    {
        return Err(refused("Ce n'est pas à vous de jouer.", "It is not your turn."));
    }
    if !stored.may_be_helped() {
        return Err(refused("Pas d'indice contre une personne.", "There are no hints against a person."));
    }
    let (id, line) = (stored.saved.game.id.clone(), stored.line());
    let advised = advise(&app, &id, line).await?;
    app.store.note_hint(&id, ply as u32).await?;
    let lang = request.lang();
    let hint = app.rules(move |_| {
        Ok(match step {
            1 => where_to_look(&*stored.session, &advised.text, lang),
            _ => the_move(&*stored.session, &advised, lang),
        })
    });
    hint.await.map(Json)
}

fn refused(fr: &'static str, en: &'static str) -> HttpError {
    HttpError::bad_request(Fault::new(fr, en))
}

/// Has the strongest level choose a move, unless it has done so in this position.
async fn advise(app: &App, id: &str, line: StoredLine) -> Result<Advised, HttpError> {
    let key = format!("{id} {}", line.key());
    let work = move || line.replay().map(|session| think(&*line.game, &*session));
    let found = async { app.engines.run(work).await?.or_internal() };
    app.hints.0.get_or_insert_async(&key, found).await
}

fn think(game: &dyn AnyGame, session: &dyn Session) -> Advised {
    let proved =
        |rated: &RatedText, counted| rated.value.exact().map(|_| Proved { value: rated.value, counted });
    if let Some(best) = session.values().and_then(|values| values.into_iter().next()) {
        return Advised { value: proved(&best, true), text: best.text };
    }
    let begun = Instant::now();
    let stop = || begun.elapsed() >= TIME;
    let limits = Limits { stop: &stop, ..Limits::nodes(u64::MAX) };
    let mut player = game.player(EngineKind::Best);
    let choice =
        Effort::level(game, LEVEL).choose(&mut *player, session, &limits, &mut Rng::new(0), &mut |_| {});
    let best = choice.rated();
    Advised { value: proved(best, false), text: best.text.clone() }
}

/// Makes the first step: the piece that moves, or the part of the board in which the move lies.
fn where_to_look(session: &dyn Session, text: &str, lang: Lang) -> GameHint {
    let path = cells(session, text);
    let (cells, words) = match path.as_slice() {
        [] => (
            Vec::new(),
            match lang {
                Lang::Fr => "Le coup ne se joue pas sur une case.".to_string(),
                Lang::En => "The move is not made on a cell.".to_string(),
            },
        ),
        [cell] => {
            let area = area(&session.scene(&View::new(lang)), cell);
            (
                area,
                match lang {
                    Lang::Fr => "Cherchez parmi les cases entourées.".to_string(),
                    Lang::En => "Look among the cells that are ringed.".to_string(),
                },
            )
        }
        [first, ..] => {
            let words = match lang {
                Lang::Fr => format!("Regardez {first} : le coup commence là."),
                Lang::En => format!("Look at {first}: the move begins there."),
            };
            (vec![first.clone()], words)
        }
    };
    GameHint { words, cells, text: None }
}

/// Returns the cells of an area that holds a cell, not always in its middle, in the order of the board.
fn area(scene: &Scene, cell: &str) -> Vec<String> {
    let Some(target) = scene.cells.iter().find(|one| one.name == cell) else { return vec![cell.to_string()] };
    let nearest = |at: &damier_scene::Cell| {
        let mut near: Vec<(f64, usize)> = scene
            .cells
            .iter()
            .enumerate()
            .map(|(place, one)| {
                let (dx, dy) = (one.centre.x - at.centre.x, one.centre.y - at.centre.y);
                (dx * dx + dy * dy, place)
            })
            .collect();
        near.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        near
    };
    // The middle of the area is a neighbour that the cell's name picks, so that the middle gives nothing away.
    let around = nearest(target);
    let pick = cell.bytes().map(usize::from).sum::<usize>() % around.len().min(5);
    let middle = &scene.cells[around[pick].1];
    let size = (scene.cells.len() / 4).clamp(2, AREA);
    let mut places: Vec<usize> = nearest(middle).into_iter().take(size).map(|(_, place)| place).collect();
    let own = around[0].1;
    if !places.contains(&own) {
        places.pop();
        places.push(own);
    }
    places.sort_unstable();
    places.into_iter().map(|place| scene.cells[place].name.clone()).collect()
}

/// Makes the second step: the move, with its value if that is proved.
fn the_move(session: &dyn Session, advised: &Advised, lang: Lang) -> GameHint {
    let said = session.say(&advised.text);
    let value = advised.value.map(|proved| match proved.counted {
        true => words::value(proved.value, lang),
        false => words::result(proved.value, lang),
    });
    let words = match (lang, value) {
        (Lang::Fr, Some(value)) => format!("Jouez {said} : {value}."),
        (Lang::En, Some(value)) => format!("Play {said}: {value}."),
        (Lang::Fr, None) => format!("Le niveau {LEVEL} jouerait {said}."),
        (Lang::En, None) => format!("Level {LEVEL} would play {said}."),
    };
    GameHint { words, cells: cells(session, &advised.text), text: Some(advised.text.clone()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_holds_the_cell_and_others() {
        for spec in ["hex:size=5", "dualite", "reversi", "gomoku"] {
            let game = damier_games::open(&spec.parse().unwrap()).unwrap();
            let scene = game.open(&mut Rng::new(0)).scene(&View::new(Lang::En));
            for cell in &scene.cells {
                let area = area(&scene, &cell.name);
                assert!(area.contains(&cell.name), "{spec} {}: {area:?}", cell.name);
                assert!((4..=AREA).contains(&area.len()), "{spec}: {area:?}");
            }
        }
    }

    #[test]
    fn a_hint_says_more_and_more() {
        // Mini-Halma is solved: the move is known, and how far the end is. docs/rules.md: the least is 46.
        let game = damier_games::open(&"halma".parse().unwrap()).unwrap();
        let session = game.open(&mut Rng::new(0));
        let advised = think(&*game, &*session);
        let first = where_to_look(&*session, &advised.text, Lang::Fr);
        // A quarter of its 17 cells.
        assert_eq!((first.cells.len(), first.text), (4, None));
        let second = the_move(&*session, &advised, Lang::Fr);
        assert_eq!(second.text.as_deref(), Some(&*advised.text));
        assert!(second.words.ends_with(": gagne en 46."), "{}", second.words);
    }
}
