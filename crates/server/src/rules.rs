//! A game's page: its rules, with diagrams, and where one goes from there.

use damier_core::Text;
use damier_scene::View;
use damier_scene::svg::{self, Options, Paint};
use damier_table::{Diagram, Entry, Part, parts};
use maud::{Markup, PreEscaped, html};

use crate::asked::Path;
use crate::error::Problem;
use crate::layout::Preview;
use crate::line::Line;
use crate::reader::Reader;
use crate::share::address::Site;
use crate::{layout, markdown};

/// Shows a game's page.
pub async fn page(Path(id): Path<String>, reader: Reader, site: Site) -> Result<Markup, Problem> {
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
    let moves = glance.moves().join(" ");
    let line = Line { game: glance.spec().to_string(), position: glance.start(), moves };
    let preview = Preview { about: entry.about.get(lang), line: &line, site: &site };
    Ok(layout::page_with(&reader, entry.name.get(lang), "rules", &preview, main))
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

/// Draws a diagram of the page, with the way to its analysis.
fn figure(diagram: &Diagram, reader: &Reader) -> Result<Markup, Problem> {
    let session = diagram.session(damier_games::open).map_err(|fault| Problem::ours(reader, &fault))?;
    let picture = svg::write(&session.scene(&View::new(reader.lang)), &Options::new(Paint::Page));
    let moves = diagram.moves.join(" ");
    let mut pairs = vec![("game", diagram.spec)];
    pairs.extend(diagram.position.map(|position| ("position", position)));
    let mut words = Text::new("Analyser", "Analyse");
    if !moves.is_empty() {
        pairs.push(("moves", &moves));
        // A whole game is gone through from its beginning.
        if diagram.position.is_none() && session.outcome().is_some() {
            pairs.push(("ply", "0"));
            words = Text::new("Rejouer", "Replay");
        }
    }
    let query = serde_urlencoded::to_string(pairs).map_err(|error| Problem::ours(reader, &error))?;
    Ok(html! {
        figure {
            (PreEscaped(picture))
            figcaption {
                @if !diagram.caption.is_empty() { (diagram.caption) " " }
                a href={ "/analysis?" (query) } { (words.get(reader.lang)) }
            }
        }
    })
}
