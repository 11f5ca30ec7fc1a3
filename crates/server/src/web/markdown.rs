//! Converts the Markdown of pages to HTML.

use pulldown_cmark::{Event, Options, Parser, html};

/// Converts Markdown to HTML. HTML inside it is shown as text.
pub fn html(text: &str) -> String {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    });
    let mut out = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut out, events);
    out
}

#[cfg(test)]
mod tests {
    use super::html;

    #[test]
    fn marks_become_elements_and_elements_become_text() {
        assert_eq!(html("a **b**"), "<p>a <strong>b</strong></p>\n");
        assert_eq!(html("a <b>"), "<p>a &lt;b&gt;</p>\n");
        assert!(html("|a|b|\n|-|-|\n|1|2|").contains("<td>2</td>"));
    }
}
