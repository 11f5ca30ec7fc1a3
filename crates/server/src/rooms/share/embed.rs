//! A small page with a board, to be framed by pages of other sites.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damier_core::Text;
use damier_scene::View;
use maud::{DOCTYPE, Markup, html};

use crate::app::App;
use crate::play::view::{drawing, go_back, named_scene};
use crate::web::assets;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::Query;
use crate::web::line_address::{LineAddress, OpenLine, PlyQuery};
use crate::web::reader::Reader;

/// Shows the board, with links that step through the moves.
pub async fn page(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<LineAddress>,
    Query(PlyQuery { ply }): Query<PlyQuery>,
) -> Result<Response, HttpError> {
    let page = app.rules(move |app| draw(&line, line.open(app).or_bad_request()?, ply, &reader)).await?;
    // This is the only page that other sites may frame.
    let policy = crate::POLICY.replace("frame-ancestors 'self'", "frame-ancestors *");
    Ok(([(header::CONTENT_SECURITY_POLICY, policy)], page).into_response())
}

fn draw(
    line: &LineAddress,
    mut open: OpenLine,
    ply: Option<usize>,
    reader: &Reader,
) -> Result<Markup, HttpError> {
    let entry = damier_games::entry(&open.session.spec().id).or_internal()?;
    let plies = open.session.moves().len();
    let ply = ply.unwrap_or(plies).min(plies);
    go_back(&mut *open.session, ply);
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let scene = named_scene(&*open.session, &View::new(lang));
    let theme = reader.theme.map_or_else(String::new, |theme| format!("&theme={theme}"));
    let query = line.query();
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
                link rel="stylesheet" href=(assets::address("style.css"));
            }
            body.embed {
                main {
                    h1 { (name) }
                    div.board { (drawing(&scene)) }
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
    Ok(page)
}
