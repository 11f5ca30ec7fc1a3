//! The collection: all games as cards, with a filter.

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use damier_core::{Lang, Text};
use damier_table::{Aim, Ground};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::App;
use crate::play::holder::Holder;
use crate::rooms::cards::{Card, cards};
use crate::rooms::problems::day;
use crate::rooms::shelf;
use crate::web::error::HttpError;
use crate::web::extract::Query;
use crate::web::layout;
use crate::web::reader::Reader;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/", get(page))
}

/// Which games to show; an empty field stands for all.
#[derive(Debug, Default, Deserialize)]
pub struct Filter {
    #[serde(default)]
    players: String,
    #[serde(default)]
    aim: String,
    #[serde(default)]
    length: String,
    #[serde(default)]
    ground: String,
    #[serde(default)]
    solved: String,
}

/// The classes of how long a game takes.
const LENGTHS: [(&str, Text); 3] = [
    ("short", Text::new("jusqu'à 10 minutes", "up to 10 minutes")),
    ("medium", Text::new("de 11 à 30 minutes", "11 to 30 minutes")),
    ("long", Text::new("plus de 30 minutes", "more than 30 minutes")),
];

impl Filter {
    fn takes(&self, card: &Card) -> bool {
        let entry = card.entry;
        let is = |wanted: &str, found: &str| wanted.is_empty() || wanted == found;
        let length = match entry.minutes {
            0..=10 => "short",
            11..=30 => "medium",
            _ => "long",
        };
        (self.players.is_empty() || card.players.iter().any(|count| count.to_string() == self.players))
            && is(&self.aim, entry.aim.code())
            && is(&self.ground, entry.ground.code())
            && is(&self.length, length)
            && is(&self.solved, if entry.solved { "yes" } else { "no" })
    }
}

/// Shows the games.
pub async fn page(
    State(app): State<App>,
    holder: Holder,
    reader: Reader,
    Query(filter): Query<Filter>,
) -> Result<Markup, HttpError> {
    let lang = reader.lang;
    let title = Text::new("La collection", "The collection").get(lang);
    let about = Text::new(
        "Des jeux de réflexion tirés de fiches françaises, ouverts jour et nuit : à jouer, à étudier, à résoudre.",
        "Abstract games from French rule sheets, open day and night: to play, to study, to solve.",
    );
    let shown: Vec<&Card> = cards().await?.iter().filter(|card| filter.takes(card)).collect();
    let none = Text::new("Aucun jeu ne répond à tout cela.", "No game is all of this.");
    let main = html! {
        h1 { (title) }
        p.lead { (about.get(lang)) }
        (shelf::glimpse(&app, &holder, &reader).await?)
        (day::card(&app, &reader).await?)
        (choices(&filter, lang))
        @if shown.is_empty() { p { (none.get(lang)) } }
        ul.cards { @for card in shown { (item(card, lang)) } }
    };
    Ok(layout::page(&reader, title, "collection", main))
}

fn choices(filter: &Filter, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let counts =
        [("1", Text::new("un", "one")), ("2", Text::new("deux", "two")), ("4", Text::new("quatre", "four"))];
    let aims = Aim::ALL.map(|aim| (aim.code(), aim.name()));
    let grounds = Ground::ALL.map(|ground| (ground.code(), ground.name()));
    let solved = [("yes", Text::new("résolu", "solved")), ("no", Text::new("ouvert", "open"))];
    let [all, all_of_them] = [say("tous", "all"), say("toutes", "all")];
    let choice = |name: &str, label: &str, all: &str, chosen: &str, options: &[(&str, Text)]| {
        html! {
            label { (label) " "
                select name=(name) {
                    option value="" { (all) }
                    @for (code, words) in options { option value=(code) selected[*code == chosen] { (words.get(lang)) } }
                }
            }
        }
    };
    html! {
        form.filter data-submits="" action="/" method="get" {
            (choice("players", say("Joueurs", "Players"), all, &filter.players, &counts))
            (choice("aim", say("But", "Aim"), all, &filter.aim, &aims))
            (choice("length", say("Durée", "Length"), all_of_them, &filter.length, &LENGTHS))
            (choice("ground", say("Plateau", "Board"), all, &filter.ground, &grounds))
            (choice("solved", say("Résolu ?", "Solved?"), all, &filter.solved, &solved))
            button { (say("Choisir", "Choose")) }
        }
    }
}

/// Draws the card of a game: its board, its name, what it is about.
fn item(card: &Card, lang: Lang) -> Markup {
    let entry = card.entry;
    let counts: Vec<String> = card.players.iter().map(ToString::to_string).collect();
    let counts = counts.join(Text::new(" ou ", " or ").get(lang));
    let many = counts != "1";
    html! {
        li.card {
            (card.picture(lang))
            h2 { a href={ "/games/" (entry.id) } { (entry.name.get(lang)) } }
            p { (entry.about.get(lang)) }
            div.tags {
                span.tag { (entry.aim.name().get(lang)) }
                span.tag { (counts) " " (if many { Text::new("joueurs", "players") } else { Text::new("joueur", "player") }.get(lang)) }
                @if entry.solved { span.tag.solved { (Text::new("résolu", "solved").get(lang)) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn ids(filter: Filter) -> Vec<&'static str> {
        let cards = cards().await.unwrap().iter();
        cards.filter(|card| filter.takes(card)).map(|card| card.entry.id).collect()
    }

    #[tokio::test]
    async fn filters_choose_games() {
        let all = damier_games::ALL.len();
        assert_eq!(ids(Filter::default()).await.len(), all);
        for (filter, are, is_not) in [
            (Filter { players: "1".into(), ..Filter::default() }, &["halma"][..], "hex"),
            (Filter { players: "4".into(), ..Filter::default() }, &["dualite", "reversi"], "hex"),
            (Filter { ground: "hexagons".into(), ..Filter::default() }, &["agon", "hex", "dulu"], "reversi"),
            (Filter { aim: "connection".into(), ..Filter::default() }, &["hex", "twixt"], "reversi"),
        ] {
            let ids = ids(filter).await;
            assert!(are.iter().all(|id| ids.contains(id)) && !ids.contains(&is_not), "{ids:?}");
        }
        assert_eq!(ids(Filter { aim: "nonsense".into(), ..Filter::default() }).await, [""; 0]);
        let (mut by_length, mut by_answer) = (0, 0);
        for (code, _) in LENGTHS {
            by_length += ids(Filter { length: code.into(), ..Filter::default() }).await.len();
        }
        for code in ["yes", "no"] {
            by_answer += ids(Filter { solved: code.into(), ..Filter::default() }).await.len();
        }
        assert_eq!([by_length, by_answer], [all; 2], "each game has one length, and is solved or not");
    }
}
