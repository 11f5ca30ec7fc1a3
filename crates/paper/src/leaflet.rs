//! The rules of a game on a sheet of paper.

use damier_core::{Fault, Lang};
use damier_export::pdf::Face;
use damier_export::pdf::leaflet::{Address, Leaflet, Words};
use damier_scene::{Layer, View};
use damier_table::{Entry, Part};

use crate::page::{one_line, parts};
use crate::sections::Sections;
use crate::{PaperError, Press, qr};

impl Press {
    /// Prints the rules of a game as a leaflet of one page or two. It is made of the game's page: what comes before the first
    /// section, the sections up to the advice, the rulings, and the sources.
    ///
    /// # Errors
    /// If a diagram of the page is wrong, or the page is too long for a sheet.
    pub fn leaflet(&self, entry: &Entry) -> Result<Vec<u8>, PaperError> {
        Ok(self.lay_out(entry)?.write()?)
    }

    /// Makes the leaflet of a game, for whoever puts it among others.
    ///
    /// # Errors
    /// If a diagram of the page is wrong.
    pub fn lay_out(&self, entry: &Entry) -> Result<Leaflet, Fault> {
        let lang = self.lang;
        let view = View::new(lang);
        let sections = Sections::of(entry.pages.get(lang), lang)?;
        let mut lead = Words::default();
        let mut all = Vec::new();
        for part in &sections.lead {
            match part {
                Part::Prose(text) => {
                    one_line(text, Face::Serif).0.iter().for_each(|(face, text)| lead.push(*face, text));
                }
                Part::Diagram(_) => all.extend(parts(part, false, &view)?),
            }
        }
        for (list, ruling) in [(&sections.rules, false), (&sections.rulings, true)] {
            for part in list {
                all.extend(parts(part, ruling, &view)?);
            }
        }
        let mut source = Words::plain(Face::Bold, self.say("Sources. ", "Sources. "));
        for part in &sections.sources {
            if let Part::Prose(text) = part {
                one_line(text, Face::Serif).0.iter().for_each(|(face, text)| source.push(*face, text));
            }
        }
        let address = self.address(&format!("/games/{}", entry.id));
        let address = address.and_then(|text| {
            let about = self.say(
                "pour jouer, apprendre, résoudre des problèmes, et lire la suite de cette page.",
                "to play, to learn, to solve problems, and to read the rest of this page.",
            );
            qr::scene(&text, lang).map(|code| Address { text, about: about.to_string(), code })
        });
        let mut emblem = entry.glance()?.scene(&View { coords: false, ..view });
        // It shows a board, not a move.
        emblem.shapes.retain(|shape| shape.layer != Layer::Marks);
        Ok(Leaflet {
            title: entry.name.get(lang).to_string(),
            lang,
            series: self.series(entry),
            lead,
            facts: self.facts(entry),
            emblem,
            parts: all,
            source,
            address,
        })
    }

    /// Says where the game stands in the collection.
    fn series(&self, entry: &Entry) -> String {
        let number =
            damier_games::ALL.iter().position(|other| other.id == entry.id).map_or(0, |place| place + 1);
        let count = damier_games::ALL.len();
        match self.lang {
            Lang::Fr => format!("Damier, ludothèque · fiche {number} sur {count}"),
            Lang::En => format!("Damier, a library of games · sheet {number} of {count}"),
        }
    }

    /// Says how many play, on what, for how long.
    fn facts(&self, entry: &Entry) -> String {
        let lang = self.lang;
        let mut players: Vec<usize> = [""]
            .into_iter()
            .chain(entry.variants.iter().map(|variant| variant.name))
            // Some variants only exist together with others.
            .filter_map(|name| entry.variant(name).ok())
            .map(|game| game.seats().len())
            .collect();
        players.sort_unstable();
        players.dedup();
        let many = players.last().is_some_and(|&most| most > 1);
        let players = players.iter().map(usize::to_string).collect::<Vec<_>>().join(self.say(" ou ", " or "));
        let word = match (lang, many) {
            (Lang::Fr, false) => "joueur",
            (Lang::Fr, true) => "joueurs",
            (Lang::En, false) => "player",
            (Lang::En, true) => "players",
        };
        format!(
            "{players} {word} · {} {} · {} · {}",
            self.say("environ", "about"),
            match lang {
                Lang::Fr => format!("{} minutes", entry.minutes),
                Lang::En => format!("{} minutes", entry.minutes),
            },
            entry.aim.name().get(lang),
            entry.ground.name().get(lang),
        )
    }
}
