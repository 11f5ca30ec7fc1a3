//! Converts the Markdown of pages to HTML, and finds the rules in it.

use std::collections::HashSet;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// Converts Markdown to HTML. HTML inside it is shown as text.
pub fn html(text: &str) -> String {
    write(text, &mut |_| false)
}

/// Converts a part of a game's page to HTML, likewise. Its rules, which are numbered, become anchors: `seen` holds the numbers that
/// the parts before this one have.
pub fn html_with_rules(text: &str, seen: &mut HashSet<u64>) -> String {
    write(text, &mut |number| seen.insert(number))
}

fn write(text: &str, anchors: &mut dyn FnMut(u64) -> bool) -> String {
    let mut numbers = Vec::new();
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::List(first)) => {
            numbers.push(first);
            Event::Start(Tag::List(first))
        }
        Event::End(TagEnd::List(ordered)) => {
            numbers.pop();
            Event::End(TagEnd::List(ordered))
        }
        Event::Start(Tag::Item) => match numbers.last_mut() {
            Some(Some(next)) => {
                let number = *next;
                *next += 1;
                if anchors(number) {
                    return Event::Html(format!("<li id=\"{}\">", rule_anchor(number)).into());
                }
                Event::Start(Tag::Item)
            }
            _ => Event::Start(Tag::Item),
        },
        other => other,
    });
    let mut out = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut out, events);
    out
}

/// Makes the sections of a text that is HTML already anchors, `section-1` and so on; returns it and their titles.
pub fn with_section_anchors(html: &str) -> (String, Vec<&str>) {
    let mut parts = html.split("<h2>");
    let mut out = parts.next().unwrap_or_default().to_string();
    let mut titles = Vec::new();
    for part in parts {
        titles.push(part.split("</h2>").next().unwrap_or_default());
        out += &format!("<h2 id=\"section-{}\">{part}", titles.len());
    }
    (out, titles)
}

/// Returns the name of a rule's anchor on the page of its game.
pub fn rule_anchor(number: impl std::fmt::Display) -> String {
    format!("rule-{number}")
}

/// Returns the text of a rule of a game's page, by its number: of the first item of a list that has it.
pub fn rule(page: &str, number: u8) -> Option<String> {
    let (mut numbers, mut depth, mut words) = (Vec::new(), 0, String::new());
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::List(first)) => numbers.push(first),
            Event::End(TagEnd::List(_)) => {
                numbers.pop();
            }
            Event::Start(Tag::Item) => {
                if let Some(Some(next)) = numbers.last_mut() {
                    *next += 1;
                    if depth == 0 && *next == u64::from(number) + 1 {
                        depth = numbers.len();
                    }
                }
                if depth > 0 && numbers.len() > depth {
                    words.push_str(" – ");
                }
            }
            Event::End(TagEnd::Item) if depth > 0 && numbers.len() == depth => break,
            Event::Text(text) | Event::Code(text) if depth > 0 => words.push_str(&text),
            Event::SoftBreak | Event::HardBreak if depth > 0 => words.push(' '),
            _ => {}
        }
    }
    (depth > 0).then(|| words.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_elements_and_elements_become_text() {
        assert_eq!(html("a **b**"), "<p>a <strong>b</strong></p>\n");
        assert_eq!(html("a <b>"), "<p>a &lt;b&gt;</p>\n");
        assert!(html("|a|b|\n|-|-|\n|1|2|").contains("<td>2</td>"));
    }

    #[test]
    fn sections_become_anchors() {
        let page = html("# T\n\n## One\n\na\n\n## Two & *three*\n");
        let (drawn, titles) = with_section_anchors(&page);
        assert_eq!(titles, ["One", "Two &amp; <em>three</em>"]);
        assert!(
            drawn.contains("<h2 id=\"section-1\">One</h2>") && drawn.contains("<h2 id=\"section-2\">Two"),
            "{drawn}"
        );
    }

    #[test]
    fn rules_are_found_by_their_numbers_and_have_anchors() {
        let page = "Words.\n\n1. White *begins*.\n2. One move\n   at a time:\n   - `a`;\n   - b.\n\n## End\n\n1. Another.\n";
        assert_eq!(rule(page, 1).as_deref(), Some("White begins."));
        assert_eq!(rule(page, 2).as_deref(), Some("One move at a time: – a; – b."));
        assert_eq!(rule(page, 3), None);
        let drawn = html_with_rules(page, &mut HashSet::new());
        assert_eq!(drawn.matches("id=\"rule-1\"").count(), 1, "{drawn}");
        let tight = html_with_rules("1. a\n2. b\n", &mut HashSet::new());
        assert_eq!(tight, "<ol>\n<li id=\"rule-1\">a</li>\n<li id=\"rule-2\">b</li>\n</ol>\n");
    }
}
