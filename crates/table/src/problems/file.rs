//! The file of problems: a line each, `GRADE PLIES SOLUTION VARIANT POSITION`.

use damier_core::Fault;

use super::{Claim, Problem};
use crate::Entry;

impl Problem {
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

/// Writes the file of problems that [`make_problems`](crate::make_problems) made with this seed.
pub fn write_problems(entry: &Entry, claim: Claim, seed: u64, problems: &[Problem]) -> String {
    let (id, count) = (entry.id, problems.len());
    let mut text = format!("# damier problem {id} --make {count} --seed {seed}\n");
    text.push_str(&format!("# The solution is {}. Fields: grade, plies, solution, variant, position.\n", {
        claim.text().en
    }));
    for problem in problems {
        problem.write(&mut text);
    }
    text
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
