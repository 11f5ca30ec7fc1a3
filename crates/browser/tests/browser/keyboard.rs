//! Playing by keys alone, on each kind of board.

use damier_browser::{Browser, Kind, key};
use damier_table::Ground;
use serde_json::Value;

use crate::table::{Table, Way, strings};

/// Finds the arrow keys that lead from a cell to each other one, by trying them: `{cell: "keys"}`.
const WAYS: &str = "
    const keys = { l: 'ArrowLeft', u: 'ArrowUp', r: 'ArrowRight', d: 'ArrowDown' };
    const here = document.activeElement.dataset.cell;
    const ways = { [here]: '' };
    const queue = [here];
    const at = (name) => document.querySelector(`[data-cell=\"${name}\"]`);
    for (const name of queue) {
      for (const [short, key] of Object.entries(keys)) {
        at(name).focus();
        at(name).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        const next = document.activeElement.dataset.cell;
        if (!(next in ways)) {
          ways[next] = ways[name] + short;
          queue.push(next);
        }
      }
    }
    at(here).focus();
    return [ways, document.querySelectorAll('[data-cell]').length];";

/// Moves the focus into the board by the Tab key.
fn enter(browser: &Browser) {
    browser.script("document.activeElement.blur()", &[]);
    for _ in 0..40 {
        browser.press(key::TAB);
        if browser.script("return !!document.activeElement.dataset.cell", &[]) == Value::Bool(true) {
            return;
        }
    }
    panic!("Tab does not lead to the board");
}

/// Presses the keys that lead to a cell, then chooses it. The focus may be anywhere.
pub fn choose(browser: &Browser, cell: &str) {
    // The focus stays on the board, or where it was: nothing has to be found again after a move.
    if browser.script("return !!document.activeElement.dataset.cell", &[]) != Value::Bool(true) {
        enter(browser);
    }
    let found = browser.script(WAYS, &[]);
    let ways = found[0].as_object().expect("ways");
    assert_eq!(ways.len() as u64, found[1].as_u64().expect("a count"), "keys reach every cell");
    let way = ways[cell].as_str().expect("a way");
    let keys: String = way
        .chars()
        .map(|short| match short {
            'l' => key::LEFT,
            'u' => key::UP,
            'r' => key::RIGHT,
            _ => key::DOWN,
        })
        .collect();
    browser.press(&keys);
    assert_eq!(browser.script("return document.activeElement.dataset.cell", &[]), cell);
    browser.press(key::ENTER);
}

/// Plays by keys to the end, or as long as is asked.
fn play(spec: &str, most: usize) {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, spec, &["human", "level:1"], None);
    table.settle();
    while table.mirror.outcome().is_none() && table.mirror.moves().len() < most {
        let text = table.good();
        table.play_by(&text, Way::Keys);
        table.settle();
    }
    if table.mirror.outcome().is_some() {
        table.check_end();
    }
}

#[test]
fn squares() {
    play("dualite", 100);
}

#[test]
fn points_between_squares() {
    play("gomoku:size=7", 9);
}

#[test]
fn hexagons() {
    play("hex:size=4", 100);
}

#[test]
fn a_graph() {
    play("chercheurs", 9);
}

#[test]
fn matches_in_heaps() {
    play("nim", 100);
}

#[test]
fn keys_reach_every_cell_of_every_game() {
    let browser = Browser::open(Kind::DESKTOP.in_lang("en"));
    assert_eq!(Ground::ALL.len(), 3, "a new kind of board wants a game above");
    for entry in damier_games::ALL {
        let mut table = Table::for_people(&browser, entry);
        table.settle();
        let first = "const cells = [...document.querySelectorAll('[data-cell]')];
            cells.find((e) => e.tabIndex === 0).focus(); return cells.map((e) => e.ariaLabel)";
        for name in strings(&browser.script(first, &[])) {
            assert!(
                name.contains(", "),
                "{}: a cell is called by its name and what it holds: {name}",
                entry.id
            );
        }
        let found = browser.script(WAYS, &[]);
        assert_eq!(
            found[0].as_object().expect("ways").len() as u64,
            found[1].as_u64().expect("a count"),
            "{}",
            entry.id
        );
    }
}
