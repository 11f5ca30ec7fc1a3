//! The pages from which sheets are chosen.

use axum::extract::{RawQuery, State};
use damier_core::{Rng, Text};
use damier_scene::View;
use damier_scene::svg::{self, Options, Paint};
use damier_table::Entry;
use maud::{Markup, PreEscaped, html};

use super::board::SHEETS;
use super::problems::tasks;
use crate::app::App;
use crate::asked::Path;
use crate::error::Problem;
use crate::line::Line;
use crate::reader::Reader;
use crate::share::address::line_query;
use crate::{begin, layout};

/// Shows what can be printed of a game.
pub async fn of_game(Path(id): Path<String>, reader: Reader) -> Result<Markup, Problem> {
    let entry = damier_games::entry(&id).map_err(|fault| Problem::nowhere(&reader, &fault))?;
    let game = entry.variant("").map_err(|fault| Problem::ours(&reader, &fault))?;
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let title = format!("{} – {}", say("Imprimer", "Print"), entry.name.get(lang));
    let view = View { pieces: false, ..View::new(lang) };
    let picture = svg::write(&game.open(&mut Rng::new(0)).scene(&view), &Options::new(Paint::Page));
    let main = html! {
        div.split {
            div {
                h1 { (title) }
                p.lead { (say("Des feuilles A4, en noir sur blanc.", "A4 sheets, black on white.")) }
                form.sheets action={ "/print/board/" (id) ".pdf" } method="get" {
                    fieldset {
                        legend { (say("Plateaux vides", "Empty boards")) }
                        (begin::rule_fields(entry, game.spec(), &reader))
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
                (booklets(entry, &reader))
                p.note {
                    (say("Une position ou une partie s'impriment depuis ", "A position or a game is printed from "))
                    a href={ "/analysis?game=" (id) } { (say("l'analyse", "the analysis")) }
                    (say(", ou depuis la page « Partager » de la partie.", ", or from the page \"Share\" of the game."))
                }
            }
            div.board { (PreEscaped(picture)) }
        }
    };
    Ok(layout::page(&reader, &title, "print", main))
}

/// The booklets of problems, by grade; nothing where a game has none.
fn booklets(entry: &Entry, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let Ok(all) = tasks(entry, None) else { return html! {} };
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

/// Shows what can be printed of a line of play; without one, the games.
pub async fn of_line(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    reader: Reader,
) -> Result<Markup, Problem> {
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let Ok(line) = serde_urlencoded::from_str::<Line>(&query.unwrap_or_default()) else {
        return Ok(all(&reader));
    };
    let opened = line.open(&app).map_err(|fault| Problem::bad(&reader, &fault))?;
    let entry =
        damier_games::entry(&opened.session.spec().id).map_err(|fault| Problem::ours(&reader, &fault))?;
    let query = line_query(&line);
    let title = format!("{} – {}", say("Imprimer", "Print"), entry.name.get(lang));
    let scene = opened.session.scene(&View::new(lang));
    let board = format!("/print/board/{}.pdf?{}", entry.id, rules(&opened.session.spec().variant()));
    let main = html! {
        div.split {
            div {
                h1 { (title) }
                p.lead { (say("Des feuilles A4, en noir sur blanc.", "A4 sheets, black on white.")) }
                p.actions.sheets {
                    a.button.main href={ "/print/position.pdf?" (query) } { (say("La position", "The position")) }
                    @if !opened.session.moves().is_empty() {
                        a.button href={ "/print/record.pdf?" (query) } { (say("La feuille de partie", "The record sheet")) }
                    }
                    a.button href=(board) { (say("Un plateau vide", "An empty board")) }
                }
                p { a href={ "/games/" (entry.id) "/print" } { (say("Autres feuilles de ce jeu", "Other sheets of this game")) } }
                p { a href={ "/share?" (query) } { (say("Partager la position", "Share the position")) } }
            }
            div {
                div.board { (PreEscaped(svg::write(&scene, &Options::new(Paint::Page)))) }
                @for caption in &scene.captions { p.note { (caption) } }
            }
        }
    };
    Ok(layout::page(&reader, &title, "print", main))
}

fn rules(variant: &str) -> String {
    crate::share::address::query(&[("rules", variant)])
}

/// The games, each with its sheets.
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
