use std::collections::{BTreeMap, BTreeSet};

use damier_core::{Game, Lang, Rng, Side};
use damier_scene::{View, terminal};
use damier_table::Session;
use damier_testkit::play;

use super::rules::{DRAWS, Objective, draw_files};
use super::twin::{Letters, Twin, letters};
use super::{ENTRY, Position, Quandary, grid};

/// The grid as the sheet prints it, rank 12 first.
const PRINTED: &str = "\
    B O G R J M V N R G B V \
    J V N M O G R B M O N J \
    G B R J V N M G J R V O \
    M J O N B O V R N M G B \
    N R G V M G B O V B J M \
    O M J B R V N J G N O R \
    J V O G J M R B M R V N \
    B N R M O N G V O G B J \
    G J B N G R B M J N M R \
    M R V O J V O N B V G O \
    V G N R M N G J M O R V \
    O B M J O B R V N J B G";

fn printed() -> Letters {
    let letters = PRINTED.split_ascii_whitespace().map(|word| word.chars().next().unwrap());
    letters
        .enumerate()
        .map(|(place, letter)| ((place as i32 % 12 + 1, 12 - place as i32 / 12), letter))
        .collect()
}

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, variant, moves)
}

fn at(variant: &str, position: &str) -> Box<dyn Session> {
    play::at(&ENTRY, variant, position)
}

fn result(session: &dyn Session) -> (&'static str, &'static str) {
    let outcome = session.outcome().expect("the game is over");
    (outcome.verdict.code(), outcome.reason.key)
}

const EXAMPLE: &str = "blanc=d.e.i.k,noir=a.b.k.l";
const OTHER: &str = "blanc=a.d.h.k,noir=b.c.f.l";

#[test]
fn tables_agree_with_the_naive_twin() {
    let mut rng = Rng::new(12);
    let grids = [grid::sheet(), grid::stirred(1), grid::stirred(2)];
    for (round, goal) in (0..400).flat_map(|round| [(round, Objective::Four), (round, Objective::First)]) {
        let colours = grids[round % grids.len()];
        let game = Quandary::new(colours, goal, [None; 2]);
        let mut position = game.start(&mut rng);
        let start = game.position_text(&position);
        let mut twin = Twin::new(letters(&colours), &start, goal);
        loop {
            let mut texts = Vec::new();
            let moves = game.moves(&position);
            for &mv in &moves {
                texts.push(game.move_text(&position, mv));
            }
            assert_eq!(texts.iter().cloned().collect::<BTreeSet<_>>(), twin.moves());
            assert_eq!(game.outcome(&position).map(|outcome| outcome.verdict.code()), twin.result());
            if moves.is_empty() {
                break;
            }
            let drawn = rng.below(moves.len() as u32) as usize;
            game.play(&mut position, moves[drawn]);
            twin.play(&texts[drawn]);
        }
    }
}

#[test]
fn rollouts_are_games_of_single_moves() {
    for goal in [Objective::Four, Objective::First] {
        let game = Quandary::new(grid::sheet(), goal, [None; 2]);
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut slow = game.start(&mut rng);
            let (mut fast, mut again) = (slow, rng.clone());
            let mut plies = 0;
            while game.outcome(&slow).is_none() {
                let mv = game.random_move(&slow, &mut rng);
                game.play(&mut slow, mv);
                plies += 1;
            }
            let rollout = game.rollout(&mut fast, &mut again);
            assert_eq!((fast, rollout.plies, Some(rollout.outcome)), (slow, plies, game.outcome(&slow)));
            assert_eq!(game.rollout(&mut fast, &mut again).plies, 0);
        }
    }
}

#[test]
fn the_grid_is_the_sheets() {
    // Sheet: "Voici un exemple de répartition des couleurs."
    assert_eq!(letters(&grid::sheet()), printed());
}

/// Says whether a grid has 18 cells of each colour, no two equal ones adjacent, even diagonally.
fn is_proper(letters: &Letters) -> bool {
    let counts =
        "BGJMNORV".chars().map(|colour| letters.values().filter(|&&letter| letter == colour).count());
    let near = [(1, 0), (0, 1), (1, 1), (1, -1)];
    counts.eq([18; 8])
        && letters.iter().all(|(&(file, rank), letter)| {
            near.iter().all(|(files, ranks)| letters.get(&(file + files, rank + ranks)) != Some(letter))
        })
}

#[test]
fn every_grid_has_eighteen_of_each_colour_and_no_equal_neighbours() {
    // Sheet: "il faut 18 carrés de chacune des 8 couleurs"; docs/rules.md: "18 cells of each colour, no two equal colours
    // adjacent, even diagonally". The sheet's own grid keeps both.
    assert!(is_proper(&printed()));
    let mut broken = printed();
    broken.insert((1, 1), 'B');
    assert!(!is_proper(&broken));
    let mut grids = BTreeSet::new();
    let mut kept = 0;
    for seed in (0..200).chain([u64::MAX]) {
        let grid = letters(&grid::stirred(seed));
        assert!(is_proper(&grid), "{seed}");
        kept += grid.iter().filter(|(cell, letter)| printed()[*cell] == **letter).count();
        grids.insert(grid.into_values().collect::<String>());
    }
    assert_eq!(grids.len(), 201);
    // Nothing is left of the sheet's grid but chance: one cell in eight, 18 of 144 on average.
    assert!((17 * 201..=19 * 201).contains(&kept), "{kept}");
}

#[test]
fn a_seed_always_draws_the_same_grid() {
    // Rank 12 of the grid of seed 7, by a separate program.
    let grid = letters(&grid::stirred(7));
    let row: String = (1..=12).map(|file| grid[&(file, 12)]).collect();
    assert_eq!(row, "MGMORVBNORMG");
}

#[test]
fn the_worked_example() {
    // docs/rules.md: "White on files d e i k, Black on files a b k l, White to move: exactly d1-c2, e1-f2, i1-h2, k1-l2";
    // "were it Black's turn he would have no move".
    assert_eq!(after(EXAMPLE, "").legal(), ["d1-c2", "e1-f2", "i1-h2", "k1-l2"]);
    let black = at(EXAMPLE, "d1.e1.i1.k1 a12.b12.k12.l12 b d.e.i.k a.b.k.l");
    assert_eq!(black.legal(), ["pass"]);
}

#[test]
fn white_begins_on_rank_1_and_black_on_rank_12() {
    // docs/rules.md: "four white men on four different files of rank 1, four black on rank 12"; "White begins."
    let session = after(OTHER, "");
    assert_eq!(session.position(), "a1.d1.h1.k1 b12.c12.f12.l12 w a.d.h.k b.c.f.l");
    assert_eq!(session.seats()[session.to_move().index()].name.en, "White");
}

#[test]
fn files_are_given_in_any_order() {
    assert_eq!(after("noir=l.f.c.b,blanc=k.a.h.d", "").position(), after(OTHER, "").position());
}

#[test]
fn starts_are_drawn_at_random() {
    // Sheet: "4 carrés tirés au hasard de la première rangée de son camp"
    let mut rng = Rng::new(9);
    let mut seen = BTreeMap::new();
    for _ in 0..49_500 {
        *seen.entry(draw_files(&mut rng)).or_insert(0u32) += 1;
    }
    // All 495 ways to choose 4 of 12.
    assert_eq!(seen.len(), 495);
    assert!(seen.keys().all(|files| files.count_ones() == 4 && files >> 12 == 0));
    // Chi-square with 494 degrees of freedom: 595 is exceeded once in a thousand.
    let chi: f64 = seen.values().map(|&n| (f64::from(n) - 100.0).powi(2) / 100.0).sum();
    assert!(chi < 595.0, "{chi}");
}

#[test]
fn what_is_given_is_not_drawn() {
    let fields = |variant: &str, seed| {
        let position = ENTRY.variant(variant).unwrap().open(&mut Rng::new(seed)).position();
        let fields: Vec<String> = position.split(' ').skip(3).map(String::from).collect();
        (fields[0].clone(), fields[1].clone())
    };
    for seed in 0..20 {
        assert_eq!(fields("blanc=a.d.h.k", seed).0, "a.d.h.k");
        assert_eq!(fields("noir=b.c.f.l,plateau=3", seed).1, "b.c.f.l");
    }
    assert_ne!(fields("blanc=a.d.h.k", 1).1, fields("blanc=a.d.h.k", 2).1);
    assert_ne!(fields("", 1), fields("", 2));
}

#[test]
fn one_start_alone_blocks_both() {
    // A separate program counts, among the 495² starts on the sheet's grid: neither can move in 1, White alone cannot
    // move in 288.
    let game = Quandary::new(grid::sheet(), Objective::Four, [None; 2]);
    let sets: Vec<u16> = (0..1 << 12).filter(|set: &u16| set.count_ones() == 4).collect();
    let (mut dead, mut white_passes) = (Vec::new(), 0);
    for &white in &sets {
        for &black in &sets {
            let start = Position::new([white, black]);
            if game.moves_of(&start, Side::First).count == 0 {
                match game.moves_of(&start, Side::Second).count {
                    0 => dead.push(start),
                    _ => white_passes += 1,
                }
            }
        }
    }
    let over = after("blanc=a.b.g.l,noir=d.h.i.j", "");
    assert_eq!((dead.len(), white_passes), (1, 288));
    let text = game.position_text(&dead[0]);
    assert_eq!(over.position(), text);
    assert_eq!(result(over.as_ref()), ("draw", "both-blocked"));
}

#[test]
fn a_start_that_is_over_is_drawn_anew() {
    // Our ruling. Of 495 draws of Black's files one would be over; far more are made here.
    let game = ENTRY.variant("blanc=a.b.g.l").unwrap();
    let mut rng = Rng::new(1);
    assert!((0..5 * DRAWS).all(|_| game.open(&mut rng).outcome().is_none()));
}

#[test]
fn one_man_advances_one_rank_straight_or_diagonally() {
    // Sheet: "en déplaçant un seul pion à la fois sur un carré en face ou en diagonale de la rangée suivante". A black
    // man on e5 faces grey: of the three cells before f3 (G, R, B), and before d4 (R, M, O), only e4 is grey.
    let far = "f3.d4.k10.l10 e5.a1.b1.c1 w a.d.h.k b.c.f.l";
    assert_eq!(at(OTHER, far).legal(), ["f3-e4"]);
    // Black goes down: a white man on e3 faces grey, which is before f5 on e4 and before no other man.
    let down = "e3.k12.l12.j12 f5.a1.b1.c1 b a.d.h.k b.c.f.l";
    assert_eq!(at(OTHER, down).legal(), ["f5-e4"]);
}

#[test]
fn the_cell_must_be_free() {
    // Sheet: "le carré doit être libre". The same position with e4 taken, by either side.
    let own = at(OTHER, "f3.e4.k10.l10 e5.a1.b1.c1 w a.d.h.k b.c.f.l");
    assert!(!own.legal().contains(&"f3-e4".to_string()));
    let enemy = at(OTHER, "f3.d4.k10.l10 e5.e4.b1.c1 w a.d.h.k b.c.f.l");
    assert!(!enemy.legal().contains(&"f3-e4".to_string()));
}

#[test]
fn an_occupied_cell_in_front_counts() {
    // docs/rules.md: "The cell in front counts whether free or occupied." The man on a5 faces a4, grey, where a white man
    // stands: j12 is grey.
    let session = at(OTHER, "a4.k11.b12.c12 d1.h1.k1.a5 w a.d.h.k b.c.f.l");
    assert_eq!(session.legal(), ["k11-j12"]);
}

#[test]
fn a_man_on_his_last_rank_offers_nothing() {
    // docs/rules.md: "a man on his last rank has none". All four black men have arrived, none where White started.
    let session = at(OTHER, "a4.k11.e5.c10 b1.c1.e1.f1 w a.d.h.k b.c.f.l");
    assert_eq!(result(session.as_ref()), ("draw", "both-blocked"));
}

#[test]
fn a_blocked_player_passes_and_only_then() {
    // Sheet: "quand un joueur ne peut pas jouer, il passe son tour mais il doit obligatoirement jouer dès qu'il en a la
    // possibilité."
    let mut session = after(OTHER, "a1-b2 f12-g11 h1-i2");
    assert_eq!(session.legal(), ["pass"]);
    session.play("pass").unwrap();
    assert!(session.count() > 0 && !session.legal().contains(&"pass".to_string()));
    assert_eq!(
        session.play("pass").unwrap_err().to_string(),
        "impossible move: one passes only if no man can advance"
    );
}

#[test]
fn the_game_ends_at_once_when_both_are_blocked() {
    // Sheet: "Si les 2 joueurs sont bloqués, la partie est terminée et les joueurs sont ex-aequo." docs/rules.md: "at once …
    // whoever's turn it is". White has yellow, mauve and black, none before his men; Black grey, red and green, none
    // before his.
    let session = after("blanc=b.d.k.l,noir=d.i.k.l", "d1-c2");
    assert_eq!(result(session.as_ref()), ("draw", "both-blocked"));
    for seat in ["w", "b"] {
        let same = at("", &format!("b1.c2.k1.l1 d12.i12.k12.l12 {seat} b.d.k.l d.i.k.l"));
        assert_eq!(result(same.as_ref()), ("draw", "both-blocked"));
    }
}

#[test]
fn four_men_where_the_enemy_started_win() {
    // Sheet: "Placer ses 4 pions sur les cases de départ de l'adversaire." White's last man enters l12, green, which the
    // black man on a3 offers. docs/rules.md: "wins are tested first": after it neither player could move.
    let mut session = at(OTHER, "k11.b12.c12.f12 d1.h1.k1.a3 w a.d.h.k b.c.f.l");
    assert_eq!(session.legal(), ["k11-l12"]);
    session.play("k11-l12").unwrap();
    assert_eq!(result(session.as_ref()), ("first", "four-home"));
    // Black's goal in the same way: a1 is orange, and a white man on d2 faces d3, orange.
    let mut session = at(OTHER, "d2.b12.c12.e12 d1.h1.k1.a2 b a.d.h.k b.c.f.l");
    session.play("a2-a1").unwrap();
    assert_eq!(result(session.as_ref()), ("second", "four-home"));
}

#[test]
fn a_man_may_have_to_enter_a_cell_that_is_no_goal() {
    // docs/rules.md: "A man may enter any allowed cell of the far rank." Grey is all that White has: he must spoil his own
    // goal, and the game is drawn.
    let mut session = at(OTHER, "k11.b12.c12.f12 d1.h1.k1.a5 w a.d.h.k b.c.f.l");
    assert_eq!(session.legal(), ["k11-j12"]);
    session.play("k11-j12").unwrap();
    assert_eq!(result(session.as_ref()), ("draw", "both-blocked"));
}

#[test]
fn the_goal_is_where_the_enemy_started_not_where_the_rules_say() {
    // The position carries the start files, so that a record goes on in any table of the same grid.
    let session = at(EXAMPLE, "b12.c12.f12.l12 d1.h1.k1.a2 b a.d.h.k b.c.f.l");
    assert_eq!(result(session.as_ref()), ("first", "four-home"));
    let session = at(EXAMPLE, "b12.c12.f12.l12 d1.h1.k1.a2 b a.d.h.k a.c.f.l");
    assert_eq!(result(session.as_ref()), ("draw", "both-blocked"));
}

#[test]
fn the_first_man_home_wins_in_premier() {
    // docs/rules.md: "Variant `premier`: the first man to reach the far rank wins"
    let white = "c7.d1.h1.k11 b12.c5.f12.a3 w a.d.h.k b.c.f.l";
    let mut session = at("premier", white);
    session.play("k11-l12").unwrap();
    assert_eq!(result(session.as_ref()), ("first", "far-rank"));
    let mut session = at("premier", "d2.c7.h2.k10 b12.c5.f12.a2 b a.d.h.k b.c.f.l");
    session.play("a2-a1").unwrap();
    assert_eq!(result(session.as_ref()), ("second", "far-rank"));
    // The sheet's goal lets the game go on.
    let mut session = at("", white);
    session.play("k11-l12").unwrap();
    assert_eq!(session.outcome(), None);
}

#[test]
fn impossible_moves_are_explained() {
    let say = |mv: &str| after(EXAMPLE, "").play(mv).unwrap_err().to_string();
    assert_eq!(
        say("d1-d2"),
        "impossible move: d1-d2; d2 is red (R), and the opponent allows: yellow (by a12, l12), black (by k12), green (by b12)"
    );
    assert_eq!(say("a1-a2"), "impossible move: a1-a2; none of your men stands on a1");
    assert_eq!(say("a12-a11"), "impossible move: a12-a11; none of your men stands on a12");
    for far in ["d1-d3", "d1-c1", "d1-f2"] {
        assert!(say(far).ends_with("a man advances one rank, straight or diagonally"), "{far}");
    }
    for wrong in ["d1c2", "d1-m2", "d1-c13", "", "d1-", "é1-c2", "d01-c2"] {
        assert!(say(wrong).ends_with("expected two cells from a1 to l12, as in d1-c2"), "{wrong}");
    }
    let taken = at(OTHER, "f3.d4.k10.l10 e5.e4.b1.c1 w a.d.h.k b.c.f.l").play("f3-e4").unwrap_err();
    assert_eq!(taken.to_string(), "impossible move: f3-e4; e4 is taken");
    let blocked = after(OTHER, "a1-b2 f12-g11 h1-i2").play("b12-b11").unwrap_err();
    assert_eq!(
        blocked.to_string(),
        "impossible move: \"b12-b11\"; no man can advance, one must pass: \"pass\""
    );
}

#[test]
fn positions_are_read_in_any_order_and_wrong_ones_named() {
    let game = ENTRY.variant(OTHER).unwrap();
    let read = game.resume("k1.a1.h3.d1 l12.b12.f12.c11 b k.h.d.a l.f.c.b").unwrap();
    assert_eq!(read.position(), "a1.d1.k1.h3 c11.b12.f12.l12 b a.d.h.k b.c.f.l");
    for (wrong, part) in [
        ("a1.d1.h1.k1 b12.c12.f12.l12 w", "3 field(s) instead of 5"),
        ("a1.d1.h1 b12.c12.f12.l12 w a.d.h.k b.c.f.l", "men of White \"a1.d1.h1\""),
        ("a1.d1.h1.k1.l1 b12.c12.f12.l12 w a.d.h.k b.c.f.l", "men of White"),
        ("a1.d1.h1.k1 b12.b12.f12.l12 w a.d.h.k b.c.f.l", "men of Black \"b12.b12.f12.l12\""),
        ("a1.d1.h1.m1 b12.c12.f12.l12 w a.d.h.k b.c.f.l", "men of White"),
        ("a1.d1.h1.f12 b12.c12.f12.l12 w a.d.h.k b.c.f.l", "two men on f12"),
        ("a1.d1.h1.k1 b12.c12.f12.l12 x a.d.h.k b.c.f.l", "expected one of: w, b"),
        ("a1.d1.h1.k1 b12.c12.f12.l12 w a.d.h b.c.f.l", "start of White \"a.d.h\""),
        ("a1.d1.h1.k1 b12.c12.f12.l12 w a.d.h.k b.c.f.f", "start of Black \"b.c.f.f\""),
        ("b12.c12.f12.l12 a1.d1.h1.k1 w a.d.h.k b.c.f.l", "both players would have won"),
    ] {
        let fault = game.resume(wrong).err().unwrap().to_string();
        assert!(fault.contains(part), "{wrong}: {fault}");
    }
}

#[test]
fn keys_tell_positions_apart_by_all_they_hold() {
    let texts = [
        "a1.d1.h1.k1 b12.c12.f12.l12 w a.d.h.k b.c.f.l",
        "a1.d1.h1.k1 b12.c12.f12.l12 b a.d.h.k b.c.f.l",
        "a1.d1.h1.k1 b12.c12.f12.l12 w a.d.h.l b.c.f.l",
        "a1.d1.h1.k1 b12.c12.f12.l12 w a.d.h.k b.c.f.k",
        "a1.d1.h1.k2 b12.c12.f12.l12 w a.d.h.k b.c.f.l",
        "b12.c12.f12.k12 a1.d1.h1.k1 w a.d.h.k b.c.f.l",
    ];
    let keys: BTreeSet<u64> = texts.iter().map(|text| at("", text).key()).collect();
    assert_eq!(keys.len(), texts.len());
}

#[test]
fn wrong_parameters_are_refused_and_named() {
    let say = |variant: &str| ENTRY.variant(variant).err().unwrap().to_string();
    for wrong in ["a.d.h", "a.d.h.k.l", "a.d.h.h", "a.d.h.m", "adhk", "A.d.h.k", "a.d..k", "a.d.h.é"] {
        for key in ["blanc", "noir"] {
            let fault = say(&format!("{key}={wrong}"));
            assert!(fault.contains(&format!("\"{key}={wrong}\"")) && fault.contains("a.d.h.k"), "{fault}");
        }
    }
    for wrong in ["-1", "+5", "007", "x", "18446744073709551616", "1.5"] {
        let fault = say(&format!("plateau={wrong}"));
        assert!(fault.contains("from 0 to 18446744073709551615"), "{fault}");
    }
    assert!(ENTRY.variant("plateau=0").is_ok());
}

#[test]
fn the_text_shows_men_letters_and_goals() {
    let scene = after(EXAMPLE, "d1-c2").scene(&View::new(Lang::En));
    let options = terminal::TerminalOptions { unicode: false, colour: false, captions: true };
    let text = terminal::write(&scene, &options);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "    a^  b^  c   d   e   f   g   h   i   j   k^  l^");
    assert_eq!(lines[1], "12  xB  xO   G   R   J   M   V   N   R   G  xB  xV");
    assert_eq!(lines[11], " 2   V   G [oN]  R   M   N   G   J   M   O   R   V");
    assert_eq!(lines[12], " 1   O   B   M ( J) oO   B   R   V  oN   J  oB   G");
    assert_eq!(lines[13], "    a   b   c   dv  ev  f   g   h   iv  j   kv  l");
    assert_eq!(lines[16], "Colours allowed: mauve (M), red (R), green (V)");
    let holds = |name: &str| scene.cells.iter().find(|cell| cell.name == name).unwrap().holds.clone();
    assert_eq!(holds("c2"), "black, white man");
    assert_eq!(holds("a12"), "blue, black man, White's goal");
    assert_eq!(holds("d1"), "yellow, free, Black's goal");
    assert_eq!(holds("g6"), "red, free");
}

#[test]
fn captions_say_when_to_pass_and_nothing_more_at_the_end() {
    let captions = |session: &dyn Session| session.scene(&View::new(Lang::Fr)).captions;
    let forced = after(OTHER, "a1-b2 f12-g11 h1-i2");
    assert_eq!(captions(forced.as_ref()), ["À Noir de jouer", "Aucun pion ne peut avancer : il faut passer"]);
    let over = after("blanc=b.d.k.l,noir=d.i.k.l", "d1-c2");
    assert_eq!(captions(over.as_ref()), ["Partie nulle (Aucun des deux ne peut jouer)"]);
    let empty = forced.scene(&View { pieces: false, ..View::new(Lang::Fr) });
    assert!(empty.captions.is_empty(), "a board for pencil play has no turn");
}

#[test]
fn men_are_set_up_one_by_one() {
    let start = "a1.d1.h1.k1 b12.c12.f12.l12 w a.d.h.k b.c.f.l";
    let setup = play::set_up(&ENTRY, "", start, "wd1");
    assert_eq!(setup.text(), "a1.h1.k1 b12.c12.f12.l12 w a.d.h.k b.c.f.l");
    let fault = setup.fault().unwrap().to_string();
    assert!(fault.contains("four different cells"), "{fault}");
    // Not yet a position, it shows its men on the cells' colours, and the goals.
    let scene = setup.scene(&View::new(Lang::En));
    let holds = |name: &str| &scene.cells.iter().find(|cell| cell.name == name).unwrap().holds;
    assert_eq!(
        [holds("a1"), holds("d1"), holds("b12")],
        ["orange, Black's goal, white man", "yellow, Black's goal, free", "orange, White's goal, black man"]
    );
    let setup = play::set_up(&ENTRY, "", start, "wd1 we6");
    assert_eq!(setup.text(), "a1.h1.k1.e6 b12.c12.f12.l12 w a.d.h.k b.c.f.l");
    assert!(setup.fault().is_none());
    let mut setup = play::set_up(&ENTRY, "", start, "");
    setup.clear();
    assert_eq!(setup.text(), "- - w a.d.h.k b.c.f.l");
}
