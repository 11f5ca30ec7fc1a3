//! All that is printed, read back as printers and readers see it: by `pdftotext` of poppler, which `./test` installs.

use std::io::Write;
use std::process::{Command, Stdio};

use damier_core::typography::plain;
use damier_core::{Fault, Lang, Rng};
use damier_paper::{Boards, Line, PaperError, Press, SHEETS};

/// An A4 page, and what printers leave white of it, in points.
const SHEET: (f64, f64) = (595.28, 841.89);
const WHITE: f64 = 5.0 / 25.4 * 72.0;

fn press(lang: Lang) -> Press {
    Press { lang, site: Some("https://jeux.example".to_string()) }
}

/// Runs a program of poppler on a document.
fn poppler(program: &str, options: &[&str], bytes: &[u8]) -> String {
    let mut child = Command::new(program)
        .args(options)
        .args(["-", "-"].iter().take(if program == "pdftotext" { 2 } else { 1 }))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program} (package poppler-utils): {error}"));
    let mut input = child.stdin.take().expect("it is piped");
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it writes").expect("it is read");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The words of a document, one blank between two, as they were written.
fn words(bytes: &[u8]) -> String {
    let text = plain(&poppler("pdftotext", &["-raw"], bytes));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A page: its size, and where its words stand (left, top, right, bottom).
type Page = ((f64, f64), Vec<[f64; 4]>);

/// Reads the pages of a document.
fn places(bytes: &[u8]) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    let number = |line: &str, key: &str| -> f64 {
        let rest = line.split(&format!(" {key}=\"")).nth(1).expect("an attribute");
        rest.split('"').next().expect("its end").parse().expect("a number")
    };
    for line in poppler("pdftotext", &["-bbox"], bytes).lines() {
        let line = line.trim();
        if line.starts_with("<page ") {
            pages.push(((number(line, "width"), number(line, "height")), Vec::new()));
        } else if line.starts_with("<word ") {
            let (_, words) = pages.last_mut().expect("words are on pages");
            words.push(["xMin", "yMin", "xMax", "yMax"].map(|key| number(line, key)));
        }
    }
    pages
}

/// Checks that a document is A4, that all its words stand on its pages, and that it brings its fonts along; returns how many
/// pages it has.
fn check(name: &str, bytes: &[u8]) -> usize {
    let pages = places(bytes);
    for (page, ((width, height), words)) in pages.iter().enumerate() {
        let (short, long) = (width.min(*height), width.max(*height));
        assert!((short - SHEET.0).abs() < 0.1 && (long - SHEET.1).abs() < 0.1, "{name}: {width} × {height}");
        for [left, top, right, bottom] in words {
            let inside = *left > WHITE && *top > WHITE && *right < width - WHITE && *bottom < height - WHITE;
            assert!(inside, "{name}, page {}: words at {left} {top} {right} {bottom}", page + 1);
        }
    }
    let fonts = poppler("pdffonts", &[], bytes);
    for line in fonts.lines().skip(2) {
        // Name, type, encoding, then whether embedded, a subset, and with characters.
        assert!(line.contains(" yes yes yes "), "{name}: {line}");
    }
    pages.len()
}

#[test]
fn every_leaflet_is_one_sheet_and_says_what_the_page_says() {
    for entry in damier_games::ALL {
        for lang in Lang::ALL {
            let name = format!("{} {}", entry.id, lang.code());
            let bytes = press(lang).leaflet(entry).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!((1..=2).contains(&check(&name, &bytes)), "{name}");
            assert!(bytes.len() < 150_000, "{name}: {}", bytes.len());
            let said = words(&bytes);
            assert!(said.contains(entry.name.get(lang)), "{name}: {said}");
            assert!(said.contains(&format!("https://jeux.example/games/{}", entry.id)), "{name}");
            let page = entry.pages.get(lang);
            let (advice, rulings) = match lang {
                Lang::Fr => ("Premiers conseils", "Décisions"),
                Lang::En => ("First advice", "Rulings"),
            };
            assert!(said.contains(advice) && said.contains(rulings), "{name}");
            // The first and the last line of the rules, of the rulings and of the sources.
            let (_, rules) =
                page.split_once(if lang == Lang::Fr { "## Règles\n" } else { "## Rules\n" }).unwrap();
            let (_, ruled) = page.split_once(&format!("## {rulings}\n")).unwrap();
            let (_, sources) = page.split_once("## Sources\n").unwrap();
            for section in [rules, ruled, sources] {
                let line = section.lines().find(|line| !line.is_empty()).expect("a section has words");
                let line = line.trim_start_matches(|c: char| c.is_ascii_digit() || "-. ".contains(c));
                let line = line.replace(['*', '`'], "");
                assert!(contains(&said, &line), "{name}: {line}");
            }
        }
    }
}

/// Says whether a text holds these words, however lines are broken.
fn contains(text: &str, words: &str) -> bool {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    squeeze(text).contains(&squeeze(words))
}

#[test]
fn french_is_set_as_french() {
    let bytes = press(Lang::Fr).leaflet(damier_games::entry("hex").unwrap()).unwrap();
    let text = poppler("pdftotext", &["-raw"], &bytes);
    assert!(text.contains("d’hexagones") && !text.contains("d'hexagones"), "{text}");
    for line in text.lines() {
        assert!(!line.starts_with([':', ';', '!', '?', '»']), "{line}");
    }
}

#[test]
fn without_a_site_nothing_leads_there() {
    let press = Press { lang: Lang::Fr, site: None };
    let hex = damier_games::entry("hex").unwrap();
    let game = hex.variant("").unwrap();
    let session = || game.open_line(None, ["c3", "d4"], &mut Rng::new(0)).unwrap();
    let line = || Line { game: &*game, session: session(), path: Some("/analysis?game=hex".to_string()) };
    let record = session().record();
    for bytes in [
        press.leaflet(hex).unwrap(),
        press.boards(hex, &*game, Boards { count: 1, coords: true }).unwrap(),
        press.position(&line()).unwrap(),
        press.record(line(), &record).unwrap(),
    ] {
        let said = words(&bytes);
        assert!(!said.contains("http") && !said.contains("127.0.0.1"), "{said}");
    }
}

#[test]
fn the_booklet_holds_every_leaflet_with_its_page() {
    for lang in Lang::ALL {
        let bytes = press(lang).booklet().unwrap();
        let pages = check("booklet", &bytes);
        assert!(pages <= 2 * damier_games::ALL.len() + 5, "{pages}");
        assert!(bytes.len() < 1_000_000, "{}", bytes.len());
        let text = plain(&poppler("pdftotext", &["-layout"], &bytes));
        let sheets: Vec<&str> = text.split('\u{c}').collect();
        for entry in damier_games::ALL {
            let name = entry.name.get(lang);
            let row = sheets[1]
                .lines()
                .find(|line| line.trim_start().starts_with(name))
                .unwrap_or_else(|| panic!("{name}: {}", sheets[1]));
            let page: usize = row.split_whitespace().last().unwrap().parse().unwrap();
            assert!(page % 2 == 1, "{name} begins on the front of a sheet: {page}");
            assert!(sheets[page - 1].contains(name), "{name} on page {page}");
            for variant in entry.variants.iter().filter(|variant| !variant.words.get(lang).is_empty()) {
                let about = variant.about.get(lang);
                assert!(contains(&words(&bytes), about), "{name}: {about}");
            }
        }
    }
}

#[test]
fn boards_of_every_game_fill_their_sheet() {
    for entry in damier_games::ALL {
        let game = entry.variant("").unwrap();
        for count in SHEETS {
            let bytes = press(Lang::Fr).boards(entry, &*game, Boards { count, coords: true }).unwrap();
            assert_eq!(check(entry.id, &bytes), 1, "{} {count}", entry.id);
            assert!(words(&bytes).contains("Date : ...."), "{} {count}", entry.id);
        }
    }
}

#[test]
fn titles_and_players_are_said_in_words() {
    let hex = damier_games::entry("hex").unwrap();
    let game = hex.variant("swap,size=11").unwrap();
    let said = words(&press(Lang::Fr).boards(hex, &*game, Boards { count: 4, coords: false }).unwrap());
    assert!(said.contains("Hex 11 × 11, avec échange") && !said.contains("size="), "{said}");
    let mut record = game.open_line(None, ["c3", "d4"], &mut Rng::new(0)).unwrap().record();
    record.names = vec![String::new(), "level:3".to_string()];
    let session = record.replay(&*game).unwrap();
    let line = Line { game: &*game, session, path: None };
    let said = words(&press(Lang::Fr).record(line, &record).unwrap());
    assert!(said.contains("Blanc : une personne Noir : ordinateur, niveau 3"), "{said}");
}

#[test]
fn the_matches_of_nim_can_be_struck_out() {
    let nim = damier_games::entry("nim").unwrap();
    let game = nim.variant("tas=3n1b+2n").unwrap();
    let said = words(&press(Lang::Fr).boards(nim, &*game, Boards { count: 1, coords: true }).unwrap());
    // The numbers of the heaps, and of the matches of each kind in them.
    for number in ["1", "2", "3"] {
        assert!(said.split(' ').filter(|word| *word == number).count() >= 1, "{number}: {said}");
    }
    assert!(said.split(' ').filter(|word| *word == "1").count() >= 4, "{said}");
}

#[test]
fn what_is_not_there_is_not_printed() {
    let hex = damier_games::entry("hex").unwrap();
    let none = damier_games::ALL.iter().find(|entry| entry.variant("").unwrap().problems().is_none());
    if let Some(entry) = none {
        assert!(matches!(press(Lang::Fr).problems(entry, None), Err(PaperError::Input(Fault { .. }))));
    }
    assert!(check("problems", &press(Lang::En).problems(hex, None).unwrap()) >= 2);
}
