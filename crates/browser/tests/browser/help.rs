//! Help while one plays: the rules in a drawer, clicks that begin no move, hints, the lamp.

use damier_browser::{Browser, Kind, key};
use damier_core::Lang;
use serde_json::{Value, json};

use crate::table::{Table, cell_at};

/// Measures by how much the page has shifted by itself since it was loaded.
const WATCH: &str = "window.shift = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: false });";

fn assert_nothing_shifted(browser: &Browser) {
    assert_eq!(browser.script("return window.shift", &[]), json!(0), "nothing moves");
}

/// Removes the typography of pages.
fn plain(text: &str) -> String {
    text.replace('’', "'").replace(['\u{a0}', '\u{202f}'], " ")
}

#[test]
fn an_illegal_click_says_what_typing_says_and_the_rule() {
    for kind in [Kind::DESKTOP, Kind::PHONE.in_lang("en")] {
        let browser = Browser::open(kind);
        let lang = Lang::from_code(kind.lang).expect("a language");
        let mut table = Table::begin(&browser, "reversi", &["human", "human"], None);
        table.settle();
        browser.script(WATCH, &[]);
        browser.click(&cell_at("a1"));
        browser.await_sight(".beside-board .words");
        let fault = table.mirror.play("a1").expect_err("it turns nothing");
        assert_eq!(plain(&browser.text(".beside-board .words")), plain(fault.say(lang)));
        let rule = plain(&browser.text(".beside-board .rule"));
        assert!(rule.contains(['2']) && rule.len() > 60, "{rule}");
        assert_eq!(
            browser.script("return document.querySelector('.beside-board').getAttribute('role')", &[]),
            "status"
        );
        assert_nothing_shifted(&browser);
        // Typing the same is answered the same.
        browser.script("const box = document.querySelector('form.move input[name=text]'); box.value = 'a1'; box.form.requestSubmit()", &[]);
        browser.wait("return document.querySelector('.notice').textContent", &[]);
        assert_eq!(plain(&browser.text(".notice")), plain(fault.say(lang)));
        // The rule is shown in the drawer.
        browser.click(&cell_at("a1"));
        browser.await_sight(".beside-board button");
        browser.click(".beside-board button");
        browser.wait("return document.querySelector('.drawer[open] #rule-2.marked')", &[]);
        // The words go when a move is made.
        browser.press(key::ESCAPE);
        browser.wait("return !document.querySelector('.drawer[open]')", &[]);
        let text = table.any();
        table.play(&text);
        assert_eq!(
            browser.script("return document.querySelector('.beside-board').childElementCount", &[]),
            0
        );
    }
}

#[test]
fn the_rules_lie_beside_the_board_and_the_game_stays() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "hex:size=5", &["human", "human"], None);
    table.settle();
    let address = browser.address();
    let place = "const { x, y, width, height } = document.querySelector('.board svg').getBoundingClientRect(); return [x, y, width, height]";
    let before = browser.script(place, &[]);
    browser.script("document.querySelector('a.rules').focus()", &[]);
    browser.press(key::ENTER);
    browser.wait("return document.querySelector('.drawer[open] #rule-1')", &[]);
    assert_eq!(browser.script("return document.activeElement.closest('dialog') !== null", &[]), true);
    assert_eq!(browser.script(place, &[]), before, "the board does not move");
    // Arrow keys scroll there, and Escape gives the focus back.
    browser.press(key::ESCAPE);
    browser.wait(
        "return !document.querySelector('.drawer[open]') && document.activeElement.matches('a.rules')",
        &[],
    );
    // It is asked for once, and one plays on beside it.
    browser.press(key::ENTER);
    browser.wait("return document.querySelector('.drawer[open]')", &[]);
    let count = "return performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/text')).length";
    assert_eq!(browser.script(count, &[]), json!(1));
    let text = table.any();
    table.play(&text);
    assert!(browser.sees(".drawer"), "it stays open");
    assert_eq!(browser.address(), address);
}

#[test]
fn a_hint_shows_where_to_look_and_then_the_move() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "halma", &["human"], None);
    table.settle();
    browser.script(WATCH, &[]);
    browser.click("button.hint");
    browser.await_sight(".damier-scene .look");
    assert_eq!(
        browser.script("return document.querySelectorAll('.look').length", &[]),
        json!(4),
        "a part of the board"
    );
    browser.click("button.hint");
    browser.wait("return document.querySelectorAll('.look.move').length === 1", &[]);
    assert!(
        plain(&browser.text(".beside-board")).contains("gagne en 46"),
        "{}",
        browser.text(".beside-board")
    );
    assert_nothing_shifted(&browser);
    let text = table.good();
    table.play(&text);
    assert_eq!(browser.script("return document.querySelectorAll('.look').length", &[]), json!(0));
    assert!(browser.sees(".moves .hinted"), "the move is marked");
}

#[test]
fn the_lamp_leaves_a_hint_where_it_is() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "hex:size=4", &["human", "human"], None);
    table.settle();
    browser.click("button.hint");
    browser.await_sight(".damier-scene .look");
    let said = browser.text(".beside-board");
    browser.click("button.lamp");
    browser.wait("return document.querySelector('p.lamp .value')", &[]);
    assert!(browser.sees(".damier-scene .look"), "the hint is still on the board");
    assert_eq!(browser.text(".beside-board"), said);
    browser.click("button.lamp");
}

#[test]
fn the_lamp_is_off_until_it_is_wanted_and_costs_no_request() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "nim:tas=3n1b", &["human", "human"], None);
    table.settle();
    assert!(!browser.sees("p.lamp"), "it is off");
    browser.click("button.lamp");
    browser.wait("return document.querySelector('p.lamp .value')", &[]);
    // docs/rules.md, Nim: whoever takes the last matches, all new, wins: 1b first would leave 3n to the other, so it takes care.
    let lit = |table: &Table| {
        let value = table.mirror.legal().len();
        let class = browser.script("return document.querySelector('p.lamp .value').className", &[]);
        (value, class.as_str().expect("a class").to_string())
    };
    assert!(
        ["value is-win", "value is-loss"].contains(&lit(&table).1.as_str()),
        "it is proved: {:?}",
        lit(&table)
    );
    // The move is one request still: `play` counts them.
    table.play("1:1n");
    browser.wait("return document.querySelector('p.lamp .value')", &[]);
    // It is remembered.
    browser.reload();
    browser.wait("return document.querySelector('p.lamp .value')", &[]);
    assert_eq!(
        browser.script("return document.querySelector('button.lamp').getAttribute('aria-pressed')", &[]),
        "true"
    );
    browser.click("button.lamp");
    browser.wait("return !document.querySelector('p.lamp').checkVisibility()", &[]);
    assert_eq!(browser.script("return localStorage.getItem('lamp')", &[]), Value::from("off"));
}
