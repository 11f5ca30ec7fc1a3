//! Record sheets: the moves in columns, the result, a few diagrams.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use damier_core::{Fault, Lang, Rng, Text};
use damier_scene::View;
use damier_scene::pdf::{Block, Booklet, Figure};
use damier_table::Record;

use super::{document, fitted, foot, heading};
use crate::app::App;
use crate::asked::{Path, Query};
use crate::engines::read_level;
use crate::error::Problem;
use crate::line::{Line, Opened};
use crate::live::Live;
use crate::reader::Reader;
use crate::share::address::{Site, line_query, whole};
use crate::share::{drawn, qr, record_of};

/// The most diagrams of a record.
const DIAGRAMS: usize = 6;

/// Answers with the sheet of a line.
pub async fn of_line(
    State(app): State<App>,
    reader: Reader,
    site: Site,
    Query(line): Query<Line>,
) -> Result<Response, Problem> {
    let bad = |fault: Fault| Problem::bad(&reader, &fault);
    let opened = line.open(&app).map_err(bad)?;
    let record = opened.session.record();
    let path = format!("/analysis?{}", line_query(&whole(&opened)));
    let (id, booklet) = make(opened, &record, &site.link(&path), &site, reader.lang).map_err(bad)?;
    Ok(document(id, drawn(&app, &reader, move || booklet.write()).await?))
}

/// Answers with the sheet of a stored game.
pub async fn of_game(
    Path(id): Path<String>,
    State(app): State<App>,
    reader: Reader,
    site: Site,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let live = Live::find(&app, &id, &reader, &headers).await?;
    let record = record_of(&live);
    let opened = Opened { game: live.game, session: live.session };
    let made = make(opened, &record, &site.link(&format!("/play/{id}")), &site, reader.lang);
    let (name, booklet) = made.map_err(|fault| Problem::ours(&reader, &fault))?;
    let mut answer = document(name, drawn(&app, &reader, move || booklet.write()).await?);
    // The game may go on.
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(answer)
}

fn make(
    mut opened: Opened,
    record: &Record,
    address: &str,
    site: &Site,
    lang: Lang,
) -> Result<(&'static str, Booklet), Fault> {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let colon = say("\u{a0}:", ":");
    let view = View::new(lang);
    let entry = damier_games::entry(&record.game)?;
    let title = heading(entry, opened.session.spec(), lang);
    let mut blocks = vec![Block::Title(title.clone())];
    for (seat, name) in opened.session.seats().iter().zip(&record.names) {
        blocks.push(Block::Text(format!("{}{colon} {}", seat.name.get(lang), player(name, lang))));
    }
    blocks.extend(opened.session.scene(&view).captions.into_iter().map(Block::Text));
    // The usual start goes without saying.
    if record.start != opened.game.open(&mut Rng::new(0)).start() {
        blocks.push(Block::Text(format!("{}{colon} {}", say("Départ", "Start"), record.start)));
    }
    blocks.push(Block::Heading(say("Coups", "Moves").to_string()));
    let numbered = |(text, number): (&String, usize)| (format!("{number}."), text.clone());
    blocks.push(Block::List(record.moves.iter().zip(1..).map(numbered).collect()));
    blocks.push(Block::Heading(say("Diagrammes", "Diagrams").to_string()));
    let mut figures = Vec::new();
    for ply in plies(record.moves.len()).into_iter().rev() {
        while opened.session.moves().len() > ply {
            opened.session.undo();
        }
        let under = match opened.session.moves().last() {
            Some(text) => format!("{ply}. {text}"),
            None => say("Départ", "Start").to_string(),
        };
        figures.push(Figure { scene: fitted(&*opened.session, &view, 1.0), above: String::new(), under });
    }
    figures.reverse();
    blocks.push(Block::Figures { across: 3, down: 3, figures });
    let stamp = qr::scene(address, &view).filter(|_| site.is_known());
    Ok((entry.id, Booklet { title, lang, blocks, stamp, footer: foot(address, site) }))
}

/// Returns the plies after which a diagram is drawn: evenly spread, the last one among them.
fn plies(moves: usize) -> Vec<usize> {
    let mut plies: Vec<usize> = (1..=DIAGRAMS).map(|part| (moves * part).div_ceil(DIAGRAMS)).collect();
    plies.dedup();
    plies
}

/// Returns what a player is called.
fn player(name: &str, lang: Lang) -> String {
    match read_level(name) {
        Ok(level) => format!("{} {level}", Text::new("ordinateur, niveau", "computer, level").get(lang)),
        Err(_) if name.is_empty() => "?".to_string(),
        Err(_) => name.to_string(),
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
