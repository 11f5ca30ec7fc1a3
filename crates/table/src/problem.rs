//! Problems: positions in which one move wins, and one alone.

use std::collections::HashSet;

use damier_core::{Fault, Rng, Text};

use crate::Entry;

/// What is proven of the moves other than the solution of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// None of them wins, however long it takes.
    Ever,
    /// None of them forces a win within as many plies as the solution.
    Within,
}

impl Claim {
    /// Returns the claim in words.
    pub const fn text(self) -> Text {
        match self {
            Claim::Ever => Text::new("le seul coup qui gagne", "the only move that wins"),
            Claim::Within => Text::new(
                "le seul coup qui force le gain en aussi peu de coups",
                "the only move that forces a win in so few moves",
            ),
        }
    }

    /// Returns `only-win` or `only-win-within`, as in the command line's JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Claim::Ever => "only-win",
            Claim::Within => "only-win-within",
        }
    }
}

/// A problem: the side to move wins by force, and only one first move does it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The variant, as what follows the colon of a spec; empty for the default.
    pub variant: String,
    /// The text of the position.
    pub position: String,
    /// Against the best defence the game is won in exactly so many plies, the last one included.
    pub plies: u32,
    /// The text of the only first move.
    pub solution: String,
    /// How hard it is, 1 to 5.
    pub grade: u8,
}

impl Problem {
    /// Returns how many moves the winner makes where the players alternate.
    pub fn own_moves(&self) -> u32 {
        self.plies.div_ceil(2)
    }

    fn read(line: &str) -> Option<Problem> {
        let mut words = line.splitn(5, ' ');
        let mut next = || words.next().filter(|word| !word.is_empty());
        let grade = next()?.parse().ok().filter(|grade| (1..=5).contains(grade))?;
        let plies = next()?.parse().ok().filter(|&plies| plies > 0)?;
        let solution = next()?.to_string();
        let variant = next()?;
        let variant = if variant == "-" { String::new() } else { variant.to_string() };
        Some(Problem { grade, plies, solution, variant, position: next()?.to_string() })
    }

    fn write(&self, out: &mut String) {
        let Problem { variant, position, plies, solution, grade } = self;
        let variant = if variant.is_empty() { "-" } else { variant };
        out.push_str(&format!("{grade} {plies} {solution} {variant} {position}\n"));
    }
}

/// Reads problems: a line is `GRADE PLIES SOLUTION VARIANT POSITION`, where `-` is the default variant; lines that begin
/// with `#` are notes.
///
/// # Errors
/// Says which line is wrong.
pub fn read_problems(text: &str) -> Result<Vec<Problem>, Fault> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line| {
        Problem::read(line).ok_or_else(|| {
            Fault::new(
                format!("problèmes : « {line} » ; attendu : degré plis solution variante position"),
                format!("problems: \"{line}\"; expected: grade plies solution variant position"),
            )
        })
    };
    lines.map(read).collect()
}

/// Writes the file of problems that [`make_problems`] made with this seed.
pub fn write_problems(entry: &Entry, claim: Claim, seed: u64, problems: &[Problem]) -> String {
    let (id, count) = (entry.id, problems.len());
    let mut text = format!("# damier puzzle {id} --make {count} --seed {seed}\n");
    text.push_str(&format!("# The solution is {}. Fields: grade, plies, solution, variant, position.\n", {
        claim.text().en
    }));
    for problem in problems {
        problem.write(&mut text);
    }
    text
}

/// Games played in vain, in a row, before the search for problems is given up.
const PATIENCE: u32 = 3000;

/// Makes problems: plays games, and looks for problems near their ends. The variants and the numbers of plies that the
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
    let mut wanted: Vec<Vec<u32>> = Vec::new();
    for game in &games {
        let plies = game.problems().ok_or_else(|| no_problems(entry))?.plies();
        kinds += plies.len();
        wanted.push(plies.to_vec());
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
        let Some(desk) = games[at].problems().filter(|_| !wanted[at].is_empty()) else { continue };
        let mut rng = Rng::new(seed.wrapping_mul(1 << 32).wrapping_add(round));
        let mut fresh = None;
        if let Some(problem) = desk.make(&wanted[at], &mut rng)
            && seen.insert((at, desk.image(&problem.position)?))
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
        let plies = problem.plies;
        problems.push(problem);
        tell(problems.len());
        let alike = |other: &&Problem| other.variant == variants[at] && other.plies == plies;
        if problems.iter().filter(alike).count() >= share {
            wanted[at].retain(|&other| other != plies);
        }
    }
    problems.sort_by_key(|problem| (problem.grade, problem.plies));
    Ok(problems)
}

/// Says that a game has no problems.
pub fn no_problems(entry: &Entry) -> Fault {
    let name = entry.name;
    Fault::new(
        format!("« {} » : pas de problèmes pour ce jeu", name.fr),
        format!("\"{}\": no problems for this game", name.en),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem() -> Problem {
        Problem {
            variant: String::new(),
            position: "..b../wb w".to_string(),
            plies: 7,
            solution: "a1-a2".to_string(),
            grade: 3,
        }
    }

    #[test]
    fn problems_are_read_as_they_are_written() {
        let named = Problem { variant: "swap,size=5".to_string(), ..problem() };
        let mut text = "# a note\n".to_string();
        problem().write(&mut text);
        named.write(&mut text);
        assert_eq!(read_problems(&text), Ok(vec![problem(), named]));
        assert_eq!(problem().own_moves(), 4, "three answers in between");
    }

    #[test]
    fn lines_that_are_wrong_are_named() {
        for line in ["0 7 a1 - x", "6 7 a1 - x", "3 0 a1 - x", "3 x a1 - x", "3 7 a1 -", "3 7 a1  x y"] {
            let fault = read_problems(line).unwrap_err();
            assert!(fault.to_string().contains(line), "{fault}");
        }
    }
}
