//! The panel for setting up a position: its text and, with scripts, a palette that chooses what a click puts on the board.

use damier_core::{Lang, Stamp, Text};
use damier_scene::View;
use damier_scene::svg::{self, Paint, SvgOptions};
use damier_table::{AnyGame, Setup};
use maud::{Markup, PreEscaped, html};

/// The icon of the eraser, on a field of 24 by 24.
const ERASER: &str = "M5 5l14 14M19 5 5 19";

/// A seat that may be to move.
struct Turn {
    code: &'static str,
    name: &'static str,
    now: bool,
}

/// The stamps and seats that the panel offers for a game.
pub struct Palette {
    /// The pictures of the stamps, with their codes and names.
    stamps: Vec<(Stamp, String)>,
    /// The seats that may be to move; empty if the board determines whose turn it is.
    turns: Vec<Turn>,
}

impl Palette {
    /// Collects what can be put on the board of a game; `setup` says which seat is to move.
    pub fn of(game: &dyn AnyGame, setup: &dyn Setup, lang: Lang) -> Palette {
        let picture = |stamp: &Stamp| {
            let scene = setup.icon(stamp.code, &View::new(lang));
            (*stamp, svg::write(&scene, &SvgOptions::new(Paint::Page)))
        };
        let turns = setup.turns();
        let turn = |seat: damier_core::Seat| {
            let info = &game.seats()[seat.index()];
            Turn { code: info.code, name: info.name.get(lang), now: seat == setup.draft().seat }
        };
        Palette {
            stamps: setup.stamps().iter().map(picture).collect(),
            turns: if turns.len() > 1 { turns.into_iter().map(turn).collect() } else { Vec::new() },
        }
    }
}

/// Draws the panel for a game, given by its spec, and the text of the position that is shown.
pub fn panel(spec: &str, position: &str, palette: &Palette, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    html! {
        section.panel.setup data-tab=(say("Poser", "Set up")) {
            h2 { (say("Poser une position", "Set up a position")) }
            div.clicks hidden {
                fieldset.palette {
                    legend { (say("Un clic sur une case y met", "A click puts on a cell")) }
                    @for (place, (stamp, picture)) in palette.stamps.iter().enumerate() {
                        label {
                            input type="radio" name="stamp" value=(stamp.code) checked[place == 0];
                            span.sample aria-hidden="true" { (PreEscaped(picture)) }
                            span { (stamp.name.get(lang)) }
                        }
                    }
                    label {
                        input type="radio" name="stamp" value="";
                        span.sample aria-hidden="true" { svg viewBox="0 0 24 24" { path d=(ERASER) {} } }
                        span { (say("gomme", "eraser")) }
                    }
                }
                @if !palette.turns.is_empty() {
                    fieldset.turn {
                        legend { (say("Au tour de", "To move")) }
                        @for turn in &palette.turns {
                            label { input type="radio" name="turn" value=(turn.code) checked[turn.now]; span { (turn.name) } }
                        }
                    }
                }
                div.actions {
                    button.clear type="button" { (say("Vider le plateau", "Empty the board")) }
                    button.from-start type="button" { (say("Position de départ", "Starting position")) }
                }
                p.note { (say(
                    "Un second clic l'enlève ; une pièce se glisse d'une case à l'autre, ou hors du plateau pour l'ôter.",
                    "A second click takes it off; a piece is dragged from cell to cell, or off the board to remove it.",
                )) }
            }
            p.said role="status" {}
            form.position action="/analysis" method="get" {
                input type="hidden" name="game" value=(spec);
                p.actions { button.main { (say("Analyser cette position", "Analyse this position")) } }
                details {
                    summary { (say("En texte", "As text")) }
                    label for="text" { (say("Texte de la position", "Text of the position")) }
                    textarea id="text" name="position" rows="4" maxlength="20000" spellcheck="false" autocapitalize="none" { (position) }
                }
            }
        }
    }
}
