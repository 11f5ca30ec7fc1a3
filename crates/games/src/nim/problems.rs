//! How the problems are made.

use damier_core::Rng;
use damier_table::{Claim, Quest, Recipe, Source, Target};

use super::rules::{MOST_HEAPS, Matches};
use super::{Nim, Position};

/// Four mixed heaps, and five small ones.
const VARIANTS: [&str; 3] = ["", "tas=2n2b+2n1b+1n2b+1n1b", "tas=2n+1n1b+2b+1n+1b"];

/// Few matches, so that they teach the families whose rule is known: which heap, and how many of which kind?
pub(super) fn recipe(game: &Nim) -> Recipe<Nim> {
    let plies = match game.count {
        ..=3 => 4..=8,
        4 => 5..=8,
        _ => 7..=9,
    };
    Recipe {
        quests: plies.map(|plies| Quest { goal: Target::Find, plies }).collect(),
        source: Source::Composed(compose, 100),
        ..Recipe::new(include_str!("problems.txt"), &VARIANTS, Claim::Ever, &[])
    }
}

/// Draws heaps, of three one may be missing; the larger come first, so that no two positions differ in their order alone.
fn compose(game: &Nim, rng: &mut Rng) -> Position {
    let most = [5, 5, 5, 5, 4, 3][game.count.min(5)];
    let mut drawn: Vec<Matches> = (0..game.count)
        .map(|_| {
            let size = 1 + rng.below(most) as u8;
            let burnt = rng.below(u32::from(size) + 1) as u8;
            [size - burnt, burnt]
        })
        .collect();
    if game.count == 3 && rng.below(3) == 0 {
        drawn.pop();
    }
    drawn.sort_by_key(|&[new, burnt]| std::cmp::Reverse((new + burnt, new)));
    let mut heaps = [[0; 2]; MOST_HEAPS];
    heaps[..drawn.len()].copy_from_slice(&drawn);
    Position { heaps, to_move: damier_core::Side::First, winner: None }
}

#[cfg(test)]
mod tests {
    use damier_table::read_problems;

    use super::super::{ENTRY, cases};
    use super::*;

    /// The sieve of the engine, the rules of the page and the proof of the problems know nothing of one another.
    #[test]
    fn the_rules_of_the_page_say_what_the_problems_say() {
        let mut told = 0;
        for problem in read_problems(include_str!("problems.txt")).unwrap() {
            let game = ENTRY.variant(&problem.variant).unwrap();
            let session = game.resume(&problem.position).unwrap();
            for text in session.legal() {
                let mut after = game.resume(&problem.position).unwrap();
                after.play(&text).unwrap();
                let heaps: Vec<Matches> = after
                    .position()
                    .split([' ', '+'])
                    .map_while(read_heap)
                    .filter(|&heap| heap != [0; 2])
                    .collect();
                if let Some((_, lost)) = (!heaps.is_empty()).then(|| cases::lost(&heaps)).flatten() {
                    assert_eq!(lost, text == problem.solution, "{problem:?} {text}");
                    told += 1;
                }
            }
        }
        assert!(told > 200, "{told}");
    }

    fn read_heap(text: &str) -> Option<Matches> {
        if text == "0" {
            return Some([0; 2]);
        }
        let (new, rest) = text.split_once('n').unwrap_or(("0", text));
        let burnt = if rest.is_empty() { "0" } else { rest.strip_suffix('b')? };
        Some([new.parse().ok()?, burnt.parse().ok()?])
    }

    #[test]
    fn there_is_something_to_learn_about_every_family() {
        let game = ENTRY.variant("").unwrap();
        let problems = game.problems().unwrap().shipped();
        let two_heaps = problems.iter().filter(|problem| problem.position.contains("+0")).count();
        let variants = VARIANTS.map(|name| problems.iter().filter(|problem| problem.variant == name).count());
        assert!(two_heaps >= 3 && variants.iter().all(|&count| count >= 8), "{two_heaps} {variants:?}");
    }
}
