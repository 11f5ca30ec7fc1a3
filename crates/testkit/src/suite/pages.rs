//! The pages of a game.

use damier_core::{Fault, Lang};
use damier_table::{Diagram, Part, Session, parts};

use super::{GameFolder, ensure};

/// The least bytes of a page: rules, notation and rulings do not fit in fewer.
const SHORTEST: usize = 1500;

fn file(lang: Lang) -> String {
    format!("README.{}.md", lang.code())
}

/// The diagrams of a page, and where they lead.
type Opened = Vec<(Diagram<'static>, Box<dyn Session>)>;

/// Opens the diagrams of the game's page in a language; they are of the game itself.
fn diagrams(game: &GameFolder, lang: Lang) -> Result<Opened, String> {
    let entry = game.entry;
    let open = |diagram: Diagram<'static>| {
        let session = diagram.session(|spec| match spec.id == entry.id {
            true => entry.open(spec),
            false => Err(Fault::new(format!("un diagramme de {spec}"), format!("a diagram of {spec}"))),
        })?;
        Ok((diagram, session))
    };
    let page = parts(entry.pages.get(lang)).and_then(|parts| {
        let diagrams = parts.into_iter().filter_map(|part| match part {
            Part::Diagram(diagram) => Some(diagram),
            Part::Prose(_) => None,
        });
        diagrams.map(open).collect()
    });
    page.map_err(|fault: Fault| format!("{}: {fault}", file(lang)))
}

/// Checks that both pages are there, long enough to be any, and show the same diagrams, two at least.
///
/// # Errors
/// Says what is missing.
pub fn both_pages_are_there_with_the_same_diagrams(game: &GameFolder) -> Result<(), String> {
    let mut shown = Vec::new();
    for lang in Lang::ALL {
        let (file, page) = (file(lang), game.entry.pages.get(lang));
        ensure(game.read(&file)? == page, || format!("the entry has another page than {file}"))?;
        ensure(page.starts_with("# "), || format!("{file} does not begin with its title"))?;
        ensure(page.len() > SHORTEST, || {
            format!("{file} has {} bytes, no more than {SHORTEST}", page.len())
        })?;
        let diagrams = diagrams(game, lang)?;
        shown.push(diagrams.iter().map(|(_, session)| session.position()).collect::<Vec<_>>());
    }
    ensure(shown[0] == shown[1], || "the two pages show other diagrams".to_string())?;
    ensure(shown[0].len() >= 2, || "fewer than two diagrams".to_string())
}

/// Checks that each page shows a whole game, from the start to its end: the web page lets the reader replay it.
///
/// # Errors
/// Names the page without one.
pub fn a_whole_game_is_shown(game: &GameFolder) -> Result<(), String> {
    for lang in Lang::ALL {
        let mut diagrams = diagrams(game, lang)?.into_iter();
        let whole =
            diagrams.any(|(diagram, session)| diagram.position.is_none() && session.outcome().is_some());
        ensure(whole, || format!("{} shows no whole game", file(lang)))?;
    }
    Ok(())
}
