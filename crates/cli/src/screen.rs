//! What the place we write to can show, and in which language.

use damier_core::Lang;
use damier_scene::terminal;

/// What the place we write to can show, and in which language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// The language of texts.
    pub lang: Lang,
    /// Whether boards are drawn with more than ASCII.
    pub unicode: bool,
    /// Whether texts are coloured.
    pub colour: bool,
    /// Columns that texts may fill.
    pub width: usize,
}

impl Screen {
    /// Reads the environment, given as a function from names to values.
    ///
    /// The language is the one asked for, or else English where the locale says so, or else French: the rule sheets
    /// are French. Boards are drawn in Unicode unless the locale names a character set that is not UTF-8. Colours are
    /// for terminals, where `NO_COLOR` is not set.
    pub fn new(asked: Option<Lang>, var: impl Fn(&str) -> Option<String>, terminal: bool) -> Screen {
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let locale = |category: &str| ["LC_ALL", category, "LANG"].into_iter().find_map(set);
        let english = locale("LC_MESSAGES").is_some_and(|value| value.starts_with("en"));
        let utf8 = |value: String| {
            let value = value.to_ascii_lowercase();
            value.contains("utf-8") || value.contains("utf8")
        };
        let plain = set("NO_COLOR").is_some() || set("TERM").is_some_and(|value| value == "dumb");
        let columns = set("COLUMNS").and_then(|value| value.parse().ok());
        Screen {
            lang: asked.unwrap_or(if english { Lang::En } else { Lang::Fr }),
            unicode: locale("LC_CTYPE").is_none_or(utf8),
            colour: terminal && !plain,
            // Lines longer than a hundred columns are hard to read.
            width: columns.unwrap_or(80).clamp(40, 100),
        }
    }

    /// Returns how boards are written here, without captions.
    pub fn board(&self) -> terminal::Options {
        terminal::Options { unicode: self.unicode, colour: self.colour, captions: false }
    }

    /// Chooses the text of the language.
    pub fn say(&self, fr: &'static str, en: &'static str) -> &'static str {
        damier_core::Text::new(fr, en).get(self.lang)
    }

    /// Puts a text in bold, where there are colours.
    pub fn bold(&self, text: &str) -> String {
        if self.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_string() }
    }

    /// Dims a text, where there are colours.
    pub fn dim(&self, text: &str) -> String {
        if self.colour { format!("\x1b[2m{text}\x1b[0m") } else { text.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(asked: Option<Lang>, set: &[(&str, &str)], terminal: bool) -> Screen {
        let find = |name: &str| set.iter().find(|(known, _)| *known == name).map(|pair| pair.1.to_string());
        Screen::new(asked, find, terminal)
    }

    #[test]
    fn the_language_is_french_unless_the_locale_is_english() {
        let lang = |set: &[(&str, &str)]| screen(None, set, true).lang;
        assert_eq!(lang(&[]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "C.UTF-8")]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "de_DE.UTF-8")]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "en_GB.UTF-8")]), Lang::En);
        assert_eq!(lang(&[("LANG", "en_GB.UTF-8"), ("LC_ALL", "fr_FR.UTF-8")]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", ""), ("LC_MESSAGES", "en")]), Lang::En);
        assert_eq!(screen(Some(Lang::Fr), &[("LANG", "en")], true).lang, Lang::Fr);
    }

    #[test]
    fn boards_are_ascii_where_the_locale_is() {
        let unicode = |set: &[(&str, &str)]| screen(None, set, true).unicode;
        assert!(unicode(&[]));
        assert!(unicode(&[("LANG", "fr_FR.utf8")]));
        assert!(!unicode(&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", "C")]));
        assert!(unicode(&[("LANG", "C"), ("LC_CTYPE", "C.UTF-8")]));
    }

    #[test]
    fn colours_are_for_terminals_that_want_them() {
        assert!(screen(None, &[("NO_COLOR", "")], true).colour);
        assert!(!screen(None, &[("NO_COLOR", "1")], true).colour);
        assert!(!screen(None, &[("TERM", "dumb")], true).colour);
        assert!(!screen(None, &[], false).colour);
    }

    #[test]
    fn the_width_is_read_and_bounded() {
        let width = |value: &str| screen(None, &[("COLUMNS", value)], true).width;
        assert_eq!((width("90"), width("300"), width("3"), width("wide")), (90, 100, 40, 80));
    }
}
