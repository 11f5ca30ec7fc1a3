//! The other rooms: analysis, problems, lessons.

use damier_browser::{Browser, Kind};
use damier_search::Value;
use damier_table::Session;

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

#[test]
fn a_lesson_is_begun() {
    let browser = Browser::open(Kind::PHONE);
    browser.go(&house::at("/learn"));
    assert_eq!(
        browser.script("return document.querySelectorAll('.card[data-lesson]').length", &[]),
        damier_games::ALL.len()
    );
    browser.go(&house::at("/learn/dualite"));
    browser.wait("return document.querySelector('.target')", &[]);
    assert!(browser.sees("p.say"));
}
