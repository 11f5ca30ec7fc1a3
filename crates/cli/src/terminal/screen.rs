//! What the place we write to can show, and in which language.

use std::borrow::Cow;

use damier_core::typography::typeset;
use damier_core::{Lang, Text};
use damier_scene::terminal;

use crate::args::asked_lang;

use super::styled::{Emphasis, StyledText};

/// How many columns texts fill where nobody says how many there are.
const COLUMNS: usize = 80;

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

/// What standard output says of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Output {
    /// Whether it takes colours.
    colour: bool,
    /// Its columns, where it is a terminal.
    columns: Option<u16>,
}

impl Output {
    /// Asks standard output. It takes colours if it is a terminal that has them; `NO_COLOR`, `CLICOLOR` and
    /// `CLICOLOR_FORCE` decide otherwise, as everywhere.
    fn standard() -> Output {
        let stdout = std::io::stdout();
        let size = terminal_size::terminal_size_of(&stdout);
        Output {
            colour: takes_colour(&stdout),
            columns: size.map(|(terminal_size::Width(columns), _)| columns),
        }
    }
}

/// Says whether a stream takes colours: see [`Output::standard`].
pub fn takes_colour(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

impl Screen {
    /// Asks the arguments, the environment and standard output of this process.
    pub fn current() -> Screen {
        let words: Vec<_> = std::env::args_os().collect();
        Screen::new(asked_lang(&words), |name| std::env::var(name).ok(), Output::standard())
    }

    /// Reads the environment, given as a function from names to values.
    ///
    /// The language is the one asked for, or else English where the locale says so, or else French: the rule sheets
    /// are French. Boards are drawn in Unicode unless the locale names a character set that is not UTF-8. Texts are as wide
    /// as `COLUMNS` says, or else the terminal, within bounds.
    fn new(asked: Option<Lang>, var: impl Fn(&str) -> Option<String>, output: Output) -> Screen {
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let locale = |category: &str| ["LC_ALL", category, "LANG"].into_iter().find_map(set);
        let english = locale("LC_MESSAGES").is_some_and(|value| value.starts_with("en"));
        let utf8 = |value: String| {
            let value = value.to_ascii_lowercase();
            value.contains("utf-8") || value.contains("utf8")
        };
        let columns = set("COLUMNS").and_then(|value| value.parse().ok());
        Screen {
            lang: asked.unwrap_or(if english { Lang::En } else { Lang::Fr }),
            unicode: locale("LC_CTYPE").is_none_or(utf8),
            colour: output.colour,
            // Lines longer than a hundred columns are hard to read.
            width: columns.or(output.columns.map(usize::from)).unwrap_or(COLUMNS).clamp(40, 100),
        }
    }

    /// Returns how boards are written here, without captions.
    pub fn board(&self) -> terminal::TerminalOptions {
        terminal::TerminalOptions { unicode: self.unicode, colour: self.colour, captions: false }
    }

    /// Chooses the text of the language.
    pub fn say(&self, fr: &'static str, en: &'static str) -> &'static str {
        Text::new(fr, en).get(self.lang)
    }

    /// Sets a text by the typography of the language.
    pub fn set<'a>(&self, text: &'a str) -> Cow<'a, str> {
        typeset(text, self.lang)
    }

    /// Sets a text, in bold where there are colours.
    pub fn bold(&self, text: &str) -> String {
        StyledText::new(&self.set(text), Emphasis::Strong).write(self.colour)
    }

    /// Sets a text, dimmed where there are colours.
    pub fn dim(&self, text: &str) -> String {
        StyledText::new(&self.set(text), Emphasis::Faint).write(self.colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMINAL: Output = Output { colour: true, columns: Some(90) };

    fn screen(asked: Option<Lang>, set: &[(&str, &str)], output: Output) -> Screen {
        let find = |name: &str| set.iter().find(|(known, _)| *known == name).map(|pair| pair.1.to_string());
        Screen::new(asked, find, output)
    }

    #[test]
    fn the_language_is_french_unless_the_locale_is_english() {
        let lang = |set: &[(&str, &str)]| screen(None, set, TERMINAL).lang;
        assert_eq!(lang(&[]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "C.UTF-8")]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "de_DE.UTF-8")]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "en_GB.UTF-8")]), Lang::En);
        assert_eq!(lang(&[("LANG", "en_GB.UTF-8"), ("LC_ALL", "fr_FR.UTF-8")]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", ""), ("LC_MESSAGES", "en")]), Lang::En);
        assert_eq!(screen(Some(Lang::Fr), &[("LANG", "en")], TERMINAL).lang, Lang::Fr);
    }

    #[test]
    fn boards_are_ascii_where_the_locale_is() {
        let unicode = |set: &[(&str, &str)]| screen(None, set, TERMINAL).unicode;
        assert!(unicode(&[]));
        assert!(unicode(&[("LANG", "fr_FR.utf8")]));
        assert!(!unicode(&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", "C")]));
        assert!(unicode(&[("LANG", "C"), ("LC_CTYPE", "C.UTF-8")]));
    }

    #[test]
    fn the_width_is_that_of_columns_or_of_the_terminal() {
        let width = |columns: &str, output: Output| screen(None, &[("COLUMNS", columns)], output).width;
        let said = |columns: &str| width(columns, TERMINAL);
        assert_eq!((said("70"), said("300"), said("3")), (70, 100, 40));
        assert_eq!((said("wide"), said("")), (90, 90), "what is no number is passed over");
        assert_eq!(width("", Output { columns: Some(250), ..TERMINAL }), 100);
        assert_eq!(width("", Output::default()), 80);
    }
}
