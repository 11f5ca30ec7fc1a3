//! Positions with a win by force, in `positions.txt`, and the program that made them.
//!
//! A line is `SPEC PLIES TAKES POSITION`: the rules, in how many plies the side to move wins, how many pairs are captured
//! in the line that the engine shows.

use damier_core::{Game, Rng};

use super::plain_search::{PlainSearch, won};
use super::vcf::{ForcedWin, Vcf};
use super::{Gomoku, Position};

const POSITIONS: &str = include_str!("positions.txt");

/// What a position may cost: far less than a second.
const NODES: u64 = 100_000;

/// How many positions with a win in 3, 5, 7, 9 and 11 plies, of each kind: without captures, and with.
const WANTED: [[usize; 2]; 5] = [[4, 4], [6, 6], [6, 8], [2, 8], [0, 6]];

/// Counts the pairs captured along a line, which has to be legal and to end with a win.
fn takes<const W: usize>(game: &Gomoku<W>, position: &Position<W>, forced: &ForcedWin) -> u32 {
    let mut end = *position;
    for &mv in &forced.line {
        assert!(game.is_legal(&end, mv), "{}", game.position_text(position));
        end = game.after(&end, mv);
    }
    assert!(won(game, &end, position.to_move), "{}", game.position_text(position));
    let pairs = |position: &Position<W>| u32::from(position.captured[0] + position.captured[1]) / 2;
    pairs(&end) - pairs(position)
}

/// Calls a function with the rules that a spec names, whatever their type.
macro_rules! with_game {
    ($spec:expr, |$game:ident| $body:expr) => {{
        let (rules, size) = $spec.split_once('-').expect("rules and size");
        let size: usize = size.parse().expect("a size");
        let (answer, no_double) = (rules.contains('a'), rules.contains('b'));
        if size <= 11 {
            let $game = &Gomoku::<2>::new(size, answer, no_double);
            $body
        } else {
            let $game = &Gomoku::<6>::new(size, answer, no_double);
            $body
        }
    }};
}

fn solve<const W: usize>(game: &Gomoku<W>, plies: u32, took: u32, position: &str) {
    let position = game.parse_position(position).expect("a position");
    let search = Vcf::new().solve(game, &position, 31, NODES, &|| false);
    let forced = search.forced.expect("a win by force");
    assert_eq!(forced.plies, plies, "{}", game.position_text(&position));
    assert_eq!(forced.line.len() as u32, plies, "{}", game.position_text(&position));
    assert_eq!(takes(game, &position, &forced), took, "{}", game.position_text(&position));
    // The shortest ones are proven anew without the engine's knowledge.
    if plies <= 5 && game.board.width() <= 9 {
        assert_eq!(PlainSearch::default().forced(game, &position, plies), Some(plies));
    }
}

#[test]
fn every_win_is_found_within_few_nodes() {
    let mut counts = [0; 2];
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let [spec, plies, took, position] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}");
        };
        let (plies, took) = (plies.parse().expect("plies"), took.parse().expect("a count"));
        assert!((3..=11).contains(&plies));
        with_game!(spec, |game| solve(game, plies, took, position));
        counts[usize::from(took > 0)] += 1;
    }
    assert!(counts[0] + counts[1] >= 50 && counts[1] >= 15, "{counts:?}");
}

/// Plays a game of promising moves at random and returns its positions with wins by force, one of each length.
fn harvest<const W: usize>(game: &Gomoku<W>, rng: &mut Rng) -> Vec<(Position<W>, ForcedWin)> {
    let mut found: Vec<(Position<W>, ForcedWin)> = Vec::new();
    let mut position = game.start(rng);
    let mut vcf = Vcf::new();
    while position.end.is_none() {
        let search = vcf.solve(game, &position, 13, 100_000, &|| false);
        let fresh = |forced: &ForcedWin| {
            (3..=11).contains(&forced.plies) && found.iter().all(|(_, other)| other.plies != forced.plies)
        };
        if let Some(forced) = search.forced.filter(fresh) {
            found.push((position, forced));
        }
        let mut rated: Vec<_> = game
            .moves(&position)
            .into_iter()
            .map(|mv| (-game.rate(&position, usize::from(mv.0)), mv.0, mv))
            .collect();
        rated.sort_by_key(|&(rate, cell, _)| (rate, cell));
        let choice = rng.below(5).min(rng.below(8)).min(rated.len() as u32 - 1);
        position = game.after(&position, rated[choice as usize].2);
    }
    found
}

/// Makes the lines of `positions.txt`, from random games of promising moves. Every win is proven, and that no shorter one
/// exists, by a plain search over all legal moves that press.
fn make_positions() -> Vec<String> {
    let mut rng = Rng::new(2024);
    let mut left = WANTED;
    let mut made = Vec::new();
    for round in 0.. {
        if left.iter().flatten().all(|&count| count == 0) {
            break;
        }
        let rules = ["ab", "ab", "a", "b", ""][round % 5];
        let size = [9, 11, 13, 19, 10, 15, 8][round % 7];
        let spec = format!("{rules}-{size}");
        with_game!(spec, |game| {
            for (position, forced) in harvest(game, &mut rng) {
                // Long ones on large boards would take the plain search too long.
                if forced.line.len() as u32 != forced.plies || forced.plies > 7 && size > 13 {
                    continue;
                }
                let took = takes(game, &position, &forced);
                let place = &mut left[(forced.plies as usize - 3) / 2][usize::from(took > 0)];
                if *place == 0 {
                    continue;
                }
                assert_eq!(PlainSearch::default().forced(game, &position, forced.plies), Some(forced.plies));
                *place -= 1;
                made.push(format!("{spec} {} {took} {}", forced.plies, game.position_text(&position)));
                break;
            }
        });
    }
    made
}

/// Where a change of the search finds other positions, these are the ones to be written into the file.
#[test]
fn the_file_holds_the_positions_that_are_made() {
    let stated: Vec<&str> = POSITIONS.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(make_positions(), stated);
}
