//! Typography of what is sent: no line can begin with a sign, no measure breaks, and apostrophes are curved. Counted without the
//! code that sets the texts.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Answer, Reader};
use serde_json::Value;

/// Elements whose text is no prose.
const CODE: [&str; 7] = ["script", "style", "textarea", "code", "pre", "kbd", "samp"];

/// Returns what a person reads of a page: its text without tags and code, and the attributes that are shown.
fn read(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        let end = start + rest[start..].find('>').unwrap_or(rest.len() - start - 1) + 1;
        let tag = &rest[start..end];
        rest = &rest[end..];
        if let Some(code) = CODE.iter().find(|name| tag[1..].split([' ', '>']).next() == Some(name)) {
            rest = rest.split_once(&format!("</{code}>")).map_or("", |(_, after)| after);
            // Code stands for a word.
            text.push('x');
        }
        for shown in ["title", "placeholder", "alt"] {
            if let Some((_, value)) = tag.split_once(&format!(" {shown}=\"")) {
                text.push_str(&format!("\n{}\n", value.split('"').next().unwrap()));
            }
        }
        if tag.starts_with("<meta") && tag.contains("description\"") || tag.contains("og:title") {
            text.push_str(&format!(
                "\n{}\n",
                tag.rsplit("content=\"").next().unwrap().trim_end_matches("\">")
            ));
        }
        // Where a block ends, words do.
        if ["</p", "</li", "</h", "</td", "</th", "</button", "<option", "</title", "<br", "</text"]
            .iter()
            .any(|name| tag.starts_with(name))
        {
            text.push('\n');
        }
    }
    text.push_str(rest);
    text.replace("&#39;", "'").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Returns the places of a text at which a line might break badly, and the apostrophes that are none.
fn faults(text: &str, french: bool) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let at = |place: usize| chars.get(place).copied().unwrap_or('\n');
    let ends = |c: char| c.is_whitespace() || ")]»\".,;!?…".contains(c);
    let wrong = |place: usize| {
        let before = if place == 0 { '\n' } else { at(place - 1) };
        let (c, next) = (chars[place], at(place + 1));
        let times = c == ' ' && next == '×' && before.is_ascii_digit() && at(place + 3).is_ascii_digit()
            || c == ' ' && before == '×' && next.is_ascii_digit();
        let sign = c.is_whitespace() && c != '\u{202f}' && next == '»' && before != '\n'
            || c == ' ' && ":;!?".contains(next) && ends(at(place + 2)) && !before.is_whitespace()
            || c == ' ' && before == '«'
            || c == ' ' && before.is_ascii_digit() && next == '%'
            || c == '\'' && before.is_alphabetic() && next.is_alphabetic();
        times || french && sign
    };
    let around =
        |place: usize| chars[place.saturating_sub(25)..(place + 15).min(chars.len())].iter().collect();
    (0..chars.len()).filter(|&place| wrong(place)).map(around).collect()
}

/// Returns the faults in the strings of a JSON value.
fn faults_within(value: &Value, french: bool) -> Vec<String> {
    match value {
        Value::String(text) if text.contains('<') => faults(&read(text), french),
        Value::String(text) => faults(text, french),
        Value::Array(items) => items.iter().flat_map(|item| faults_within(item, french)).collect(),
        Value::Object(fields) => fields.values().flat_map(|field| faults_within(field, french)).collect(),
        _ => Vec::new(),
    }
}

/// Reads the JSON of an answer, typography and all.
fn sent(answer: &Answer) -> Value {
    serde_json::from_str(answer.sent()).unwrap()
}

fn none(path: &str, faults: Vec<String>) {
    assert!(
        faults.is_empty(),
        "{path}: {} in all, such as {:#?}",
        faults.len(),
        &faults[..faults.len().min(8)]
    );
}

#[test]
fn faults_are_found() {
    let found = |page: &str| faults(&read(page), true).len();
    assert_eq!(found("<p>Trait : l'un, « oui » ; 15 × 15 : 5 %</p>"), 9);
    assert_eq!(found("<p title=\"a ?\">x</p><b>But</b> : y <code>a ? b : c</code> l'<code>x</code>"), 3);
    assert_eq!(found("<p>a\u{202f}: l’un, «\u{202f}oui\u{202f}» 15\u{a0}×\u{a0}15 !c4</p>"), 0);
    assert_eq!(faults("15 × 15 : a", false).len(), 2);
}

#[tokio::test]
async fn no_line_of_a_page_begins_with_a_sign() {
    let english = Reader::new().await;
    let french = english.other().french();
    for (mut reader, is_french) in [(english, false), (french, true)] {
        let mut paths: Vec<String> = [
            "/",
            "/learn",
            "/problems",
            "/analysis",
            "/answers",
            "/import",
            "/nowhere",
            "/play/none",
            "/games/none",
        ]
        .map(str::to_string)
        .to_vec();
        for entry in damier_games::ALL {
            let id = entry.id;
            let session = entry.glance().unwrap();
            let escaped = |text: &str| text.replace('+', "%2B").replace(' ', "+");
            let (start, moves) = (escaped(&session.start()), escaped(&session.moves().join(" ")));
            let line = format!("game={}&position={start}&moves={moves}", session.spec());
            for path in [
                format!("/games/{id}"),
                format!("/games/{id}/play"),
                format!("/games/{id}/print"),
                format!("/learn/{id}"),
                format!("/analysis?{line}"),
                format!("/share?{line}"),
                format!("/embed?{line}"),
                format!("/print?{line}"),
                format!("/picture.svg?{line}&captions=yes"),
            ] {
                paths.push(path);
            }
            if entry.variant("").unwrap().problems().is_some() {
                paths.extend([format!("/problems/{id}"), format!("/problems/{id}/1")]);
            }
        }
        for path in paths {
            let answer = reader.get(&path).await;
            assert!(answer.status.is_success() || answer.status == 404, "{path}: {}", answer.status);
            none(&path, faults(&read(answer.sent()), is_french));
        }
    }
}

#[tokio::test]
async fn scripts_get_words_that_are_set() {
    for entry in damier_games::ALL {
        let mut reader = Reader::new().await.french();
        let seats = entry.variant("").unwrap().seats().len();
        let seats = ["seat0=human&seat1=human", "seat0=human"][usize::from(seats == 1)];
        let address = reader.post(&format!("/games/{}/play", entry.id), seats).await.location();
        none(&address, faults(&read(reader.get(&address).await.sent()), true));
        let mut script = reader.script();
        let state = sent(&script.get(&format!("{address}/state")).await.expect(200));
        none(&address, faults_within(&state, true));
        let first = sent(&script.get(&format!("/api/line?game={}", entry.id)).await.expect(200));
        none(entry.id, faults_within(&first, true));
        let error = sent(&script.post(&format!("{address}/move"), "ply=0&text=zz").await.expect(400));
        assert!(error["error"].as_str().unwrap().contains('\u{202f}'), "{error}");
        none(&address, faults_within(&error, true));
    }
}

#[tokio::test]
async fn records_are_kept_as_they_are_written() {
    let mut reader = Reader::new().await.french();
    let record = reader.get("/record.json?game=nim").await.expect(200);
    assert!(!record.sent().contains(['\u{202f}', '\u{a0}', '’']));
}

#[test]
fn codes_have_nothing_to_set() {
    use damier_core::{Lang, Rng, typography::typeset};
    for entry in damier_games::ALL {
        for variant in std::iter::once("").chain(entry.samples.iter().copied()) {
            let mut rng = Rng::new(7);
            let mut session = entry.variant(variant).unwrap().open(&mut rng);
            for _ in 0..30 {
                let mut texts = session.legal();
                let next = texts[rng.below(texts.len() as u32) as usize].clone();
                texts.push(session.position());
                for text in texts {
                    assert_eq!(typeset(&text, Lang::Fr), text, "{} {variant}", entry.id);
                }
                session.play(&next).unwrap();
                if session.outcome().is_some() {
                    break;
                }
            }
        }
    }
}
