//! The page of a game: its rules with diagrams, and links to play and study it.

use std::collections::HashSet;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use damier_core::{Lang, Text};
use damier_scene::View;
use damier_table::{Diagram, Entry, Part, parts};
use maud::{Markup, PreEscaped, html};

use crate::app::App;
use crate::play::view::picture;
use crate::rooms::begin::with_defaults;
use crate::rooms::cards::{board, without_coordinates};
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::UrlPath;
use crate::web::layout::Preview;
use crate::web::line_address::LineAddress;
use crate::web::reader::Reader;
use crate::web::site::{Site, query};
use crate::web::{layout, markdown};

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/games/{id}", get(page)).route("/games/{id}/text", get(text_alone))
}

/// Shows a game's page.
pub async fn page(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    reader: Reader,
    site: Site,
) -> Result<Markup, HttpError> {
    let entry = damier_games::entry(&id).or_not_found()?;
    app.rules(move |_| draw(entry, &reader, &site)).await
}

/// Answers with the text of a game's page alone, for the drawer beside a board.
pub async fn text_alone(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    reader: Reader,
) -> Result<Markup, HttpError> {
    let entry = damier_games::entry(&id).or_not_found()?;
    app.rules(move |_| text(entry, reader.lang)).await
}

/// Draws the text of a game's page with its diagrams.
fn text(entry: &Entry, lang: Lang) -> Result<Markup, HttpError> {
    let mut rules = HashSet::new();
    Ok(html! {
        @for part in parts(entry.pages.get(lang)).or_internal()? {
            @match part {
                Part::Prose(text) => (PreEscaped(markdown::html_with_rules(text, &mut rules))),
                Part::Diagram(diagram) => (figure(&diagram, lang)?),
            }
        }
    })
}

fn draw(entry: &Entry, reader: &Reader, site: &Site) -> Result<Markup, HttpError> {
    let lang = reader.lang;
    let text = text(entry, lang)?.into_string();
    // Where there is one column only, the links stand between the title and the text.
    let (title, rest) = text.split_at(text.find("</h1>").map_or(0, |at| at + "</h1>".len()));
    let (rest, sections) = markdown::with_section_anchors(rest);
    let glance = entry.glance().or_internal()?;
    let main = html! {
        div.game {
            div.prose.title { (PreEscaped(title)) }
            article.prose { (PreEscaped(rest)) }
            aside.beside {
                (board(&picture(&*glance, &without_coordinates(lang))))
                (links(entry, lang)?)
                nav.contents aria-label=(Text::new("Sur cette page", "On this page").get(lang)) {
                    ol { @for (number, title) in (1..).zip(&sections) { li { a href={ "#section-" (number) } { (PreEscaped(title)) } } } }
                }
            }
        }
    };
    let moves = glance.moves().join(" ");
    let line = LineAddress { game: glance.spec().to_string(), position: glance.start(), moves };
    let preview = Preview { about: entry.about.get(lang), line: &line, site };
    Ok(layout::page_with(reader, entry.name.get(lang), "rules", &preview, main))
}

/// Draws the links that lead on from here.
fn links(entry: &Entry, lang: Lang) -> Result<Markup, HttpError> {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let game = entry.variant("").or_internal()?;
    let (id, several) = (entry.id, game.seats().len() > 1);
    Ok(html! {
        nav.ways aria-label=(say("Jouer et étudier", "Play and study")) {
            form action={ "/games/" (id) "/play" } method="post" {
                @for (name, value) in with_defaults(entry, Vec::new()) { input type="hidden" name=(name) value=(value); }
                button.main { (if several { say("Jouer contre l'ordinateur", "Play the computer") } else { say("Jouer", "Play") }) }
            }
            @if several {
                a.button href={ "/games/" (id) "/play" } { (say("Choisir l'adversaire, les règles …", "Choose opponent, rules …")) }
                a.button href={ "/games/" (id) "/play?against=friend" } { (say("Jouer avec un ami", "Play with a friend")) }
                a.button href={ "/games/" (id) "/play?against=here" } { (say("Jouer ici à deux", "Play here for two")) }
                a.button href={ "/games/" (id) "/play?against=watch" } { (say("Regarder l'ordinateur", "Watch the computer")) }
            }
            a.button href={ "/learn/" (id) } { (say("Première leçon", "First lesson")) }
            @if game.problems().is_some() { a.button href={ "/problems/" (id) } { (say("Problèmes", "Problems")) } }
            a.button href={ "/analysis?game=" (id) } { (say("Analyser", "Analyse")) }
            a.button href={ "/games/" (id) "/print" } { (say("Imprimer", "Print")) }
        }
    })
}

/// Draws a diagram of the page, with a link to its analysis.
fn figure(diagram: &Diagram, lang: Lang) -> Result<Markup, HttpError> {
    let session = diagram.session(damier_games::open).or_internal()?;
    // The link to a whole game leads to its beginning.
    let replayed = !diagram.moves.is_empty() && diagram.position.is_none() && session.outcome().is_some();
    let [ply, words] = if replayed {
        ["0", Text::new("Dérouler la partie", "Replay").get(lang)]
    } else {
        ["", Text::new("Analyser", "Analyse").get(lang)]
    };
    let (position, moves) = (diagram.position.unwrap_or_default(), diagram.moves.join(" "));
    let address = query(&[("game", diagram.spec), ("position", position), ("moves", &moves), ("ply", ply)]);
    Ok(html! {
        figure {
            (picture(&*session, &View::new(lang)))
            figcaption {
                @if !diagram.caption.is_empty() { (diagram.caption) " " }
                a href={ "/analysis?" (address) } { (words) }
            }
        }
    })
}
