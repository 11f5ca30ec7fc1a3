//! People who sit apart, each in a browser of his own.

use damier_browser::{Browser, Kind};

use crate::house;
use crate::table::{Table, cell_at};

/// Invites from one browser and takes the seat in another; returns the address of the game.
fn invite(ada: &Browser, bob: &Browser, game: &str, size: &str) -> String {
    ada.go(&house::at(&format!("/games/{game}/play?against=friend&param-size={size}")));
    ada.click("input[name=name]");
    ada.press("Ada");
    ada.click("form.begin button.main");
    ada.await_sight(".invitation input[readonly]");
    let link = ada.script("return document.querySelector('.invitation input[readonly]').value", &[]);
    let link = link.as_str().expect("a link").to_string();
    bob.go(&link);
    bob.await_sight("form.seat");
    bob.click("form.seat input[name=name]");
    bob.press("Bob");
    bob.click("form.seat button");
    link
}

#[test]
fn two_guests_play_by_a_link_on_phone_and_desktop() {
    let (ada, bob) = (Browser::open(Kind::DESKTOP), Browser::open(Kind::PHONE.in_lang("en")));
    invite(&ada, &bob, "hex", "5");
    // She who invited sees that he has come, and nothing was loaded anew.
    ada.script("window.stays = true", &[]);
    ada.wait("return document.querySelector('.seats').textContent.includes('Bob') && !document.querySelector('form.move').hidden", &[]);
    let (mut first, mut second) = (Table::find(&ada, "hex:size=5"), Table::find(&bob, "hex:size=5"));
    // White joins top and bottom by the third file.
    for (white, black) in [("c1", "a2"), ("c2", "a3"), ("c3", "a4"), ("c4", "a5")] {
        first.settle();
        first.play(white);
        second.settle();
        second.play(black);
    }
    first.settle();
    first.play("c5");
    ada.wait("return document.querySelector('.state').textContent.startsWith('Vous avez gagné')", &[]);
    bob.wait("return document.querySelector('.state').textContent.startsWith('You lost')", &[]);
    assert_eq!(ada.script("return window.stays === true", &[]), true);
    // One asks for another game, the other agrees, and both sit at it.
    let old = ada.address();
    ada.click("[data-verb=again] button");
    bob.await_sight(".offer");
    bob.click("[data-verb=accept] button");
    for browser in [&ada, &bob] {
        browser.wait(
            "return location.pathname !== arguments[0] && document.querySelector('.layer-hints') !== null",
            &[old.rsplit_once("/play").map(|(_, id)| format!("/play{id}")).expect("a game").into()],
        );
    }
    bob.wait("return document.querySelector('.target')", &[]);
    assert_eq!(ada.script("return location.pathname", &[]), bob.script("return location.pathname", &[]));
}

#[test]
fn a_takeback_is_refused_and_granted_and_absence_is_seen() {
    let (ada, bob) = (Browser::open(Kind::DESKTOP.in_lang("en")), Browser::open(Kind::DESKTOP));
    let link = invite(&ada, &bob, "hex", "5");
    ada.wait("return document.querySelector('.target')", &[]);
    let (mut first, mut second) = (Table::find(&ada, "hex:size=5"), Table::find(&bob, "hex:size=5"));
    first.settle();
    first.play("c3");
    for (answer, plies) in [("decline", 1), ("accept", 0)] {
        ada.click("[data-verb=undo] button");
        bob.await_sight(".offer");
        bob.click(&format!("[data-verb={answer}] button"));
        let count = "return !document.querySelector('.offer') && document.querySelectorAll('.moves ol a').length === arguments[0]";
        ada.wait(count, &[plies.into()]);
        bob.wait(count, &[plies.into()]);
    }
    second.browser.wait("return document.querySelector('.seats').textContent.includes('Ada')", &[]);
    // A watcher sees the game and is offered nothing.
    let eve = Browser::open(Kind::PHONE);
    eve.go(&link);
    eve.wait("return document.querySelector('.prompt').textContent.includes('regardez')", &[]);
    assert!(!eve.sees("form.seat") && !eve.sees("form.move"));
    ada.click(&cell_at("b2"));
    eve.wait("return document.querySelectorAll('.moves ol a').length === 1", &[]);
    second.mirror.play("b2").expect("a legal move");
    second.settle();
    // Who closes the game is away; who comes back is there.
    bob.go(&house::at("/"));
    ada.wait("return document.querySelector('.seats').textContent.includes('away')", &[]);
    bob.go(&link);
    ada.wait("return !document.querySelector('.seats').textContent.includes('away')", &[]);
}
