//! Sheets of empty boards, for playing with a pencil.

use damier_core::{Rng, Text};
use damier_export::pdf::{self, Block, Booklet, Figure};
use damier_scene::{Scene, View};
use damier_table::{AnyGame, Entry, words};

use crate::{PaperError, Press, both, scale};

/// The possible numbers of boards on a sheet.
pub const SHEETS: [usize; 4] = [1, 2, 4, 6];

/// How boards are arranged: columns, rows, and whether the sheet lies.
const ARRANGEMENTS: [(usize, usize, bool); 7] =
    [(1, 2, false), (2, 1, true), (2, 2, false), (2, 2, true), (2, 3, false), (3, 2, true), (1, 6, false)];

/// The space of an upright sheet that boards share, in millimetres.
const SPACE: (f64, f64) = (180.0, 240.0);

/// Which boards are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Boards {
    /// How many on a sheet: one of [`SHEETS`].
    pub count: usize,
    /// Whether they have coordinates.
    pub coords: bool,
}

impl Press {
    /// Prints a sheet of empty boards of a game, each as large as it can be.
    ///
    /// # Errors
    /// If the sheet cannot be put together.
    pub fn boards(&self, entry: &Entry, game: &dyn AnyGame, boards: Boards) -> Result<Vec<u8>, PaperError> {
        let lang = self.lang;
        let view = View { pieces: false, guides: true, coords: boards.coords, ..View::new(lang) };
        let session = game.open(&mut Rng::new(0));
        let title = words::spec(entry, game.spec(), lang);
        let line = self.pencil_line(game);
        let address = self.address(&format!("/games/{}", entry.id));
        let footer = self.footer(&title, address.as_deref());
        let scenes = both(&*session, &view);
        if boards.count <= 1 {
            let fit = |scene: &Scene| {
                scale(scene, SPACE.0, SPACE.1).max(scale(scene, SPACE.1 + 27.0, SPACE.0 - 27.0))
            };
            let [lying, upright] = scenes;
            let mut scene = if fit(&upright) > fit(&lying) { upright } else { lying };
            scene.title = title;
            scene.captions.push(line);
            return Ok(pdf::write(&[scene], &footer)?);
        }
        let mut best: Option<(f64, &Scene, usize, usize, bool)> = None;
        for (across, down, lying) in
            ARRANGEMENTS.into_iter().filter(|(across, down, _)| across * down == boards.count)
        {
            let (width, height) = if lying { (SPACE.1 + 27.0, SPACE.0 - 27.0) } else { SPACE };
            for scene in &scenes {
                let size = scale(scene, width / across as f64 - 8.0, height / down as f64 - 14.0);
                if best.as_ref().is_none_or(|(most, ..)| size > 1.02 * most) {
                    best = Some((size, scene, across, down, lying));
                }
            }
        }
        let [first, _] = &scenes;
        let (_, scene, across, down, lying) = best.unwrap_or((0.0, first, 1, boards.count, false));
        let figure = Figure { scene: scene.clone(), above: String::new(), under: line };
        let figures = Block::Figures { across, down, figures: vec![figure; boards.count] };
        let blocks = vec![Block::Title(title.clone()), figures];
        Ok(Booklet { title, lang, lying, blocks, stamp: None, footer }.write()?)
    }

    /// Returns the line on which names and date are to be written.
    fn pencil_line(&self, game: &dyn AnyGame) -> String {
        let date = Text::new("Date", "Date");
        let names = game.seats().iter().map(|seat| seat.name).chain([date]);
        let colon = self.say(" :", ":");
        names
            .map(|name| format!("{}{colon}\u{a0}....................", name.get(self.lang)))
            .collect::<Vec<_>>()
            .join(" ")
    }
}
