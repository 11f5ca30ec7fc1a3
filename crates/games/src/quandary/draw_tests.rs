//! What the picture tells a player: which colours are barred, who allows the others, what to do, who has won.

use damier_core::Lang;
use damier_scene::{Mark, Scene, View};
use damier_testkit::play;

use super::ENTRY;

/// The example of Games & Puzzles 15, 1973, in docs/rules.md: "White on files d e i k, Black on files a b k l". On the sheet's
/// grid the cells before Black's men are a11 (J), b11 (V), k11 (N) and l11 (J): yellow, black and green are allowed.
const EXAMPLE: &str = "blanc=d.e.i.k,noir=a.b.k.l";

fn view(lang: Lang) -> View {
    View { guides: true, ..View::new(lang) }
}

fn guides(scene: &Scene) -> Vec<&str> {
    scene.groups.iter().map(|group| group.name.as_str()).filter(|name| name.contains("~guide")).collect()
}

#[test]
fn barred_colours_fade_and_arrows_say_who_allows_the_others() {
    let session = play::after(&ENTRY, EXAMPLE, "");
    // The sheet's grid begins BOGRJMVN: each veil is named by the first cell of its colour, each arrow by its man.
    let veils = [
        "a12~guide-under-later-b",
        "c12~guide-under-later-g",
        "f12~guide-under-later-m",
        "b12~guide-under-later-o",
        "d12~guide-under-later-r",
    ];
    let looks = ["a12~guide-look", "b12~guide-look", "k12~guide-look", "l12~guide-look"];
    assert_eq!(guides(&session.scene(&view(Lang::En))), [&veils[..], &looks].concat());
    // docs/rules.md: "18 cells of each colour".
    let scene = session.scene(&view(Lang::En));
    let grouped = scene.grouped();
    for veil in veils {
        let [shape] = &grouped[veil].1[..] else { panic!("one path of {veil}") };
        let damier_scene::Outline::Path(path) = &shape.outline else { panic!("a path of {veil}") };
        let closed = path.iter().filter(|part| matches!(part, damier_scene::Segment::Close)).count();
        assert_eq!(closed, 18, "{veil}");
    }
    assert_eq!(
        guides(&session.scene(&View::new(Lang::En))),
        [""; 0],
        "printed diagrams show the board as it is"
    );
}

#[test]
fn a_ghost_shows_the_colours_that_a_move_would_allow() {
    let session = play::after(&ENTRY, EXAMPLE, "");
    let place = session.legal().iter().position(|text| text == "d1-c2").expect("the example allows it");
    let changes = &session.previews(&view(Lang::En))[place];
    let named = |gone: bool| {
        let some = changes.iter().filter(|change| change.shapes.is_empty() == gone);
        let mut names: Vec<&str> = some.map(|change| change.name.as_str()).collect();
        names.retain(|name| name.contains("~guide") && !name.ends_with("look"));
        names
    };
    // White would look at c3 (V), e2 (M), i2 (M) and k2 (R): mauve and red open, yellow and black close.
    assert_eq!(named(true), ["d12~guide-under-later-r", "f12~guide-under-later-m"]);
    assert_eq!(named(false), ["e12~guide-under-later-j", "h12~guide-under-later-n"]);
}

#[test]
fn the_prompt_and_the_swatches_name_the_allowed_colours() {
    let session = play::after(&ENTRY, EXAMPLE, "");
    let scene = session.scene(&view(Lang::Fr));
    let asked = "Avancez un pion d'une rangée, sur une case d'une couleur permise : jaune, noir ou vert.";
    assert_eq!(scene.prompt, asked);
    let trays: Vec<_> = scene.trays.iter().map(|tray| (tray.seat, tray.stamp, tray.words.as_str())).collect();
    let words = ["couleur permise : jaune", "couleur permise : noir", "couleur permise : vert"];
    assert_eq!(trays, [(0, 'J', words[0]), (0, 'N', words[1]), (0, 'V', words[2])]);
    assert!(scene.trays.iter().all(|tray| tray.shapes.len() == 2), "a swatch and its letter");
    // "were it Black's turn he would have no move": White looks at d2 (R), e2 (M), i2 (M), k2 (R).
    let black = session.start().replacen(" w ", " b ", 1);
    let black = play::at(&ENTRY, EXAMPLE, &black);
    assert_eq!(black.legal(), ["pass"]);
    assert_eq!(black.scene(&view(Lang::Fr)).prompt, "Aucun pion ne peut avancer : passez.");
    assert_eq!(black.scene(&view(Lang::En)).prompt, "No man can advance: pass.");
}

#[test]
fn a_barred_colour_is_explained_by_the_men_who_allow_others() {
    let mut session = play::after(&ENTRY, EXAMPLE, "");
    // d1-d2 goes to red.
    let fault = session.play("d1-d2").unwrap_err();
    let said = "d1-d2 ; d2 est rouge (R), et l'adversaire permet : jaune (par a12, l12), noir (par k12), vert (par b12)";
    assert_eq!(fault.say(Lang::Fr), format!("coup impossible : {said}"));
}

#[test]
fn the_men_who_have_won_are_marked() {
    // The first game of games.txt that ends for each reason.
    let games = include_str!("games.txt");
    let won = |reason: &str| {
        let mut rows = games.lines().map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
        let row = rows.find(|row| row.len() == 4 && row[3] == reason).expect("such a game");
        let session = play::after(&ENTRY, row[0].trim_start_matches('-'), row[1]);
        let scene = session.scene(&view(Lang::En));
        assert_eq!(guides(&scene), [""; 0], "nothing is left to enter");
        assert_eq!(scene.prompt, "");
        let cells = scene.cells.iter().filter(|cell| cell.marks.contains(&Mark::Won));
        cells.map(|cell| cell.name.clone()).collect::<Vec<_>>()
    };
    // "the first man to reach the far rank wins": f11-e12 was the last move of the first race.
    assert_eq!(won("far-rank"), ["e12"]);
    // "all four men on the four cells where the enemy men started": that game has noir=b.c.f.l.
    let mut home = won("four-home");
    home.sort_unstable();
    assert_eq!(home, ["b12", "c12", "f12", "l12"]);
}
