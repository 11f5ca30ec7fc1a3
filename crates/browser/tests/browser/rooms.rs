//! The other rooms: analysis, problems, lessons.

use damier_browser::{Browser, Kind, key};
use damier_search::Value;
use damier_table::{LessonProgress, Session, lesson};

use crate::house;
use crate::table::{Table, cell_at, strings};

/// Returns the cell of the last move, as the board names it.
fn last_cell(browser: &Browser) -> String {
    let script = "const cells = [...document.querySelectorAll('[data-cell]')];
        return cells.find((e) => e.ariaLabel.includes('dernier coup'))?.dataset.cell ?? ''";
    browser.script(script, &[]).as_str().expect("a cell").to_string()
}

/// Returns the best move and one that throws the win away.
fn best_and_worst(session: &dyn Session) -> (String, String) {
    let values = session.values().expect("Dualité is solved");
    assert!(matches!(values[0].value, Value::Win(_)), "a problem can be won");
    let worst = values.last().expect("a move");
    assert!(!matches!(worst.value, Value::Win(_)), "not every move wins");
    (values[0].text.clone(), worst.text.clone())
}

#[test]
fn a_problem_is_failed_and_then_solved() {
    let browser = Browser::open(Kind::DESKTOP);
    browser.go(&house::at("/problems/dualite/1"));
    browser.wait("return document.querySelector('.target')", &[]);
    let mut table = Table::find(&browser, "dualite");
    let (_, worst) = best_and_worst(&*table.mirror);
    browser.click(&cell_at(&worst));
    browser.wait("return document.querySelector('.problem').dataset.verdict === 'wrong'", &[]);
    browser.await_sight(".again");
    assert_ne!(browser.text(".state"), "");
    browser.click(".again");
    browser.wait(
        "return !document.querySelector('.problem').dataset.verdict && document.querySelector('.target')",
        &[],
    );
    while table.mirror.outcome().is_none() {
        let best = table.good();
        browser.wait("return document.querySelector(arguments[0] + '.target')", &[cell_at(&best).into()]);
        // What was said of the move before is not to be taken for what will be said of this one.
        browser.script("delete document.querySelector('.problem').dataset.verdict", &[]);
        browser.click(&cell_at(&best));
        table.mirror.play(&best).expect("a legal move");
        let verdict = browser.wait("return document.querySelector('.problem').dataset.verdict", &[]);
        if verdict == "solved" {
            break;
        }
        assert_eq!(verdict, "right");
        // The defence answers, and the board is open again.
        browser.wait("return document.querySelector('.target')", &[]);
        let answer = last_cell(&browser);
        table.mirror.play(&answer).expect("a legal answer");
    }
    browser.await_sight(".onward");
    browser.go(&house::at("/problems/dualite"));
    browser.wait("return document.querySelector(\"[data-problem='dualite/1'] .tag.solved\")", &[]);
}

#[test]
fn hints_come_in_three_steps() {
    let browser = Browser::open(Kind::PHONE.in_lang("en"));
    browser.go(&house::at("/problems/hex/1"));
    browser.wait("return document.querySelector('.target')", &[]);
    for step in 1..=3 {
        browser.click(".hinting");
        browser.wait(
            "return document.querySelector('p.hint').textContent.includes(arguments[0])",
            &[format!("{step}/3").into()],
        );
    }
    browser.wait("return document.querySelector('.pointer')", &[]);
}

#[test]
fn a_solved_game_shows_the_value_of_every_move() {
    let browser = Browser::open(Kind::DESKTOP);
    browser.go(&house::at("/analysis?game=dualite&moves=a1%2Bc3"));
    let game = damier_games::open(&"dualite".parse().expect("a spec")).expect("a game");
    let mut session = game.open(&mut damier_core::Rng::new(0));
    session.play("a1+c3").expect("a move");
    let values = session.values().expect("Dualité is solved");
    let rows = "const rows = [...document.querySelectorAll('.values tr')].map((e) => e.querySelector('th')?.innerText.trim());
        return rows.length === arguments[0] && rows";
    let mut shown = strings(&browser.wait(rows, &[values.len().into()]));
    let mut known: Vec<String> = values.iter().map(|rated| rated.text.clone()).collect();
    shown.sort();
    known.sort();
    assert_eq!(shown, known);
    // A move and another one in its place: a tree.
    for text in [&known[0], &known[1]] {
        browser.wait("return document.querySelector(arguments[0] + '.target')", &[cell_at(text).into()]);
        browser.click(&cell_at(text));
        browser.wait(
            "return document.querySelector('.tree [aria-current]')?.textContent.endsWith(arguments[0])",
            &[text.as_str().into()],
        );
        browser.click(".to-back");
        browser.wait(
            "return document.querySelector('.tree [aria-current]')?.textContent.endsWith('a1+c3')",
            &[],
        );
    }
    assert_eq!(browser.script("return document.querySelectorAll('.tree a').length", &[]), 3);
    browser.reload();
    browser.wait("return document.querySelectorAll('.tree a').length === 3", &[]);
}

#[test]
fn the_engine_thinks_aloud_and_can_be_stopped() {
    let browser = Browser::open(Kind::DESKTOP.in_lang("en"));
    browser.go(&house::at("/analysis?game=gomoku:size=9&moves=e5%20e6"));
    browser.await_sight(".engine .think");
    browser.click(".engine .think");
    browser.wait("return document.querySelector('.engine .lines li') && document.querySelector('.engine .progress').textContent", &[]);
    browser.click(".engine .think");
    let progress = browser.text(".engine .progress");
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert_eq!(browser.text(".engine .progress"), progress, "it stands still");
}

/// Opens an analysis, and its panel for setting up.
fn set_up(browser: &Browser, game: &str) {
    browser.go(&house::at(&format!("/analysis?game={game}")));
    browser.wait("return document.querySelector('.target')", &[]);
    browser.click("details.setup summary");
    browser.wait("return document.querySelector('.setup .said').textContent", &[]);
}

/// Chooses what a click puts, by its code: nothing erases.
fn choose_stamp(browser: &Browser, code: &str) {
    // As a person does: by what is drawn, which lies over the button.
    browser.click(&format!(".palette label:has(input[value='{code}'])"));
}

/// Clicks a cell of a board that is being set up, and waits for its text.
fn set(browser: &Browser, cell: &str, text: &str) {
    browser.click(&cell_at(cell));
    browser.wait("return document.querySelector('#text').value === arguments[0]", &[text.into()]);
}

#[test]
fn an_empty_board_is_set_up_by_clicks() {
    let browser = Browser::open(Kind::DESKTOP.in_lang("en"));
    set_up(&browser, "crosses");
    browser.click(".clear");
    browser.wait("return document.querySelector('#text').value.startsWith('..../..../..../....')", &[]);
    // docs/rules.md wants two L of four cells and two neutral men. Until the last of them stands it is no position.
    let mut rows = [[b'.'; 4]; 4];
    for (code, cells) in [("w", "a1 a2 a3 b1"), ("b", "d4 d3 d2 c4"), ("n", "b4 c1")] {
        choose_stamp(&browser, code);
        for cell in cells.split(' ') {
            let (file, row) = (cell.as_bytes()[0] - b'a', b'4' - cell.as_bytes()[1]);
            rows[usize::from(row)][usize::from(file)] = code.as_bytes()[0];
            let text = rows.map(|row| String::from_utf8_lossy(&row).into_owned()).join("/");
            set(&browser, cell, &format!("{text} w"));
            let drawn = "return document.querySelectorAll('.layer-pieces > *').length > 0";
            assert_eq!(browser.script(drawn, &[]), true, "{cell}");
            let whole = browser.script("return !document.querySelector('.setup button.main').disabled", &[]);
            assert_eq!(whole, cell == "c1", "{cell}: {}", browser.text(".setup .said"));
        }
    }
    browser.click(".turn label:has(input[value=b])");
    browser.wait("return document.querySelector('#text').value.endsWith(' b')", &[]);
    browser.click(".setup button.main");
    browser
        .wait("return document.querySelector('.target') && location.search.includes('position=.nbb')", &[]);
}

#[test]
fn men_and_matches_are_set_up_by_taps() {
    let browser = Browser::open(Kind::PHONE);
    set_up(&browser, "nim:tas=3n1b%2B2n2b");
    set(&browser, "1:2n", "1n1b+2n2b 1");
    set(&browser, "1:3n", "3n1b+2n2b 1");
    set_up(&browser, "quandary:blanc=a.d.h.k,noir=b.c.f.l");
    choose_stamp(&browser, "");
    set(&browser, "d1", "a1.h1.k1 b12.c12.f12.l12 w a.d.h.k b.c.f.l");
    assert!(browser.text(".setup .said").contains("quatre cases"), "{}", browser.text(".setup .said"));
    choose_stamp(&browser, "w");
    set(&browser, "e6", "a1.h1.k1.e6 b12.c12.f12.l12 w a.d.h.k b.c.f.l");
}

#[test]
fn a_board_is_set_up_by_keys() {
    let browser = Browser::open(Kind::DESKTOP);
    set_up(&browser, "hex:size=3");
    browser.script("document.querySelector('[data-cell=a1]').focus()", &[]);
    for (keys, text) in [
        (key::ENTER, "w../.../... w"),
        // The focus stays on its cell when the board is drawn anew.
        (key::ENTER, ".../.../... w"),
        (" ", "w../.../... w"),
        (key::DELETE, ".../.../... w"),
        (&format!("{}{}", key::RIGHT, key::ENTER), ".w./.../... w"),
    ] {
        browser.press(keys);
        browser.wait("return document.querySelector('#text').value === arguments[0]", &[text.into()]);
    }
    browser.script("document.querySelector('.palette input:checked').focus()", &[]);
    browser.press(key::DOWN);
    browser.script("document.querySelector('[data-cell=c3]').focus()", &[]);
    browser.press(key::ENTER);
    browser.wait("return document.querySelector('#text').value === '.w./.../..b w'", &[]);
}

#[test]
fn a_lesson_is_learnt_to_its_end() {
    let browser = Browser::open(Kind::PHONE);
    browser.go(&house::at("/learn"));
    let cards = browser.script("return document.querySelectorAll('.card[data-lesson]').length", &[]);
    assert_eq!(cards, damier_games::ALL.len());
    let entry = damier_games::entry("reversi").expect("a game");
    let steps = lesson(entry).expect("a lesson").steps;
    let mut missed = 0;
    for (number, step) in (1..).zip(&steps) {
        browser.go(&house::at(&format!("/learn/reversi?step={number}")));
        assert!(browser.sees("p.say"));
        let mut own: Vec<String> = Vec::new();
        for task in 0..step.tasks.len() {
            let follow = |text: &str| {
                let all: Vec<&str> = own.iter().map(String::as_str).chain([text]).collect();
                step.follow(entry, &all).expect("a legal move").1
            };
            let legal = step
                .follow(entry, &own.iter().map(String::as_str).collect::<Vec<_>>())
                .expect("a line")
                .0
                .legal();
            let misses = |text: &&String| matches!(follow(text), LessonProgress::Missed(_));
            if let Some(wrong) = legal.iter().find(misses).filter(|_| task == 0) {
                tap(&browser, wrong);
                browser.wait("return document.querySelector('.say').dataset.progress === 'missed'", &[]);
                browser.click(".again");
                browser.wait("return document.querySelector('.say').dataset.progress === 'open'", &[]);
                missed += 1;
            }
            let right = legal.iter().find(|text| !misses(text)).expect("a move that is right").clone();
            tap(&browser, &right);
            own.push(right);
        }
        browser.wait("return document.querySelector('.say').dataset.progress === 'done'", &[]);
        browser.await_sight(".onward, .after");
    }
    assert!(missed > 0, "no step can be missed");
    browser.go(&house::at("/learn"));
    browser.wait("return document.querySelector(\"[data-lesson='reversi'] .tag.solved\")", &[]);
}

/// Plays a move that is one cell: a tap shows it, another one confirms.
fn tap(browser: &Browser, cell: &str) {
    browser.wait("return document.querySelector(arguments[0] + '.target')", &[cell_at(cell).into()]);
    browser.click(&cell_at(cell));
    browser.wait("return document.querySelector('.ghost')", &[]);
    browser.click(&cell_at(cell));
}
