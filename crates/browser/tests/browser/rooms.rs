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
        // First a part of the board is lit, at last one cell.
        let lit = browser.wait("return [...document.querySelectorAll('.pointer')].filter((e) => e.getBoundingClientRect().width > 0).length", &[]);
        assert_eq!(lit.as_u64().is_some_and(|count| count > 2), step < 3, "step {step}: {lit}");
        assert_eq!(browser.text("p.hint").contains("Play "), step == 3);
        assert_eq!(kept_mark(&browser, "hex/1"), if step == 1 { "tried" } else { "shown" });
    }
}

/// Returns the mark that the browser keeps of a problem.
fn kept_mark(browser: &Browser, key: &str) -> String {
    let script = "return JSON.parse(localStorage.getItem('problems') ?? '{}').marks?.[arguments[0]] ?? ''";
    browser.script(script, &[key.into()]).as_str().expect("a text").to_string()
}

#[test]
fn a_solution_is_closed_again_and_then_nothing_is_solved() {
    let browser = Browser::open(Kind::DESKTOP);
    browser.go(&house::at("/problems/dualite/2"));
    browser.wait("return document.querySelector('.target')", &[]);
    let mut table = Table::find(&browser, "dualite");
    browser.click(".solution");
    browser.await_sight(".problem .moves li");
    assert_eq!(browser.text(".solution"), "Cacher la solution");
    browser.click(".solution");
    browser.wait(
        "return !document.querySelector('.problem .moves').checkVisibility() && document.querySelector('.target')",
        &[],
    );
    assert_eq!(browser.text(".solution"), "Solution");
    assert_eq!(kept_mark(&browser, "dualite/2"), "shown");
    while table.mirror.outcome().is_none() {
        let best = table.good();
        browser.wait("return document.querySelector(arguments[0] + '.target')", &[cell_at(&best).into()]);
        browser.script("delete document.querySelector('.problem').dataset.verdict", &[]);
        browser.click(&cell_at(&best));
        table.mirror.play(&best).expect("a legal move");
        let verdict = browser.wait("return document.querySelector('.problem').dataset.verdict", &[]);
        if verdict == "solved" {
            break;
        }
        browser.wait("return document.querySelector('.target')", &[]);
        let answer = last_cell(&browser);
        table.mirror.play(&answer).expect("a legal answer");
    }
    // It says why, shows the line that won, and does not count.
    let said = browser.text(".problem .state");
    assert!(said.contains("Démontré") && said.contains("ne compte pas"), "{said}");
    browser.await_sight(".problem .moves li");
    assert_eq!(kept_mark(&browser, "dualite/2"), "shown");
    browser.go(&house::at("/problems/dualite"));
    browser.wait("return document.querySelector(\"[data-problem='dualite/2'] .tag\")", &[]);
    assert!(!browser.sees("[data-problem='dualite/2'] .tag.solved"));
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

/// Opens a tab of the analysis, by the class or the id of its panel.
fn open_tab(browser: &Browser, panel: &str) {
    let find = "const panel = document.querySelector(`.side > .${arguments[0]}, .side > #${arguments[0]}`);
        return document.getElementById(panel.getAttribute('aria-labelledby'))?.id";
    let tab = browser.wait(find, &[panel.into()]);
    browser.click(&format!("#{}", tab.as_str().expect("an id")));
}

#[test]
fn the_analysis_opens_on_a_board() {
    let browser = Browser::open(Kind::DESKTOP);
    browser.go(&house::at("/analysis"));
    browser.wait("return document.querySelector('.target')", &[]);
    assert_eq!(browser.script("return document.querySelector('.analysis').dataset.spec", &[]), "hex:size=11");
    // All of it is in sight.
    let high = browser.script("return document.documentElement.scrollHeight - innerHeight", &[]);
    assert!(high.as_i64().is_some_and(|high| high < 60), "{high} px are out of sight");
    browser.click(&cell_at("f6"));
    browser.wait("return location.search.includes('moves=f6')", &[]);
    // One click from the palette, and by keys from tab to tab.
    assert!(!browser.sees(".palette"));
    open_tab(&browser, "setup");
    browser.await_sight(".palette");
    browser.press(key::LEFT);
    browser.await_sight(".review .look");
    assert!(!browser.sees(".palette"));
    open_tab(&browser, "paste");
    browser.await_sight("#record");
    browser.script("document.querySelector('#record').value = 'a1 b2 c3'", &[]);
    browser.click("#paste button.main");
    browser.wait("return location.search.includes('moves=a1') && document.querySelector('.target')", &[]);
    browser.go(&house::at("/analysis?game=reversi"));
    browser.go(&house::at("/analysis"));
    browser.wait("return document.querySelector('.analysis')?.dataset.spec === 'reversi'", &[]);
    browser.click(".choose-game summary");
    browser.click(".choose-game a[href='/analysis?game=nim']");
    browser.wait("return document.querySelector('.analysis')?.dataset.spec === 'nim'", &[]);
}

#[test]
fn the_bar_says_who_stands_better_and_whether_that_is_certain() {
    let browser = Browser::open(Kind::DESKTOP);
    browser.go(&house::at("/analysis?game=dualite"));
    browser.wait("return document.querySelector('.standing.proved .glyph')", &[]);
    let said = browser.text(".stands");
    assert!(said.contains("gagne en") && said.contains("démontré"), "{said}");
    browser.go(&house::at("/analysis?game=hex:size=9&moves=e5"));
    browser.wait("return document.querySelector('.standing.unknown')", &[]);
    browser.click(".think");
    browser.wait("return document.querySelector('.standing.guessed .sign')", &[]);
    let label = browser.script("return document.querySelector('.standing').ariaLabel", &[]);
    assert!(label.as_str().is_some_and(|label| label.contains("estimation")), "{label}");
    // The setting is remembered.
    browser.go(&house::at("/analysis?game=hex:size=9"));
    browser.wait("return document.querySelector('.standing.guessed')", &[]);
    browser.click(".think");
    browser.reload();
    browser.wait("return document.querySelector('.target')", &[]);
    assert_eq!(browser.text(".think"), "Réfléchir");
    // Nobody stands against who plays alone.
    browser.go(&house::at("/analysis?game=halma"));
    browser.wait("return document.querySelector('.target')", &[]);
    assert!(!browser.sees(".standing"));
}

/// Drags with the right button, or presses it only, from one cell to another.
fn draw(browser: &Browser, from: &str, to: &str) {
    browser.right_drag(&cell_at(from), &cell_at(to));
}

/// Waits until the address names these arrows and circles, and the board shows as many.
fn await_drawn(browser: &Browser, drawn: &str) {
    browser.wait(
        "const drawn = new URLSearchParams(location.search).get('draw') ?? '';
         const count = document.querySelectorAll('.layer-drawn .own').length;
         return drawn === arguments[0] && count === drawn.split(' ').filter(Boolean).length",
        &[drawn.into()],
    );
}

#[test]
fn arrows_are_drawn_with_the_right_button_and_sent_along() {
    let browser = Browser::open(Kind::DESKTOP);
    browser.go(&house::at("/analysis?game=hex:size=5&moves=c3"));
    browser.wait("return document.querySelector('.target')", &[]);
    draw(&browser, "a1", "d4");
    await_drawn(&browser, "a1~d4");
    draw(&browser, "b2", "b2");
    await_drawn(&browser, "a1~d4 b2");
    // The same again takes it off.
    draw(&browser, "a1", "d4");
    await_drawn(&browser, "b2");
    draw(&browser, "b2", "e5");
    await_drawn(&browser, "b2 b2~e5");
    let shared = browser.script("return document.querySelector('a.share').search", &[]);
    assert!(shared.as_str().is_some_and(|shared| shared.contains("draw=b2+b2%7Ee5")), "{shared}");
    browser.reload();
    await_drawn(&browser, "b2 b2~e5");
    // They belong to their position.
    browser.wait("return document.querySelector('.target')", &[]);
    browser.click(".to-back");
    await_drawn(&browser, "");
    browser.click(".to-next");
    await_drawn(&browser, "b2 b2~e5");
    browser.press(key::ESCAPE);
    await_drawn(&browser, "");
    // A click clears them too; here it is a move as well.
    draw(&browser, "a1", "a1");
    await_drawn(&browser, "a1");
    browser.click(&cell_at("e1"));
    browser.wait("return location.search.includes('moves=c3+e1')", &[]);
    browser.click(".to-back");
    await_drawn(&browser, "");
}

#[test]
fn arrows_are_drawn_with_the_pen_by_taps_and_by_keys() {
    let browser = Browser::open(Kind::PHONE);
    browser.go(&house::at("/analysis?game=reversi"));
    browser.wait("return document.querySelector('.target')", &[]);
    browser.click(".pen");
    for cell in ["a1", "d4"] {
        browser.click(&cell_at(cell));
    }
    await_drawn(&browser, "a1~d4");
    for cell in ["h8", "h8"] {
        browser.click(&cell_at(cell));
    }
    await_drawn(&browser, "a1~d4 h8");
    assert_eq!(browser.script("return location.search.includes('moves')", &[]), false, "nothing was played");
    browser.click(".wipe");
    await_drawn(&browser, "");
    let browser = Browser::open(Kind::DESKTOP);
    browser.go(&house::at("/analysis?game=reversi"));
    browser.wait("return document.querySelector('.target')", &[]);
    browser.script("document.querySelector('.pen').focus()", &[]);
    browser.press(key::ENTER);
    enter(&browser, "d3");
    browser.press(&format!("{}{}", key::RIGHT, key::ENTER));
    await_drawn(&browser, "d3~e3");
    browser.script("document.querySelector('.pen').click()", &[]);
    enter(&browser, "d3");
    browser.wait("return location.search.includes('moves=d3')", &[]);
}

#[test]
fn a_refutation_begins_with_the_answer_to_the_mistake() {
    let browser = Browser::open(Kind::DESKTOP);
    // b1 and b2 are White's, who joins top and bottom by b3 or a3; he plays c1, and Black has time for one of them only.
    browser.go(&house::at("/analysis?game=hex:size%3D3&position=.w.%2F.w.%2Fb..+w&moves=c1+b3&review=yes"));
    browser.await_sight(".mistakes li");
    let wide =
        browser.wait("return document.querySelector('.graph svg')?.getBoundingClientRect().width", &[]);
    assert!(wide.as_f64().is_some_and(|wide| wide > 600.0), "the curve is {wide} px wide");
    browser.click(".mistakes li button:last-child");
    let mut seen = 0;
    // However far it is, the line shown begins with Black's answer.
    while seen < 2 {
        browser
            .wait("return document.querySelector('.why').textContent.startsWith('Noir répond : 2. b3')", &[]);
        browser.script("[...document.querySelectorAll('.why button')].at(-1).click()", &[]);
        std::thread::sleep(std::time::Duration::from_millis(300));
        seen += 1;
    }
}

/// Opens an analysis, and its panel for setting up.
fn set_up(browser: &Browser, game: &str) {
    browser.go(&house::at(&format!("/analysis?game={game}")));
    browser.wait("return document.querySelector('.target')", &[]);
    open_tab(browser, "setup");
    browser.wait("return document.querySelector('.setup .said').textContent", &[]);
}

/// Chooses what a click puts, by its code: nothing erases.
fn choose_stamp(browser: &Browser, code: &str) {
    // As a person does: by what is drawn, which lies over the button.
    browser.click(&format!(".palette label:has(input[value='{code}'])"));
}

/// Chooses a cell by keyboard.
fn enter(browser: &Browser, cell: &str) {
    browser.script("document.querySelector(arguments[0]).focus()", &[cell_at(cell).into()]);
    browser.press(key::ENTER);
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
fn pieces_are_dragged_to_other_cells_and_off_the_board() {
    let browser = Browser::open(Kind::DESKTOP);
    set_up(&browser, "hex:size=3");
    choose_stamp(&browser, "b");
    set(&browser, "b2", ".../.b./... w");
    browser.drag(&cell_at("b2"), &cell_at("c1"));
    browser.wait("return document.querySelector('#text').value === arguments[0]", &["..b/.../... w".into()]);
    // Three black stones more are no position, and are drawn and dragged all the same.
    for (cell, text) in [("a1", "b.b/.../... w"), ("a2", "b.b/b../... w"), ("a3", "b.b/b../b.. w")] {
        set(&browser, cell, text);
    }
    browser.hold(&cell_at("a3"), &cell_at("b3"));
    browser.move_to(".setup .said");
    browser.let_go();
    browser.wait("return document.querySelector('#text').value === arguments[0]", &["b.b/b../... w".into()]);
    browser.click(".from-start");
    browser.wait("return document.querySelector('#text').value === arguments[0]", &[".../.../... w".into()]);
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
    enter(&browser, "c3");
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
