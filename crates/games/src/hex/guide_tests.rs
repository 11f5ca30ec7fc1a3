//! What the network and the search that it guides claim.

use damier_core::{Game, Rng, Side};
use damier_net::Codec;
use damier_search::{Limits, Mind, Path, Rated, Thought, Value};

use super::codec::HexCodec;
use super::engine_tests::{count_proofs, position_of, scatter, won_positions};
use super::guide::HexGuide;
use super::lattice::Lattice;
use super::mind::HexMind;
use super::rules::SWAP;
use super::{Hex, Move, Position};

fn think<const W: usize>(game: &Hex<W>, position: &Position<W>, limits: &Limits) -> Thought<Move> {
    HexMind::<W>::guided_from(3, game.size).think(game, &Path::new(game, *position), limits, &mut |_| {})
}

fn read<const W: usize>(game: &Hex<W>, text: &str) -> Position<W> {
    game.parse_position(text).unwrap()
}

#[test]
fn whoever_is_to_move_joins_top_and_bottom() {
    let game = Hex::<1>::new(3, true);
    let seen = |text: &str| {
        let mut planes = vec![9.0; HexCodec.room(&game)];
        HexCodec.see(&game, &read(&game, text), &mut planes);
        let rows =
            planes.chunks(5).map(|row| row.iter().map(|x| if *x == 1.0 { '#' } else { '.' }).collect());
        rows.collect::<Vec<String>>()
    };
    // White at c1 and a2, Black at b3; the edges lie around.
    let own = [".###.", "...#.", ".#...", ".....", ".###."];
    let others = [".....", "#...#", "#...#", "#.#.#", "....."];
    assert_eq!(seen("..w/w../.b. w"), [own, others].concat());
    // With file and row exchanged, Black sees the same.
    assert_eq!(seen(".b./..w/b.. b"), [own, others].concat());
}

#[test]
fn moves_keep_their_numbers() {
    let game = Hex::<1>::new(5, true);
    let position = read(&game, "...../...../.w.../...../..... b");
    let count = Codec::<Hex<1>>::moves(&HexCodec, &game);
    for mv in game.moves(&position) {
        let number = HexCodec.number(&game, mv);
        assert!(number < count);
        assert_eq!(HexCodec.numbered(&game, number), Some(mv));
        // The half turn twice is nothing.
        let image = HexCodec.image(&game, number, 1).unwrap();
        assert_eq!(HexCodec.image(&game, image, 1), Some(number));
        assert_eq!(HexCodec.cell(&game, &position, mv).is_none(), mv == SWAP);
    }
    assert_eq!(HexCodec.number(&game, Move(7)), 7, "cells are counted row by row");
    assert_eq!(HexCodec.numbered(&game, count), None::<Move>);
    // Black sees c2 where White would see b3.
    assert_eq!(HexCodec.cell(&game, &position, Move(7)), Some(11));
}

#[test]
fn opinions_do_not_depend_on_the_colour() {
    let game = Hex::<2>::new(9, false);
    let guide = HexGuide::<2>::new(9);
    let lattice = Lattice::<2>::new(9);
    let mut rng = Rng::new(3);
    for _ in 0..5 {
        let stones = scatter(&lattice, 12, &mut rng);
        let mirrored = |side: Side| stones[side.index()].iter().map(|cell| lattice.mirrored(cell)).collect();
        let exchanged = [mirrored(Side::Second), mirrored(Side::First)];
        let white = guide.opinion(&game, &position_of(&game, &stones, Side::First));
        let black = guide.opinion(&game, &position_of(&game, &exchanged, Side::Second));
        assert_eq!(white.value, black.value);
        for (cell, share, worth) in white.cells {
            assert!(black.cells.contains(&(lattice.mirrored(cell), share, worth)), "{cell}");
        }
    }
}

#[test]
fn the_network_knows_a_win_when_it_sees_one() {
    let game = Hex::<2>::new(11, false);
    let guide = HexGuide::<2>::new(11);
    let positions = won_positions(&game);
    let mut found = 0;
    for (position, winning) in &positions {
        let opinion = guide.opinion(&game, position);
        assert!((opinion.cells.iter().map(|(_, share, _)| share).sum::<f32>() - 1.0).abs() < 1e-4);
        let likeliest = opinion.cells.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        found += usize::from(winning.contains(&likeliest.0));
    }
    // These were chosen because simulations err in them; of a few dozen cells each, two or three win.
    assert!(2 * found > positions.len(), "{found} of {}", positions.len());
}

#[test]
fn the_guided_search_rates_every_move_and_errs_in_no_proof() {
    let proofs = count_proofs(100, |game, position, limits| {
        let thought = think(game, position, limits);
        assert_eq!(thought.pv.first(), Some(&thought.moves[0].mv));
        thought
    });
    assert!(proofs > 200, "{proofs}");
}

#[test]
fn the_guided_search_finds_moves_that_win() {
    let game = Hex::<2>::new(11, false);
    for (position, winning) in &won_positions(&game)[..6] {
        let thought = think(&game, position, &Limits::nodes(400));
        assert!(winning.contains(&(thought.moves[0].mv.0 as usize)), "{position:?} {:?}", thought.moves[0]);
    }
}

#[test]
fn a_proven_win_is_never_lost() {
    let game = Hex::<2>::new(11, false);
    let mut rng = Rng::new(4);
    for (position, _) in &won_positions(&game)[..3] {
        let side = position.to_move;
        let (mut position, mut is_proven) = (*position, false);
        let mut mind = HexMind::<2>::new(11);
        while game.outcome(&position).is_none() {
            let mv = if position.to_move == side {
                let thought =
                    mind.think(&game, &Path::new(&game, position), &Limits::nodes(400), &mut |_| {});
                is_proven |= matches!(thought.moves[0].value, Value::Win(_));
                thought.moves[0].mv
            } else {
                // One who mostly knows what he does.
                let opinion = HexGuide::<2>::new(11).opinion(&game, &position);
                let best = opinion.cells.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
                if rng.below(4) == 0 { game.random_move(&position, &mut rng) } else { Move(best.0 as u16) }
            };
            game.play(&mut position, mv);
        }
        assert!(is_proven);
        assert_eq!(position.winner, Some(side));
    }
}

#[test]
fn a_lost_position_is_defended() {
    let game = Hex::<2>::new(11, false);
    let (position, winning) = &won_positions(&game)[0];
    let position = game.after(position, Move(winning[0] as u16));
    let thought = think(&game, &position, &Limits::nodes(2_000));
    assert!(thought.moves.iter().all(|rated| matches!(rated.value, Value::Loss(_))), "{thought:?}");
    assert!(thought.moves.iter().all(|rated| rated.value == thought.moves[0].value));
    let guide = HexGuide::<2>::new(11);
    let hope = |mv: Move| 1.0 - guide.opinion(&game, &game.after(&position, mv)).value;
    let best = hope(thought.moves[0].mv);
    assert!(thought.moves[1..8].iter().all(|rated| hope(rated.mv) <= best), "{thought:?}");
    assert!(best > hope(game.moves(&position)[0]), "the first cell is no defence");
}

#[test]
fn whoever_can_still_be_stopped_is_stopped() {
    // Black joins a row of four next move, at either end; to stop one of them loses later than to stop none.
    let game = Hex::<1>::new(5, false);
    let position = read(&game, "w..../..w../bbb.w/...w./..... w");
    let thought = think(&game, &position, &Limits::nodes(50));
    let after = game.after(&position, thought.moves[0].mv);
    let loses_at_once = |reply: Move| game.outcome(&game.after(&after, reply)).is_some();
    assert!(!game.moves(&after).into_iter().any(loses_at_once), "{thought:?}");
}

#[test]
fn a_fair_opening_is_played_where_the_other_may_swap_and_a_good_one_is_taken_over() {
    let game = Hex::<2>::new(11, true);
    let thought = think(&game, &game.empty(), &Limits::nodes(100));
    assert_eq!(thought.moves.len(), 121);
    let cell = |mv: Move| mv.0 as usize;
    let expectation = |wanted: usize| {
        let rated = thought.moves.iter().find(|rated| cell(rated.mv) == wanted).unwrap();
        rated.value.expectation()
    };
    // Nobody may expect more than half of a game whose sides the other chooses; the middle is the worst gift.
    assert!(thought.moves.iter().all(|rated| rated.value.expectation() <= 0.5));
    assert!(thought.moves[0].value.expectation() > 0.3 && expectation(60) < 0.2, "{:?}", thought.moves[0]);
    assert!(
        (0..121).all(|cell| expectation(cell) == expectation(120 - cell)),
        "the half turn changes nothing"
    );
    for (opening, is_taken) in [(60, true), (0, false)] {
        let position = game.after(&game.empty(), Move(opening));
        let thought = think(&game, &position, &Limits::nodes(150));
        assert_eq!(thought.moves[0].mv == SWAP, is_taken, "{opening}: {:?}", thought.moves[0]);
    }
}

#[test]
fn one_node_is_enough_for_a_good_move() {
    let game = Hex::<2>::new(11, false);
    let position = game.after(&game.empty(), Move(0));
    let Thought { moves, .. } = think(&game, &position, &Limits::nodes(1));
    let guide = HexGuide::<2>::new(11);
    let opinion = guide.opinion(&game, &position);
    let likeliest = opinion.cells.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
    let Rated { mv, value } = moves[0];
    assert_eq!(mv.0 as usize, likeliest);
    assert!((0.3..1.0).contains(&value.expectation()), "{value:?}");
}
