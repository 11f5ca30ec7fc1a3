//! A game's page: its rules, with diagrams, and where one goes from there.

use axum::extract::Path;
use damier_core::Text;
use damier_scene::View;
use damier_scene::svg::{self, Options, Paint};
use damier_table::{Diagram, Entry, Part, parts};
use maud::{Markup, PreEscaped, html};

use crate::error::Problem;
use crate::reader::Reader;
use crate::{layout, markdown};

/// Shows a game's page.
pub async fn page(Path(id): Path<String>, reader: Reader) -> Result<Markup, Problem> {
    let entry = damier_games::entry(&id).map_err(|fault| Problem::nowhere(&reader, &fault))?;
    let lang = reader.lang;
    let parts = parts(entry.pages.get(lang)).map_err(|fault| Problem::ours(&reader, &fault))?;
    let text = html! {
        @for part in parts {
            @match part {
                Part::Prose(text) => (PreEscaped(markdown::html(text))),
                Part::Diagram(diagram) => (figure(&diagram, &reader)?),
            }
        }
    };
    let glance = entry.glance().map_err(|fault| Problem::ours(&reader, &fault))?;
    let view = View { coords: false, ..View::new(lang) };
    let picture = svg::write(&glance.scene(&view), &Options::new(Paint::Page));
    let main = html! {
        div.game {
            article.prose { (text) }
            aside.beside {
                div.picture aria-hidden="true" { (PreEscaped(picture)) }
                (ways(entry, &reader)?)
            }
        }
    };
    Ok(layout::page(&reader, entry.name.get(lang), "rules", main))
}

/// Where one goes from here.
fn ways(entry: &Entry, reader: &Reader) -> Result<Markup, Problem> {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let game = entry.variant("").map_err(|fault| Problem::ours(reader, &fault))?;
    let (id, several) = (entry.id, game.seats().len() > 1);
    Ok(html! {
        nav.ways aria-label=(say("Jouer et étudier", "Play and study")) {
            @if several {
                a.button.main href={ "/games/" (id) "/play" } { (say("Jouer contre l'ordinateur", "Play the computer")) }
                a.button href={ "/games/" (id) "/play?against=person" } { (say("Jouer ici à deux", "Play here for two")) }
                a.button href={ "/games/" (id) "/play?against=watch" } { (say("Regarder l'ordinateur", "Watch the computer")) }
            } @else {
                a.button.main href={ "/games/" (id) "/play" } { (say("Jouer", "Play")) }
            }
            a.button href={ "/learn/" (id) } { (say("Première leçon", "First lesson")) }
            @if game.problems().is_some() { a.button href={ "/problems/" (id) } { (say("Problèmes", "Problems")) } }
            a.button href={ "/analysis?game=" (id) } { (say("Analyser", "Analyse")) }
            a.button href={ "/games/" (id) "/print" } { (say("Imprimer", "Print")) }
        }
    })
}

/// Draws a diagram of the page.
fn figure(diagram: &Diagram, reader: &Reader) -> Result<Markup, Problem> {
    let session = diagram.session(damier_games::open).map_err(|fault| Problem::ours(reader, &fault))?;
    let picture = svg::write(&session.scene(&View::new(reader.lang)), &Options::new(Paint::Page));
    Ok(html! {
        figure { (PreEscaped(picture)) @if !diagram.caption.is_empty() { figcaption { (diagram.caption) } } }
    })
}
