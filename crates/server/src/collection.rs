//! The collection: all games as cards, and which of them to show.

use damier_core::{Lang, Text};
use damier_scene::View;
use damier_scene::svg::{self, Options, Paint};
use damier_table::{Aim, Entry, Ground};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use crate::asked::Query;
use crate::layout;
use crate::reader::Reader;

/// Which games to show; an empty word stands for all.
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

/// How long a game takes.
const LENGTHS: [(&str, Text); 3] = [
    ("short", Text::new("jusqu'à 10 minutes", "up to 10 minutes")),
    ("medium", Text::new("de 11 à 30 minutes", "11 to 30 minutes")),
    ("long", Text::new("plus de 30 minutes", "more than 30 minutes")),
];

impl Filter {
    fn takes(&self, entry: &Entry) -> bool {
        let is = |wanted: &str, found: &str| wanted.is_empty() || wanted == found;
        let length = match entry.minutes {
            0..=10 => "short",
            11..=30 => "medium",
            _ => "long",
        };
        (self.players.is_empty() || players(entry).iter().any(|count| count.to_string() == self.players))
            && is(&self.aim, entry.aim.code())
            && is(&self.ground, entry.ground.code())
            && is(&self.length, length)
            && is(&self.solved, if entry.solved { "yes" } else { "no" })
    }
}

/// Returns how many can play: without variants, and with them.
fn players(entry: &Entry) -> Vec<usize> {
    let mut counts: Vec<usize> = [""]
        .into_iter()
        .chain(entry.variants.iter().map(|variant| variant.name))
        .filter_map(|variant| Some(entry.variant(variant).ok()?.seats().len()))
        .collect();
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// Shows the games.
pub async fn page(reader: Reader, Query(filter): Query<Filter>) -> Markup {
    let lang = reader.lang;
    let title = Text::new("La collection", "The collection").get(lang);
    let about = Text::new(
        "Dix-sept jeux de réflexion tirés de fiches françaises, ouverts jour et nuit : à jouer, à étudier, à résoudre.",
        "Seventeen abstract games from French rule sheets, open day and night: to play, to study, to solve.",
    );
    let shown: Vec<&Entry> = damier_games::ALL.iter().copied().filter(|entry| filter.takes(entry)).collect();
    let none = Text::new("Aucun jeu ne répond à tout cela.", "No game is all of this.");
    let main = html! {
        h1 { (title) }
        p.lead { (about.get(lang)) }
        (choices(&filter, lang))
        @if shown.is_empty() { p { (none.get(lang)) } }
        ul.cards { @for entry in shown { (card(entry, lang)) } }
    };
    layout::page(&reader, title, "collection", main)
}

fn choices(filter: &Filter, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let counts =
        [("1", Text::new("un", "one")), ("2", Text::new("deux", "two")), ("4", Text::new("quatre", "four"))];
    let aims = Aim::ALL.map(|aim| (aim.code(), aim.name()));
    let grounds = Ground::ALL.map(|ground| (ground.code(), ground.name()));
    let solved = [("yes", Text::new("résolu", "solved")), ("no", Text::new("ouvert", "open"))];
    let choice = |name: &str, label: &str, chosen: &str, options: &[(&str, Text)]| {
        html! {
            label { (label) " "
                select name=(name) {
                    option value="" { (say("tous", "all")) }
                    @for (code, words) in options { option value=(code) selected[*code == chosen] { (words.get(lang)) } }
                }
            }
        }
    };
    html! {
        form.filter data-submits="" action="/" method="get" {
            (choice("players", say("Joueurs", "Players"), &filter.players, &counts))
            (choice("aim", say("But", "Aim"), &filter.aim, &aims))
            (choice("length", say("Durée", "Length"), &filter.length, &LENGTHS))
            (choice("ground", say("Plateau", "Board"), &filter.ground, &grounds))
            (choice("solved", say("Résolu ?", "Solved?"), &filter.solved, &solved))
            button { (say("Choisir", "Choose")) }
        }
    }
}

/// One game's card: its board, its name, what it is about.
fn card(entry: &Entry, lang: Lang) -> Markup {
    let view = View { coords: false, ..View::new(lang) };
    let picture = entry.glance().map(|session| svg::write(&session.scene(&view), &Options::new(Paint::Page)));
    let counts: Vec<String> = players(entry).iter().map(ToString::to_string).collect();
    let counts = counts.join(Text::new(" ou ", " or ").get(lang));
    let many = counts != "1";
    html! {
        li.card {
            @if let Ok(picture) = picture { div.picture aria-hidden="true" { (PreEscaped(picture)) } }
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

    fn ids(filter: &Filter) -> Vec<&'static str> {
        damier_games::ALL.iter().filter(|entry| filter.takes(entry)).map(|entry| entry.id).collect()
    }

    #[test]
    fn filters_choose_games() {
        assert_eq!(ids(&Filter::default()).len(), 17);
        assert_eq!(ids(&Filter { players: "1".into(), ..Filter::default() }), ["halma"]);
        assert_eq!(ids(&Filter { players: "4".into(), ..Filter::default() }), ["dualite", "reversi"]);
        assert_eq!(ids(&Filter { ground: "hexagons".into(), ..Filter::default() }), ["agon", "hex", "dulu"]);
        assert_eq!(ids(&Filter { aim: "nonsense".into(), ..Filter::default() }), [""; 0]);
        let lengths =
            LENGTHS.map(|(code, _)| ids(&Filter { length: code.into(), ..Filter::default() }).len());
        assert_eq!(lengths.iter().sum::<usize>(), 17, "each game has one length");
        let solved =
            ["yes", "no"].map(|code| ids(&Filter { solved: code.into(), ..Filter::default() }).len());
        assert_eq!(solved.iter().sum::<usize>(), 17);
    }
}
