//! What one does at the table besides moving.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::num::NonZeroUsize;
use std::thread;

use damier_browser::{Browser, Kind, key};
use damier_core::Lang;
use damier_scene::View;
use serde_json::json;

use crate::house;
use crate::table::{Table, cell_at, choose_players, strings};

/// Begins Reversi for two and plays some moves.
fn for_two(browser: &Browser, plies: usize) -> Table<'_> {
    let mut table = Table::begin(browser, "reversi:size=6", &["human", "human"], None);
    for _ in 0..plies {
        table.settle();
        let text = table.any();
        table.play(&text);
    }
    table.settle();
    table
}

fn await_plies(browser: &Browser, plies: usize) {
    browser.wait("return document.querySelectorAll('.moves ol a').length === arguments[0]", &[json!(plies)]);
}

fn await_text(browser: &Browser, place: &str, part: &str) {
    browser.wait(
        "return document.querySelector(arguments[0])?.textContent.includes(arguments[1])",
        &[place.into(), part.into()],
    );
}

/// Opens what asks first, then does it.
fn gravely(browser: &Browser, verb: &str) {
    if browser.kind.touch {
        browser.click("[popovertarget=more]");
    }
    let (question, button) = (format!("[data-asks={verb}] summary"), format!("[data-verb={verb}] button"));
    assert!(!browser.sees(&button), "{verb} asks first");
    browser.click(&question);
    browser.click(&format!("[data-asks={verb}] .no"));
    assert!(!browser.sees(&button), "no is no");
    browser.click(&question);
    browser.click(&button);
}

#[test]
fn a_reload_loses_nothing_and_two_tabs_see_each_other() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = for_two(&browser, 3);
    let before = table.mirror.position();
    browser.reload();
    let mut again = Table::find(&browser, "reversi:size=6");
    again.settle();
    assert_eq!(again.mirror.position(), before);
    let address = browser.address();
    let (old, new) = browser.new_tab();
    browser.go(&address);
    let mut other = Table::find(&browser, "reversi:size=6");
    other.settle();
    let text = other.any();
    other.play(&text);
    browser.to_tab(&old);
    await_plies(&browser, 4);
    table.settle();
    let text = table.any();
    table.play(&text);
    browser.to_tab(&new);
    await_plies(&browser, 5);
    other.settle();
    assert_eq!(other.mirror.position(), table.mirror.position());
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let browser = Browser::open(Kind::DESKTOP);
    let table = for_two(&browser, 3);
    let last = table.mirror.moves()[2].clone();
    assert!(!browser.sees("[data-verb=redo] button:enabled"));
    browser.click("[data-verb=undo] button");
    await_plies(&browser, 2);
    browser.await_sight("[data-verb=redo] button:enabled");
    browser.click("[data-verb=redo] button");
    await_plies(&browser, 3);
    assert_eq!(browser.text(".moves li:last-child a"), last);

    // Against the computer one takes back to one's own last decision.
    let mut table = Table::begin(&browser, "reversi:size=6", &["human", "level:1"], None);
    for _ in 0..2 {
        table.settle();
        let text = table.any();
        table.play(&text);
    }
    table.settle();
    let plies = table.mirror.moves().len();
    browser.click("[data-verb=undo] button");
    browser.wait("return document.querySelectorAll('.moves ol a').length < arguments[0]", &[json!(plies)]);
    browser.wait("return document.querySelector('form.move').checkVisibility()", &[]);
}

#[test]
fn moves_are_walked_by_keys_and_links() {
    let browser = Browser::open(Kind::DESKTOP);
    let table = for_two(&browser, 4);
    browser.click(".moves [data-ply='2']");
    let shows = |ply: usize| {
        let script = "return document.querySelector('.moves [aria-current]')?.dataset.ply === arguments[0]";
        browser.wait(script, &[ply.to_string().into()]);
    };
    shows(2);
    assert_eq!(
        browser.script("return document.querySelectorAll('.target').length", &[]),
        0,
        "the past is past"
    );
    browser.press(key::LEFT);
    shows(1);
    browser.press(key::RIGHT);
    shows(2);
    browser.click(".to-end");
    browser.wait("return document.querySelectorAll('.target').length > 0", &[]);
    // After a click on the board the arrows walk through the game, too.
    let free = table.mirror.steps(&table.mirror.legal()[0])[0].cell.clone().expect("a cell");
    browser.click(&cell_at(&free));
    await_plies(&browser, 5);
    browser.press(key::LEFT);
    shows(4);
    browser.press(key::HOME);
    browser.wait("return !document.querySelector('.moves [aria-current]')", &[]);
    browser.press(key::END);
    shows(5);
}

#[test]
fn resigning_asks_first_and_a_rematch_exchanges_sides() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "hex:size=4", &["human", "level:2"], None);
    table.settle();
    let text = table.any();
    table.play(&text);
    table.settle();
    gravely(&browser, "resign");
    browser.await_sight(".after");
    await_text(&browser, ".state", "Vous avez abandonné");
    assert!(!browser.sees(".grave"), "what is over cannot be ended");
    let address = browser.address();
    browser.click(".after form:nth-child(2) button");
    browser
        .wait("return location.href !== arguments[0] && document.querySelector('.seats')", &[address.into()]);
    let seats = strings(
        &browser.script("return [...document.querySelectorAll('.seats li')].map((e) => e.innerText)", &[]),
    );
    assert!(
        seats[0].contains("niveau 3") && seats[1].contains("vous"),
        "one level up, the other side: {seats:?}"
    );
    // The computer begins now.
    let mut table = Table::find(&browser, "hex:size=4");
    browser.wait("return document.querySelectorAll('.moves ol a').length === 1", &[]);
    table.settle();
    let text = table.any();
    table.play(&text);
}

#[test]
fn a_draw_is_agreed_on() {
    let browser = Browser::open(Kind::PHONE.in_lang("en"));
    for_two(&browser, 1);
    gravely(&browser, "draw");
    browser.await_sight(".after");
    await_text(&browser, ".state", "agree");
}

#[test]
fn a_wrong_move_is_explained() {
    let browser = Browser::open(Kind::DESKTOP.in_lang("en"));
    let table = for_two(&browser, 2);
    let fault = {
        let mut session = table.game.resume(&table.mirror.position()).expect("a position");
        session.play("a1").expect_err("far from everything").say(Lang::En).to_string()
    };
    browser.click("form.move input[name=text]");
    browser.press("a1");
    browser.press(key::ENTER);
    browser.wait("return document.querySelector('.notice').textContent", &[]);
    assert_eq!(browser.text(".notice"), fault);
    assert_eq!(browser.script("return document.querySelector('.notice').getAttribute('role')", &[]), "alert");
    // A right one is played, and the reason goes away.
    let right = table.mirror.legal().swap_remove(0);
    browser.script("document.querySelector('form.move input[name=text]').select()", &[]);
    browser.press(&right);
    browser.press(key::ENTER);
    await_plies(&browser, 3);
    assert_eq!(browser.text(".notice"), "");
}

#[test]
fn pieces_are_dragged_and_a_half_made_move_is_dropped() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "simultana", &["human", "human"], None);
    table.settle();
    let text = table
        .mirror
        .legal()
        .into_iter()
        .find(|text| table.mirror.steps(text).len() == 2)
        .expect("a plain move");
    let cells: Vec<String> = table.mirror.steps(&text).into_iter().filter_map(|step| step.cell).collect();
    browser.click(&cell_at(&cells[0]));
    browser.wait("return document.querySelector('.chosen')", &[]);
    browser.press(key::ESCAPE);
    browser.wait("return !document.querySelector('.chosen')", &[]);
    browser.drag(&cell_at(&cells[0]), &cell_at(&cells[1]));
    await_plies(&browser, 1);
    table.settle();
    assert_eq!(table.mirror.moves(), [text]);
}

#[test]
fn a_clock_runs_out() {
    let browser = Browser::open(Kind::DESKTOP);
    browser.go(&house::at("/games/reversi/play?against=here&rules=diagonale"));
    browser.script("document.querySelector('select[name=clock] option:last-child').value = '2+0'", &[]);
    browser.choose("select[name=clock]", "2+0");
    browser.click("form.begin button.main");
    let mut table = Table::find(&browser, "reversi");
    table.settle();
    assert_eq!(browser.text("[data-seat='0'] .clock"), "0:02");
    let text = table.any();
    table.play(&text);
    assert!(!browser.sees("[data-verb=undo]"), "with a clock no move is taken back");
    browser.await_sight(".after");
    assert_eq!(browser.text("[data-seat='1'] .clock"), "0:00");
    await_text(&browser, ".state", "temps");
}

#[test]
fn the_computer_plays_itself_and_can_be_stopped() {
    let browser = Browser::open(Kind::DESKTOP);
    Table::begin(&browser, "hex:size=5", &["level:1", "level:1"], None);
    let pressed = "return document.querySelector('.pace [data-pace][aria-pressed=true]').dataset.pace";
    assert_eq!(browser.script(pressed, &[]), "normal", "slow enough to follow");
    browser.click("[data-pace=fast]");
    browser.wait("return document.querySelectorAll('.moves ol a').length > 2", &[]);
    browser.click("button.pause");
    // A move that was begun may still come.
    browser.wait("return !document.querySelector('.thinking')", &[]);
    let count = "return document.querySelectorAll('.moves ol a').length";
    let stopped = browser.script(count, &[]);
    assert!(!browser.sees(".after"), "it was stopped before its end");
    thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(browser.script(count, &[]), stopped);
    // Both are remembered.
    browser.reload();
    browser.wait("return document.querySelector('.pace:not([hidden]) .pause[aria-pressed=true]')", &[]);
    assert_eq!(browser.script(pressed, &[]), "fast");
    thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(browser.script(count, &[]), stopped);
    browser.click("button.pause");
    browser.await_sight(".after");
}

#[test]
fn the_computer_says_how_far_it_is_and_can_be_hurried() {
    let address = house::open();
    let browser = Browser::open(Kind::PHONE.in_lang("en"));
    browser.go(&format!("http://{address}/games/hex/play?rules=size=5"));
    choose_players(&browser, &["level:8", "human"]);
    // Others think in every place that there is, so that the computer has to wait; after their turn they make room.
    let places = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let others: Vec<TcpStream> = (0..places)
        .map(|_| {
            let mut other = TcpStream::connect(address).expect("the app listens");
            let path = "/analysis/think?game=hex&seconds=60";
            write!(other, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
            let mut first = [0; 1];
            other.read_exact(&mut first).expect("it answers");
            other
        })
        .collect();
    browser.click("form.begin button.main");
    await_text(&browser, ".progress .count", "waiting: 1");
    browser.click("[data-verb=hurry] button");
    await_plies(&browser, 1);
    assert!(!browser.sees(".progress"), "it has moved");
    await_text(&browser, ".state", "your turn");
    drop(others);
}

#[test]
fn a_solitaire_shows_the_least_number() {
    let browser = Browser::open(Kind::DESKTOP.in_lang("en"));
    let mut table = Table::begin(&browser, "halma", &["human"], None);
    table.settle();
    let least = |table: &Table| {
        let made = table.mirror.moves().len() as u32;
        let best = &table.mirror.values().expect("it is solved")[0];
        let damier_search::Value::Win(plies) = best.value else { panic!("it can always be done") };
        (made, made + plies)
    };
    let words = |(made, least): (u32, u32)| format!("{made} moves made; at best {least}.");
    let first = least(&table);
    assert_eq!(browser.text(".least"), words(first));
    // A move that loses time makes it more.
    for _ in 0..4 {
        let worst = table.mirror.values().expect("it is solved").pop().expect("a move").text;
        table.play(&worst);
        table.settle();
    }
    let later = least(&table);
    assert!(later.1 > first.1, "time was lost");
    await_text(&browser, ".least", &words(later));
}

#[test]
fn language_and_theme_change_and_the_page_stays() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = for_two(&browser, 2);
    let address = browser.address();
    browser.choose("select[name=theme]", "dark");
    browser.wait("return document.documentElement.dataset.theme === 'dark'", &[]);
    assert_eq!(browser.address(), address);
    browser.await_sight(".table");
    browser.click(".languages a[lang=en]");
    browser.wait("return document.documentElement.lang === 'en' && document.querySelector('.target')", &[]);
    assert_eq!(browser.address(), address);
    assert_eq!(browser.script("return document.documentElement.dataset.theme", &[]), "dark");
    table.settle();
    let words = table.mirror.scene(&View::new(Lang::En)).captions.swap_remove(0);
    assert!(browser.text(".state").starts_with(&words), "{words}");
}

#[test]
fn who_does_not_play_only_looks() {
    let browser = Browser::open(Kind::DESKTOP);
    for_two(&browser, 2);
    let address = browser.address();
    let other = Browser::open(Kind::DESKTOP);
    other.go(&address);
    other.wait("return document.querySelector('.layer-hints')", &[]);
    assert_eq!(other.script("return document.querySelectorAll('.target').length", &[]), 0);
    for hidden in ["form.move", "[data-verb=undo]", "[data-verb=resign]", "[data-verb=draw]"] {
        assert!(!other.sees(hidden), "{hidden}");
    }
}
