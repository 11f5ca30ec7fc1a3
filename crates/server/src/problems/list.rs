//! The lists of problems: the games that have some, and those of a game by their grades.

use axum::extract::State;
use axum::response::Redirect;
use damier_core::{Fault, Lang, Rng, Text};
use damier_scene::View;
use damier_scene::svg::{self, Options, Paint};
use damier_table::Session;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::{HARDEST, Set, words};
use crate::app::{App, now};
use crate::asked::{Path, Query};
use crate::error::Problem as Trouble;
use crate::layout;
use crate::reader::Reader;

/// Which problems are wanted.
#[derive(Debug, Default, Deserialize)]
pub struct Wanted {
    /// Their grade; an empty word stands for all.
    #[serde(default)]
    grade: String,
    /// Not this one, if there is another.
    #[serde(default)]
    not: usize,
}

impl Wanted {
    fn grade(&self) -> Result<Option<u8>, Fault> {
        let text = self.grade.as_str();
        if text.is_empty() {
            return Ok(None);
        }
        let grade = text.parse().ok().filter(|grade| (1..=HARDEST).contains(grade));
        grade.map(Some).ok_or_else(|| {
            Fault::new(
                format!("« {text} » : les degrés vont de 1 à {HARDEST}."),
                format!("\"{text}\": the grades go from 1 to {HARDEST}."),
            )
        })
    }
}

/// Returns all games that have problems.
fn sets(app: &App) -> Vec<Set> {
    damier_games::ALL.iter().filter_map(|entry| Set::of(app, entry.id).ok()).collect()
}

/// Shows the games that have problems.
pub async fn games(State(app): State<App>, reader: Reader) -> Markup {
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let title = say("Problèmes", "Problems");
    let main = html! {
        h1 { (title) }
        p.lead { (say(
            "Des positions gagnées, à qui sait voir : un seul premier coup est le bon. Les solutions sont démontrées.",
            "Won positions, for those who see it: one first move alone is right. The solutions are proved.",
        )) }
        (streak(lang))
        p.actions { a.button.main href="/problems/random" { (say("Un problème au hasard", "A problem at random")) } }
        ul.cards {
            @for set in sets(&app) {
                li.card data-set=(set.entry.id) data-count=(set.problems.len()) {
                    @if let Ok(session) = set.entry.glance() { (picture(&*session, lang)) }
                    h2 { a href={ "/problems/" (set.entry.id) } { (set.entry.name.get(lang)) } }
                    p { (set.problems.len()) " " (say("problèmes", "problems")) ", " (span(&set, lang)) }
                    div.tags {}
                }
            }
        }
        script src="/assets/problems.js" type="module" {}
    };
    layout::page(&reader, title, "collection", main)
}

/// Says which grades there are.
fn span(set: &Set, lang: Lang) -> String {
    let grades = set.problems.iter().map(|problem| problem.grade);
    let (least, most) = (grades.clone().min().unwrap_or(1), grades.max().unwrap_or(HARDEST));
    match lang {
        Lang::Fr => format!("degrés {least}\u{a0}à\u{a0}{most}"),
        Lang::En => format!("grades {least}\u{a0}to\u{a0}{most}"),
    }
}

/// The place where scripts tell the streak, which the browser keeps.
pub fn streak(lang: Lang) -> Markup {
    html! { p.streak hidden role="status" data-words=(Text::new("Série en cours :", "Streak:").get(lang)) {} }
}

/// Shows the problems of a game, by their grades.
pub async fn problems(
    Path(id): Path<String>,
    State(app): State<App>,
    Query(wanted): Query<Wanted>,
    reader: Reader,
) -> Result<Markup, Trouble> {
    let set = Set::of(&app, &id).map_err(|fault| Trouble::nowhere(&reader, &fault))?;
    let chosen = wanted.grade().map_err(|fault| Trouble::bad(&reader, &fault))?;
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let name = set.entry.name.get(lang);
    let title = format!("{name} – {}", say("problèmes", "problems"));
    let grades = (1..=HARDEST).filter(|&grade| !set.numbers(Some(grade)).is_empty());
    let word = say("Degré", "Grade");
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
        nav.grades aria-label=(say("Par degré", "By grade")) {
            a href={ "/problems/" (id) } aria-current=[chosen.is_none().then_some("page")] { (say("Tous", "All")) }
            @for grade in grades.clone() {
                a href={ "/problems/" (id) "?grade=" (grade) } aria-current=[(chosen == Some(grade)).then_some("page")] { (word) " " (grade) }
            }
        }
        @for grade in grades.filter(|&grade| chosen.is_none_or(|chosen| chosen == grade)) {
            section {
                h2 { (word) " " (grade) " " (words::grade(grade, lang)) }
                ul.cards.small { @for number in set.numbers(Some(grade)) { (card(&app, &set, number, &reader)?) } }
            }
        }
        script src="/assets/problems.js" type="module" {}
    };
    Ok(layout::page(&reader, &title, "collection", main))
}

/// One problem's card: its board, its number, its task.
fn card(app: &App, set: &Set, number: usize, reader: &Reader) -> Result<Markup, Trouble> {
    let (id, lang) = (set.entry.id, reader.lang);
    let ours = |fault| Trouble::ours(reader, &fault);
    let found = set.find(app, &number.to_string()).map_err(ours)?;
    let session = found.game.resume(&found.problem.position).map_err(ours)?;
    Ok(html! {
        li.card data-problem={ (id) "/" (number) } {
            (picture(&*session, lang))
            h3 { a href=(found.address()) { (Text::new("Problème", "Problem").get(lang)) " " (number) } }
            p { (words::task(&found.problem, &*session, lang)) }
            div.tags {}
        }
    })
}

fn picture(session: &dyn Session, lang: Lang) -> Markup {
    let view = View { coords: false, ..View::new(lang) };
    let picture = svg::write(&session.scene(&view), &Options::new(Paint::Page));
    html! { div.picture aria-hidden="true" { (PreEscaped(picture)) } }
}

/// Leads to a problem of a game, drawn by lot.
pub async fn random(
    Path(id): Path<String>,
    State(app): State<App>,
    Query(wanted): Query<Wanted>,
    reader: Reader,
) -> Result<Redirect, Trouble> {
    let set = Set::of(&app, &id).map_err(|fault| Trouble::nowhere(&reader, &fault))?;
    draw(&[set], &wanted, &reader)
}

/// Leads to a problem of some game, drawn by lot.
pub async fn random_game(
    State(app): State<App>,
    Query(wanted): Query<Wanted>,
    reader: Reader,
) -> Result<Redirect, Trouble> {
    draw(&sets(&app), &wanted, &reader)
}

fn draw(sets: &[Set], wanted: &Wanted, reader: &Reader) -> Result<Redirect, Trouble> {
    let grade = wanted.grade().map_err(|fault| Trouble::bad(reader, &fault))?;
    let mut found: Vec<(&str, usize)> = Vec::new();
    for set in sets {
        found.extend(set.numbers(grade).into_iter().map(|number| (set.entry.id, number)));
    }
    if found.len() > 1 {
        found.retain(|&(_, number)| number != wanted.not);
    }
    if found.is_empty() {
        let fault = Fault::new("Aucun problème de ce degré.", "No problem of this grade.");
        return Err(Trouble::nowhere(reader, &fault));
    }
    let (id, number) = found[Rng::new(now() as u64).below(found.len() as u32) as usize];
    Ok(Redirect::to(&format!("/problems/{id}/{number}")))
}
