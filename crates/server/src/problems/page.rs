//! The page of a problem, and what its script asks. The address holds all: the moves made, a try, how much was hinted at.

use axum::Json;
use axum::extract::State;
use damier_core::{Fault, Text};
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use super::hint::{self, Hint};
use super::judge::{Attempt, Judged, Verdict, mover};
use super::{Found, Set, list, words};
use crate::app::App;
use crate::asked::{Path, Query};
use crate::engines::Refusal;
use crate::error::Problem as Trouble;
use crate::layout;
use crate::reader::Reader;
use crate::shown::{Look, Shown, shown};

/// More characters of moves than this are refused.
const LONGEST: usize = 2_000;

/// Where the reader is in a problem.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    /// The moves made so far, those of both sides, parted by blanks. Of a script's try, the try last.
    #[serde(default)]
    moves: String,
    /// A try, as the form without scripts sends it.
    #[serde(default, rename = "move")]
    text: String,
    /// The step of a hint.
    #[serde(default, alias = "step")]
    hint: u8,
    /// Whether the solution is to be shown.
    #[serde(default)]
    solution: bool,
    /// Whether the picture should be higher than wide.
    #[serde(default)]
    tall: bool,
}

impl Asked {
    fn moves(&self) -> Vec<&str> {
        self.moves.split_ascii_whitespace().collect()
    }
}

/// A problem's room: what was asked for, found, and who asks.
struct Desk {
    app: App,
    reader: Reader,
    found: Found,
    last: usize,
    asked: Asked,
}

impl Desk {
    fn find((id, number): (String, String), app: App, asked: Asked, reader: Reader) -> Result<Desk, Trouble> {
        if asked.moves.len() + asked.text.len() > LONGEST {
            let fault = Fault::new(
                format!("Trop long : {LONGEST} caractères au plus."),
                format!("Too long: at most {LONGEST} characters."),
            );
            return Err(Trouble::bad(&reader, &fault));
        }
        let found = Set::of(&app, &id).and_then(|set| Ok((set.find(&app, &number)?, set.problems.len())));
        let (found, last) = found.map_err(|fault| Trouble::nowhere(&reader, &fault))?;
        Ok(Desk { app, reader, found, last, asked })
    }

    /// Lets the prover or the engine work at the problem, with some moves made.
    async fn work<T: Send + 'static>(
        &self,
        moves: &[&str],
        work: impl FnOnce(Attempt) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Trouble> {
        let found = self.found.clone();
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let all = move || {
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            work(found.attempt(&moves)?)
        };
        let done = self.app.engines.work(all).await.map_err(|refusal| match refusal {
            Refusal::Busy => Trouble::busy(&self.reader),
            Refusal::Failed => Trouble::ours(&self.reader, &"the judge failed"),
        })?;
        done.map_err(|fault| Trouble::bad(&self.reader, &fault))
    }

    async fn judge(&self, moves: &[&str], text: &str) -> Result<Answer, Trouble> {
        let text = text.to_string();
        let judged = self.work(moves, move |attempt| attempt.judge(&text)).await?;
        let claim = moves.is_empty().then_some(self.found.claim);
        let words = words::judged(&judged, claim, self.defender()?, self.reader.lang);
        let Judged { verdict, answer, refutation, .. } = judged;
        Ok(Answer { verdict, answer, refutation, words })
    }

    async fn hint(&self) -> Result<Hint, Trouble> {
        let (step, lang) = (self.asked.hint, self.reader.lang);
        let work = move |attempt: Attempt| match attempt.line().first() {
            Some(best) => hint::hint(&*attempt.session, best, step, lang),
            None => Err(Fault::new("Il n'y a pas d'indice ici.", "There is no hint here.")),
        };
        self.work(&self.asked.moves(), work).await
    }

    /// Returns the whole line of the solution.
    async fn solution(&self) -> Result<Vec<String>, Trouble> {
        self.work(&[], |attempt| Ok(attempt.line())).await
    }

    /// Returns the name of the side that is not to win.
    fn defender(&self) -> Result<Text, Trouble> {
        let session = self.found.game.resume(&self.found.problem.position);
        let session = session.map_err(|fault| Trouble::ours(&self.reader, &fault))?;
        let winner = mover(&*session);
        let other = session.seats().iter().find(|seat| seat.side != winner);
        Ok(other.map_or(Text::new("L'adversaire", "The opponent"), |seat| seat.name))
    }
}

/// How a try was judged, in words too.
#[derive(Debug, Serialize)]
pub struct Answer {
    verdict: Verdict,
    answer: Option<String>,
    refutation: Vec<String>,
    words: String,
}

/// Judges the last of the moves.
pub async fn attempt(
    Path(path): Path<(String, String)>,
    State(app): State<App>,
    Query(asked): Query<Asked>,
    reader: Reader,
) -> Result<Json<Answer>, Trouble> {
    let desk = Desk::find(path, app, asked, reader)?;
    let moves = desk.asked.moves();
    let Some((text, made)) = moves.split_last() else {
        let fault = Fault::new("Il manque un coup.", "A move is missing.");
        return Err(Trouble::bad(&desk.reader, &fault));
    };
    Ok(Json(desk.judge(made, text).await?))
}

/// Hints at the next move.
pub async fn hint(
    Path(path): Path<(String, String)>,
    State(app): State<App>,
    Query(asked): Query<Asked>,
    reader: Reader,
) -> Result<Json<Hint>, Trouble> {
    Ok(Json(Desk::find(path, app, asked, reader)?.hint().await?))
}

/// The whole solution.
#[derive(Debug, Serialize)]
pub struct Solution {
    line: Vec<String>,
}

/// Tells the whole solution.
pub async fn solution(
    Path(path): Path<(String, String)>,
    State(app): State<App>,
    Query(asked): Query<Asked>,
    reader: Reader,
) -> Result<Json<Solution>, Trouble> {
    let line = Desk::find(path, app, asked, reader)?.solution().await?;
    Ok(Json(Solution { line }))
}

/// Shows a problem.
pub async fn page(
    Path(path): Path<(String, String)>,
    State(app): State<App>,
    Query(asked): Query<Asked>,
    reader: Reader,
) -> Result<Markup, Trouble> {
    let desk = Desk::find(path, app, asked, reader)?;
    let made = desk.asked.moves();
    let tried = desk.asked.text.trim();
    let answer = if tried.is_empty() { None } else { Some(desk.judge(&made, tried).await?) };
    let hint = if desk.asked.hint > 0 { Some(desk.hint().await?) } else { None };
    let solution = if desk.asked.solution { desk.solution().await? } else { Vec::new() };
    // What is on the board: the try too, and what came of it.
    let mut line: Vec<&str> = made.clone();
    if let Some(answer) = &answer {
        line.push(tried);
        line.extend(answer.answer.iter().chain(&answer.refutation).map(String::as_str));
    }
    let again =
        answer.as_ref().is_some_and(|answer| matches!(answer.verdict, Verdict::Slow | Verdict::Wrong));
    let bad = |fault| Trouble::bad(&desk.reader, &fault);
    let mut session = desk.found.game.resume(&desk.found.problem.position).map_err(bad)?;
    let (task, winner) = (words::task(&desk.found.problem, &*session, desk.reader.lang), mover(&*session));
    line.iter().try_for_each(|text| session.play(text)).map_err(bad)?;
    let open = !again && session.outcome().is_none() && mover(&*session) == winner;
    let look = Look { lang: desk.reader.lang, tall: desk.asked.tall, moves: open };
    let words = answer.as_ref().map_or("", |answer| answer.words.as_str());
    let shown = shown(&*session, look);
    Ok(desk.page(&View { shown, task, made, line, words, hint, solution, again, open }))
}

/// What the page shows.
struct View<'a> {
    shown: Shown,
    task: String,
    /// The moves that stand.
    made: Vec<&'a str>,
    /// The moves on the board.
    line: Vec<&'a str>,
    /// How the try was judged.
    words: &'a str,
    hint: Option<Hint>,
    solution: Vec<String>,
    /// Whether the last try is to be taken back.
    again: bool,
    /// Whether the reader may move.
    open: bool,
}

impl Desk {
    fn page(&self, view: &View) -> Markup {
        let Desk { found, reader, .. } = self;
        let (entry, lang, base) = (found.entry, reader.lang, found.address());
        let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
        let name = entry.name.get(lang);
        let title = format!("{name} – {} {}", say("problème", "problem"), found.number);
        let spec = found.game.spec().to_string();
        let variant = &found.problem.variant;
        let at = |moves: &[&str], more: &str| format!("{base}?{}{more}", query(moves));
        let step = (self.asked.hint + 1).min(hint::LAST);
        // After a try that stands, the moves on the board are those made.
        let standing = if view.again { &view.made } else { &view.line };
        let main = html! {
            div.table.problem data-address=(base) data-key={ (entry.id) "/" (found.number) } data-spec=(spec)
                data-start=(found.problem.position) data-moves=(standing.join(" ")) {
                div.board { (PreEscaped(&view.shown.svg)) }
                aside.side {
                    section.panel.who {
                        p.crumb { a href={ "/problems/" (entry.id) } { (name) } }
                        h1 { (say("Problème", "Problem")) " " (found.number) " " (words::grade(found.problem.grade, lang)) }
                        p.task { (view.task) }
                        p.note { @if !variant.is_empty() { span.variant { (variant) } " · " } (words::claim(found.claim, lang)) }
                        p.note.kept hidden {}
                        p.state role="status" { (view.words) }
                        p.hint role="status" { @if let Some(hint) = &view.hint { (hint.words) } }
                        p.notice role="alert" {}
                        div.captions { @for caption in &view.shown.captions { p { (caption) } } }
                    }
                    div.words.actions role="group" aria-label=(say("Autres coups", "Other moves")) {}
                    (form(&view.shown.legal, standing, view.open, &base, reader))
                    div.actions.deeds {
                        a.button.main.onward href=(self.beside(1)) hidden { (say("Problème suivant", "Next problem")) }
                        a.button.again href=(at(&view.made, "")) hidden[!view.again] { (say("Réessayer", "Try again")) }
                        a.button.hinting href=(at(standing, &format!("&hint={step}"))) hidden[!view.open] { (say("Indice", "Hint")) }
                        a.button.solution href=(at(&[], "&solution=true")) { (say("Solution", "Solution")) }
                        a.button.restart href=(base) { (say("Recommencer", "Start over")) }
                    }
                    (moves(&view.solution.iter().map(String::as_str).collect::<Vec<_>>(), &base, reader))
                    (self.ways(&spec))
                }
            }
            script src="/assets/problems.js" type="module" {}
        };
        layout::page(reader, &title, "play", main)
    }

    /// Returns the address of the problem so many places further on; after the last comes the first.
    fn beside(&self, places: usize) -> String {
        format!("/problems/{}/{}", self.found.entry.id, (self.found.number - 1 + places) % self.last + 1)
    }

    /// Where one goes from here.
    fn ways(&self, spec: &str) -> Markup {
        let Found { entry, number, problem, .. } = &self.found;
        let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(self.reader.lang);
        let position = serde_urlencoded::to_string([("game", spec), ("position", &problem.position)]);
        html! {
            nav.panel.ways aria-label=(say("Autres problèmes", "Other problems")) {
                div.walk {
                    a.previous href=(self.beside(self.last - 1)) { (say("Précédent", "Previous")) }
                    a.next href=(self.beside(1)) { (say("Suivant", "Next")) }
                }
                a href={ "/problems/" (entry.id) "/random?grade=" (problem.grade) "&not=" (number) } { (say("Un autre de ce degré", "Another of this grade")) }
                a href="/problems/random" { (say("Un problème au hasard", "A problem at random")) }
                a href={ "/print/problems/" (entry.id) ".pdf" } { (say("Cahier à imprimer", "Booklet to print")) }
                a href={ "/games/" (entry.id) } { (say("Règles du jeu", "Rules of the game")) }
                @if let Ok(position) = position { a href={ "/analysis?" (position) } { (say("Analyser", "Analyse")) } }
                (list::streak(self.reader.lang))
            }
        }
    }
}

/// Without scripts and without a pointer: the legal moves in a list.
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

/// The line of the solution: each move leads to the position after it.
fn moves(line: &[&str], base: &str, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    html! {
        section.panel.moves hidden[line.is_empty()] aria-label=(say("Solution", "Solution")) {
            h2 { (say("Solution", "Solution")) }
            ol {
                @for (place, text) in line.iter().enumerate() {
                    li { a href={ (base) "?solution=true&" (query(&line[..=place])) } { (text) } }
                }
            }
        }
    }
}

/// Writes moves as a part of a query.
fn query(moves: &[&str]) -> String {
    serde_urlencoded::to_string([("moves", moves.join(" "))]).unwrap_or_default()
}
