use std::collections::BTreeSet;

use damier_core::{Game, Lang, Rng, Side};
use damier_scene::View;
use damier_table::{Session, Step};
use damier_testkit::play;

use super::twin::Twin;
use super::{ENTRY, Nim};

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, variant, moves)
}

fn result(variant: &str, moves: &str) -> (&'static str, &'static str) {
    let outcome = after(variant, moves).outcome().expect("the game is over");
    (outcome.verdict.code(), outcome.reason.key)
}

#[test]
fn counts_agree_with_single_matches() {
    let mut rng = Rng::new(31);
    for heaps in [&[[3, 1], [2, 2], [1, 3]][..], &[[0, 4], [3, 2], [1, 0]], &[[5, 0], [0, 5], [4, 4]]] {
        let game = Nim::new(heaps);
        for _ in 0..100 {
            let mut position = game.start(&mut rng);
            let mut twin = Twin::new(heaps);
            while game.outcome(&position).is_none() {
                assert_eq!(twin.winner, None);
                let moves = game.moves(&position).into_iter();
                let texts: BTreeSet<String> = moves.map(|mv| game.move_text(&position, mv)).collect();
                assert_eq!(texts, twin.moves());
                assert_eq!(game.count_moves(&position), texts.len() as u64);
                let mv = game.random_move(&position, &mut rng);
                let text = game.move_text(&position, mv);
                game.play(&mut position, mv);
                twin.play(&text);
            }
            assert!(twin.matches.is_empty());
            assert_eq!(position.winner.map(Side::index), twin.winner);
        }
    }
}

#[test]
fn each_player_plays_in_turn() {
    // Sheet: "Chaque joueur joue alternativement."
    assert_eq!(after("", "").to_move().index(), 0);
    assert_eq!(after("", "1:1n").to_move().index(), 1);
    assert_eq!(after("", "1:1n 1:1n").to_move().index(), 0);
}

#[test]
fn a_turn_takes_from_one_heap_new_burnt_or_both() {
    // Sheet: "Chaque joueur ôte des allumettes dans 1 seul tas à la fois. Il peut prendre des allumettes neuves, des
    // brûlées, ou les deux."
    let legal: BTreeSet<String> = after("tas=2n1b+1b", "").legal().into_iter().collect();
    let expected = ["1:1n", "1:2n", "1:1b", "1:1n1b", "1:2n1b", "2:1b"].map(String::from);
    assert_eq!(legal, BTreeSet::from(expected));
    assert_eq!(after("", "2:1n2b").position(), "3n1b+1n+1n3b 2");
}

#[test]
fn the_last_match_burnt_loses() {
    // Sheet: "Soit B le joueur qui prend la dernière allumette […] Si la dernière est brûlée, il a perdu."
    assert_eq!(result("tas=1b", "1:1b"), ("second", "last-burnt"));
    assert_eq!(result("tas=1n+1b", "1:1n 2:1b"), ("first", "last-burnt"));
}

#[test]
fn the_last_match_new_wins() {
    // Sheet: "Si la dernière est neuve, il a gagné."
    assert_eq!(result("tas=1n", "1:1n"), ("first", "last-new"));
    assert_eq!(result("tas=1n+1b", "2:1b 1:1n"), ("second", "last-new"));
    // "(il peut prendre les trois dernières par exemple)"
    assert_eq!(result("tas=3n", "1:3n"), ("first", "last-new"));
}

#[test]
fn one_burnt_among_the_last_three_loses() {
    // Sheet: "Il va de soi que si B prend les 3 dernières et qu'il y en a 1 brûlée, il a perdu. Il n'avait qu'à la
    // laisser à A !"
    assert_eq!(result("tas=2n1b", "1:2n1b"), ("second", "last-burnt"));
    assert_eq!(result("tas=2n1b", "1:2n 1:1b"), ("first", "last-burnt"));
}

#[test]
fn burnt_matches_taken_before_the_last_turn_do_not_count() {
    // docs/rules.md: "wins if what he took in that turn is all new"
    assert_eq!(result("tas=1n1b+1n", "1:1b 2:1n 1:1n"), ("first", "last-new"));
}

#[test]
fn heaps_keep_their_numbers() {
    // docs/rules.md: "Heaps keep their numbers."
    let session = after("", "1:3n1b");
    assert_eq!(session.position(), "0+2n2b+1n3b 2");
    assert!(session.legal().iter().all(|mv| mv.starts_with("2:") || mv.starts_with("3:")));
}

#[test]
fn the_default_heaps_are_those_of_the_rules() {
    // docs/rules.md: "default `tas=3n1b+2n2b+1n3b`"
    assert_eq!(after("", "").position(), "3n1b+2n2b+1n3b 1");
    assert_eq!(after("tas=3n1b+2n2b+1n3b", "").position(), "3n1b+2n2b+1n3b 1");
}

#[test]
fn wrong_heaps_are_refused_and_named() {
    let say = |tas: &str| ENTRY.variant(&format!("tas={tas}")).err().unwrap().to_string();
    for (tas, heap) in [
        ("0", "heap 1 \"0\""),
        ("3n+0", "heap 2 \"0\""),
        ("3n+", "heap 2 \"\""),
        ("3", "heap 1 \"3\""),
        ("n", "heap 1 \"n\""),
        ("2b3n", "heap 1 \"2b3n\""),
        ("3n0b", "heap 1 \"3n0b\""),
        ("03n", "heap 1 \"03n\""),
        ("1n+100n", "heap 2 \"100n\""),
        ("1n+2b+300b", "heap 3 \"300b\""),
        ("3n 2b", "heap 1 \"3n 2b\""),
        ("3n2b1n", "heap 1 \"3n2b1n\""),
        ("3é", "heap 1 \"3é\""),
    ] {
        let fault = say(tas);
        assert!(fault.contains(heap) && fault.contains("1 to 99"), "{fault}");
    }
    let many = ["1n"; 17].join("+");
    assert!(say(&many).ends_with("17 heaps, at most 16"), "{}", say(&many));
    assert!(ENTRY.variant(&format!("tas={}", ["99n99b"; 16].join("+"))).is_ok());
}

#[test]
fn impossible_moves_are_explained() {
    let say = |mv: &str| after("", "2:1n").play(mv).unwrap_err().to_string();
    assert_eq!(say("2:2n"), "impossible move: 2:2n; heap 2 has 1 new and 2 burnt left");
    assert_eq!(say("2:1n3b"), "impossible move: 2:1n3b; heap 2 has 1 new and 2 burnt left");
    assert_eq!(say("4:1n"), "impossible move: 4:1n; the heaps are 1 to 3");
    for wrong in ["2:", "2", "2:0n", "2:0n1b", "2:1b1n", "0:1n", "02:1n", ":1n", "2:1n+3:1n", ""] {
        assert!(say(wrong).ends_with("as in 2:1n2b"), "{}", say(wrong));
    }
}

#[test]
fn positions_are_read_and_wrong_ones_named() {
    let game = ENTRY.variant("").unwrap();
    // Any heaps from 0 to 99 of each kind, whatever the start was.
    assert_eq!(game.resume("99n99b+0+7b 2").unwrap().position(), "99n99b+0+7b 2");
    let over = game.resume("0+0+0 2 first").unwrap().outcome().unwrap();
    assert_eq!((over.verdict.code(), over.reason.key), ("first", "last-new"));
    let over = game.resume("0+0+0 1 first").unwrap().outcome().unwrap();
    assert_eq!((over.verdict.code(), over.reason.key), ("first", "last-burnt"));
    for (wrong, part) in [
        ("3n1b+2n2b 1", "2 heap(s) separated by \"+\" instead of 3"),
        ("3n+2x+1b 1", "heap 2 \"2x\""),
        ("3n+0n+1b 1", "heap 2 \"0n\""),
        ("3n+100n+1b 1", "heap 2 \"100n\""),
        ("3n+0+1b 3", "expected one of: 1, 2"),
        ("3n+0+1b", "1 field(s) instead of 2"),
        ("3n+0+1b 1 first now", "4 field(s) instead of 2"),
        ("0+0+0 1", "say who won"),
        ("0+0+0 1 draw", "say who won"),
        ("0+1n+0 1 first", "there are matches left"),
    ] {
        let fault = game.resume(wrong).err().unwrap().to_string();
        assert!(fault.contains(part), "{wrong}: {fault}");
    }
}

#[test]
fn a_match_stands_for_itself_and_those_before_it() {
    let session = after("", "");
    assert_eq!(session.steps("2:2n1b"), [Step::on("2:2n", "2:2n"), Step::on("2:1b", "1b")]);
    assert_eq!(session.steps("2:2b"), [Step::on("2:2b", "2:2b")]);
    assert_eq!(session.steps("1:3n"), [Step::on("1:3n", "1:3n")]);
    let begun = session.complete("2:2n");
    assert!(begun.complete);
    assert_eq!(begun.next, [Step::on("2:1b", "1b"), Step::on("2:2b", "2b")]);
}

#[test]
fn every_step_has_its_cell_in_the_picture() {
    let mut rng = Rng::new(8);
    for variant in ["", "tas=12n3b+25b", "tas=1n", "tas=1b"] {
        let mut session = ENTRY.variant(variant).unwrap().open(&mut rng);
        while session.outcome().is_none() {
            let scene = session.scene(&View::new(Lang::En));
            let legal = session.legal();
            for step in legal.iter().flat_map(|mv| session.steps(mv)) {
                let name = step.cell.unwrap();
                let cell = scene.cells.iter().find(|cell| cell.name == name).unwrap();
                assert_eq!(cell.holds, if name.ends_with('n') { "new match" } else { "burnt match" });
            }
            session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
        let scene = session.scene(&View::new(Lang::En));
        assert!(scene.cells.iter().all(|cell| cell.holds == "empty place"));
    }
}

#[test]
fn matches_are_set_up_with_those_before_them() {
    let text = |start, clicks| play::set_up(&ENTRY, "tas=3n1b+2n2b", start, clicks).text();
    assert_eq!(text("3n1b+2n2b 1", "i1:2n"), "1n1b+2n2b 1");
    assert_eq!(text("1n1b+2n2b 1", "i1:3n"), "3n1b+2n2b 1");
    assert_eq!(text("0+0 2 first", "i1:1b"), "1b+0 2");
    let mut setup = play::set_up(&ENTRY, "tas=3n1b+2n2b", "3n1b+2n2b 1", "i1:1n");
    assert!(setup.toggle("3:1n", 'i').is_err() && setup.toggle("1:1", 'i').is_err());
    setup.clear();
    assert_eq!(setup.text(), "0+0 1");
    let fault = setup.fault().unwrap().to_string();
    assert!(fault.contains("all heaps are empty"), "{fault}");
    let scene = setup.scene(&View::new(Lang::En));
    assert_eq!(scene.captions[0], fault);
    assert!(scene.cells.iter().all(|cell| cell.holds == "free"));
}
