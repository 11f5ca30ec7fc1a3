//! Whether everybody can read and use the pages: axe-core finds nothing serious, cells have names, nothing scrolls sideways.

use std::fs;
use std::path::Path;

use damier_browser::{Browser, Kind};
use serde_json::json;

use crate::house;
use crate::table::Table;

const THEMES: [&str; 4] = ["light", "dark", "contrast", "safe"];
/// `./test` puts it there.
const AXE: &str = "../../target/axe-core/axe.min.js";

fn axe() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(AXE);
    fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("axe-core is needed, ./test fetches it: {}: {error}", file.display()))
}

/// Lets axe look at the page, with all its rules or at the contrast alone, and returns what is serious.
fn look(browser: &Browser, axe: &str, contrast_alone: bool) -> String {
    let script = format!(
        "const rules = arguments[0] ? {{ runOnly: ['color-contrast'] }} : {{}};
         if (!window.axe) {{ {axe} }}
         const done = window.looked ??= {{ at: null }};
         if (done.at === null) {{
           done.at = 'now';
           axe.run(document, {{ ...rules, resultTypes: ['violations'] }}).then(({{ violations }}) => {{
             done.found = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical')
               .map((one) => `${{one.id}}: ${{one.nodes.map((node) => node.html.slice(0, 160) + ' ' + node.any.map((a) => a.message)).slice(0, 4).join('\\n  ')}}`);
           }}, (error) => (done.found = [String(error)]));
         }}
         return done.found && [done.found.join('\\n')]"
    );
    let found = browser.wait(&script, &[json!(contrast_alone)]);
    found[0].as_str().expect("a text").to_string()
}

fn check(browser: &Browser, axe: &str, contrast_alone: bool) {
    assert_eq!(look(browser, axe, contrast_alone), "", "at {}", browser.address());
}

#[test]
fn axe_sees_what_is_wrong() {
    let (axe, browser) = (axe(), Browser::open(Kind::DESKTOP));
    browser.go(&house::at("/nowhere"));
    let spoil = "document.querySelector('main').append(document.createElement('img'));
        document.querySelector('h1').style.color = '#eee'";
    browser.script(spoil, &[]);
    let found = look(&browser, &axe, false);
    assert!(found.contains("image-alt") && found.contains("color-contrast"), "{found}");
}

/// A page of each kind, save a game that is played.
const ROOMS: [&str; 24] = [
    "/",
    "/?players=4",
    "/?aim=nothing",
    "/nowhere",
    "/answers",
    "/learn",
    "/learn/hex",
    "/problems",
    "/problems/hex",
    "/problems/hex/1",
    "/problems/hex/1?solution=true",
    "/problems/day",
    "/analysis",
    "/analysis?game=dualite&moves=a1%2Bc3",
    "/games/hex/print",
    "/share?game=hex:size=5&moves=c3",
    "/embed?game=hex:size=5&moves=c3",
    "/import",
    "/games/gomoku",
    "/games/hex/play",
    "/games/quandary/play",
    "/games/nim/play?against=watch",
    "/games/hex/play?param-size=99",
    "/mine",
];

/// The pages of all rooms that are not about one game that is played.
fn pages() -> Vec<String> {
    let mut pages: Vec<String> = ROOMS.map(String::from).to_vec();
    pages.extend(damier_games::ALL.iter().flat_map(|entry| {
        let id = entry.id;
        [format!("/games/{id}"), format!("/games/{id}/play")]
    }));
    pages
}

#[test]
fn pages_are_accessible() {
    let (axe, browser) = (axe(), Browser::open(Kind::DESKTOP));
    for path in pages() {
        browser.go(&house::at(&path));
        check(&browser, &axe, false);
    }
}

#[test]
fn text_stands_out_in_every_theme() {
    let (axe, browser) = (axe(), Browser::open(Kind::DESKTOP.in_lang("en")));
    let mut table = Table::begin(&browser, "quandary", &["human", "human"], None);
    table.settle();
    let text = table.any();
    table.play(&text);
    let played = browser.address();
    for theme in THEMES {
        browser.go(&house::at(&format!("/choose?theme={theme}&back=/")));
        for address in ROOMS.map(house::at).into_iter().chain([played.clone()]) {
            browser.go(&address);
            browser.wait("return document.documentElement.dataset.theme === arguments[0]", &[theme.into()]);
            check(&browser, &axe, true);
        }
    }
}

#[test]
fn boards_are_accessible() {
    let (axe, browser) = (axe(), Browser::open(Kind::DESKTOP));
    for entry in damier_games::ALL {
        let mut table = Table::for_people(&browser, entry);
        table.settle();
        let text = table.any();
        table.play(&text);
        table.settle();
        let named = "return [...document.querySelectorAll('[data-cell]')].some((e) => e.ariaLabel.includes('dernier coup'))";
        assert_eq!(browser.script(named, &[]), true, "{}: {text} is named as the last move", entry.id);
        check(&browser, &axe, false);
    }
}

#[test]
fn nothing_scrolls_sideways() {
    // Twice as large letters on a small screen, and the narrowest telephone.
    let browser = Browser::open(Kind::DESKTOP);
    let wide = "const wide = document.documentElement.scrollWidth - innerWidth;
        const far = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1);
        return wide > 0 ? `${wide} px: ${far.slice(0, 3).map((e) => e.outerHTML.slice(0, 120)).join('\\n')}` : null";
    let mut table = Table::begin(&browser, "turnabout", &["human", "human"], None);
    table.settle();
    let played = browser.address();
    let mut found = Vec::new();
    for path in pages().iter().map(|path| house::at(path)).chain([played]) {
        browser.go(&path);
        for (width, height) in [(640, 400), (390, 844), (320, 640)] {
            browser.resize(width, height);
            if let Some(what) = browser.script(wide, &[]).as_str() {
                found.push(format!("{path} at {width}: {what}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
