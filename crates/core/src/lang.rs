//! The two languages that Damier speaks, and what is said in both.

use std::fmt;

/// A language of the interface.
///
/// ```
/// use damier_core::Lang;
///
/// assert_eq!(Lang::from_code("fr"), Some(Lang::Fr));
/// assert_eq!(Lang::from_code("de"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lang {
    /// French.
    Fr,
    /// English.
    En,
}

impl Lang {
    /// Both languages, French first.
    pub const ALL: [Lang; 2] = [Lang::Fr, Lang::En];

    /// Returns the two-letter code, `fr` or `en`.
    pub fn code(self) -> &'static str {
        match self {
            Lang::Fr => "fr",
            Lang::En => "en",
        }
    }

    /// Reads a two-letter code.
    pub fn from_code(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }
}

/// A fixed text in both languages.
///
/// ```
/// use damier_core::{Lang, Text};
///
/// const PASS: Text = Text::new("Passer", "Pass");
/// assert_eq!(PASS.get(Lang::Fr), "Passer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// The French text.
    pub fr: &'static str,
    /// The English text.
    pub en: &'static str,
}

impl Text {
    /// Makes a text from its two versions.
    pub const fn new(fr: &'static str, en: &'static str) -> Text {
        Text { fr, en }
    }

    /// Returns the version in `lang`.
    pub fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::Fr => self.fr,
            Lang::En => self.en,
        }
    }
}

/// What was wrong with something a person or a program wrote, said in both languages.
///
/// A fault names the bad part, says where it is, and what would be right, in one line: control characters that come
/// from the bad text are escaped, and very long texts cut. It displays in English; use [`Fault::say`] to choose the
/// language.
///
/// ```
/// use damier_core::{Fault, Lang};
///
/// let fault = Fault::new("case occupée", "the cell is taken").within("coup 3", "move 3");
/// assert_eq!(fault.say(Lang::En), "move 3: the cell is taken");
/// assert_eq!(fault.by_rule(2).rule(), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    fr: String,
    en: String,
    rule: Option<u8>,
}

impl Fault {
    /// Makes a fault from its two versions.
    pub fn new(fr: impl Into<String>, en: impl Into<String>) -> Fault {
        Fault { fr: one_line(&fr.into()), en: one_line(&en.into()), rule: None }
    }

    /// Names the rule that forbids it, by its number on the game's page.
    #[must_use]
    pub fn by_rule(self, number: u8) -> Fault {
        Fault { rule: Some(number), ..self }
    }

    /// Returns the number of the rule that forbids it, on the game's page; `None` where no rule is named.
    pub fn rule(&self) -> Option<u8> {
        self.rule
    }

    /// Returns the message in `lang`.
    pub fn say(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fr => &self.fr,
            Lang::En => &self.en,
        }
    }

    /// Puts `fr` and `en` before the message, as in "coup 3 : …".
    pub fn within(self, fr: &str, en: &str) -> Fault {
        Fault { rule: self.rule, ..Fault::new(format!("{fr} : {}", self.fr), format!("{en}: {}", self.en)) }
    }
}

/// The most characters a message keeps.
const LONGEST: usize = 400;

fn one_line(message: &str) -> String {
    let mut line = String::with_capacity(message.len().min(LONGEST));
    for (place, character) in message.chars().enumerate() {
        if place == LONGEST {
            line.push('…');
            break;
        }
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_one_line_whatever_they_quote() {
        let fault = Fault::new("« a\nb »", format!("\"{}\"", "x".repeat(1000)));
        assert_eq!(fault.say(Lang::Fr), "« a\\nb »");
        assert_eq!(fault.to_string().chars().count(), LONGEST + 1);
        let inner = Fault::new("mauvais", "bad").within("coup 3", "move 3");
        assert_eq!([inner.say(Lang::Fr), inner.say(Lang::En)], ["coup 3 : mauvais", "move 3: bad"]);
        let quoting = Fault::new("mauvais", "bad").within("« a\nb »", "\"a\nb\"");
        assert_eq!(quoting.to_string(), "\"a\\nb\": bad");
    }
}
