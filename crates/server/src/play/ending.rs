//! The end of a game as its reader is told it: whether he won, why, with what score, and what he can do next.

use damier_core::{Lang, Outcome, SeatInfo, Side, Text, Verdict};
use damier_search::Value;
use damier_table::{AGREED, OUT_OF_TIME, RESIGNED, words};
use maud::{Markup, html};

use crate::play::series::Series;
use crate::play::stored::StoredGame;
use crate::play::{agents, series};

/// How a game ended, in words for its reader.
#[derive(Clone, Debug)]
pub struct Ending {
    /// Who won: "You lost", or "White won" for who does not hold the seats of just one side.
    verdict: String,
    /// Why, in a sentence.
    why: String,
    /// The score, each number with its name, the winner's first; nothing where there is none.
    score: Option<String>,
    /// How it ended for the reader.
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Won,
    Lost,
    Drawn,
    /// The reader held no side, or both.
    Over,
}

impl Ending {
    /// Describes how a game ended; `None` while it goes on.
    pub fn of(stored: &StoredGame, lang: Lang) -> Option<Ending> {
        let outcome = stored.session.outcome()?;
        let seats = stored.session.seats();
        let own = stored.own_side();
        let kind = match (outcome.verdict, own) {
            (Verdict::Draw, _) => Kind::Drawn,
            (Verdict::Solved, _) => Kind::Won,
            (Verdict::Win(_), None) => Kind::Over,
            (Verdict::Win(winner), Some(own)) if winner == own => Kind::Won,
            (Verdict::Win(_), Some(_)) => Kind::Lost,
        };
        let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang).to_string();
        let verdict = match (outcome.verdict, kind) {
            (Verdict::Solved, _) => solved(stored.session.moves().len(), lang),
            (_, Kind::Won) => say("Vous avez gagné", "You won"),
            (_, Kind::Lost) => say("Vous avez perdu", "You lost"),
            (_, Kind::Drawn) => say("Partie nulle", "A draw"),
            (_, Kind::Over) => words::verdict(seats, &outcome, lang),
        };
        let score = words::score(seats, &outcome, lang).map(|score| format!("{score}."));
        let least = if seats.len() == 1 { least(stored, lang) } else { None };
        let why = [Some(why(seats, &outcome, own, lang)), least].into_iter().flatten();
        Some(Ending { verdict, why: why.collect::<Vec<_>>().join(" "), score, kind })
    }

    /// Returns all of it in a sentence or two.
    pub fn line(&self) -> Markup {
        let class = match self.kind {
            Kind::Won => "verdict won",
            Kind::Lost => "verdict lost",
            Kind::Drawn => "verdict drawn",
            Kind::Over => "verdict",
        };
        html! {
            strong class=(class) { (self.verdict) "." }
            " " span.why { (self.why) }
            @if let Some(score) = &self.score { " " span.score { (score) } }
        }
    }
}

fn solved(moves: usize, lang: Lang) -> String {
    match (lang, moves) {
        (Lang::Fr, ..=1) => format!("Réussi en {moves} coup"),
        (Lang::Fr, _) => format!("Réussi en {moves} coups"),
        (Lang::En, 1) => "Solved in 1 move".to_string(),
        (Lang::En, _) => format!("Solved in {moves} moves"),
    }
}

/// Says in a sentence why a game ended. What a player did is said of him, or to him where he is the reader.
fn why(seats: &[SeatInfo], outcome: &Outcome, own: Option<Side>, lang: Lang) -> String {
    let reason = outcome.reason;
    let loser = match outcome.verdict {
        Verdict::Win(winner) => winner.other(),
        Verdict::Draw | Verdict::Solved => Side::First,
    };
    let (yours, name) = (own == Some(loser), words::side(seats, loser, lang));
    if reason.key == RESIGNED.key {
        return match (lang, yours) {
            (Lang::Fr, true) => "Vous avez abandonné.".to_string(),
            (Lang::En, true) => "You resigned.".to_string(),
            (Lang::Fr, false) => format!("{name} a abandonné."),
            (Lang::En, false) => format!("{name} resigned."),
        };
    }
    if reason.key == OUT_OF_TIME.key {
        return match (lang, yours) {
            (Lang::Fr, true) => "Votre temps est écoulé.".to_string(),
            (Lang::En, true) => "Your time is up.".to_string(),
            (Lang::Fr, false) => format!("Le temps de {name} est écoulé."),
            (Lang::En, false) => format!("{name} ran out of time."),
        };
    }
    if reason.key == AGREED.key {
        return Text::new("D'un commun accord.", "By agreement.").get(lang).to_string();
    }
    format!("{}.", reason.text.get(lang))
}

/// Says of a solitaire how few moves would have done, where that is known.
fn least(stored: &StoredGame, lang: Lang) -> Option<String> {
    let start = stored.game.resume(&stored.saved.game.start).ok()?;
    let Value::Win(least) = start.values()?.first()?.value else { return None };
    let made = stored.session.moves().len();
    Some(match (lang, made > least as usize) {
        (Lang::Fr, true) => format!("Il est possible de le faire en {least}."),
        (Lang::En, true) => format!("It can be done in {least}."),
        (Lang::Fr, false) => "On ne peut pas faire mieux.".to_string(),
        (Lang::En, false) => "It cannot be done in fewer.".to_string(),
    })
}

/// Draws what can be done next: another game, at another level, the review. A link for others is at hand all the time.
pub fn next(stored: &StoredGame, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let id = &stored.saved.game.id;
    let again = |step: i32, words: Markup| {
        html! { form action={ "/play/" (id) "/again" } method="post" data-verb="again" data-leads {
            input type="hidden" name="step" value=(step);
            button.main[step == 0] { (words) }
        } }
    };
    let same = if stored.saved.next.is_some() && !stored.own_seats().is_empty() {
        html! { (say("Aller à la revanche", "Go to the next game")) }
    } else if stored.saved.game.seats.len() > 1 {
        // A low window leaves out what stands behind the comma.
        html! { (say("Revanche", "Again")) span.exact { (say(", places échangées", ", sides exchanged")) } }
    } else {
        html! { (say("Encore une fois", "Once more")) }
    };
    // In a match the next game of it comes first.
    let goes_on = stored.series.as_ref().is_some_and(Series::goes_on);
    html! {
        @if let Some(onward) = series::onward(stored, lang) { (onward) }
        @if !goes_on {
            (again(0, same))
            @for (step, words) in steps(stored, lang) { (again(step, html! { (words) })) }
        }
        a.button.review href={ "/play/" (id) "/analysis?review=yes" } { (say("Revoir la partie", "Review the game")) }
    }
}

/// Returns the levels above and below that a rematch may be played at, in words.
fn steps(stored: &StoredGame, lang: Lang) -> Vec<(i32, String)> {
    let mut levels: Vec<usize> =
        stored.saved.game.seats.iter().filter_map(|seated| agents::level(&seated.agent)).collect();
    levels.sort_unstable();
    levels.dedup();
    let words = |step: i32| match (levels.as_slice(), step, lang) {
        (&[level], ..) => {
            let other = level.checked_add_signed(step as isize).filter(|other| (1..=8).contains(other))?;
            Some(match lang {
                Lang::Fr => format!("Contre le niveau {other}"),
                Lang::En => format!("Against level {other}"),
            })
        }
        ([], ..) => None,
        (_, 1, Lang::Fr) => Some("Encore, chacun un niveau au-dessus".to_string()),
        (_, 1, Lang::En) => Some("Again, each one level up".to_string()),
        (.., Lang::Fr) => Some("Encore, chacun un niveau au-dessous".to_string()),
        (.., Lang::En) => Some("Again, each one level down".to_string()),
    };
    [1, -1].into_iter().filter_map(|step| Some((step, words(step)?))).collect()
}
