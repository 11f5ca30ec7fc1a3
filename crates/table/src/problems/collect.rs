//! Many problems of a game, of all its variants and lengths.

use std::collections::HashSet;

use damier_core::{Fault, Rng};

use super::{Problem, Quest, no_problems};
use crate::Entry;

/// Games played in vain, in a row, before the search for problems is given up.
const PATIENCE: u32 = 3000;

/// Makes problems: plays games, and looks for problems near their ends. The variants and the quests that the
/// game's recipe names get about equal shares; no two problems are images of one another. The result, sorted by grade, depends
/// on the count and the seed alone; `tell` hears how many there are.
///
/// # Errors
/// If the game has no recipe, or too few problems were found in many games.
pub fn make_problems(
    entry: &Entry,
    count: usize,
    seed: u64,
    tell: &mut dyn FnMut(usize),
) -> Result<Vec<Problem>, Fault> {
    let main = entry.variant("")?;
    let variants = main.problems().ok_or_else(|| no_problems(entry))?.variants();
    let games = variants.iter().map(|name| entry.variant(name)).collect::<Result<Vec<_>, _>>()?;
    let mut kinds = 0;
    let mut wanted: Vec<Vec<Quest>> = Vec::new();
    for game in &games {
        let quests = game.problems().ok_or_else(|| no_problems(entry))?.quests();
        kinds += quests.len();
        wanted.push(quests.to_vec());
    }
    let share = count.div_ceil(kinds.max(1));
    let mut problems: Vec<Problem> = Vec::new();
    let mut seen = HashSet::new();
    let mut vain = 0;
    for round in 0u64.. {
        if problems.len() == count {
            break;
        }
        let at = (round % games.len() as u64) as usize;
        let Some(maker) = games[at].problems().filter(|_| !wanted[at].is_empty()) else { continue };
        let mut rng = Rng::new(seed.wrapping_mul(1 << 32).wrapping_add(round));
        let mut fresh = None;
        if let Some(problem) = maker.make(&wanted[at], &mut rng)
            && seen.insert((at, maker.least_image(&problem.position)?))
        {
            fresh = Some(problem);
        }
        let Some(mut problem) = fresh else {
            vain += 1;
            if vain == PATIENCE {
                let found = problems.len();
                return Err(Fault::new(
                    format!("{found} problèmes trouvés seulement, et plus aucun en {PATIENCE} parties"),
                    format!("only {found} problems found, and no more in {PATIENCE} games"),
                ));
            }
            continue;
        };
        problem.variant = variants[at].to_string();
        vain = 0;
        let quest = problem.quest;
        problems.push(problem);
        tell(problems.len());
        let alike = |other: &&Problem| other.variant == variants[at] && other.quest == quest;
        if problems.iter().filter(alike).count() >= share {
            wanted[at].retain(|&other| other != quest);
        }
    }
    problems.sort_by_key(|problem| (problem.grade, problem.quest.plies));
    Ok(problems)
}
