//! "My games": the games of this browser, running and finished, with a small board each.

use axum::Router;
use axum::extract::State;
use axum::response::Redirect;
use axum::routing::{get, post};
use damier_core::{Fault, Lang, Outcome, Text, Verdict};
use damier_store::{Agent, SavedGame, Seated, Store};
use damier_table::words;
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::App;
use crate::play::agents;
use crate::play::holder::Holder;
use crate::play::stored::StoredGame;
use crate::play::view::title;
use crate::web::error::HttpError;
use crate::web::extract::{Form, Query};
use crate::web::layout;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/mine", get(page)).route("/mine/remove", post(remove))
}

/// The number of games on a page.
const PAGE: u32 = 12;
/// The number of games on the first page of the site.
const FIRST: u32 = 4;

/// A game in a list.
pub struct Item {
    id: String,
    /// The game with its size and variants.
    title: String,
    /// Against whom it is played.
    players: String,
    /// Whose turn it is, or how it ended.
    state: String,
    /// Whether the reader is to move.
    yours: bool,
    /// How its match stands.
    series: Option<String>,
    /// The address of the picture of its last position.
    picture: String,
}

impl Item {
    /// Describes a game for a reader.
    ///
    /// # Errors
    /// If its position cannot be written.
    pub fn of(stored: StoredGame, reader: &Reader) -> Result<Item, Fault> {
        let lang = reader.lang;
        let new = &stored.saved.game;
        let turn = stored.session.to_move();
        let others =
            new.seats.iter().any(|seated| seated.agent != Agent::Human || seated.holder != stored.holder);
        let waits = stored.is_waiting();
        let yours = stored.session.outcome().is_none() && !waits && stored.holds(turn);
        let mut item = Item {
            id: new.id.clone(),
            title: title(stored.game.spec(), lang),
            players: players(&stored, lang),
            state: match stored.session.outcome() {
                _ if waits => Text::new("On attend un joueur", "Waiting for a player").get(lang).to_string(),
                Some(outcome) => result(&stored, &outcome, lang),
                None if yours && (others || new.seats.len() == 1) => {
                    Text::new("À vous de jouer", "Your turn").get(lang).to_string()
                }
                None => words::standing(&*stored.session, lang),
            },
            yours,
            series: stored.series.as_ref().map(|series| {
                let score = series.score(&stored, lang);
                series.result(&stored, lang).unwrap_or_else(|| {
                    format!(
                        "{} {} – {score}",
                        Text::new("Match, partie", "Match, game").get(lang),
                        series.number + 1
                    )
                })
            }),
            picture: String::new(),
        };
        let line = OpenLine { game: stored.game, session: stored.session }.last_address()?;
        item.picture = address(&line, reader);
        Ok(item)
    }

    /// Draws the game as a link to it.
    pub fn draw(&self) -> Markup {
        html! {
            a.shelved href={ "/play/" (self.id) } {
                img src=(self.picture) alt="" width="96" height="96" loading="lazy" decoding="async";
                span.about {
                    b { (self.title) }
                    span { (self.players) }
                    @if let Some(series) = &self.series { span { (series) } }
                    span.turn.yours[self.yours] { (self.state) }
                }
            }
        }
    }
}

/// Returns the address of the picture of a line's last position, in the reader's colours.
fn address(line: &LineAddress, reader: &Reader) -> String {
    let theme = reader.theme.map(|theme| format!("&theme={theme}")).unwrap_or_default();
    format!("/picture.svg?{}&coords=no{theme}", line.query())
}

/// Says against whom the reader plays.
fn players(stored: &StoredGame, lang: Lang) -> String {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let seats = &stored.saved.game.seats;
    let name = |seated: &Seated| match agents::level(&seated.agent) {
        Some(level) => agents::engine_name(level, lang),
        None if !seated.name.is_empty() => {
            words::agent(&seated.name, lang).unwrap_or_else(|| seated.name.clone())
        }
        None if seated.holder.is_none() && stored.is_waiting() => {
            say("qui veut", "whoever comes").to_string()
        }
        None => say("une personne", "a person").to_string(),
    };
    let own = stored.own_seats();
    let is_own = |place: usize| own.iter().any(|seat| seat.index() == place);
    let mut others: Vec<String> =
        (0..seats.len()).filter(|&place| !is_own(place)).map(|place| name(&seats[place])).collect();
    others.dedup();
    let named = seats.iter().any(|seated| !seated.name.is_empty());
    match (own.len(), seats.len()) {
        (_, 1) => say("en solitaire", "alone").to_string(),
        (0, _) if others.len() == 1 => format!("{}, {}", others[0], say("des deux côtés", "on both sides")),
        (0, _) => others.join(say(" contre ", " against ")),
        (held, all) if held == all && named => {
            seats.iter().map(name).collect::<Vec<_>>().join(say(" contre ", " against "))
        }
        (held, all) if held == all => say("à deux, ici", "for two, here").to_string(),
        _ => {
            let others = others.join(", ");
            let computer = seats.iter().any(|seated| seated.agent != Agent::Human);
            format!(
                "{}{others}",
                if computer { say("contre l'", "against ") } else { say("contre ", "against ") }
            )
        }
    }
}

/// Says how a game ended: from the reader's side, if he has one.
fn result(stored: &StoredGame, outcome: &Outcome, lang: Lang) -> String {
    let Some(own) = stored.own_side() else { return words::standing(&*stored.session, lang) };
    let verdict = match outcome.verdict {
        Verdict::Win(side) if side == own => Text::new("Gagné", "Won"),
        Verdict::Win(_) => Text::new("Perdu", "Lost"),
        Verdict::Draw | Verdict::Solved => Text::new("Nul", "Draw"),
    };
    let score = words::score(stored.session.seats(), outcome, lang);
    let score = score.map_or(String::new(), |score| format!(", {score}"));
    format!("{}{score} ({})", verdict.get(lang), outcome.reason.text.get(lang))
}

/// Replays games for a list. A game that cannot be read any more is left out.
async fn items(
    app: &App,
    games: Vec<SavedGame>,
    holder: &str,
    reader: &Reader,
) -> Result<Vec<Item>, HttpError> {
    let (holder, reader) = (holder.to_string(), reader.clone());
    app.rules(move |app| {
        let item = |saved: SavedGame| {
            let id = saved.game.id.clone();
            let replayed = StoredGame::replay(app, saved, Some(holder.clone()), app.store.now());
            let item = replayed.and_then(|stored| Item::of(stored, &reader));
            if let Err(fault) = &item {
                tracing::error!(game = id, error = %fault, "a game cannot be listed");
            }
            item.ok()
        };
        Ok(games.into_iter().filter_map(item).collect())
    })
    .await
}

/// Draws the newest games of a reader for the first page of the site; nothing if he has none.
pub async fn glimpse(app: &App, holder: &Holder, reader: &Reader) -> Result<Markup, HttpError> {
    let Some(id) = holder.id() else { return Ok(html! {}) };
    let games = app.store.shelf(&id, 0, FIRST).await?;
    if games.is_empty() {
        return Ok(html! {});
    }
    let size = app.store.shelf_size(&id).await?;
    let items = items(app, games, &id, reader).await?;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    Ok(html! {
        section.mine aria-labelledby="mine" {
            div.heading {
                h2 id="mine" { (say("Mes parties", "My games")) }
                a href="/mine" { (say("Toutes", "All")) " (" (size) ")" }
            }
            ul.shelf { @for item in &items { li { (item.draw()) } } }
        }
    })
}

/// Which page of the list is shown.
#[derive(Debug, Deserialize)]
pub struct PageQuery {
    /// Its number, from 1.
    page: Option<u32>,
}

/// Shows all games of this browser.
pub async fn page(
    State(app): State<App>,
    holder: Holder,
    reader: Reader,
    Query(PageQuery { page }): Query<PageQuery>,
) -> Result<Markup, HttpError> {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let id = holder.id().unwrap_or_default();
    let size = app.store.shelf_size(&id).await?;
    let last = size.div_ceil(PAGE).max(1);
    let page = page.unwrap_or(1).clamp(1, last);
    let games = app.store.shelf(&id, (page - 1) * PAGE, PAGE).await?;
    let items = items(&app, games, &id, &reader).await?;
    let title = say("Mes parties", "My games");
    let main = html! {
        h1 { (title) }
        @if size == 0 {
            p.lead { (say("Les parties que vous commencez se retrouvent ici, même si vous fermez la page.", "The games that you begin are found here again, even if you close the page.")) }
            p { a.button.main href="/" { (say("Choisir un jeu", "Choose a game")) } }
        } @else {
            p.lead { (say(
                "Les parties de ce navigateur, les plus récentes d'abord. Retirer une partie de la liste ne l'efface pas : son adresse reste bonne.",
                "The games of this browser, the newest first. To remove a game from the list does not delete it: its address still holds.",
            )) }
            ul.shelf.all {
                @for item in &items {
                    li {
                        (item.draw())
                        form action="/mine/remove" method="post" {
                            input type="hidden" name="game" value=(item.id);
                            input type="hidden" name="page" value=(page);
                            button aria-label={ (say("Retirer de la liste :", "Remove from the list:")) " " (item.title) ", " (item.state) } { (say("Retirer", "Remove")) }
                        }
                    }
                }
            }
            @if last > 1 {
                nav.pages aria-label=(say("Pages", "Pages")) {
                    @if page > 1 { a.button rel="prev" href={ "/mine?page=" (page - 1) } { (say("Plus récentes", "Newer")) } }
                    span { (say("Page", "Page")) " " (page) " / " (last) }
                    @if page < last { a.button rel="next" href={ "/mine?page=" (page + 1) } { (say("Plus anciennes", "Older")) } }
                }
            }
        }
    };
    Ok(layout::page(&reader, title, "mine", main))
}

/// A game to be taken off the list.
#[derive(Debug, Deserialize)]
pub struct RemoveForm {
    /// Its id.
    game: String,
    /// The page of the list to return to.
    #[serde(default)]
    page: u32,
}

/// Takes a game off the reader's list.
pub async fn remove(
    State(app): State<App>,
    holder: Holder,
    Form(RemoveForm { game, page }): Form<RemoveForm>,
) -> Result<Redirect, HttpError> {
    if let Some(id) = holder.id() {
        app.store.unshelve(&id, &game).await?;
    }
    Ok(Redirect::to(&if page > 1 { format!("/mine?page={page}") } else { "/mine".to_string() }))
}
