//! Without scripts: pages are read, games begun and played by forms.

use damier_browser::{Browser, Kind};

use crate::house;
use crate::table::{Table, choose_players, strings};

#[test]
fn rules_are_read_and_a_game_is_played_to_its_end() {
    let browser = Browser::open(Kind { scripts: false, ..Kind::DESKTOP });
    browser.go(&house::at("/"));
    assert_eq!(
        browser.script("return document.documentElement.dataset.scripts ?? 'off'", &[]),
        "off",
        "scripts are off"
    );
    browser.click(".card a[href='/games/dualite']");
    assert!(browser.text(".prose h1").contains("Dualité"));
    assert!(browser.sees(".prose figure svg"));
    browser.click(".ways a[href='/games/dualite/play']");
    choose_players(&browser, &["human", "level:1"]);
    browser.click("form.begin button.main");
    let mut table = Table::find(&browser, "dualite");
    while table.mirror.outcome().is_none() {
        if browser.sees("form.engine") {
            browser.click("form.engine button");
        } else {
            let text = table.good();
            browser.click("form.move input[name=text]");
            browser.press(&text);
            browser.click("form.move button");
        }
        // The forms lead to the page anew.
        let more = "const moves = [...document.querySelectorAll('.moves ol a')].map((e) => e.textContent);
            return moves.length > arguments[0] && moves";
        let moves = strings(&browser.wait(more, &[table.mirror.moves().len().into()]));
        for text in &moves[table.mirror.moves().len()..] {
            table.mirror.play(text).expect("a legal move");
        }
    }
    table.check_end_words(&browser.text(".state"));
    assert!(browser.sees(".after"));
    // The past can be seen by its links.
    browser.click(".moves li:first-child a");
    browser.wait("return location.search === '?ply=1'", &[]);
    assert!(browser.sees(".board svg"));
}

#[test]
fn a_wrong_move_gives_a_page_that_says_why() {
    let browser = Browser::open(Kind { scripts: false, ..Kind::PHONE.in_lang("en") });
    Table::begin(&browser, "reversi", &["human", "human"], None);
    browser.click("form.move input[name=text]");
    browser.press("a1");
    browser.click("form.move button");
    browser.wait("return document.querySelector('.refusal')?.textContent.includes('a1') ?? false", &[]);
    assert!(browser.sees(".board svg") && browser.sees("form.move"), "the game is still there");
}
