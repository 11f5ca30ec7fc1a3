//! Markdown as lines for a terminal: as much of it as the pages of games use.

use crate::line::{self, Line, Style};
use crate::screen::Screen;

/// Renders prose, each block followed by an empty line.
pub fn render(prose: &str, screen: &Screen) -> String {
    let mut page = Page { screen, text: String::new() };
    let mut lines = prose.lines().peekable();
    let mut open: Option<Block> = None;
    while let Some(line) = lines.next() {
        let words = line.trim();
        if let Some(fence) = words.get(..3).filter(|start| matches!(*start, "```" | "~~~")) {
            page.close(&mut open);
            for line in lines.by_ref().take_while(|line| !line.trim_start().starts_with(fence)) {
                page.text.push_str(format!("    {line}").trim_end());
                page.text.push('\n');
            }
            page.text.push('\n');
        } else if words.is_empty() {
            // A list goes on after an empty line where its next item does.
            let goes_on = lines.peek().is_some_and(|next| item(next).is_some());
            if !(goes_on && matches!(open, Some(Block::Item { .. }))) {
                page.close(&mut open);
            }
        } else if let Some((level, title)) = heading(words) {
            page.close(&mut open);
            page.heading(level, title);
        } else if words.len() >= 3 && words.bytes().all(|byte| byte == b'-') {
            page.close(&mut open);
            page.text.push_str(&"-".repeat(page.screen.width));
            page.text.push_str("\n\n");
        } else if words.starts_with('|') {
            let mut rows = vec![words];
            while let Some(row) = lines.next_if(|next| next.trim().starts_with('|')) {
                rows.push(row.trim());
            }
            page.close(&mut open);
            page.table(&rows);
        } else if let Some((indent, mark, words)) = item(line) {
            page.end_item(&mut open);
            open = Some(Block::Item { indent, mark, words: words.to_string() });
        } else if let Some(words) = words.strip_prefix('>') {
            match &mut open {
                Some(Block::Quote(quote)) => quote.push_str(words),
                _ => {
                    page.close(&mut open);
                    open = Some(Block::Quote(words.to_string()));
                }
            }
        } else {
            match &mut open {
                Some(Block::Item { words: text, .. } | Block::Paragraph(text) | Block::Quote(text)) => {
                    text.push(' ');
                    text.push_str(words);
                }
                None => open = Some(Block::Paragraph(words.to_string())),
            }
        }
    }
    page.close(&mut open);
    page.text
}

/// A block whose lines are still being gathered.
enum Block {
    Paragraph(String),
    Quote(String),
    Item { indent: usize, mark: String, words: String },
}

struct Page<'a> {
    screen: &'a Screen,
    text: String,
}

impl Page<'_> {
    /// Writes the open block and an empty line.
    fn close(&mut self, open: &mut Option<Block>) {
        if open.is_some() {
            self.end_item(open);
            self.text.push('\n');
        }
    }

    /// Writes the open block; anything but an item of a list is followed by an empty line.
    fn end_item(&mut self, open: &mut Option<Block>) {
        match open.take() {
            None => {}
            Some(Block::Paragraph(words)) => self.wrap(&words, "", ""),
            Some(Block::Quote(words)) => self.wrap(&words, "> ", "> "),
            Some(Block::Item { indent, mark, words }) => {
                let mark = if mark == "-" && self.screen.unicode { "•" } else { &mark };
                let first = format!("{:indent$}{mark} ", "");
                let rest = " ".repeat(first.chars().count());
                self.wrap(&words, &first, &rest);
            }
        }
    }

    fn wrap(&mut self, words: &str, first: &str, rest: &str) {
        let width = self.screen.width.saturating_sub(first.chars().count());
        for (place, line) in line::wrap(&self.inline(words), width).iter().enumerate() {
            self.text.push_str(if place == 0 { first } else { rest });
            self.text.push_str(&line::write(line, self.screen.colour));
            self.text.push('\n');
        }
    }

    fn inline(&self, words: &str) -> Line {
        inline(words, self.screen.colour)
    }

    fn heading(&mut self, level: usize, title: &str) {
        let title: String = self.inline(title).iter().map(|(c, _)| c).collect();
        self.text.push_str(&self.screen.bold(&title));
        self.text.push('\n');
        let underline = if level == 1 { "=" } else { "-" };
        if level <= 2 {
            self.text.push_str(&self.screen.dim(&underline.repeat(title.chars().count())));
            self.text.push('\n');
        }
        self.text.push('\n');
    }

    /// Writes a table in columns; the last one takes the width that is left.
    fn table(&mut self, rows: &[&str]) {
        let rule = |row: &&&str| row.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '));
        let headed = rows.get(1).is_some_and(|row| rule(&row));
        let cells = |row: &&str| -> Vec<Line> {
            row.trim_matches('|').split('|').map(|cell| self.inline(cell.trim())).collect()
        };
        let rows: Vec<Vec<Line>> = rows.iter().filter(|row| !rule(row)).map(cells).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(Vec::len).max();
        let mut widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
        let left: usize = widths.iter().rev().skip(1).map(|width| width + 2).sum();
        if let Some(last) = widths.last_mut() {
            *last = (*last).min(self.screen.width.saturating_sub(left).max(20));
        }
        for (number, row) in rows.iter().enumerate() {
            let wrapped: Vec<Vec<Line>> =
                row.iter().zip(&widths).map(|(cell, &width)| line::wrap(cell, width)).collect();
            let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
            for place in 0..height {
                let mut text = String::new();
                for (cell, &width) in wrapped.iter().zip(&widths) {
                    let part = cell.get(place).map_or(&[][..], Vec::as_slice);
                    text.push_str(&line::write(part, self.screen.colour));
                    text.push_str(&" ".repeat(width.saturating_sub(part.len()) + 2));
                }
                self.text.push_str(text.trim_end());
                self.text.push('\n');
            }
            if number == 0 && headed {
                let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
                self.text.push_str(&rules.join("  "));
                self.text.push('\n');
            }
        }
        self.text.push('\n');
    }
}

/// Reads a heading: its level and its title.
fn heading(line: &str) -> Option<(usize, &str)> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    title.strip_prefix(' ').filter(|_| (1..=6).contains(&level)).map(|title| (level, title.trim()))
}

/// Reads the first line of an item of a list: its indentation, its mark (`-` or `1.`) and its words.
fn item(line: &str) -> Option<(usize, String, &str)> {
    let words = line.trim_start();
    let indent = line.len() - words.len();
    if let Some(words) = words.strip_prefix("- ").or_else(|| words.strip_prefix("* ")) {
        return Some((indent, "-".to_string(), words.trim()));
    }
    let (number, words) = words.split_once(". ")?;
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (indent, format!("{number}."), words.trim()))
}

/// Reads the marks within a line: strong, stressed, code, links, escapes. Code keeps its backquotes where no colour
/// can stand for them.
fn inline(text: &str, colour: bool) -> Line {
    let mut line = Line::new();
    let mut rest = text;
    let mut style = Style::Plain;
    // The mark that ends the present style.
    let mut end = "";
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let word_before = line.last().is_some_and(|(c, _)| c.is_alphanumeric());
        if !end.is_empty() && rest.starts_with(end) {
            rest = &rest[end.len()..];
            (style, end) = (Style::Plain, "");
            continue;
        }
        match c {
            '\\' if after.starts_with(|next: char| next.is_ascii_punctuation()) => {
                line.extend(after.chars().next().map(|next| (next, style)));
                rest = &after[1..];
                continue;
            }
            '`' => {
                if let Some((code, left)) = after.split_once('`') {
                    let shown = if colour { code.to_string() } else { format!("`{code}`") };
                    line.extend(line::styled(&shown, Style::Code));
                    rest = left;
                    continue;
                }
            }
            '[' => {
                if let Some((words, url, left)) = link(after) {
                    line.extend(inline(words, colour));
                    if words != url {
                        line.extend(line::styled(&format!(" ({url})"), Style::Soft));
                    }
                    rest = left;
                    continue;
                }
            }
            '*' | '_' if end.is_empty() && !(c == '_' && word_before) => {
                let (mark, new) = match () {
                    () if rest.starts_with("**") => ("**", Style::Bold),
                    () if rest.starts_with("__") => ("__", Style::Bold),
                    () if c == '*' => ("*", Style::Italic),
                    () => ("_", Style::Italic),
                };
                let inside = &rest[mark.len()..];
                if inside.starts_with(|next: char| !next.is_whitespace()) && inside.contains(mark) {
                    (rest, style, end) = (inside, new, mark);
                    continue;
                }
            }
            _ => {}
        }
        line.push((c, style));
        rest = after;
    }
    line
}

/// Reads a link after its `[`: its words, its address, and what follows it.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (words, rest) = text.split_once("](")?;
    let (url, left) = rest.split_once(')')?;
    (!words.contains(['[', ']'])).then_some((words, url, left))
}

#[cfg(test)]
mod tests {
    use damier_core::Lang;

    use super::*;

    fn plain(prose: &str) -> String {
        render(prose, &Screen { lang: Lang::Fr, unicode: true, colour: false, width: 40 })
    }

    fn coloured(prose: &str) -> String {
        render(prose, &Screen { lang: Lang::Fr, unicode: true, colour: true, width: 40 })
    }

    #[test]
    fn headings_are_underlined() {
        assert_eq!(plain("# Été\n## But\n### Note\n"), "Été\n===\n\nBut\n---\n\nNote\n\n");
        assert_eq!(plain("#hors-titre\n"), "#hors-titre\n\n");
    }

    #[test]
    fn paragraphs_are_wrapped_and_marks_taken_off() {
        let text = "Un **mot fort**, un *mot penché* et un\ncoup `d4\\` ; [règles](https://example.org).\n";
        assert_eq!(
            plain(text),
            "Un mot fort, un mot penché et un coup\n`d4\\` ; règles (https://example.org).\n\n"
        );
        assert!(
            coloured(text).starts_with(
                "Un \x1b[1mmot fort\x1b[0m, un \x1b[3mmot penché\x1b[0m et un coup\n\x1b[36md4\\"
            )
        );
        assert_eq!(plain("2 * 3 * 4, neo_pettie_x, \\*"), "2 * 3 * 4, neo_pettie_x, *\n\n");
    }

    #[test]
    fn lists_hang_and_stay_together() {
        assert_eq!(
            plain(
                "Voici :\n- un point assez long pour passer à la ligne\n  suivante ;\n- un autre.\n\n12. douze\n\nFin."
            ),
            "Voici :\n• un point assez long pour passer à la\n  ligne suivante ;\n• un autre.\n12. douze\n\nFin.\n\n"
        );
    }

    #[test]
    fn code_tables_quotes_and_rules_are_kept() {
        assert_eq!(plain("```sh\nls  -l\n```\nFin"), "    ls  -l\n\nFin\n\n");
        assert_eq!(plain("> deux\n> lignes\n"), "> deux lignes\n\n");
        assert_eq!(plain("---\n"), format!("{}\n\n", "-".repeat(40)));
        assert_eq!(
            plain("| a | quoi |\n|---|:-:|\n| `x` | une case qui est bien trop longue pour tenir |\n"),
            "a    quoi\n---  -----------------------------------\n`x`  une case qui est bien trop longue\n     pour tenir\n\n"
        );
    }
}
