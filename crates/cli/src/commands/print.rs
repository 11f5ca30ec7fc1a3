//! `print`: sheets of paper as PDF.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use damier_core::{Fault, Rng};
use damier_paper::{Boards, Line, PaperError, Press};
use damier_table::{Record, Session, Spec};

use crate::args::{StartArgs, read};
use crate::failure::Failure;
use crate::output;
use crate::terminal::Screen;

/// What can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// The rules of a game.
    Fiche,
    /// The whole collection.
    Booklet,
    /// Empty boards.
    Boards,
    /// Problems and their solutions.
    Problems,
    /// A position.
    Position,
    /// A game that was played.
    Record,
}

impl Paper {
    /// Everything that can be printed, by its name.
    pub const ALL: [(&str, Paper); 6] = [
        ("fiche", Paper::Fiche),
        ("booklet", Paper::Booklet),
        ("boards", Paper::Boards),
        ("problems", Paper::Problems),
        ("position", Paper::Position),
        ("record", Paper::Record),
    ];

    fn name(self) -> &'static str {
        Paper::ALL.iter().find(|(_, paper)| *paper == self).map_or("", |(name, _)| name)
    }
}

/// The arguments of `print`.
#[derive(Args, Debug)]
pub struct PrintArgs {
    #[arg(value_name = "WHAT", value_parser = read::paper)]
    pub paper: Paper,
    pub game: Option<Spec>,
    #[command(flatten)]
    pub start: StartArgs,
    #[arg(long, value_name = "N", value_parser = read::per_page, allow_negative_numbers = true)]
    pub per_page: Option<usize>,
    #[arg(long)]
    pub no_coords: bool,
    #[arg(long, value_name = "1..5", value_parser = read::grade, allow_negative_numbers = true)]
    pub grade: Option<u32>,
    #[arg(id = "record", long = "file", value_name = "FILE", conflicts_with_all = ["game", "position", "moves"])]
    pub file: Option<PathBuf>,
    #[arg(long, value_name = "URL", value_parser = read::url)]
    pub url: Option<String>,
    #[arg(id = "sheet", long = "out", value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Prints a sheet, or several, into a file.
pub fn run(args: &PrintArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    args.check()?;
    let press = Press { lang: screen.lang, site: args.url.clone() };
    let (id, bytes) = args.print(&press).map_err(failure)?;
    let name = format!("{id}-{}-{}.pdf", args.paper.name(), screen.lang.code());
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(name));
    output::file(&path, &bytes, out)?;
    if args.out.is_none() {
        // Whoever named no file is told where the sheet is.
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

impl PrintArgs {
    /// Refuses what does not go with what is to be printed.
    fn check(&self) -> Result<(), Fault> {
        let line = [Paper::Position, Paper::Record];
        let (moves, position) = (self.start.moves.is_some(), self.start.position.is_some());
        let rules = [
            (self.per_page.is_some(), "--per-page", &[Paper::Boards][..]),
            (self.no_coords, "--no-coords", &[Paper::Boards]),
            (self.grade.is_some(), "--grade", &[Paper::Problems]),
            (self.file.is_some(), "--file", &[Paper::Record]),
            (moves, "--moves", &line),
            (position, "--position", &line),
        ];
        for (given, option, papers) in rules {
            if given && !papers.contains(&self.paper) {
                let with: Vec<&str> = papers.iter().map(|paper| paper.name()).collect();
                let with = with.join(", ");
                return Err(Fault::new(
                    format!("« {option} » ne va qu'avec {with}"),
                    format!("\"{option}\" goes with {with} only"),
                ));
            }
        }
        match (&self.game, self.paper) {
            (Some(game), Paper::Booklet) => Err(Fault::new(
                format!("« {game} » : le livret contient tous les jeux"),
                format!("\"{game}\": the booklet holds all games"),
            )),
            (None, Paper::Booklet) | (Some(_), _) => Ok(()),
            (None, Paper::Record) if self.file.is_some() => Ok(()),
            (None, paper) => Err(Fault::new(
                format!("il manque le jeu : damier print {} hex", paper.name()),
                format!("the game is missing: damier print {} hex", paper.name()),
            )),
        }
    }

    /// Makes the document; also returns what it is of.
    fn print(&self, press: &Press) -> Result<(String, Vec<u8>), PaperError> {
        let Some(spec) = &self.game else {
            return match &self.file {
                Some(file) => record(press, file),
                None => Ok(("damier".to_string(), press.booklet()?)),
            };
        };
        let entry = damier_games::entry(&spec.id)?;
        // A wrong variant is told, even where it would change nothing.
        let game = entry.open(spec)?;
        let bytes = match self.paper {
            Paper::Fiche => press.leaflet(entry)?,
            Paper::Booklet => press.booklet()?,
            Paper::Boards => {
                let boards = Boards { count: self.per_page.unwrap_or(1), coords: !self.no_coords };
                press.boards(entry, &*game, boards)?
            }
            Paper::Problems => press.problems(entry, self.grade.map(|grade| grade as u8))?,
            Paper::Position | Paper::Record => {
                let session = self.start.resume(&*game)?;
                let (record, path) = (session.record(), path(&*session));
                let line = Line { game: &*game, session, path };
                if self.paper == Paper::Position {
                    press.position(&line)?
                } else {
                    press.record(line, &record)?
                }
            }
        };
        Ok((entry.id.to_string(), bytes))
    }
}

/// Where the site shows a line of play.
fn path(session: &dyn Session) -> Option<String> {
    let fields = [
        ("game", session.spec().to_string()),
        ("position", session.start()),
        ("moves", session.moves().join(" ")),
    ];
    let text = fields.map(|(key, value)| format!("{key}={}", escape(&value))).join("&");
    Some(format!("/analysis?{text}"))
}

/// Writes a value of a query: what is no plain character as its bytes, blanks as `+`.
fn escape(value: &str) -> String {
    let mut text = String::new();
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'*' | b'/' | b':' | b',' => {
                text.push(byte.into());
            }
            b' ' => text.push('+'),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

/// Prints the game of a file.
fn record(press: &Press, file: &Path) -> Result<(String, Vec<u8>), PaperError> {
    let text = content(file)?;
    let read =
        if text.trim_start().starts_with('{') { Record::from_json(&text) } else { Record::from_text(&text) };
    let shown = file.display().to_string();
    let within = |fault: Fault| fault.within(&shown, &shown);
    let mut record = read.map_err(within)?;
    let entry = damier_games::entry(&record.game).map_err(within)?;
    let game = entry.variant(&record.variant).map_err(within)?;
    if record.start.is_empty() {
        record.start = game.open(&mut Rng::new(0)).start();
    }
    let session = record.replay(&*game).map_err(within)?;
    let path = path(&*session);
    let line = Line { game: &*game, session, path };
    Ok((entry.id.to_string(), press.record(line, &record)?))
}

/// Reads a file; `-` is standard input.
fn content(file: &Path) -> Result<String, Fault> {
    let mut text = String::new();
    let read = if file == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    read.map_err(|error| {
        let file = file.display();
        Fault::new(
            format!("« {file} » ne peut pas être lu : {error}"),
            format!("\"{file}\" cannot be read: {error}"),
        )
    })
}

fn failure(error: PaperError) -> Failure {
    match error {
        PaperError::Input(fault) => Failure::Input(fault),
        PaperError::Pdf(error) => {
            let fault = Fault::new(format!("pas de feuille : {error}"), format!("no sheet: {error}"));
            Failure::caused(fault, error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_escaped() {
        assert_eq!(escape("hex:swap,size=5 a&b+"), "hex:swap,size%3D5+a%26b%2B");
    }
}
