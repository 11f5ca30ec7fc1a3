//! The file of problems: a line each, `GRADE TASK SOLUTION VARIANT POSITION`.

use damier_core::Fault;

use super::{Claim, Problem, Quest};
use crate::Entry;

impl Problem {
    fn read(line: &str) -> Option<Problem> {
        let mut words = line.splitn(5, ' ');
        let mut next = || words.next().filter(|word| !word.is_empty());
        let grade = next()?.parse().ok().filter(|grade| (1..=5).contains(grade))?;
        let quest = Quest::read(next()?)?;
        let solution = next()?.to_string();
        let variant = next()?;
        let variant = if variant == "-" { String::new() } else { variant.to_string() };
        Some(Problem { grade, quest, solution, variant, position: next()?.to_string() })
    }

    fn write(&self, out: &mut String) {
        let Problem { variant, position, quest, solution, grade } = self;
        let quest = quest.text();
        let variant = if variant.is_empty() { "-" } else { variant };
        out.push_str(&format!("{grade} {quest} {solution} {variant} {position}\n"));
    }
}

/// Reads problems: a line is `GRADE TASK SOLUTION VARIANT POSITION`, where `-` is the default variant; lines that begin
/// with `#` are notes. The quest is a number of plies, with a goal behind a colon where it is not to win: `6:solve`, `5:find`,
/// `4:men=2`.
///
/// # Errors
/// Says which line is wrong.
pub fn read_problems(text: &str) -> Result<Vec<Problem>, Fault> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line| {
        Problem::read(line).ok_or_else(|| {
            Fault::new(
                format!("problèmes : « {line} » ; attendu : degré tâche solution variante position"),
                format!("problems: \"{line}\"; expected: grade quest solution variant position"),
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
    use crate::{Target, Unit};

    fn problem() -> Problem {
        Problem {
            variant: String::new(),
            position: "..b../wb w".to_string(),
            quest: Quest::win(7),
            solution: "a1-a2".to_string(),
            grade: 3,
        }
    }

    #[test]
    fn problems_are_read_as_they_are_written() {
        let mut problems = vec![problem(), Problem { variant: "swap,size=5".to_string(), ..problem() }];
        let goals =
            [Target::Solve, Target::Find, Target::Gain(Unit::Men, 2), Target::Gain(Unit::Lentils, 12)];
        problems.extend(goals.map(|goal| Problem { quest: Quest { goal, plies: 7 }, ..problem() }));
        let mut text = "# a note\n".to_string();
        problems.iter().for_each(|problem| problem.write(&mut text));
        assert!(text.contains("\n3 7:solve a1-a2 - ..b../wb w\n"), "{text}");
        let moves: Vec<u32> = problems.iter().map(Problem::own_moves).collect();
        assert_eq!(read_problems(&text), Ok(problems));
        assert_eq!(moves, [4, 4, 7, 4, 4, 4], "three answers in between, but for the solitaire");
    }

    #[test]
    fn lines_that_are_wrong_are_named() {
        for line in [
            "0 7 a1 - x",
            "6 7 a1 - x",
            "3 0 a1 - x",
            "3 x a1 - x",
            "3 7 a1 -",
            "3 7 a1  x y",
            "3 7:men a1 - x",
            "3 7:men=0 a1 - x",
            "3 :find a1 - x",
        ] {
            let fault = read_problems(line).unwrap_err();
            assert!(fault.to_string().contains(line), "{fault}");
        }
    }
}
