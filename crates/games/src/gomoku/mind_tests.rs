//! The engine against plain search, and its knowledge against naive counts.

use damier_core::{Game, Rng, Side};
use damier_search::{Coverage, Features, Limits, Mind, MoveHints, Path, Thought, Value};

use super::eval::{GomokuFeatures, SideCounts};
use super::mind::GomokuMind;
use super::plain_search::{all_wins, presses, scatter, wins_now, won};
use super::shapes::{shape, shape_of};
use super::{Gomoku, Move, Position};

type Small = Gomoku<2>;

fn think<const W: usize>(game: &Gomoku<W>, position: &Position<W>, nodes: u64) -> Thought<Move> {
    let mut mind = GomokuMind::new(game);
    mind.think(game, &Path::new(game, *position), &Limits::nodes(nodes), &mut |_| {})
}

/// Says whether the side to move wins within so many plies, by the rules alone.
fn wins_within<const W: usize>(game: &Gomoku<W>, position: &Position<W>, plies: u32) -> bool {
    let side = position.to_move;
    wins_now(game, position)
        || plies >= 3
            && game.moves(position).into_iter().any(|mv| {
                let made = game.after(position, mv);
                made.end.is_none()
                    && game.moves(&made).into_iter().all(|reply| {
                        let answered = game.after(&made, reply);
                        won(game, &answered, side)
                            || answered.end.is_none() && wins_within(game, &answered, plies - 2)
                    })
            })
}

/// Plays promising moves, some of them at random, to a position somewhere in a game.
fn wander<const W: usize>(game: &Gomoku<W>, rng: &mut Rng) -> Position<W> {
    let mut position = game.start(rng);
    for _ in 0..4 + rng.below(30) {
        let legal = game.moves(&position);
        let drawn = |rng: &mut Rng| legal[rng.below(legal.len() as u32) as usize];
        let mut mv = drawn(rng);
        for _ in 0..rng.below(12) {
            let other = drawn(rng);
            if game.rate(&position, other.0.into()) > game.rate(&position, mv.0.into()) {
                mv = other;
            }
        }
        let after = game.after(&position, mv);
        if after.end.is_some() {
            break;
        }
        position = after;
    }
    position
}

#[test]
fn the_engine_overlooks_no_win_at_once_and_no_block() {
    let mut rng = Rng::new(7);
    let (mut wins, mut blocks, mut proven) = (0, 0, 0);
    for round in 0..3000 {
        let (answer, no_double) = (round % 4 < 2, round % 2 == 0);
        let game = Small::new(7 + round % 3, answer, no_double);
        let position = if round % 5 < 2 {
            wander(&game, &mut rng)
        } else {
            let n = 8 + rng.below(24);
            scatter(&game, &mut rng, n)
        };
        let thought = think(&game, &position, 60 + 40 * (round as u64 % 5));
        let text = game.position_text(&position);
        let best = thought.best().unwrap();
        let other = position.to_move.other();
        let winning = all_wins(&game, &position);
        if !winning.is_empty() {
            wins += 1;
            assert!(winning.contains(&best.mv) && best.value == Value::Win(1), "{text}: {best:?}");
        } else if presses(&game, &position) {
            let loses = |mv: Move| {
                let after = game.after(&position, mv);
                won(&game, &after, other) || after.end.is_none() && wins_now(&game, &after)
            };
            if game.moves(&position).into_iter().any(|mv| !loses(mv)) {
                blocks += 1;
                assert!(!loses(best.mv), "{text}: {best:?}");
            }
        }
        // What is proven is so by the rules alone.
        for rated in thought.moves.iter().take(4) {
            let after = game.after(&position, rated.mv);
            match rated.value {
                Value::Win(plies) if (3..=5).contains(&plies) => {
                    assert!(after.end.is_none(), "{text}: {rated:?}");
                    assert!(
                        game.moves(&after).into_iter().all(|reply| {
                            let answered = game.after(&after, reply);
                            won(&game, &answered, position.to_move)
                                || answered.end.is_none() && wins_within(&game, &answered, plies - 2)
                        }),
                        "{text}: {rated:?}"
                    );
                    proven += 1;
                }
                Value::Loss(plies) if (2..=4).contains(&plies) => {
                    assert!(
                        won(&game, &after, other) || wins_within(&game, &after, plies - 1),
                        "{text}: {rated:?}"
                    );
                    proven += 1;
                }
                _ => {}
            }
        }
    }
    assert!(wins > 500 && blocks > 200 && proven > 500, "{wins} {blocks} {proven}");
}

#[test]
fn what_is_offered_as_sound_leaves_out_only_moves_that_lose_at_once() {
    let mut rng = Rng::new(17);
    let mut sound = 0;
    for round in 0..1500 {
        let game = Small::new(7 + round % 2, round % 4 < 2, round % 8 < 4);
        let position = if round % 3 == 0 { wander(&game, &mut rng) } else { scatter(&game, &mut rng, 22) };
        let mut offered = Vec::new();
        let coverage = GomokuFeatures.moves(&game, &position, &mut offered);
        assert!(!offered.is_empty() && offered.iter().all(|&mv| game.is_legal(&position, mv)));
        let rates: Vec<i32> = offered.iter().map(|&mv| GomokuFeatures.hint(&game, &position, mv)).collect();
        for (&mv, rate) in offered.iter().zip(&rates) {
            assert!(*rate == game.rate(&position, mv.0.into()) || offered.len() == 1);
        }
        assert!(rates.is_sorted_by(|a, b| a >= b), "best first");
        let wins = all_wins(&game, &position);
        if coverage == Coverage::Likely {
            assert!(wins.is_empty() && !presses(&game, &position));
            continue;
        }
        sound += 1;
        if !wins.is_empty() {
            assert!(wins.contains(&offered[0]));
            continue;
        }
        for mv in game.moves(&position).into_iter().filter(|mv| !offered.contains(mv)) {
            let after = game.after(&position, mv);
            let loses = won(&game, &after, position.to_move.other())
                || after.end.is_none() && wins_now(&game, &after);
            assert!(loses, "{}", game.position_text(&position));
        }
    }
    assert!(sound > 300, "{sound}");
}

/// Checks an answer in every respect that does not depend on how good it is.
fn check<const W: usize>(game: &Gomoku<W>, position: &Position<W>) {
    let text = game.position_text(position);
    let thought = think(game, position, 400);
    let mut rated: Vec<u16> = thought.moves.iter().map(|rated| rated.mv.0).collect();
    rated.sort_unstable();
    let legal: Vec<u16> = game.moves(position).iter().map(|mv| mv.0).collect();
    assert_eq!(rated, legal, "every legal move once: {text}");
    assert_eq!(thought.pv.first(), thought.moves.first().map(|rated| &rated.mv), "{text}");
    assert!(thought.nodes < 2500, "{} {text}", thought.nodes);
    assert_eq!(think(game, position, 400), thought, "the same answer: {text}");
    let mut line = *position;
    for &mv in &thought.pv {
        assert!(game.is_legal(&line, mv), "{text}");
        line = game.after(&line, mv);
    }
}

#[test]
fn answers_are_complete_and_the_same_on_all_boards_and_rules() {
    let mut rng = Rng::new(23);
    for round in 0..16 {
        let (answer, no_double) = (round % 4 < 2, round % 2 == 0);
        let small = Small::new(7 + round % 5, answer, no_double);
        check(&small, &small.start(&mut rng));
        for _ in 0..6 {
            check(&small, &wander(&small, &mut rng));
            let stones = 5 + rng.below(60);
            check(&small, &scatter(&small, &mut rng, stones));
        }
        let usual = Gomoku::<6>::new(12 + round % 8, answer, no_double);
        check(&usual, &wander(&usual, &mut rng));
        check(&usual, &scatter(&usual, &mut rng, 90));
        let large = Gomoku::<11>::new(20 + round % 7, answer, no_double);
        check(&large, &wander(&large, &mut rng));
    }
    let game = Small::new(7, true, true);
    let over = game.parse_position("7/7/7/7/7/7/bbbbb2 r").unwrap();
    assert!(think(&game, &over, 100).moves.is_empty());
}

/// Counts what [`SideCounts`] counts, point by point.
fn naive_tally(game: &Small, position: &Position<2>, side: Side) -> SideCounts {
    let size = game.board.width() as i32;
    let at = |file: i32, rank: i32| {
        if !(0..size).contains(&file) || !(0..size).contains(&rank) {
            return '#';
        }
        let cell = (file + rank * size) as usize;
        if position.stones[side.index()].contains(cell) {
            'o'
        } else if position.stones[side.other().index()].contains(cell) {
            'x'
        } else {
            '.'
        }
    };
    let mut tally = SideCounts::default();
    let turned = Position { to_move: side, pending: false, ..*position };
    for file in -1..size {
        for rank in -1..=size {
            for (files, ranks) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let line = |from: i32, count: i32| -> String {
                    (from..from + count).map(|n| at(file + n * files, rank + n * ranks)).collect()
                };
                let own = |text: &str| text.matches('o').count();
                let five = line(0, 5);
                if !five.contains(['x', '#']) && (1..5).contains(&own(&five)) {
                    tally.rows[own(&five) - 1] += 1;
                }
                let six = line(0, 6);
                let between = &six[1..5];
                if six.starts_with('.') && six.ends_with('.') && !between.contains(['x', '#']) {
                    match own(between) {
                        2 => tally.open[0] += 1,
                        3 => tally.open[1] += 1,
                        _ => {}
                    }
                }
            }
        }
    }
    for cell in game.free(position) {
        let (file, rank) = (cell as i32 % size, cell as i32 / size);
        let look = |count: i32| {
            let all = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
            all.filter(|&step| step != (0, 0)).map(move |(files, ranks)| {
                (1..=count).map(|n| at(file + n * files, rank + n * ranks)).collect::<String>()
            })
        };
        tally.grabs += u32::from(look(3).any(|line| line == "xxo"));
        tally.hooks += u32::from(look(3).any(|line| line == "xx."));
        // Fives by the rules: with no answer to them, they win.
        let plain = Small::new(game.board.width(), false, false);
        let mut bare = turned;
        bare.captured = [0; 2];
        let after = plain.after(&bare, Move(cell as u16));
        tally.fives += u32::from(won(&plain, &after, side));
    }
    tally
}

#[test]
fn tallies_agree_with_naive_counts() {
    let mut rng = Rng::new(31);
    for round in 0..600 {
        let game = Small::new(7 + round % 5, true, true);
        let stones = 4 + rng.below(40);
        let position = scatter(&game, &mut rng, stones);
        let tally = game.tally(&position.stones);
        for side in [Side::First, Side::Second] {
            let naive = naive_tally(&game, &position, side);
            assert_eq!(tally[side.index()], naive, "{} {side:?}", game.position_text(&position));
        }
    }
}

#[test]
fn shapes_say_what_a_stone_makes() {
    let mut rng = Rng::new(37);
    for _ in 0..20_000 {
        // A line of nine points: own stones, free points and whatever stops; an own stone in the middle.
        let line: Vec<char> =
            (0..9).map(|n| if n == 4 { 'o' } else { ['o', '.', '.', 'x'][rng.below(4) as usize] }).collect();
        let bits = |what: char| (0..9).filter(|&n| line[n] == what).fold(0, |bits, n| bits | 1 << n);
        let has_five = |line: &[char]| line.windows(5).any(|five| five.iter().all(|&stone| stone == 'o'));
        let completions = |line: &[char]| {
            let free = (0..9).filter(|&n| line[n] == '.');
            free.filter(|&n| {
                let mut next = line.to_vec();
                next[n] = 'o';
                has_five(&next)
            })
            .count()
        };
        let opens = |least: usize| {
            (0..9).filter(|&n| line[n] == '.').any(|n| {
                let mut next = line.clone();
                next[n] = 'o';
                completions(&next) >= least
            })
        };
        let expected = if has_five(&line) {
            shape::FIVE
        } else if completions(&line) >= 2 {
            shape::OPEN_FOUR
        } else if completions(&line) == 1 {
            shape::OPEN_FOUR - 1
        } else if opens(2) {
            shape::OPEN_FOUR - 2
        } else if opens(1) {
            shape::OPEN_FOUR - 3
        } else {
            shape_of(bits('o'), bits('x')).min(shape::OPEN_FOUR - 4)
        };
        assert_eq!(shape_of(bits('o'), bits('x')), expected, "{line:?}");
    }
}

#[test]
fn weights_are_as_many_as_the_features() {
    let game = Small::new(9, true, true);
    let weights = damier_table::read_weights(super::mind::WEIGHTS).unwrap();
    assert_eq!(weights.len(), Features::<Small>::count(&GomokuFeatures, &game));
    let names = super::mind::WEIGHTS.lines().filter(|line| !line.starts_with('#'));
    for (number, line) in names.enumerate() {
        assert_eq!(line.split(' ').next().unwrap(), GomokuFeatures.name(&game, number));
    }
}
