//! The two languages that Damier speaks, and what is said in both.

use std::fmt;

/// A language of the interface.
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
/// A fault names the bad part, says where it is, and what would be right. It displays in English; use
/// [`Fault::say`] to choose the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    fr: String,
    en: String,
}

impl Fault {
    /// Makes a fault from its two versions, one line each.
    pub fn new(fr: impl Into<String>, en: impl Into<String>) -> Fault {
        Fault { fr: fr.into(), en: en.into() }
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
        Fault { fr: format!("{fr} : {}", self.fr), en: format!("{en}: {}", self.en) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

impl std::error::Error for Fault {}
