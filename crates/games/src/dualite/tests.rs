use std::collections::BTreeSet;

use damier_core::{Game, Indexed, Lang, Rng};
use damier_scene::View;
use damier_table::Session;
use damier_testkit::play;

use super::twin::Twin;
use super::{Dualite, DualiteRules, ENTRY, Position};

const VARIANTS: [&str; 5] = ["", "grand", "seul", "grand-seul", "equipes"];

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, variant, moves)
}

fn resume(variant: &str, position: &str) -> Box<dyn Session> {
    play::at(&ENTRY, variant, position)
}

fn legal(session: &dyn Session) -> BTreeSet<String> {
    session.legal().into_iter().collect()
}

fn names(names: &str) -> BTreeSet<String> {
    names.split_ascii_whitespace().map(String::from).collect()
}

fn end(session: &dyn Session) -> Option<(&'static str, &'static str)> {
    session.outcome().map(|outcome| (outcome.verdict.code(), outcome.reason.key))
}

/// Says whether the seat to move wins within so many plies, by trying everything.
fn wins(session: &mut dyn Session, plies: u32) -> bool {
    plies > 0 && session.legal().iter().any(|mv| wins_by(session, mv, plies))
}

/// Says whether a move wins within so many plies, itself included.
fn wins_by(session: &mut dyn Session, mv: &str, plies: u32) -> bool {
    let mover = session.seats()[session.to_move().index()].side.code();
    session.play(mv).unwrap();
    let won = match session.outcome() {
        Some(outcome) => outcome.verdict.code() == mover,
        None => {
            plies > 2
                && session.legal().iter().all(|answer| {
                    session.play(answer).unwrap();
                    let won = match session.outcome() {
                        Some(outcome) => outcome.verdict.code() == mover,
                        None => wins(session, plies - 2),
                    };
                    session.undo();
                    won
                })
        }
    };
    session.undo();
    won
}

#[test]
fn random_games_agree_with_the_naive_twin() {
    let mut rng = Rng::new(31);
    for variant in VARIANTS {
        let game = ENTRY.variant(variant).unwrap();
        let mut ends = BTreeSet::new();
        for _ in 0..150 {
            let mut session = game.open(&mut rng);
            let mut twin = Twin::new(variant);
            loop {
                assert_eq!(session.position(), twin.text(), "{variant}");
                let moves = twin.moves();
                assert_eq!(legal(&*session), moves.iter().map(|(text, _)| text.clone()).collect());
                let stated = twin.end().map(|(team, reason)| (["first", "second"][team], reason));
                assert_eq!(end(&*session), stated, "{variant}: {}", twin.text());
                let Some(found) = stated else {
                    let (mv, next) = moves[rng.below(moves.len() as u32) as usize].clone();
                    session.play(&mv).unwrap();
                    twin = next;
                    continue;
                };
                ends.insert(found);
                break;
            }
        }
        // Lines and enclosures of both sides were met, so both were compared.
        assert_eq!(ends.len(), 4, "{variant}: {ends:?}");
    }
}

#[test]
fn the_counts_are_those_of_the_naive_twin() {
    let rows = include_str!("perft.txt").lines().filter(|row| !row.starts_with('#'));
    let mut compared = 0;
    for row in rows {
        let words: Vec<&str> = row.split(' ').collect();
        let (variant, depth) = (if words[0] == "-" { "" } else { words[0] }, words[1].parse().unwrap());
        let nodes: u64 = words[2].parse().unwrap();
        if nodes < 20_000 {
            assert_eq!(Twin::new(variant).perft(depth), nodes, "{row}");
            compared += 1;
        }
    }
    assert!(compared >= 3 * VARIANTS.len());
}

#[test]
fn the_first_move_draws_two_circles_apart() {
    // Sheet: "Celui-ci trace deux cercles dans deux cases non voisines (ni orthogonalement, ni en diagonale)"
    let mut session = after("", "");
    // By hand: 120 pairs of 16 cells, less 24 beside each other and 18 on a diagonal.
    assert_eq!(session.count(), 120 - 24 - 18);
    let mut refusal = |mv: &str| session.play(mv).unwrap_err().to_string();
    assert_eq!(refusal("a1+b2"), "impossible move: a1 and b2 are neighbours");
    assert_eq!(refusal("a1+a2"), "impossible move: a1 and a2 are neighbours");
    assert_eq!(refusal("a1"), "impossible move: the first move draws two circles, as \"a1+c3\" does");
    // docs/rules.md: "Written with the two cells in order of file then rank: `a1+c3`."
    assert_eq!(refusal("c3+a1"), "impossible move: \"c3+a1\" is written a1+c3");
    assert_eq!(refusal("b4+b1"), "impossible move: \"b4+b1\" is written b1+b4");
    assert_eq!(refusal("a1+e5"), "impossible move: \"a1+e5\" names no cell from a1 to d4");
    assert_eq!(refusal("a1+a1"), "impossible move: \"a1+a1\" names no cell from a1 to d4");
    session.play("a1+c3").unwrap();
    assert_eq!(session.position(), "..../..w./..../w... 2 a1+c3");
}

#[test]
fn either_first_circle_may_be_answered() {
    // docs/rules.md: "On Second's first move, the opponent's last move is both circles: a neighbour of either will do."
    let session = after("", "a1+c3");
    assert_eq!(legal(&*session), names("a2 b1 b2 b3 b4 c2 c4 d2 d3 d4"));
    // Neither circle itself: "Il est également interdit de rejouer sur le dernier coup adverse."
    let mut session = after("", "a1+c1");
    assert_eq!(
        session.play("c1").unwrap_err().to_string(),
        "impossible move: one does not replay the opponent's last move, a1+c1"
    );
}

#[test]
fn one_plays_beside_the_opponent_s_last_move() {
    // Sheet: "on ne peut jouer que sur une case voisine (orthogonalement ou en diagonale) du dernier coup joué par
    // l'adversaire"
    let mut session = after("", "a1+c3 d2");
    assert_eq!(legal(&*session), names("c1 c2 c3 d1 d3"));
    assert_eq!(
        session.play("a2").unwrap_err().to_string(),
        "impossible move: a2 is not a neighbour of the opponent's last move, d2"
    );
    assert_eq!(
        session.play("c1+c3").unwrap_err().to_string(),
        "impossible move: \"c1+c3\": here one plays on one cell"
    );
}

#[test]
fn an_empty_cell_gets_a_circle_and_a_circle_is_blackened() {
    // Sheet: "si cette case est vide, on ne peut y tracer qu'un cercle, si cette case contient un cercle, on ne peut que
    // le noircir"
    let mut session = after("", "a1+c3 d2 c3");
    assert_eq!(session.position(), "..../..b./...w/w... 2 c3");
    session.play("b2").unwrap();
    assert_eq!(session.position(), "..../..b./.w.w/w... 1 b2");
    // "Il est donc interdit de jouer sur une case déjà noircie"
    assert_eq!(session.play("c3").unwrap_err().to_string(), "impossible move: c3 is black already");
}

#[test]
fn the_rules_figure() {
    // Sheet: "le dernier cercle a été tracé en a2. L'adversaire ne peut répondre qu'en a1, b1 ou b2." docs/rules.md: "a3 and b3
    // are black".
    let session = resume("", "..../bb../w.../.... 1 a2");
    assert_eq!(legal(&*session), names("a1 b1 b2"));
}

#[test]
fn the_white_duo() {
    // Sheet: "Le duo blanc : Jouer en d2 perd après la réponse d1. (d2-d1-d2-d1-c1-c2 gagne)" docs/rules.md: "c3 and c4 white"
    let figure = "..w./..w./..../.... 2 c3";
    let mut session = resume("", figure);
    session.play("d2").unwrap();
    assert!(wins_by(&mut *session, "d1", 5));
    // The sheet's line is the longest defence: one ply less is not enough.
    assert!(!wins_by(&mut *session, "d1", 4));
    for mv in ["d1", "d2", "d1", "c1", "c2"] {
        assert!(session.outcome().is_none());
        session.play(mv).unwrap();
    }
    assert_eq!(end(&*session), Some(("first", "line")));
    // The same trap in a game played from the start.
    let session = after("", "a1+c4 c3 d2 d1 d2 d1 c1 c2");
    assert_eq!(end(&*session), Some(("second", "line")));
}

#[test]
fn the_black_trio() {
    // Sheet: "Le trio noir : Jouer en c3 perd après la réponse d3. (c3-d3-d2-d3 gagne)" docs/rules.md: "a3, b3 black, c3 white:
    // blackening c3 loses to d3"
    let mut session = resume("", "..../bbw./..../.... 1 b3");
    session.play("c3").unwrap();
    assert_eq!(session.position(), "..../bbb./..../.... 2 c3");
    assert!(wins_by(&mut *session, "d3", 3));
    for mv in ["d3", "d2", "d3"] {
        assert!(session.outcome().is_none());
        session.play(mv).unwrap();
    }
    assert_eq!(end(&*session), Some(("second", "line")));
}

#[test]
fn three_in_line_are_not_yet_a_win() {
    // Sheet: "Ce n'est pas parce que trois cercles blancs ou noirs sont alignés que la position est gagnée (ou perdue).
    // Pour cela, encore faut-il que l'on puisse jouer sur la quatrième case de la ligne."
    let session = resume("", "..../..../..../www. 1 a1");
    assert!(!legal(&*session).contains("d1"));
    assert!(session.outcome().is_none());
}

#[test]
fn four_of_one_colour_win_at_once() {
    // Sheet: "un alignement de quatre cercles blancs ou de quatre cercles noircis, orthogonalement ou en diagonale"
    for (position, mv) in [
        ("..../..../..../www. 1 c1", "d1"),
        ("..w./..w./..w./.... 1 c2", "c1"),
        ("w.../.w../..w./.... 1 c2", "d1"),
        ("...w/..w./.w../.... 1 b2", "a1"),
        ("...w/..b./.b../b... 1 c3", "d4"),
        ("..../bbbw/..../.... 1 c3", "d3"),
    ] {
        let mut session = resume("", position);
        assert!(session.outcome().is_none());
        session.play(mv).unwrap();
        assert_eq!(end(&*session), Some(("first", "line")), "{position}");
        assert!(session.legal().is_empty());
    }
    // A mixed row is no line.
    assert_eq!(end(&*resume("", "..../..../..../wwbw 1 d1")), None);
}

#[test]
fn an_enclosed_player_loses() {
    // Sheet: "si un joueur se trouve dans l'impossibilité de jouer (parce que toutes les cases disponibles sont déjà
    // noircies), alors il perd la partie – par enfermement"
    let mut session = resume("", "..../..../bb../.b.. 2 b2");
    assert_eq!(legal(&*session), names("a1 a3 b3 c1 c2 c3"));
    session.play("a1").unwrap();
    assert_eq!(end(&*session), Some(("second", "enclosed")));
    assert!(session.legal().is_empty());
}

#[test]
fn the_large_board_still_wants_four() {
    // Sheet: "une grille 5x5 […] il faut toujours aligner 4 cercles pour gagner et non 5"
    for (position, mv) in [
        ("...../...../...../...../.www. 1 b1", "a1"),
        ("...../...../...../...../.www. 1 d1", "e1"),
        // A diagonal of four cells, beside the great one.
        ("...../w..../.w.../..w../..... 1 c2", "d1"),
    ] {
        let mut session = resume("grand", position);
        assert!(session.outcome().is_none());
        session.play(mv).unwrap();
        assert_eq!(end(&*session), Some(("first", "line")), "{position}");
    }
    // Lines do not run over the edge from one row to the next.
    assert_eq!(end(&*resume("grand", "...../...../...../ww.../...ww 2 d1")), None);
}

#[test]
fn the_remark_s_game_begins_with_one_circle() {
    // docs/rules.md: "First draws one circle (`b2`), then as above"
    let mut session = after("seul", "");
    assert_eq!(session.count(), 16);
    assert!(session.play("a1+c3").is_err());
    session.play("b2").unwrap();
    assert_eq!(session.position(), "..../..../.w../.... 2 b2");
    assert_eq!(legal(&*session), names("a1 a2 a3 b1 b3 c1 c2 c3"));
    assert_eq!(after("grand-seul", "").count(), 25);
}

#[test]
fn teams_answer_the_other_team() {
    // docs/rules.md: "A1 draws the two circles, then B1, B2, A1, A2, B1 …; every move neighbours the last move of the other
    // team (B2 too must play next to the two first circles / the last move of team A, not next to B1's), and may not
    // replay that last move."
    let mut session = after("equipes", "");
    let mut seats = Vec::new();
    for mv in ["a1+c3", "a2", "d4", "c3", "c4", "b4", "b3"] {
        seats.push(session.seats()[session.to_move().index()].code);
        session.play(mv).unwrap();
    }
    assert_eq!(seats, ["A1", "B1", "B2", "A1", "A2", "B1", "B2"]);
    let first = names("a2 b1 b2 b3 b4 c2 c4 d2 d3 d4");
    assert_eq!(legal(&*after("equipes", "a1+c3")), first);
    assert_eq!(legal(&*after("equipes", "a1+c3 a2")), first);
    // A1 and A2 both answer B2's d4; B1's a2 is answered by nobody.
    assert_eq!(legal(&*after("equipes", "a1+c3 a2 d4")), names("c3 c4 d3"));
    assert_eq!(legal(&*after("equipes", "a1+c3 a2 d4 c4")), names("c3 c4 d3"));
    let session = after("equipes", "a1+c3 a2 d4 c3 c4");
    assert_eq!(session.position(), "..ww/..b./w.../w... B1 c4");
    assert_eq!(legal(&*session), names("b3 b4 d3 d4"));
}

#[test]
fn teams_win_and_lose_together() {
    // docs/rules.md: "The team that completes a line wins; the team of a player who cannot move loses."
    // Whether the first or the second of a team makes it.
    for (position, winner) in [
        ("w.../..../..../www. A1 c1", "first"),
        ("b.../..../..../www. A2 c1", "first"),
        ("b.../w.../..../www. B1 c1", "second"),
        ("..../..../..../www. B2 c1", "second"),
    ] {
        let mut session = resume("equipes", position);
        session.play("d1").unwrap();
        assert_eq!(end(&*session), Some((winner, "line")), "{position}");
    }
    // A2 has to answer d1, whose neighbours are all black, A1's c2 the last of them.
    let session = after("equipes", "a1+c1 d2 d1 c2 d2 c1 d1 c2");
    assert_eq!(session.seats()[session.to_move().index()].code, "A2");
    assert_eq!(end(&*session), Some(("second", "enclosed")));
}

#[test]
fn variants_exclude_each_other() {
    let fault = ENTRY.variant("grand,seul").err().unwrap().to_string();
    assert_eq!(fault, "\"dualite\": one variant at a time, not grand, seul");
}

#[test]
fn bad_positions_are_named() {
    let plain = ENTRY.variant("").unwrap();
    let say = |text: &str| plain.resume(text).err().unwrap().to_string();
    let rows = "..../..w./..../w...";
    assert_eq!(say(rows), "position: 1 field(s) instead of 3; expected: ROWS SEAT LAST");
    assert_eq!(say("..../..x./..../w... 2 a1+c3"), "position, row 2, character 3: \"x\" is none of \".wb\"");
    assert_eq!(say(&format!("{rows} 3 a1+c3")), "position, seat to move: \"3\"; expected one of: 1, 2");
    assert_eq!(say(&format!("{rows} 1 a1+c3")), "position, seat to move: by the number of circles it is 2");
    assert_eq!(say("..../..../..../w... 1 a1"), "position: one circle only, but the first move draws two");
    assert_eq!(
        say(&format!("{rows} 2 -")),
        "position, last move \"-\": there are circles already; say which one is the last"
    );
    assert_eq!(say(&format!("{rows} 2 e1")), "position, last move \"e1\": neither \"-\" nor a cell");
    assert_eq!(say(&format!("{rows} 2 b2")), "position, last move \"b2\": no circle on b2");
    let no_first =
        |last: &str| format!("position, last move \"{last}\": this is not the first move of this game");
    assert_eq!(say(&format!("{rows} 2 c3+a1")), no_first("c3+a1"));
    assert_eq!(say("..../..w./..w./w... 1 a1+c3"), no_first("a1+c3"));
    assert_eq!(say("..../..../..../w... 1 -"), "position: one circle only, but the first move draws two");
    let single = ENTRY.variant("seul").unwrap();
    let fault = single.resume(&format!("{rows} 1 a1+c3")).err().unwrap().to_string();
    assert_eq!(fault, no_first("a1+c3"));
    // In teams the second answer still has the two first circles before it.
    assert!(ENTRY.variant("equipes").unwrap().resume("..../..w./..w./w... B2 a1+c3").is_ok());
    // Digits stand for free cells.
    assert_eq!(resume("", "4/2w1/4/w3 2 a1+c3").position(), after("", "a1+c3").position());
}

#[test]
fn numbers_are_shared_by_images_only() {
    let mut rng = Rng::new(8);
    for circles in [1, 2] {
        let game = Dualite::new(DualiteRules { circles, ..DualiteRules::PLAIN });
        // By hand: the start, the 78 pairs, and 3 classes of cells with 2 colours and 15 free ternary digits.
        let pairs = if circles == 2 { 78 } else { 0 };
        assert_eq!(game.size(), 1 + pairs + 3 * 2 * 3u64.pow(15));
        for _ in 0..300 {
            let mut position = game.start(&mut rng);
            while game.outcome(&position).is_none() {
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
                let number = game.index(&position);
                let back = game.unindex(number).unwrap();
                assert_eq!(game.index(&back), number);
                let images: Vec<Position> =
                    (0..8).map(|symmetry| game.transform(&position, symmetry)).collect();
                assert!(images.contains(&back), "{}", game.position_text(&position));
                if position.last[0] == position.last[1] {
                    assert!(images.iter().all(|image| game.index(image) == number));
                }
            }
        }
        // Numbers that stand for something stand for one position, which has that number.
        for _ in 0..20_000 {
            let number = rng.bits() % game.size();
            if let Some(position) = game.unindex(number) {
                assert_eq!(game.index(&position), number);
                assert_eq!(game.parse_position(&game.position_text(&position)).unwrap(), position);
            }
        }
        assert_eq!(game.unindex(game.size()), None);
        assert_eq!(game.unindex(u64::MAX), None);
    }
}

#[test]
fn keys_tell_positions_apart() {
    let game = Dualite::new(DualiteRules::PLAIN);
    let mut rng = Rng::new(12);
    let (mut keys, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..2000 {
        let mut position = game.start(&mut rng);
        while game.outcome(&position).is_none() {
            let mv = game.random_move(&position, &mut rng);
            game.play(&mut position, mv);
            keys.insert(game.key(&position));
            texts.insert(game.position_text(&position));
        }
    }
    assert_eq!(keys.len(), texts.len());
}

#[test]
fn the_picture_shows_where_one_may_answer() {
    let scene = resume("", "..../bb../w.w./.... 2 a2").scene(&View::new(Lang::En));
    let open = |cell: &&damier_scene::Cell| cell.holds.contains("may be");
    let open: BTreeSet<String> = scene.cells.iter().filter(open).map(|cell| cell.name.clone()).collect();
    assert_eq!(open, names("a1 b1 b2"));
    let scene = after("", "a1+c3 d2").scene(&View::new(Lang::En));
    let held = |name: &str| scene.cells.iter().find(|cell| cell.name == name).unwrap().holds.clone();
    assert_eq!(held("c3"), "white circle, may be blackened");
    assert_eq!(held("a1"), "white circle");
    // Both first circles are marked alike.
    let scene = after("", "a1+c3").scene(&View::new(Lang::En));
    let marked = scene.cells.iter().filter(|cell| cell.marks == [damier_scene::Mark::Last]);
    assert_eq!(marked.count(), 2);
}

#[test]
fn circles_that_are_set_up_tell_whose_turn_it_is() {
    let start = "..../..../..../.... 1 -";
    let fault = |clicks: &str| {
        let setup = play::set_up(&ENTRY, "", start, clicks);
        (setup.text(), setup.fault().map_or(String::new(), |fault| fault.to_string()))
    };
    let one = fault("wa1");
    assert_eq!(one.0, "..../..../..../w... 1 -");
    assert_eq!(one.1, "position: one circle only, but the first move draws two");
    let two = fault("wa1 wc3");
    assert_eq!(
        two,
        (
            "..../..w./..../w... 2 -".to_string(),
            "position, last move \"-\": there are circles already; say which one is the last".to_string()
        )
    );
    assert_eq!(fault("wa1 wc3 !c3 !a1"), ("..../..w./..../w... 2 a1+c3".to_string(), String::new()));
    // Another piece in its place is not the last move any more.
    assert_eq!(fault("wa1 wc3 !c3 !a1 bc3").0, "..../..b./..../w... 1 a1");
    let setup = play::set_up(&ENTRY, "", start, "wa1 wc3 !c3 !a1");
    assert_eq!(setup.turns(), [damier_core::Seat(1)]);
}
