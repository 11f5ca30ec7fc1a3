//! The texts on the pages of problems.

use damier_core::{Lang, Text};
use damier_table::Claim;
use damier_table::words::moves;
pub use damier_table::words::{claim, task};
use maud::{Markup, html};

use super::HARDEST;
use super::judge::{JudgedTry, TryVerdict};

/// Describes the judgement of a try. The claim is given for the problem's first move only, since it holds only for that.
pub fn judgement(judged: &JudgedTry, claim: Option<Claim>, defender: Text, lang: Lang) -> String {
    let seat = defender.get(lang);
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang).to_string();
    let left = judged.left.div_ceil(2);
    match (judged.verdict, &judged.answer, judged.refutation.first()) {
        (TryVerdict::Solved, None, _) => say("Résolu : c'est gagné.", "Solved: the game is won."),
        (TryVerdict::Solved, Some(answer), _) => match lang {
            Lang::Fr => format!("Résolu : {seat} joue {answer} et perd, comme par tout autre coup."),
            Lang::En => format!("Solved: {seat} plays {answer} and loses, as by any other move."),
        },
        (TryVerdict::Right, None, _) => say("Juste. Continuez.", "Right. Go on."),
        (TryVerdict::Right, Some(answer), _) => {
            let rest = moves(left.saturating_sub(1).max(1), lang);
            match lang {
                Lang::Fr => format!("Juste. {seat} répond {answer} ; gagnez en {rest}."),
                Lang::En => format!("Right. {seat} answers {answer}; win in {rest}."),
            }
        }
        (TryVerdict::Slow, ..) => {
            let left = moves(left, lang);
            match lang {
                Lang::Fr => format!("Ce coup gagne aussi, mais pas en {left}. Cherchez plus court."),
                Lang::En => format!("This move wins too, but not in {left}. Look for a shorter way."),
            }
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

/// Draws a grade as a row of pips, with a label in words.
pub fn grade(grade: u8, lang: Lang) -> Markup {
    let words = match lang {
        Lang::Fr => format!("degré {grade} sur {HARDEST}"),
        Lang::En => format!("grade {grade} of {HARDEST}"),
    };
    html! {
        svg.pips role="img" aria-label=(words) viewBox="0 0 50 10" {
            @for pip in 0..HARDEST {
                circle cx=(5 + 10 * pip) cy="5" r="3.4" class=[(pip < grade).then_some("full")] {}
            }
        }
    }
}
