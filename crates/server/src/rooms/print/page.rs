//! The pages that offer the sheets.

use axum::extract::{RawQuery, State};
use damier_core::{Lang, Rng, Text};
use damier_paper::{SHEETS, numbered};
use damier_scene::View;
use damier_table::Entry;
use maud::{Markup, html};

use crate::app::App;
use crate::play::view::{drawing, picture};
use crate::rooms::begin;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::UrlPath;
use crate::web::layout;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;
use crate::web::site::query;

/// What every such page says first.
const LEAD: Text = Text::new("Des feuilles A4, en noir sur blanc.", "A4 sheets, black on white.");

/// Shows the sheets for a game.
pub async fn of_game(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    reader: Reader,
) -> Result<Markup, HttpError> {
    let entry = damier_games::entry(&id).or_not_found()?;
    app.rules(move |_| for_game(entry, &reader)).await
}

fn for_game(entry: &Entry, reader: &Reader) -> Result<Markup, HttpError> {
    let game = entry.variant("").or_internal()?;
    let (id, lang) = (entry.id, reader.lang);
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let title = format!("{} – {}", say("Imprimer", "Print"), entry.name.get(lang));
    let view = View { pieces: false, guides: true, ..View::new(lang) };
    let session = game.open(&mut Rng::new(0));
    let main = html! {
        div.split {
            div {
                h1 { (title) }
                p.lead { (LEAD.get(lang)) }
                section.panel {
                    h2 { (say("La fiche", "The leaflet")) }
                    p.note { (say(
                        "Les règles, les conseils et les décisions, avec leurs diagrammes : une feuille, recto verso.",
                        "The rules, the advice and the rulings, with their diagrams: both sides of one sheet.",
                    )) }
                    (in_both_languages(&format!("/print/rules/{id}.pdf"), lang))
                    p { a href="/print" { (say("Toute la collection en un livret", "The whole collection as a booklet")) } }
                }
                form.sheets action={ "/print/board/" (id) ".pdf" } method="get" {
                    fieldset {
                        legend { (say("Plateaux vides", "Empty boards")) }
                        (begin::rule_fields(entry, game.spec(), reader))
                        p { label { (say("Plateaux par feuille", "Boards on a sheet")) " "
                            select name="boards" { @for count in SHEETS { option value=(count) { (count) } } }
                        } }
                        p { label { (say("Coordonnées", "Coordinates")) " "
                            select name="coords" {
                                option value="yes" { (say("oui", "yes")) }
                                option value="no" { (say("non", "no")) }
                            }
                        } }
                        p.actions { button.main { (say("La feuille (PDF)", "The sheet (PDF)")) } }
                    }
                }
                (booklets(entry, reader))
                p.note {
                    (say("Une position ou une partie s'impriment depuis ", "A position or a game is printed from "))
                    a href={ "/analysis?game=" (id) } { (say("l'analyse", "the analysis")) }
                    (say(", ou depuis la page « Partager » de la partie.", ", or from the page \"Share\" of the game."))
                }
            }
            div.board { (picture(&*session, &view)) }
        }
    };
    Ok(layout::page(reader, &title, "print", main))
}

/// Draws the links to a document of rules: in the reader's language first.
fn in_both_languages(address: &str, lang: Lang) -> Markup {
    let link = |other: Lang| {
        let name = match other {
            Lang::Fr => "En français (PDF)",
            Lang::En => "In English (PDF)",
        };
        let address = format!("{address}?lang={}", other.code());
        html! { a.button.main[other == lang] href=(address) lang=(other.code()) hreflang=(other.code()) { (name) } }
    };
    html! {
        p.actions {
            (link(lang))
            @for other in Lang::ALL.into_iter().filter(|&other| other != lang) { (link(other)) }
        }
    }
}

/// Draws the links to the booklets of problems, by grade; nothing if the game has no problems.
fn booklets(entry: &Entry, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let Ok(all) = numbered(entry, None) else { return html! {} };
    let of = |grade: u8| all.iter().filter(|(_, task)| task.grade == grade).count();
    html! {
        section.panel {
            h2 { (say("Cahiers de problèmes", "Booklets of problems")) }
            p.note { (say("Les solutions sont à la dernière page.", "The solutions are on the last page.")) }
            p.actions {
                a.button href={ "/print/problems/" (entry.id) ".pdf" } { (say("Tous", "All")) " (" (all.len()) ")" }
                @for grade in (1..=5).filter(|&grade| of(grade) > 0) {
                    a.button href={ "/print/problems/" (entry.id) ".pdf?grade=" (grade) } {
                        (say("Difficulté", "Difficulty")) " " (grade) " (" (of(grade)) ")"
                    }
                }
            }
        }
    }
}

/// Shows the sheets for a line of play or, without one, those for the whole collection.
pub async fn of_line(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    reader: Reader,
) -> Result<Markup, HttpError> {
    let Ok(line) = serde_urlencoded::from_str::<LineAddress>(&query.unwrap_or_default()) else {
        return Ok(all(&reader));
    };
    app.rules(move |app| for_line(&line, &line.open(app).or_bad_request()?, &reader)).await
}

fn for_line(line: &LineAddress, open: &OpenLine, reader: &Reader) -> Result<Markup, HttpError> {
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let entry = damier_games::entry(&open.session.spec().id).or_internal()?;
    let address = line.query();
    let title = format!("{} – {}", say("Imprimer", "Print"), entry.name.get(lang));
    let scene = open.session.scene(&View::new(lang));
    let board =
        format!("/print/board/{}.pdf?{}", entry.id, query(&[("rules", &open.session.spec().variant())]));
    let main = html! {
        div.split {
            div {
                h1 { (title) }
                p.lead { (LEAD.get(lang)) }
                p.actions.sheets {
                    a.button.main href={ "/print/position.pdf?" (address) } { (say("La position", "The position")) }
                    @if !open.session.moves().is_empty() {
                        a.button href={ "/print/record.pdf?" (address) } { (say("La feuille de partie", "The record sheet")) }
                    }
                    a.button href=(board) { (say("Un plateau vide", "An empty board")) }
                }
                p { a href={ "/games/" (entry.id) "/print" } { (say("Autres feuilles de ce jeu", "Other sheets of this game")) } }
                p { a href={ "/share?" (address) } { (say("Partager la position", "Share the position")) } }
            }
            div {
                div.board { (drawing(&scene)) }
                @for caption in &scene.captions { p.note { (caption) } }
            }
        }
    };
    Ok(layout::page(reader, &title, "print", main))
}

/// Shows the booklet of the collection, and what can be printed of each game.
fn all(reader: &Reader) -> Markup {
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let title = say("Imprimer", "Print");
    let main = html! {
        h1 { (title) }
        p.lead { (LEAD.get(lang)) }
        section.panel {
            h2 { (say("Toute la collection", "The whole collection")) }
            p.note { (say(
                "Un livret : les fiches de tous les jeux, avec une table et l'index des variantes.",
                "A booklet: the leaflets of all games, with contents and an index of the variants.",
            )) }
            (in_both_languages("/print/booklet.pdf", lang))
        }
        h2 { (say("Jeu par jeu", "Game by game")) }
        table.papers {
            @for entry in damier_games::ALL {
                tr {
                    th scope="row" { (entry.name.get(lang)) }
                    td { a href={ "/print/rules/" (entry.id) ".pdf" } aria-label={ (say("La fiche", "The leaflet")) " – " (entry.name.get(lang)) } { (say("La fiche", "The leaflet")) } }
                    td { a href={ "/games/" (entry.id) "/print" } aria-label={ (say("Plateaux et problèmes", "Boards and problems")) " – " (entry.name.get(lang)) } { (say("Plateaux et problèmes", "Boards and problems")) } }
                }
            }
        }
    };
    layout::page(reader, title, "print", main)
}
