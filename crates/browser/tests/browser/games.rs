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

/// Small boards where the game has them; of the other games the default is played.
const SMALL: [&str; 4] = ["hex:swap,size=5", "reversi:size=6", "twixt:size=8", "gomoku:size=7"];

/// Plays the games of one share.
fn play_share(share: usize, for_two: bool) {
    for (number, entry) in damier_games::ALL.iter().enumerate().filter(|(number, _)| number % SHARES == share)
    {
        let spec =
            SMALL.into_iter().find(|spec| spec.split(':').next() == Some(entry.id)).unwrap_or(entry.id);
        let mut seats = vec!["human"; entry.variant("").expect("a game").seats().len()];
        if !for_two {
            seats[1..].fill("level:1");
        }
        for kind in kinds(number, for_two) {
            // When the test fails, the last of these lines says where.
            println!("{spec}, {kind:?}");
            play(kind, spec, &seats);
        }
    }
}

/// Deals the games of the catalogue out to tests that run side by side.
macro_rules! shares {
    ($($name:ident $share:literal)*) => {
        /// How many shares there are.
        const SHARES: usize = [$($share),*].len();

        $(mod $name {
            #[test]
            fn against_the_computer() {
                super::play_share($share, false);
            }

            #[test]
            fn for_two() {
                super::play_share($share, true);
            }
        })*
    };
}

shares! { share_0 0 share_1 1 share_2 2 share_3 3 share_4 4 share_5 5 share_6 6 share_7 7 }
