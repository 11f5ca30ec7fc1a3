//! The panel beside the board of a game in play. Pages contain all of it; after each action a script gets those parts of it
//! that may have changed, as HTML. What comes and goes has its place kept, so that nothing else moves.

use damier_core::{Lang, Text};
use damier_search::Value;
use damier_table::{Entry, Session, words};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use crate::play::moves::MoveList;
use crate::play::page::GameView;
use crate::play::stored::StoredGame;
use crate::play::view::{PositionView, ViewOptions};
use crate::play::{ending, help, invitation, offers, seats, series, talk};
use crate::web::reader::Reader;
use crate::web::site::Site;

/// The parts of the panel that change with the game. Each field is the HTML inside the element whose `data-part` is its
/// name.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Parts {
    /// The seats with their players, what lies by them, and clocks.
    pub seats: String,
    /// Whose turn it is, or how the game ended.
    pub status: String,
    /// What to do now.
    pub prompt: String,
    /// How the match stands, if the game belongs to one.
    pub series: String,
    /// More lines about the position.
    pub captions: String,
    /// The fewest moves of a solitaire.
    pub least: String,
    /// The legal moves, as suggestions for the text box.
    pub legal: String,
    /// The links that step through the moves.
    pub walk: String,
    /// The invitation, as long as a seat is free.
    pub invitation: String,
    /// What players offer each other.
    pub offers: String,
    /// What players have said to each other.
    pub talk: String,
    /// What can be done once the game is over: another one, the review.
    pub next: String,
    /// The buttons that take a move back or replay it.
    pub back: String,
    /// The buttons that end the game, until it is over.
    pub end: String,
}

impl Parts {
    /// Draws the parts of a game's panel. Links keep this part of the query.
    pub fn of(stored: &StoredGame, game: &GameView, reader: &Reader, site: &Site, kept: &str) -> Parts {
        let lang = reader.lang;
        Parts {
            seats: seats::draw(stored, game, lang).0,
            status: status(stored, game, lang).0,
            prompt: html! { (prompt(stored, game, lang)) }.0,
            series: series::standing(stored, lang).0,
            captions: html! { @for caption in game.view.captions_beside_trays() { p { (caption) } } }.0,
            least: html! { @if let Some(least) = least(&*stored.session) { (least_words(game.ply, least, lang)) } }.0,
            legal: html! { @for text in &game.view.legal { option value=(text) {} } }.0,
            walk: walk(game, lang, kept).0,
            invitation: invitation::draw(stored, reader, site).0,
            offers: offers::draw(stored, lang).0,
            talk: html! { @if talk::is_heard(stored) { (talk::messages(stored, lang)) } }.0,
            next: html! { @if game.ended { (ending::next(stored, lang)) } }.0,
            back: html! { @if !stored.own_seats().is_empty() { (back(stored, game, lang)) } }.0,
            end: html! { @if !game.ended && !game.waiting { (end(stored, lang)) } }.0,
        }
    }
}

/// Says whether things lie beside the board of a game, now or at its start.
pub fn has_trays(stored: &StoredGame) -> bool {
    let options = ViewOptions { lang: Lang::Fr, tall: false, turned: false, moves: false };
    let shown = |session: &dyn Session| !PositionView::of(session, options).trays.is_empty();
    shown(&*stored.session) || stored.game.resume(&stored.saved.game.start).is_ok_and(|start| shown(&*start))
}

/// What the panel beside a board is drawn from.
pub struct SidePanel<'a> {
    /// The game's row of the catalogue.
    pub entry: &'a Entry,
    /// The game as it is stored.
    pub stored: &'a StoredGame,
    /// The position that is shown.
    pub game: &'a GameView,
    /// The list of moves.
    pub list: &'a MoveList,
    /// Who reads.
    pub reader: &'a Reader,
    /// The address of this site for others.
    pub site: Site,
    /// Whether things lie beside the board at times.
    pub trays: bool,
    /// Whether the board is turned round.
    pub turned: bool,
}

impl SidePanel<'_> {
    fn say(&self, fr: &'static str, en: &'static str) -> &'static str {
        Text::new(fr, en).get(self.reader.lang)
    }

    /// Draws the whole panel. Links keep this part of the query.
    pub fn draw(&self, kept: &str) -> Markup {
        let SidePanel { entry, stored, game, reader, .. } = *self;
        let parts = Parts::of(stored, game, reader, &self.site, kept);
        let seats = stored.saved.game.seats.len();
        let variant = words::variant(entry, stored.game.spec(), reader.lang);
        html! {
            aside.side {
                section.who {
                    h1 { a href={ "/games/" (entry.id) } { (entry.name.get(reader.lang)) } @if !variant.is_empty() { " " span.variant { (variant) } } }
                    ul.seats.with-trays[self.trays] data-count=(seats) data-part="seats" { (PreEscaped(&parts.seats)) }
                }
                div.desk {
                    section.says {
                        div.now {
                            p.state role="status" data-part="status" { (PreEscaped(&parts.status)) }
                            p.prompt data-part="prompt" { (PreEscaped(&parts.prompt)) }
                        }
                        (help::lamp(stored, reader.lang))
                        @if stored.series.is_some() { div.series data-part="series" { (PreEscaped(&parts.series)) } }
                        div.captions data-part="captions" { (PreEscaped(&parts.captions)) }
                        @if seats == 1 { p.least data-part="least" { (PreEscaped(&parts.least)) } }
                        p.notice role="alert" {}
                    }
                    div.invitation data-part="invitation" { (PreEscaped(&parts.invitation)) }
                    div.hand {
                        div.words.actions aria-label=(self.say("Autres coups", "Other moves")) role="group" {}
                        (self.entry(&parts))
                    }
                    div.over {
                        div.offers role="status" data-part="offers" { (PreEscaped(&parts.offers)) }
                        div.actions.after data-part="next" { (PreEscaped(&parts.next)) }
                        (help::turning(&stored.saved.game.id, game.ended, reader.lang))
                    }
                }
                (self.moves(kept))
                (self.bar(&parts))
                (talk::drawer(stored, &parts.talk, reader.lang))
            }
        }
    }

    /// Draws what takes turns in one place: the form in which a move is typed, with the legal moves as suggestions; the progress
    /// of the computer; the pace of a game that is watched.
    fn entry(&self, parts: &Parts) -> Markup {
        let (id, game) = (&self.stored.saved.game.id, self.game);
        html! {
            div.entry {
                form.move action={ "/play/" (id) "/move" } method="post" hidden[!game.yours] {
                    input type="hidden" name="ply" value=(game.plies);
                    label { span { (self.say("Votre coup", "Your move")) } " "
                        input type="text" name="text" list="legal" maxlength="400" autocomplete="off" autocapitalize="none" spellcheck="false" required;
                    }
                    datalist id="legal" data-part="legal" { (PreEscaped(&parts.legal)) }
                    button { (self.say("Jouer", "Play")) }
                }
                @if self.stored.is_watched() { (self.pace()) }
                div.progress hidden {
                    p { progress aria-label=(self.say("Réflexion de l'ordinateur", "The computer's thinking")) {} " " span.count {} }
                    (button(id, "hurry", self.say("Qu'il joue", "Move now")))
                }
                @if game.engine {
                    form.engine action={ "/play/" (id) "/engine" } method="post" {
                        button { (self.say("L'ordinateur joue", "Let the computer move")) }
                    }
                }
            }
        }
    }

    /// Draws the buttons by which one watches at one's own pace, for scripts.
    fn pace(&self) -> Markup {
        let paces = [("slow", "Lent", "Slow"), ("normal", "Normal", "Normal"), ("fast", "Rapide", "Fast")];
        html! {
            div.pace role="group" aria-label=(self.say("Vitesse", "Speed")) hidden {
                button.pause type="button" aria-pressed="false" { (self.say("Pause", "Pause")) }
                @for (pace, fr, en) in paces { button type="button" data-pace=(pace) aria-pressed="false" { (self.say(fr, en)) } }
            }
        }
    }

    /// Draws the list of moves, each a link to the position after it. On a small screen it opens above the board.
    fn moves(&self, kept: &str) -> Markup {
        html! {
            nav.moves id="moves" popover="auto" aria-label=(self.say("Coups", "Moves")) {
                h2 { (self.say("Coups", "Moves")) }
                ol data-seats=(self.stored.saved.game.seats.len()) tabindex="0" aria-label=(self.say("Liste des coups", "List of moves")) {
                    (self.list.rows(self.game.ply, kept))
                }
            }
        }
    }

    /// Draws the actions other than moving: those at hand, and those that a small screen keeps in a drawer.
    fn bar(&self, parts: &Parts) -> Markup {
        let new = &self.stored.saved.game;
        let turned = if self.turned { "" } else { "?turned=true" };
        html! {
            div.bar {
                div.back data-part="back" { (PreEscaped(&parts.back)) }
                div.walk data-part="walk" { (PreEscaped(&parts.walk)) }
                button.opens type="button" popovertarget="moves" { (icon("M3 5h14M3 10h14M3 15h9")) span { (self.say("Coups", "Moves")) } }
                button.opens type="button" popovertarget="more" { (icon("M4 10h.1M10 10h.1M16 10h.1")) span { (self.say("Plus", "More")) } }
            }
            div.more id="more" popover="auto" {
                (help::buttons(self.entry, self.stored, self.reader.lang))
                div.actions {
                    a.button.turn-board href={ "/play/" (new.id) (turned) } aria-pressed=(self.turned) role="button" { (self.say("Tourner le plateau", "Turn the board")) }
                    button.zoom type="button" hidden aria-pressed="false" { (self.say("Agrandir", "Zoom")) }
                    button.sound type="button" hidden aria-pressed="false" { (self.say("Sons", "Sounds")) }
                    a.button.analyse href={ "/play/" (new.id) "/analysis" } { (self.say("Analyser", "Analyse")) }
                    a.button.share href={ "/play/" (new.id) "/share" } { (self.say("Partager", "Share")) }
                }
                @if talk::is_heard(self.stored) {
                    div.actions.talking { button.to-talk type="button" popovertarget="talk" { (self.say("Discussion", "Talk")) span.unread {} } }
                }
                div.ends data-part="end" { (PreEscaped(&parts.end)) }
            }
        }
    }
}

/// Says which position is shown, whose turn it is, and whether it is the reader's.
fn status(stored: &StoredGame, game: &GameView, lang: Lang) -> Markup {
    let state = &game.view.state;
    if game.ply < game.plies {
        return html! { (Text::new("Coup", "Move").get(lang)) " " (game.ply) " / " (game.plies) ". " (state) };
    }
    if let Some(ending) = &game.ending {
        return ending.line();
    }
    if game.waiting {
        let words = Text::new("On attend l'autre joueur", "Waiting for the other player");
        return html! { (words.get(lang)) };
    }
    // In a solitaire it is always the reader's turn, and who plays for all sees whose turn it is.
    if game.yours && stored.own_seats().len() < stored.saved.game.seats.len() {
        return html! { (state) " – " (Text::new("à vous", "your turn").get(lang)) };
    }
    html! { (state) }
}

/// Says what the reader is to do now: to move, to wait, or to come back from a former position.
fn prompt<'a>(stored: &StoredGame, game: &'a GameView, lang: Lang) -> &'a str {
    let say = |fr, en| Text::new(fr, en).get(lang);
    if game.ply < game.plies {
        say(
            "Un coup passé. La touche Fin ramène au jeu.",
            "A former position. The End key leads back to the game.",
        )
    } else if game.yours || game.ended || game.engine {
        &game.view.prompt
    } else if game.waiting {
        ""
    } else if stored.own_seats().is_empty() {
        say("Vous regardez cette partie.", "You are watching this game.")
    } else {
        say("L'autre joueur réfléchit.", "The other player is thinking.")
    }
}

/// Says that the computer is thinking, or how many requests are waiting for a thread.
pub fn thinking(game: &GameView, queue: usize, lang: Lang) -> String {
    let doing = match (lang, queue) {
        (Lang::Fr, 0) => "l'ordinateur réfléchit".to_string(),
        (Lang::En, 0) => "the computer is thinking".to_string(),
        (Lang::Fr, queue) => format!("en attente : {queue}"),
        (Lang::En, queue) => format!("waiting: {queue}"),
    };
    html! { (game.view.state) " – " (doing) }.0
}

/// Returns how many moves a solitaire takes at least, including those made; `None` if that is not known, or there are several
/// players.
fn least(session: &dyn Session) -> Option<u32> {
    if session.seats().len() > 1 {
        return None;
    }
    let made = session.moves().len() as u32;
    if session.outcome().is_some() {
        return Some(made);
    }
    match session.values()?.first()?.value {
        Value::Win(plies) => Some(made + plies),
        _ => None,
    }
}

fn least_words(made: usize, least: u32, lang: Lang) -> String {
    match (lang, made) {
        (Lang::Fr, ..=1) => format!("{made} coup joué ; au mieux {least}."),
        (Lang::Fr, _) => format!("{made} coups joués ; au mieux {least}."),
        (Lang::En, 1) => format!("{made} move made; at best {least}."),
        (Lang::En, _) => format!("{made} moves made; at best {least}."),
    }
}

/// Draws an icon from a path on a field of 20 by 20.
fn icon(path: &str) -> Markup {
    // What is no closed figure is drawn as lines.
    html! { svg.icon.line[!path.ends_with('z')] viewBox="0 0 20 20" aria-hidden="true" { path d=(path); } }
}

/// Draws the links that step through the moves.
fn walk(game: &GameView, lang: Lang, kept: &str) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let [back, next] = game.steps;
    let link = |class: &str, ply: usize, name: &str, path: &str| html! { a class=(class) href={ "?ply=" (ply) (kept) } aria-label=(name) { (icon(path)) } };
    html! {
        (link("to-start", 0, say("Début", "Start"), "M4 3v14M17 3 7 10l10 7z"))
        (link("to-back", back, say("Précédent", "Previous"), "M14 3 4 10l10 7z"))
        (link("to-next", next, say("Suivant", "Next"), "M6 3l10 7-10 7z"))
        (link("to-end", game.plies, say("Fin", "End"), "M16 3v14M3 3l10 7-10 7z"))
    }
}

/// Draws a button that sends an action.
fn button(id: &str, verb: &str, words: &str) -> Markup {
    html! { form action={ "/play/" (id) "/" (verb) } method="post" data-verb=(verb) { button { (words) } } }
}

/// Draws the buttons that take a move back, which is not allowed with a clock, and replay it. They keep their places.
fn back(stored: &StoredGame, game: &GameView, lang: Lang) -> Markup {
    let new = &stored.saved.game;
    let button = |verb: &str, words: &str, path: &str, may: bool| {
        html! { form action={ "/play/" (new.id) "/" (verb) } method="post" data-verb=(verb) {
            button disabled[!may] { (icon(path)) span { (words) } }
        } }
    };
    let (undo, redo) = (game.plies > 0 && !stored.is_settled(), !stored.saved.undone.is_empty());
    // Among people who sit apart one asks for it, and what is taken back is played anew.
    let apart = stored.others_play();
    let words =
        if apart { Text::new("Reprendre ?", "Take back?") } else { Text::new("Reprendre", "Take back") };
    html! {
        @if new.clock.is_none() {
            (button("undo", words.get(lang), "M8 4 3 8.5 8 13M3.5 8.5H12a4.5 4.5 0 0 1 0 9H9", undo && !(apart && game.ended)))
            @if !apart { (button("redo", Text::new("Refaire", "Redo").get(lang), "M12 4l5 4.5-5 4.5M16.5 8.5H8a4.5 4.5 0 0 0 0 9h3", redo)) }
        }
    }
}

/// Draws the buttons that end the game. Each asks first.
fn end(stored: &StoredGame, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let (id, several) = (&stored.saved.game.id, stored.saved.game.seats.len() > 1);
    let ask = |verb: &str, words: &str, question: &str| {
        html! {
            details.grave name="grave" data-asks=(verb) {
                summary { (words) }
                div.sure role="group" aria-label=(question) {
                    p { (question) }
                    (button(id, verb, say("Oui", "Yes")))
                    a.button.no href={ "/play/" (id) } { (say("Non", "No")) }
                }
            }
        }
    };
    html! {
        @if several && !stored.own_seats().is_empty() {
            @if stored.has_engine() || stored.others_play() {
                (ask("draw", say("Nulle…", "Draw…"), say("Proposer la partie nulle ?", "Offer a draw?")))
            } @else {
                (ask("draw", say("Nulle…", "Draw…"), say("Partie nulle, d'un commun accord ?", "Agree on a draw?")))
            }
            (ask("resign", say("Abandonner…", "Resign…"), say("Abandonner la partie ?", "Resign the game?")))
        }
    }
}
