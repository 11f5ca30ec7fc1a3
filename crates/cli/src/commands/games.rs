//! `games`: the list of games, as a table, as JSON lines, or as one picture.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use damier_core::Fault;
use damier_scene::View;
use damier_table::Entry;
use serde::Serialize;

use crate::args::PaintArgs;
use crate::failure::Failure;
use crate::output;
use crate::picture::{Picture, sheet};
use crate::terminal::Screen;
use crate::terminal::styled::{Emphasis, StyledText};

/// The arguments of `games`.
#[derive(Args, Debug)]
pub struct GamesArgs {
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    pub json: bool,
    #[arg(long, value_name = "FILE", conflicts_with = "png")]
    pub svg: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    #[command(flatten)]
    pub paint: PaintArgs,
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    name: &'static str,
    about: &'static str,
    variants: Vec<&'static str>,
    params: Vec<&'static str>,
    seats: usize,
    solved: bool,
    pages: Vec<&'static str>,
}

impl Row {
    fn new(entry: &Entry, screen: &Screen) -> Result<Row, Fault> {
        let pages = damier_core::Lang::ALL.into_iter().filter(|&lang| !entry.pages.get(lang).is_empty());
        Ok(Row {
            id: entry.id,
            name: entry.name.get(screen.lang),
            about: entry.about.get(screen.lang),
            variants: entry.variants.iter().map(|variant| variant.name).collect(),
            params: entry.params.iter().map(|param| param.key).collect(),
            seats: entry.variant("")?.seats().len(),
            solved: entry.solved,
            pages: pages.map(damier_core::Lang::code).collect(),
        })
    }

    /// Returns the variants and the parameters, as one types them.
    fn choices(&self) -> String {
        let params = self.params.iter().map(|key| format!("{key}=…"));
        self.variants.iter().map(ToString::to_string).chain(params).collect::<Vec<_>>().join(", ")
    }
}

/// Lists the games.
pub fn run(args: &GamesArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let picture = Picture::of(&args.svg, &args.png, &None, &args.paint)?;
    if let Some(picture) = picture {
        let view = View { coords: false, ..View::new(screen.lang) };
        let mut tiles = Vec::new();
        for entry in damier_games::ALL {
            tiles.push((entry.name.get(screen.lang), entry.glance()?.scene(&view)));
        }
        let title = screen.say("La collection de Damier", "The collection of Damier");
        return picture.write(&sheet::sheet(&tiles, title, &view), false, "Damier", out);
    }
    let rows =
        damier_games::ALL.iter().map(|entry| Row::new(entry, screen)).collect::<Result<Vec<_>, _>>()?;
    if args.json {
        return rows.iter().try_for_each(|row| output::json(out, row));
    }
    table(&rows, screen, out)
}

fn table(rows: &[Row], screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let heads = [screen.say("jeu", "game"), screen.say("nom", "name"), screen.say("joueurs", "players")];
    let width =
        |head: &str, cells: &mut dyn Iterator<Item = usize>| cells.fold(head.chars().count(), usize::max);
    let id = width(heads[0], &mut rows.iter().map(|row| row.id.len()));
    let name = width(heads[1], &mut rows.iter().map(|row| row.name.chars().count()));
    let seats = heads[2].chars().count();
    let left = id + name + seats + 6;
    let head = format!("{:<id$}  {:<name$}  {}", heads[0], heads[1], heads[2]);
    writeln!(out, "{}", screen.bold(&head))?;
    for row in rows {
        let Row { id: word, name: full, seats: count, .. } = row;
        let solved = if row.solved { screen.say(" Résolu.", " Solved.") } else { "" };
        let mut about = StyledText::new(&format!("{}{solved}", row.about), Emphasis::Plain);
        about.typeset(screen.lang);
        let choices = StyledText::new(&row.choices(), Emphasis::Faint);
        let cells = [about, choices].into_iter().flat_map(|text| text.wrap(screen.width - left));
        write!(out, "{word:<id$}  {full:<name$}  {count:>seats$}  ")?;
        for (place, cell) in cells.enumerate() {
            let indent = if place == 0 { 0 } else { left };
            writeln!(out, "{:indent$}{}", "", cell.write(screen.colour))?;
        }
    }
    Ok(())
}
