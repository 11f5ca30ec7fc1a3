//! Typography, applied once, where words are shown.
//!
//! Texts are written with plain blanks and straight apostrophes, as one types them, and so they are stored, compared and
//! tested. What shows them to people sets them by these rules: [`typeset`] plain text, [`html`] the text of a page.
//!
//! | written | set | where |
//! |---|---|---|
//! | `oui ?`, `: ; ! »` likewise, `« oui` | a narrow no-break blank | in French |
//! | `l'image` | `l’image` | in French |
//! | `42 %` | a no-break blank | in French |
//! | `15 × 15` | no-break blanks | in both languages |
//!
//! A sign counts only where words end at it: a blank stands before it, and nothing but a blank or another sign after it. So
//! moves such as `!c4` stay as they are. Code is set by nobody.

use std::borrow::Cow;

use crate::Lang;

/// The blank within French signs: narrow, and no line breaks at it.
pub const NARROW: char = '\u{202f}';
/// The blank at which no line breaks.
pub const NO_BREAK: char = '\u{a0}';

/// The entity that stands for an apostrophe.
const APOSTROPHE: &str = "&#39;";
/// Elements whose text is not prose.
const CODE: [&str; 7] = ["script", "style", "textarea", "code", "pre", "kbd", "samp"];
/// Those among them whose text may hold what looks like an element.
const RAW: [&str; 3] = ["script", "style", "textarea"];
/// The beginnings of attributes that are shown.
const SHOWN: [&str; 3] = [" title=\"", " placeholder=\"", " alt=\""];
/// That of what other sites show of a page, in an element that says one of [`PREVIEWS`].
const PREVIEW: [&str; 1] = [" content=\""];
/// What other sites show of a page.
const PREVIEWS: [&str; 3] = ["\"description\"", "\"og:title\"", "\"og:description\""];
/// Elements that have no end.
const VOID: [&str; 8] = ["area", "br", "hr", "img", "input", "link", "meta", "wbr"];

/// Sets a text of a language.
///
/// ```
/// use damier_core::{Lang, typography::typeset};
///
/// assert_eq!(typeset("15 × 15: b1", Lang::En), "15\u{a0}×\u{a0}15: b1");
/// assert_eq!(typeset("n'est-ce pas ?", Lang::Fr), "n’est-ce pas\u{202f}?");
/// ```
pub fn typeset(text: &str, lang: Lang) -> Cow<'_, str> {
    set(text, lang, &Around::default())
}

/// Sets a French text.
///
/// ```
/// use damier_core::typography::french;
///
/// assert_eq!(french("il dit : « oui »"), "il dit\u{202f}: «\u{202f}oui\u{202f}»");
/// assert_eq!(french("l'image"), "l’image");
/// assert_eq!(french("un plateau 15 × 15"), "un plateau 15\u{a0}×\u{a0}15");
/// assert_eq!(french("le coup !c4"), "le coup !c4");
/// ```
pub fn french(text: &str) -> Cow<'_, str> {
    typeset(text, Lang::Fr)
}

/// Takes typography off: returns what [`typeset`] was given, for whoever searches or compares texts that are shown, and where
/// nothing but ASCII can be.
///
/// ```
/// use damier_core::typography::{french, plain};
///
/// assert_eq!(plain(&french("l'image : 15 × 15")), "l'image : 15 × 15");
/// ```
pub fn plain(text: &str) -> String {
    let typed = |c: char| match c {
        NARROW | NO_BREAK => ' ',
        '’' => '\'',
        other => other,
    };
    text.chars().map(typed).collect()
}

/// Sets the text of a page, or of a part of one, in a language. Tags stay as they are but for attributes that are shown (titles,
/// placeholders, and what other sites show of the page), and so does the text of code, of scripts and of what one types, and
/// whatever is marked as being in another language.
///
/// ```
/// use damier_core::{Lang, typography::html};
///
/// let page = r#"<p class="a : b"><em>But</em> : l'<code>a : b</code>.</p>"#;
/// assert_eq!(html(page, Lang::Fr), "<p class=\"a : b\"><em>But</em>\u{202f}: l’<code>a : b</code>.</p>");
/// ```
pub fn html(page: &str, lang: Lang) -> String {
    let mut out = String::with_capacity(page.len() + page.len() / 32);
    let mut rest = page;
    let mut before = None;
    while let Some((tag, after)) = next_tag(rest) {
        before = push_words(&mut out, &rest[..tag.start], lang, before, after).or(before);
        let mut end = tag.end;
        if let Some(name) = foreign(&rest[tag.start..tag.end], lang) {
            end += length_within(&rest[tag.end..], name);
            before = None;
            out.push_str(&rest[tag.start..end]);
        } else {
            push_tag(&mut out, &rest[tag.start..end], lang);
        }
        rest = &rest[end..];
    }
    push_words(&mut out, rest, lang, before, "");
    out
}

/// Appends a tag, with what is shown of it set.
fn push_tag(out: &mut String, tag: &str, lang: Lang) {
    let previews = tag.starts_with("<meta ") && PREVIEWS.iter().any(|about| tag.contains(about));
    let shown: &[&str] = if previews { &PREVIEW } else { &SHOWN };
    let mut rest = tag;
    while let Some(start) = shown.iter().filter_map(|name| Some(rest.find(name)? + name.len())).min() {
        let end = rest[start..].find('"').map_or(rest.len(), |end| start + end);
        out.push_str(&rest[..start]);
        out.push_str(&typeset(&rest[start..end], lang));
        rest = &rest[end..];
    }
    out.push_str(rest);
}

/// Appends the words between two tags; `before` is the last character of the words before them, and `after` the page after
/// them. Returns the last
/// character, unless it is a blank.
fn push_words(out: &mut String, words: &str, lang: Lang, before: Option<char>, after: &str) -> Option<char> {
    let last = words.chars().next_back()?;
    // An apostrophe needs no entity outside of attributes.
    let words = match lang {
        Lang::Fr if words.contains(APOSTROPHE) => Cow::Owned(words.replace(APOSTROPHE, "'")),
        _ => Cow::Borrowed(words),
    };
    let after = if words.ends_with('\'') { first_of_words(after) } else { None };
    out.push_str(&set(&words, lang, &Around { before, after }));
    Some(last).filter(|&last| last != ' ')
}

/// Returns the first character of the words that follow.
fn first_of_words(mut page: &str) -> Option<char> {
    while let Some((tag, after)) = next_tag(page) {
        if tag.start > 0 {
            break;
        }
        page = after;
    }
    page.chars().next()
}

/// Finds the next tag, comment or declaration, and what follows it.
fn next_tag(page: &str) -> Option<(std::ops::Range<usize>, &str)> {
    let mut from = 0;
    loop {
        let start = from + page[from..].find('<')?;
        let tag = &page[start..];
        if tag.starts_with("<!--") {
            let end = tag.find("-->").map_or(page.len(), |end| start + end + 3);
            return Some((start..end, &page[end..]));
        }
        if tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!')) {
            let end = start + length_of_tag(tag);
            return Some((start..end, &page[end..]));
        }
        from = start + 1;
    }
}

/// Returns how long a tag is; what its attributes hold in quotes does not end it.
fn length_of_tag(tag: &str) -> usize {
    let mut quote = None;
    for (place, c) in tag.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => return place + 1,
            (None, _) => {}
        }
    }
    tag.len()
}

/// Returns the name of the element that a tag opens.
fn name(tag: &str) -> &str {
    let end = tag[1..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(tag.len(), |end| end + 1);
    &tag[1..end]
}

/// Returns the name of the element that a tag opens, if its text is not to be set.
fn foreign(tag: &str, lang: Lang) -> Option<&str> {
    let name = name(tag);
    if name.is_empty() || tag.ends_with("/>") || VOID.contains(&name) {
        return None;
    }
    let other = |other: &Lang| *other != lang && tag.contains(&format!(" lang=\"{}\"", other.code()));
    (CODE.contains(&name) || Lang::ALL.iter().any(other)).then_some(name)
}

/// Returns how far an element reaches that was opened just before, up to the tag that closes it.
fn length_within(page: &str, element: &str) -> usize {
    if RAW.contains(&element) {
        return page.find(&format!("</{element}")).unwrap_or(page.len());
    }
    let (mut at, mut depth) = (0, 1);
    while let Some((tag, _)) = next_tag(&page[at..]) {
        let text = &page[at + tag.start..at + tag.end];
        if let Some(closed) = text.strip_prefix("</") {
            depth -= usize::from(closed.trim_end_matches('>').trim_end() == element);
        } else if name(text) == element && !text.ends_with("/>") {
            depth += 1;
        }
        if depth == 0 {
            return at + tag.start;
        }
        at += tag.end;
    }
    page.len()
}

/// The characters before and after a text, where it is a part of a line.
#[derive(Default)]
struct Around {
    before: Option<char>,
    after: Option<char>,
}

fn set<'a>(text: &'a str, lang: Lang, around: &Around) -> Cow<'a, str> {
    if !text.contains([' ', '\'']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    // How much of the text is in `out`.
    let mut done = 0;
    for (place, c) in text.char_indices() {
        if !matches!(c, ' ' | '\'') {
            continue;
        }
        let before = text[..place].chars().rev().chain(around.before);
        let after = text[place + 1..].chars().chain(around.after);
        let set = if c == ' ' { blank(before, after, lang) } else { apostrophe(before, after, lang) };
        if set != c {
            out.push_str(&text[done..place]);
            out.push(set);
            done = place + 1;
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Returns what a blank becomes between what stands before it, read backwards, and after it.
fn blank(mut before: impl Iterator<Item = char>, mut after: impl Iterator<Item = char>, lang: Lang) -> char {
    let (before, [next, second, third]) =
        ([before.next(), before.next(), before.next()], [after.next(), after.next(), after.next()]);
    let number = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let gap = |c: Option<char>| matches!(c, Some(' ' | NO_BREAK));
    let times = |signs: [Option<char>; 3]| signs[0] == Some('×') && gap(signs[1]) && number(signs[2]);
    if number(before[0]) && times([next, second, third]) || times(before) && number(next) {
        return NO_BREAK;
    }
    if lang != Lang::Fr || matches!(before[0], Some(' ' | NARROW | NO_BREAK)) {
        return ' ';
    }
    let ends = second.is_none_or(closes);
    match next {
        Some('»') => NARROW,
        Some(';' | ':' | '!' | '?') if ends => NARROW,
        _ if before[0] == Some('«') => NARROW,
        Some('%') if number(before[0]) && ends => NO_BREAK,
        _ => ' ',
    }
}

/// Says whether a sign before this character ends something.
fn closes(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, ')' | ']' | '}' | '»' | '”' | '"' | '’' | '\'' | '.' | ',' | ';' | '!' | '?' | '…')
}

/// Returns what an apostrophe becomes.
fn apostrophe(
    mut before: impl Iterator<Item = char>,
    mut after: impl Iterator<Item = char>,
    lang: Lang,
) -> char {
    let within = before.next().is_some_and(char::is_alphabetic)
        && after.next().is_some_and(|c| c.is_alphanumeric() || c == '«');
    if within && lang == Lang::Fr { '’' } else { '\'' }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// Shows the blanks: `~` the narrow one, `_` the other.
    fn shown(text: &str) -> String {
        text.replace(NARROW, "~").replace(NO_BREAK, "_")
    }

    fn fr(text: &str) -> String {
        shown(&french(text))
    }

    fn page(text: &str) -> String {
        shown(&html(text, Lang::Fr))
    }

    #[test]
    fn signs_keep_their_blank() {
        assert_eq!(
            fr("Trait : Blanc ; fin ! Pourquoi ? « oui »"),
            "Trait~: Blanc~; fin~! Pourquoi~? «~oui~»"
        );
        assert_eq!(fr("(vraiment ?) « non ! », « si »."), "(vraiment~?) «~non~!~», «~si~».");
        assert_eq!(fr("quoi ?! ou quoi ?…"), "quoi~?! ou quoi~?…");
        assert_eq!(fr(" :"), "~:", "a part of a sentence");
        assert_eq!(fr("suivant :\nfin"), "suivant~:\nfin");
        assert_eq!(shown(&typeset("odd : English ?", Lang::En)), "odd : English ?");
    }

    #[test]
    fn what_is_no_sign_stays() {
        for text in
            ["joue !c4", "a :b", "a ;b", "1:1n", "size=3 ?x", "hex:swap,size=5", "", "a  : b", "100 %20"]
        {
            assert!(matches!(french(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn apostrophes_are_within_words() {
        assert_eq!(fr("l'image d'aujourd'hui"), "l’image d’aujourd’hui");
        assert_eq!(fr("il n'y a qu'1 coup, s'« il » passe"), "il n’y a qu’1 coup, s’«~il~» passe");
        assert_eq!(fr("'a' 5'3 a'"), "'a' 5'3 a'");
        assert_eq!(typeset("don't", Lang::En), "don't");
    }

    #[test]
    fn measures_stay_together() {
        for lang in Lang::ALL {
            assert_eq!(shown(&typeset("15 × 15", lang)), "15_×_15");
            assert_eq!(shown(&typeset("3 × 4 × 5", lang)), "3_×_4_×_5");
            assert_eq!(shown(&typeset("a × b, × 15, 15 ×", lang)), "a × b, × 15, 15 ×");
        }
        assert_eq!(fr("63 % des parties, 5 %."), "63_% des parties, 5_%.");
        assert_eq!(typeset("63 %", Lang::En), "63 %");
    }

    #[test]
    fn pages_are_set_outside_of_tags() {
        assert_eq!(page("<p>Oui !</p>"), "<p>Oui~!</p>");
        assert_eq!(page("<em>But</em> : gagner"), "<em>But</em>~: gagner");
        assert_eq!(
            page("<a href=\"/a ?\" data-a='x > y : z' aria-label=\"ici !\" title=\"Qu'est-ce ?\">Où ?</a>"),
            "<a href=\"/a ?\" data-a='x > y : z' aria-label=\"ici !\" title=\"Qu’est-ce~?\">Où~?</a>"
        );
        assert_eq!(
            page("<meta property=\"og:title\" content=\"a : b\"><meta name=\"robots\" content=\"a : b\">"),
            "<meta property=\"og:title\" content=\"a~: b\"><meta name=\"robots\" content=\"a : b\">"
        );
        assert_eq!(
            page("<input placeholder=\"a : b\" value=\"a : b\">"),
            "<input placeholder=\"a~: b\" value=\"a : b\">"
        );
        assert_eq!(page("l&#39;ordinateur « <i>a</i> »"), "l’ordinateur «~<i>a</i>~»");
        assert_eq!(page("l'<a>image</a>, l'<a> b</a>"), "l’<a>image</a>, l'<a> b</a>");
        assert_eq!(
            page("<!-- a : b --><!DOCTYPE html>3 < 4 : oui"),
            "<!-- a : b --><!DOCTYPE html>3 < 4~: oui"
        );
        assert_eq!(page("15 <b>×</b> 15 a <"), "15 <b>×</b> 15 a <");
    }

    #[test]
    fn code_and_other_languages_are_left_alone() {
        for part in [
            "<code>a : b</code>",
            "<pre>a <code>a ?</code> a ?</pre>",
            "<script>if (a < b) '</p>' ; a ? b : c</script>",
            "<textarea name=\"a\">l'un <p> : </textarea>",
            "<p lang=\"en\">odd : <p>odd :</p> odd :</p>",
        ] {
            assert_eq!(page(part), part);
            assert_eq!(page(&format!("ici : {part} : oui")), format!("ici~: {part}~: oui"));
        }
        assert_eq!(
            page("<p lang=\"fr\">Où ?<br lang=\"en\"> Là !</p>"),
            "<p lang=\"fr\">Où~?<br lang=\"en\"> Là~!</p>"
        );
        let english = "<p>a : l'un</p>";
        assert_eq!(html(english, Lang::En), english);
        assert_eq!(page("<code>a : b"), "<code>a : b");
        assert_eq!(page("a : <b"), "a~: <b");
    }

    #[test]
    fn who_sets_twice_sets_once() {
        let parts = [
            " ",
            " ",
            "'",
            ":",
            ";",
            "!",
            "?",
            "«",
            "»",
            "×",
            "%",
            "1",
            "5",
            "a",
            "é",
            ".",
            ")",
            "\n",
            "<b>",
            "</b>",
            "<code>",
            "</code>",
            "<p lang=\"en\">",
            "</p>",
            "<",
            "\"",
            "&#39;",
        ];
        let mut rng = Rng::new(0);
        for _ in 0..20_000 {
            let count = rng.below(12);
            let text: String = (0..count).map(|_| parts[rng.below(parts.len() as u32) as usize]).collect();
            for lang in Lang::ALL {
                let once = typeset(&text, lang).into_owned();
                assert!(matches!(typeset(&once, lang), Cow::Borrowed(_)), "{text:?}");
                assert_eq!(plain(&once), text, "nothing else changes");
                let once = html(&text, lang);
                assert_eq!(html(&once, lang), once, "{text:?}");
            }
        }
    }
}
