//! `problem`: a problem to solve, or a file of new ones.

use std::io::Write;

use clap::Args;
use damier_core::{Fault, Lang, Rng};
use damier_scene::{View, terminal};
use damier_table::{
    AnyGame, Entry, Problem, Problems, Spec, Target, make_problems, no_problems, words, write_problems,
};
use serde::Serialize;

use crate::args::read;
use crate::failure::Failure;
use crate::output;
use crate::terminal::Screen;

/// The arguments of `problem`.
#[derive(Args, Debug)]
pub struct ProblemArgs {
    pub game: Spec,
    #[arg(long, value_name = "1..5", value_parser = read::grade, allow_negative_numbers = true)]
    pub grade: Option<u32>,
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub number: Option<u32>,
    #[arg(long, value_name = "N", value_parser = read::seed, allow_negative_numbers = true)]
    #[arg(default_value = "0", hide_default_value = true)]
    pub seed: u64,
    #[arg(long)]
    pub solution: bool,
    #[arg(long, value_name = "N", value_parser = read::problems, allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["grade", "number", "solution", "json"])]
    pub make: Option<u32>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    variant: &'a str,
    /// Its place among all problems of the game, from 1.
    number: usize,
    position: &'a str,
    /// The code of the seat whose turn it is.
    to_move: &'static str,
    /// `win`, `gain`, `solve` or `find`.
    goal: &'static str,
    /// What is gained, and how much of it at least.
    gain: Option<(&'static str, u32)>,
    plies: u32,
    /// How many of them are the solver's.
    moves: u32,
    claim: &'static str,
    grade: u8,
    solution: &'a str,
    line: Vec<String>,
}

/// Shows a problem, or makes new ones.
pub fn run(args: &ProblemArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = damier_games::entry(&args.game.id)?;
    let asked = entry.open(&args.game)?;
    let default = entry.variant("")?;
    let problems = default.problems().ok_or_else(|| no_problems(entry))?;
    if let Some(count) = args.make {
        let made = make_problems(entry, count as usize, args.seed, &mut |_| {})?;
        out.write_all(write_problems(entry, problems.claim(), args.seed, &made).as_bytes())?;
        return Ok(());
    }
    let all = problems.shipped();
    let (number, problem) = choose(&all, &asked.spec().variant(), args, entry)?;
    let game = entry.variant(&problem.variant)?;
    let problems = game.problems().ok_or_else(|| no_problems(entry))?;
    if args.json {
        return report(number, problem, entry, &*game, problems, out);
    }
    tell((number, all.len()), problem, args.solution, &*game, problems, screen, out)
}

/// Returns the problem that is asked for, with its number among all of them.
fn choose<'a>(
    all: &'a [Problem],
    variant: &str,
    args: &ProblemArgs,
    entry: &Entry,
) -> Result<(usize, &'a Problem), Fault> {
    let of_variant = |problem: &Problem| variant.is_empty() || problem.variant == variant;
    let of_grade = |problem: &Problem| args.grade.is_none_or(|grade| u32::from(problem.grade) == grade);
    let fitting: Vec<(usize, &Problem)> =
        (1..).zip(all).filter(|(_, problem)| of_variant(problem) && of_grade(problem)).collect();
    let count = fitting.len();
    if count == 0 {
        let mut variants: Vec<&str> = all.iter().map(|problem| problem.variant.as_str()).collect();
        variants.sort_unstable();
        variants.dedup();
        let specs: Vec<String> = variants.iter().map(|name| with_variant(entry.id, name)).collect();
        let specs = specs.join(", ");
        return Err(Fault::new(
            format!("aucun problème ne convient ; il y en a pour : {specs}"),
            format!("no problem fits; there are some for: {specs}"),
        ));
    }
    let at = match args.number {
        Some(number) => number as usize - 1,
        None => Rng::new(args.seed).below(count as u32) as usize,
    };
    fitting.get(at).copied().ok_or_else(|| {
        Fault::new(
            format!("« --number » : il n'y a que {count} problèmes de cette sorte"),
            format!("\"--number\": there are only {count} problems of this kind"),
        )
    })
}

fn with_variant(id: &str, variant: &str) -> String {
    if variant.is_empty() { id.to_string() } else { format!("{id}:{variant}") }
}

fn report(
    number: usize,
    problem: &Problem,
    entry: &Entry,
    game: &dyn AnyGame,
    problems: &dyn Problems,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let session = game.resume(&problem.position)?;
    let report = Report {
        game: entry.id,
        variant: &problem.variant,
        number,
        position: &problem.position,
        to_move: session.seats()[session.to_move().index()].code,
        goal: problem.quest.goal.code(),
        gain: match problem.quest.goal {
            Target::Gain(unit, least) => Some((unit.code(), least)),
            _ => None,
        },
        plies: problem.quest.plies,
        moves: problem.own_moves(),
        claim: problems.claim().code(),
        grade: problem.grade,
        solution: &problem.solution,
        line: problems.line(problem)?,
    };
    output::json(out, &report)
}

fn tell(
    (number, count): (usize, usize),
    problem: &Problem,
    solution: bool,
    game: &dyn AnyGame,
    problems: &dyn Problems,
    screen: &Screen,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let session = game.resume(&problem.position)?;
    let view = View::new(screen.lang);
    let board = terminal::TerminalOptions { captions: true, ..screen.board() };
    out.write_all(terminal::write(&session.scene(&view), &board).as_bytes())?;
    let (grade, lang) = (problem.grade, screen.lang);
    let head = match lang {
        Lang::Fr => format!("Problème {number} sur {count}, difficulté {grade} sur 5"),
        Lang::En => format!("Problem {number} of {count}, difficulty {grade} of 5"),
    };
    writeln!(out, "\n{}", screen.dim(&head))?;
    writeln!(out, "{}", screen.bold(&words::task(problem, &*session, lang)))?;
    writeln!(out, "{}", screen.set(&words::claim(problems.claim(), lang)))?;
    if solution {
        let line = problems.line(problem)?.join(" ");
        writeln!(out, "{} {line}", screen.set(screen.say("Solution :", "Solution:")))?;
    }
    Ok(())
}
