use std::collections::{BTreeSet, HashMap};

use damier_core::{Game, Lang, Rng, Seat, Side};
use damier_scene::View;
use damier_table::Session;
use damier_testkit::play;

use super::tile::{Direction, Tile};
use super::twin::joined;
use super::{ENTRY, Move, Position, Turnabout};

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, variant, moves)
}

fn ending(variant: &str, moves: &str) -> Option<(&'static str, &'static str)> {
    after(variant, moves).outcome().map(|outcome| (outcome.verdict.code(), outcome.reason.key))
}

/// Fills boards at random, tile by tile and beyond the stock, and compares every one with the naive twin: full boards
/// have long lines, loops, and lines that go twice over a tile.
fn fill<const W: usize>(size: usize, boards: u32) {
    let game = Turnabout::<W>::new(size);
    let mut rng = Rng::new(size as u64);
    let (mut lines, mut none) = (0, 0);
    for _ in 0..boards {
        let mut order: Vec<usize> = (0..size * size).collect();
        rng.shuffle(&mut order);
        let mut position = Position::EMPTY;
        for cell in order {
            game.lay(&mut position, cell, Tile::ALL[rng.below(3) as usize]);
            let text = game.position_text(&position);
            assert_eq!(position.joined, joined(&text), "{text}");
            assert_eq!(!game.winning(&position).is_empty(), position.joined, "the picture: {text}");
            if position.joined {
                break;
            }
        }
        if position.joined { lines += 1 } else { none += 1 }
    }
    assert!(lines > 0, "no line in {boards} boards of {size}");
    assert!(size > 4 || none > 0, "a line in all of {boards} boards of {size}");
}

#[test]
fn lines_agree_with_the_naive_twin() {
    fill::<1>(3, 400);
    fill::<1>(4, 200);
    fill::<1>(6, 40);
    fill::<1>(8, 15);
    fill::<2>(8, 15);
    fill::<2>(10, 6);
}

#[test]
fn tiles_join_the_sides_that_the_rules_name() {
    // docs/rules.md: "`d4+` crossing (N–S and E–W, over and under, no turning), `d4/` arcs N–W and S–E, `d4\` arcs N–E and
    // S–W"
    use Direction::{East, North, South, West};
    for (tile, pairs) in [
        (Tile::Cross, [(North, South), (East, West)]),
        (Tile::Slash, [(North, West), (South, East)]),
        (Tile::Backslash, [(North, East), (South, West)]),
    ] {
        for (one, other) in pairs {
            assert_eq!((tile.leads(one), tile.leads(other)), (other, one), "{tile:?}");
        }
        assert_eq!(tile.strands(), pairs);
        assert_eq!(Tile::from_code(tile.code()), Some(tile));
    }
    assert_eq!(Tile::from_code(0), None);
}

#[test]
fn an_8_by_8_board_and_32_tiles() {
    // Sheet: "Un simple échiquier 8×8", "32 pièces carrées identiques et réversibles". docs/rules.md: "parameter `size` 3–10,
    // tiles = half the cells rounded down".
    assert_eq!(after("", "").count(), 3 * 64);
    let tiles = |variant: &str, left: &str| {
        let captions = after(variant, "").scene(&View::new(Lang::En)).captions;
        assert!(captions.contains(&left.to_string()), "{captions:?}");
    };
    tiles("", "32 tiles left");
    tiles("size=3", "4 tiles left");
    tiles("size=9", "40 tiles left");
    tiles("size=10", "50 tiles left");
    for wrong in ["size=2", "size=11", "size=x"] {
        assert!(ENTRY.variant(wrong).err().unwrap().to_string().contains("from 3 to 10"));
    }
}

#[test]
fn l_attaquant_commence() {
    // Sheet: "L'attaquant commence en plaçant un carré, du côté qui lui plaît, sur une case de son choix (une fois posée,
    // une pièce ne se déplace plus). Le défenseur place alors un carré où bon lui semble (et ainsi de suite)."
    let mut session = after("", "");
    assert_eq!(session.seats()[session.to_move().index()].name.fr, "Attaquant");
    session.play("d4+").unwrap();
    assert_eq!(session.seats()[session.to_move().index()].name.en, "Defender");
    assert_eq!(session.count(), 3 * 63);
    let say = |session: &mut Box<dyn Session>, mv: &str| session.play(mv).unwrap_err().to_string();
    assert_eq!(say(&mut session, "d4/"), "impossible move: d4 is taken");
    assert_eq!(say(&mut session, "i4/"), "impossible move: \"i4\" is not a cell from a1 to h8");
    let face = "impossible move: \"d5\" does not say which face: d5+, d5/ or d5\\";
    assert_eq!(say(&mut session, "d5"), face);
    assert!(say(&mut session, "d5+/").contains("does not say which face"));
}

#[test]
fn the_attacker_joins_north_and_south_or_east_and_west() {
    // Sheet: "Le but de l'attaquant est de relier deux bords opposés (soit N-S, soit E-O) non spécifiés à l'avance !"
    assert_eq!(ending("size=3", "b1+ a1/ b2+ c1/"), Some(("second", "stock")));
    assert_eq!(ending("size=3", "b1+ b3+ b2+"), Some(("first", "connection")));
    assert_eq!(ending("size=3", "a2+ c2+ b2+"), Some(("first", "connection")));
    // Two adjacent edges are not enough: north of a3 to west of a3.
    assert_eq!(ending("size=3", "a3/ c3\\ a1\\"), None);
}

#[test]
fn whoever_lays_the_last_tile() {
    // docs/rules.md: "whoever laid the last tile, even if it was the very last one"
    assert_eq!(ending("size=3", "b1+ b3+"), None);
    assert_eq!(ending("size=3", "b1+ a1/ b2+ b3+"), Some(("first", "connection")));
}

#[test]
fn the_defender_wins_when_the_tiles_run_out() {
    // Sheet: "bloquer astucieusement l'attaquant de telle sorte que le stock des 32 pièces soit épuisé avant qu'il ne
    // parvienne à ses fins. S'il y parvient, il gagne !"
    assert_eq!(ending("size=3", "a1+ a3+ c1/"), None);
    assert_eq!(ending("size=3", "a1+ a3+ c1/ c2+"), Some(("second", "stock")));
    assert_eq!(after("size=3", "a1+ a3+ c1/ c2+").count(), 0);
}

#[test]
fn one_cannot_turn_on_a_crossing() {
    // Sheet: "Cette figure comporte un « passage supérieur » et un « passage inférieur », on ne peut donc pas tourner en
    // son centre." Down a3, at a2 to the east, at b2 to the south, out below b1: only with an arc at a2.
    assert_eq!(ending("size=3", "a3+ b2\\ b1+ a2\\"), Some(("first", "connection")));
    assert_eq!(ending("size=3", "a3+ b2\\ b1+ a2+"), Some(("second", "stock")));
}

#[test]
fn a_line_may_cross_itself_and_loops_end() {
    // A ring of four arcs around the corner that a1, a2, b1 and b2 share, whichever tile closes it.
    for order in
        [["a1\\", "a2/", "b1/", "b2\\"], ["b2\\", "b1/", "a2/", "a1\\"], ["a2/", "b1/", "b2\\", "a1\\"]]
    {
        assert_eq!(ending("size=4", &order.join(" ")), None);
    }
    let game = Turnabout::<1>::new(4);
    // North to south, over the crossing b2 twice: down b4, b3, b2, at b1 to the east, at c1 to the north, at c2 to the
    // west, over b2, at a2 to the south, out below a1.
    let twice = ".+../.+../z+s./+sz. a";
    assert!(joined(twice));
    assert!(game.parse_position(twice).unwrap().joined);
}

#[test]
fn rollouts_end_where_single_moves_would() {
    let mut rng = Rng::new(6);
    let mut reasons = BTreeSet::new();
    for size in [3, 4, 8] {
        let game = Turnabout::<1>::new(size);
        for _ in 0..400 {
            let mut end = game.start(&mut rng);
            let rollout = game.rollout(&mut end, &mut rng);
            assert_eq!(game.outcome(&end), Some(rollout.outcome));
            assert_eq!(u32::from(end.laid), rollout.plies);
            assert_eq!(game.parse_position(&game.position_text(&end)), Ok(end));
            assert_eq!(
                rollout.outcome.verdict.value_for(Side::First) > 0.5,
                joined(&game.position_text(&end))
            );
            reasons.insert(rollout.outcome.reason.key);
        }
    }
    assert_eq!(reasons.into_iter().collect::<Vec<_>>(), ["connection", "stock"]);
}

#[test]
fn positions_are_read_with_care() {
    let game = Turnabout::<1>::new(3);
    let read = |text: &str| game.parse_position(text).map_err(|fault| fault.to_string());
    assert_eq!(read("3/1+1/3 d").map(|position| position.laid), Ok(1));
    assert_eq!(
        read(".../z.s/.+. d").map(|position| game.position_text(&position)),
        Ok(".../z.s/.+. d".to_string())
    );
    let seat = "position, seat to move \"a\": 1 tiles are laid, it is the turn of \"d\"";
    assert_eq!(read("3/1+1/3 a").unwrap_err(), seat);
    assert_eq!(read("+++/+z./3 d").unwrap_err(), "position: 5 tiles are laid; there are only 4");
    assert!(read("3/1x1/3 d").unwrap_err().contains("\"x\" is none of \".+zs\""));
}

/// Says whether the attacker wins against best play; `known` holds one position of each eight images.
pub(super) fn attacker_wins(
    game: &Turnabout<1>,
    position: &Position<1>,
    known: &mut HashMap<u64, bool>,
) -> bool {
    let won =
        |position: &Position<1>| game.outcome(position).map(|outcome| outcome.verdict.code() == "first");
    if let Some(won) = won(position) {
        return won;
    }
    let images = (0..game.symmetries()).map(|symmetry| game.key(&game.transform(position, symmetry)));
    let key = images.min().unwrap();
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let moves = game.moves(position);
    let play = |&mv: &Move| game.after(position, mv);
    let attacking = game.to_move(position).index() == 0;
    // A line at once spares the search of all other tiles.
    let wins = (attacking && moves.iter().map(play).any(|next| won(&next) == Some(true)))
        || attacking == moves.iter().map(play).any(|next| attacker_wins(game, &next, known) == attacking);
    known.insert(key, wins);
    wins
}

#[test]
fn the_defender_wins_on_the_smallest_boards() {
    // What the page says of 3 × 3 and 4 × 4.
    for size in [3, 4] {
        let game = Turnabout::<1>::new(size);
        assert!(!attacker_wins(&game, &game.start(&mut Rng::new(0)), &mut HashMap::new()), "{size}");
    }
}

#[test]
fn tiles_that_are_set_up_tell_whose_turn_it_is() {
    let start = ".../.../... a";
    let setup = play::set_up(&ENTRY, "size=3", start, "+a1");
    assert_eq!((setup.text().as_str(), setup.turns()), (".../.../+.. d", vec![Seat(1)]));
    let setup = play::set_up(&ENTRY, "size=3", start, "+a1 zb1 sc1 zc1 +a2 +b2");
    // Five tiles, and the sheet has 9 cells / 2 = 4.
    assert_eq!(setup.text(), ".../++./+zz d");
    assert_eq!(setup.fault().unwrap().to_string(), "position: 5 tiles are laid; there are only 4");
}
