//! What a player's hand does on each board, and what he is shown before, meanwhile and afterwards.

use damier_browser::{Browser, Kind, key};
use serde_json::{Value, json};

use crate::keyboard;
use crate::table::{Table, cell_at, strings};

/// Begins a game between people at a position, or at its start.
fn table<'a>(browser: &'a Browser, spec: &str, position: Option<&str>) -> Table<'a> {
    let mut table = Table::begin(browser, spec, &["human", "human"], position);
    table.settle();
    table
}

/// Returns the names of the things that a class has on the board.
fn things(browser: &Browser, place: &str) -> Vec<String> {
    let script = "return [...document.querySelectorAll(arguments[0])].map((e) => e.dataset.piece ?? e.dataset.cell ?? '').sort()";
    strings(&browser.script(script, &[place.into()]))
}

/// Waits until things have these names.
fn await_things(browser: &Browser, place: &str, names: &[&str]) {
    let script = "const seen = [...document.querySelectorAll(arguments[0])].map((e) => e.dataset.piece ?? e.dataset.cell ?? '').sort();
        return JSON.stringify(seen) === JSON.stringify(arguments[1])";
    browser.wait(script, &[place.into(), json!(names)]);
}

/// Waits until so many elements are there.
fn await_count(browser: &Browser, place: &str, count: usize) {
    browser.wait(
        "return document.querySelectorAll(arguments[0]).length === arguments[1]",
        &[place.into(), json!(count)],
    );
}

/// Presses the button that says this.
fn press(browser: &Browser, words: &str) {
    let script = "const all = [...document.querySelectorAll('.words button, .choice button')];
        const found = all.find((e) => e.textContent.replace(/\\s/g, ' ').replaceAll('’', \"'\").trim() === arguments[0]);
        if (found) found.id = 'wanted'; return !!found";
    browser.wait(script, &[words.into()]);
    browser.click("#wanted");
}

/// Waits for a move, which the mirror follows, and returns it.
fn played(table: &mut Table) -> String {
    let plies = table.mirror.moves().len();
    let script = "return document.querySelectorAll('.moves ol a').length > arguments[0]";
    table.browser.wait(script, &[json!(plies)]);
    table.settle();
    table.mirror.moves()[plies].clone()
}

/// What the ghost shows, as the page draws it.
const GHOST: &str = "return document.querySelector('.layer-ghost')?.innerHTML ?? ''";

/// Waits until the ghost is another one than this, and returns it.
fn other_ghost(browser: &Browser, than: &str) -> String {
    let script = "const ghost = document.querySelector('.layer-ghost')?.innerHTML;
        return ghost && ghost !== arguments[0] && ghost";
    browser.wait(script, &[than.into()]).as_str().expect("a ghost").to_string()
}

#[test]
fn the_l_is_dragged_turned_flipped_and_a_man_dragged() {
    for kind in [Kind::DESKTOP, Kind::PHONE] {
        // When the test fails, the last of these lines says where.
        println!("{kind:?}");
        let browser = Browser::open(kind);
        let mut table = table(&browser, "crosses", None);
        assert_eq!(browser.script(GHOST, &[]), "", "nothing is shown yet");
        // docs/rules.md: White's L lies on b1 c1 c2 c3 or another place; whatever it is, it is taken up at one of its cells.
        let own = white_cells(&table);
        browser.hold(&cell_at(&own[1]), &cell_at("b3"));
        let first = other_ghost(&browser, "");
        browser.press("r");
        let turned = other_ghost(&browser, &first);
        browser.press("f");
        let flipped = other_ghost(&browser, &turned);
        if !kind.touch {
            browser.turn_wheel(&cell_at("b3"), 120);
            other_ghost(&browser, &flipped);
        }
        browser.let_go();
        // It is laid, and could be all of the move.
        browser.await_sight(".words .main");
        assert_eq!(browser.text(".words .main"), "✓ Laisser les pions");
        // Then a man, by a drag: what is dragged follows, and where it may go is seen.
        browser.hold(&cell_at("a4"), &free_cell(&browser));
        browser.await_sight(".dragged");
        assert!(browser.sees(".layer-hints .dot"));
        browser.let_go();
        let text = played(&mut table);
        assert!(text.contains("/a4-"), "{text}");
    }
}

/// Returns the cells of White's L.
fn white_cells(table: &Table) -> Vec<String> {
    let scene = table.mirror.scene(&damier_scene::View::new(damier_core::Lang::Fr));
    let own = scene.cells.iter().filter(|cell| cell.holds == "crosse blanche");
    own.map(|cell| cell.name.clone()).collect()
}

/// Returns the place of a cell with a dot, where the man that is picked up may go: once it is picked up.
fn free_cell(browser: &Browser) -> String {
    // Free is what neither holds a thing nor lies under the ghost of the L.
    let script = "const named = (e) => e.getAttribute('aria-label');
        const laid = [...document.querySelectorAll('.layer-ghost .ghost')];
        const free = [...document.querySelectorAll('[data-cell]')].filter((e) => /libre|free/.test(named(e)));
        const under = (e) => laid.some((g) => {
          const [x, y] = e.dataset.at.split(' ').map(Number);
          const [gx, gy] = g.getAttribute('transform').match(/-?[\\d.]+/g).map(Number);
          return [...g.children].some((p) => p instanceof SVGGeometryElement && p.isPointInFill(new DOMPoint(x - gx, y - gy)));
        });
        return free.find((e) => !under(e)).dataset.cell";
    cell_at(browser.script(script, &[]).as_str().expect("a free cell"))
}

#[test]
fn the_l_is_laid_cell_by_cell_in_any_order_and_by_buttons() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = table(&browser, "crosses", None);
    let text = table.mirror.legal().into_iter().find(|text| text.contains('/')).expect("a whole turn");
    let (ell, neutral) = text.split_once('/').expect("a neutral");
    let (from, to) = neutral.split_once('-').expect("its way");
    // Backwards, which is not the order of the text.
    for at in [6, 4, 2, 0] {
        browser.click(&cell_at(&ell[at..at + 2]));
        assert!(things(&browser, ".layer-ghost .cross").is_empty(), "the L moves: it is not taken");
    }
    browser.await_sight(".words .main");
    browser.click(&cell_at(from));
    browser.click(&cell_at(to));
    assert_eq!(played(&mut table), text);
    // Black turns and flips by the buttons, lays where the mouse is, and moves no man.
    press(&browser, "Tourner (R)");
    let turned = other_ghost(&browser, "");
    press(&browser, "Retourner (F)");
    other_ghost(&browser, &turned);
    browser.hover(&cell_at("b2"));
    browser.click(&cell_at("b2"));
    press(&browser, "✓ Laisser les pions");
    let text = played(&mut table);
    assert!(!text.contains('/'), "{text}");
}

#[test]
fn the_l_is_laid_by_keys() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = table(&browser, "crosses", None);
    keyboard::choose(&browser, &white_cells(&table)[0]);
    browser.press(key::ESCAPE);
    browser.press("r");
    let turned = other_ghost(&browser, "");
    browser.press("f");
    other_ghost(&browser, &turned);
    browser.press(key::ENTER);
    browser.await_sight(".words .main");
    for _ in 0..40 {
        if browser.script("return document.activeElement.matches('.words .main')", &[]) == Value::Bool(true) {
            break;
        }
        browser.press(key::TAB);
    }
    browser.press(key::ENTER);
    let text = played(&mut table);
    assert!(!text.contains('/'), "{text}");
}

#[test]
fn the_matches_that_are_clicked_rise_and_go() {
    for kind in [Kind::DESKTOP, Kind::PHONE] {
        // When the test fails, the last of these lines says where.
        println!("{kind:?}");
        let browser = Browser::open(kind);
        let mut table = table(&browser, "nim", None);
        let places = "return [...document.querySelectorAll('.layer-pieces .piece')].map((e) => e.getAttribute('transform').replace(/\\s/g, '')).sort()";
        let before = strings(&browser.script(places, &[]));
        let of = "return document.querySelector(`.piece[data-piece='${arguments[0]}']`).getAttribute('transform').replace(/\\s/g, '')";
        // The first and the third of three new ones, and the burnt one.
        let taken = ["1:1n", "1:3n", "1:1b"];
        let gone: Vec<String> = taken
            .iter()
            .map(|name| browser.script(of, &[(*name).into()]).as_str().expect("a place").to_string())
            .collect();
        for name in taken {
            browser.click(&cell_at(name));
        }
        await_things(&browser, ".piece.lifted", &["1:1b", "1:1n", "1:3n"]);
        press(&browser, "✓ Prendre 2 neuves et 1 brûlée");
        assert_eq!(played(&mut table), "1:2n1b");
        // What was clicked is gone, and no other match has moved.
        let left: Vec<String> = before.into_iter().filter(|place| !gone.contains(place)).collect();
        browser.wait(
            &format!("const seen = (() => {{ {places} }})(); return JSON.stringify(seen) === JSON.stringify(arguments[0])"),
            &[json!(left)],
        );
        // A match that was taken up by mistake is put back.
        browser.click(&cell_at("2:1n"));
        await_things(&browser, ".piece.lifted", &["2:1n"]);
        browser.click(&cell_at("2:1n"));
        await_count(&browser, ".piece.lifted", 0);
        // Of another heap nothing can be taken with it.
        browser.click(&cell_at("2:2b"));
        browser.click(&cell_at("3:1b"));
        await_things(&browser, ".piece.lifted", &["3:1b"]);
    }
}

#[test]
fn the_two_first_circles_are_chosen_in_any_order() {
    // docs/rules.md, Dualité: "First draws two white circles on cells that are not neighbours."
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = table(&browser, "dualite", None);
    await_count(&browser, ".layer-hints .dot", 16);
    browser.click(&cell_at("d3"));
    // Eight cells touch d3 or are it… six of them on this board.
    await_count(&browser, ".layer-hints .dot", 10);
    browser.hover(&cell_at("a1"));
    // Both circles are seen, and where one could answer them.
    browser.wait("return document.querySelector('.ghost[data-piece=\"a1\"]') && document.querySelector('.ghost[data-piece=\"d3\"]')", &[]);
    browser.click(&cell_at("a1"));
    assert_eq!(played(&mut table), "a1+d3");
}

#[test]
fn a_tile_is_chosen_at_its_cell() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = table(&browser, "turnabout:size=4", None);
    browser.click(&cell_at("b2"));
    await_count(&browser, ".choice button svg", 3);
    // They are signs beside the cell, not boards.
    let wide = "return Math.max(...[...document.querySelectorAll('.choice button svg')].map((e) => e.getBoundingClientRect().width)) < 80";
    assert_eq!(browser.script(wide, &[]), true);
    browser.hover(".choice button:nth-child(2)");
    let slash = other_ghost(&browser, "");
    browser.hover(".choice button:nth-child(3)");
    other_ghost(&browser, &slash);
    browser.click(".choice button:nth-child(2)");
    assert_eq!(played(&mut table), "b2/");
    // By keys: arrows lead from one tile to the next.
    keyboard::choose(&browser, "c3");
    browser.wait("return !!document.activeElement.closest('.choice')", &[]);
    browser.press(key::RIGHT);
    browser.press(key::RIGHT);
    browser.press(key::ENTER);
    assert_eq!(played(&mut table), "c3\\");
}

#[test]
fn a_peg_is_seen_with_its_links_before_it_is_set() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut twixt = table(&browser, "twixt:size=12", None);
    for text in ["f6", "i4", "g4", "h2"] {
        twixt.play(text);
        twixt.settle();
    }
    // e8 is a knight's move from f6.
    browser.hover(&cell_at("e8"));
    await_things(&browser, ".layer-ghost .ghost", &["e8", "f6~e8"]);
    browser.click(&cell_at("e8"));
    assert_eq!(played(&mut twixt), "e8");
    // By touch the first tap shows it, the second one sets it.
    let phone = Browser::open(Kind::PHONE);
    let mut twixt = table(&phone, "twixt:size=8", None);
    phone.click(&cell_at("c3"));
    await_things(&phone, ".layer-ghost .ghost", &["c3"]);
    phone.click(&cell_at("c3"));
    assert_eq!(played(&mut twixt), "c3");
}

#[test]
fn a_turn_ends_by_itself_where_no_link_is_possible() {
    // docs/rules.md, Twixt `manuel`: a turn is a peg, then links, then `fin`.
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = table(&browser, "twixt:manuel,size=6", None);
    for (peg, all) in [("c3", 2), ("b5", 4)] {
        browser.click(&cell_at(peg));
        played(&mut table);
        assert_eq!(table.mirror.moves().len(), all, "{:?}", table.mirror.moves());
    }
    browser.click(&cell_at("d5"));
    assert_eq!(played(&mut table), "d5");
    // The link, by a drag from peg to peg.
    browser.drag(&cell_at("d5"), &cell_at("c3"));
    assert_eq!(played(&mut table), "c3=d5");
    assert_eq!(table.mirror.moves().last().map(String::as_str), Some("fin"));
}

#[test]
fn a_man_is_huffed_by_name_and_fades() {
    let browser = Browser::open(Kind::DESKTOP);
    // games.txt: after these moves e6 may be huffed, and d2-c3 goes with it.
    let mut table = table(&browser, "dames-en-croix", None);
    let moves = "a4-a5 e5-f5 e4-e5 c5-b5 d4-c5 d5-d4 d3xd5 f5-g5 a3-a4 g5-f5 c3-d4 f5-g5";
    let mut mirror = table.mirror.moves().len();
    for text in moves.split(' ') {
        table.play(text);
        table.settle();
        mirror += 1;
    }
    assert_eq!(table.mirror.moves().len(), mirror);
    press(&browser, "Souffler e6");
    await_things(&browser, ".piece.going", &["e6", "e6~guide-huff"]);
    assert!(browser.text(".words").contains("soufflé"), "{}", browser.text(".words"));
    browser.drag(&cell_at("d2"), &cell_at("c3"));
    assert_eq!(played(&mut table), "!e6/d2-c3");
    await_things(&browser, ".layer-taken .taken", &["e6"]);
}

#[test]
fn what_is_dragged_follows_and_may_be_put_back() {
    for kind in [Kind::DESKTOP, Kind::PHONE] {
        // When the test fails, the last of these lines says where.
        println!("{kind:?}");
        let browser = Browser::open(kind);
        let mut table = table(&browser, "neo-pettie", None);
        assert!(!browser.sees(".layer-hints .pick"), "what may be taken up is not marked all the time");
        browser.hold(&cell_at("d7"), &cell_at("d6"));
        browser.await_sight(".dragged");
        browser.await_sight(".layer-hints .chosen");
        await_things(&browser, ".layer-ghost .ghost", &["d6"]);
        // Let go where it cannot stand: nothing is played.
        browser.move_to(&cell_at("g9"));
        browser.let_go();
        await_count(&browser, ".dragged", 0);
        browser.drag(&cell_at("d7"), &cell_at("d6"));
        assert_eq!(played(&mut table), "d7-d6");
    }
}

#[test]
fn what_was_taken_stays_to_be_seen_for_a_ply() {
    let browser = Browser::open(Kind::DESKTOP);
    // A pair between two stones is taken: docs/rules.md, Gomoku, rule of capture.
    let mut gomoku = table(&browser, "gomoku:size=9", None);
    for text in ["d4", "e4", "a1", "f4"] {
        gomoku.play(text);
        gomoku.settle();
    }
    browser.hover(&cell_at("g4"));
    await_things(&browser, ".piece.going", &["e4", "f4"]);
    await_count(&browser, ".layer-ghost .cross", 2);
    browser.click(&cell_at("g4"));
    assert_eq!(played(&mut gomoku), "g4");
    await_things(&browser, ".layer-taken .taken", &["e4", "f4"]);
    gomoku.play("a9");
    gomoku.settle();
    await_count(&browser, ".layer-taken .taken", 0);
}

#[test]
fn discs_are_seen_to_turn_before_and_after() {
    let browser = Browser::open(Kind::DESKTOP);
    let mut table = table(&browser, "reversi", None);
    browser.hover(&cell_at("d3"));
    await_things(&browser, ".layer-ghost .ghost", &["d3", "d4"]);
    browser.click(&cell_at("d3"));
    played(&mut table);
    await_things(&browser, ".layer-marks .mark", &["d3~mark", "d4~mark"]);
}

#[test]
fn sights_polygons_hollows_and_colours_are_shown() {
    let browser = Browser::open(Kind::DESKTOP);
    // Example 5 of the sheet of DuLu: a4 closes a4, e4, j7, e9, e8; e7 and g7 are taken.
    let position = "8/9/10/11/3b2rbb3/13/1r4r7/15/9r4/6b6/12/11/10/9/8 b 13/13";
    let mut dulu = table(&browser, "dulu", Some(position));
    browser.hover(&cell_at("a4"));
    browser.wait("return document.querySelector('.ghost[data-piece=\"a4~guide-shown-polygon0\"]')", &[]);
    await_things(&browser, ".piece.going", &["e7", "g7"]);
    browser.click(&cell_at("a4"));
    assert_eq!(played(&mut dulu), "a4");
    browser.wait("return document.querySelector('.piece[data-piece=\"a4~guide-shown-polygon0\"]')", &[]);

    let quandary = table(&browser, "quandary", None);
    assert!(!things(&browser, ".piece[data-piece*='~guide']").is_empty(), "barred colours are faded");
    // A hover shows the man and where he would look, but leaves the colours of the board as they are.
    let legal = quandary.mirror.legal();
    let (from, to) = legal[0].split_once('-').expect("a step");
    browser.click(&cell_at(from));
    browser.hover(&cell_at(to));
    await_things(&browser, ".layer-ghost .ghost:not([data-piece*='~'])", &[to]);
    browser.wait("return document.querySelector('.layer-ghost [data-piece$=\"~guide-look\"]')", &[]);
    assert_eq!(things(&browser, ".ghost[data-piece*='-later-']"), [""; 0]);
    assert_eq!(things(&browser, ".going[data-piece*='-later-']"), [""; 0]);
    // Under the men.
    let order = "return [...document.querySelectorAll('.layer-pieces .piece')].map((e) => /-later-/.test(e.dataset.piece)).lastIndexOf(true)
        < [...document.querySelectorAll('.layer-pieces .piece')].findIndex((e) => !/~/.test(e.dataset.piece))";
    assert_eq!(browser.script(order, &[]), true);

    let mut simultana = table(&browser, "simultana", None);
    let text = simultana.mirror.legal().swap_remove(0);
    let (from, to) = text.split_once('-').expect("a step");
    browser.click(&cell_at(from));
    browser.hover(&cell_at(to));
    browser.wait(
        "return document.querySelector('.layer-under .ghost[data-piece*=\"~guide-under-hollow\"]')",
        &[],
    );
    browser.click(&cell_at(to));
    assert_eq!(played(&mut simultana), text);

    let mut meandres = table(&browser, "meandres", None);
    let text = meandres.mirror.legal().swap_remove(0);
    meandres.play(&text);
    meandres.settle();
    let forbidden = "return [...document.querySelectorAll('[data-cell]')].filter((e) => /interdite/.test(e.ariaLabel)).length";
    assert_eq!(browser.script(forbidden, &[]), 1, "the counter that may not go back is hatched");
}

#[test]
fn things_move_unless_the_reader_wants_no_motion() {
    let count = "window.runs = 0; const plain = Element.prototype.animate;
        Element.prototype.animate = function (...all) { window.runs += 1; return plain.apply(this, all); };";
    for (wanted, moves) in [("no-preference", true), ("reduce", false)] {
        let browser = Browser::open(Kind::DESKTOP);
        let feature = json!({ "features": [{ "name": "prefers-reduced-motion", "value": wanted }] });
        browser.devtools("Emulation.setEmulatedMedia", feature);
        let mut table = table(&browser, "reversi", None);
        browser.script(count, &[]);
        browser.click(&cell_at("d3"));
        played(&mut table);
        assert_eq!(browser.script("return window.runs > 0", &[]), moves, "{wanted}");
    }
}
