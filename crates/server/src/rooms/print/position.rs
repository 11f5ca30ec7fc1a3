//! A position on a sheet: what it is, whose turn it is, and where to find it.

use axum::extract::State;
use axum::response::Response;
use damier_core::{Fault, Lang, Text};
use damier_scene::View;
use damier_scene::pdf::{Block, Booklet, Figure};

use super::{document, fitted, foot, heading};
use crate::app::App;
use crate::rooms::share::qr;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::Query;
use crate::web::line_address::LineAddress;
use crate::web::reader::Reader;
use crate::web::site::Site;

/// Answers with the sheet.
pub async fn sheet(
    State(app): State<App>,
    reader: Reader,
    site: Site,
    Query(line): Query<LineAddress>,
) -> Result<Response, HttpError> {
    let draw = move |app: &App| {
        let (id, booklet) = make(app, &line, &site, reader.lang).or_bad_request()?;
        Ok(document(id, booklet.write().or_internal()?))
    };
    app.rules(draw).await
}

fn make(app: &App, line: &LineAddress, site: &Site, lang: Lang) -> Result<(&'static str, Booklet), Fault> {
    let opened = line.open(app)?;
    let session = &*opened.session;
    let entry = damier_games::entry(&session.spec().id)?;
    let view = View::new(lang);
    let address = site.link(&format!("/analysis?{}", opened.last_address()?.query()));
    let scene = fitted(session, &view, 0.85);
    let title = heading(entry, session.spec(), lang);
    let mut blocks = vec![Block::Title(title.clone())];
    blocks.extend(scene.captions.iter().cloned().map(Block::Text));
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
    let stamp = qr::scene(&address, &view).filter(|_| site.is_known());
    Ok((entry.id, Booklet { title, lang, blocks, stamp, footer: foot(&address, site) }))
}
