//! Hints in three steps: where to look, what the move is good for, the move itself.

use std::collections::{BTreeMap, BTreeSet};

use damier_core::{Fault, Lang, Text};
use damier_scene::{Point, Scene, View};
use damier_table::Session;
use damier_table::words::moves;
use serde::Serialize;

use crate::play::view::cells;

/// The last step, which names the move.
pub const LAST: u8 = 3;

/// Boards of so many cells at most are parted into four quarters, larger ones into nine parts.
const QUARTERED: usize = 40;
/// So many plays are tried at most to count the threats of a move.
const MOST_TRIED: usize = 20_000;

/// A hint for a problem.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hint {
    /// The text of the hint.
    pub words: String,
    /// The cells to mark on the board.
    pub cells: Vec<String>,
}

/// Makes the hint of a step, from 1. The session is at the position, and the line is the quickest win from there, which begins
/// with the move to find.
///
/// # Errors
/// If there is no such step, or no such line.
pub fn hint(session: &mut dyn Session, line: &[String], step: u8, lang: Lang) -> Result<Hint, Fault> {
    let Some(solution) = line.first() else {
        return Err(Fault::new("Il n'y a pas d'indice ici.", "There is no hint here."));
    };
    match step {
        1 => Ok(place(session, solution, lang)),
        2 => Ok(Hint { words: idea(session, line, lang)?, cells: reach(session, solution, lang) }),
        LAST => {
            let said = session.say(solution);
            let words = match lang {
                Lang::Fr => format!("Jouez {said}."),
                Lang::En => format!("Play {said}."),
            };
            Ok(Hint { words, cells: cells(session, solution) })
        }
        _ => Err(Fault::new(
            format!("Indice {step} : il y en a {LAST}."),
            format!("Hint {step}: there are {LAST}."),
        )),
    }
}

/// Returns the cell of the piece that a move takes up, if it begins so.
fn moved(session: &dyn Session, scene: &Scene, solution: &str) -> Option<String> {
    let gesture = session.gesture(solution);
    let [first, _, ..] = gesture.stages.as_slice() else { return None };
    let [cell] = first.as_slice() else { return None };
    let stands = scene.groups.iter().any(|group| group.name.split('~').next() == Some(cell.as_str()));
    stands.then(|| cell.clone())
}

/// Makes the first hint: the piece that moves, or the part of the board in which the move is made.
fn place(session: &dyn Session, solution: &str, lang: Lang) -> Hint {
    let scene = session.scene(&View::new(lang));
    if let Some(cell) = moved(session, &scene, solution) {
        let words = match lang {
            Lang::Fr => format!("Regardez la pièce en {cell} : c'est elle qui joue."),
            Lang::En => format!("Look at the piece on {cell}: it is the one that moves."),
        };
        return Hint { words, cells: vec![cell] };
    }
    let Some((middle, cells)) = part(session, &scene, solution) else {
        let words =
            Text::new("Le coup ne se joue pas sur une case.", "The move is not made on a cell.").get(lang);
        return Hint { words: words.to_string(), cells: Vec::new() };
    };
    let words = match lang {
        Lang::Fr => format!("Cherchez par ici, autour de {middle}."),
        Lang::En => format!("Look around here, near {middle}."),
    };
    Hint { words, cells }
}

/// Returns the part of the board in which a move begins: the cell in its middle, which is not the one to find, and its cells.
fn part(session: &dyn Session, scene: &Scene, solution: &str) -> Option<(String, Vec<String>)> {
    let first = cells(session, solution).into_iter().next()?;
    let ends = |at: fn(Point) -> f64| {
        let all = scene.cells.iter().map(|cell| at(cell.centre));
        (all.clone().fold(f64::INFINITY, f64::min), all.fold(f64::NEG_INFINITY, f64::max))
    };
    let (across, down) = (ends(|at| at.x), ends(|at| at.y));
    let parts = if scene.cells.len() <= QUARTERED { 2.0 } else { 3.0 };
    let index = |value: f64, (low, high): (f64, f64)| {
        ((value - low) / (high - low).max(1e-9) * parts).floor().clamp(0.0, parts - 1.0) as u8
    };
    let of = |at: Point| (index(at.x, across), index(at.y, down));
    let wanted = of(scene.cells.iter().find(|cell| cell.name == first)?.centre);
    let inside: Vec<_> = scene.cells.iter().filter(|cell| of(cell.centre) == wanted).collect();
    let count = inside.len() as f64;
    let mean =
        inside.iter().fold((0.0, 0.0), |(x, y), cell| (x + cell.centre.x / count, y + cell.centre.y / count));
    let far = |at: Point| (at.x - mean.0).hypot(at.y - mean.1);
    let others = inside.iter().filter(|cell| cell.name != first);
    let middle = others.min_by(|one, other| far(one.centre).total_cmp(&far(other.centre)))?;
    Some((middle.name.clone(), inside.iter().map(|cell| cell.name.clone()).collect()))
}

/// Returns the cells that the second hint marks: where the piece may go, or the part of the board again.
fn reach(session: &dyn Session, solution: &str, lang: Lang) -> Vec<String> {
    let scene = session.scene(&View::new(lang));
    let Some(from) = moved(session, &scene, solution) else {
        return part(session, &scene, solution).map_or_else(Vec::new, |(_, cells)| cells);
    };
    let paths = session.legal().into_iter().map(|text| cells(session, &text));
    let ends = paths.filter(|path| path.first() == Some(&from)).filter_map(|path| path.last().cloned());
    let ends: BTreeSet<String> = ends.chain([from.clone()]).collect();
    ends.into_iter().collect()
}

/// Says what the first move of a winning line does, without saying which one it is.
fn idea(session: &mut dyn Session, line: &[String], lang: Lang) -> Result<String, Fault> {
    let before = session.scene(&View::new(lang));
    let seat = session.to_move();
    session.play(&line[0])?;
    let mut said: Vec<String> = Vec::new();
    let after = session.scene(&View::new(lang));
    said.extend(effect(&before, &after, lang));
    if session.outcome().is_none() && session.to_move() != seat {
        said.extend(after_it(session, line, lang));
    }
    session.undo();
    if said.is_empty() {
        said.push(match line.len() {
            1 => Text::new("Le coup finit la partie.", "The move ends the game.").get(lang).to_string(),
            left => match lang {
                Lang::Fr => format!("C'est un coup tranquille : il prépare les {} suivants.", left - 1),
                Lang::En => format!("It is a quiet move: it prepares the {} that follow.", left - 1),
            },
        });
    }
    Ok(said.join(" "))
}

/// Says what a move takes or turns.
fn effect(before: &Scene, after: &Scene, lang: Lang) -> Option<String> {
    let many = |count: usize, one: Text, more: Text| match count {
        1 => one.get(lang).to_string(),
        _ => more.get(lang).replace('#', &count.to_string()),
    };
    if !after.taken.is_empty() {
        let (one, more) = (
            Text::new("Le coup prend une pièce.", "The move captures one piece."),
            Text::new("Le coup prend # pièces.", "The move captures # pieces."),
        );
        return Some(many(after.taken.len(), one, more));
    }
    let (old, new) = (before.grouped(), after.grouped());
    if old.keys().any(|name| !new.contains_key(name)) {
        return None;
    }
    let looks = |all: &BTreeMap<&str, (Point, Vec<damier_scene::Shape>)>, name: &str| all[name].1.clone();
    let turned = old.keys().filter(|name| looks(&old, name) != looks(&new, name)).count();
    let (one, more) = (
        Text::new("Le coup retourne une pièce.", "The move turns one piece over."),
        Text::new("Le coup retourne # pièces.", "The move turns # pieces over."),
    );
    (turned > 0).then(|| many(turned, one, more))
}

/// Says what the other side can do after the move, or cannot. The session is after the move.
fn after_it(session: &mut dyn Session, line: &[String], lang: Lang) -> Vec<String> {
    let name = session.seats()[session.to_move().index()].name.get(lang);
    let replies = session.legal();
    let mut said = Vec::new();
    if replies.len() == 1 {
        said.push(match lang {
            Lang::Fr => format!("Il ne laisse à {name} qu'une seule réponse."),
            Lang::En => format!("It leaves {name} a single answer."),
        });
    }
    if let Some(answer) = line.get(1)
        && session.play(answer).is_ok()
    {
        if !session.scene(&View::new(lang)).taken.is_empty() {
            said.push(match lang {
                Lang::Fr => format!("C'est un sacrifice : {name} peut prendre."),
                Lang::En => format!("It is a sacrifice: {name} can capture."),
            });
        }
        session.undo();
    }
    if line.len() == 3 && replies.len() > 1 {
        said.extend(threats(session, &replies, lang));
    }
    if said.is_empty() && line.len() > 3 {
        let left = moves((line.len() as u32).div_ceil(2) - 1, lang);
        said.push(match lang {
            Lang::Fr => format!(
                "Le coup ne gagne rien tout de suite : il prépare un gain en {left}, quoi que réponde {name}."
            ),
            Lang::En => format!(
                "The move wins nothing at once: it prepares a win in {left}, whatever {name} answers."
            ),
        });
    }
    said
}

/// Says how many wins a move threatens, where the next move is to win. The session is after the move.
fn threats(session: &mut dyn Session, replies: &[String], lang: Lang) -> Option<String> {
    let mut wins: BTreeMap<String, usize> = BTreeMap::new();
    if replies.len() * replies.len() > MOST_TRIED {
        return None;
    }
    for reply in replies {
        session.play(reply).ok()?;
        if session.outcome().is_none() {
            for text in session.legal() {
                session.play(&text).ok()?;
                if session.outcome().is_some() {
                    *wins.entry(text).or_default() += 1;
                }
                session.undo();
            }
        }
        session.undo();
    }
    // A threat is a win that most answers do not prevent.
    let threats = wins.values().filter(|&&count| 2 * count > replies.len()).count();
    Some(match (threats, lang) {
        (0, Lang::Fr) => "Il ne menace rien : c'est l'obligation de jouer qui perd l'adversaire.".to_string(),
        (0, Lang::En) => "It threatens nothing: having to move is what loses.".to_string(),
        (1, Lang::Fr) => "Il menace de gagner, et rien ne pare cette menace.".to_string(),
        (1, Lang::En) => "It threatens to win, and nothing parries that.".to_string(),
        (count, Lang::Fr) => {
            format!("Il menace de gagner de {count} façons à la fois : on ne peut pas tout parer.")
        }
        (count, Lang::En) => {
            format!("It threatens to win in {count} ways at once: nobody can parry them all.")
        }
    })
}

#[cfg(test)]
mod tests {
    use damier_core::Rng;

    use super::*;

    /// The hints of a game's problem, of all steps.
    fn hints(id: &str, number: usize, lang: Lang) -> (String, Vec<String>, Vec<Hint>) {
        let game = damier_games::entry(id).unwrap().variant("").unwrap();
        let prover = game.problems().unwrap();
        let problem = prover.shipped().swap_remove(number);
        let game = damier_games::entry(id).unwrap().variant(&problem.variant).unwrap();
        let line = game.problems().unwrap().line(&problem).unwrap();
        let mut session = game.resume(&problem.position).unwrap();
        let path = cells(&*session, &problem.solution);
        let hints = (1..=LAST).map(|step| hint(&mut *session, &line, step, lang).unwrap()).collect();
        assert_eq!(session.position(), problem.position, "the session is as it was");
        (problem.solution, path, hints)
    }

    #[test]
    fn hints_say_more_and_more_and_none_spells_the_move() {
        for entry in damier_games::ALL {
            if entry.variant("").unwrap().problems().is_none() {
                continue;
            }
            for lang in [Lang::Fr, Lang::En] {
                let (solution, path, hints) = hints(entry.id, 0, lang);
                let [first, second, last] = hints.as_slice() else { panic!("three hints") };
                for hint in [first, second] {
                    let words = hint.words.split(|sign: char| sign.is_whitespace() || sign == '.');
                    assert!(!words.clone().any(|word| word == solution), "{}: {hint:?}", entry.id);
                    assert!(!hint.words.contains('«') && !hint.words.contains("begins"), "{hint:?}");
                    assert!(
                        path.is_empty() || hint.cells.contains(&path[0]),
                        "{} {path:?}: {hint:?}",
                        entry.id
                    );
                }
                assert!(last.words.contains(['J', 'P']) && last.cells == path, "{last:?}");
            }
        }
    }

    #[test]
    fn the_first_hint_shows_a_part_of_the_board_that_is_not_the_move_alone() {
        let (solution, _, hints) = hints("hex", 0, Lang::En);
        assert!(hints[0].cells.len() > 2 && hints[0].cells.contains(&solution));
        assert!(hints[0].words.starts_with("Look around here, near "), "{}", hints[0].words);
        assert!(
            hints[1].words.contains("threatens") || hints[1].words.contains("prepares"),
            "{}",
            hints[1].words
        );
    }

    #[test]
    fn there_is_no_fourth_hint() {
        let game = damier_games::open(&"hex:size=5".parse().unwrap()).unwrap();
        let mut session = game.open(&mut Rng::new(0));
        assert!(hint(&mut *session, &["c3".to_string()], 4, Lang::En).is_err());
        assert!(hint(&mut *session, &[], 1, Lang::En).is_err());
    }
}
