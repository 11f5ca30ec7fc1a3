//! What the engines know of Dualité.
//!
//! Circles belong to nobody: no count of them says who is ahead, and a position is worth what can be forced from it. So
//! the engine plays games to their end, in which nobody gives a line away who need not, and looks a few plies ahead
//! for a forced end wherever its tree grows.

use damier_core::{Flow, Game, Rng, Side};
use damier_search::{Amaf, Coverage, MonteCarlo, Playouts, Settings, expected};

use super::{Dualite, Move, Position};

/// How many plies ahead a forced end is looked for. One more takes twice the time and wins no more games.
const AHEAD: u32 = 3;

/// What an answer that gives a line away deserves, where a safe one deserves 1.
const UNSAFE: f32 = 0.02;

/// The lookout for lines that can be made at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct DualitePlayouts;

/// Makes an engine.
pub(super) fn mind() -> MonteCarlo<Dualite, DualitePlayouts> {
    // A position that is not settled says little for others: no all-moves-as-first, and a tree that grows at once.
    let settings = Settings { exploration: 0.8, rave: 0.0, urgency: 0.0, expand_at: 1, ..Settings::GUIDED };
    MonteCarlo::new(DualitePlayouts, settings)
}

/// Returns the cells where one more white circle makes a line, and those where one more black circle does.
#[inline]
fn completing(game: &Dualite, white: u32, black: u32) -> [u32; 2] {
    // Both colours at once, in the two halves of a word. What a shift brings from the black half into the white one lies
    // where no line begins.
    let sets = u64::from(white) | u64::from(black) << 32;
    let cells = game.lines.iter().fold(0, |cells, &(step, starts)| {
        let starts = u64::from(starts) | u64::from(starts) << 32;
        let [one, two, three, four] = [0, 1, 2, 3].map(|turn| sets >> (turn * step));
        let (head, tail) = (one & two & starts, three & four & starts);
        cells | two & tail | (one & tail) << step | (head & four) << (2 * step) | (head & three) << (3 * step)
    });
    [cells as u32, (cells >> 32) as u32]
}

/// Returns the cells where drawing a circle makes a line, and those where blackening one does.
#[inline]
pub(super) fn threats(game: &Dualite, white: u32, black: u32) -> [u32; 2] {
    let [drawn, blackened] = completing(game, white, black);
    [drawn & !(white | black), blackened & white]
}

/// Returns the answers that make a line: the fourth white circle or the fourth black one.
#[inline]
fn winning(game: &Dualite, position: &Position) -> u32 {
    let [drawn, blackened] = threats(game, position.white, position.black);
    game.answers(position) & (drawn | blackened)
}

/// Goes through the cells of a set.
pub(super) fn each(mut cells: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as u8)?;
        cells &= cells - 1;
        Some(cell)
    })
}

/// Returns the answers after which the other side cannot make a line at once.
#[inline]
fn safe(game: &Dualite, position: &Position) -> u32 {
    let side = game.side_to_move(position);
    each(game.answers(position)).fold(0, |safe, cell| {
        let after = game.after(position, Move([cell; 2]));
        let over = after.line || game.side_to_move(&after) == side;
        let gives = !over && winning(game, &after) != 0;
        safe | u32::from(!gives) << cell
    })
}

/// Looks for a forced end, after the first move: returns who wins, and in at most how many plies. Sees every line within
/// `plies` plies, and whoever is enclosed one ply before.
fn forced(game: &Dualite, position: &Position, plies: u32) -> Option<(Side, u32)> {
    let side = game.side_to_move(position);
    let answers = game.answers(position);
    if answers == 0 {
        return Some((side.other(), 0));
    }
    if winning(game, position) != 0 {
        return Some((side, 1));
    }
    if plies < 2 {
        return None;
    }
    let mut longest = Some(0);
    for cell in each(answers) {
        match forced(game, &game.after(position, Move([cell; 2])), plies - 1) {
            Some((winner, plies)) if winner == side => return Some((side, plies + 1)),
            Some((_, plies)) => longest = longest.map(|longest: u32| longest.max(plies + 1)),
            None => longest = None,
        }
    }
    longest.map(|plies| (side.other(), plies))
}

impl Playouts<Dualite> for DualitePlayouts {
    /// Plays at random, but makes a line where there is one to make and gives none away where another answer does.
    fn playout(&self, game: &Dualite, position: &mut Position, rng: &mut Rng, _amaf: &mut Amaf) -> f32 {
        if Dualite::is_first(position) {
            let mv = game.random_move(position, rng);
            game.play(position, mv);
        }
        loop {
            if let Some(outcome) = game.outcome(position) {
                return expected(outcome.verdict);
            }
            if winning(game, position) != 0 {
                return f32::from(u8::from(game.side_to_move(position) == Side::First));
            }
            let safe = safe(game, position);
            let answers = if safe == 0 { game.answers(position) } else { safe };
            let drawn = each(answers).nth(rng.below(answers.count_ones()) as usize);
            let drawn = drawn.expect("a game that goes on has an answer");
            game.play(position, Move([drawn; 2]));
        }
    }

    fn moves(&self, game: &Dualite, position: &Position, out: &mut Vec<(Move, f32)>) -> Coverage {
        let first = Dualite::is_first(position);
        let safe = if first { 0 } else { safe(game, position) };
        let _ = game.each_move(position, &mut |mv| {
            out.push((mv, if first || safe >> mv.0[0] & 1 == 1 { 1.0 } else { UNSAFE }));
            Flow::Continue(())
        });
        Coverage::Sound
    }

    fn settled(&self, game: &Dualite, position: &Position) -> Option<(Side, u32)> {
        if Dualite::is_first(position) { None } else { forced(game, position, AHEAD) }
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Outcome;
    use damier_search::{Limits, Mind, Path, Value};

    use super::super::DualiteRules;
    use super::*;

    fn all_rules() -> [DualiteRules; 5] {
        let [plain, teams] = [DualiteRules::PLAIN, DualiteRules { teams: true, ..DualiteRules::PLAIN }];
        let alone = DualiteRules { circles: 1, ..plain };
        [plain, alone, teams, DualiteRules { size: 5, ..plain }, DualiteRules { size: 5, ..alone }]
    }

    fn winner(outcome: Outcome) -> Side {
        let first = outcome.verdict.value_for(Side::First) > 0.5;
        if first { Side::First } else { Side::Second }
    }

    /// Who wins within so many plies by the rules alone, trying everything.
    fn tried(game: &Dualite, position: &Position, plies: u32) -> Option<Side> {
        if let Some(outcome) = game.outcome(position) {
            return Some(winner(outcome));
        }
        if plies == 0 {
            return None;
        }
        let side = game.side_to_move(position);
        let results = game.moves(position).into_iter();
        let results: Vec<_> = results.map(|mv| tried(game, &game.after(position, mv), plies - 1)).collect();
        if results.contains(&Some(side)) {
            Some(side)
        } else if results.contains(&None) {
            None
        } else {
            Some(side.other())
        }
    }

    /// Visits the positions of random games that are not over.
    fn walk(game: &Dualite, games: u64, mut visit: impl FnMut(&Position)) {
        for seed in 0..games {
            let mut rng = Rng::new(seed);
            let mut position = game.start(&mut rng);
            while game.outcome(&position).is_none() {
                visit(&position);
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
            }
        }
    }

    #[test]
    fn winning_answers_are_those_that_make_a_line() {
        for rules in all_rules() {
            let game = Dualite::new(rules);
            walk(&game, 200, |position| {
                if Dualite::is_first(position) {
                    return;
                }
                let lines = game.moves(position).into_iter();
                let lines = lines.filter(|&mv| game.after(position, mv).line);
                let lines = lines.fold(0, |set, mv| set | 1 << mv.0[0]);
                assert_eq!(winning(&game, position), lines, "{rules:?} {position:?}");
            });
        }
    }

    #[test]
    fn safe_answers_are_those_that_let_nobody_make_a_line() {
        for rules in all_rules() {
            let game = Dualite::new(rules);
            walk(&game, 100, |position| {
                if Dualite::is_first(position) {
                    return;
                }
                let side = game.side_to_move(position);
                for mv in game.moves(position) {
                    let after = game.after(position, mv);
                    let other = game.side_to_move(&after) != side;
                    let replies = game.moves(&after).into_iter();
                    let gives = other && replies.into_iter().any(|reply| game.after(&after, reply).line);
                    assert_eq!(safe(&game, position) >> mv.0[0] & 1 == 1, !gives, "{rules:?} {position:?}");
                }
            });
        }
    }

    #[test]
    fn forced_ends_are_those_that_trying_everything_finds() {
        let mut found = 0;
        for rules in all_rules() {
            let game = Dualite::new(rules);
            walk(&game, 25, |position| {
                if Dualite::is_first(position) {
                    return;
                }
                let Some((side, plies)) = DualitePlayouts.settled(&game, position) else {
                    // All that ends one ply before, it sees.
                    assert_eq!(tried(&game, position, AHEAD - 1), None, "{rules:?} {position:?}");
                    return;
                };
                found += 1;
                assert_eq!(tried(&game, position, plies), Some(side), "{rules:?} {position:?}");
            });
        }
        assert!(found > 100, "only {found} forced ends");
    }

    #[test]
    fn every_answer_is_offered() {
        for rules in all_rules() {
            let game = Dualite::new(rules);
            walk(&game, 20, |position| {
                let mut offered = Vec::new();
                assert_eq!(DualitePlayouts.moves(&game, position, &mut offered), Coverage::Sound);
                let offered: Vec<Move> = offered.into_iter().map(|(mv, _)| mv).collect();
                assert_eq!(offered, game.moves(position));
            });
        }
    }

    #[test]
    fn what_the_engine_proves_is_true() {
        // Proofs found late in random games, against the rules alone.
        let game = Dualite::new(DualiteRules::PLAIN);
        let mut proven = 0;
        walk(&game, 100, |position| {
            let circles = position.white.count_ones() + 2 * position.black.count_ones();
            if circles < 20 {
                return;
            }
            let path = Path::new(&game, *position);
            let thought = mind().think(&game, &path, &Limits::nodes(300), &mut |_| {});
            assert_eq!(thought.moves.len(), game.moves(position).len());
            let best = thought.best().expect("the game goes on");
            let side = game.side_to_move(position);
            let truth = tried(&game, &game.after(position, best.mv), 32);
            match best.value {
                Value::Win(_) => assert_eq!(truth, Some(side), "{position:?}"),
                Value::Loss(_) => assert_eq!(truth, Some(side.other()), "{position:?}"),
                _ => return,
            }
            proven += 1;
        });
        assert!(proven > 50, "only {proven} proofs");
    }

    #[test]
    fn the_same_question_gets_the_same_answer() {
        for rules in all_rules() {
            let game = Dualite::new(rules);
            let path = Path::new(&game, game.start(&mut Rng::new(0)));
            let think = || mind().think(&game, &path, &Limits::nodes(200), &mut |_| {});
            assert_eq!(think(), think());
        }
    }
}
