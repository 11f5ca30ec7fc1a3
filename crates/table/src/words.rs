//! What the command line and the web app say alike, in the reader's language: what a move is worth, what a problem asks
//! for, how a game stands.

mod ends;
mod names;

use damier_core::{Lang, Verdict};
use damier_search::Value;

use crate::{Claim, MatchScore, MatchState, Problem, Session, Target};

pub use ends::{score, side, verdict};
pub use names::{agent, spec, variant};

/// Says what a move or a position is worth: "wins in 9", "draw", "≈ 63%".
///
/// ```
/// use damier_core::Lang;
/// use damier_search::Value;
/// use damier_table::words;
///
/// assert_eq!(words::value(Value::Win(9), Lang::En), "wins in 9");
/// assert_eq!(words::value(Value::Estimate(0.634), Lang::Fr), "≈ 63 %");
/// ```
pub fn value(value: Value, lang: Lang) -> String {
    match (value, lang) {
        (Value::Win(plies), Lang::Fr) => format!("gagne en {plies}"),
        (Value::Win(plies), Lang::En) => format!("wins in {plies}"),
        (Value::Loss(plies), Lang::Fr) => format!("perd en {plies}"),
        (Value::Loss(plies), Lang::En) => format!("loses in {plies}"),
        (Value::Draw, Lang::Fr) => "nul".to_string(),
        (Value::Draw, Lang::En) => "draw".to_string(),
        (Value::Estimate(expected), _) => {
            // An estimate is never certain.
            let percent = (100.0 * expected).round().clamp(1.0, 99.0);
            match lang {
                Lang::Fr => format!("≈ {percent} %"),
                Lang::En => format!("≈ {percent}%"),
            }
        }
    }
}

/// Says what is proven of a move or a position, but for its distance: "wins".
pub fn result(result: Value, lang: Lang) -> String {
    match (result, lang) {
        (Value::Win(_), Lang::Fr) => "gagne".to_string(),
        (Value::Win(_), Lang::En) => "wins".to_string(),
        (Value::Loss(_), Lang::Fr) => "perd".to_string(),
        (Value::Loss(_), Lang::En) => "loses".to_string(),
        (Value::Draw | Value::Estimate(_), _) => value(result, lang),
    }
}

/// Says by how much a move or a position wins, below 0 by how much it loses: "wins by 12".
pub fn points(points: i32, lang: Lang) -> String {
    let number = points.unsigned_abs();
    match (points.signum(), lang) {
        (0, _) => value(Value::Draw, lang),
        (1, Lang::Fr) => format!("gagne de {number}"),
        (1, Lang::En) => format!("wins by {number}"),
        (_, Lang::Fr) => format!("perd de {number}"),
        (_, Lang::En) => format!("loses by {number}"),
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

/// Says what a problem asks for: "White to play and win in 3 moves." The session is at its position.
pub fn task(problem: &Problem, session: &dyn Session, lang: Lang) -> String {
    let seat = session.seats()[session.to_move().index()].name.get(lang);
    let moves = moves(problem.own_moves(), lang);
    match (problem.quest.goal, lang) {
        (Target::Win, Lang::Fr) => format!("{seat} joue et gagne en {moves}."),
        (Target::Win, Lang::En) => format!("{seat} to play and win in {moves}."),
        (Target::Gain(unit, least), _) => {
            let gain = unit.count(least, lang);
            match lang {
                Lang::Fr => format!(
                    "{seat} joue et, en {moves}, gagne au moins {gain} de plus que l'adversaire, dernière réponse comprise."
                ),
                Lang::En => format!(
                    "{seat} to play and, in {moves}, gain at least {gain} more than the opponent, the last answer included."
                ),
            }
        }
        (Target::Solve, Lang::Fr) => format!("Résolvez en {moves}."),
        (Target::Solve, Lang::En) => format!("Solve in {moves}."),
        (Target::Find, Lang::Fr) => format!("{seat} joue. Un seul coup gagne : lequel ?"),
        (Target::Find, Lang::En) => format!("{seat} to play. One move alone wins: which?"),
    }
}

/// Says what is proven of the solution of a problem.
pub fn claim(claim: Claim, lang: Lang) -> String {
    let claim = claim.text().get(lang);
    match lang {
        Lang::Fr => format!("La solution est {claim}."),
        Lang::En => format!("The solution is {claim}."),
    }
}

/// Says how a game stands: whose turn it is, or how it ended.
pub fn standing(session: &dyn Session, lang: Lang) -> String {
    let seats = session.seats();
    let Some(outcome) = session.outcome() else {
        let seat = seats[session.to_move().index()].name.get(lang);
        return match (lang, seats.len()) {
            (Lang::Fr, 1) => "À vous".to_string(),
            (Lang::En, 1) => "Your move".to_string(),
            (Lang::Fr, _) => format!("À {seat} de jouer"),
            (Lang::En, _) => format!("{seat} to move"),
        };
    };
    let reason = outcome.reason.text.get(lang);
    let verdict = match (outcome.verdict, lang) {
        (Verdict::Solved, Lang::Fr) => format!("Résolu en {} coups", session.moves().len()),
        (Verdict::Solved, Lang::En) => format!("Solved in {} moves", session.moves().len()),
        _ => verdict(seats, &outcome, lang),
    };
    match (score(seats, &outcome, lang), lang) {
        (Some(score), Lang::Fr) => format!("{verdict} : {score} ({reason})"),
        (Some(score), Lang::En) => format!("{verdict}: {score} ({reason})"),
        (None, _) => format!("{verdict} ({reason})"),
    }
}

/// Says what two players have in a match: "Ada 2½ – ½ Bob".
pub fn match_score(names: [&str; 2], score: MatchScore) -> String {
    format!("{} {} – {} {}", names[0], score.of(0), score.of(1), names[1])
}

/// Says how a match ended: "Match won: Ada (2½ – ½)". `None` while it goes on.
pub fn match_result(names: [&str; 2], state: MatchState, score: MatchScore, lang: Lang) -> Option<String> {
    let points = |winner: usize| format!("{} – {}", score.of(winner), score.of(1 - winner));
    Some(match (state, lang) {
        (MatchState::Running, _) => return None,
        (MatchState::Won(winner), Lang::Fr) => {
            format!("Match gagné : {} ({})", names[winner], points(winner))
        }
        (MatchState::Won(winner), Lang::En) => format!("Match won: {} ({})", names[winner], points(winner)),
        (MatchState::Drawn, Lang::Fr) => format!("Match nul : {}", points(0)),
        (MatchState::Drawn, Lang::En) => format!("Match drawn: {}", points(0)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(say: impl Fn(Lang) -> String) -> [String; 2] {
        [Lang::Fr, Lang::En].map(say)
    }

    #[test]
    fn values_read_as_words_and_estimates_carry_a_sign() {
        let words = |worth| both(|lang| value(worth, lang));
        assert_eq!(words(Value::Win(9)), ["gagne en 9", "wins in 9"]);
        assert_eq!(words(Value::Loss(4)), ["perd en 4", "loses in 4"]);
        assert_eq!(words(Value::Draw), ["nul", "draw"]);
        assert_eq!(words(Value::Estimate(0.634)), ["≈ 63 %", "≈ 63%"]);
        assert_eq!(words(Value::Estimate(0.9999)), ["≈ 99 %", "≈ 99%"]);
        assert_eq!(words(Value::Estimate(0.0)), ["≈ 1 %", "≈ 1%"]);
    }

    #[test]
    fn a_result_has_no_distance() {
        let words = |worth| both(|lang| result(worth, lang));
        assert_eq!(words(Value::Win(9)), ["gagne", "wins"]);
        assert_eq!(words(Value::Loss(2)), ["perd", "loses"]);
        assert_eq!(words(Value::Draw), ["nul", "draw"]);
    }

    #[test]
    fn points_are_won_or_lost() {
        let words = |number| both(|lang| points(number, lang));
        assert_eq!(words(12), ["gagne de 12", "wins by 12"]);
        assert_eq!(words(-2), ["perd de 2", "loses by 2"]);
        assert_eq!(words(0), ["nul", "draw"]);
    }

    #[test]
    fn a_match_is_told_from_the_winners_side() {
        let score = MatchScore([1, 5]);
        assert_eq!(match_score(["Ada", "Bob"], score), "Ada ½ – 2½ Bob");
        let end = |state| both(|lang| match_result(["Ada", "Bob"], state, score, lang).unwrap_or_default());
        assert_eq!(end(MatchState::Won(1)), ["Match gagné : Bob (2½ – ½)", "Match won: Bob (2½ – ½)"]);
        assert_eq!(end(MatchState::Drawn), ["Match nul : ½ – 2½", "Match drawn: ½ – 2½"]);
        assert_eq!(end(MatchState::Running), ["", ""]);
    }

    #[test]
    fn one_move_is_one() {
        assert_eq!(both(|lang| moves(1, lang)), ["1 coup", "1 move"]);
        assert_eq!(both(|lang| moves(3, lang)), ["3 coups", "3 moves"]);
    }
}
