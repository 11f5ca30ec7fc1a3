//! What the pages of problems say.

use damier_core::{Lang, Text};
use damier_table::{Claim, Problem, Session};
use maud::{Markup, html};

use super::HARDEST;
use super::judge::{Judged, Verdict};

/// Says what is to be done: "White to play and win in 3 moves."
pub fn task(problem: &Problem, session: &dyn Session, lang: Lang) -> String {
    let seat = session.seats()[session.to_move().index()].name.get(lang);
    let moves = moves(problem.own_moves(), lang);
    match lang {
        Lang::Fr => format!("{seat} joue et gagne en {moves}."),
        Lang::En => format!("{seat} to play and win in {moves}."),
    }
}

/// Says what is proven of the solution.
pub fn claim(claim: Claim, lang: Lang) -> String {
    let claim = claim.text().get(lang);
    match lang {
        Lang::Fr => format!("La solution est {claim}."),
        Lang::En => format!("The solution is {claim}."),
    }
}

/// Says how a try was judged. The claim is given for the problem's first move, of which alone it speaks.
pub fn judged(judged: &Judged, claim: Option<Claim>, defender: Text, lang: Lang) -> String {
    let seat = defender.get(lang);
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang).to_string();
    let left = judged.left.div_ceil(2);
    match (judged.verdict, &judged.answer, judged.refutation.first()) {
        (Verdict::Solved, None, _) => say("Résolu : c'est gagné.", "Solved: the game is won."),
        (Verdict::Solved, Some(answer), _) => match lang {
            Lang::Fr => format!("Résolu : {seat} joue {answer} et perd, comme par tout autre coup."),
            Lang::En => format!("Solved: {seat} plays {answer} and loses, as by any other move."),
        },
        (Verdict::Right, None, _) => say("Juste. Continuez.", "Right. Go on."),
        (Verdict::Right, Some(answer), _) => {
            let rest = moves(left.saturating_sub(1).max(1), lang);
            match lang {
                Lang::Fr => format!("Juste. {seat} répond {answer} ; gagnez en {rest}."),
                Lang::En => format!("Right. {seat} answers {answer}; win in {rest}."),
            }
        }
        (Verdict::Slow, ..) => {
            let left = moves(left, lang);
            match lang {
                Lang::Fr => format!("Ce coup gagne aussi, mais pas en {left}. Cherchez plus court."),
                Lang::En => format!("This move wins too, but not in {left}. Look for a shorter way."),
            }
        }
        (Verdict::Wrong, _, None) => say(
            "Non : la partie est finie, et elle n'est pas gagnée.",
            "No: the game is over, and it is not won.",
        ),
        (Verdict::Wrong, _, Some(reply)) if claim == Some(Claim::Ever) => match lang {
            Lang::Fr => format!("Non, ce coup ne gagne pas : {seat} répond {reply}."),
            Lang::En => format!("No, this move does not win: {seat} answers {reply}."),
        },
        (Verdict::Wrong, _, Some(reply)) => {
            let left = moves(left, lang);
            match lang {
                Lang::Fr => format!("Non, ce coup ne force pas le gain en {left} : {seat} répond {reply}."),
                Lang::En => format!("No, this move does not force a win in {left}: {seat} answers {reply}."),
            }
        }
    }
}

/// Writes a number of moves: "1 move", "3 moves".
pub fn moves(count: u32, lang: Lang) -> String {
    let word = match (lang, count) {
        (Lang::Fr, 1) => "coup",
        (Lang::Fr, _) => "coups",
        (Lang::En, 1) => "move",
        (Lang::En, _) => "moves",
    };
    format!("{count} {word}")
}

/// Draws a grade: as many full pips of five, with their number in words.
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
