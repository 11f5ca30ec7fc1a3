//! The sheet of a position: the diagram, whose turn it is, and the address.

use axum::extract::State;
use axum::response::Response;
use damier_core::{Fault, Lang, Text};
use damier_export::pdf::{Block, Figure};
use damier_scene::View;
use damier_table::words;

use super::{Sheet, best_fit, line_sheet};
use crate::app::App;
use crate::web::error::HttpError;
use crate::web::extract::Query;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;
use crate::web::site::Site;

/// Answers with the sheet.
pub async fn sheet(
    State(app): State<App>,
    reader: Reader,
    site: Site,
    Query(line): Query<LineAddress>,
) -> Result<Response, HttpError> {
    line_sheet(&app, line, site, reader.lang, make).await
}

fn make(open: OpenLine, site: &Site, lang: Lang) -> Result<Sheet, Fault> {
    let session = &*open.session;
    let entry = damier_games::entry(&session.spec().id)?;
    let address = site.link(&format!("/analysis?{}", open.last_address()?.query()));
    let scene = best_fit(session, &View::new(lang), 0.85);
    let title = words::spec(entry, session.spec(), lang);
    let mut blocks: Vec<Block> = scene.captions.iter().cloned().map(Block::Text).collect();
    if let (count, Some(text)) = (session.moves().len(), session.moves().last()) {
        blocks.push(Block::Text(match lang {
            Lang::Fr => {
                format!("Après {count} {}, le dernier : {text}.", if count == 1 { "coup" } else { "coups" })
            }
            Lang::En => {
                format!("After {count} {}, the last: {text}.", if count == 1 { "move" } else { "moves" })
            }
        }));
    }
    let said = Text::new("Position\u{a0}:", "Position:").get(lang);
    let under = format!("{said} {}", session.position());
    blocks.push(Block::Figures {
        across: 1,
        down: 1,
        figures: vec![Figure { scene, above: String::new(), under }],
    });
    Ok(Sheet { entry, title, blocks, address })
}
