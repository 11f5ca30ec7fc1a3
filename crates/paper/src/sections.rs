//! Which parts of a game's page stand on its leaflet, for all games alike.

use damier_core::{Fault, Lang, Text};
use damier_table::{Part, parts};

/// The last section of the rules proper: up to it everything is printed.
const ADVICE: Text = Text::new("Premiers conseils", "First advice");
/// What is decided where the sheet is silent.
const RULINGS: Text = Text::new("Décisions", "Rulings");
/// Where the game comes from.
const SOURCES: Text = Text::new("Sources", "Sources");

/// A game's page, as far as it is printed. Analyses, answers, records and notations are for those who sit at a screen.
#[derive(Debug, Default)]
pub struct Sections<'a> {
    /// What stands before the first section, the name left out.
    pub lead: Vec<Part<'a>>,
    /// The rules, from the material up to the advice.
    pub rules: Vec<Part<'a>>,
    /// The rulings.
    pub rulings: Vec<Part<'a>>,
    /// The sources.
    pub sources: Vec<Part<'a>>,
}

/// Where one is on a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Lead,
    Rules,
    Rulings,
    Sources,
    Beyond,
}

impl<'a> Sections<'a> {
    /// Finds the sections of a page.
    ///
    /// # Errors
    /// Names the diagram that cannot be read.
    pub fn of(page: &'a str, lang: Lang) -> Result<Sections<'a>, Fault> {
        let mut sections = Sections::default();
        let (mut at, mut advised) = (At::Lead, false);
        for part in parts(page)? {
            let Part::Prose(prose) = part else {
                sections.put(at, part);
                continue;
            };
            for (heading, piece) in pieces(prose) {
                if let Some(heading) = heading {
                    at = match heading {
                        heading if heading == RULINGS.get(lang) => At::Rulings,
                        heading if heading == SOURCES.get(lang) => At::Sources,
                        _ if advised => At::Beyond,
                        _ => At::Rules,
                    };
                    advised |= heading == ADVICE.get(lang);
                }
                if !piece.trim().is_empty() {
                    sections.put(at, Part::Prose(piece));
                }
            }
        }
        Ok(sections)
    }

    fn put(&mut self, at: At, part: Part<'a>) {
        match at {
            At::Lead => self.lead.push(part),
            At::Rules => self.rules.push(part),
            At::Rulings => self.rulings.push(part),
            At::Sources => self.sources.push(part),
            At::Beyond => {}
        }
    }
}

/// Splits prose before each heading of a section; returns the headings and the pieces that they begin. The heading of
/// the sources is left out, and so is the name of the game.
fn pieces(prose: &str) -> Vec<(Option<&str>, &str)> {
    let mut starts = vec![0];
    let mut at = 0;
    for line in prose.split_inclusive('\n') {
        if line.starts_with("## ") && at > 0 {
            starts.push(at);
        }
        at += line.len();
    }
    starts.push(prose.len());
    let piece = |ends: &[usize]| {
        let piece = &prose[ends[0]..ends[1]];
        let (first, rest) = piece.split_once('\n').unwrap_or((piece, ""));
        match (first.strip_prefix("## "), first.strip_prefix("# ")) {
            (Some(heading), _) if heading.trim() == SOURCES.fr => (Some(heading.trim()), rest),
            (Some(heading), _) => (Some(heading.trim()), piece),
            (None, Some(_)) => (None, rest),
            (None, None) => (None, piece),
        }
    };
    starts.windows(2).map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pages_have_the_sections_that_are_printed() {
        for entry in damier_games::ALL {
            for lang in Lang::ALL {
                let sections = Sections::of(entry.pages.get(lang), lang).unwrap();
                let name = format!("{} {}", entry.id, lang.code());
                let said = |parts: &[Part]| -> String {
                    parts.iter().map(|part| if let Part::Prose(text) = part { *text } else { "" }).collect()
                };
                let rules = said(&sections.rules);
                for heading in [ADVICE, Text::new("Règles", "Rules"), Text::new("But du jeu", "Aim")] {
                    assert!(
                        rules.contains(&format!("## {}\n", heading.get(lang))),
                        "{name}: {}",
                        heading.get(lang)
                    );
                }
                assert!(!said(&sections.lead).is_empty() && !said(&sections.sources).is_empty(), "{name}");
                assert!(said(&sections.rulings).contains(RULINGS.get(lang)), "{name}");
                let all = rules + &said(&sections.rulings);
                for heading in ["Notation", "Une partie", "A game", "Questions ouvertes", "Open questions"] {
                    assert!(!all.contains(&format!("## {heading}\n")), "{name}: {heading}");
                }
            }
        }
    }

    #[test]
    fn what_lies_beyond_the_advice_is_left_out() {
        let page = "# Jeu\n\nUn mot.\n\n## Règles\n\nOn joue.\n\n## Premiers conseils\n\nBien.\n\n## Théorie\n\nLongue.\n\n\
                    ## Décisions\n\nAinsi.\n\n## Sources\n\n- Une fiche.\n";
        let sections = Sections::of(page, Lang::Fr).unwrap();
        assert_eq!(sections.lead, [Part::Prose("\nUn mot.\n\n")]);
        assert_eq!(sections.rules.len(), 2);
        assert_eq!(sections.rulings, [Part::Prose("## Décisions\n\nAinsi.\n\n")]);
        assert_eq!(sections.sources, [Part::Prose("\n- Une fiche.\n")]);
    }
}
