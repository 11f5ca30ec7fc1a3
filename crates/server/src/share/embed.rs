//! A bare page with a board, for a frame in somebody else's page.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damier_core::Text;
use damier_scene::View;
use damier_scene::svg::{self, Options, Paint};
use maud::{DOCTYPE, PreEscaped, html};
use serde::Deserialize;

use super::address::line_query;
use crate::app::App;
use crate::asked::Query;
use crate::error::Problem;
use crate::line::Line;
use crate::reader::Reader;

/// Where in the line the reader looks.
#[derive(Debug, Deserialize)]
pub struct Look {
    /// After so many plies; the last by default.
    ply: Option<usize>,
}

/// Shows the board, with links that walk through the moves.
pub async fn page(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<Line>,
    Query(look): Query<Look>,
) -> Result<Response, Problem> {
    let mut opened = line.open(&app).map_err(|fault| Problem::bad(&reader, &fault))?;
    let entry =
        damier_games::entry(&opened.session.spec().id).map_err(|fault| Problem::ours(&reader, &fault))?;
    let plies = opened.session.moves().len();
    let ply = look.ply.unwrap_or(plies).min(plies);
    while opened.session.moves().len() > ply {
        opened.session.undo();
    }
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let scene = opened.session.scene(&View::new(lang));
    let theme = reader.theme.map_or_else(String::new, |theme| format!("&theme={theme}"));
    let query = line_query(&line);
    let to = |ply: usize| format!("/embed?{query}&lang={}{theme}&ply={ply}", lang.code());
    let step = |class: &str, name: &str, to_ply: Option<usize>, sign: &str| {
        html! {
            @match to_ply {
                Some(ply) => a class=(class) href=(to(ply)) aria-label=(name) { (sign) },
                None => span class=(class) aria-hidden="true" { (sign) },
            }
        }
    };
    let name = entry.name.get(lang);
    let page = html! {
        (DOCTYPE)
        html lang=(lang.code()) data-theme=[reader.theme] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { (name) " · Damier" }
                link rel="stylesheet" href="/assets/style.css";
            }
            body.embed {
                main {
                    h1 { (name) }
                    div.board { (PreEscaped(svg::write(&scene, &Options::new(Paint::Page)))) }
                    @if let Some(state) = scene.captions.first() { p.state { (state) } }
                    @if plies > 0 {
                        nav.walk aria-label=(say("Coups", "Moves")) {
                            (step("to-back", say("Précédent", "Previous"), ply.checked_sub(1), "◀"))
                            span { (ply) "/" (plies) }
                            (step("to-next", say("Suivant", "Next"), (ply < plies).then_some(ply + 1), "▶"))
                        }
                    }
                    p.open { a href={ "/analysis?" (query) } target="_blank" rel="noopener" { (say("Ouvrir dans Damier", "Open in Damier")) } }
                }
            }
        }
    };
    // The one page that others may frame.
    let policy = crate::POLICY.replace("frame-ancestors 'self'", "frame-ancestors *");
    Ok(([(header::CONTENT_SECURITY_POLICY, policy)], page).into_response())
}
