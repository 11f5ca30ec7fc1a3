//! The whole collection as one booklet.

use damier_core::Lang;
use damier_export::pdf::leaflet::{Index, Volume};

use crate::{PaperError, Press};

impl Press {
    /// Prints the whole collection: a title page, contents, the leaflets of all games, an index of their variants.
    ///
    /// # Errors
    /// If a diagram of a page is wrong, or a page is too long for a sheet.
    pub fn booklet(&self) -> Result<Vec<u8>, PaperError> {
        let lang = self.lang;
        let mut leaflets = Vec::new();
        for entry in damier_games::ALL {
            leaflets.push((self.lay_out(entry)?, entry.about.get(lang).to_string()));
        }
        let count = leaflets.len();
        let subtitle = match lang {
            Lang::Fr => format!("Les règles de {count} jeux de plateau"),
            Lang::En => format!("The rules of {count} board games"),
        };
        let mut imprint = self
            .say(
                "Les règles viennent de fiches françaises, chacune nommée avec sa source. Un trait dans la marge signale \
                 ce que la fiche ne dit pas et que nous avons décidé.",
                "The rules come from French sheets, each of them named with its source. A line in the margin marks what \
                 the sheet does not say and what we have decided.",
            )
            .to_string();
        if let Some(address) = self.address("/") {
            imprint += &format!(" {address}");
        }
        let volume = Volume {
            title: "Damier".to_string(),
            lang,
            subtitle,
            imprint,
            contents: self.say("Les jeux", "The games").to_string(),
            leaflets,
            index: self.index(),
        };
        Ok(volume.write()?)
    }

    fn index(&self) -> Index {
        let lang = self.lang;
        let mut rows = Vec::new();
        for (place, entry) in damier_games::ALL.iter().enumerate() {
            let name = entry.name.get(lang);
            let what = |about: &str| format!("{name}{} {about}", self.say(" :", ":"));
            for variant in entry.variants {
                let words = variant.words.get(lang);
                if !words.is_empty() {
                    rows.push((capital(words), what(variant.about.get(lang)), place));
                }
            }
            for param in entry.params {
                rows.push((capital(param.label.get(lang)), what(param.about.get(lang)), place));
            }
        }
        rows.sort_by_key(|(word, what, _)| (plain(word), plain(what)));
        let about = self.say(
            "Ce que l'on peut choisir dans chaque jeu. Entre parenthèses, le choix de la fiche.",
            "What can be chosen in each game. In brackets, the sheet's choice.",
        );
        Index {
            heading: self.say("Les variantes", "The variants").to_string(),
            about: about.to_string(),
            rows,
        }
    }
}

/// Returns words that begin with a capital.
fn capital(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// Returns words as they are put in order: without capitals and accents.
fn plain(words: &str) -> String {
    let fold = |c: char| match c {
        'à' | 'â' | 'À' | 'Â' => 'a',
        'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' => 'e',
        'î' | 'ï' => 'i',
        'ô' => 'o',
        'ù' | 'û' => 'u',
        'ç' => 'c',
        other => other,
    };
    words.to_lowercase().chars().map(fold).collect()
}
