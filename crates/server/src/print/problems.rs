//! Booklets of problems: several diagrams a page, the solutions at the end.

use axum::extract::State;
use axum::response::Response;
use damier_core::{Fault, Lang, Text};
use damier_scene::View;
use damier_scene::pdf::{Block, Booklet, Figure};
use damier_table::{Entry, Problem as Task, no_problems};
use serde::Deserialize;

use super::{document, fitted, game_of};
use crate::app::App;
use crate::asked::{Path, Query, within};
use crate::error::Problem;
use crate::reader::Reader;
use crate::share::drawn;

/// Diagrams side by side, and one under the other.
const ACROSS: usize = 2;
const DOWN: usize = 3;

/// Which problems are wanted.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    /// How hard, 1 to 5; all by default.
    #[serde(default)]
    grade: String,
}

/// Answers with the booklet.
pub async fn booklet(
    Path(file): Path<String>,
    State(app): State<App>,
    reader: Reader,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let entry = game_of(&file, &reader)?;
    let bad = |fault: Fault| Problem::bad(&reader, &fault);
    let grade = match wanted.grade.as_str() {
        "" => None,
        text => Some(within("grade", text, 1, 5).map_err(bad)? as u8),
    };
    let tasks = tasks(entry, grade).map_err(|fault| Problem::nowhere(&reader, &fault))?;
    if tasks.is_empty() {
        let fault = Fault::new("Pas de problème de ce degré.", "No problem of this grade.");
        return Err(Problem::nowhere(&reader, &fault));
    }
    let lang = reader.lang;
    // The solutions are proved anew, which is work for the engines.
    let bytes = drawn(&app, &reader, move || {
        make(entry, &tasks, grade, lang)
            .map_err(|fault| fault.to_string())?
            .write()
            .map_err(|error| error.to_string())
    });
    let name = grade.map_or_else(|| entry.id.to_string(), |grade| format!("{}-{grade}", entry.id));
    Ok(document(&name, bytes.await?))
}

/// Returns the problems of a game, of one grade or all, with their numbers among all.
pub fn tasks(entry: &Entry, grade: Option<u8>) -> Result<Vec<(usize, Task)>, Fault> {
    let game = entry.variant("")?;
    let desk = game.problems().ok_or_else(|| no_problems(entry))?;
    let all = (1..).zip(desk.shipped());
    Ok(all.filter(|(_, task)| grade.is_none_or(|grade| task.grade == grade)).collect())
}

fn make(entry: &Entry, tasks: &[(usize, Task)], grade: Option<u8>, lang: Lang) -> Result<Booklet, Fault> {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let (mut figures, mut solutions) = (Vec::new(), Vec::new());
    let mut claim = None;
    for (number, task) in tasks {
        let game = entry.variant(&task.variant)?;
        let desk = game.problems().ok_or_else(|| no_problems(entry))?;
        let session = game.resume(&task.position)?;
        let seat = session.seats()[session.to_move().index()].name.get(lang);
        let moves = task.own_moves();
        let under = match lang {
            Lang::Fr => {
                format!("{seat} joue et gagne en {moves} {}.", if moves == 1 { "coup" } else { "coups" })
            }
            Lang::En => {
                format!("{seat} to play and win in {moves} {}.", if moves == 1 { "move" } else { "moves" })
            }
        };
        let variant = if task.variant.is_empty() { String::new() } else { format!(" · {}", task.variant) };
        let above = format!("{number} · {} {}{variant}", say("degré", "grade"), task.grade);
        figures.push(Figure { scene: fitted(&*session, &View::new(lang), 1.1), above, under });
        solutions.push((format!("{number}."), desk.line(task)?.join(" ")));
        claim = Some(desk.claim().text().get(lang));
    }
    let name = entry.name.get(lang);
    let mut title = match lang {
        Lang::Fr => format!("{name} – problèmes"),
        Lang::En => format!("{name} – problems"),
    };
    if let Some(grade) = grade {
        title += &format!(", {} {grade}", say("degré", "grade"));
    }
    let claim = match (lang, claim.unwrap_or_default()) {
        (Lang::Fr, claim) => format!("La solution est {claim}."),
        (Lang::En, claim) => format!("The solution is {claim}."),
    };
    let blocks = vec![
        Block::Title(title.clone()),
        Block::Text(claim),
        Block::Figures { across: ACROSS, down: DOWN, figures },
        Block::NewPage,
        Block::Title(say("Solutions", "Solutions").to_string()),
        Block::List(solutions),
    ];
    Ok(Booklet { title: title.clone(), lang, blocks, stamp: None, footer: format!("Damier – {title}") })
}
