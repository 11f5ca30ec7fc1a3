//! Sheets about a line of play: its last position, or all its moves with a few diagrams.

use damier_core::{Fault, Lang, Rng};
use damier_export::pdf::{Block, Booklet, Figure};
use damier_scene::View;
use damier_table::{AnyGame, Record, Session, words};

use crate::{PaperError, Press, best_fit, qr};

/// The largest number of diagrams on a record.
const DIAGRAMS: usize = 6;

/// A line of play.
pub struct Line<'a> {
    /// Its game.
    pub game: &'a dyn AnyGame,
    /// Its last position.
    pub session: Box<dyn Session>,
    /// Where one finds it on the site; the sheet has no code without.
    pub path: Option<String>,
}

/// What a sheet about a line of play is made of.
struct Sheet {
    title: String,
    blocks: Vec<Block>,
}

impl Press {
    /// Prints the last position of a line: the diagram, whose turn it is, the text, and the address.
    ///
    /// # Errors
    /// If the sheet cannot be put together.
    pub fn position(&self, line: &Line) -> Result<Vec<u8>, PaperError> {
        let session = &*line.session;
        let entry = damier_games::entry(&session.spec().id)?;
        let scene = best_fit(session, &View::new(self.lang), 0.85);
        let mut blocks: Vec<Block> = scene.captions.iter().cloned().map(Block::Text).collect();
        if let (count, Some(text)) = (session.moves().len(), session.moves().last()) {
            let moves = words::moves(count as u32, self.lang);
            blocks.push(Block::Text(match self.lang {
                Lang::Fr => format!("Après {moves}, le dernier : {text}."),
                Lang::En => format!("After {moves}, the last: {text}."),
            }));
        }
        let under = format!("{} {}", self.say("Position :", "Position:"), session.position());
        let figures = vec![Figure { scene, above: String::new(), under }];
        blocks.push(Block::Figures { across: 1, down: 1, figures });
        let title = words::spec(entry, session.spec(), self.lang);
        self.sheet(Sheet { title, blocks }, line.path.as_deref())
    }

    /// Prints the record of a line: who played, how it ended, the moves in columns, and a few diagrams.
    ///
    /// # Errors
    /// If the sheet cannot be put together.
    pub fn record(&self, mut line: Line, record: &Record) -> Result<Vec<u8>, PaperError> {
        let sheet = self.lay_record(&mut line, record)?;
        self.sheet(sheet, line.path.as_deref())
    }

    fn lay_record(&self, line: &mut Line, record: &Record) -> Result<Sheet, Fault> {
        let colon = self.say(" :", ":");
        let view = View::new(self.lang);
        let session = &mut *line.session;
        let entry = damier_games::entry(&record.game)?;
        let title = words::spec(entry, session.spec(), self.lang);
        let mut blocks = Vec::new();
        // A line that nobody has played has no players.
        for (seat, name) in session.seats().iter().zip(&record.names) {
            blocks.push(Block::Text(format!("{}{colon} {}", seat.name.get(self.lang), self.player(name))));
        }
        blocks.extend(session.scene(&view).captions.into_iter().map(Block::Text));
        // The usual start is not mentioned.
        if record.start != line.game.open(&mut Rng::new(0)).start() {
            blocks.push(Block::Text(format!("{}{colon} {}", self.say("Départ", "Start"), record.start)));
        }
        blocks.push(Block::Heading(self.say("Coups", "Moves").to_string()));
        let numbered = |(text, number): (&String, usize)| (format!("{number}."), text.clone());
        blocks.push(Block::List(record.moves.iter().zip(1..).map(numbered).collect()));
        blocks.push(Block::Heading(self.say("Diagrammes", "Diagrams").to_string()));
        let mut figures = Vec::new();
        for ply in plies(record.moves.len()).into_iter().rev() {
            while session.moves().len() > ply && session.undo().is_some() {}
            let under = match session.moves().last() {
                Some(text) => format!("{ply}. {text}"),
                None => self.say("Départ", "Start").to_string(),
            };
            figures.push(Figure { scene: best_fit(session, &view, 1.0), above: String::new(), under });
        }
        figures.reverse();
        let across = figures.len().clamp(1, 3);
        blocks.push(Block::Figures { across, down: 2, figures });
        Ok(Sheet { title, blocks })
    }

    /// Returns the name of a player for the sheet. Whoever gave no name is a person all the same.
    fn player(&self, name: &str) -> String {
        match words::agent(name, self.lang) {
            Some(engine) => engine,
            None if name.is_empty() || name == "?" => self.say("une personne", "a person").to_string(),
            None => name.to_string(),
        }
    }

    /// Writes a sheet, with the code of its address.
    fn sheet(&self, sheet: Sheet, path: Option<&str>) -> Result<Vec<u8>, PaperError> {
        let Sheet { title, mut blocks } = sheet;
        let address = path.and_then(|path| self.address(path));
        blocks.insert(0, Block::Title(title.clone()));
        let stamp = address.as_deref().and_then(|address| qr::scene(address, self.lang));
        let footer = self.footer(&title, address.as_deref());
        Ok(Booklet { title, lang: self.lang, lying: false, blocks, stamp, footer }.write()?)
    }
}

/// Returns the plies after which a diagram is drawn: evenly spread, including the last one.
fn plies(moves: usize) -> Vec<usize> {
    let mut plies: Vec<usize> = (1..=DIAGRAMS).map(|part| (moves * part).div_ceil(DIAGRAMS)).collect();
    plies.dedup();
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_are_spread_and_end_with_the_last() {
        assert_eq!(plies(60), [10, 20, 30, 40, 50, 60]);
        assert_eq!(plies(7), [2, 3, 4, 5, 6, 7]);
        assert_eq!(plies(2), [1, 2]);
        assert_eq!(plies(0), [0]);
    }

    #[test]
    fn players_are_said_in_words() {
        let [fr, en] = Lang::ALL.map(|lang| Press { lang, site: None });
        assert_eq!(fr.player(""), "une personne");
        assert_eq!(en.player("?"), "a person");
        assert_eq!(en.player("Ida"), "Ida");
        assert_eq!(fr.player("level:3"), "ordinateur, niveau 3");
    }
}
