//! The page of a problem, and the JSON for its script. The address holds the moves made, a try, and the step of the hint.

use axum::Json;
use axum::extract::State;
use damier_core::{Fault, Text};
use damier_table::words as table_words;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use super::date::Date;
use super::hint::{self, Hint};
use super::judge::{Attempt, JudgedTry, TryVerdict, side_to_move};
use super::{NumberedProblem, ProblemSet, day, list, words};
use crate::app::App;
use crate::play::view::{PositionView, ViewOptions};
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Query, UrlPath};
use crate::web::layout;
use crate::web::reader::Reader;
use crate::web::site::query;

/// The largest number of characters of moves in an address.
const LONGEST: usize = 2_000;

/// Where the reader is in a problem.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ProblemQuery {
    /// The moves of both sides so far, separated by spaces. In a script's request to judge a try, the last one is the try.
    #[serde(default)]
    moves: String,
    /// A try, as the form without scripts sends it.
    #[serde(default, rename = "move")]
    text: String,
    /// The step of the hint to show.
    #[serde(default, alias = "step")]
    hint: u8,
    /// Whether the solution is to be shown.
    #[serde(default)]
    solution: bool,
    /// Whether the picture should be taller than wide.
    #[serde(default)]
    tall: bool,
}

impl ProblemQuery {
    fn moves(&self) -> Vec<&str> {
        self.moves.split_ascii_whitespace().collect()
    }
}

/// A request about a problem.
struct ProblemRequest {
    app: App,
    reader: Reader,
    found: NumberedProblem,
    last: usize,
    /// The day whose problem it is, where it is asked for as such.
    day: Option<Date>,
    query: ProblemQuery,
}

impl ProblemRequest {
    async fn find(
        (id, number): (String, String),
        app: App,
        query: ProblemQuery,
        reader: Reader,
    ) -> Result<ProblemRequest, HttpError> {
        let found = app.rules(move |app| {
            let set = ProblemSet::of(app, &id).or_not_found()?;
            Ok((set.find(app, &number).or_not_found()?, set.problems.len()))
        });
        let (found, last) = found.await?;
        ProblemRequest { app, reader, found, last, day: None, query }.checked()
    }

    async fn of_day(
        date: Date,
        app: App,
        query: ProblemQuery,
        reader: Reader,
    ) -> Result<ProblemRequest, HttpError> {
        let found = app.rules(move |app| day::of_day(app, date).or_internal()).await?;
        ProblemRequest { app, reader, found, last: 1, day: Some(date), query }.checked()
    }

    /// Refuses a request that is too long.
    fn checked(self) -> Result<ProblemRequest, HttpError> {
        if self.query.moves.len() + self.query.text.len() <= LONGEST {
            return Ok(self);
        }
        Err(HttpError::bad_request(Fault::new(
            format!("Trop long : {LONGEST} caractères au plus."),
            format!("Too long: at most {LONGEST} characters."),
        )))
    }

    /// Returns the address of the page.
    fn base(&self) -> String {
        self.day.map_or_else(|| self.found.address(), day::address)
    }

    /// Runs work on the problem, after some moves, on the threads for engines.
    async fn work<T: Send + 'static>(
        &self,
        moves: &[&str],
        work: impl FnOnce(Attempt) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, HttpError> {
        let found = self.found.clone();
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let all = move || {
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            work(found.attempt(&moves)?)
        };
        self.app.engines.run(all).await?.or_bad_request()
    }

    async fn judge(&self, moves: &[&str], text: &str) -> Result<TryAnswer, HttpError> {
        let text = text.to_string();
        let judged = self.work(moves, move |attempt| {
            let defender = attempt.defender();
            let first = attempt.first();
            Ok((attempt.judge(&text)?, defender, first))
        });
        let (judged, defender, first) = judged.await?;
        let claim = moves.is_empty().then_some(self.found.claim);
        let quest = self.found.problem.quest;
        let words = words::judgement(&judged, quest, claim, defender, &first, self.reader.lang);
        let JudgedTry { verdict, answer, refutation, .. } = judged;
        Ok(TryAnswer { verdict, answer, refutation, words })
    }

    async fn hint(&self) -> Result<Hint, HttpError> {
        let (step, lang) = (self.query.hint, self.reader.lang);
        let work = move |mut attempt: Attempt| {
            let line = attempt.line();
            hint::hint(&mut *attempt.session, &line, step, lang)
        };
        self.work(&self.query.moves(), work).await
    }

    /// Returns the moves of the whole solution.
    async fn solution(&self) -> Result<Vec<String>, HttpError> {
        self.work(&[], |attempt| Ok(attempt.line())).await
    }
}

/// The judgement of a try.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TryAnswer {
    /// Whether the try is right.
    verdict: TryVerdict,
    /// The other side's answer, if the try is right and the game goes on.
    answer: Option<String>,
    /// The moves that show why the try is wrong, beginning with the answer.
    refutation: Vec<String>,
    /// The verdict in words.
    words: String,
}

/// Answers with the judgement of the last of the moves.
pub async fn attempt(
    UrlPath(path): UrlPath<(String, String)>,
    State(app): State<App>,
    Query(query): Query<ProblemQuery>,
    reader: Reader,
) -> Result<Json<TryAnswer>, HttpError> {
    let request = ProblemRequest::find(path, app, query, reader).await?;
    let moves = request.query.moves();
    let Some((text, made)) = moves.split_last() else {
        return Err(HttpError::bad_request(Fault::new("Il manque un coup.", "A move is missing.")));
    };
    Ok(Json(request.judge(made, text).await?))
}

/// Answers with a hint for the next move.
pub async fn hint(
    UrlPath(path): UrlPath<(String, String)>,
    State(app): State<App>,
    Query(query): Query<ProblemQuery>,
    reader: Reader,
) -> Result<Json<Hint>, HttpError> {
    Ok(Json(ProblemRequest::find(path, app, query, reader).await?.hint().await?))
}

/// The whole solution of a problem.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SolutionLine {
    /// The moves of both sides.
    line: Vec<String>,
}

/// Answers with the whole solution.
pub async fn solution(
    UrlPath(path): UrlPath<(String, String)>,
    State(app): State<App>,
    Query(query): Query<ProblemQuery>,
    reader: Reader,
) -> Result<Json<SolutionLine>, HttpError> {
    let line = ProblemRequest::find(path, app, query, reader).await?.solution().await?;
    Ok(Json(SolutionLine { line }))
}

/// Shows a problem.
pub async fn page(
    UrlPath(path): UrlPath<(String, String)>,
    State(app): State<App>,
    Query(query): Query<ProblemQuery>,
    reader: Reader,
) -> Result<Markup, HttpError> {
    show(ProblemRequest::find(path, app, query, reader).await?).await
}

/// Shows the problem of a day.
pub async fn of_day(date: Date, app: App, query: ProblemQuery, reader: Reader) -> Result<Markup, HttpError> {
    show(ProblemRequest::of_day(date, app, query, reader).await?).await
}

async fn show(request: ProblemRequest) -> Result<Markup, HttpError> {
    let tried = request.query.text.trim();
    let answer = match tried {
        "" => None,
        tried => Some(request.judge(&request.query.moves(), tried).await?),
    };
    let hint = if request.query.hint > 0 { Some(request.hint().await?) } else { None };
    let solution = if request.query.solution { request.solution().await? } else { Vec::new() };
    let app = request.app.clone();
    app.rules(move |_| request.draw(answer.as_ref(), hint, &solution)).await
}

/// The data that the page shows.
struct ProblemPage<'a> {
    view: PositionView,
    task: String,
    /// The accepted moves.
    made: Vec<&'a str>,
    /// The moves on the board.
    line: Vec<&'a str>,
    /// The judgement of the try in words.
    words: &'a str,
    hint: Option<Hint>,
    solution: &'a [String],
    /// Whether the last try is to be taken back.
    again: bool,
    /// Whether the reader may move.
    open: bool,
}

impl ProblemRequest {
    fn draw(
        &self,
        answer: Option<&TryAnswer>,
        hint: Option<Hint>,
        solution: &[String],
    ) -> Result<Markup, HttpError> {
        let made = self.query.moves();
        // The board also shows the try and the moves that answer it.
        let mut line = made.clone();
        if let Some(answer) = answer {
            line.push(self.query.text.trim());
            line.extend(answer.answer.iter().chain(&answer.refutation).map(String::as_str));
        }
        let again =
            answer.is_some_and(|answer| matches!(answer.verdict, TryVerdict::Slow | TryVerdict::Wrong));
        let mut session = self.found.game.resume(&self.found.problem.position).or_internal()?;
        let (task, winner) =
            (words::task(&self.found.problem, &*session, self.reader.lang), side_to_move(&*session));
        line.iter().try_for_each(|text| session.play(text)).or_bad_request()?;
        // The game may go on where the problem is solved.
        let solved = answer.is_some_and(|answer| answer.verdict == TryVerdict::Solved)
            || line.len() >= self.found.problem.quest.plies as usize;
        let open = !again && !solved && session.outcome().is_none() && side_to_move(&*session) == winner;
        let options =
            ViewOptions { lang: self.reader.lang, tall: self.query.tall, turned: false, moves: open };
        let view = PositionView::of(&*session, options);
        let words = answer.map_or("", |answer| answer.words.as_str());
        Ok(self.page(&ProblemPage { view, task, made, line, words, hint, solution, again, open }))
    }

    fn page(&self, page: &ProblemPage) -> Markup {
        let ProblemRequest { found, reader, .. } = self;
        let (entry, lang, base) = (found.entry, reader.lang, self.base());
        let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
        let name = entry.name.get(lang);
        let title = match self.day {
            Some(date) => format!("{} – {}", say("Problème du jour", "Problem of the day"), date.words(lang)),
            None => format!("{name} – {} {}", say("problème", "problem"), found.number),
        };
        let spec = found.game.spec().to_string();
        let variant = table_words::variant(entry, found.game.spec(), lang);
        let at = |moves: &[&str], more: &str| format!("{base}?{}{more}", moves_query(moves));
        let step = (self.query.hint + 1).min(hint::LAST);
        // If the try was accepted, all moves on the board are accepted.
        let standing = if page.again { &page.made } else { &page.line };
        let main = html! {
            div.table.problem data-address=(found.address()) data-key={ (entry.id) "/" (found.number) } data-spec=(spec)
                data-start=(found.problem.position) data-moves=(standing.join(" ")) {
                div.board { (PreEscaped(&page.view.svg)) }
                aside.side {
                    section.panel.who {
                        p.crumb {
                            @if let Some(date) = self.day { (say("Problème du jour", "Problem of the day")) ", " (date.words(lang)) }
                            @else { a href={ "/problems/" (entry.id) } { (name) } }
                        }
                        h1 {
                            @if self.day.is_some() { (name) } @else { (say("Problème", "Problem")) " " (found.number) }
                            " " (words::grade(found.problem.grade, lang))
                        }
                        p.task { (page.task) }
                        p.note { @if !variant.is_empty() { span.variant { (variant) } " · " } (words::claim(found.claim, lang)) }
                        p.note.kept hidden {}
                        p.state role="status" { (page.words) }
                        p.hint role="status" { @if let Some(hint) = &page.hint { (hint.words) } }
                        p.notice role="alert" {}
                        div.captions { @for caption in &page.view.captions { p { (caption) } } }
                    }
                    div.words.actions role="group" aria-label=(say("Autres coups", "Other moves")) {}
                    (form(&page.view.legal, standing, page.open, &base, reader))
                    div.actions.commands {
                        a.button.main.onward href=(self.onward()) hidden { (say("Problème suivant", "Next problem")) }
                        a.button.again href=(at(&page.made, "")) hidden[!page.again] { (say("Réessayer", "Try again")) }
                        a.button.hinting href=(at(standing, &format!("&hint={step}"))) hidden[!page.open] { (say("Indice", "Hint")) }
                        @if self.query.solution { a.button.solution href=(base) { (say("Cacher la solution", "Hide the solution")) } }
                        @else { a.button.solution href=(at(&[], "&solution=true")) { (say("Solution", "Solution")) } }
                        a.button.restart href=(base) { (say("Recommencer", "Start over")) }
                    }
                    (moves(page.solution, &base, reader))
                    (self.links(&spec))
                }
            }
            (layout::script("problems.js"))
        };
        layout::page(reader, &title, "play", main)
    }

    /// Returns the address of the problem that is this many places further on; the first follows the last.
    fn beside(&self, places: usize) -> String {
        format!("/problems/{}/{}", self.found.entry.id, (self.found.number - 1 + places) % self.last + 1)
    }

    /// Returns the address to go on to once the problem is solved.
    fn onward(&self) -> String {
        if self.day.is_some() { "/problems/random".to_string() } else { self.beside(1) }
    }

    /// Draws the links to the neighbours: the day before and after, or the game's problems.
    fn walk(&self) -> Markup {
        let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(self.reader.lang);
        html! {
            div.walk {
                @if let Some(date) = self.day {
                    a.previous href=(day::address(date.after(-1))) { (say("La veille", "The day before")) }
                    @if date < day::last() { a.next href=(day::address(date.after(1))) { (say("Le lendemain", "The day after")) } }
                } @else {
                    a.previous href=(self.beside(self.last - 1)) { (say("Précédent", "Previous")) }
                    a.next href=(self.beside(1)) { (say("Suivant", "Next")) }
                }
            }
        }
    }

    /// Draws the links that lead on from here.
    fn links(&self, spec: &str) -> Markup {
        let NumberedProblem { entry, number, problem, .. } = &self.found;
        let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(self.reader.lang);
        let position = query(&[("game", spec), ("position", &problem.position)]);
        html! {
            nav.panel.ways aria-label=(say("Autres problèmes", "Other problems")) {
                (self.walk())
                @if self.day.is_some() {
                    a href={ "/problems/" (entry.id) } { (say("Tous les problèmes de ce jeu", "All problems of this game")) }
                }
                a href={ "/problems/" (entry.id) "/random?grade=" (problem.grade) "&not=" (number) } { (say("Un autre aussi difficile", "Another as hard")) }
                a href="/problems/random" { (say("Un problème au hasard", "A problem at random")) }
                a href={ "/print/problems/" (entry.id) ".pdf" } { (say("Cahier à imprimer", "Booklet to print")) }
                a href={ "/games/" (entry.id) } { (say("Règles du jeu", "Rules of the game")) }
                a href={ "/analysis?" (position) } { (say("Analyser", "Analyse")) }
                (list::streak(self.reader.lang))
            }
        }
    }
}

/// Draws the form that offers the legal moves in a list, for use without scripts or without a pointer.
fn form(legal: &[String], made: &[&str], open: bool, base: &str, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    html! {
        form.move action=(base) method="get" hidden[!open] {
            input type="hidden" name="moves" value=(made.join(" "));
            label { (say("Votre coup", "Your move")) " "
                select name="move" { @for text in legal { option value=(text) { (text) } } }
            }
            button { (say("Jouer", "Play")) }
        }
    }
}

/// Draws the moves of the solution, each a link to the position after it.
fn moves(line: &[String], base: &str, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    html! {
        section.panel.moves hidden[line.is_empty()] aria-label=(say("Solution", "Solution")) {
            h2 { (say("Solution", "Solution")) }
            ol {
                @for (place, text) in line.iter().enumerate() {
                    li { a href={ (base) "?solution=true&" (moves_query(&line[..=place])) } { (text) } }
                }
            }
        }
    }
}

/// Returns moves as a part of a query.
fn moves_query<T: AsRef<str>>(moves: &[T]) -> String {
    let texts: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
    query(&[("moves", &texts.join(" "))])
}
