//! Pages on paper: what a browser prints of them.

use damier_browser::{Browser, Kind};
use serde_json::json;

use crate::house;

/// What is of no use on paper, and what must be there.
const PAGES: [(&str, &str); 9] = [
    ("/", ".card"),
    ("/games/hex", ".prose figure svg"),
    ("/games/nim", ".prose table"),
    ("/answers", ".prose"),
    ("/learn", "main"),
    ("/problems", "main"),
    ("/problems/hex/1", ".board svg"),
    ("/analysis?game=hex:size%3D5&moves=c3+b4", ".board svg"),
    ("/print", ".papers"),
];

#[test]
fn pages_print_without_menus_and_buttons() {
    let browser = Browser::open(Kind::DESKTOP);
    for (path, wanted) in PAGES {
        browser.go(&house::at(path));
        browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
        let script = "const seen = (e) => e.checkVisibility() && e.getClientRects().length > 0;
            return [...document.querySelectorAll('nav.rooms, nav.settings, nav.ways, button, .button, select, input, textarea, header.top, footer')]
                .filter(seen).map((e) => e.outerHTML.slice(0, 90))";
        let left = browser.script(script, &[]);
        assert_eq!(left, json!([]), "{path}");
        let there =
            browser.script("return document.querySelector(arguments[0]).checkVisibility()", &[wanted.into()]);
        assert_eq!(there, true, "{path}: {wanted}");
        let ground = browser.script("return getComputedStyle(document.body).color", &[]);
        assert!(
            ["rgb(0, 0, 0)", "rgb(26, 26, 26)"].contains(&ground.as_str().unwrap_or_default()),
            "{path}: {ground}"
        );
        // A board is whole: it is not higher than the page it stands on.
        let tallest = browser.script(
            "return Math.max(0, ...[...document.querySelectorAll('main svg')].map((e) => e.getBoundingClientRect().height))",
            &[],
        );
        assert!(tallest.as_f64().is_some_and(|height| height < 900.0), "{path}: {tallest}");
        let printed = browser.devtools("Page.printToPDF", json!({ "preferCSSPageSize": true }));
        assert!(printed["data"].as_str().is_some_and(|data| data.len() > 1000), "{path}");
        browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
    }
}
