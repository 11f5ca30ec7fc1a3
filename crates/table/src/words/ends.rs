//! How a game ended, in words: who won, with what score.

use damier_core::{Lang, Outcome, SeatInfo, Side, Verdict};

/// Names the seats of a side: "White", "Black 1 + Black 2".
pub fn side(seats: &[SeatInfo], side: Side, lang: Lang) -> String {
    let own = seats.iter().filter(|seat| seat.side == side);
    own.map(|seat| seat.name.get(lang)).collect::<Vec<_>>().join(" + ")
}

/// Says who won: "White won", "Draw"; of a solitaire, that it is solved.
pub fn verdict(seats: &[SeatInfo], outcome: &Outcome, lang: Lang) -> String {
    let several = |winner| seats.iter().filter(|seat| seat.side == winner).count() > 1;
    match (outcome.verdict, lang) {
        (Verdict::Win(winner), Lang::Fr) if several(winner) => {
            format!("{} ont gagné", side(seats, winner, lang))
        }
        (Verdict::Win(winner), Lang::Fr) => format!("{} a gagné", side(seats, winner, lang)),
        (Verdict::Win(winner), Lang::En) => format!("{} won", side(seats, winner, lang)),
        (Verdict::Draw, Lang::Fr) => "Partie nulle".to_string(),
        (Verdict::Draw, Lang::En) => "Draw".to_string(),
        (Verdict::Solved, Lang::Fr) => "Résolu".to_string(),
        (Verdict::Solved, Lang::En) => "Solved".to_string(),
    }
}

/// Gives the score with the name of each side, the winner's first: "White 52, Black 11"; `None` where there is none.
///
/// ```
/// use damier_core::{Lang, Outcome, Reason, WHITE_BLACK};
/// use damier_table::words;
///
/// static MORE: Reason = Reason::new("more", "Plus de pions", "More men");
/// let outcome = Outcome::scored([11, 52], &MORE);
/// assert_eq!(words::score(&WHITE_BLACK, &outcome, Lang::En).as_deref(), Some("Black 52, White 11"));
/// ```
pub fn score(seats: &[SeatInfo], outcome: &Outcome, lang: Lang) -> Option<String> {
    let points = outcome.score?;
    let winner = match outcome.verdict {
        Verdict::Win(winner) => winner,
        Verdict::Draw | Verdict::Solved => Side::First,
    };
    let part = |of: Side| {
        let (name, points) = (side(seats, of, lang), points[of.index()]);
        // After the name of a team a number would pass for one more of its names.
        let colon = match (name.contains('+'), lang) {
            (false, _) => "",
            (true, Lang::Fr) => " :",
            (true, Lang::En) => ":",
        };
        format!("{name}{colon} {points}")
    };
    Some(format!("{}, {}", part(winner), part(winner.other())))
}
