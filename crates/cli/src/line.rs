//! Lines of styled characters: wrapping and writing.

/// How a character looks on a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// As it comes.
    #[default]
    Plain,
    /// Strong words, headings.
    Bold,
    /// Stressed words, captions.
    Italic,
    /// What one types.
    Code,
    /// Of less weight.
    Soft,
}

impl Style {
    fn ansi(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Bold => "\x1b[1m",
            Style::Italic => "\x1b[3m",
            Style::Code => "\x1b[36m",
            Style::Soft => "\x1b[2m",
        }
    }
}

/// Characters with their styles.
pub type Line = Vec<(char, Style)>;

/// Gives all characters of a text one style.
pub fn styled(text: &str, style: Style) -> Line {
    text.chars().map(|c| (c, style)).collect()
}

/// Writes a line, with or without its styles.
pub fn write(line: &[(char, Style)], colour: bool) -> String {
    let mut text = String::new();
    let mut now = Style::Plain;
    for &(c, style) in line {
        if colour && style != now {
            text.push_str(if now == Style::Plain { "" } else { "\x1b[0m" });
            text.push_str(style.ansi());
            now = style;
        }
        text.push(c);
    }
    text.push_str(if now == Style::Plain { "" } else { "\x1b[0m" });
    text
}

/// Breaks a line between words into lines of at most `width` characters. A longer word stays whole; a French sign
/// stays with the word that it belongs to.
pub fn wrap(line: &[(char, Style)], width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for word in words(line) {
        match lines.last_mut() {
            Some(last) if last.len() + 1 + word.len() <= width => {
                // A blank between two words of one style has that style, so that the style is not broken.
                let style = last.last().map(|end| end.1).filter(|&style| style == word[0].1);
                last.push((' ', style.unwrap_or_default()));
                last.extend(word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// Splits a line into words that may not be broken.
fn words(line: &[(char, Style)]) -> Vec<Line> {
    let mut words: Vec<Line> = Vec::new();
    // What one types stays in one piece, its blanks included.
    let blank = |&(c, style): &(char, Style)| matches!(c, ' ' | '\n' | '\t') && style != Style::Code;
    for word in line.split(blank).filter(|word| !word.is_empty()) {
        let open = words.last().and_then(|last| last.last()).is_some_and(|(c, _)| *c == '«');
        let closing = matches!(word[0].0, ':' | ';' | '?' | '!' | '»');
        match words.last_mut() {
            Some(last) if open || closing => {
                last.push((' ', last.last().map_or(Style::Plain, |end| end.1)));
                last.extend(word);
            }
            _ => words.push(word.to_vec()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, width: usize) -> Vec<String> {
        let lines = wrap(&styled(text, Style::Plain), width);
        lines.iter().map(|line| write(line, true)).collect()
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("un deux\ntrois", 7), ["un deux", "trois"]);
        assert_eq!(wrapped("anticonstitutionnellement dit", 5), ["anticonstitutionnellement", "dit"]);
        assert!(wrapped("", 5).is_empty());
    }

    #[test]
    fn french_signs_stay_with_their_words() {
        assert_eq!(wrapped("il dit : « oui » !", 7), ["il", "dit :", "« oui » !"]);
        assert_eq!(wrapped("dit\u{a0}: non", 6), ["dit\u{a0}:", "non"]);
    }

    #[test]
    fn what_one_types_stays_in_one_piece() {
        let line = [styled("la position ", Style::Plain), styled("0+0 2 first", Style::Code)].concat();
        let lines: Vec<String> = wrap(&line, 16).iter().map(|line| write(line, false)).collect();
        assert_eq!(lines, ["la position", "0+0 2 first"]);
    }

    #[test]
    fn styles_open_and_close() {
        let line: Line =
            [styled("a ", Style::Plain), styled("b", Style::Bold), styled(" c", Style::Plain)].concat();
        assert_eq!(write(&line, true), "a \x1b[1mb\x1b[0m c");
        assert_eq!(write(&line, false), "a b c");
        assert_eq!(write(&styled("b", Style::Italic), true), "\x1b[3mb\x1b[0m");
    }
}
