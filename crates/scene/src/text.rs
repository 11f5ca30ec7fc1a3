//! Plain text: what a terminal, an XML file and a font can take.

/// How far the baseline lies under the middle of capitals and figures, in heights of the font.
pub const BASELINE: f64 = 0.36;

/// An average width of a character, in heights of the font, where no font is at hand.
pub(crate) const WIDTH: f64 = 0.6;

/// Returns the text on one line: control characters, which could drive a terminal or break an XML file, become blanks.
pub fn clean(text: &str) -> String {
    let plain = |c: char| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c };
    text.chars().map(plain).collect()
}

/// Returns the text in ASCII: letters lose their accents, signs become their nearest likeness.
pub(crate) fn ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        let like = match c {
            ' '..='~' => {
                plain.push(c);
                continue;
            }
            'À'..='Å' => "A",
            'à'..='å' => "a",
            'Æ' => "AE",
            'æ' => "ae",
            'Ç' => "C",
            'ç' => "c",
            'È'..='Ë' => "E",
            'è'..='ë' => "e",
            'Ì'..='Ï' => "I",
            'ì'..='ï' => "i",
            'Ñ' => "N",
            'ñ' => "n",
            'Ò'..='Ö' | 'Ø' => "O",
            'ò'..='ö' | 'ø' => "o",
            'Œ' => "OE",
            'œ' => "oe",
            'Ù'..='Ü' => "U",
            'ù'..='ü' => "u",
            'Ý' => "Y",
            'ý' | 'ÿ' => "y",
            'ß' => "ss",
            '«' | '»' | '“' | '”' => "\"",
            '‘' | '’' => "'",
            '\u{2010}'..='\u{2015}' | '−' => "-",
            '…' => "...",
            '×' => "x",
            '½' => "1/2",
            '→' => "->",
            '·' | '•' => ".",
            '○' => "O",
            '●' => "X",
            '■' => "#",
            '▲' => "^",
            '▼' => "v",
            _ if c.is_whitespace() || c.is_control() => " ",
            _ => "?",
        };
        plain.push_str(like);
    }
    plain
}

/// Breaks a text between words into lines of at most `width`, as `measure` tells it. A longer word stays whole.
pub fn wrap(text: &str, width: f64, measure: impl Fn(&str) -> f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Breaks at plain blanks only: the narrow blanks of French stay with their sign.
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if measure(&longer) <= width {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_string());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_keeps_letters_and_loses_accents() {
        assert_eq!(ascii("« À vous ! » Cœur d’été — 3½ → ○"), "\" A vous ! \" Coeur d'ete - 31/2 -> O");
        assert_eq!(ascii("d4 [X] ~"), "d4 [X] ~");
        assert_eq!(ascii("日"), "?");
        let latin: String = ('\u{a0}'..='\u{24f}').chain('\u{2000}'..='\u{2200}').collect();
        assert!(ascii(&latin).is_ascii());
    }

    #[test]
    fn clean_text_cannot_drive_a_terminal() {
        assert_eq!(clean("a\u{1b}[31mb\nc\u{7}"), "a [31mb c ");
    }

    #[test]
    fn wrapping_keeps_words_and_their_order() {
        let measure = |text: &str| text.chars().count() as f64;
        assert_eq!(wrap("un deux trois", 7.0, measure), ["un deux", "trois"]);
        assert_eq!(wrap("anticonstitutionnellement dit", 5.0, measure), ["anticonstitutionnellement", "dit"]);
        assert_eq!(wrap("À vous\u{202f}!", 6.0, measure), ["À", "vous\u{202f}!"]);
        assert!(wrap("", 5.0, measure).is_empty());
    }
}
