//! Beginning a game: one form that chooses players, rules, clock and match, and shows the board that will be played. What it
//! shows is what begins.

mod fields;
mod players;
mod rules;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use axum_extra::extract::CookieJar;
use damier_core::{Fault, Lang, Rng, Text};
use damier_scene::View;
use damier_store::{Clock, NewGame, Round, Store};
use damier_table::{AnyGame, Entry, MatchRule, Session, words};
use maud::{Markup, html};
use serde::Serialize;

use crate::app::App;
use crate::play::holder::{Holder, KnownHolder};
use crate::play::stored;
use crate::play::view::picture;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Form, Query, UrlPath};
use crate::web::layout;
use crate::web::reader::Reader;

use fields::{FieldFaults, read, say_all};
pub use fields::{FormFields, find, spec, with_defaults};
pub use rules::rule_fields;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/games/{id}/play", get(form).post(begin))
}

/// The clocks that the form offers.
const CLOCKS: [Clock; 4] = [
    Clock { whole: 180, bonus: 2 },
    Clock { whole: 600, bonus: 5 },
    Clock { whole: 1800, bonus: 10 },
    Clock { whole: 3600, bonus: 0 },
];

/// The matches that the form offers for every game.
const MATCHES: [MatchRule; 3] = [MatchRule::Best(3), MatchRule::Best(5), MatchRule::Best(7)];
/// The value that stands for the match of the sheet.
const SHEET: &str = "sheet";

/// What a form asks for, as far as it can be read.
struct Draft {
    game: Arc<dyn AnyGame>,
    /// At the position that the game begins with.
    session: Box<dyn Session>,
    faults: FieldFaults,
}

impl Draft {
    /// Reads the rules and the position that fields ask for. Where they do not fit together, it is the sheet's game.
    ///
    /// # Errors
    /// If the sheet's game cannot be opened, which does not happen.
    fn read(app: &App, entry: &Entry, fields: &FormFields) -> Result<Draft, HttpError> {
        let (spec, mut faults) = read(entry, fields);
        let game = match app.games.open(&spec) {
            Ok(game) => game,
            Err(fault) => {
                faults.entry("variant".to_string()).or_insert(fault);
                let sheet = damier_table::Spec::with_variant(entry.id, "").or_internal()?;
                app.games.open(&sheet).or_internal()?
            }
        };
        let session = match game.open_line(find(fields, "position"), [], &mut Rng::new(0)) {
            Ok(session) => session,
            Err(fault) => {
                faults.insert("position".to_string(), fault);
                game.open(&mut Rng::new(0))
            }
        };
        Ok(Draft { game, session, faults })
    }

    /// Draws the board.
    fn board(&self, lang: Lang) -> Markup {
        picture(&*self.session, &View::new(lang))
    }

    /// Says what will be played.
    fn words(&self, entry: &Entry, lang: Lang) -> String {
        words::spec(entry, self.game.spec(), lang)
    }
}

/// What a script gets when a rule is changed in the form.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BeginPreview {
    /// The picture of the board.
    board: String,
    /// What will be played.
    words: String,
    /// The choice of players, as HTML.
    players: String,
    /// What is wrong with fields, by their names.
    faults: BTreeMap<String, String>,
}

/// Shows the form. The address holds its fields, as far as they are filled in, and optionally a position to begin with. A
/// script gets what changes with the rules.
pub async fn form(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    Query(fields): Query<FormFields>,
    reader: Reader,
) -> Result<Response, HttpError> {
    let entry = damier_games::entry(&id).or_not_found()?;
    app.rules(move |app| {
        let fields = with_defaults(entry, fields);
        let draft = Draft::read(app, entry, &fields)?;
        if reader.script {
            let lang = reader.lang;
            let players = players::draw(draft.game.seats(), &fields, &FieldFaults::new(), lang);
            return Ok(Json(BeginPreview {
                board: draft.board(lang).0,
                words: draft.words(entry, lang),
                players: players.0,
                faults: say_all(&draft.faults, lang),
            })
            .into_response());
        }
        let status = if draft.faults.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
        Ok((status, draw(entry, &draft, &fields, &reader)).into_response())
    })
    .await
}

/// Draws the page, with fields as they are filled in and what is wrong beside them.
fn draw(entry: &Entry, draft: &Draft, fields: &FormFields, reader: &Reader) -> Markup {
    let Draft { game, faults, .. } = draft;
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let title = format!("{} – {}", entry.name.get(lang), say("nouvelle partie", "new game"));
    let action = format!("/games/{}/play", entry.id);
    let position = find(fields, "position");
    let has_rules = !entry.variants.is_empty() || !entry.params.is_empty();
    let main = html! {
        h1 { a href={ "/games/" (entry.id) } { (entry.name.get(lang)) } " – " (say("nouvelle partie", "new game")) }
        form.begin action=(action) method="post" autocomplete="off" {
            @if !faults.is_empty() { p.notice role="alert" { (say("Quelque chose ne va pas : voyez plus bas.", "Something is wrong: see below.")) } }
            div.preview {
                div.board data-begin="board" { (draft.board(lang)) }
                p.note data-begin="words" aria-live="polite" { (draft.words(entry, lang)) }
            }
            div.fields {
                div data-begin="players" { (players::draw(game.seats(), fields, faults, lang)) }
                @if let Some(position) = position {
                    input type="hidden" name="rules" value=(game.spec().variant());
                    input type="hidden" name="position" value=(position);
                    p.note { (say("La partie commence par la position montrée.", "The game begins with the position that is shown.")) }
                    (rules::fault(faults, "position", lang))
                } @else if has_rules {
                    fieldset.rules {
                        legend { (say("Le plateau et les règles", "The board and the rules")) }
                        (rules::draw(entry, game.spec(), &shown(game.spec(), fields), faults, lang))
                        button.show formmethod="get" { (say("Montrer ce plateau", "Show this board")) }
                    }
                }
                @if game.seats().len() > 1 { (length(entry, fields, faults, lang)) }
                p.actions { button.main { (say("Commencer", "Begin")) } }
            }
        }
        (layout::script("begin.js"))
    };
    layout::page(reader, &title, "begin", main)
}

/// Returns the fields with what they say of the rules in one text put into fields of its own.
fn shown(spec: &damier_table::Spec, fields: &FormFields) -> FormFields {
    let mut shown = fields.clone();
    if find(fields, "rules").is_some() {
        shown.extend(spec.params.iter().map(|(key, value)| (format!("param-{key}"), value.clone())));
    }
    shown
}

/// Draws the choice of how long it takes: one game or a match, and the clock.
fn length(entry: &Entry, fields: &FormFields, faults: &FieldFaults, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let [series, clock] = ["match", "clock"].map(|name| find(fields, name).unwrap_or_default());
    html! {
        fieldset {
            legend { (say("Combien de temps ?", "How long?")) }
            p { label { (say("On joue", "Play")) " "
                select name="match" {
                    option value="" { (say("une partie", "one game")) }
                    @if let Some(sheet) = entry.sheet_match {
                        option value=(SHEET) selected[series == SHEET] { (say("le match de la fiche : ", "the match of the sheet: ")) (sheet.rule.say(lang)) }
                    }
                    @for rule in MATCHES { option value=(rule) selected[series == rule.to_string()] { (rule.say(lang)) } }
                }
            } }
            (rules::fault(faults, "match", lang))
            p { label { (say("Temps par joueur", "Time for each player")) " "
                select name="clock" {
                    option value="" { (say("sans pendule", "no clock")) }
                    @for offered in CLOCKS {
                        option value=(offered) selected[clock == offered.to_string()] {
                            (offered.whole / 60) " min"
                            @if offered.bonus > 0 { " + " (offered.bonus) " s " (say("par coup", "a move")) }
                        }
                    }
                }
            } }
            (rules::fault(faults, "clock", lang))
        }
    }
}

/// Begins the game that the form describes and redirects to it. Where something is wrong, the form comes back as it was.
pub async fn begin(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    holder: Holder,
    reader: Reader,
    Form(fields): Form<FormFields>,
) -> Result<Response, HttpError> {
    let entry = damier_games::entry(&id).or_not_found()?;
    let KnownHolder { id: holder, cookie } = holder.known().or_internal()?;
    let made = app.rules(move |app| {
        let mut draft = Draft::read(app, entry, &fields)?;
        let new = make(entry, &mut draft, &fields, &holder)?;
        Ok(match draft.faults.values().next() {
            None => Ok((new, holder)),
            Some(fault) if reader.script => return Err(HttpError::bad_request(fault.clone())),
            Some(_) => Err(draw(entry, &draft, &fields, &reader)),
        })
    });
    match made.await? {
        Ok((new, holder)) => {
            app.store.begin(&new).await?;
            // Whoever only watches has the game among his own too.
            app.store.shelve(&holder, &new.id, new.created).await?;
            let to = Redirect::to(&format!("/play/{}", new.id));
            Ok((CookieJar::new().add(cookie), to).into_response())
        }
        Err(page) => Ok((StatusCode::BAD_REQUEST, page).into_response()),
    }
}

/// Makes the game that the form describes, and adds what is wrong to the draft's faults.
fn make(entry: &Entry, draft: &mut Draft, fields: &FormFields, holder: &str) -> Result<NewGame, HttpError> {
    let Draft { game, faults, .. } = draft;
    let seats = players::read(game.seats(), fields, holder, faults)?;
    let clock = match find(fields, "clock").map(str::parse).transpose() {
        Ok(clock) => clock,
        Err(fault) => {
            faults.insert("clock".to_string(), fault);
            None
        }
    };
    let round =
        match find(fields, "match").map(|text| match_rule(entry, game.seats().len(), text)).transpose() {
            Ok(rule) => rule,
            Err(fault) => {
                faults.insert("match".to_string(), fault);
                None
            }
        };
    let round = match round {
        Some(rule) => {
            Some(Round { series: stored::random_id::<8>().or_internal()?, rule: rule.to_string(), number: 0 })
        }
        None => None,
    };
    // What is wrong with the position is known already.
    let position = find(fields, "position").filter(|_| !faults.contains_key("position"));
    let listed = players::is_listed(fields);
    Ok(NewGame { round, listed, ..stored::new_game(&**game, position, seats, clock).or_bad_request()? })
}

/// Reads the match that is asked for.
fn match_rule(entry: &Entry, seats: usize, text: &str) -> Result<MatchRule, Fault> {
    if seats < 2 {
        return Err(Fault::new("On ne joue pas de match tout seul.", "There is no match for one player."));
    }
    if text != SHEET {
        return text.parse();
    }
    entry.sheet_match.map(|sheet| sheet.rule).ok_or_else(|| {
        Fault::new(
            "La fiche de ce jeu ne dit rien d'un match.",
            "The sheet of this game says nothing of a match.",
        )
    })
}
