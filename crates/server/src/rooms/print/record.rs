//! Record sheets: the moves in columns, the result, and a few diagrams.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use damier_core::{Fault, Lang, Rng, Text};
use damier_export::pdf::{Block, Figure};
use damier_scene::View;
use damier_table::{Record, words};

use super::{Sheet, best_fit, line_sheet};
use crate::app::App;
use crate::play::stored::StoredGame;
use crate::play::view::go_back;
use crate::rooms::share::record_of;
use crate::web::error::{HttpError, OrInternal};
use crate::web::extract::Query;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;
use crate::web::site::Site;

/// The largest number of diagrams on a sheet.
const DIAGRAMS: usize = 6;

/// Answers with the sheet of a line.
pub async fn of_line(
    State(app): State<App>,
    reader: Reader,
    site: Site,
    Query(line): Query<LineAddress>,
) -> Result<Response, HttpError> {
    let make = |open: OpenLine, site: &Site, lang| {
        let record = open.session.record();
        let address = site.link(&format!("/analysis?{}", open.address().query()));
        make(open, &record, address, lang)
    };
    line_sheet(&app, line, site, reader.lang, make).await
}

/// Answers with the sheet of a stored game.
pub async fn of_game(
    State(app): State<App>,
    stored: StoredGame,
    reader: Reader,
    site: Site,
) -> Result<Response, HttpError> {
    let draw = move |_: &App| {
        let record = record_of(&stored);
        let address = site.link(&format!("/play/{}", stored.saved.game.id));
        let open = OpenLine { game: stored.game, session: stored.session };
        make(open, &record, address, reader.lang).or_internal()?.answer(&site, reader.lang)
    };
    let mut answer = app.rules(draw).await?;
    // The game may go on, so the sheet must not be cached.
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(answer)
}

fn make(mut open: OpenLine, record: &Record, address: String, lang: Lang) -> Result<Sheet, Fault> {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let colon = say("\u{a0}:", ":");
    let view = View::new(lang);
    let entry = damier_games::entry(&record.game)?;
    let title = words::spec(entry, open.session.spec(), lang);
    let mut blocks = Vec::new();
    for (seat, name) in open.session.seats().iter().zip(&record.names) {
        blocks.push(Block::Text(format!("{}{colon} {}", seat.name.get(lang), player(name, lang))));
    }
    blocks.extend(open.session.scene(&view).captions.into_iter().map(Block::Text));
    // The usual start is not mentioned.
    if record.start != open.game.open(&mut Rng::new(0)).start() {
        blocks.push(Block::Text(format!("{}{colon} {}", say("Départ", "Start"), record.start)));
    }
    blocks.push(Block::Heading(say("Coups", "Moves").to_string()));
    let numbered = |(text, number): (&String, usize)| (format!("{number}."), text.clone());
    blocks.push(Block::List(record.moves.iter().zip(1..).map(numbered).collect()));
    blocks.push(Block::Heading(say("Diagrammes", "Diagrams").to_string()));
    let mut figures = Vec::new();
    for ply in plies(record.moves.len()).into_iter().rev() {
        go_back(&mut *open.session, ply);
        let under = match open.session.moves().last() {
            Some(text) => format!("{ply}. {text}"),
            None => say("Départ", "Start").to_string(),
        };
        figures.push(Figure { scene: best_fit(&*open.session, &view, 1.0), above: String::new(), under });
    }
    figures.reverse();
    blocks.push(Block::Figures { across: 3, down: 3, figures });
    Ok(Sheet { entry, title, blocks, address })
}

/// Returns the plies after which a diagram is drawn: evenly spread, including the last one.
fn plies(moves: usize) -> Vec<usize> {
    let mut plies: Vec<usize> = (1..=DIAGRAMS).map(|part| (moves * part).div_ceil(DIAGRAMS)).collect();
    plies.dedup();
    plies
}

/// Returns the name of a player for the sheet.
fn player(name: &str, lang: Lang) -> String {
    match words::agent(name, lang) {
        Some(engine) => engine,
        None if name.is_empty() => "?".to_string(),
        None => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::plies;

    #[test]
    fn diagrams_are_spread_and_end_with_the_last() {
        assert_eq!(plies(60), [10, 20, 30, 40, 50, 60]);
        assert_eq!(plies(7), [2, 3, 4, 5, 6, 7]);
        assert_eq!(plies(2), [1, 2]);
        assert_eq!(plies(0), [0]);
    }
}
