//! The page of an analysis. Without scripts it shows the position, the moves as links and, on request, the exact values.
//! Everything else needs scripts.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use damier_core::{Fault, Lang, SeatInfo, Side, Text};
use damier_table::{Entry, words};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::begin::{address, form};
use super::setup::panel::{Palette, panel};
use super::values::exact_values;
use super::worth::MoveRow;
use crate::app::App;
use crate::play::view::{PositionView, ViewOptions, go_back};
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::Query;
use crate::web::layout::{self, Preview};
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;
use crate::web::site::{Site, query};

/// The query of the page's address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AnalysisQuery {
    game: String,
    /// The part of a spec after its colon, from the form.
    variant: String,
    position: String,
    moves: String,
    /// The number of plies after which the position is shown; all of them by default.
    ply: Option<usize>,
    /// A move to play there.
    add: String,
    /// Whether the page should show the exact values.
    values: Option<String>,
}

impl AnalysisQuery {
    /// Returns the line, including the added move.
    fn line(&self) -> Result<LineAddress, Fault> {
        let variant = self.variant.trim();
        let game = match self.game.trim() {
            game if variant.is_empty() => game.to_string(),
            game if game.contains(':') => {
                return Err(Fault::new("La variante est donnée deux fois.", "The variant is given twice."));
            }
            game => format!("{game}:{variant}"),
        };
        let words = self.moves.split_ascii_whitespace();
        let mut moves: Vec<&str> = match self.ply {
            Some(ply) if !self.add.is_empty() => words.take(ply).collect(),
            _ => words.collect(),
        };
        moves.extend(self.add.split_ascii_whitespace());
        Ok(LineAddress { game, position: self.position.trim().to_string(), moves: moves.join(" ") })
    }
}

/// The data that the page shows.
struct AnalysisPage {
    entry: &'static Entry,
    spec: String,
    /// What the variant is called.
    variant_words: String,
    variant: String,
    position: String,
    moves: Vec<String>,
    ply: usize,
    view: PositionView,
    /// The names of the first and the second side; empty for a side without seats.
    sides: [String; 2],
    palette: Palette,
    /// Whether the exact values were asked for.
    asked: bool,
    values: Option<Vec<MoveRow>>,
}

impl AnalysisPage {
    /// Reads the query and replays its line up to the position that is shown.
    fn open(app: &App, query: &AnalysisQuery, lang: Lang) -> Result<(AnalysisPage, OpenLine), HttpError> {
        let line = query.line().or_bad_request()?;
        let mut open = line.open(app).or_bad_request()?;
        let spec = open.game.spec();
        let moves = open.session.moves().to_vec();
        let ply = query.ply.unwrap_or(moves.len()).min(moves.len());
        go_back(&mut *open.session, ply);
        let setup = open.game.set_up(&open.session.position()).or_internal()?;
        let entry = damier_games::entry(&spec.id).or_internal()?;
        let page = AnalysisPage {
            palette: Palette::of(&*open.game, &*setup, lang),
            entry,
            variant: spec.variant(),
            variant_words: words::variant(entry, spec, lang),
            spec: spec.to_string(),
            position: line.position,
            moves,
            ply,
            view: PositionView::of(
                &*open.session,
                ViewOptions { lang, tall: false, turned: false, moves: true },
            ),
            sides: [Side::First, Side::Second].map(|side| names(open.session.seats(), side, lang)),
            asked: query.values.is_some(),
            values: None,
        };
        Ok((page, open))
    }

    fn address(&self, ply: Option<usize>) -> String {
        address(&self.spec, &self.position, &self.moves.join(" "), ply)
    }

    fn at(&self, ply: usize) -> String {
        self.address(Some(ply))
    }

    fn draw(&self, reader: &Reader, site: &Site) -> Markup {
        let name = self.entry.name.get(reader.lang);
        let title = format!("{name} – {}", Text::new("analyse", "analysis").get(reader.lang));
        let moves = self.moves[..self.ply].join(" ");
        let line = LineAddress { game: self.spec.clone(), position: self.position.clone(), moves };
        let preview = Preview { about: &self.view.state, line: &line, site };
        layout::page_with(reader, &title, "play", &preview, body(self, reader.lang))
    }
}

/// Shows the page, or the form if no game is named.
pub async fn page(
    State(app): State<App>,
    reader: Reader,
    site: Site,
    Query(query): Query<AnalysisQuery>,
) -> Result<Response, HttpError> {
    if query.game.trim().is_empty() {
        return Ok(form(&reader).into_response());
    }
    let rewritten = !query.variant.trim().is_empty() || !query.add.trim().is_empty();
    let (mut page, open) = app.rules(move |app| AnalysisPage::open(app, &query, reader.lang)).await?;
    if rewritten {
        return Ok(Redirect::to(&page.address(None)).into_response());
    }
    if page.asked {
        page.values = exact_values(&app, open, reader.lang).await?;
    }
    app.rules(move |_| Ok(page.draw(&reader, &site).into_response())).await
}

/// Returns the names of a side's seats.
fn names(seats: &[SeatInfo], side: Side, lang: Lang) -> String {
    let own = seats.iter().filter(|seat| seat.side == side);
    own.map(|seat| seat.name.get(lang)).collect::<Vec<_>>().join(" + ")
}

fn body(page: &AnalysisPage, lang: Lang) -> Markup {
    let AnalysisPage { entry, view, .. } = page;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    html! {
        div.table.analysis data-spec=(page.spec) data-position=(page.position) {
            div.board { (PreEscaped(&view.svg)) }
            aside.side {
                section.panel.who {
                    h1 { a href={ "/games/" (entry.id) } { (entry.name.get(lang)) } " – " (say("analyse", "analysis")) }
                    @if !page.variant_words.is_empty() { p.variant { (page.variant_words) } }
                    p.state role="status" { (view.state) }
                    div.captions { @for caption in &view.captions { p { (caption) } } }
                    p.notice role="alert" {}
                    p.aloud role="status" {}
                }
                (panel(&page.spec, &page.view.position, &page.palette, lang))
                div.words.actions aria-label=(say("Autres coups", "Other moves")) role="group" {}
                (moves(page, lang))
                (values(page, lang))
                section.panel.engine hidden {
                    h2 { (say("L'ordinateur", "The computer")) }
                    div.actions { button.think type="button" { (say("Réfléchir", "Think")) } }
                    p.progress {}
                    ol.lines {}
                }
                section.panel.review hidden data-first=(page.sides[0]) data-second=(page.sides[1]) {
                    h2 { (say("La partie", "The game")) }
                    div.actions { button.look type="button" { (say("Revoir la partie", "Look through the game")) } }
                    p.progress {}
                    div.graph {}
                    ol.mistakes {}
                    p.why role="status" {}
                }
                (commands(page, lang))
            }
        }
        (layout::script("analysis.js"))
    }
}

/// Draws the moves as a line, which scripts replace by a tree, and the box for another move.
fn moves(page: &AnalysisPage, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let last = page.moves.len();
    html! {
        nav.panel.moves aria-label=(say("Coups", "Moves")) {
            h2 { (say("Coups", "Moves")) }
            div.walk {
                a.to-start href=(page.at(0)) aria-label=(say("Début", "Start")) { (icon("M7 5v14M19 5 9 12l10 7Z")) }
                a.to-back href=(page.at(page.ply.saturating_sub(1))) aria-label=(say("Précédent", "Previous")) { (icon("M16 5 6 12l10 7Z")) }
                a.to-next href=(page.at((page.ply + 1).min(last))) aria-label=(say("Suivant", "Next")) { (icon("M8 5l10 7-10 7Z")) }
                a.to-end href=(page.at(last)) aria-label=(say("Fin", "End")) { (icon("M17 5v14M5 5l10 7-10 7Z")) }
            }
            div.tree tabindex="0" role="group" aria-label=(say("Coups et variantes", "Moves and variations")) {
                ol {
                    @for (place, text) in page.moves.iter().enumerate() {
                        li { a href=(page.at(place + 1)) aria-current=[(page.ply == place + 1).then_some("step")] { (text) } }
                    }
                }
            }
            form.move action="/analysis" method="get" hidden[page.view.over] {
                input type="hidden" name="game" value=(page.spec);
                input type="hidden" name="position" value=(page.position);
                input type="hidden" name="moves" value=(page.moves.join(" "));
                input type="hidden" name="ply" value=(page.ply);
                label { (say("Coup", "Move")) " "
                    input type="text" name="add" list="legal" maxlength="400" autocomplete="off" autocapitalize="none" spellcheck="false" required;
                }
                datalist id="legal" { @for text in &page.view.legal { option value=(text) {} } }
                button { (say("Jouer", "Play")) }
            }
            div.actions.branch hidden {
                button.copy type="button" { (say("Copier la ligne", "Copy the line")) }
                button.promote type="button" { (say("Ligne principale", "Main line")) }
                button.delete type="button" { (say("Effacer la suite", "Delete from here")) }
            }
        }
    }
}

/// Draws an icon from a path on a field of 24 by 24; not every font has the character.
fn icon(path: &str) -> Markup {
    html! { svg.sign viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} } }
}

/// Draws the exact values of all moves, if they were asked for.
fn values(page: &AnalysisPage, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    html! {
        section.panel.values {
            h2 { (say("Valeurs exactes", "Exact values")) }
            p.ask { a href={ (page.at(page.ply)) "&values=yes" } { (say("Voir ce qui est démontré de chaque coup", "See what is proved of every move")) } }
            div.scroll tabindex="0" role="group" aria-label=(say("Valeurs exactes", "Exact values")) {
                @if page.asked && page.values.is_none() {
                    p { (say("Rien n'est démontré ici sans réfléchir.", "Nothing is proved here without thinking.")) }
                }
                @if let Some(rows) = &page.values {
                    table {
                        @for row in rows {
                            tr { th scope="row" { (row.text) } td { (row.worth.words) } td { (say("prouvé", "proved")) } }
                        }
                    }
                }
            }
        }
    }
}

/// Draws the links that lead on from here.
fn commands(page: &AnalysisPage, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let line = page.moves[..page.ply].join(" ");
    let here = query(&[("game", &page.spec), ("position", &page.position), ("moves", &line)]);
    let from = query(&[("rules", &page.variant), ("position", &page.view.position)]);
    html! {
        div.panel.commands {
            div.actions {
                a.button.play-on href={ "/games/" (page.entry.id) "/play?" (from) } hidden[page.view.over] { (say("Jouer d'ici", "Play from here")) }
                a.button.share href={ "/share?" (here) } { (say("Partager", "Share")) }
                a.button.print href={ "/print?" (here) } { (say("Imprimer", "Print")) }
                button.zoom type="button" hidden aria-pressed="false" { (say("Agrandir", "Zoom")) }
            }
            p { a href="/analysis" { (say("Un autre jeu, une autre partie", "Another game, another record")) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_added_where_one_looks() {
        let asked = |ply, add: &str| AnalysisQuery {
            game: "hex".to_string(),
            moves: "c3 b4 d5".to_string(),
            ply,
            add: add.to_string(),
            ..AnalysisQuery::default()
        };
        assert_eq!(asked(Some(1), "a1").line().unwrap().moves, "c3 a1");
        assert_eq!(asked(None, "a1").line().unwrap().moves, "c3 b4 d5 a1");
        assert_eq!(asked(Some(1), "").line().unwrap().moves, "c3 b4 d5");
    }

    #[test]
    fn the_form_may_name_the_variant_apart() {
        let game = |game: &str, variant: &str| {
            let asked = AnalysisQuery {
                game: game.to_string(),
                variant: variant.to_string(),
                ..AnalysisQuery::default()
            };
            asked.line().map(|line| line.game)
        };
        assert_eq!(game("hex", "size=5").unwrap(), "hex:size=5");
        assert_eq!(game("hex:size=5", " ").unwrap(), "hex:size=5");
        assert!(game("hex:size=5", "size=6").is_err());
    }
}
