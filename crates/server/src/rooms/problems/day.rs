//! The problem of the day: the same for everybody, all games in turn. The date stands in the address.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::response::Redirect;
use damier_core::{Fault, Lang, Text};
use maud::{Markup, html};
use tokio::task::spawn_blocking;

use super::date::Date;
use super::page::{self, ProblemQuery};
use super::{NumberedProblem, board, list, words};
use crate::app::App;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Query, UrlPath};
use crate::web::reader::Reader;

/// Returns the address of a day's problem.
pub fn address(date: Date) -> String {
    format!("/problems/day/{date}")
}

/// Redirects to the problem of today.
pub async fn today() -> Redirect {
    Redirect::to(&address(Date::today()))
}

/// Shows the problem of a day.
pub async fn of_date(
    UrlPath(date): UrlPath<String>,
    State(app): State<App>,
    Query(query): Query<ProblemQuery>,
    reader: Reader,
) -> Result<Markup, HttpError> {
    let date = read(&date).or_not_found()?;
    page::of_day(date, app, query, reader).await
}

/// Reads a date whose problem may be seen.
fn read(text: &str) -> Result<Date, Fault> {
    let date: Date = text.parse()?;
    if date > last() {
        return Err(Fault::new(
            "Ce jour n'est pas encore venu : patience.",
            "That day has not come yet: have patience.",
        ));
    }
    Ok(date)
}

/// The last day that may be seen: east of Greenwich tomorrow begins early.
pub fn last() -> Date {
    Date::today().after(1)
}

/// Returns the problem of a day: the games take turns, and each goes through all of its problems.
///
/// # Errors
/// If no game has problems, which does not happen.
pub(super) fn of_day(app: &App, date: Date) -> Result<NumberedProblem, Fault> {
    let sets = list::sets(app);
    let games = sets.len().max(1) as i64;
    let turn = date.number().div_euclid(games) as usize;
    let set = sets
        .get(date.number().rem_euclid(games) as usize)
        .ok_or_else(|| Fault::new("Il n'y a pas de problèmes.", "There are no problems."))?;
    // Neighbours in a set are alike: the next one comes from farther on.
    let count = set.problems.len();
    let common = |mut one: usize, mut other: usize| {
        while other > 0 {
            (one, other) = (other, one % other);
        }
        one
    };
    let stride = (count * 5 / 8..).find(|&stride| common(stride, count) == 1).unwrap_or(1);
    set.find(app, &(turn % count * stride % count + 1).to_string())
}

/// The problem of a day with what its card says in French and in English.
struct Today {
    date: Date,
    found: NumberedProblem,
    tasks: [String; 2],
}

impl Today {
    fn new(app: &App, date: Date) -> Result<Today, Fault> {
        let found = of_day(app, date)?;
        let session = found.game.resume(&found.problem.position)?;
        let tasks = [Lang::Fr, Lang::En].map(|lang| words::task(&found.problem, &*session, lang));
        drop(session);
        Ok(Today { date, found, tasks })
    }
}

/// Draws the card of today's problem. It is made once a day, and not on the threads for rules, so that pages on which it
/// stands need not wait for these.
///
/// # Errors
/// If it cannot be made.
pub async fn card(app: &App, reader: &Reader) -> Result<Markup, HttpError> {
    static TODAY: Mutex<Option<Arc<Today>>> = Mutex::new(None);
    let date = Date::today();
    let kept = TODAY.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let today = match kept.filter(|kept| kept.date == date) {
        Some(today) => today,
        None => {
            let app = app.clone();
            let made = spawn_blocking(move || Today::new(&app, date)).await.or_internal()?.or_internal()?;
            let made = Arc::new(made);
            *TODAY.lock().unwrap_or_else(PoisonError::into_inner) = Some(made.clone());
            made
        }
    };
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let [french, english] = &today.tasks;
    let task = match reader.lang {
        Lang::Fr => french,
        Lang::En => english,
    };
    Ok(html! {
        section.card.today data-problem={ (today.found.entry.id) "/" (today.found.number) } {
            (board::image(&today.found, reader.theme).or_internal()?)
            div {
                h2 { a href=(address(date)) { (say("Le problème du jour", "The problem of the day")) } }
                p { (today.found.entry.name.get(reader.lang)) " – " (task) }
                div.tags {}
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use damier_store::Sqlite;

    use super::*;

    #[tokio::test]
    async fn all_games_take_turns_and_each_goes_through_all_of_its_problems() {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let sets = list::sets(&app);
        let first: Date = "2026-11-19".parse().unwrap();
        let at = |days: usize| of_day(&app, first.after(days as i64)).unwrap();
        let games: BTreeSet<&str> = (0..sets.len()).map(|days| at(days).entry.id).collect();
        assert_eq!(games.len(), sets.len());
        let own = at(0).entry.id;
        let count = sets.iter().find(|set| set.entry.id == own).unwrap().problems.len();
        let seen: BTreeSet<usize> = (0..count).map(|turn| at(turn * sets.len()).number).collect();
        assert_eq!(seen.len(), count, "none comes again before all have come");
    }

    #[test]
    fn the_future_is_not_shown() {
        assert!(read(&Date::today().to_string()).is_ok());
        assert!(read(&Date::today().after(2).to_string()).is_err());
        assert!(read("1999-12-31").is_ok() && read("tomorrow").is_err());
    }
}
