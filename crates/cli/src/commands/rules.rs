//! `rules`: a game's page as text.

use std::io::Write;

use clap::Args;
use damier_core::Fault;
use damier_scene::{View, terminal};
use damier_table::{Diagram, Entry, Part, Spec, parts};
use serde::Serialize;

use crate::failure::Failure;
use crate::output;
use crate::terminal::styled::{Emphasis, StyledText};
use crate::terminal::{Screen, markdown};

/// The arguments of `rules`.
#[derive(Args, Debug)]
pub struct RulesArgs {
    pub game: Spec,
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Page {
    id: &'static str,
    name: &'static str,
    lang: &'static str,
    /// Markdown.
    page: &'static str,
}

/// Writes the page of a game. Of a whole spec, only the game counts: a page speaks of all its variants.
pub fn run(args: &RulesArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = damier_games::entry(&args.game.id)?;
    // A wrong variant is told, even though its page would be the same.
    entry.open(&args.game)?;
    if args.json {
        let (name, page) = (entry.name.get(screen.lang), entry.pages.get(screen.lang));
        return output::json(out, &Page { id: entry.id, name, lang: screen.lang.code(), page });
    }
    // Pages keep to 80 columns even where there is more room.
    let screen = Screen { width: screen.width.min(80), ..*screen };
    out.write_all(page(entry, &screen).map_err(Failure::Work)?.as_bytes())?;
    Ok(())
}

/// Renders the page of a game: prose as text, diagrams as boards.
fn page(entry: &Entry, screen: &Screen) -> Result<String, Fault> {
    let mut text = String::new();
    for part in parts(entry.pages.get(screen.lang))? {
        match part {
            Part::Prose(prose) => text.push_str(&markdown::render(prose, screen)),
            Part::Diagram(diagram) => text.push_str(&board(&diagram, screen)?),
        }
    }
    // One line feed ends the page.
    text.truncate(text.trim_end().len());
    text.push('\n');
    Ok(text)
}

fn board(diagram: &Diagram, screen: &Screen) -> Result<String, Fault> {
    let session = diagram.session(damier_games::open)?;
    let scene = session.scene(&View::new(screen.lang));
    let mut text = String::new();
    for line in terminal::write(&scene, &screen.board()).lines() {
        text.push_str(format!("    {line}").trim_end());
        text.push('\n');
    }
    text.push('\n');
    if diagram.caption.is_empty() {
        return Ok(text);
    }
    let mut caption = StyledText::new(diagram.caption, Emphasis::Stressed);
    caption.typeset(screen.lang);
    for line in caption.wrap(screen.width - 4) {
        text.push_str(&format!("    {}\n", line.write(screen.colour)));
    }
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use damier_core::Lang;

    use super::*;

    #[test]
    fn every_page_can_be_read_in_a_terminal() {
        for entry in damier_games::ALL {
            for lang in Lang::ALL {
                let screen = Screen { lang, unicode: true, colour: false, width: 80 };
                let text = page(entry, &screen).unwrap_or_else(|fault| panic!("{}: {fault}", entry.id));
                let title = entry.pages.get(lang).lines().next().and_then(|line| line.strip_prefix("# "));
                let first = text.lines().next().map(damier_core::typography::plain);
                assert_eq!(first.as_deref(), title, "{} {}", entry.id, lang.code());
                let begins_badly =
                    |line: &&str| line.trim_start().starts_with([':', ';', '?', '!', '»', '×']);
                assert_eq!(text.lines().find(begins_badly), None, "{} {}", entry.id, lang.code());
                assert!(!text.contains("```"), "{} {}", entry.id, lang.code());
            }
        }
    }
}
