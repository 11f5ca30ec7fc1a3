//! The end of a game, as its player sees it.

use damier_browser::{Browser, Kind};
use serde_json::json;

use crate::table::Table;

/// Begins Nim with one heap against the computer and plays a move.
fn nim<'a>(browser: &'a Browser, heap: &str, seats: [&str; 2], moves: &[&str]) -> Table<'a> {
    let mut table = Table::begin(browser, &format!("nim:tas={heap}"), &seats, None);
    for text in moves {
        table.settle();
        table.play(text);
    }
    browser.await_sight(".after");
    table
}

#[test]
fn who_won_reads_so_and_may_play_again_review_or_share() {
    let browser = Browser::open(Kind::DESKTOP);
    nim(&browser, "1n", ["human", "level:3"], &["1:1n"]);
    assert!(browser.text(".state").starts_with("Vous avez gagné."), "{}", browser.text(".state"));
    let next = browser.text(".after");
    for words in ["Revanche", "niveau 4", "niveau 2", "Revoir la partie"] {
        assert!(next.contains(words), "{words}: {next}");
    }
    let shares = "return [...document.querySelectorAll('main a')].filter((e) => e.checkVisibility() && e.textContent === 'Partager').length";
    assert_eq!(browser.script(shares, &[]), 1, "one button shares the game");
    // One click leads to the review, which begins by itself and ends.
    browser.click(".after .review");
    browser.wait("return document.querySelector('.graph svg') && document.querySelectorAll('.mistakes li').length === 0", &[]);
}

#[test]
fn who_lost_reads_so_and_sees_what_threw_it_away() {
    for (kind, state, threw) in [
        (Kind::DESKTOP, "Second a gagné.", "Avec 1:2n, Premier gagnait."),
        (Kind::PHONE.in_lang("en"), "Second won.", "With 1:2n First would have won."),
    ] {
        let browser = Browser::open(kind);
        nim(&browser, "2n", ["human", "human"], &["1:1n", "1:1n"]);
        assert!(browser.text(".state").starts_with(state), "{}", browser.text(".state"));
        browser.wait(
            "return document.querySelector('.turning p')?.textContent.includes(arguments[0])",
            &[json!(threw)],
        );
        // It is shown on the board: the start, the move, the answer; then the page is back at the end.
        browser.click(".turning button");
        browser.wait("return document.querySelectorAll('.layer-pieces .piece').length === 2", &[]);
        browser.wait("return document.querySelectorAll('.layer-pieces .piece').length === 0", &[]);
    }
    let browser = Browser::open(Kind::DESKTOP.in_lang("en"));
    nim(&browser, "1b", ["human", "level:1"], &["1:1b"]);
    assert!(browser.text(".state").starts_with("You lost."), "{}", browser.text(".state"));
    browser.wait("return !document.querySelector('.turning *')", &[]);
}

#[test]
fn a_draw_is_called_one() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "reversi:size=6", &["human", "human"], None);
    table.settle();
    let text = table.any();
    table.play(&text);
    browser.click(".grave summary");
    browser.click("[data-verb=draw] button");
    browser.await_sight(".after");
    assert_eq!(browser.text(".state").replace('’', "'"), "Partie nulle. D'un commun accord.");
}
