//! Text whose characters are styled: wrapping and writing.

use anstyle::{AnsiColor, Style};
use damier_core::Lang;
use damier_core::typography::typeset;

/// What characters are within their text, and so how a terminal shows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// As it comes.
    #[default]
    Plain,
    /// Strong words, headings.
    Strong,
    /// Stressed words, captions.
    Stressed,
    /// What one types: it is never broken into two lines.
    Code,
    /// Of less weight.
    Faint,
}

impl Emphasis {
    fn style(self) -> Style {
        match self {
            Emphasis::Plain => Style::new(),
            Emphasis::Strong => Style::new().bold(),
            Emphasis::Stressed => Style::new().italic(),
            Emphasis::Code => AnsiColor::Cyan.on_default(),
            Emphasis::Faint => Style::new().dimmed(),
        }
    }
}

/// Characters, each with its emphasis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StyledText(Vec<(char, Emphasis)>);

impl StyledText {
    /// Makes a text of one emphasis.
    pub fn new(text: &str, emphasis: Emphasis) -> StyledText {
        let mut styled = StyledText::default();
        styled.push(text, emphasis);
        styled
    }

    /// Adds a text of one emphasis.
    pub fn push(&mut self, text: &str, emphasis: Emphasis) {
        self.0.extend(text.chars().map(|c| (c, emphasis)));
    }

    /// Returns how many columns it fills on one line.
    pub fn width(&self) -> usize {
        self.0.len()
    }

    /// Says whether it has no characters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the text without its styles.
    pub fn plain(&self) -> String {
        self.0.iter().map(|(c, _)| c).collect()
    }

    /// Returns the text with its styles as ANSI codes if `colour`, else without.
    pub fn write(&self, colour: bool) -> String {
        if !colour {
            return self.plain();
        }
        let mut text = String::new();
        for run in self.0.chunk_by(|a, b| a.1 == b.1) {
            let style = run[0].1.style();
            text.push_str(&style.render().to_string());
            text.extend(run.iter().map(|(c, _)| c));
            text.push_str(&style.render_reset().to_string());
        }
        text
    }

    /// Sets the text by the typography of a language; code stays as one types it.
    pub fn typeset(&mut self, lang: Lang) {
        let plain = self.plain();
        // Each character is set as one.
        for ((c, emphasis), set) in self.0.iter_mut().zip(typeset(&plain, lang).chars()) {
            if *emphasis != Emphasis::Code {
                *c = set;
            }
        }
    }

    /// Breaks the text between words into lines of at most `width` columns. A longer word stays whole; where the typography of
    /// its language [is set](StyledText::typeset), a French sign stays with the word that it belongs to.
    pub fn wrap(&self, width: usize) -> Vec<StyledText> {
        let mut lines: Vec<StyledText> = Vec::new();
        for word in self.words() {
            match lines.last_mut() {
                Some(StyledText(last)) if last.len() + 1 + word.len() <= width => {
                    // A blank between two words of one style has that style, so that the style is not broken.
                    let style = last.last().map(|end| end.1).filter(|&style| style == word[0].1);
                    last.push((' ', style.unwrap_or_default()));
                    last.extend(word);
                }
                _ => lines.push(StyledText(word)),
            }
        }
        lines
    }

    /// Splits the text into words that may not be broken.
    fn words(&self) -> Vec<Vec<(char, Emphasis)>> {
        let blank =
            |&(c, emphasis): &(char, Emphasis)| matches!(c, ' ' | '\n' | '\t') && emphasis != Emphasis::Code;
        self.0.split(blank).filter(|word| !word.is_empty()).map(<[_]>::to_vec).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, width: usize) -> Vec<String> {
        let lines = StyledText::new(text, Emphasis::Plain).wrap(width);
        lines.iter().map(|line| line.write(true)).collect()
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("un deux\ntrois", 7), ["un deux", "trois"]);
        assert_eq!(wrapped("anticonstitutionnellement dit", 5), ["anticonstitutionnellement", "dit"]);
        assert!(wrapped("", 5).is_empty());
    }

    #[test]
    fn french_signs_stay_with_their_words() {
        let mut text = StyledText::new("il dit : « oui » ! l'", Emphasis::Plain);
        text.push("a : b", Emphasis::Code);
        text.typeset(Lang::Fr);
        let lines: Vec<String> = text.wrap(9).iter().map(StyledText::plain).collect();
        let shown = lines.join("|").replace('\u{202f}', "~");
        assert_eq!(shown, "il dit~:|«~oui~»~!|l’a : b");
    }

    #[test]
    fn what_one_types_stays_in_one_piece() {
        let mut text = StyledText::new("la position ", Emphasis::Plain);
        text.push("0+0 2 first", Emphasis::Code);
        let lines: Vec<String> = text.wrap(16).iter().map(StyledText::plain).collect();
        assert_eq!(lines, ["la position", "0+0 2 first"]);
    }

    #[test]
    fn styles_open_and_close() {
        let mut text = StyledText::new("a ", Emphasis::Plain);
        text.push("b", Emphasis::Strong);
        text.push("d", Emphasis::Code);
        text.push(" c", Emphasis::Plain);
        assert_eq!(text.write(true), "a \x1b[1mb\x1b[0m\x1b[36md\x1b[0m c");
        assert_eq!(text.write(false), "a bd c");
        assert_eq!(StyledText::new("b", Emphasis::Stressed).write(true), "\x1b[3mb\x1b[0m");
        assert_eq!(StyledText::new("b", Emphasis::Faint).write(true), "\x1b[2mb\x1b[0m");
    }
}
