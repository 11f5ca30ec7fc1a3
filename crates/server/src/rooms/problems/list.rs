//! The lists of problems: the games that have problems, and the problems of a game by grade.

use axum::extract::State;
use axum::response::Redirect;
use damier_core::{Fault, Lang, Rng, Text};
use maud::{Markup, html};
use serde::Deserialize;

use super::{HARDEST, ProblemSet, board, day, words};
use crate::app::{App, now};
use crate::rooms::cards::{Card, cards};
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Query, UrlPath};
use crate::web::layout;
use crate::web::reader::Reader;
use crate::web::site::query;

/// Which problems are wanted.
#[derive(Debug, Default, Deserialize)]
pub struct GradeQuery {
    /// Their grade; empty for all.
    #[serde(default)]
    grade: String,
    /// The number of a problem to avoid, if there is another.
    #[serde(default)]
    not: usize,
    /// Which page of the list is wanted, from 1.
    #[serde(default)]
    page: usize,
}

/// So many problems stand on a page.
const ON_A_PAGE: usize = 20;

impl GradeQuery {
    fn grade(&self) -> Result<Option<u8>, HttpError> {
        let text = self.grade.as_str();
        if text.is_empty() {
            return Ok(None);
        }
        let grade = text.parse().ok().filter(|grade| (1..=HARDEST).contains(grade));
        grade.map(Some).ok_or_else(|| {
            HttpError::bad_request(Fault::new(
                format!("« {text} » : les difficultés vont de 1 à {HARDEST}."),
                format!("\"{text}\": the difficulties go from 1 to {HARDEST}."),
            ))
        })
    }

    /// Redirects to a random one of these problems.
    fn redirect(&self, sets: &[ProblemSet]) -> Result<Redirect, HttpError> {
        let grade = self.grade()?;
        let mut found: Vec<(&str, usize)> = Vec::new();
        for set in sets {
            found.extend(set.numbers(grade).into_iter().map(|number| (set.entry.id, number)));
        }
        if found.len() > 1 {
            found.retain(|&(_, number)| number != self.not);
        }
        if found.is_empty() {
            let fault = Fault::new("Aucun problème de cette difficulté.", "No problem of this difficulty.");
            return Err(HttpError::not_found(fault));
        }
        let (id, number) = found[Rng::new(now() as u64).below(found.len() as u32) as usize];
        Ok(Redirect::to(&format!("/problems/{id}/{number}")))
    }
}

/// Returns all games that have problems.
pub fn sets(app: &App) -> Vec<ProblemSet> {
    damier_games::ALL.iter().filter_map(|entry| ProblemSet::of(app, entry.id).ok()).collect()
}

/// Shows the games that have problems.
pub async fn games(State(app): State<App>, reader: Reader) -> Result<Markup, HttpError> {
    let sets = app.rules(|app| Ok(sets(app))).await?;
    let with_problems =
        |card: &'static Card| sets.iter().find(|set| set.entry.id == card.entry.id).map(|set| (card, set));
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let title = say("Problèmes", "Problems");
    let main = html! {
        h1 { (title) }
        p.lead { (say(
            "À qui sait voir : gagner, prendre ou résoudre, et un seul premier coup est le bon. Les solutions sont démontrées.",
            "For those who see it: win, capture or solve, and one first move alone is right. The solutions are proved.",
        )) }
        (streak(lang))
        (day::card(&app, &reader).await?)
        p.actions { a.button.main href="/problems/random" { (say("Un problème au hasard", "A problem at random")) } }
        ul.cards {
            @for (card, set) in cards().await?.iter().filter_map(with_problems) {
                li.card data-set=(set.entry.id) data-count=(set.problems.len()) {
                    (card.picture(lang))
                    h2 { a href={ "/problems/" (set.entry.id) } { (set.entry.name.get(lang)) } }
                    p { (set.problems.len()) " " (say("problèmes", "problems")) ", " (grade_range(set, lang)) }
                    div.tags {}
                }
            }
        }
        (layout::script("problems.js"))
    };
    Ok(layout::page(&reader, title, "collection", main))
}

/// Returns the range of the grades in words.
fn grade_range(set: &ProblemSet, lang: Lang) -> String {
    let grades = set.problems.iter().map(|problem| problem.grade);
    let (least, most) = (grades.clone().min().unwrap_or(1), grades.max().unwrap_or(HARDEST));
    match lang {
        Lang::Fr => format!("difficultés {least}\u{a0}à\u{a0}{most}"),
        Lang::En => format!("difficulties {least}\u{a0}to\u{a0}{most}"),
    }
}

/// Draws the place where scripts show the streak, which the browser keeps.
pub fn streak(lang: Lang) -> Markup {
    html! { p.streak hidden role="status" data-words=(Text::new("Résolus de suite, du premier coup :", "Solved in a row, at the first try:").get(lang)) {} }
}

/// Shows the problems of a game, by grade.
pub async fn problems(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    Query(query): Query<GradeQuery>,
    reader: Reader,
) -> Result<Markup, HttpError> {
    let chosen = query.grade()?;
    app.rules(move |app| draw(app, &ProblemSet::of(app, &id).or_not_found()?, chosen, query.page, &reader))
        .await
}

fn draw(
    app: &App,
    set: &ProblemSet,
    chosen: Option<u8>,
    page: usize,
    reader: &Reader,
) -> Result<Markup, HttpError> {
    let id = set.entry.id;
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let name = set.entry.name.get(lang);
    let title = format!("{name} – {}", say("problèmes", "problems"));
    let grades = (1..=HARDEST).filter(|&grade| !set.numbers(Some(grade)).is_empty());
    let word = say("Difficulté", "Difficulty");
    // The problems stand by grades already, but a page need not end with one.
    let mut numbers = set.numbers(chosen);
    numbers.sort_by_key(|number| set.problems[number - 1].grade);
    let pages = numbers.len().div_ceil(ON_A_PAGE).max(1);
    let page = page.clamp(1, pages);
    let shown: Vec<usize> = numbers.into_iter().skip((page - 1) * ON_A_PAGE).take(ON_A_PAGE).collect();
    let of_grade =
        |grade: u8| shown.iter().copied().filter(move |number| set.problems[number - 1].grade == grade);
    let main = html! {
        p.crumb { a href="/problems" { (say("Problèmes", "Problems")) } }
        h1 { (name) }
        p.lead { (words::claim(set.claim, lang)) }
        (streak(lang))
        div.actions {
            a.button.main href={ "/problems/" (id) "/random" } { (say("Au hasard", "At random")) }
            a.button href={ "/print/problems/" (id) ".pdf" } { (say("Cahier à imprimer", "Booklet to print")) }
            a.button href={ "/games/" (id) } { (say("Règles du jeu", "Rules of the game")) }
        }
        nav.grades aria-label=(say("Par difficulté", "By difficulty")) {
            a href={ "/problems/" (id) } aria-current=[chosen.is_none().then_some("page")] { (say("Tous", "All")) }
            @for grade in grades.clone() {
                a href={ "/problems/" (id) "?grade=" (grade) } aria-current=[(chosen == Some(grade)).then_some("page")] { (word) " " (grade) }
            }
        }
        @for grade in grades.filter(|&grade| of_grade(grade).next().is_some()) {
            section {
                h2 { (word) " " (grade) " " (words::grade(grade, lang)) }
                ul.cards.small { @for number in of_grade(grade) { (item(app, set, number, reader)?) } }
            }
        }
        (page_links(id, chosen, page, pages, lang))
        (layout::script("problems.js"))
    };
    Ok(layout::page(reader, &title, "collection", main))
}

/// Draws the links to the pages of a list, if it has several.
fn page_links(id: &str, grade: Option<u8>, page: usize, pages: usize, lang: Lang) -> Markup {
    let grade = grade.map(|grade| grade.to_string()).unwrap_or_default();
    let link = |page: usize| {
        let page = page.to_string();
        format!("/problems/{id}?{}", query(&[("grade", &grade), ("page", &page)]))
    };
    html! {
        @if pages > 1 {
            nav.pages aria-label=(Text::new("Pages", "Pages").get(lang)) {
                @for other in 1..=pages {
                    a href=(link(other)) aria-current=[(other == page).then_some("page")] { (Text::new("Page", "Page").get(lang)) " " (other) }
                }
            }
        }
    }
}

/// Draws the card of a problem: its board, its number, its task.
fn item(app: &App, set: &ProblemSet, number: usize, reader: &Reader) -> Result<Markup, HttpError> {
    let found = set.find(app, &number.to_string()).or_internal()?;
    let session = found.game.resume(&found.problem.position).or_internal()?;
    let lang = reader.lang;
    Ok(html! {
        li.card data-problem={ (set.entry.id) "/" (number) } {
            (board::image(&found, reader.theme).or_internal()?)
            h3 { a href=(found.address()) { (Text::new("Problème", "Problem").get(lang)) " " (number) } }
            p { (words::task(&found.problem, &*session, lang)) }
            div.tags {}
        }
    })
}

/// Redirects to a random problem of a game.
pub async fn random(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    Query(query): Query<GradeQuery>,
) -> Result<Redirect, HttpError> {
    app.rules(move |app| query.redirect(&[ProblemSet::of(app, &id).or_not_found()?])).await
}

/// Redirects to a random problem of any game.
pub async fn random_game(
    State(app): State<App>,
    Query(query): Query<GradeQuery>,
) -> Result<Redirect, HttpError> {
    app.rules(move |app| query.redirect(&sets(app))).await
}
