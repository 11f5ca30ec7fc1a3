//! Every game, played to its end by clicks: against the computer and between two people, in both languages, with a mouse
//! and by touch.

use damier_browser::{Browser, Kind};

use crate::table::Table;

/// More plies than this no game here takes.
const LONGEST: usize = 400;

/// Plays a game to its end: the first seat plays well, so that the end comes, the others at random.
fn play(kind: Kind, spec: &str, seats: &[&str]) {
    let browser = Browser::open(kind);
    let mut table = Table::begin(&browser, spec, seats, None);
    loop {
        table.settle();
        if table.mirror.outcome().is_some() {
            break;
        }
        assert!(table.mirror.moves().len() < LONGEST, "{spec} has no end");
        let text = if table.mirror.to_move().0 == 0 { table.good() } else { table.any() };
        table.play(&text);
    }
    table.check_end();
}

/// The languages and screens. The two of a pair have neither in common.
const KINDS: [Kind; 4] = [Kind::DESKTOP, Kind::PHONE.in_lang("en"), Kind::DESKTOP.in_lang("en"), Kind::PHONE];

/// Returns what a game is played in, against the computer and for two: both languages and both screens. With
/// `./test --deep` it is everything for both.
fn kinds(number: usize, for_two: bool) -> Vec<Kind> {
    if damier_testkit::deep() {
        return KINDS.to_vec();
    }
    vec![KINDS[(number % KINDS.len()) ^ usize::from(for_two)]]
}

macro_rules! games {
    ($($name:ident $number:literal $spec:literal)*) => {
        /// What is played here, in the catalogue's order.
        const PLAYED: &[&str] = &[$($spec),*];

        $(mod $name {
            use super::*;

            #[test]
            fn against_the_computer() {
                let seats: &[&str] = if $spec == "halma" { &["human"] } else { &["human", "level:1"] };
                kinds($number, false).into_iter().for_each(|kind| play(kind, $spec, seats));
            }

            #[test]
            fn for_two() {
                let seats: &[&str] = if $spec == "halma" { &["human"] } else { &["human", "human"] };
                kinds($number, true).into_iter().for_each(|kind| play(kind, $spec, seats));
            }
        })*
    };
}

// Small boards where the game has them.
games! {
    dualite 0 "dualite"
    agon 1 "agon"
    chercheurs 2 "chercheurs"
    crosses 3 "crosses"
    dames_en_croix 4 "dames-en-croix"
    hex 5 "hex:swap,size=5"
    meandres 6 "meandres"
    halma 7 "halma"
    neo_pettie 8 "neo-pettie"
    nim 9 "nim"
    quandary 10 "quandary"
    reversi 11 "reversi:size=6"
    turnabout 12 "turnabout"
    twixt 13 "twixt:size=8"
    gomoku 14 "gomoku:size=7"
    dulu 15 "dulu"
    simultana 16 "simultana"
}

#[test]
fn every_game_is_played() {
    let played: Vec<&str> = PLAYED.iter().map(|spec| spec.split(':').next().expect("an id")).collect();
    let all: Vec<&str> = damier_games::ALL.iter().map(|entry| entry.id).collect();
    assert_eq!(played, all);
}
