//! `puzzle`: a problem to solve, or a file of new ones.

use std::io::Write;

use damier_core::{Fault, Lang, Rng};
use damier_scene::{View, terminal};
use damier_table::{AnyGame, Entry, Problem, Problems, make_problems, no_problems, write_problems};
use serde::Serialize;

use crate::engine_args::Puzzle;
use crate::failure::Failure;
use crate::output;
use crate::screen::Screen;

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    variant: &'a str,
    /// Its place among all problems of the game, from 1.
    number: usize,
    position: &'a str,
    /// The code of the seat whose turn it is.
    to_move: &'static str,
    plies: u32,
    /// How many of them are the winner's.
    moves: u32,
    claim: &'static str,
    grade: u8,
    solution: &'a str,
    line: Vec<String>,
}

/// Shows a problem, or makes new ones.
pub fn run(args: &Puzzle, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = damier_games::entry(&args.game.id)?;
    let asked = entry.open(&args.game)?;
    let default = entry.variant("")?;
    let desk = default.problems().ok_or_else(|| no_problems(entry))?;
    if let Some(count) = args.make {
        let problems = make_problems(entry, count as usize, args.seed, &mut |_| {})?;
        out.write_all(write_problems(entry, desk.claim(), args.seed, &problems).as_bytes())?;
        return Ok(());
    }
    let all = desk.shipped();
    let (number, problem) = choose(&all, &asked.spec().variant(), args, entry)?;
    let game = entry.variant(&problem.variant)?;
    let desk = game.problems().ok_or_else(|| no_problems(entry))?;
    if args.json {
        return report(number, problem, entry, &*game, desk, out);
    }
    tell((number, all.len()), problem, args.solution, &*game, desk, screen, out)
}

/// Returns the problem that is asked for, with its number among all of them.
fn choose<'a>(
    all: &'a [Problem],
    variant: &str,
    args: &Puzzle,
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
            format!("pas de problème de cette sorte ; il y en a de : {specs}"),
            format!("no problem of this kind; there are some of: {specs}"),
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
    desk: &dyn Problems,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let session = game.resume(&problem.position)?;
    let report = Report {
        game: entry.id,
        variant: &problem.variant,
        number,
        position: &problem.position,
        to_move: session.seats()[session.to_move().index()].code,
        plies: problem.plies,
        moves: problem.own_moves(),
        claim: desk.claim().code(),
        grade: problem.grade,
        solution: &problem.solution,
        line: desk.line(problem)?,
    };
    output::json(out, &report)
}

fn tell(
    (number, count): (usize, usize),
    problem: &Problem,
    solution: bool,
    game: &dyn AnyGame,
    desk: &dyn Problems,
    screen: &Screen,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let session = game.resume(&problem.position)?;
    let view = View { lang: screen.lang, coords: true, pieces: true, tall: false };
    let board = terminal::Options { captions: true, ..screen.board() };
    out.write_all(terminal::write(&session.scene(&view), &board).as_bytes())?;
    let seat = session.seats()[session.to_move().index()].name.get(screen.lang);
    let (moves, grade, claim) = (problem.own_moves(), problem.grade, desk.claim().text().get(screen.lang));
    let (head, task, note) = match screen.lang {
        Lang::Fr => (
            format!("Problème {number} sur {count}, degré {grade}"),
            format!("{seat} joue et gagne en {moves} {}.", if moves == 1 { "coup" } else { "coups" }),
            format!("La solution est {claim}."),
        ),
        Lang::En => (
            format!("Problem {number} of {count}, grade {grade}"),
            format!("{seat} to play and win in {moves} {}.", if moves == 1 { "move" } else { "moves" }),
            format!("The solution is {claim}."),
        ),
    };
    writeln!(out, "\n{}", screen.dim(&head))?;
    writeln!(out, "{}", screen.bold(&task))?;
    writeln!(out, "{note}")?;
    if solution {
        let line = desk.line(problem)?.join(" ");
        writeln!(out, "{}", screen.say("Solution :", "Solution:").to_string() + " " + &line)?;
    }
    Ok(())
}
