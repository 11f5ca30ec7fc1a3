use std::collections::BTreeSet;

use damier_core::board::{Origin, Square};
use damier_core::{Game, Lang, Rng, Side};
use damier_scene::{View, terminal};
use damier_table::Session;

use super::links::{Link, LinkTables, WAYS};
use super::twin::{Hole, Twin, meet};
use super::{ENTRY, Move, Twixt, TwixtRules};

const PLAIN: TwixtRules = TwixtRules { pencil: false, manual: false, swap: false };

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    on(ENTRY.variant(variant).unwrap().open(&mut Rng::new(0)), moves)
}

fn from(variant: &str, position: &str, moves: &str) -> Box<dyn Session> {
    on(ENTRY.variant(variant).unwrap().resume(position).unwrap(), moves)
}

fn on(mut session: Box<dyn Session>, moves: &str) -> Box<dyn Session> {
    for mv in moves.split_ascii_whitespace() {
        session.play(mv).unwrap_or_else(|fault| panic!("{mv}: {fault}"));
    }
    session
}

/// Returns the links of a session's position, in order of their texts.
fn links(session: &dyn Session) -> BTreeSet<String> {
    let text = session.position();
    let field = text.split(' ').nth(2).unwrap();
    field.split(',').filter(|&link| link != "-").map(str::to_string).collect()
}

fn set(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().map(ToString::to_string).collect()
}

fn say(session: &mut dyn Session, text: &str) -> String {
    session.play(text).unwrap_err().to_string()
}

/// Says whether a chain of links joins two holes.
fn joined(session: &dyn Session, a: &str, b: &str) -> bool {
    let links = links(session);
    let pairs: Vec<(&str, &str)> = links.iter().map(|link| link.split_once('=').unwrap()).collect();
    let mut chain = vec![a];
    let mut next = 0;
    while next < chain.len() {
        for (from, to) in pairs.iter().flat_map(|&(x, y)| [(x, y), (y, x)]) {
            if from == chain[next] && !chain.contains(&to) {
                chain.push(to);
            }
        }
        next += 1;
    }
    chain.contains(&b)
}

#[test]
fn crossings_agree_with_fractions_for_every_pair() {
    for size in [6, 9] {
        let board = Square::new(size, Origin::Top);
        let net = LinkTables::new(&board);
        let hole = |cell: usize| -> Hole { (board.file(cell) as i32, board.rank(cell) as i32) };
        let all: Vec<(Link, Hole, Hole)> = (0..board.cells())
            .flat_map(|from| (0u8..4).map(move |way| (from, way)))
            .filter_map(|(from, way)| {
                let end = board.step(from, WAYS[way as usize])?;
                Some((Link { from: from as u16, way }, hole(from), hole(end)))
            })
            .collect();
        // Knight's moves on n × n: 4 (n - 1) (n - 2).
        assert_eq!(all.len(), 4 * (size - 1) * (size - 2));
        let mut most = 0;
        for &(link, a, b) in &all {
            let listed = net.crossings(link);
            most = most.max(listed.len());
            for &(other, c, d) in &all {
                assert_eq!(listed.contains(&other), meet(a, b, c, d), "{a:?} {b:?} {c:?} {d:?}");
            }
        }
        // The bound that `LinkTables` states; the fractions have just confirmed each of the nine.
        assert_eq!(most, 9);
    }
}

#[test]
fn links_of_one_peg_never_bar_each_other() {
    // docs/rules.md: "every link the new peg can make is made": their order must not matter.
    let net = LinkTables::new(&Square::new(24, Origin::Top));
    for hole in 0..24 * 24 {
        let spokes = net.spokes(hole);
        for spoke in spokes {
            assert!(spokes.iter().all(|other| !net.crossings(spoke.link).contains(&other.link)));
        }
    }
}

fn compare<const W: usize>(size: usize, rules: TwixtRules, games: u32, plies: u32) -> u32 {
    let game = Twixt::<W>::new(size, rules);
    let mut rng = Rng::new(size as u64);
    let mut wins = 0;
    for _ in 0..games {
        let mut position = game.start(&mut rng);
        let mut twin = Twin::new(size, rules);
        for _ in 0..plies {
            let moves = game.moves(&position);
            let text = |mv: Move| game.move_text(&position, mv);
            let ours: BTreeSet<String> = moves.iter().map(|&mv| text(mv)).collect();
            assert_eq!(ours, twin.moves().into_iter().collect(), "{}", twin.text());
            assert_eq!(game.parse_position(&twin.text()).as_ref(), Ok(&position));
            assert_eq!(
                position.winner,
                twin.winner.map(|code| [Side::First, Side::Second][(code == 'b') as usize])
            );
            if moves.is_empty() {
                wins += 1;
                break;
            }
            let mv = game.random_move(&position, &mut rng);
            twin.play(&text(mv));
            game.play(&mut position, mv);
        }
    }
    wins
}

#[test]
fn the_game_agrees_with_its_naive_twin() {
    let mut wins = 0;
    for number in 0..8 {
        let rules = TwixtRules { pencil: number & 1 != 0, manual: number & 2 != 0, swap: number & 4 != 0 };
        wins += compare::<1>(6, rules, 12, 150);
        wins += compare::<1>(8, rules, 3, 100);
        compare::<2>(11, rules, 2, 50);
        compare::<4>(13, rules, 1, 60);
        compare::<9>(24, rules, 1, 90);
    }
    assert!(wins > 60, "{wins} of 120 games were played to a win");
}

#[test]
fn counts_agree_with_the_twin() {
    // Leaves of the tree of turns, from the twin; the vectors have the plain variants.
    for (variant, rules, depth) in [
        ("pp,manuel,size=6", TwixtRules { pencil: true, manual: true, swap: false }, 5),
        ("manuel,swap,size=6", TwixtRules { manual: true, swap: true, ..PLAIN }, 5),
        ("pp,swap,size=6", TwixtRules { pencil: true, swap: true, ..PLAIN }, 3),
    ] {
        assert_eq!(after(variant, "").perft(depth), Twin::new(6, rules).perft(depth), "{variant}");
    }
}

#[test]
fn les_blancs_commencent() {
    // Sheet: "Les blancs commencent."
    assert_eq!(after("", "").seats()[0].name.fr, "Blanc");
    assert_eq!([after("", ""), after("", "l12")].map(|session| session.to_move().index()), [0, 1]);
}

#[test]
fn nobody_plays_behind_the_goal_lines_of_the_other() {
    // Sheet: "dans un trou vide, à l'exception de ceux qui se trouvent derrière une ligne de but adverse."
    // 24 × 24 holes less the two files of Black's; docs/rules.md: "corners unusable".
    assert_eq!(after("", "").count(), 24 * 22);
    assert_eq!(after("", "b1").count(), 24 * 22);
    assert_eq!(after("", "b2").count(), 24 * 22 - 1);
    let mut white = after("size=8", "");
    assert_eq!(say(&mut *white, "a4"), "impossible move: a4 is behind a goal line of the opponent's");
    assert_eq!(say(&mut *white, "h8"), "impossible move: h8 is a corner, without a hole");
    let mut black = after("size=8", "c3");
    assert_eq!(say(&mut *black, "c1"), "impossible move: c1 is behind a goal line of the opponent's");
    assert_eq!(say(&mut *black, "c3"), "impossible move: c3 is taken");
    assert_eq!(
        say(&mut *black, "i1"),
        "impossible move: \"i1\"; expected a hole from a1 to h8, a shift (c3-d5), a link (c3=d5)"
    );
}

#[test]
fn every_possible_link_is_made() {
    // docs/rules.md: "to each own peg a knight's move away"
    assert_eq!(links(&*after("size=8", "c3 g7 d5")), set(&["c3=d5"]));
    // The eight pegs a knight's move from d4; Black's are out of the way.
    let session = after("size=8", "b3 a2 b5 a3 c2 a4 c6 a5 e2 a6 e6 a7 f3 h2 f5 h3 d4");
    let all = ["b3=d4", "b5=d4", "c2=d4", "c6=d4", "d4=e2", "d4=e6", "d4=f3", "d4=f5"];
    assert!(set(&all).is_subset(&links(&*session)));
}

#[test]
fn a_link_crosses_no_link() {
    // Sheet: "Une chaîne ne peut pas être traversée par une autre chaîne."
    // docs/rules.md: "unless the link would cross an existing link of either colour"
    assert_eq!(links(&*after("size=8", "c3 c4 g1 e5 d5")), set(&["c4=e5"]));
    assert_eq!(links(&*after("size=8", "c3 a2 d5 a3 c4 a4 e5")), set(&["c3=d5"]));
}

#[test]
fn with_paper_and_pencil_own_links_may_cross() {
    // docs/rules.md: "only the opponent's links bar a link; own links may cross each other"
    assert_eq!(links(&*after("pp,size=8", "c3 c4 g1 e5 d5")), set(&["c4=e5"]));
    assert_eq!(links(&*after("pp,size=8", "c3 a2 d5 a3 c4 a4 e5")), set(&["c3=d5", "c4=e5"]));
}

#[test]
fn a_link_that_was_not_made_does_not_count() {
    // Sheet: "Si une liaison potentielle n'a pas été matérialisée, elle ne compte pas."
    // c2 and d4 were kept apart by c3=e4; the peg of c3 goes away, and yet nothing links them.
    let start = "6/b1w2b/b1b2b/b2wbb/b4b/6 b c3=e4";
    assert_eq!(links(&*from("size=6", start, "c3-b5")), set(&["a3=b5"]));
    assert_eq!(links(&*from("size=6", start, "c3-b5 d1")), set(&["a3=b5"]));
}

#[test]
fn fifty_pegs_each_and_fewer_on_smaller_boards() {
    // Sheet: "50 fiches blanches 50 fiches noires"; docs/rules.md: "size²/10 rounded down, at least 10, at most 50"
    for (size, stock) in [(6, 10), (10, 10), (11, 12), (12, 14), (16, 25), (22, 48), (23, 50), (24, 50)] {
        assert_eq!(Twixt::<9>::new(size, PLAIN).stock, stock, "{size}");
    }
}

#[test]
fn the_pegs_never_fill_the_holes_of_a_side() {
    // docs/rules.md: "No legal move […]: draw." It cannot happen: both stocks together leave a hole free on every board.
    for size in 6..=24 {
        let game = Twixt::<9>::new(size, PLAIN);
        assert!(game.own.iter().all(|own| own.count() > 2 * u32::from(game.stock)), "{size}");
    }
}

/// Ten white pegs on 6 × 6, the whole stock: b1=c3 and b5=c3 begin a chain that d6 would end.
const TEN: &str = "1wwww1/6/2w3/6/1w2w1/1ww1w1 w b1=c3,b5=c3";

#[test]
fn a_used_up_stock_makes_pegs_move() {
    // Sheet: "Si le stock de fiches est épuisé, on peut en retirer sur le plateau"
    // docs/rules.md: "must move one of his pegs instead to another free hole he may use"
    let mut session = from("size=6", TEN, "");
    assert_eq!(session.count(), 10 * 14);
    assert_eq!(say(&mut *session, "d3"), "impossible move: the stock is used up: move a peg, as in c3-d5");
    assert_eq!(say(&mut *session, "d3-d4"), "impossible move: d3 holds no peg of yours");
    assert_eq!(say(&mut *session, "c3-c3"), "impossible move: c3 is taken");
    assert_eq!(say(&mut *session, "c3-a3"), "impossible move: a3 is behind a goal line of the opponent's");
    let mut early = after("size=6", "c3 a2");
    assert_eq!(say(&mut *early, "c3-d4"), "impossible move: 9 peg(s) are left in stock: set one");
}

#[test]
fn a_moved_peg_loses_its_links_and_links_anew() {
    // docs/rules.md: "its old links vanish first, then it links anew as a new peg would"
    assert_eq!(links(&*from("size=6", TEN, "c3-e2")), set(&["c1=e2"]));
    // d4 could not link to c6 across c5=e6, if the old link of the very peg that moves were still there.
    let crossing = "1wwww1/1w4/6/6/2w3/1wwww1 w c5=e6";
    assert_eq!(links(&*from("size=6", crossing, "c5-d4")), set(&["c6=d4", "d4=e6"]));
}

#[test]
fn moving_a_peg_can_join_the_lines_and_can_open_them() {
    // Sheet: "mais dans ce cas on ouvre des passages (!)."
    let won = from("size=6", TEN, "e5-d6");
    assert_eq!(won.outcome().map(|outcome| outcome.verdict.code()), Some("first"));
    let opened = from("size=6", TEN, "c3-e2 a2 e5-d6");
    assert!(joined(&*opened, "b5", "d6") && opened.outcome().is_none());
    let closed = from("size=6", TEN, "c3-e2 a2 e5-d6 a3 e2-c3");
    assert_eq!(closed.outcome().map(|outcome| outcome.verdict.code()), Some("first"));
}

#[test]
fn two_goal_lines_joined_win() {
    // Sheet: "relié ses deux lignes de but par une chaîne continue de fiches reliées de sa propre couleur"
    let white = after("size=6", "b1 a2 c3 a3 b5 a4 d6").outcome().unwrap();
    assert_eq!((white.verdict.code(), white.reason.key), ("first", "connection"));
    let black = after("size=6", "c1 a2 d1 c3 e1 e2 b1 f4").outcome().unwrap();
    assert_eq!((black.verdict.code(), black.reason.key), ("second", "connection"));
}

#[test]
fn the_third_occurrence_is_a_draw() {
    // docs/rules.md: "No legal move or repetition: draw." The game is one of the vectors, all twenty pegs set at ply 20.
    let set = "d5 b2 b6 c2 e5 d6 f6 e6 g5 b5 c4 d4 f7 e2 e1 d3 b7 g2 f4 d2";
    let mut session = after("size=8", &format!("{set} c4-b4 b5-f2 b4-c4 f2-b5 c4-b4 b5-f2 b4-c4"));
    assert!(session.outcome().is_none());
    session.play("f2-b5").unwrap();
    let end = session.outcome().unwrap();
    assert_eq!((end.verdict.code(), end.reason.key), ("draw", "repetition"));
}

#[test]
fn by_hand_a_turn_goes_by_steps() {
    // docs/rules.md: "the peg […], then any number of links […], then `fin`"
    assert_eq!(after("manuel,size=6", "b1").legal(), ["fin"]);
    let mut session = after("manuel,size=6", "b1 fin a2 fin c3");
    assert_eq!((session.to_move().index(), session.count()), (0, 2));
    assert_eq!(
        say(&mut *session, "c3=b1"),
        "impossible move: a link is written in the order of files: b1=c3"
    );
    assert_eq!(say(&mut *session, "c3=d5"), "impossible move: d5 holds no peg of yours");
    assert_eq!(say(&mut *session, "b1=c2"), "impossible move: b1 and c2 are not a knight's move apart");
    assert_eq!(say(&mut *session, "d5"), "impossible move: the peg of this turn is set: a link, or \"fin\"");
    session.play("b1=c3").unwrap();
    assert_eq!(say(&mut *session, "b1=c3"), "impossible move: b1 and c3 are linked already");
    assert_eq!((session.to_move().index(), session.legal()), (0, vec!["fin".to_string()]));
    session.play("fin").unwrap();
    assert_eq!(session.to_move().index(), 1);
    assert_eq!(say(&mut *session, "b1=c3"), "impossible move: the peg first, then the links");
    assert_eq!(
        say(&mut *session, "fin"),
        "impossible move: \"fin\" follows the peg, in the variant \"manuel\""
    );
}

#[test]
fn by_hand_any_two_own_pegs_may_be_linked_later() {
    // docs/rules.md: "between any two own pegs a knight's move apart, not yet linked, crossing nothing"
    let late = after("manuel,size=6", "b1 fin a2 fin c3 fin a3 fin e5");
    assert_eq!(late.legal(), ["fin", "b1=c3"]);
    let mut barred = after("manuel,size=8", "c3 fin c4 fin g1 fin e5 c4=e5 fin d5");
    assert_eq!(say(&mut *barred, "c3=d5"), "impossible move: another link runs between c3 and d5");
    // With `pp` only the opponent's links bar.
    let own = "c3 fin a2 fin d5 c3=d5 fin a3 fin c4 fin a4 fin e5";
    assert_eq!(after("manuel,size=8", own).legal(), ["fin"]);
    assert_eq!(after("pp,manuel,size=8", own).legal(), ["fin", "c4=e5"]);
}

#[test]
fn by_hand_a_win_is_tested_after_each_step() {
    // docs/rules.md: "A win is tested after each step."
    let session = after("manuel,size=6", "b1 fin a2 fin c3 b1=c3 fin a3 fin b5 b5=c3 fin a4 fin d6 b5=d6");
    assert_eq!(session.outcome().map(|outcome| outcome.verdict.code()), Some("first"));
    assert!(session.legal().is_empty());
}

#[test]
fn by_hand_a_moved_peg_makes_no_link() {
    let session = from("manuel,size=6", &format!("{TEN} fiche"), "c3-e2");
    assert_eq!(links(&*session), set(&[]));
    assert_eq!(session.legal(), ["fin", "c1=e2", "c6=e5"]);
}

#[test]
fn swap_puts_a_black_peg_on_the_mirrored_hole() {
    // docs/rules.md: "Variants may be combined with `swap`, as in Hex": file and row exchanged, and it is First's turn.
    assert_eq!(after("swap,size=6", "c1").count(), 25);
    assert_eq!(after("swap,size=6", "c1 swap").position(), "....../....../b...../....../....../...... w -");
    let taken = after("pp,swap,size=6", "c4 swap");
    assert_eq!(
        (taken.position().as_str(), taken.count()),
        ("....../....../...b../....../....../...... w -", 23)
    );
    assert!(!after("swap,size=6", "c4 d2 e3").legal().contains(&"swap".to_string()));
    assert_eq!(
        say(&mut *after("size=6", "c4"), "swap"),
        "impossible move: \"swap\" is Black's first turn only, in the variant \"swap\""
    );
    // By hand, the swap is a whole turn.
    assert_eq!(after("manuel,swap,size=6", "c1").legal(), ["fin"]);
    assert_eq!(after("manuel,swap,size=6", "c1 fin swap").to_move().index(), 0);
}

#[test]
fn the_swap_leaves_only_the_half_turn() {
    // Exchanging file and row turns a mirror of the files into a mirror of the rows: only both together commute with it.
    let game = Twixt::<1>::new(6, TwixtRules { swap: true, ..PLAIN });
    assert_eq!(game.symmetries(), 2);
    for hole in 0..36 {
        assert_eq!(game.image(hole, 1), 35 - hole);
        let exchange = |hole: usize| hole % 6 * 6 + hole / 6;
        assert_eq!(game.image(exchange(hole), 1), exchange(game.image(hole, 1)));
    }
    let mirror = |hole: usize| hole / 6 * 6 + 5 - hole % 6;
    assert_eq!(
        (0..36).map(|hole| Twixt::<1>::new(6, PLAIN).image(hole, 1)).collect::<Vec<_>>(),
        (0..36).map(mirror).collect::<Vec<_>>()
    );
}

#[test]
fn a_double_link_and_how_to_break_it() {
    // Sheet: "On pense bien sûr aux doubles liaisons, mais une tactique défensive existe" (its figure is lost: ours).
    let apart = after("size=10", "e3 b9 e7");
    for reply in apart.legal() {
        let saved = ["d5", "f5"].into_iter().any(|answer| {
            let mut session = after("size=10", &format!("e3 b9 e7 {reply}"));
            session.play(answer).is_ok() && joined(&*session, "e3", "e7")
        });
        assert!(saved, "{reply}");
    }
    // With a peg on f4, d5 takes one way and its link bars the other.
    let broken = after("size=10", "e3 f4 e7 d5");
    for answer in broken.legal() {
        assert!(!joined(&*after("size=10", &format!("e3 f4 e7 d5 {answer}")), "e3", "e7"), "{answer}");
    }
}

#[test]
fn five_gaps_give_a_double_link() {
    // Our pages: "4 and 0, 3 and 3, 3 and 1, 2 and 0, 1 and 1".
    let knight = |files: i32, rows: i32| files.abs() * rows.abs() == 2;
    for (files, rows) in (0..=5).flat_map(|files| (0..=files).map(move |rows| (files, rows))).skip(1) {
        let middles = (-5..=9).flat_map(|f| (-5..=9).map(move |r| (f, r)));
        let ways = middles.filter(|&(f, r)| knight(f, r) && knight(files - f, rows - r)).count();
        let double = [(4, 0), (3, 3), (3, 1), (2, 0), (1, 1)].contains(&(files, rows));
        assert_eq!(ways >= 2, double, "{files} {rows}");
    }
}

#[test]
fn bad_positions_are_refused_with_the_reason() {
    let say =
        |variant: &str, text: &str| ENTRY.variant(variant).unwrap().resume(text).err().unwrap().to_string();
    let plain = |text: &str| say("size=6", text);
    assert_eq!(plain("6/6/6/6/6/6 w"), "position: 2 field(s) instead of 3; expected: ROWS w|b LINKS");
    assert_eq!(plain("w5/6/6/6/6/6 w -"), "position, a1: White may not use it");
    assert_eq!(plain("6/6/6/6/6/2b3 w -"), "position, c6: Black may not use it");
    assert_eq!(plain("1wwww1/1wwww1/1wwww1/6/6/6 w -"), "position: White has only 10 pegs");
    let pegs = "6/2w3/2b3/3wb1/6/6 w";
    let link = |list: &str| plain(&format!("{pegs} {list}"));
    assert!(link("c2").contains("\"c2\": expected two holes"));
    assert!(link("c2=c4").contains("not a knight's move apart"));
    assert!(link("c2=e3").contains("two pegs of one colour"));
    assert!(link("c2=d4,d4=c2").contains("\"d4=c2\": given twice"));
    assert!(link("c2=d4,c3=e4").contains("\"c3=e4\": it crosses another link"));
    assert!(link("").contains("2 field(s)"));
    assert!(say("manuel,size=6", &format!("{pegs} - x")).contains("\"x\"; expected one of: fiche, liens"));
}

#[test]
fn sizes_out_of_range_are_refused() {
    // docs/rules.md: "parameter `size` 6–24"
    for wrong in ["size=5", "size=25", "size=x"] {
        let fault = ENTRY.variant(wrong).err().unwrap().to_string();
        assert!(fault.contains(wrong) && fault.contains("from 6 to 24"), "{fault}");
    }
}

#[test]
fn random_moves_are_equally_likely() {
    let game = Twixt::<1>::new(6, TwixtRules { swap: true, ..PLAIN });
    let mut rng = Rng::new(3);
    for (text, bound) in [
        // Chi-square with 24 and 139 degrees of freedom: exceeded once in a thousand.
        ("6/6/2w3/6/6/6 b -", 51.2),
        (TEN, 197.5),
    ] {
        let position = game.parse_position(text).unwrap();
        let moves = game.moves(&position);
        let mut seen = vec![0u32; moves.len()];
        for _ in 0..400 * moves.len() {
            let drawn = game.random_move(&position, &mut rng);
            seen[moves.iter().position(|&mv| mv == drawn).unwrap()] += 1;
        }
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 400.0).powi(2) / 400.0).sum();
        assert!(chi < bound, "{chi} {text}");
    }
}

#[test]
fn random_games_end_in_true_positions() {
    let mut rng = Rng::new(8);
    let small = Twixt::<1>::new(6, PLAIN);
    let large = Twixt::<9>::new(24, PLAIN);
    let mut text = String::new();
    for _ in 0..50 {
        let mut end = small.start(&mut rng);
        let rollout = small.rollout(&mut end, &mut rng);
        text.clear();
        small.write_position(&end, &mut text);
        assert_eq!(small.parse_position(&text).as_ref(), Ok(&end));
        assert_eq!(small.outcome(&end), Some(rollout.outcome));
    }
    // Random pegs do not join lines 24 rows apart: such games are cut short, as draws.
    let mut end = large.start(&mut rng);
    let rollout = large.rollout(&mut end, &mut rng);
    assert_eq!((rollout.plies, rollout.outcome.reason.key), (200, "cut-short"));
    assert_eq!(end.count, [50, 50]);
}

#[test]
fn the_largest_board_fits_a_terminal() {
    let scene = after("", "l12 m10 k10 k9").scene(&View::new(Lang::Fr));
    for unicode in [false, true] {
        let text =
            terminal::write(&scene, &terminal::TerminalOptions { unicode, colour: false, captions: true });
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
}
