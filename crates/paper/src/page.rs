//! Markdown as the parts of a leaflet.

use damier_core::Fault;
use damier_export::pdf::Face;
use damier_export::pdf::leaflet::{Content, LeafletPart, Words};
use damier_scene::View;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::both;

/// Turns a part of a page into parts of a leaflet.
///
/// # Errors
/// If a diagram is wrong.
pub fn parts(part: &damier_table::Part, ruling: bool, view: &View) -> Result<Vec<LeafletPart>, Fault> {
    let contents = match part {
        damier_table::Part::Prose(text) => prose(text),
        damier_table::Part::Diagram(diagram) => {
            let session = diagram.session(damier_games::open)?;
            let caption = one_line(diagram.caption, Face::Italic);
            vec![Content::Figure(Box::new(both(&*session, view)), caption)]
        }
    };
    // The heading of the rulings is a heading like any other.
    let ruled = |content: &Content| ruling && !matches!(content, Content::Heading(..));
    Ok(contents.into_iter().map(|content| LeafletPart { ruling: ruled(&content), content }).collect())
}

/// Reads prose as words on one line, in this typeface where nothing else is said.
pub fn one_line(text: &str, face: Face) -> Words {
    let mut reader = Reader { face, ..Reader::default() };
    Parser::new_ext(text, Options::ENABLE_TABLES).for_each(|event| reader.take(event));
    reader.end();
    let mut words = Words::default();
    for content in reader.contents {
        let said = match content {
            Content::Heading(_, said) | Content::Text(said) | Content::Piece { words: said, .. } => said,
            Content::Figure(..) | Content::Table(_) => continue,
        };
        if !words.is_empty() {
            words.push(face, " ");
        }
        said.0.iter().for_each(|(face, text)| words.push(*face, text));
    }
    words
}

fn prose(text: &str) -> Vec<Content> {
    let mut reader = Reader::default();
    Parser::new_ext(text, Options::ENABLE_TABLES).for_each(|event| reader.take(event));
    reader.end();
    reader.contents
}

/// What is read, and what is open.
struct Reader {
    contents: Vec<Content>,
    /// The typeface of plain words.
    face: Face,
    words: Words,
    /// The open emphases, outermost first.
    faces: Vec<Face>,
    /// The open lists, outermost first: the number of the next piece, where they are numbered.
    lists: Vec<Option<u64>>,
    /// The mark of the open piece, until its first words are written.
    mark: Option<String>,
    table: Vec<Vec<Words>>,
    code: bool,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            contents: Vec::new(),
            face: Face::Serif,
            words: Words::default(),
            faces: Vec::new(),
            lists: Vec::new(),
            mark: None,
            table: Vec::new(),
            code: false,
        }
    }
}

impl Reader {
    fn take(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.open(&tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) if self.code => {
                for line in text.lines() {
                    self.words.push(Face::Sans, line);
                    self.end();
                }
            }
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                let face = self.faces.last().copied().unwrap_or(self.face);
                self.words.push(face, &text);
            }
            Event::Code(text) => self.words.push(Face::Sans, &text),
            Event::SoftBreak => self.words.push(self.face, " "),
            Event::HardBreak => self.end(),
            Event::Rule | Event::InlineMath(_) | Event::DisplayMath(_) => {}
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn open(&mut self, tag: &Tag) {
        match tag {
            Tag::List(number) => {
                self.end();
                self.lists.push(*number);
            }
            Tag::Item => {
                let deep = self.lists.len() > 1;
                self.mark = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ if deep => "·".to_string(),
                    _ => "–".to_string(),
                });
            }
            Tag::CodeBlock(_) => self.code = true,
            Tag::Table(_) => self.table.clear(),
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            Tag::Emphasis => {
                self.faces.push(if self.face == Face::Italic { Face::Serif } else { Face::Italic });
            }
            Tag::Strong => self.faces.push(Face::Bold),
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.end(),
            TagEnd::Heading(level) => {
                let said = std::mem::take(&mut self.words);
                let words = Words::plain(Face::Bold, said.text());
                self.contents.push(Content::Heading(usize::from(level > HeadingLevel::H2), words));
            }
            TagEnd::Item => {
                self.end();
                self.mark = None;
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::CodeBlock => self.code = false,
            TagEnd::TableCell => {
                let mut words = std::mem::take(&mut self.words);
                if self.table.len() == 1 {
                    words = Words::plain(Face::Bold, words.text());
                }
                if let Some(row) = self.table.last_mut() {
                    row.push(words);
                }
            }
            TagEnd::Table => self.contents.push(Content::Table(std::mem::take(&mut self.table))),
            TagEnd::Emphasis | TagEnd::Strong => {
                self.faces.pop();
            }
            _ => {}
        }
    }

    /// Ends the open paragraph.
    fn end(&mut self) {
        if self.words.is_empty() {
            return;
        }
        let words = std::mem::take(&mut self.words);
        self.contents.push(match self.lists.len() {
            0 => Content::Text(words),
            depth => Content::Piece { mark: self.mark.take().unwrap_or_default(), depth: depth - 1, words },
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_typefaces() {
        let words = one_line("Un *mot* et **deux**,\n`a1` aussi.", Face::Serif);
        let seen: Vec<(Face, &str)> = words.0.iter().map(|(face, text)| (*face, text.as_str())).collect();
        let expected = [
            (Face::Serif, "Un "),
            (Face::Italic, "mot"),
            (Face::Serif, " et "),
            (Face::Bold, "deux"),
            (Face::Serif, ", "),
            (Face::Sans, "a1"),
            (Face::Serif, " aussi."),
        ];
        assert_eq!(seen, expected);
        assert_eq!(one_line("a *b*", Face::Italic).0[1].0, Face::Serif, "what is stressed stands out");
    }

    #[test]
    fn lists_have_their_marks_once() {
        let contents = prose("3. Un\n\n   deux\n   - trois\n4. quatre\n\n- cinq\n");
        let seen: Vec<(String, usize, String)> = contents
            .into_iter()
            .map(|content| match content {
                Content::Piece { mark, depth, words } => (mark, depth, words.text()),
                other => panic!("{other:?}"),
            })
            .collect();
        let piece = |mark: &str, depth: usize, text: &str| (mark.to_string(), depth, text.to_string());
        let expected = [
            piece("3.", 0, "Un"),
            piece("", 0, "deux"),
            piece("·", 1, "trois"),
            piece("4.", 0, "quatre"),
            piece("–", 0, "cinq"),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn tables_and_headings_are_read() {
        let contents = prose("### Les *prises*\n\n|a|b|\n|-|-|\n|1|`c1`|\n");
        let [Content::Heading(1, heading), Content::Table(rows)] = &contents[..] else {
            panic!("{contents:?}")
        };
        assert_eq!(heading.0, [(Face::Bold, "Les prises".to_string())]);
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0][1].0[0].0, rows[1][1].0[0].0), (Face::Bold, Face::Sans));
    }
}
