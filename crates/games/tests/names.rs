//! What games with variants and parameters are called.

#![allow(clippy::unwrap_used)]

use damier_core::Lang;
use damier_table::words;

fn called(text: &str) -> [String; 2] {
    let spec = text.parse().unwrap();
    let entry = damier_games::entry(text.split(':').next().unwrap()).unwrap();
    Lang::ALL.map(|lang| words::spec(entry, &spec, lang))
}

#[test]
fn games_are_called_by_words() {
    for (spec, names) in [
        ("hex", ["Hex", "Hex"]),
        ("hex:swap,size=11", ["Hex 11 × 11, avec échange", "Hex 11 × 11, with the swap rule"]),
        // The sheet's size is not said, however it is written.
        ("hex:size=16", ["Hex", "Hex"]),
        (
            "twixt:manuel,pp,size=12",
            [
                "Twixt 12 × 12, papier-crayon, liens posés à la main",
                "Twixt 12 × 12, paper and pencil, links placed by hand",
            ],
        ),
        // "Start `diagonale` (default)": docs/rules.md, section 12.
        ("reversi:diagonale", ["Le reversi", "Reversi"]),
        (
            "nim:tas=1n1b+2n",
            [
                "Nim bicolore, tas de 1 neuve et 1 brûlée, 2 neuves",
                "Two-coloured Nim, heaps of 1 new and 1 burnt, 2 new",
            ],
        ),
        ("nim:tas=5b", ["Nim bicolore, un tas de 5 brûlées", "Two-coloured Nim, a heap of 5 burnt"]),
        (
            "nim:tas=1n+2n+3n+1b+2b",
            ["Nim bicolore, 5 tas, 6 neuves et 3 brûlées", "Two-coloured Nim, 5 heaps, 6 new and 3 burnt"],
        ),
        (
            "quandary:premier,noir=b.c.f.l,blanc=a.d.h.k",
            [
                "Quandary, au premier arrivé, Blanc en a d h k, Noir en b c f l",
                "Quandary, first to arrive, White on a d h k, Black on b c f l",
            ],
        ),
        ("quandary:plateau=7", ["Quandary, grille 7", "Quandary, grid 7"]),
    ] {
        assert_eq!(called(spec), names, "{spec}");
    }
}

#[test]
fn what_no_game_knows_stays_as_it_is_written() {
    assert_eq!(called("hex:blue,depth=3")[1], "Hex, blue, depth 3");
    assert_eq!(called("nim:tas=9x")[1], "Two-coloured Nim, 9x");
}
