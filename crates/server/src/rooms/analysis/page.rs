//! The page of an analysis. Without scripts it shows the position, the moves as links and, on request, the exact values.
//! Everything else needs scripts.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use damier_core::{Fault, Lang, Side, Text};
use damier_table::{Entry, Spec, words};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::begin::{FIRST, address, choice, paste_box};
use super::setup::panel::{Palette, panel};
use super::values::{ExactValues, exact_values};
use crate::app::App;
use crate::play::view::{PositionView, ViewOptions, go_back};
use crate::rooms::begin::{FormFields, spec};
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::Query;
use crate::web::layout::{self, Preview};
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::{Reader, cookie};
use crate::web::site::{Site, query};

/// The name of the cookie that holds the spec of the game last analysed.
const ANALYSED: &str = "analysed";
/// The longest spec that is kept in it.
const LONGEST_KEPT: usize = 200;

/// The query of the page's address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AnalysisQuery {
    game: String,
    position: String,
    moves: String,
    /// The number of plies after which the position is shown; all of them by default.
    ply: Option<usize>,
    /// A move to play there.
    add: String,
    /// Whether the page should show the exact values.
    values: Option<String>,
    /// Whether the review should begin at once.
    review: Option<String>,
    /// The reader's arrows and circles.
    draw: String,
}

/// Returns the game of a query, with the rules that the fields of the form choose, if it comes from there.
fn game_of(game: &str, fields: &FormFields) -> Result<String, Fault> {
    let chosen = fields.iter().any(|(key, value)| {
        (key == "variant" || key == "rules" || key.starts_with("param-")) && !value.trim().is_empty()
    });
    match game.trim() {
        game if !chosen => Ok(game.to_string()),
        game if game.contains(':') => {
            Err(Fault::new("La variante est donnée deux fois.", "The variant is given twice."))
        }
        game => spec(game, fields).map(|spec| spec.to_string()),
    }
}

impl AnalysisQuery {
    /// Returns the line, including the added move.
    fn line(&self) -> Result<LineAddress, Fault> {
        let game = self.game.trim().to_string();
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
    rules: Spec,
    spec: String,
    /// What the variant is called.
    variant_words: String,
    variant: String,
    position: String,
    moves: Vec<String>,
    /// The moves as players read them.
    said: Vec<String>,
    ply: usize,
    view: PositionView,
    /// The names of the first and the second side; empty for a side without seats.
    sides: [String; 2],
    /// Whether the first side's pieces are the dark ones.
    dark: bool,
    palette: Palette,
    /// Whether the exact values were asked for.
    asked: bool,
    values: ExactValues,
    /// Whether the review is to begin at once.
    reviewed: bool,
    /// What was pasted and cannot be read, with what is wrong.
    pasted: Option<(String, Fault)>,
    /// The reader's arrows and circles.
    drawn: String,
}

impl AnalysisPage {
    /// Reads the query and replays its line up to the position that is shown.
    fn open(app: &App, query: &AnalysisQuery, lang: Lang) -> Result<(AnalysisPage, OpenLine), HttpError> {
        let line = query.line().or_bad_request()?;
        let mut open = line.open(app).or_bad_request()?;
        let spec = open.game.spec();
        let moves = open.session.moves().to_vec();
        let said = open.session.said();
        let ply = query.ply.unwrap_or(moves.len()).min(moves.len());
        go_back(&mut *open.session, ply);
        let setup = open.game.set_up(&open.session.position()).or_internal()?;
        let entry = damier_games::entry(&spec.id).or_internal()?;
        let page = AnalysisPage {
            palette: Palette::of(&*open.game, &*setup, lang),
            entry,
            rules: spec.clone(),
            variant: spec.variant(),
            variant_words: words::variant(entry, spec, lang),
            spec: spec.to_string(),
            position: line.position,
            moves,
            said,
            ply,
            view: PositionView::of(
                &*open.session,
                ViewOptions { lang, tall: false, turned: false, moves: true },
            ),
            sides: [Side::First, Side::Second].map(|side| words::side(open.session.seats(), side, lang)),
            dark: open.session.seats().iter().any(|seat| seat.side == Side::Second && seat.code == "w"),
            asked: query.values.is_some(),
            values: ExactValues::default(),
            reviewed: query.review.is_some(),
            pasted: None,
            drawn: query.draw.clone(),
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
        layout::page_with(reader, &title, "play", &preview, body(self, reader))
    }
}

/// Shows the page. If no game is named, the board of the one that this reader analysed last stands at its start.
pub async fn page(
    State(app): State<App>,
    reader: Reader,
    site: Site,
    jar: CookieJar,
    Query(mut query): Query<AnalysisQuery>,
    Query(fields): Query<FormFields>,
) -> Result<Response, HttpError> {
    let named = !query.game.trim().is_empty();
    let mut rewritten = !query.add.trim().is_empty();
    if named {
        let chosen = game_of(&query.game, &fields).or_bad_request()?;
        rewritten |= chosen != query.game.trim();
        query.game = chosen;
    }
    let kept = jar.get(ANALYSED).map(|cookie| cookie.value().to_string());
    let open = move |app: &App| {
        if !named {
            query.game = last_game(app, kept);
        }
        AnalysisPage::open(app, &query, reader.lang)
    };
    let (mut page, open) = app.rules(open).await?;
    if rewritten {
        return Ok(Redirect::to(&page.address(None)).into_response());
    }
    if page.asked {
        page.values = exact_values(&app, open, reader.lang).await?;
    }
    let keep = named && page.spec.len() <= LONGEST_KEPT;
    let jar = if keep { CookieJar::new().add(cookie(ANALYSED, page.spec.clone())) } else { CookieJar::new() };
    app.rules(move |_| Ok((jar, page.draw(&reader, &site)).into_response())).await
}

/// Returns the spec of the game that a reader analysed last, if it can still be opened, or of [`FIRST`].
fn last_game(app: &App, kept: Option<String>) -> String {
    let opens = |spec: &String| spec.parse::<Spec>().is_ok_and(|spec| app.games.open(&spec).is_ok());
    kept.filter(opens).unwrap_or_else(|| FIRST.to_string())
}

/// Draws the page of a game at its start, with what was pasted there and cannot be read.
pub async fn with_paste(
    app: &App,
    reader: &Reader,
    site: &Site,
    spec: &str,
    pasted: (String, Fault),
) -> Result<Markup, HttpError> {
    let query = AnalysisQuery { game: spec.to_string(), ..AnalysisQuery::default() };
    let (reader, site) = (reader.clone(), site.clone());
    app.rules(move |app| {
        let (mut page, _) = AnalysisPage::open(app, &query, reader.lang)?;
        page.pasted = Some(pasted);
        Ok(page.draw(&reader, &site))
    })
    .await
}

fn body(page: &AnalysisPage, reader: &Reader) -> Markup {
    let AnalysisPage { entry, view, .. } = page;
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let pasted = page.pasted.as_ref().map(|(text, fault)| (text.as_str(), fault));
    html! {
        div.table.analysis data-spec=(page.spec) data-position=(page.position) data-first=(page.sides[0]) data-second=(page.sides[1]) data-said=(page.said.join("|"))
            data-dark=[page.dark.then_some("first")]
            data-review=[page.reviewed.then_some("yes")] data-pasted=[pasted.map(|_| "yes")] {
            div.standing hidden {}
            div.board { (PreEscaped(&view.svg)) }
            div.graph hidden {}
            aside.side {
                section.panel.who {
                    h1 { a href={ "/games/" (entry.id) } { (entry.name.get(lang)) } " – " (say("analyse", "analysis")) }
                    @if !page.variant_words.is_empty() { p.variant { (page.variant_words) } }
                    p.state role="status" { (view.state) }
                    div.captions { @for caption in &view.captions { p { (caption) } } }
                    p.notice role="alert" {}
                    p.aloud role="status" {}
                    (choice(entry, &page.rules, reader))
                }
                div.words.actions aria-label=(say("Autres coups", "Other moves")) role="group" {}
                section.panel.engine hidden {
                    div.head {
                        h2 { (say("L'ordinateur", "The computer")) }
                        button.think type="button" { (say("Réfléchir", "Think")) }
                    }
                    p.stands {}
                    ol.lines {}
                    p.progress {}
                }
                div.tabs role="tablist" aria-label=(say("Étudier", "Study")) hidden {}
                (moves(page, lang))
                (values(page, lang))
                section.panel.review data-tab=(say("Bilan", "Review")) {
                    h2 { (say("Le bilan de la partie", "The review of the game")) }
                    p.note { (say(
                        "L'ordinateur revoit tous les coups, trace la courbe et montre les fautes.",
                        "The computer goes over all moves, draws the curve and shows the mistakes.",
                    )) }
                    div.actions { button.look type="button" hidden { (say("Revoir la partie", "Look through the game")) } }
                    p.progress {}
                    p.why role="status" {}
                    ol.mistakes {}
                }
                (panel(&page.spec, &page.view.position, &page.palette, lang))
                section.panel data-tab=(say("Coller", "Paste")) id="paste" {
                    h2 { (say("Coller une partie ou une position", "Paste a record or a position")) }
                    (paste_box(&page.spec, pasted, lang))
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
        section.panel.moves data-tab=(say("Coups", "Moves")) {
            h2 { (say("Coups", "Moves")) }
            div.walk {
                a.to-start href=(page.at(0)) aria-label=(say("Début", "Start")) { (icon("M7 5v14M19 5 9 12l10 7Z")) }
                a.to-back href=(page.at(page.ply.saturating_sub(1))) aria-label=(say("Précédent", "Previous")) { (icon("M16 5 6 12l10 7Z")) }
                a.to-next href=(page.at((page.ply + 1).min(last))) aria-label=(say("Suivant", "Next")) { (icon("M8 5l10 7-10 7Z")) }
                a.to-end href=(page.at(last)) aria-label=(say("Fin", "End")) { (icon("M17 5v14M5 5l10 7-10 7Z")) }
            }
            div.tree tabindex="0" role="group" aria-label=(say("Coups et variantes", "Moves and variations")) {
                ol {
                    @for (place, text) in page.said.iter().enumerate() {
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

/// What is said where no exact values are known.
const UNKNOWN: Text =
    Text::new("Rien n'est démontré ici sans réfléchir.", "Nothing is proved here without thinking.");

/// Draws the exact values of all moves, if they were asked for.
fn values(page: &AnalysisPage, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    html! {
        section.panel.values data-tab=(say("Valeurs", "Values")) {
            h2 { (say("Valeurs exactes", "Exact values")) }
            p.ask { a href={ (page.at(page.ply)) "&values=yes" } { (say("Voir ce qui est démontré de chaque coup", "See what is proved of every move")) } }
            div.scroll tabindex="0" role="group" aria-label=(say("Valeurs exactes", "Exact values")) data-unknown=(UNKNOWN.get(lang)) {
                @if let Some(standing) = &page.values.standing { p { (standing.words) } }
                @if page.asked && page.values.moves.is_none() { p.note { (UNKNOWN.get(lang)) } }
                @if let Some(rows) = &page.values.moves {
                    table {
                        @for row in rows {
                            tr { th scope="row" { (row.said) } td { (row.worth.words) } td { (say("prouvé", "proved")) } }
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
    let drawn = query(&[("draw", &page.drawn)]);
    let from = query(&[("rules", &page.variant), ("position", &page.view.position)]);
    html! {
        div.panel.commands {
            div.actions {
                a.button.play-on href={ "/games/" (page.entry.id) "/play?" (from) } hidden[page.view.over] { (say("Jouer d'ici", "Play from here")) }
                a.button.share href={ "/share?" (here) @if !drawn.is_empty() { "&" (drawn) } } { (say("Partager", "Share")) }
                a.button.print href={ "/print?" (here) } { (say("Imprimer", "Print")) }
                button.zoom type="button" hidden aria-pressed="false" { (say("Agrandir", "Zoom")) }
                button.pen type="button" hidden aria-pressed="false" { (say("Flèches", "Arrows")) }
                button.wipe type="button" hidden { (say("Effacer les flèches", "Remove the arrows")) }
            }
            p.note.drawing hidden { (say(
                "Touchez deux cases pour une flèche, deux fois la même pour un cercle. Avec la souris : bouton droit.",
                "Touch two cells for an arrow, the same one twice for a circle. With the mouse: right button.",
            )) }
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
    fn the_form_may_choose_the_rules_apart() {
        let game = |game: &str, fields: &[(&str, &str)]| {
            let fields = fields.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
            game_of(game, &fields)
        };
        assert_eq!(game("hex", &[("variant", "swap"), ("param-size", "5")]).unwrap(), "hex:swap,size=5");
        assert_eq!(game("hex:size=5", &[("param-size", " ")]).unwrap(), "hex:size=5");
        assert!(game("hex:size=5", &[("param-size", "6")]).is_err());
    }
}
