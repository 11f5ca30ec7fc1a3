//! The pages that offer the sheets.

use axum::extract::{RawQuery, State};
use damier_core::{Rng, Text};
use damier_scene::View;
use damier_table::Entry;
use maud::{Markup, html};

use super::board::SHEETS;
use super::problems::numbered_problems;
use crate::app::App;
use crate::play::view::{drawing, picture};
use crate::rooms::begin;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::UrlPath;
use crate::web::layout;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;
use crate::web::site::query;

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
    let view = View { pieces: false, ..View::new(lang) };
    let session = game.open(&mut Rng::new(0));
    let main = html! {
        div.split {
            div {
                h1 { (title) }
                p.lead { (say("Des feuilles A4, en noir sur blanc.", "A4 sheets, black on white.")) }
                form.sheets action={ "/print/board/" (id) ".pdf" } method="get" {
                    fieldset {
                        legend { (say("Plateaux vides", "Empty boards")) }
                        (begin::rule_fields(entry, game.spec(), reader))
                        p { label { (say("Plateaux par feuille", "Boards on a sheet")) " "
                            select name="boards" { @for (count, ..) in SHEETS { option value=(count) { (count) } } }
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

/// Draws the links to the booklets of problems, by grade; nothing if the game has no problems.
fn booklets(entry: &Entry, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let Ok(all) = numbered_problems(entry, None) else { return html! {} };
    let of = |grade: u8| all.iter().filter(|(_, task)| task.grade == grade).count();
    html! {
        section.panel {
            h2 { (say("Cahiers de problèmes", "Booklets of problems")) }
            p.note { (say("Les solutions sont à la dernière page.", "The solutions are on the last page.")) }
            p.actions {
                a.button href={ "/print/problems/" (entry.id) ".pdf" } { (say("Tous", "All")) " (" (all.len()) ")" }
                @for grade in (1..=5).filter(|&grade| of(grade) > 0) {
                    a.button href={ "/print/problems/" (entry.id) ".pdf?grade=" (grade) } {
                        (say("Degré", "Grade")) " " (grade) " (" (of(grade)) ")"
                    }
                }
            }
        }
    }
}

/// Shows the sheets for a line of play or, without one, the list of games.
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
                p.lead { (say("Des feuilles A4, en noir sur blanc.", "A4 sheets, black on white.")) }
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

/// Draws the list of games, with links to their sheets.
fn all(reader: &Reader) -> Markup {
    let title = Text::new("Imprimer", "Print").get(reader.lang);
    let main = html! {
        h1 { (title) }
        ul { @for entry in damier_games::ALL {
            li { a href={ "/games/" (entry.id) "/print" } { (entry.name.get(reader.lang)) } }
        } }
    };
    layout::page(reader, title, "print", main)
}
