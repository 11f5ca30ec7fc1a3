//! The seats of a game in the panel beside its board: who sits there, with what pieces, what lies by him, and his clock.

use damier_core::{Lang, Seat, Text};
use damier_scene::{View, svg};
use damier_store::Seated;
use damier_table::words;
use maud::{Markup, PreEscaped, html};

use crate::play::agents;
use crate::play::page::GameView;
use crate::play::stored::StoredGame;
use crate::play::view::TrayView;

/// More things than this that have no places of their own are drawn once, with their number.
const MOST_DRAWN: u32 = 6;

/// Draws the seats, each with what lies by it.
pub fn draw(stored: &StoredGame, game: &GameView, lang: Lang) -> Markup {
    let turn = |place: usize| place == game.view.turn && !game.view.over;
    let view = View::new(lang);
    html! {
        @for (place, (info, seated)) in stored.session.seats().iter().zip(&stored.saved.game.seats).enumerate() {
            li data-seat=(place) aria-current=[turn(place).then_some("true")] {
                (sign(&svg::shapes(&stored.session.sign(Seat(place as u8), &view))))
                span.player {
                    (info.name.get(lang)) " – " (player(stored, Seat(place as u8), seated, lang))
                    @if !stored.is_present(Seat(place as u8)) && !game.ended { span.away { " · " (Text::new("absent", "away").get(lang)) } }
                }
                @if let Some(left) = &game.clocks { time.clock data-left=(left[place]) { (clock(left[place])) } }
                div.trays { @for tray in game.view.trays.iter().filter(|tray| tray.seat == place) { (draw_tray(tray, lang)) } }
            }
        }
    }
}

/// Draws the piece that stands for a seat, if there is one.
fn sign(shapes: &str) -> Markup {
    html! { span.sign aria-hidden="true" {
        @if !shapes.is_empty() { svg.damier-scene viewBox="-.5 -.5 1 1" { (PreEscaped(shapes)) } }
    } }
}

/// Draws what lies in a tray. Things that have places of their own lie there; of others that are many, one is drawn.
fn draw_tray(tray: &TrayView, lang: Lang) -> Markup {
    let drawn = match tray.places {
        0 if tray.count > MOST_DRAWN => 1,
        0 => tray.count,
        places => places.max(tray.count),
    };
    let number = (tray.places == 0 && tray.count > MOST_DRAWN) || tray.icon.is_empty();
    let label = format!("{}{}{}", tray.words, Text::new(" : ", ": ").get(lang), tray.count);
    html! {
        span.tray role="img" aria-label=(label) title=(label) {
            @if !tray.icon.is_empty() && drawn > 0 {
                svg.damier-scene viewBox={ "-.5 -.5 " (drawn) " 1" } width={ (drawn) "em" } height="1em" aria-hidden="true" {
                    @for place in 0..drawn {
                        g transform={ "translate(" (place) ",0)" } {
                            @if place < tray.count { (PreEscaped(&tray.icon)) } @else { circle.place r=".14" {} }
                        }
                    }
                }
            }
            @if number { span { "×\u{a0}" (tray.count) } }
        }
    }
}

/// Returns the name of a seat's player, or else that of the seat.
pub fn name(stored: &StoredGame, seat: Seat, lang: Lang) -> String {
    let own = &stored.saved.game.seats[seat.index()].name;
    if own.is_empty() { stored.session.seats()[seat.index()].name.get(lang).to_string() } else { own.clone() }
}

/// Says who sits in a seat.
fn player(stored: &StoredGame, seat: Seat, seated: &Seated, lang: Lang) -> String {
    match agents::level(&seated.agent) {
        Some(level) => agents::engine_name(level, lang),
        // The name of an engine comes with an imported record.
        None if !seated.name.is_empty() => {
            let name = words::agent(&seated.name, lang).unwrap_or_else(|| seated.name.clone());
            let you = stored.others_play() && stored.holds(seat);
            if you { format!("{name} ({})", Text::new("vous", "you").get(lang)) } else { name }
        }
        None if stored.free_seats().contains(&seat) => {
            Text::new("place libre", "free seat").get(lang).to_string()
        }
        None if stored.holds(seat) => Text::new("vous", "you").get(lang).to_string(),
        None => Text::new("une personne", "a person").get(lang).to_string(),
    }
}

/// Formats milliseconds as minutes and seconds.
fn clock(left: i64) -> String {
    let seconds = left.max(0) / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_read_as_minutes_and_seconds() {
        assert_eq!(clock(0), "0:00");
        assert_eq!(clock(61_999), "1:01");
        assert_eq!(clock(-5), "0:00");
        assert_eq!(clock(600_000), "10:00");
    }

    #[test]
    fn a_tray_shows_few_things_each_and_many_by_their_number() {
        let tray = |count, places| {
            let icon = "<circle r=\".4\"/>".to_string();
            draw_tray(
                &TrayView { seat: 0, icon, count, places, words: "men".to_string(), from: String::new() },
                Lang::En,
            )
            .0
        };
        let drawn = |html: &str| html.matches("<circle r=\".4\"/>").count();
        assert_eq!(drawn(&tray(3, 0)), 3);
        assert!(!tray(3, 0).contains('×'));
        assert_eq!(drawn(&tray(17, 0)), 1);
        assert!(tray(17, 0).contains("×\u{a0}17"));
        let pairs = tray(4, 10);
        assert_eq!(
            (drawn(&pairs), pairs.matches("class=\"place\"").count()),
            (4, 6),
            "empty places are seen"
        );
        assert!(!tray(0, 0).contains("<svg"));
    }
}
