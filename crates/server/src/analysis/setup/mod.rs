//! A position set up by clicks, in whatever game. Positions are texts, and a click changes a letter of one; what else has to
//! change with it, whose turn it is or how many pieces are left, is found by trying until the game reads the text. Where it
//! reads none, the text is a draft: its letters are shown on the empty board, with what is wrong.

use axum::Json;
use axum::extract::State;
use damier_core::{Fault, Lang, Rng, Text};
use damier_scene::svg::{self, Options, Paint};
use damier_scene::{Anchor, Ink, Layer, Outline, Scene, Style, View};
use damier_table::{AnyGame, Session, Spec};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::asked::Query;
use crate::engines::Refusal;
use crate::error::Problem;
use crate::line;
use crate::reader::Reader;

mod grid;
mod tail;
#[cfg(test)]
mod tests;

use tail::{Tail, is_like};

/// So many plies of a random game show which letters there are.
const PLIES: usize = 40;

/// What is to be changed, and in which position.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// The game's spec.
    game: String,
    /// The text of a position, or a draft; the start by default.
    position: String,
    /// Whether the picture should be higher than wide.
    tall: bool,
    /// A cell that takes its next value.
    cell: String,
    /// Another cell: the two exchange what they hold.
    other: String,
    /// Instead of cells: `turn` or `clear`.
    what: String,
}

/// A position or a draft, drawn.
#[derive(Debug, Serialize)]
pub struct Drawn {
    /// Its text.
    position: String,
    /// The picture, its cells buttons.
    svg: String,
    /// Whose turn it is or how it ended; of a draft, what is wrong.
    state: String,
    /// Whether it is a position.
    whole: bool,
}

/// Changes a position, or none: then it is only drawn.
pub async fn setup(
    State(app): State<App>,
    reader: Reader,
    Query(asked): Query<Asked>,
) -> Result<Json<Drawn>, Problem> {
    let bad = |fault: Fault| Problem::bad(&reader, &fault);
    line::limit(asked.game.len() + asked.position.len(), 0).map_err(bad)?;
    let game = asked.game.parse::<Spec>().and_then(|spec| app.games.open(&spec)).map_err(bad)?;
    let (lang, tall) = (reader.lang, asked.tall);
    let work = move || {
        let found = Setup::new(&*game, &asked.position)?.change(&asked)?;
        Ok(draw(&*game, found, &View { tall, ..View::new(lang) }))
    };
    let done = app.hands.work(work).await.map_err(|refusal| match refusal {
        Refusal::Busy => Problem::busy(&reader),
        Refusal::Failed => Problem::ours(&reader, &"the set-up failed"),
    })?;
    done.map(Json).map_err(bad)
}

/// Draws what a text says.
fn draw(game: &dyn AnyGame, position: String, view: &View) -> Drawn {
    let write =
        |scene: &Scene| svg::write(scene, &Options { interactive: true, ..Options::new(Paint::Page) });
    match game.resume(&position) {
        Ok(session) => {
            let scene = session.scene(view);
            let state = scene.captions.first().cloned().unwrap_or_default();
            Drawn { svg: write(&scene), state, whole: true, position }
        }
        Err(fault) => {
            let board = position.split(' ').next().unwrap_or_default();
            let flat = game.open(&mut Rng::new(0)).scene(&View::new(view.lang));
            let mut scene = game.open(&mut Rng::new(0)).scene(&View { pieces: false, ..*view });
            // From here on there are pieces.
            scene.view.pieces = true;
            for (name, place) in grid::places(board, &flat.cells) {
                put(&mut scene, &name, &board[place..=place], view.lang);
            }
            Drawn { svg: write(&scene), state: fault.say(view.lang).to_string(), whole: false, position }
        }
    }
}

/// Puts a letter on a cell of a scene.
fn put(scene: &mut Scene, name: &str, letter: &str, lang: Lang) {
    let Some(cell) = scene.cells.iter_mut().find(|cell| cell.name == name) else { return };
    if letter == "." {
        cell.holds = Text::new("libre", "free").get(lang).to_string();
        return;
    }
    cell.holds = letter.to_string();
    let (at, radius) = (cell.centre, cell.radius * 0.9);
    let counter = Style::fill(Ink::Card).edged(Ink::Line, Scene::LINE);
    scene.add(Layer::Pieces, Outline::Circle(at, radius), counter);
    let words = Outline::Words { at, size: radius, anchor: Anchor::Middle, text: letter.to_string() };
    scene.add(Layer::Pieces, words, Style::fill(Ink::Text));
}

/// A position that is being set up, or a draft of one.
struct Setup<'a> {
    game: &'a dyn AnyGame,
    /// The position; of a draft, the start.
    session: Box<dyn Session>,
    /// The names of the cells.
    names: Vec<String>,
    /// The part of the text before the first blank.
    board: Vec<char>,
    tail: Tail,
    /// The letters of boards, the free cell's first.
    letters: Vec<char>,
    /// Where in the text each cell stands, by name; nothing where the text is no grid.
    places: Vec<(String, usize)>,
}

impl<'a> Setup<'a> {
    /// Reads a position or a draft.
    ///
    /// # Errors
    /// Says what is wrong with a text that is neither: a draft has as many cells as the board, row by row.
    fn new(game: &'a dyn AnyGame, text: &str) -> Result<Setup<'a>, Fault> {
        let start = || game.open(&mut Rng::new(0));
        let (session, fault) = match text.trim() {
            "" => (start(), None),
            text => game.resume(text).map_or_else(|fault| (start(), Some(fault)), |session| (session, None)),
        };
        let text = if fault.is_some() { text.trim().to_string() } else { session.position() };
        let (board, tail) = text.split_once(' ').unwrap_or((&text, ""));
        let seen = texts(game);
        let tails = || seen.iter().filter_map(|text| text.split_once(' ')).map(|(_, tail)| tail);
        let scene = session.scene(&View::new(Lang::En));
        let places = grid::places(board, &scene.cells);
        let fits = rows(board) == rows(&seen[0]) && is_like(tail, tails());
        if let Some(fault) = fault.filter(|_| places.is_empty() || !fits) {
            return Err(fault);
        }
        Ok(Setup {
            game,
            board: board.chars().collect(),
            tail: Tail::new(tail, tails()),
            letters: letters(seen.iter().map(String::as_str).chain([text.as_str()])),
            places,
            names: scene.cells.into_iter().map(|cell| cell.name).collect(),
            session,
        })
    }

    /// Returns the text after a change.
    fn change(&self, asked: &Asked) -> Result<String, Fault> {
        let Asked { cell, other, what, .. } = asked;
        for name in [cell, other] {
            if !name.is_empty() && !self.names.contains(name) {
                return Err(Fault::new(
                    format!("Il n'y a pas de case « {name} »."),
                    format!("There is no cell \"{name}\"."),
                ));
            }
        }
        match (what.as_str(), cell.as_str(), other.as_str()) {
            ("turn", ..) => self.turn(),
            ("clear", ..) => self.clear(),
            (_, "", _) => Ok(self.settle(&self.board, &[])),
            (_, cell, "") => self.next(cell),
            (_, cell, other) => self.rename(cell, other),
        }
    }

    /// Returns a board with what must stand after it, as the game writes it, or else with what stands there now. The cells
    /// are those that were changed.
    fn settle(&self, board: &[char], cells: &[&str]) -> String {
        let board: String = board.iter().collect();
        let read = |tail: String| self.game.resume(format!("{board} {tail}").trim_end()).ok();
        let found = self.tail.variants(cells).into_iter().find_map(read);
        found.map_or_else(
            || format!("{board} {}", self.tail).trim_end().to_string(),
            |session| session.position(),
        )
    }

    /// Gives a cell its next value.
    fn next(&self, cell: &str) -> Result<String, Fault> {
        let Some(&(_, place)) = self.places.iter().find(|(name, _)| name == cell) else {
            return self.session.toggled(cell).ok_or_else(|| {
                Fault::new(
                    format!("{cell} ne peut changer seule : cliquez la case avec laquelle l'échanger."),
                    format!("{cell} cannot change alone: click the cell to exchange it with."),
                )
            });
        };
        let now = self.letters.iter().position(|&letter| letter == self.board[place]).unwrap_or(0);
        let mut board = self.board.clone();
        board[place] = self.letters[(now + 1) % self.letters.len()];
        Ok(self.settle(&board, &[cell]))
    }

    /// Exchanges two cells in a text that names the cells of the pieces.
    fn rename(&self, cell: &str, other: &str) -> Result<String, Fault> {
        let text = self.session.position();
        let swap = |word: &str| match word {
            word if word == cell => other.to_string(),
            word if word == other => cell.to_string(),
            word => word.to_string(),
        };
        let words = |part: &str| part.split('.').map(swap).collect::<Vec<_>>().join(".");
        let changed = text.split(' ').map(words).collect::<Vec<_>>().join(" ");
        Ok(self.game.resume(&changed)?.position())
    }

    /// Lets another seat move.
    fn turn(&self) -> Result<String, Fault> {
        let board: String = self.board.iter().collect();
        let found = self.tail.turns().into_iter().find_map(|tail| {
            let session = self.game.resume(&format!("{board} {tail}")).ok()?;
            (session.to_move() != self.session.to_move()).then(|| session.position())
        });
        found.ok_or_else(|| {
            Fault::new(
                "Ici, c'est ce qui est posé qui dit à qui c'est de jouer.",
                "What is on the board says whose turn it is here.",
            )
        })
    }

    /// Takes everything off the board.
    fn clear(&self) -> Result<String, Fault> {
        if self.places.is_empty() {
            return Err(Fault::new(
                "Ce qui est sur le plateau y reste : changez-le case par case.",
                "What is on the board stays there: change it cell by cell.",
            ));
        }
        let mut board = self.board.clone();
        self.places.iter().for_each(|&(_, place)| board[place] = '.');
        Ok(self.settle(&board, &[]))
    }
}

/// Returns the lengths of the rows of a board's text.
fn rows(text: &str) -> Vec<usize> {
    let board = text.split(' ').next().unwrap_or_default();
    board.split('/').map(str::len).collect()
}

/// Returns the texts of the positions of a random game, its start first.
fn texts(game: &dyn AnyGame) -> Vec<String> {
    let mut rng = Rng::new(0);
    let mut session = game.open(&mut rng);
    let mut texts = vec![session.position()];
    for _ in 0..PLIES {
        let legal = session.legal();
        let drawn = rng.bits().checked_rem(legal.len() as u64).map(|drawn| &legal[drawn as usize]);
        if drawn.is_none_or(|text| session.play(text).is_err()) {
            break;
        }
        texts.push(session.position());
    }
    texts
}

/// Returns the letters of the boards of these texts: the dot first, capitals last, which are rare pieces.
fn letters<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<char> {
    let board = |text: &'a str| text.split(' ').next().unwrap_or_default();
    let mut letters: Vec<char> = texts.flat_map(|text| board(text).chars()).collect();
    letters.retain(|&letter| letter != '/');
    letters.sort_unstable();
    letters.dedup();
    letters.sort_by_key(|&letter| (letter != '.', letter.is_ascii_uppercase()));
    letters
}
