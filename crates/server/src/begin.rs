//! Beginning a game: which rules, who sits where, and what the form does.

use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use damier_core::{Fault, Rng, SeatInfo, Text};
use damier_scene::View;
use damier_scene::svg::{self, Options, Paint};
use damier_store::{Clock, Store};
use damier_table::{AnyGame, Entry, Spec};
use maud::{Markup, PreEscaped, html};

use crate::app::App;
use crate::asked::{Form, Path};
use crate::engines::read_level;
use crate::error::Problem;
use crate::layout;
use crate::live::{self, HUMAN};
use crate::reader::Reader;

/// The fields of a form, in their order.
pub type Fields = Vec<(String, String)>;

/// The clocks that the form offers, in seconds.
const CLOCKS: [(u32, u32); 4] = [(180, 2), (600, 5), (1800, 10), (3600, 0)];

/// Shows the form. The address holds the rules, as the form for them sends them: variants, parameters, and perhaps a
/// position to begin with.
pub async fn form(
    Path(id): Path<String>,
    State(app): State<App>,
    RawQuery(query): RawQuery,
    reader: Reader,
) -> Result<Markup, Problem> {
    let entry = damier_games::entry(&id).map_err(|fault| Problem::nowhere(&reader, &fault))?;
    let fields: Fields =
        serde_urlencoded::from_str(&query.unwrap_or_default()).map_err(|error| unread(&reader, &error))?;
    let position = find(&fields, "position");
    let bad = |fault| Problem::bad(&reader, &fault);
    let spec = spec(&id, &fields).map_err(bad)?;
    let game = app.games.open(&spec).map_err(bad)?;
    let session = match position {
        Some(position) => game.resume(position).map_err(bad)?,
        None => game.open(&mut Rng::new(0)),
    };
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let picture = svg::write(&session.scene(&View::new(lang)), &Options::new(Paint::Page));
    let title = format!("{} – {}", entry.name.get(lang), say("nouvelle partie", "new game"));
    let against = find(&fields, "against").unwrap_or("computer");
    let main = html! {
        div.split {
            div {
                h1 { a href={ "/games/" (id) } { (entry.name.get(lang)) } }
                @if position.is_none() { (rules(entry, &spec, against, &reader)) }
                form.begin action={ "/games/" (id) "/play" } method="post" {
                    input type="hidden" name="rules" value=(spec.variant());
                    @if let Some(position) = position { input type="hidden" name="position" value=(position); }
                    (seats(&*game, against, &reader))
                    @if game.seats().len() > 1 { (clocks(&reader)) }
                    p.actions { button.main { (say("Commencer", "Begin")) } }
                }
            }
            div.board { (PreEscaped(picture)) }
        }
    };
    Ok(layout::page(&reader, &title, "begin", main))
}

fn unread(reader: &Reader, error: &serde_urlencoded::de::Error) -> Problem {
    let fault =
        Fault::new(format!("Formulaire illisible : {error}."), format!("The form cannot be read: {error}."));
    Problem::bad(reader, &fault)
}

/// Returns the value of a field that is filled in.
pub fn find<'a>(fields: &'a Fields, name: &str) -> Option<&'a str> {
    let found = fields.iter().find(|(key, value)| key == name && !value.trim().is_empty());
    found.map(|(_, value)| value.trim())
}

/// Who sits where: a person or a level. The first seat is the reader's, the others the computer's or a person's here, until
/// somebody says otherwise.
fn seats(game: &dyn AnyGame, against: &str, reader: &Reader) -> Markup {
    let (lang, seats): (_, &[SeatInfo]) = (reader.lang, game.seats());
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let level = say("ordinateur, niveau", "computer, level");
    let computer = |place: usize| against == "computer" && place > 0 && seats.len() > 1 || against == "watch";
    html! {
        fieldset {
            legend { (say("Qui joue ?", "Who plays?")) }
            @for (place, seat) in seats.iter().enumerate() {
                p { label { span.seat { (seat.name.get(lang)) } " "
                    select name={ "seat" (place) } {
                        option value=(HUMAN) selected[!computer(place)] { (say("une personne, ici", "a person, here")) }
                        @if seats.len() > 1 {
                            @for number in 1..=8 {
                                option value={ "level:" (number) } selected[computer(place) && number == 3] { (level) " " (number) }
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

fn clocks(reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    html! {
        fieldset {
            legend { (say("Pendule", "Clock")) }
            label { (say("Temps par joueur", "Time for each player")) " "
                select name="clock" {
                    option value="" { (say("sans pendule", "no clock")) }
                    @for (whole, bonus) in CLOCKS {
                        option value={ (whole) "+" (bonus) } {
                            (whole / 60) " min"
                            @if bonus > 0 { " + " (bonus) " s " (say("par coup", "a move")) }
                        }
                    }
                }
            }
        }
    }
}

/// Which rules: variants as boxes, parameters as fields; another choice shows the form anew.
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

/// The fields that choose the rules; [`spec`] reads what they send.
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

/// Begins the game that the form describes and leads to it.
pub async fn begin(
    Path(id): Path<String>,
    State(app): State<App>,
    reader: Reader,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let bad = |fault: Fault| Problem::bad(&reader, &fault);
    damier_games::entry(&id).map_err(|fault| Problem::nowhere(&reader, &fault))?;
    let spec = Spec::with_variant(&id, find(&fields, "rules").unwrap_or_default()).map_err(bad)?;
    let game = app.games.open(&spec).map_err(bad)?;
    let mut agents = Vec::new();
    for place in 0..game.seats().len() {
        let agent = find(&fields, &format!("seat{place}")).unwrap_or(HUMAN);
        if agent != HUMAN {
            read_level(agent).map_err(bad)?;
        }
        agents.push(agent.to_string());
    }
    let clock = find(&fields, "clock").map(|text| read_clock(text).ok_or_else(|| no_clock(text))).transpose();
    let mut new =
        live::begin(&*game, find(&fields, "position"), &agents, clock.map_err(bad)?).map_err(bad)?;
    if find(&fields, "lots").is_some() {
        let turns = live::lot(agents.len()).map_err(|fault| Problem::ours(&reader, &fault))?;
        new.seats.rotate_right(turns);
    }
    app.store.begin(&new).await.map_err(|trouble| Problem::ours(&reader, &trouble))?;
    let to = format!("/play/{}", new.id);
    Ok(([(header::SET_COOKIE, live::seats_cookie(&new))], Redirect::to(&to)).into_response())
}

fn read_clock(text: &str) -> Option<Clock> {
    let (whole, bonus) = text.split_once('+')?;
    let clock = Clock { whole: whole.parse().ok()?, bonus: bonus.parse().ok()? };
    ((1..=86_400).contains(&clock.whole) && clock.bonus <= 600).then_some(clock)
}

fn no_clock(text: &str) -> Fault {
    Fault::new(
        format!("« {text} » n'est pas une pendule ; attendu : SECONDES+BONUS, comme 600+5"),
        format!("\"{text}\" is no clock; expected SECONDS+BONUS, as 600+5"),
    )
}

/// Returns the spec that the fields of the form make.
///
/// # Errors
/// If what they hold is no spec.
pub fn spec(id: &str, fields: &Fields) -> Result<Spec, Fault> {
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

    fn fields(pairs: &[(&str, &str)]) -> Fields {
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

    #[test]
    fn clocks_have_limits() {
        assert_eq!(read_clock("600+5"), Some(Clock { whole: 600, bonus: 5 }));
        for wrong in ["", "600", "0+5", "90000+1", "5+999", "a+b", "-1+2"] {
            assert_eq!(read_clock(wrong), None, "{wrong}");
        }
    }
}
