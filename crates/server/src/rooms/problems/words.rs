//! The texts on the pages of problems.

use damier_core::{Lang, Text};
use damier_table::words::moves;
pub use damier_table::words::{claim, task};
use damier_table::{Claim, Quest, Target};
use maud::{Markup, html};

use super::HARDEST;
use super::judge::{JudgedTry, TryVerdict, Win};

/// Describes the judgement of a try at a problem; `first` is the solution's first move, as players read it. The claim is given for
/// that move only, since it holds only for that.
pub fn judgement(
    judged: &JudgedTry,
    quest: Quest,
    claim: Option<Claim>,
    defender: Text,
    first: &str,
    lang: Lang,
) -> String {
    let seat = defender.get(lang);
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang).to_string();
    let left = if quest.goal == Target::Solve { judged.left } else { judged.left.div_ceil(2) };
    match (judged.verdict, &judged.answer, judged.refutation.first()) {
        (TryVerdict::Solved, None, _) => match quest.goal {
            Target::Win => {
                let end = say("Résolu : c'est gagné.", "Solved: the game is won.");
                format!("{end} {}", why(judged, first, lang))
            }
            Target::Gain(..) => say("Résolu : le compte y est.", "Solved: that is enough."),
            Target::Solve => say("Résolu.", "Solved."),
            Target::Find => {
                say("Résolu : c'est le seul coup qui gagne.", "Solved: it is the only move that wins.")
            }
        },
        (TryVerdict::Solved, Some(answer), _) if let Target::Gain(unit, least) = quest.goal => {
            let gain = unit.count(least, lang);
            match lang {
                Lang::Fr => {
                    format!(
                        "Résolu : {seat} répond {answer}, et vous gagnez au moins {gain} de plus que lui."
                    )
                }
                Lang::En => format!("Solved: {seat} answers {answer}, and you gain at least {gain} more."),
            }
        }
        (TryVerdict::Solved, Some(answer), _) => {
            let end = match lang {
                Lang::Fr => format!("Résolu : {seat} joue {answer} et perd, comme par tout autre coup."),
                Lang::En => format!("Solved: {seat} plays {answer} and loses, as by any other move."),
            };
            format!("{end} {}", why(judged, first, lang))
        }
        (TryVerdict::Right, None, _) => say("Juste. Continuez.", "Right. Go on."),
        (TryVerdict::Right, Some(answer), _) => {
            let rest = moves(left.saturating_sub(1).max(1), lang);
            match (lang, quest.goal) {
                (Lang::Fr, Target::Gain(..)) => format!("Juste. {seat} répond {answer} ; encore {rest}."),
                (Lang::En, Target::Gain(..)) => format!("Right. {seat} answers {answer}; {rest} to go."),
                (Lang::Fr, _) => format!("Juste. {seat} répond {answer} ; gagnez en {rest}."),
                (Lang::En, _) => format!("Right. {seat} answers {answer}; win in {rest}."),
            }
        }
        (TryVerdict::Slow, ..) => {
            let left = moves(left, lang);
            match lang {
                Lang::Fr if quest.goal == Target::Solve => {
                    format!("Ce coup mène au but aussi, mais pas en {left}. Cherchez plus court.")
                }
                Lang::En if quest.goal == Target::Solve => {
                    format!("This move leads to the goal too, but not in {left}. Look for a shorter way.")
                }
                Lang::Fr if matches!(quest.goal, Target::Gain(..)) => {
                    format!("Ce coup gagne la partie, mais pas autant en {left}. Cherchez mieux.")
                }
                Lang::En if matches!(quest.goal, Target::Gain(..)) => {
                    format!("This move wins the game, but not as much in {left}. Look for a better one.")
                }
                Lang::Fr => format!("Ce coup gagne aussi, mais pas en {left}. Cherchez plus court."),
                Lang::En => format!("This move wins too, but not in {left}. Look for a shorter way."),
            }
        }
        (TryVerdict::Wrong, _, Some(reply)) if let Target::Gain(unit, least) = quest.goal => {
            let (left, gain) = (moves(left, lang), unit.count(least, lang));
            match lang {
                Lang::Fr => format!("Non, ce coup ne gagne pas {gain} en {left} : {seat} répond {reply}."),
                Lang::En => format!("No, this move does not gain {gain} in {left}: {seat} answers {reply}."),
            }
        }
        (TryVerdict::Wrong, _, None) if quest.goal == Target::Solve => {
            let left = moves(left, lang);
            match lang {
                Lang::Fr => format!("Non, ce coup ne mène pas au but en {left}."),
                Lang::En => format!("No, this move does not lead to the goal in {left}."),
            }
        }
        (TryVerdict::Wrong, _, None) if matches!(quest.goal, Target::Gain(..)) => {
            say("Non : le compte n'y est pas.", "No: that is not enough.")
        }
        (TryVerdict::Wrong, _, None) => say(
            "Non : la partie est finie, et elle n'est pas gagnée.",
            "No: the game is over, and it is not won.",
        ),
        (TryVerdict::Wrong, _, Some(reply)) if claim == Some(Claim::Ever) => match lang {
            Lang::Fr => format!("Non, ce coup ne gagne pas : {seat} répond {reply}."),
            Lang::En => format!("No, this move does not win: {seat} answers {reply}."),
        },
        (TryVerdict::Wrong, _, Some(reply)) => {
            let left = moves(left, lang);
            match lang {
                Lang::Fr => format!("Non, ce coup ne force pas le gain en {left} : {seat} répond {reply}."),
                Lang::En => format!("No, this move does not force a win in {left}: {seat} answers {reply}."),
            }
        }
    }
}

/// Says why a problem is solved: how the game ended, and what was proved before.
fn why(judged: &JudgedTry, first: &str, lang: Lang) -> String {
    let Some(Win { reason, replies, moves: count }) = judged.won else { return String::new() };
    let (reason, within) = (reason.get(lang), moves(count, lang));
    let end =
        if reason.is_empty() || reason.ends_with('.') { reason.to_string() } else { format!("{reason}.") };
    let proof = match (replies, lang) {
        (None | Some(0), _) => String::new(),
        (Some(1), Lang::Fr) => format!(" Démontré : {first} ne laisse qu'une réponse, et gagne en {within}."),
        (Some(1), Lang::En) => format!(" Proved: {first} leaves one reply, and wins in {within}."),
        (Some(replies), Lang::Fr) => {
            format!(" Démontré : {first} gagne contre chacune des {replies} réponses, en {within} au plus.")
        }
        (Some(replies), Lang::En) => {
            format!(" Proved: {first} wins against each of the {replies} replies, in {within} at most.")
        }
    };
    format!("{end}{proof}")
}

/// Draws a grade as a row of pips, with a label in words.
pub fn grade(grade: u8, lang: Lang) -> Markup {
    let words = match lang {
        Lang::Fr => format!("difficulté {grade} sur {HARDEST}"),
        Lang::En => format!("difficulty {grade} of {HARDEST}"),
    };
    html! {
        svg.pips role="img" aria-label=(words) viewBox="0 0 50 10" {
            @for pip in 0..HARDEST {
                circle cx=(5 + 10 * pip) cy="5" r="3.4" class=[(pip < grade).then_some("full")] {}
            }
        }
    }
}
