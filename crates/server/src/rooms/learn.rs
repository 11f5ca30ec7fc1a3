//! Learning: a first lesson for every game.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use damier_core::{Fault, Lang, Text};
use damier_table::{Entry, Lesson, LessonProgress, LessonStep, Session, Spec, Task, lesson};
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::play::agents::engine;
use crate::play::view::{PositionView, ViewOptions};
use crate::rooms::begin::with_defaults;
use crate::rooms::cards::{Card, cards};
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Query, UrlPath};
use crate::web::layout;
use crate::web::reader::Reader;
use crate::web::site::query;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/learn", get(games))
        .route("/learn/{game}", get(page))
        .route("/learn/{game}/try", get(attempt))
}

/// The largest number of characters of moves in an address.
const LONGEST: usize = 1_000;

/// Where a learner is in a lesson.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct LessonQuery {
    /// The step, from 1.
    #[serde(default)]
    step: usize,
    /// The learner's moves in this step, separated by spaces.
    #[serde(default)]
    own: String,
    /// One more move, as the form without scripts sends it.
    #[serde(default, rename = "move")]
    text: String,
}

/// How far a learner has come in a step, for scripts.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonReport {
    /// `open`, `missed` or `done`.
    #[cfg_attr(test, ts(type = "\"open\" | \"missed\" | \"done\""))]
    progress: &'static str,
    /// The text to show, as HTML.
    words: String,
    /// A hint for the current task, as HTML.
    hint: String,
    /// All moves on the board: those before the step, the learner's, and the answers.
    moves: Vec<String>,
}

/// A step of a lesson, with the moves made in it.
struct LessonPlace {
    entry: &'static Entry,
    lesson: Lesson,
    /// The number of the step, from 1.
    number: usize,
    session: Box<dyn Session>,
    progress: LessonProgress,
    /// The learner's moves.
    own: Vec<String>,
}

/// The text for a move that misses the task, if the lesson has none of its own.
const MISSED: Text =
    Text::new("Ce n'est pas ce qui est demandé. Essayez encore.", "That is not what was asked. Try again.");

impl LessonPlace {
    fn find(id: &str, asked: &LessonQuery) -> Result<LessonPlace, HttpError> {
        let entry = damier_games::entry(id).or_not_found()?;
        let lesson = lesson(entry).or_internal()?;
        let (number, last) = (asked.step.max(1), lesson.steps.len());
        if number > last {
            return Err(HttpError::bad_request(Fault::new(
                format!("La leçon a {last} étapes."),
                format!("The lesson has {last} steps."),
            )));
        }
        if asked.own.len() + asked.text.len() > LONGEST {
            return Err(HttpError::bad_request(Fault::new(
                format!("Trop long : {LONGEST} caractères au plus."),
                format!("Too long: at most {LONGEST} characters."),
            )));
        }
        let words = asked.own.split_ascii_whitespace().chain(asked.text.split_ascii_whitespace());
        let own: Vec<&str> = words.collect();
        let (session, progress) = lesson.steps[number - 1].follow(entry, &own).or_bad_request()?;
        let own = own.into_iter().map(str::to_string).collect();
        Ok(LessonPlace { entry, lesson, number, session, progress, own })
    }

    fn step(&self) -> &LessonStep {
        &self.lesson.steps[self.number - 1]
    }

    /// Returns the text to show now.
    fn words(&self) -> Text {
        match self.progress {
            LessonProgress::Open(task) => self.step().tasks[task].say,
            LessonProgress::Missed(task) => self.step().tasks[task].bad.unwrap_or(MISSED),
            LessonProgress::Done => self.step().good,
        }
    }

    /// Returns the current task; `None` if the step is done.
    fn task(&self) -> Option<&Task> {
        match self.progress {
            LessonProgress::Open(task) | LessonProgress::Missed(task) => self.step().tasks.get(task),
            LessonProgress::Done => None,
        }
    }

    fn code(&self) -> &'static str {
        match self.progress {
            LessonProgress::Open(_) => "open",
            LessonProgress::Missed(_) => "missed",
            LessonProgress::Done => "done",
        }
    }
}

/// Judges the learner's last move.
pub async fn attempt(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    Query(asked): Query<LessonQuery>,
    reader: Reader,
) -> Result<Json<LessonReport>, HttpError> {
    app.rules(move |_| {
        let place = LessonPlace::find(&id, &asked)?;
        Ok(Json(LessonReport {
            progress: place.code(),
            words: with_code(place.words().get(reader.lang)).0,
            hint: with_code(place.task().map_or("", |task| task.hint.get(reader.lang))).0,
            moves: place.session.moves().to_vec(),
        }))
    })
    .await
}

/// Shows the lessons.
pub async fn games(reader: Reader) -> Result<Markup, HttpError> {
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let title = say("Apprendre", "Learn");
    let main = html! {
        h1 { (title) }
        p.lead { (say(
            "Une première leçon par jeu : quelques étapes, à faire plutôt qu'à lire. À la fin, on sait jouer.",
            "A first lesson for every game: a few steps, to do rather than to read. At the end you can play.",
        )) }
        ul.cards { @for card in cards().await? { (item(card, lang)) } }
        (layout::script("learn.js"))
    };
    Ok(layout::page(&reader, title, "collection", main))
}

fn item(card: &Card, lang: Lang) -> Markup {
    let Card { entry, steps, .. } = card;
    let word = Text::new("étapes", "steps").get(lang);
    html! {
        li.card data-lesson=(entry.id) data-steps=(steps) {
            (card.picture(lang))
            h2 { a href={ "/learn/" (entry.id) } { (entry.name.get(lang)) } }
            p { (entry.about.get(lang)) }
            div.tags { span.tag { (steps) " " (word) } }
        }
    }
}

/// Shows a step of a lesson.
pub async fn page(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    Query(asked): Query<LessonQuery>,
    reader: Reader,
) -> Result<Markup, HttpError> {
    app.rules(move |app| draw(app, &LessonPlace::find(&id, &asked)?, &reader)).await
}

fn draw(app: &App, place: &LessonPlace, reader: &Reader) -> Result<Markup, HttpError> {
    let id = place.entry.id;
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let open = matches!(place.progress, LessonProgress::Open(_));
    let shown =
        PositionView::of(&*place.session, ViewOptions { lang, tall: false, turned: false, moves: open });
    let (name, last) = (place.entry.name.get(lang), place.lesson.steps.len());
    let title = format!("{name} – {}", say("première leçon", "first lesson"));
    let base = format!("/learn/{id}?step={}", place.number);
    // The accepted moves: a move that missed the task is taken back.
    let missed = usize::from(matches!(place.progress, LessonProgress::Missed(_)));
    let standing = place.own[..place.own.len() - missed].join(" ");
    let again = query(&[("step", &place.number.to_string()), ("own", &standing)]);
    let hint = place.task().map_or("", |task| task.hint.get(lang));
    let main = html! {
        div.table.lesson data-lesson=(id) data-step=(place.number) data-spec=(place.session.spec())
            data-start=(place.session.start()) data-own=(standing) {
            div.board { (PreEscaped(&shown.svg)) }
            aside.side {
                section.panel.who {
                    p.crumb { a href="/learn" { (say("Apprendre", "Learn")) } }
                    h1 { (name) }
                    (steps(id, place.number, last, lang))
                    p.say role="status" data-progress=(place.code()) { (with_code(place.words().get(lang))) }
                    p.notice role="alert" {}
                    div.captions { @for caption in &shown.captions { p { (caption) } } }
                }
                div.words.actions role="group" aria-label=(say("Autres coups", "Other moves")) {}
                form.move action={ "/learn/" (id) } method="get" hidden[!open] {
                    input type="hidden" name="step" value=(place.number);
                    input type="hidden" name="own" value=(standing);
                    label { (say("Votre coup", "Your move")) " "
                        select name="move" { @for text in &shown.legal { option value=(text) { (text) } } }
                    }
                    button { (say("Jouer", "Play")) }
                }
                details.hint hidden[hint.is_empty()] { summary { (say("Indice", "Hint")) } p { (with_code(hint)) } }
                div.actions.commands {
                    a.button.main.again href={ "/learn/" (id) "?" (again) } hidden[missed == 0] { (say("Réessayer", "Try again")) }
                    @if place.number < last {
                        a.button.main.onward href={ "/learn/" (id) "?step=" (place.number + 1) } hidden[place.progress != LessonProgress::Done] { (say("Étape suivante", "Next step")) }
                    }
                    a.button.restart href=(base) { (say("Refaire l'étape", "Do this step again")) }
                }
                @if place.number == last { (after(place.entry, app, place.progress == LessonProgress::Done, reader)?) }
            }
        }
        (layout::script("learn.js"))
    };
    Ok(layout::page(reader, &title, "play", main))
}

/// Draws the steps as a row of numbers, with the current one in words. Scripts tick those that were done.
fn steps(id: &str, number: usize, last: usize, lang: Lang) -> Markup {
    let words = match lang {
        Lang::Fr => format!("Étape {number} sur {last}"),
        Lang::En => format!("Step {number} of {last}"),
    };
    html! {
        nav.steps aria-label=(Text::new("Étapes", "Steps").get(lang)) {
            p { (words) }
            ol {
                @for step in 1..=last {
                    li { a href={ "/learn/" (id) "?step=" (step) } data-number=(step) aria-current=[(step == number).then_some("step")] { (step) } }
                }
            }
        }
    }
}

/// Draws the links for after the lesson: a game against level 1, or the rules.
fn after(entry: &Entry, app: &App, done: bool, reader: &Reader) -> Result<Markup, HttpError> {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let game = Spec::with_variant(entry.id, "").and_then(|spec| app.games.open(&spec));
    let seats = game.or_internal()?.seats().len();
    let play = if seats > 1 {
        say("Jouer contre le niveau 1", "Play against level 1")
    } else {
        say("Jouer", "Play")
    };
    Ok(html! {
        section.panel.after hidden[!done] {
            h2 { (say("La leçon est finie", "The lesson is over")) }
            form action={ "/games/" (entry.id) "/play" } method="post" {
                @for (name, value) in with_defaults(entry, Vec::new()) { input type="hidden" name=(name) value=(value); }
                @for place in 1..seats { input type="hidden" name={ "seat" (place) } value=(engine(1)); }
                div.actions {
                    button.main { (play) }
                    a.button href={ "/games/" (entry.id) } { (say("Retour aux règles", "Back to the rules")) }
                }
            }
        }
    })
}

/// Writes a text as HTML; parts between backquotes are moves and become code.
fn with_code(words: &str) -> Markup {
    html! {
        @for (place, part) in words.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_code;

    #[test]
    fn moves_between_backquotes_are_code() {
        assert_eq!(with_code("say `1:1n` < two").into_string(), "say <code>1:1n</code> &lt; two");
    }
}
