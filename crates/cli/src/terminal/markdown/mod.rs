//! Markdown as lines for a terminal.
//!
//! Read by the same parser, with the same extensions, as the pages of the web app, so that both show the same page.

mod table;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::terminal::Screen;
use crate::terminal::styled::{Emphasis, StyledText};
use table::MarkdownTable;

/// Renders prose, each block followed by an empty line.
pub fn render(prose: &str, screen: &Screen) -> String {
    let mut page = Page::new(screen);
    for event in Parser::new_ext(prose, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.finish()
}

/// What stands before the lines of an open quote, or of an open item of a list.
struct Prefix {
    /// Before its first line: the mark of an item.
    first: String,
    /// Before the lines that follow.
    rest: String,
    begun: bool,
}

/// The page as far as it is written, and what is open.
struct Page<'a> {
    screen: &'a Screen,
    text: String,
    /// An empty line is due before the next block.
    gap: bool,
    /// The open quotes and items, outermost first.
    prefixes: Vec<Prefix>,
    /// The open lists, outermost first: the number of the next item, where they are numbered.
    lists: Vec<Option<u64>>,
    /// The words of the open block, a text for each line that ends where the author broke it.
    words: Vec<StyledText>,
    /// The open emphases, outermost first.
    emphases: Vec<Emphasis>,
    /// The open links: their addresses, and where their words begin in the last of `words`.
    links: Vec<(String, usize)>,
    table: Option<MarkdownTable>,
    /// The text of the open block of code.
    code: Option<String>,
}

impl<'a> Page<'a> {
    fn new(screen: &'a Screen) -> Page<'a> {
        Page {
            screen,
            text: String::new(),
            gap: false,
            prefixes: Vec::new(),
            lists: Vec::new(),
            words: vec![StyledText::default()],
            emphases: Vec::new(),
            links: Vec::new(),
            table: None,
            code: None,
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.push(&text, self.emphasis()),
            },
            // HTML is shown, not obeyed.
            Event::Html(text) | Event::InlineHtml(text) => self.push(&text, self.emphasis()),
            // Code keeps its backquotes where no colour can stand for them.
            Event::Code(code) if self.screen.colour => self.push(&code, Emphasis::Code),
            Event::Code(code) => self.push(&format!("`{code}`"), Emphasis::Code),
            Event::SoftBreak => self.push(" ", self.emphasis()),
            Event::HardBreak => self.words.push(StyledText::default()),
            Event::Rule => {
                let width = self.screen.width.saturating_sub(self.indent());
                self.block(["-".repeat(width)]);
            }
            // Of extensions that are not enabled.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.push(&text, Emphasis::Plain);
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn open(&mut self, tag: Tag) {
        match tag {
            Tag::BlockQuote(_) => self.prefix("> ".to_string(), "> ".to_string()),
            Tag::CodeBlock(_) => self.code = Some(String::new()),
            Tag::List(number) => {
                // The words of the item that holds the list come before it.
                self.paragraph();
                self.gap &= self.lists.is_empty();
                self.lists.push(number);
            }
            Tag::Item => {
                let unicode = self.screen.unicode;
                let mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => format!("{} ", if unicode { '•' } else { '-' }),
                };
                let hang = " ".repeat(mark.chars().count());
                self.prefix(mark, hang);
            }
            Tag::Table(_) => self.table = Some(MarkdownTable::default()),
            Tag::TableHead | Tag::TableRow => self.table.iter_mut().for_each(MarkdownTable::begin_row),
            Tag::Emphasis => self.emphases.push(Emphasis::Stressed),
            Tag::Strong => self.emphases.push(Emphasis::Strong),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                let begun = self.words.last().map_or(0, StyledText::width);
                self.links.push((dest_url.into_string(), begun));
            }
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.paragraph(),
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                self.block(code.lines().map(|line| format!("    {line}")));
            }
            TagEnd::BlockQuote(_) => {
                self.prefixes.pop();
            }
            TagEnd::Item => {
                self.paragraph();
                if let Some(Prefix { begun: false, .. }) = self.prefixes.last() {
                    // An item without words still shows its mark.
                    self.block([String::new()]);
                }
                self.prefixes.pop();
                // Items follow each other closely, however far apart they are written.
                self.gap = false;
            }
            TagEnd::List(_) => {
                self.lists.pop();
                self.gap = true;
            }
            TagEnd::TableCell => {
                let cell = self.take_words().into_iter().next().unwrap_or_default();
                self.table.iter_mut().for_each(|table| table.add(cell.clone()));
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    let width = self.screen.width.saturating_sub(self.indent());
                    self.block(table.lines(width, self.screen.colour));
                }
            }
            TagEnd::Emphasis | TagEnd::Strong => {
                self.emphases.pop();
            }
            TagEnd::Link | TagEnd::Image => self.end_link(),
            _ => {}
        }
    }

    fn emphasis(&self) -> Emphasis {
        self.emphases.last().copied().unwrap_or_default()
    }

    /// Adds to the words of the open block.
    fn push(&mut self, text: &str, emphasis: Emphasis) {
        if let Some(last) = self.words.last_mut() {
            last.push(text, emphasis);
        }
    }

    /// Writes the address of a link behind its words, unless they are the address.
    fn end_link(&mut self) {
        let Some((address, begun)) = self.links.pop() else { return };
        let words: String = self.words.last().map(StyledText::plain).unwrap_or_default();
        if !words.chars().skip(begun).eq(address.chars()) {
            self.push(&format!(" ({address})"), Emphasis::Faint);
        }
    }

    fn prefix(&mut self, first: String, rest: String) {
        self.prefixes.push(Prefix { first, rest, begun: false });
    }

    /// Returns how many columns the prefixes take.
    fn indent(&self) -> usize {
        self.prefixes.iter().map(|prefix| prefix.rest.chars().count()).sum()
    }

    /// Takes the words of the open block, set by the typography of their language.
    fn take_words(&mut self) -> Vec<StyledText> {
        let mut words = std::mem::replace(&mut self.words, vec![StyledText::default()]);
        words.iter_mut().for_each(|line| line.typeset(self.screen.lang));
        words
    }

    /// Writes the open words, if there are any, as a paragraph.
    fn paragraph(&mut self) {
        let words = self.take_words();
        if words.iter().all(StyledText::is_empty) {
            return;
        }
        let width = self.screen.width.saturating_sub(self.indent());
        let lines = words.iter().flat_map(|words| words.wrap(width));
        let lines: Vec<String> = lines.map(|line| line.write(self.screen.colour)).collect();
        self.block(lines);
    }

    fn heading(&mut self, level: HeadingLevel) {
        let words = self.take_words();
        let title: String = words.iter().map(StyledText::plain).collect();
        let mut lines = vec![self.screen.bold(&title)];
        let underline = |sign: &str| self.screen.dim(&sign.repeat(title.chars().count()));
        match level {
            HeadingLevel::H1 => lines.push(underline("=")),
            HeadingLevel::H2 => lines.push(underline("-")),
            _ => {}
        }
        self.block(lines);
    }

    /// Writes the lines of a block, behind the prefixes that are open; an empty line is due after it.
    fn block(&mut self, lines: impl IntoIterator<Item = String>) {
        if std::mem::replace(&mut self.gap, true) {
            self.blank();
        }
        for line in lines {
            self.line(&line);
        }
    }

    fn line(&mut self, line: &str) {
        let mut whole = String::new();
        for prefix in &mut self.prefixes {
            whole.push_str(if prefix.begun { &prefix.rest } else { &prefix.first });
            prefix.begun = true;
        }
        whole.push_str(line);
        self.text.push_str(whole.trim_end());
        self.text.push('\n');
    }

    /// Writes an empty line; what has not begun, begins after it.
    fn blank(&mut self) {
        let begun = self.prefixes.iter().filter(|prefix| prefix.begun);
        let whole: String = begun.map(|prefix| prefix.rest.as_str()).collect();
        self.text.push_str(whole.trim_end());
        self.text.push('\n');
    }

    fn finish(mut self) -> String {
        self.paragraph();
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use damier_core::{Lang, typography};

    use super::*;

    fn plain(prose: &str) -> String {
        let text = render(prose, &Screen { lang: Lang::Fr, unicode: true, colour: false, width: 40 });
        typography::plain(&text)
    }

    fn coloured(prose: &str) -> String {
        render(prose, &Screen { lang: Lang::Fr, unicode: true, colour: true, width: 40 })
    }

    #[test]
    fn headings_are_underlined() {
        assert_eq!(plain("# Été\n## But\n### Note\n"), "Été\n===\n\nBut\n---\n\nNote\n\n");
        assert_eq!(plain("#hors-titre\n"), "#hors-titre\n\n");
        assert_eq!(plain(""), "");
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
        assert_eq!(
            plain("un  \ndeux\ntrois"),
            "un\ndeux trois\n\n",
            "the author breaks a line by two blanks"
        );
        assert_eq!(plain("<https://a.b> <i>a</i>"), "https://a.b <i>a</i>\n\n");
        assert_eq!(plain("<p>\na\n</p>\n\nb"), "<p> a </p>\n\nb\n\n");
    }

    #[test]
    fn lists_hang_and_stay_together() {
        assert_eq!(
            plain(
                "Voici :\n- un point assez long pour passer à la ligne\n  suivante ;\n\n- un autre.\n\nFin."
            ),
            "Voici :\n\n• un point assez long pour passer à la\n  ligne suivante ;\n• un autre.\n\nFin.\n\n"
        );
        assert_eq!(plain("12. douze\n13. treize"), "12. douze\n13. treize\n\n");
        assert_eq!(plain("-\n- a"), "•\n• a\n\n");
    }

    #[test]
    fn blocks_stand_within_items_and_quotes() {
        assert_eq!(plain("1. a\n   - b\n   - c\n2. d\n\n   e"), "1. a\n   • b\n   • c\n2. d\n\n   e\n\n");
        assert_eq!(plain("- a\n\n  ```\n  x  y\n  ```\n"), "• a\n\n      x  y\n\n");
        assert_eq!(plain("a\n\n> b\n>\n> - c\n> - d"), "a\n\n> b\n>\n> • c\n> • d\n\n");
    }

    #[test]
    fn code_tables_quotes_and_rules_are_kept() {
        assert_eq!(plain("```sh\nls  -l\n\nls\n```\nFin"), "    ls  -l\n\n    ls\n\nFin\n\n");
        assert_eq!(plain("> deux\n> lignes\n"), "> deux lignes\n\n");
        assert_eq!(plain("---\n"), format!("{}\n\n", "-".repeat(40)));
        assert_eq!(
            plain("| a | quoi |\n|---|:-:|\n| `x` | une case qui est bien trop longue pour tenir |\n"),
            "a    quoi\n---  -----------------------------------\n`x`  une case qui est bien trop longue\n     pour tenir\n\n"
        );
    }
}
