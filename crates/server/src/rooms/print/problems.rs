//! Booklets of problems: several diagrams on a page, the solutions at the end.

use axum::extract::State;
use axum::response::Response;
use damier_core::{Fault, Lang, Text};
use damier_export::pdf::{Block, Booklet, Figure};
use damier_scene::View;
use damier_table::{Entry, Problem, no_problems, words};
use serde::Deserialize;

use super::{best_fit, document, game_of};
use crate::app::App;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Query, UrlPath, number_within};
use crate::web::reader::Reader;

/// The number of diagrams side by side.
const ACROSS: usize = 2;
/// The number of diagrams one under the other.
const DOWN: usize = 3;

/// Which problems are wanted.
#[derive(Debug, Deserialize)]
pub struct BookletQuery {
    /// The grade, 1 to 5; all by default.
    #[serde(default)]
    grade: String,
}

/// Answers with the booklet.
pub async fn booklet(
    UrlPath(file): UrlPath<String>,
    State(app): State<App>,
    reader: Reader,
    Query(query): Query<BookletQuery>,
) -> Result<Response, HttpError> {
    let entry = game_of(&file)?;
    let grade = match query.grade.as_str() {
        "" => None,
        text => Some(number_within("grade", text, 1, 5).or_bad_request()? as u8),
    };
    // The solutions are proved again, which is work for the threads of engines.
    let draw = move || {
        let tasks = numbered_problems(entry, grade).or_not_found()?;
        if tasks.is_empty() {
            let fault = Fault::new("Pas de problème de ce degré.", "No problem of this grade.");
            return Err(HttpError::not_found(fault));
        }
        make(entry, &tasks, grade, reader.lang).or_internal()?.write().or_internal()
    };
    let bytes = app.engines.run(draw).await??;
    let name = grade.map_or_else(|| entry.id.to_string(), |grade| format!("{}-{grade}", entry.id));
    Ok(document(&name, bytes))
}

/// Returns the problems of a game, of one grade or all, with their numbers.
pub fn numbered_problems(entry: &Entry, grade: Option<u8>) -> Result<Vec<(usize, Problem)>, Fault> {
    let game = entry.variant("")?;
    let prover = game.problems().ok_or_else(|| no_problems(entry))?;
    let all = (1..).zip(prover.shipped());
    Ok(all.filter(|(_, task)| grade.is_none_or(|grade| task.grade == grade)).collect())
}

fn make(entry: &Entry, tasks: &[(usize, Problem)], grade: Option<u8>, lang: Lang) -> Result<Booklet, Fault> {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let (mut figures, mut solutions) = (Vec::new(), Vec::new());
    let mut claim = None;
    for (number, task) in tasks {
        let game = entry.variant(&task.variant)?;
        let prover = game.problems().ok_or_else(|| no_problems(entry))?;
        let session = game.resume(&task.position)?;
        let under = words::task(task, &*session, lang);
        let variant = words::variant(entry, game.spec(), lang);
        let variant = if variant.is_empty() { variant } else { format!(" · {variant}") };
        let above = format!("{number} · {} {}{variant}", say("degré", "grade"), task.grade);
        figures.push(Figure { scene: best_fit(&*session, &View::new(lang), 1.1), above, under });
        solutions.push((format!("{number}."), prover.line(task)?.join(" ")));
        claim = Some(prover.claim());
    }
    let name = entry.name.get(lang);
    let mut title = match lang {
        Lang::Fr => format!("{name} – problèmes"),
        Lang::En => format!("{name} – problems"),
    };
    if let Some(grade) = grade {
        title += &format!(", {} {grade}", say("degré", "grade"));
    }
    let claim = claim.map_or_else(String::new, |claim| words::claim(claim, lang));
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
