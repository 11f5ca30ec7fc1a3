//! Beginning games by the form, finding them again, and playing a match.

use damier_browser::{Browser, Kind, key};

use crate::house;
use crate::table::Table;

const PLAIN: Kind = Kind { scripts: false, ..Kind::DESKTOP };

/// Returns the spec of the game that the browser shows.
fn spec(browser: &Browser) -> String {
    let spec = browser.wait("return document.querySelector('.table')?.dataset.spec", &[]);
    spec.as_str().expect("a spec").to_string()
}

#[test]
fn what_is_ticked_begins_without_another_button() {
    // Links by hand ticked, 12 chosen, "Commencer" pressed: once plain Twixt 24 × 24 began.
    for kind in [Kind::DESKTOP, Kind::PHONE, PLAIN] {
        let browser = Browser::open(kind);
        browser.go(&house::at("/games/twixt/play?against=here"));
        browser.choose("select[name=param-size]", "8");
        browser.click("input[name=variant][value=manuel]");
        browser.click("form.begin button.main");
        assert_eq!(spec(&browser), "twixt:manuel,size=8", "{kind:?}");
    }
}

#[test]
fn the_board_changes_without_a_reload() {
    let browser = Browser::open(Kind::DESKTOP);
    browser.go(&house::at("/games/reversi/play"));
    browser.script("window.stays = true", &[]);
    let words = "return document.querySelector('[data-begin=words]').textContent.includes(arguments[0])";
    browser.wait(words, &["6".into()]);
    browser.choose("select[name=param-size]", "4");
    browser.wait(words, &["4".into()]);
    browser.click("input[name=against][value=here]");
    browser.await_sight("input[name=name0]");
    // In teams there are four seats; what was chosen comes back with two.
    browser.click("input[name=variant][value=equipes]");
    browser.await_sight("select[name=seat3]");
    browser.click("input[name=variant][value=equipes]");
    browser.await_sight("input[name=name0]");
    assert_eq!(browser.script("return window.stays === true", &[]), true, "the page was not loaded again");
    assert!(!browser.sees("button.show"), "with scripts there is no button for it");
    // What is wrong is said beside its field, and goes away.
    browser.go(&house::at("/games/quandary/play"));
    browser.click("input[name=param-blanc][value=a]");
    browser.await_sight("[data-fault=param-blanc]");
    for file in ["d", "h", "k"] {
        browser.click(&format!("input[name=param-blanc][value={file}]"));
    }
    browser.wait("return document.querySelector('[data-fault=param-blanc]').textContent === ''", &[]);
    browser.click("form.begin button.main");
    assert_eq!(spec(&browser), "quandary:blanc=a.d.h.k");
}

#[test]
fn without_scripts_a_button_shows_the_board() {
    let browser = Browser::open(PLAIN);
    browser.go(&house::at("/games/hex/play"));
    browser.click("input[name=against][value=watch]");
    browser.choose("select[name=param-size]", "5");
    browser.click("button.show");
    browser.wait("return location.search.includes('param-size=5')", &[]);
    assert!(browser.text("[data-begin=words]").contains('5'));
    assert!(browser.sees("select[name=level1]"), "the choice of players stays");
    browser.click("form.begin button.main");
    assert_eq!(spec(&browser), "hex:size=5");
}

#[test]
fn levels_and_opponents_are_chosen_by_keys() {
    let browser = Browser::open(Kind::DESKTOP.in_lang("en"));
    browser.go(&house::at("/games/hex/play?rules=size=4"));
    browser.script("document.querySelector('input[name=level]:checked').focus()", &[]);
    browser.press(key::LEFT);
    browser.press(key::LEFT);
    browser.click("form.begin button.main");
    browser.await_sight(".seats");
    assert!(browser.text(".seats li:nth-child(2)").contains("level 1"));
}

#[test]
fn a_closed_tab_is_no_lost_game() {
    for kind in [Kind::DESKTOP.in_lang("en"), PLAIN] {
        let browser = Browser::open(kind);
        Table::begin(&browser, "hex:size=5", &["human", "human"], None);
        let game = browser.address();
        // Another page in place of the closed tab: nothing but the cookie leads back.
        browser.go(&house::at("/"));
        browser.await_sight("section.mine");
        let loaded =
            "const img = document.querySelector('.shelved img'); return img.complete && img.naturalWidth > 0";
        browser.wait(loaded, &[]);
        browser.click(".mine .shelved");
        browser.wait("return location.href === arguments[0]", &[game.into()]);
        browser.await_sight("form.move");
        browser.go(&house::at("/mine"));
        browser.click(".shelf form button");
        browser.wait("return !document.querySelector('.shelved')", &[]);
    }
}

/// Resigns by the button that asks first.
fn resign(browser: &Browser) {
    browser.click("[data-asks=resign] summary");
    browser.click("[data-verb=resign] button");
    browser.await_sight(".after");
}

#[test]
fn a_short_match_is_played_to_its_end() {
    for kind in [Kind::DESKTOP.in_lang("en"), Kind { scripts: false, ..Kind::DESKTOP.in_lang("en") }] {
        let browser = Browser::open(kind);
        browser.go(&house::at("/games/hex/play?against=here&param-size=4"));
        for (place, name) in ["Ada", "Bob"].iter().enumerate() {
            browser.click(&format!("input[name=name{place}]"));
            browser.press(name);
        }
        browser.choose("select[name=match]", "best:3");
        browser.click("form.begin button.main");
        for score in ["Ada 0 – 1 Bob", "Ada 1 – 1 Bob"] {
            browser.await_sight("form.move");
            resign(&browser);
            browser.wait(
                "return document.querySelector('.series .score').textContent.includes(arguments[0])",
                &[score.into()],
            );
            let address = browser.address();
            browser.click("[data-verb=next] button");
            browser.wait(
                "return location.href !== arguments[0] && document.querySelector('.table')",
                &[address.into()],
            );
        }
        browser.await_sight("form.move");
        assert!(browser.text(".seats li:first-child").contains("Ada"), "seats were exchanged twice");
        resign(&browser);
        browser.wait("return document.querySelector('.result')?.textContent.includes('Bob')", &[]);
        assert!(!browser.sees("[data-verb=next]"));
        browser.go(&house::at("/mine"));
        assert!(browser.text(".shelf").contains("Match won: Bob (2 – 1)"));
    }
}
