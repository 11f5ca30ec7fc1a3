//! The page as a frame for the board: nothing jumps, the list of moves stays readable, the whole board is seen in every
//! window, and the page asks for no more than it needs.

use damier_browser::{Browser, Kind, key};
use damier_core::Rng;
use serde_json::{Value, json};

use crate::table::{Table, cell_at, strings};

/// Collects what moves on the page from now on, whether or not somebody has just acted.
const WATCH: &str = "
    window.moved = [];
    window.watch = new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        const what = shift.sources.map(({ node }) => (node?.outerHTML ?? node?.parentElement?.outerHTML ?? '?').slice(0, 160));
        window.moved.push(`${shift.value.toFixed(4)}: ${what.join(' | ')}`);
      }
    });
    window.watch.observe({ type: 'layout-shift' });";

/// Lets the page draw what is left to draw, and returns what has moved.
const MOVED: &str = "
    window.still ??= (requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => (window.still = 'yes'), 120))), 'wait');
    return window.still === 'yes' && (delete window.still, [window.moved.splice(0)])";

fn moved(browser: &Browser) -> Vec<String> {
    strings(&browser.wait(MOVED, &[])[0])
}

/// Plays some moves and checks that meanwhile nothing on the page moves.
fn stays(kind: Kind, spec: &str, seats: &[&str], plies: usize) {
    let browser = Browser::open(kind);
    let mut table = Table::begin(&browser, spec, seats, None);
    table.settle();
    browser.script(WATCH, &[]);
    while table.mirror.outcome().is_none() && table.mirror.moves().len() < plies {
        let text = table.any();
        table.play(&text);
        table.settle();
        assert_eq!(moved(&browser), [""; 0], "{spec} on {kind:?} after {text}");
    }
}

#[test]
fn nothing_jumps_for_two() {
    for (kind, spec) in [(Kind::DESKTOP, "gomoku"), (Kind::PHONE, "reversi"), (Kind::DESKTOP, "halma")] {
        let seats: &[&str] = if spec == "halma" { &["human"] } else { &["human", "human"] };
        stays(kind, spec, seats, 8);
    }
    for spec in ["quandary", "twixt:manuel,size=8"] {
        stays(Kind::DESKTOP, spec, &["human", "human"], 8);
        stays(Kind::PHONE, spec, &["human", "human"], 6);
    }
}

#[test]
fn nothing_jumps_against_the_computer() {
    for spec in ["hex:swap,size=5", "reversi", "dualite", "dames-en-croix"] {
        for kind in [Kind::DESKTOP, Kind::PHONE.in_lang("en")] {
            stays(kind, spec, &["human", "level:1"], 7);
        }
    }
}

#[test]
fn nothing_jumps_at_the_end_and_all_that_can_be_done_next_is_seen() {
    for kind in
        [Kind::DESKTOP, Kind::PHONE, Kind { size: (844, 390), ..Kind::PHONE }, Kind::DESKTOP.in_lang("en")]
    {
        let browser = Browser::open(kind);
        let mut table = Table::begin(&browser, "nim:tas=2n2b", &["human", "level:3"], None);
        table.settle();
        let list = "const list = document.querySelector('.moves'); return list.checkVisibility() && list.getBoundingClientRect().top";
        let before = browser.script(list, &[]);
        browser.script(WATCH, &[]);
        while table.mirror.outcome().is_none() {
            let text = table.any();
            table.play(&text);
            table.settle();
        }
        assert_eq!(moved(&browser), [""; 0], "{kind:?}");
        assert_eq!(browser.script(list, &[]), before, "the list stays where it is: {kind:?}");
        let hidden = "
            const inside = (e) => { const [a, b] = [e, e.closest('.over')].map((e) => e.getBoundingClientRect()); return a.top >= b.top - 1 && a.bottom <= b.bottom + 1; };
            const all = innerHeight < 500 ? '.after .main' : '.after :is(button, a)';
            return [...document.querySelectorAll(all)].filter((e) => !e.checkVisibility() || !inside(e)).map((e) => e.textContent)";
        assert_eq!(strings(&browser.script(hidden, &[])), [""; 0], "{kind:?}");
        assert!(browser.sees(".verdict"), "{kind:?}");
    }
}

/// Plays moves at random, sent by the page but not shown by it, then loads the page anew.
fn play_many(browser: &Browser, table: &mut Table, plies: usize) {
    let mut rng = Rng::new(11);
    let mut texts = Vec::new();
    while texts.len() < plies {
        let mut legal = table.mirror.legal();
        assert!(!legal.is_empty(), "the game ended after {} plies", texts.len());
        let text = legal.swap_remove(rng.below(legal.len() as u32) as usize);
        table.mirror.play(&text).expect("a legal move");
        texts.push(text);
    }
    let script = "window.sent ??= (async () => {
          for (const [ply, text] of arguments[0].entries()) {
            const body = new URLSearchParams({ ply, text });
            await fetch(`/play/${document.querySelector('.table').dataset.game}/move`, { method: 'POST', body, redirect: 'manual' });
          }
          window.all = true;
        })(); return window.all === true";
    browser.wait(script, &[json!(texts)]);
    browser.reload();
}

#[test]
fn a_long_list_of_moves_can_be_read() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "agon", &["human", "human"], None);
    table.settle();
    play_many(&browser, &mut table, 200);
    table.settle();
    let look = "
        const list = document.querySelector('.moves ol').getBoundingClientRect();
        const rows = [...document.querySelectorAll('.moves li')].map((row) => row.getBoundingClientRect());
        const inside = rows.filter((row) => row.top >= list.top && row.bottom <= list.bottom);
        const shown = document.querySelector('.moves [aria-current]')?.getBoundingClientRect();
        return { height: list.height, inside: inside.length, least: Math.min(...inside.map((row) => row.height)),
          ply: Number(document.querySelector('.moves [aria-current]')?.dataset.ply ?? 0),
          seen: !!shown && shown.top >= list.top && shown.bottom <= list.bottom + 1,
          apart: rows.every((row, at) => at === 0 || row.top >= rows[at - 1].bottom - 1) }";
    for (way, ply) in [("", 200), (key::LEFT, 199), (key::HOME, 0), (key::RIGHT, 1), (key::END, 200)] {
        browser.press(way);
        let shows = format!(
            "const seen = (() => {{ {look} }})(); return seen.ply === arguments[0] && (seen.seen || !seen.ply) && seen"
        );
        let seen = browser.wait(&shows, &[json!(ply)]);
        assert!(seen["height"].as_f64() >= Some(80.0), "the list is there: {seen}");
        assert!(seen["least"].as_f64() >= Some(16.0) && seen["inside"].as_u64() >= Some(3), "{seen}");
        assert_eq!(seen["apart"], true, "no row covers another");
    }
    // A move brings one row, not the list.
    browser.script("document.querySelector('.moves li').id = 'kept'", &[]);
    let text = table.any();
    table.play(&text);
    table.settle();
    assert_eq!(browser.script("return document.querySelector('.moves li').id", &[]), "kept");
}

#[test]
fn a_move_costs_little_time_after_hundreds_of_others() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "halma", &["human"], None);
    table.settle();
    play_many(&browser, &mut table, 500);
    table.settle();
    browser.devtools("Performance.enable", json!({}));
    let script_time = || {
        let answer = browser.devtools("Performance.getMetrics", json!({}));
        let metrics = answer["metrics"].as_array().expect("metrics").clone();
        let of = |metric: &&Value| metric["name"] == "ScriptDuration";
        metrics.iter().find(of).expect("the time of scripts")["value"].as_f64().expect("seconds")
    };
    let mut least = f64::INFINITY;
    for _ in 0..4 {
        let before = script_time();
        let text = table.any();
        table.play(&text);
        table.settle();
        least = least.min(script_time() - before);
    }
    // What the test asks the page counts as well; a busy machine slows some of the moves.
    assert!(least < 0.05, "{least} s of scripts for a move");
}

#[test]
fn an_enlarged_board_follows_the_play() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "gomoku", &["human", "human"], None);
    for text in ["b2", "r18", "b18", "r2"] {
        table.settle();
        table.play(text);
    }
    table.settle();
    browser.click("button.zoom");
    let shown = "
        const frame = document.querySelector('.board').getBoundingClientRect();
        const inside = (name) => {
          const at = document.querySelector(`[data-cell=${name}]`).getBoundingClientRect();
          return at.left >= frame.left && at.right <= frame.right && at.top >= frame.top && at.bottom <= frame.bottom;
        };
        return inside(arguments[0]) && !inside(arguments[1])";
    for (back, cell, opposite) in
        [(false, "r2", "b18"), (true, "b18", "r2"), (true, "r18", "b2"), (true, "b2", "r18")]
    {
        if back {
            browser.press(key::LEFT);
        }
        browser.wait(shown, &[cell.into(), opposite.into()]);
    }
    browser.click("button.zoom");
    let whole = "const [a, b] = ['.board svg', '.board'].map((e) => document.querySelector(e).getBoundingClientRect()); return a.width <= b.width && a.height <= b.height";
    assert_eq!(browser.script(whole, &[]), true, "the whole board again");
}

/// Windows: telephones upright and across, small ones, and a page at 200 %.
const WINDOWS: [(u32, u32); 8] =
    [(1280, 800), (844, 390), (667, 375), (640, 400), (390, 844), (320, 568), (768, 1024), (1920, 1080)];

#[test]
fn the_whole_board_is_seen_in_every_window() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut found = Vec::new();
    for entry in damier_games::ALL {
        let mut table = Table::for_people(&browser, entry);
        table.settle();
        for (width, height) in WINDOWS {
            browser.resize(width, height);
            let look = "
                const faults = [];
                const box = (e) => e.getBoundingClientRect();
                const inside = ({ left, top, right, bottom }) => left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
                const picture = document.querySelector('.board svg');
                if (!inside(box(picture))) faults.push('the board is cut');
                if (Math.max(box(picture).width, box(picture).height) < Math.min(innerWidth, innerHeight) * 0.7) faults.push(`the board is small: ${box(picture).width} × ${box(picture).height}`);
                const scale = Math.min(box(picture).width / picture.viewBox.baseVal.width, box(picture).height / picture.viewBox.baseVal.height);
                for (const e of picture.querySelectorAll('.layer-coords text')) {
                  const size = parseFloat(getComputedStyle(e).fontSize) * scale;
                  if (size < 10.5 || size > 16.5) faults.push(`letters of ${size} px`);
                }
                for (const e of picture.querySelectorAll('.layer-board .stroke-line')) {
                  const size = parseFloat(getComputedStyle(e).strokeWidth) * scale;
                  if (size > 8) faults.push(`lines of ${size} px`);
                }
                const seen = [...document.querySelectorAll('.side button, .side a, .side input, .state, .prompt, .seats li')].filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.moves, .words'));
                for (const e of seen) if (!inside(box(e))) faults.push('out of sight: ' + e.outerHTML.slice(0, 100));
                const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
                for (const e of seen) if (over(box(e), box(document.querySelector('.board')))) faults.push('on the board: ' + e.outerHTML.slice(0, 100));
                if (document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight) faults.push('the page scrolls');
                // The board may have to be drawn anew, lying or upright.
                const late = performance.now() > (window.until ??= performance.now() + 1500);
                return (faults.length === 0 || late) && (delete window.until, [faults])";
            let faults = browser.wait(look, &[])[0].clone();
            for fault in strings(&faults) {
                found.push(format!("{} at {width} × {height}: {fault}", entry.id));
            }
        }
        browser.resize(1280, 800);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn it_is_always_said_what_to_do_and_whose_turn_it_is() {
    let browser = Browser::open(Kind::DESKTOP);
    for entry in damier_games::ALL {
        let mut table = Table::for_people(&browser, entry);
        for _ in 0..3 {
            table.settle();
            let said = browser.text(".prompt");
            assert!(said.len() > 8, "{}: {said}", entry.id);
            let turn =
                browser.script("return document.querySelector('.seats [aria-current]')?.dataset.seat", &[]);
            assert_eq!(turn, table.mirror.to_move().0.to_string(), "{}", entry.id);
            let text = table.any();
            table.play(&text);
        }
    }
}

#[test]
fn a_board_that_was_turned_stays_so() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "reversi", &["human", "human"], None);
    table.settle();
    let top = |cell: &str| {
        let script = "return document.querySelector(arguments[0]).getBoundingClientRect().top";
        browser.script(script, &[cell_at(cell).into()]).as_f64().expect("a number")
    };
    assert!(top("a1") < top("a8"), "the first row is at the top, as on the sheet");
    let turned = |wanted: bool| {
        let script = "const at = (name) => document.querySelector(`[data-cell=${name}]`)?.getBoundingClientRect().top;
            return (at('a8') < at('a1')) === arguments[0] && document.querySelector('.turn-board').getAttribute('aria-pressed') === String(arguments[0])";
        browser.wait(script, &[wanted.into()]);
    };
    browser.click(".turn-board");
    turned(true);
    let text = table.any();
    table.play(&text);
    table.settle();
    turned(true);
    browser.reload();
    turned(true);
    browser.press("t");
    turned(false);
    browser.reload();
    table.settle();
    turned(false);
}

#[test]
fn a_wrong_guess_of_the_page_is_corrected_by_the_answer() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "hex:size=5", &["human", "human"], None);
    table.settle();
    // Somebody else moves for us, and the page does not hear of it.
    let other = "window.sent ??= fetch(`/play/${document.querySelector('.table').dataset.game}/move`, { method: 'POST', body: new URLSearchParams({ ply: 0, text: 'b2' }), redirect: 'manual' })
        .then(() => (window.done = true)); return window.done";
    browser.wait(other, &[]);
    // The answer is held back long enough to see the stone that the page draws ahead.
    let hold = "const send = window.fetch; window.fetch = async (...all) => { await new Promise((go) => (window.go = go)); return send(...all); }";
    browser.script(hold, &[]);
    browser.click(&cell_at("d4"));
    let stone = |cell: &str| format!("return !!document.querySelector('.piece[data-piece={cell:?}]')");
    browser.wait(&stone("d4"), &[]);
    let corrected = "window.go?.();
        return document.querySelector('.notice').textContent.length > 10 && !!document.querySelector('.piece[data-piece=\"b2\"]')";
    browser.wait(corrected, &[]);
    assert_eq!(browser.script(&stone("d4"), &[]), Value::Bool(false), "the stone is taken off again");
    assert_eq!(browser.text(".moves ol a"), "b2");
}

/// Counts what a page has asked for, streams apart.
fn requests(browser: &Browser) -> u64 {
    let script = "return performance.getEntriesByType('resource').filter(({ name }) => /\\/play\\//.test(name) && !/\\/(news|thinking)$/.test(name)).length";
    browser.script(script, &[]).as_u64().expect("a count")
}

#[test]
fn a_page_asks_once_a_move_and_else_for_nothing() {
    let browser = Browser::open(Kind::DESKTOP);
    for (seats, each) in [(["human", "human"], 1), (["human", "level:1"], 2)] {
        let mut table = Table::begin(&browser, "reversi", &seats, None);
        table.settle();
        let begun = requests(&browser);
        for turn in 1..=4 {
            let text = table.any();
            table.play(&text);
            table.settle();
            assert_eq!(requests(&browser) - begun, turn * each, "{seats:?}: {text}");
        }
        // Longer than any page used to wait before it asked again.
        std::thread::sleep(std::time::Duration::from_millis(3500));
        assert_eq!(requests(&browser) - begun, 4 * each, "{seats:?}: nobody asks");
    }
}

#[test]
fn an_onlooker_hears_of_each_move() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "reversi", &["human", "human"], None);
    table.settle();
    let other = Browser::open(Kind::PHONE);
    other.go(&browser.address());
    other.wait("return document.querySelector('.layer-hints')", &[]);
    let begun = requests(&other);
    for ply in 1..=3 {
        let text = table.any();
        table.play(&text);
        table.settle();
        other.wait("return document.querySelectorAll('.moves ol a').length === arguments[0]", &[json!(ply)]);
        assert_eq!(requests(&other) - begun, ply, "one request a move");
    }
    browser.click("[data-asks=resign] summary");
    browser.click("[data-verb=resign] button");
    other.wait("return document.querySelector('.state').textContent.includes('abandonné')", &[]);
}

#[test]
fn captured_stones_lie_by_their_captor() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = Table::begin(&browser, "gomoku", &["human", "human"], None);
    table.settle();
    let names = || {
        strings(&browser.script("return [...document.querySelectorAll('.seats .tray')].map((e) => e.closest('li').dataset.seat + ' ' + e.getAttribute('aria-label'))", &[]))
    };
    let before = names();
    // docs/rules.md, Gomoku ninuki: two stones between two others are captured.
    let watch = "window.travelled = 0;
        new MutationObserver((all) => { for (const { addedNodes } of all) for (const node of addedNodes) window.travelled += node.classList?.contains('travels') ? 1 : 0; })
          .observe(document.querySelector('.table'), { childList: true });";
    browser.script(watch, &[]);
    for text in ["c3", "d3", "a1", "e3", "f3"] {
        table.play(text);
        table.settle();
    }
    assert_eq!(browser.script("return window.travelled", &[]), 2, "both travel there");
    browser.wait("return !document.querySelector('.travels')", &[]);
    assert_eq!(browser.text(".captions"), "", "words do not repeat the trays");
    let after = names();
    assert_eq!(before.len(), after.len());
    assert!(before[0].ends_with(": 0") && after[0].ends_with(": 2"), "{before:?} {after:?}");
    let drawn =
        "return document.querySelectorAll('.seats [data-seat=\"0\"] .tray g:has(> :not(.place))').length";
    assert_eq!(browser.script(drawn, &[]), 2, "as stones");
    assert_eq!(
        browser.script("return document.querySelectorAll('.seats .sign svg').length", &[]),
        2,
        "each name has its stone"
    );
}

#[test]
fn arrow_keys_go_from_each_row_of_hexagons_to_the_next() {
    let browser = Browser::open(Kind::DESKTOP);
    // Where the centres of the cells lie in rows, an arrow upwards or downwards leads to the next row.
    let walk = "
        const cells = [...document.querySelectorAll('[data-cell]')];
        const height = (cell) => Math.round(Number(cell.dataset.at.split(' ')[1]) * 100);
        const rows = [...new Set(cells.map(height))].sort((one, other) => one - other);
        const seen = (key, from) => {
          from.focus();
          const found = [];
          for (let at = 0; at < rows.length; at += 1) {
            const here = document.activeElement;
            found.push(rows.indexOf(height(here)));
            here.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          }
          return found;
        };
        const first = cells.find((cell) => height(cell) === rows[0]);
        const down = seen('ArrowDown', first);
        return [rows.length, down, seen('ArrowUp', document.activeElement)];";
    for game in ["agon", "hex:size=5", "dulu"] {
        let mut table = Table::begin(&browser, game, &["human", "human"], None);
        table.settle();
        let found = browser.script(walk, &[]);
        let rows = found[0].as_u64().expect("a count");
        assert!(rows >= 5, "{game}");
        assert_eq!(found[1], json!((0..rows).collect::<Vec<_>>()), "{game}: downwards");
        assert_eq!(found[2], json!((0..rows).rev().collect::<Vec<_>>()), "{game}: upwards");
    }
}
