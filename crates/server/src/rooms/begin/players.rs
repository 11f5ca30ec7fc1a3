//! Who plays: the choice of an opponent and of one's own side.

use damier_core::{Fault, Lang, SeatInfo, Side, Text};
use damier_store::{Agent, Seated};
use maud::{Markup, html};

use super::fields::{FieldFaults, FormFields, find};
use super::rules::{capital, fault};
use crate::play::agents::{engine, engine_name, read_agent};
use crate::play::invitation::{LONGEST_NAME, clean_name};
use crate::play::stored;
use crate::web::error::{HttpError, OrInternal};

/// The level that is offered.
const USUAL_LEVEL: usize = 3;

/// Against whom one plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Against {
    Computer,
    /// Somebody who gets a link.
    Friend,
    /// Whoever comes by in the lobby.
    Anyone,
    /// Two people at this screen.
    Here,
    /// Nobody: the computer plays itself.
    Watch,
}

impl Against {
    const ALL: [Against; 5] =
        [Against::Computer, Against::Friend, Against::Anyone, Against::Here, Against::Watch];

    fn code(self) -> &'static str {
        match self {
            Against::Computer => "computer",
            Against::Friend => "friend",
            Against::Anyone => "anyone",
            Against::Here => "here",
            Against::Watch => "watch",
        }
    }

    fn read(fields: &FormFields) -> Result<Against, Fault> {
        let Some(text) = find(fields, "against") else { return Ok(Against::by_seats(fields)) };
        Against::ALL.into_iter().find(|against| against.code() == text).ok_or_else(|| unknown(text))
    }

    /// Tells it by the seats, if they were chosen one by one, as where there are four.
    fn by_seats(fields: &FormFields) -> Against {
        let seats = (0..).map_while(|place| find(fields, &format!("seat{place}")));
        let agents: Vec<&str> = seats.collect();
        let human = Agent::Human.to_string();
        match (agents.contains(&human.as_str()), agents.iter().any(|agent| *agent != human)) {
            _ if agents.contains(&FRIEND) => Against::Friend,
            (true, false) => Against::Here,
            (false, true) => Against::Watch,
            _ => Against::Computer,
        }
    }

    fn title(self) -> Text {
        match self {
            Against::Computer => Text::new("Contre l'ordinateur", "Against the computer"),
            Against::Friend => Text::new("Avec un ami", "With a friend"),
            Against::Anyone => Text::new("Au salon", "In the lobby"),
            Against::Here => Text::new("À deux, ici", "For two, here"),
            Against::Watch => Text::new("Regarder", "Watch"),
        }
    }

    fn about(self) -> Text {
        match self {
            Against::Computer => Text::new("huit niveaux", "eight levels"),
            Against::Friend => Text::new("par un lien, sans compte", "by a link, no account"),
            Against::Anyone => Text::new("avec qui veut bien", "with whoever comes by"),
            Against::Here => Text::new("chacun son tour, à cet écran", "by turns, at this screen"),
            Against::Watch => Text::new("l'ordinateur contre lui-même", "the computer against itself"),
        }
    }
}

/// The sides that one may choose.
const SIDES: [&str; 3] = ["first", "second", "lots"];

fn unknown(text: &str) -> Fault {
    Fault::new(
        format!("« {text} » n'est pas un choix possible."),
        format!("\"{text}\" is no possible choice."),
    )
}

/// Says whether the game is to be announced in the lobby.
pub fn is_listed(fields: &FormFields) -> bool {
    Against::read(fields) == Ok(Against::Anyone)
}

/// What stands for a friend among the players of seats that are chosen one by one.
const FRIEND: &str = "friend";

/// Reads the level in a field.
fn level(fields: &FormFields, name: &str) -> Result<usize, Fault> {
    find(fields, name).map_or(Ok(USUAL_LEVEL), damier_table::read_level)
}

/// Reads who sits where; `holder` has the seats of all people. Faults are added to those given.
///
/// # Errors
/// If the system gives no random bytes.
pub fn read(
    seats: &[SeatInfo],
    fields: &FormFields,
    holder: &str,
    faults: &mut FieldFaults,
) -> Result<Vec<Seated>, HttpError> {
    let mut note = |name: String, fault: Fault| _ = faults.insert(name, fault);
    let mut level = |name: &str| {
        level(fields, name).unwrap_or_else(|fault| {
            note(name.to_string(), fault);
            USUAL_LEVEL
        })
    };
    let place_names: Vec<String> = (0..seats.len()).map(|place| format!("seat{place}")).collect();
    let named = place_names.iter().any(|name| find(fields, name).is_some());
    let mut rotated = find(fields, "lots").is_some().then_some("lots");
    // The seats that somebody else is to take.
    let mut free: Vec<usize> = Vec::new();
    let agents: Vec<Agent> = if named || seats.len() != 2 {
        let mut agents = Vec::new();
        for (place, name) in place_names.into_iter().enumerate() {
            if find(fields, &name) == Some(FRIEND) {
                free.push(place);
                agents.push(Agent::Human);
                continue;
            }
            agents.push(find(fields, &name).map_or(Ok(Agent::Human), read_agent).unwrap_or_else(|fault| {
                faults.insert(name, fault);
                Agent::Human
            }));
        }
        agents
    } else {
        match Against::read(fields) {
            Ok(Against::Computer) => {
                rotated = rotated.or(find(fields, "side"));
                vec![Agent::Human, engine(level("level"))]
            }
            Ok(Against::Friend | Against::Anyone) => {
                rotated = rotated.or(find(fields, "side"));
                free.push(1);
                vec![Agent::Human; 2]
            }
            Ok(Against::Here) => vec![Agent::Human; 2],
            Ok(Against::Watch) => vec![engine(level("level0")), engine(level("level1"))],
            Err(fault) => {
                note("against".to_string(), fault);
                vec![Agent::Human; 2]
            }
        }
    };
    let mut seated = stored::seat(&agents, holder);
    let name = |field: &str| clean_name(find(fields, field).unwrap_or_default());
    if Against::read(fields) == Ok(Against::Here) {
        for (place, seated) in seated.iter_mut().enumerate() {
            seated.name = name(&format!("name{place}"));
        }
    }
    if !free.is_empty() && free.len() == agents.iter().filter(|agent| **agent == Agent::Human).count() {
        let fault = Fault::new("Une place au moins est à vous.", "One seat at least is yours.");
        faults.insert("seat0".to_string(), fault);
    }
    for (place, seated) in seated.iter_mut().enumerate().filter(|(_, seated)| seated.agent == Agent::Human) {
        if free.contains(&place) {
            seated.holder = None;
        } else if !free.is_empty() {
            seated.name = name("name");
        }
    }
    match rotated {
        None | Some("first") => {}
        Some("second") => seated.rotate_right(1),
        Some("lots") => seated.rotate_right(stored::random_below(seats.len()).or_internal()?),
        Some(other) => _ = faults.insert("side".to_string(), unknown(other)),
    }
    Ok(seated)
}

/// Draws the choice of players, as it is filled in.
pub fn draw(seats: &[SeatInfo], fields: &FormFields, faults: &FieldFaults, lang: Lang) -> Markup {
    match seats.len() {
        1 => html! {},
        2 => two(seats, fields, faults, lang),
        _ => several(seats, fields, faults, lang),
    }
}

/// Draws a choice among a few as buttons of which one is pressed.
fn choice(name: &str, value: &str, chosen: bool, words: &Markup) -> Markup {
    html! { label.option { input type="radio" name=(name) value=(value) checked[chosen]; span { (words) } } }
}

/// Draws the choice for two: the opponent first.
fn two(seats: &[SeatInfo], fields: &FormFields, faults: &FieldFaults, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let against = Against::read(fields).unwrap_or(Against::Computer);
    let side = find(fields, "side").filter(|side| SIDES.contains(side)).unwrap_or(SIDES[0]);
    let names: Vec<&str> = seats.iter().map(|seat| seat.name.get(lang)).collect();
    let side_words = |code: &str| match code {
        "first" => format!("{}, {}", names[0], say("qui commence", "who begins")),
        "second" => names[1].to_string(),
        _ => say("au sort", "by lot").to_string(),
    };
    let text = |name: &str| find(fields, name).unwrap_or_default();
    html! {
        fieldset.opponent {
            legend { (say("Avec qui ?", "With whom?")) }
            div.options.large {
                @for one in Against::ALL {
                    (choice("against", one.code(), one == against, &html! { b { (one.title().get(lang)) } span.note { (one.about().get(lang)) } }))
                }
            }
            (fault(faults, "against", lang))
        }
        fieldset.for-computer {
            legend { (say("Niveau", "Level")) }
            (levels("level", fields))
            p.scale.note {
                span { (say("1 : un enfant gagne", "1: a child wins")) }
                span { (say("8 : de toutes ses forces", "8: as well as it can")) }
            }
            (fault(faults, "level", lang))
        }
        fieldset.for-apart {
            legend { (say("Votre nom, si vous voulez", "Your name, if you like")) }
            p { input type="text" name="name" value=(text("name")) maxlength=(LONGEST_NAME) autocomplete="nickname" aria-label=(say("Votre nom", "Your name")); }
        }
        fieldset.for-one {
            legend { (say("Vous jouez", "You play")) }
            div.options { @for code in SIDES { (choice("side", code, code == side, &html! { (side_words(code)) })) } }
            (fault(faults, "side", lang))
        }
        fieldset.for-here {
            legend { (say("Vos noms, si vous voulez", "Your names, if you like")) }
            @for (place, name) in names.iter().enumerate() {
                @let field = format!("name{place}");
                p { label { span.seat { (name) } " " input type="text" name=(field) value=(text(&field)) maxlength=(LONGEST_NAME) autocomplete="off"; } }
            }
        }
        fieldset.for-watch {
            legend { (say("Les niveaux", "The levels")) }
            @for (place, name) in names.iter().enumerate() {
                @let field = format!("level{place}");
                p { label { span.seat { (name) } " "
                    select name=(field) {
                        @for number in 1..=8 { option value=(number) selected[number == chosen_level(fields, &field)] { (capital(&engine_name(number, lang))) } }
                    }
                } }
                (fault(faults, &field, lang))
            }
        }
    }
}

fn chosen_level(fields: &FormFields, name: &str) -> usize {
    level(fields, name).unwrap_or(USUAL_LEVEL)
}

/// Draws the levels as a scale.
fn levels(name: &str, fields: &FormFields) -> Markup {
    let chosen = chosen_level(fields, name);
    html! {
        div.options.levels { @for number in 1..=8 { (choice(name, &number.to_string(), number == chosen, &html! { (number) })) } }
    }
}

/// Draws a list for each of several seats: a person or a level.
fn several(seats: &[SeatInfo], fields: &FormFields, faults: &FieldFaults, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let against = Against::read(fields).unwrap_or(Against::Computer);
    html! {
        fieldset {
            legend { (say("Qui joue ?", "Who plays?")) }
            @for (place, seat) in seats.iter().enumerate() {
                @let field = format!("seat{place}");
                @let usual = match against {
                    Against::Friend | Against::Anyone if place > 0 => FRIEND.to_string(),
                    Against::Computer if place > 0 => engine(chosen_level(fields, "level")).to_string(),
                    Against::Watch => engine(chosen_level(fields, "level")).to_string(),
                    _ => Agent::Human.to_string(),
                };
                @let chosen = find(fields, &field).unwrap_or(&usual);
                p { label { span.seat { (seat.name.get(lang)) } " "
                    select name=(field) {
                        option value=(Agent::Human) selected[chosen == Agent::Human.to_string()] { (say("une personne, ici", "a person, here")) }
                        option value=(FRIEND) selected[chosen == FRIEND] { (say("un ami, par un lien", "a friend, by a link")) }
                        @for number in 1..=8 {
                            option value=(engine(number)) selected[chosen == engine(number).to_string()] { (engine_name(number, lang)) }
                        }
                    }
                } }
                (fault(faults, &field, lang))
            }
            p.note { (teams(seats, lang)) }
            p { label { input type="checkbox" name="lots" value="yes" checked[find(fields, "lots").is_some()]; " " (say("tirer les places au sort", "draw lots for the seats")) } }
        }
    }
}

/// Says who plays with whom.
fn teams(seats: &[SeatInfo], lang: Lang) -> String {
    let team = |side: Side| {
        let names = seats.iter().filter(|seat| seat.side == side).map(|seat| seat.name.get(lang));
        names.collect::<Vec<_>>().join(Text::new(" et ", " and ").get(lang))
    };
    match lang {
        Lang::Fr => format!("{} contre {}.", team(Side::First), team(Side::Second)),
        Lang::En => format!("{} against {}.", team(Side::First), team(Side::Second)),
    }
}
