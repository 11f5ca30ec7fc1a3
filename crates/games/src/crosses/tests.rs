use std::collections::{BTreeSet, HashMap};

use damier_core::{Game, Indexed, Lang, Rng};
use damier_scene::{Scene, View};
use damier_table::Session;
use damier_testkit::play;

use super::draw::corners;
use super::place::{BOARD, PLACES};
use super::twin::{Cells, Twin, Value, World, all_ells, cells, name};
use super::{Crosses, ENTRY};

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, variant, moves)
}

fn resume(variant: &str, position: &str) -> Box<dyn Session> {
    play::at(&ENTRY, variant, position)
}

fn refusal(session: &mut Box<dyn Session>, mv: &str) -> String {
    session.play(mv).unwrap_err().to_string()
}

#[test]
fn every_position_agrees_with_the_naive_twin() {
    let ells = all_ells();
    let mut texts: HashMap<Cells, String> = HashMap::new();
    for laid in &ells {
        texts.insert(*laid, cells(laid).map(name).collect());
    }
    let names: Vec<String> = (0..16).map(name).collect();
    for classic in [false, true] {
        let game = Crosses::new(classic);
        for twin in Twin::all() {
            let position = game.parse_position(&twin.text()).unwrap();
            let mut expected = Vec::new();
            twin.each_move(&ells, classic, |laid, step, after| {
                let mut text = texts[laid].clone();
                if let Some([from, to]) = step {
                    text = text + "/" + &names[from] + "-" + &names[to];
                }
                expected.push((text, after));
            });
            let found = game.moves(&position).into_iter();
            let mut found: Vec<_> =
                found.map(|mv| (game.move_text(&position, mv), game.after(&position, mv))).collect();
            expected.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            found.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            assert!(found.iter().map(|found| &found.0).eq(expected.iter().map(|expected| &expected.0)));
            // Where a move leads is compared for one in seven: a stride that meets every kind of move.
            for (found, expected) in found.iter().zip(&expected).step_by(7) {
                assert_eq!(game.position_text(&found.1), expected.1.text(), "{} {}", twin.text(), found.0);
            }
            assert_eq!(game.outcome(&position).is_some(), expected.is_empty(), "{}", twin.text());
        }
    }
}

/// What is counted over all layouts: both L's and the neutrals, turned and flipped ones once, a given player to move.
struct Counts {
    classic: bool,
    /// That player is blocked.
    blocked: usize,
    /// That player loses against best play; the blocked ones are among them.
    lost: usize,
    /// The turns at the start after which neither player can force a win.
    holding: usize,
}

/// Published (Wikipedia, "L game"): ways to lay both L's and the two neutrals.
const LAYOUTS: usize = 2296;

/// Published for the classic rule (Wikipedia, "L game"): 15 blocked, and 14 more lost. The rest is ours: it was first
/// found by a separate program that works on the names of cells.
const COUNTS: [Counts; 2] = [
    Counts { classic: false, blocked: 50, lost: 436, holding: 22 },
    Counts { classic: true, blocked: 15, lost: 15 + 14, holding: 36 },
];

#[test]
fn the_counts_are_those_of_the_naive_twin() {
    for counts in COUNTS {
        let world = World::new(counts.classic);
        // An L has no symmetry of its own: every layout has eight images, and two sides may be to move.
        assert_eq!(world.positions.len(), LAYOUTS * 8 * 2);
        let blocked = world.next.iter().filter(|next| next.is_empty()).count();
        assert_eq!(blocked, counts.blocked * 8 * 2);
        let values = world.values();
        let lost = values.iter().filter(|&&value| value == Value::Lost).count();
        assert_eq!(lost, counts.lost * 8 * 2);
        assert_eq!(values[world.start], Value::Drawn);
        let holding = world.next[world.start].iter().filter(|&&after| values[after] == Value::Drawn).count();
        assert_eq!(holding, counts.holding);
        let wanted = if counts.classic { "classique" } else { "-" };
        let rows = include_str!("perft.txt").lines().map(|row| row.split(' ').collect::<Vec<_>>());
        let nodes: Vec<u64> =
            rows.filter(|row| row[0] == wanted).map(|row| row[2].parse().unwrap()).collect();
        assert_eq!(nodes, world.perft(6));
    }
}

#[test]
fn three_central_cells_win_by_the_sheet_s_rule() {
    // What the page advises: an L on three of the four central cells wins, whoever is to move.
    let world = World::new(false);
    let central = |ell: &Cells| [5, 6, 9, 10].into_iter().filter(|&cell| ell[cell]).count();
    let mut seen = 0;
    for (position, value) in world.positions.iter().zip(world.values()) {
        if central(&position.ells[position.mover]) == 3 {
            assert_eq!(value, Value::Won, "{}", position.text());
            seen += 1;
        }
        if central(&position.ells[1 - position.mover]) == 3 {
            assert_eq!(value, Value::Lost, "{}", position.text());
            seen += 1;
        }
    }
    assert_eq!(seen, 2 * 168 * 8 * 2);
}

#[test]
fn a_blocked_l_covers_a_corner() {
    // What the page advises: "Keep out of the corners."
    for classic in [false, true] {
        let world = World::new(classic);
        let blocked = world.positions.iter().zip(&world.next).filter(|(_, next)| next.is_empty());
        for (position, _) in blocked {
            let own = position.ells[position.mover];
            assert!([0, 3, 12, 15].into_iter().any(|cell| own[cell]), "{}", position.text());
        }
    }
}

#[test]
fn the_pages_tell_the_truth_about_two_positions() {
    let world = World::new(false);
    let (ells, values) = (all_ells(), world.values());
    // "By the sheet's rule they all lay the L on c2c3c4d2 or on c2c3c4d4."
    let mut holding = BTreeSet::new();
    world.positions[world.start].each_move(&ells, false, |laid, _, after| {
        let number = world.positions.iter().position(|position| *position == after).unwrap();
        if values[number] == Value::Drawn {
            holding.insert(cells(laid).map(name).collect::<String>());
        }
    });
    assert_eq!(holding, ["c2c3c4d2", "c2c3c4d4"].map(String::from).into());
    // "White holds b2, c2 and c3: whatever Black does, Black is blocked next turn."
    let shown =
        world.positions.iter().position(|position| position.text() == "..../n.w./wwwb/nbbb b").unwrap();
    assert!(!world.next[shown].is_empty());
    for &reply in &world.next[shown] {
        assert!(world.next[reply].iter().any(|&after| world.next[after].is_empty()));
    }
}

#[test]
fn the_fifteen_published_blocks() {
    // Everything2, "L-game": "There are fifteen winning positions which are shown below. […] In each of these positions
    // the white piece cannot move."
    let published = "\
        .b../nb../wbbn/www. .n../nb../wbbb/www. ..n./nb../wbbb/www. ..b./n.b./wbb./wwwn ..b./n.b./wbbn/www. \
        ..b./n.b./wnbb/www. ..../bbbn/w.b./wwwn ...n/bbb./w.b./wwwn ..n./bbb./w.b./wwwn .n../n..b/wbbb/www. \
        ..n./n..b/wbbb/www. ..b./bbb./w.n./wwwn .b../.bn./bbwn/www. ..b./bbb./wwwn/w.n. ..../nbbb/wwwb/w.n.";
    let game = Crosses::new(true);
    let mut numbers = BTreeSet::new();
    for rows in published.split_ascii_whitespace() {
        let session = resume("classique", &format!("{rows} w"));
        assert_eq!(session.outcome().unwrap().verdict.code(), "second", "{rows}");
        assert_eq!(session.outcome().unwrap().reason.key, "blocked");
        assert!(resume("classique", &format!("{rows} b")).outcome().is_none());
        numbers.insert(game.index(&game.parse_position(&format!("{rows} w")).unwrap()));
    }
    let blocked = (0..game.size()).filter(|&number| {
        let position = game.unindex(number).unwrap();
        position.to_move.index() == 0 && game.outcome(&position).is_some()
    });
    assert_eq!(numbers, blocked.collect());
}

#[test]
fn the_start() {
    // docs/rules.md: "First's L on b4 c4 c3 c2, Second's on b3 b2 b1 c1, neutrals on a4 and d1."
    let session = after("", "");
    assert_eq!(session.position(), "nww./.bw./.bw./.bbn w");
    let scene = session.scene(&View::new(Lang::En));
    let holding = |what: &str| {
        let cells = scene.cells.iter().filter(|cell| cell.holds == what);
        cells.map(|cell| cell.name.clone()).collect::<BTreeSet<_>>()
    };
    assert_eq!(holding("white L"), ["b4", "c2", "c3", "c4"].map(String::from).into());
    assert_eq!(holding("black L"), ["b1", "b2", "b3", "c1"].map(String::from).into());
    assert_eq!(holding("neutral man"), ["a4", "d1"].map(String::from).into());
    assert_eq!(holding("free").len(), 6);
}

#[test]
fn the_l_must_change_its_place() {
    // Sheet: "*doit* déplacer sa crosse"
    let mut session = after("", "");
    assert!(session.legal().iter().all(|mv| !mv.starts_with("b4c2c3c4")));
    assert_eq!(
        refusal(&mut session, "b4c2c3c4/a4-a1"),
        "impossible move: the L already lies on b4c2c3c4 and must change its place"
    );
}

#[test]
fn the_l_must_cover_a_cell_it_covered() {
    // Sheet: "de façon qu'elle couvre, après le déplacement, au moins une des cases qu'elle couvrait avant"
    let position = "ww.b/wbbb/w.../.nn. w";
    let mut session = resume("", position);
    assert_eq!(
        refusal(&mut session, "b2c2d1d2"),
        "impossible move: on b2c2d1d2 the L covers none of the cells it covered before"
    );
    // docs/rules.md: "Variant `classique`: the new place need only differ from the old one"
    let mut session = resume("classique", position);
    session.play("b2c2d1d2").unwrap();
    assert_eq!(session.position(), "...b/.bbb/.www/.nnw b");
}

#[test]
fn the_l_may_turn_flip_and_slide() {
    // Sheet: "on peut la tourner, la retourner, la glisser"
    let legal = resume("", "n.bb/w..b/w..b/ww.n w").legal();
    let (turned, flipped, slid) = (["a1a2b2c2", "a1b1c1c2"], ["a1a2a3b3", "a1a2b1c1"], ["b1b2b3c1"]);
    for laid in turned.iter().chain(&flipped).chain(&slid) {
        assert!(legal.contains(&laid.to_string()), "{laid}");
    }
}

#[test]
fn the_l_keeps_off_the_other_l_and_the_neutrals() {
    // docs/rules.md: "four cells free of the other L and of neutrals (its own old cells count as free)"
    let mut session = after("", "");
    assert_eq!(refusal(&mut session, "b3b4c4d4"), "impossible move: the black L covers b3");
    assert_eq!(
        refusal(&mut session, "a4b4c4d4"),
        "impossible move: \"a4b4c4d4\" does not name the four cells of an L, as \"a1a2a3b1\" does"
    );
    assert_eq!(refusal(&mut session, "a4b4c3c4"), "impossible move: a neutral man stands on a4");
    assert_eq!(
        refusal(&mut session, "d4c4d3d2"),
        "impossible move: \"d4c4d3d2\" is written c4d2d3d4, file after file"
    );
    session.play("c4d2d3d4").unwrap();
}

#[test]
fn one_neutral_may_move_to_any_free_cell() {
    // Sheet: "*peut* déplacer *un* pion dans une quelconque des cases disponibles"
    let mut session = after("", "");
    let laid = |session: &dyn Session| session.legal().iter().filter(|mv| mv.starts_with("c4d2d3d4")).count();
    assert_eq!(laid(&*session), 1 + 2 * 6);
    assert_eq!(refusal(&mut session, "c4d2d3d4/b3-a1"), "impossible move: no neutral man on b3");
    assert_eq!(refusal(&mut session, "c4d2d3d4/a4-d2"), "impossible move: d2 is not free once the L is laid");
    assert_eq!(
        refusal(&mut session, "c4d2d3d4/a4"),
        "impossible move: \"/a4\" is not a step of a neutral man, as \"/a4-d3\" is"
    );
    // docs/rules.md: "to any cell that is free once the L is laid": the cells the L has left are free too.
    session.play("c4d2d3d4/d1-c2").unwrap();
    assert_eq!(session.position(), "n.ww/.b.w/.bnw/.bb. b");
}

#[test]
fn a_blocked_player_loses() {
    // Sheet: "Bloquer la crosse de l'adversaire." docs/rules.md: "A player whose L cannot be laid anew loses."
    let mut session = after("", "b4c4d3d4 a2a3b3c3/a4-d2");
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.verdict.code(), outcome.reason.key), ("second", "blocked"));
    assert!(session.legal().is_empty());
    assert!(refusal(&mut session, "b4c2c3c4").contains("the game is over"));
    // The same two turns do not block where the L may leave its cells.
    assert!(resume("classique", &session.position()).outcome().is_none());
}

#[test]
fn the_third_occurrence_is_a_draw() {
    // docs/rules.md: "Repetition: draw", "the third occurrence of the same position with the same side to move"
    let round = "c4d2d3d4 a1b1b2b3 b4c2c3c4 b1b2b3c1 ";
    assert!(after("", round).outcome().is_none());
    let session = after("", &round.repeat(2));
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.verdict.code(), outcome.reason.key), ("draw", "repetition"));
}

#[test]
fn the_neutrals_are_alike() {
    // docs/rules.md: "The neutrals are alike." They change places here, and the position is the one of the start.
    let session = after("", "c4d2d3d4/a4-a2 a1b1b2b3/d1-a4 b4c2c3c4/a2-d1 b1b2b3c1");
    assert_eq!(session.position(), after("", "").position());
    assert_eq!(session.key(), after("", "").key());
}

#[test]
fn bad_positions_are_named() {
    let game = Crosses::new(false);
    let say = |text: &str| game.parse_position(text).unwrap_err().to_string();
    assert_eq!(say("nww./.bw./.b../.bbn w"), "position: the white L \"w\" has 3 cell(s) instead of 4");
    assert_eq!(
        say("nww./bbww/.b../.b.n w"),
        "position: the white L \"w\" on b4c3c4d3 does not have the shape of an L"
    );
    assert_eq!(
        say("nwww/b..w/bb../b..n b"),
        "position: the black L \"b\" on a1a2a3b2 does not have the shape of an L"
    );
    assert_eq!(say("nww./.bw./.bw./.bb. w"), "position: 1 neutral(s) \"n\" instead of 2");
    assert_eq!(say("nww./.bw./.bw./.bbx w"), "position, row 4, character 4: \"x\" is none of \".wbn\"");
    assert_eq!(say("nww./.bw./.bw./.bbn 1"), "position, seat to move: \"1\"; expected one of: w, b");
    // Digits stand for free cells.
    assert_eq!(game.parse_position("nww1/1bw1/1bw1/1bbn w").unwrap(), game.start(&mut Rng::new(0)));
}

#[test]
fn numbers_stand_for_one_layout_each() {
    let game = Crosses::new(false);
    let mut orbits: HashMap<u64, BTreeSet<String>> = HashMap::new();
    for twin in Twin::all() {
        let position = game.parse_position(&twin.text()).unwrap();
        orbits.entry(game.index(&position)).or_default().insert(twin.text());
    }
    assert_eq!(orbits.len() as u64, game.size());
    for (&number, texts) in &orbits {
        let position = game.unindex(number).unwrap();
        assert_eq!(game.index(&position), number);
        // Exactly the eight images share the number.
        let image = |symmetry| game.position_text(&game.transform(&position, symmetry));
        assert_eq!(&(0..8).map(image).collect::<BTreeSet<_>>(), texts);
        assert_eq!(texts.len(), 8);
    }
    assert_eq!(game.unindex(game.size()), None);
    assert_eq!(game.unindex(u64::MAX), None);
}

#[test]
fn keys_never_collide() {
    let game = Crosses::new(false);
    let keys: BTreeSet<u64> =
        Twin::all().iter().map(|twin| game.key(&game.parse_position(&twin.text()).unwrap())).collect();
    assert_eq!(keys.len(), Twin::all().len());
}

#[test]
fn each_outline_goes_round_its_cells() {
    for place in &PLACES {
        let corners = corners(place);
        // A ray to the right from a point inside crosses the outline an odd number of times.
        let inside = |x: f64, y: f64| {
            let crossed = |&side: &usize| {
                let (from, to) = (corners[side], corners[(side + 1) % 6]);
                from.x == to.x && from.x > x && (from.y > y) != (to.y > y)
            };
            (0..6).filter(crossed).count() % 2 == 1
        };
        for cell in 0..16 {
            let (file, rank) = (BOARD.file(cell) as f64, BOARD.rank(cell) as f64);
            assert_eq!(inside(file, 3.0 - rank), place.cells >> cell & 1 == 1);
        }
    }
}

#[test]
fn the_terminal_shows_every_piece() {
    let scene: Scene = after("", "").scene(&View::new(Lang::Fr));
    let count = |sign: &str| scene.glyphs.iter().filter(|glyph| glyph.unicode == sign).count();
    let count_ascii = |sign: &str| scene.glyphs.iter().filter(|glyph| glyph.ascii == sign).count();
    assert_eq!([count("○"), count("●"), count("■")], [4, 4, 2]);
    assert_eq!([count_ascii("O"), count_ascii("X"), count_ascii("#")], [4, 4, 2]);
    // White's L at the start has one lying stroke and two upright ones; so has Black's.
    assert_eq!([count("─"), count("│"), count("═"), count("║")], [1, 2, 1, 2]);
}

#[test]
fn cells_are_set_up_one_by_one() {
    let whole = "nww./.bw./.bw./.bbn w";
    // The two neutrals stand in a4 and d1: one less is no position of Crosses, but is drawn.
    let setup = play::set_up(&ENTRY, "", whole, "na4 wa4");
    assert_eq!(setup.text(), "www./.bw./.bw./.bbn w");
    let scene = setup.scene(&View::new(Lang::En));
    assert_eq!(scene.captions[0], setup.fault().unwrap().to_string());
    assert_eq!(scene.cells.iter().filter(|cell| cell.holds == "white L").count(), 5);
    let mut setup = play::set_up(&ENTRY, "", whole, "");
    setup.clear();
    assert_eq!(setup.text(), "..../..../..../.... w");
    assert!(setup.fault().is_some());
    for (cells, code) in [("a1a2a3b1", 'w'), ("d4d3d2c4", 'b'), ("b4c1", 'n')] {
        for place in (0..cells.len()).step_by(2) {
            assert!(setup.fault().is_some());
            setup.toggle(&cells[place..place + 2], code).unwrap();
        }
    }
    assert_eq!((setup.text().as_str(), setup.fault()), (".nbb/w..b/w..b/wwn. w", None));
}
