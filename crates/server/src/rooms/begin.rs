//! Beginning a game: the form that chooses rules, players and clock, and what it does.

use axum::Router;
use axum::extract::State;
use axum::response::Redirect;
use axum::routing::get;
use axum_extra::extract::CookieJar;
use damier_core::{Fault, Rng, SeatInfo, Text};
use damier_scene::View;
use damier_store::{Agent, Clock, NewGame, Store};
use damier_table::{AnyGame, Entry, Spec};
use maud::{Markup, html};

use crate::app::App;
use crate::play::agents::{engine, engine_name, read_agent};
use crate::play::stored::{self, seats_cookie};
use crate::play::view::picture;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Form, Query, UrlPath};
use crate::web::layout;
use crate::web::reader::Reader;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/games/{id}/play", get(form).post(begin))
}

/// The fields of a form, in order.
pub type FormFields = Vec<(String, String)>;

/// The clocks that the form offers.
const CLOCKS: [Clock; 4] = [
    Clock { whole: 180, bonus: 2 },
    Clock { whole: 600, bonus: 5 },
    Clock { whole: 1800, bonus: 10 },
    Clock { whole: 3600, bonus: 0 },
];

/// Shows the form. The address holds the rules as the form for them sends them: variants, parameters, and optionally a
/// position to begin with.
pub async fn form(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    Query(fields): Query<FormFields>,
    reader: Reader,
) -> Result<Markup, HttpError> {
    let entry = damier_games::entry(&id).or_not_found()?;
    app.rules(move |app| {
        let spec = spec(entry.id, &fields).or_bad_request()?;
        let game = app.games.open(&spec).or_bad_request()?;
        draw(entry, &*game, &fields, &reader)
    })
    .await
}

fn draw(
    entry: &Entry,
    game: &dyn AnyGame,
    fields: &FormFields,
    reader: &Reader,
) -> Result<Markup, HttpError> {
    let position = find(fields, "position");
    let session = game.open_line(position, [], &mut Rng::new(0)).or_bad_request()?;
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let title = format!("{} – {}", entry.name.get(lang), say("nouvelle partie", "new game"));
    let against = find(fields, "against").unwrap_or("computer");
    let main = html! {
        div.split {
            div {
                h1 { a href={ "/games/" (entry.id) } { (entry.name.get(lang)) } }
                @if position.is_none() { (rules(entry, game.spec(), against, reader)) }
                form.begin action={ "/games/" (entry.id) "/play" } method="post" {
                    input type="hidden" name="rules" value=(game.spec().variant());
                    @if let Some(position) = position { input type="hidden" name="position" value=(position); }
                    (seats(game, against, reader))
                    @if game.seats().len() > 1 { (clocks(reader)) }
                    p.actions { button.main { (say("Commencer", "Begin")) } }
                }
            }
            div.board { (picture(&*session, &View::new(lang))) }
        }
    };
    Ok(layout::page(reader, &title, "begin", main))
}

/// Returns the value of a field that is filled in.
pub fn find<'a>(fields: &'a FormFields, name: &str) -> Option<&'a str> {
    let found = fields.iter().find(|(key, value)| key == name && !value.trim().is_empty());
    found.map(|(_, value)| value.trim())
}

/// Draws the choice of a player for each seat: a person or a level. By default the first seat is the reader's; the others are
/// the computer's, or as `against` says.
fn seats(game: &dyn AnyGame, against: &str, reader: &Reader) -> Markup {
    let (lang, seats): (_, &[SeatInfo]) = (reader.lang, game.seats());
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let computer = |place: usize| against == "computer" && place > 0 && seats.len() > 1 || against == "watch";
    html! {
        fieldset {
            legend { (say("Qui joue ?", "Who plays?")) }
            @for (place, seat) in seats.iter().enumerate() {
                p { label { span.seat { (seat.name.get(lang)) } " "
                    select name={ "seat" (place) } {
                        option value=(Agent::Human) selected[!computer(place)] { (say("une personne, ici", "a person, here")) }
                        @if seats.len() > 1 {
                            @for number in 1..=8 {
                                option value=(engine(number)) selected[computer(place) && number == 3] { (engine_name(number, lang)) }
                            }
                        }
                    }
                } }
            }
            @if seats.len() > 1 {
                p { label { input type="checkbox" name="lots" value="yes"; " " (say("tirer les places au sort", "draw lots for the seats")) } }
                p.note { (say(
                    "Le niveau 1 se laisse battre par un enfant ; le niveau 8 joue de toutes ses forces.",
                    "Level 1 lets a child win; level 8 plays as well as it can.",
                )) }
            }
        }
    }
}

/// Draws the choice of a clock.
fn clocks(reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    html! {
        fieldset {
            legend { (say("Pendule", "Clock")) }
            label { (say("Temps par joueur", "Time for each player")) " "
                select name="clock" {
                    option value="" { (say("sans pendule", "no clock")) }
                    @for clock in CLOCKS {
                        option value=(clock) {
                            (clock.whole / 60) " min"
                            @if clock.bonus > 0 { " + " (clock.bonus) " s " (say("par coup", "a move")) }
                        }
                    }
                }
            }
        }
    }
}

/// Draws the form that chooses the rules. Sending it shows the page again with the new rules.
fn rules(entry: &Entry, spec: &Spec, against: &str, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    html! {
        @if !entry.variants.is_empty() || !entry.params.is_empty() {
            form.rules action={ "/games/" (entry.id) "/play" } method="get" {
                fieldset {
                    legend { (say("Quelles règles ?", "Which rules?")) }
                    input type="hidden" name="against" value=(against);
                    (rule_fields(entry, spec, reader))
                    p.actions { button { (say("Changer les règles", "Change the rules")) } }
                }
            }
        }
    }
}

/// Draws the fields that choose the rules: a box for each variant, a text field for each parameter. [`spec`] reads them.
pub fn rule_fields(entry: &Entry, spec: &Spec, reader: &Reader) -> Markup {
    let lang = reader.lang;
    let value = |key: &str| spec.params.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
    html! {
        @for variant in entry.variants {
            @let chosen = spec.variants.iter().any(|name| name == variant.name);
            p { label {
                input type="checkbox" name="variant" value=(variant.name) checked[chosen];
                " " code { (variant.name) } " – " (variant.about.get(lang))
            } }
        }
        @for param in entry.params {
            p { label { code { (param.key) } " – " (param.about.get(lang)) br;
                input type="text" name={ "param-" (param.key) } value=(value(param.key).unwrap_or_default()) maxlength="200" autocomplete="off";
            } }
        }
    }
}

/// Begins the game that the form describes and redirects to it.
pub async fn begin(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    Form(fields): Form<FormFields>,
) -> Result<(CookieJar, Redirect), HttpError> {
    let entry = damier_games::entry(&id).or_not_found()?;
    let new = app.rules(move |app| make(app, entry, &fields)).await?;
    app.store.begin(&new).await?;
    Ok((CookieJar::new().add(seats_cookie(&new)), Redirect::to(&format!("/play/{}", new.id))))
}

/// Makes the game that the form describes.
fn make(app: &App, entry: &Entry, fields: &FormFields) -> Result<NewGame, HttpError> {
    let spec = Spec::with_variant(entry.id, find(fields, "rules").unwrap_or_default()).or_bad_request()?;
    let game = app.games.open(&spec).or_bad_request()?;
    let mut agents = Vec::new();
    for place in 0..game.seats().len() {
        let named = find(fields, &format!("seat{place}"));
        agents.push(named.map_or(Ok(Agent::Human), read_agent).or_bad_request()?);
    }
    let clock = find(fields, "clock").map(str::parse).transpose().or_bad_request()?;
    let position = find(fields, "position");
    let mut new = stored::new_game(&*game, position, &agents, clock).or_bad_request()?;
    if find(fields, "lots").is_some() {
        new.seats.rotate_right(stored::random_below(agents.len()).or_internal()?);
    }
    Ok(new)
}

/// Returns the spec that the fields of the form describe.
///
/// # Errors
/// If they do not make a valid spec.
pub fn spec(id: &str, fields: &FormFields) -> Result<Spec, Fault> {
    let mut words = Vec::new();
    for (key, value) in fields {
        let value = value.trim();
        match key.strip_prefix("param-") {
            Some(param) if !value.is_empty() => words.push(format!("{param}={value}")),
            None if (key == "variant" || key == "rules") && !value.is_empty() => {
                words.push(value.to_string());
            }
            _ => {}
        }
    }
    Spec::with_variant(id, &words.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> FormFields {
        pairs.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()
    }

    #[test]
    fn the_form_makes_a_spec() {
        let filled =
            fields(&[("seat0", "human"), ("variant", "swap"), ("param-size", " 7 "), ("param-x", "")]);
        assert_eq!(spec("hex", &filled).unwrap().to_string(), "hex:swap,size=7");
        assert_eq!(spec("hex", &fields(&[])).unwrap().to_string(), "hex");
        assert_eq!(spec("hex", &fields(&[("rules", "swap,size=5")])).unwrap().to_string(), "hex:swap,size=5");
    }
}
