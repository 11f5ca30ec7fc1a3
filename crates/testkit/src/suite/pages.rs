//! The pages of a game.

use damier_core::{Fault, Lang, Rng};
use damier_scene::View;
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

/// How many random games are looked at of a variant, and every how many plies.
const GAMES: (u64, usize) = (3, 7);

/// Checks that who clicks where no move begins is told which rule forbids it, by a number that a rule of both pages has.
///
/// # Errors
/// Names a click that is answered without a rule, or with one that a page does not have.
pub fn a_click_that_begins_no_move_names_a_rule(game: &GameFolder) -> Result<(), String> {
    let pages = Lang::ALL.map(|lang| game.entry.pages.get(lang));
    let has = |page: &str, number: u8| page.lines().any(|line| line.starts_with(&format!("{number}. ")));
    for variant in std::iter::once("").chain(game.entry.samples.iter().copied()) {
        let any = game.entry.variant(variant).map_err(|fault| fault.to_string())?;
        for seed in 0..GAMES.0 {
            let mut rng = Rng::new(seed);
            let mut session = any.open(&mut rng);
            while session.outcome().is_none() && session.moves().len() < 120 {
                if session.moves().len() % GAMES.1 == 0 {
                    unanswered(&*session, &|number| pages.iter().all(|page| has(page, number)))
                        .map_or(Ok(()), |why| Err(format!("{variant} {}: {why}", session.position())))?;
                }
                let legal = session.legal();
                session
                    .play(&legal[rng.below(legal.len() as u32) as usize])
                    .map_err(|fault| fault.to_string())?;
            }
        }
    }
    Ok(())
}

/// Returns a click that begins no move and is answered without a rule that there is.
fn unanswered(session: &dyn Session, is_rule: &dyn Fn(u8) -> bool) -> Option<String> {
    let begins: Vec<Vec<String>> =
        session.legal().iter().map(|text| session.gesture(text).stages.swap_remove(0)).collect();
    let silent = |name: &str, pool: &str| !begins.iter().flatten().any(|pick| pick == name || pick == pool);
    let cells = session.scene(&View::new(Lang::En)).cells;
    cells.iter().filter(|cell| silent(&cell.name, &cell.pool)).find_map(|cell| {
        let fault = session.why_not(&[&cell.name]);
        (!fault.rule().is_some_and(is_rule)).then(|| format!("{}: {fault} ({:?})", cell.name, fault.rule()))
    })
}
