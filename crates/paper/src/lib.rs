//! What is printed of the collection: leaflets of rules, the booklet of them all, boards, problems, positions, records.
//!
//! All of it is A4, black on white, and made by a [`Press`]. Equal requests give equal bytes.
#![doc = ""]
#![doc = include_str!("../README.md")]

mod boards;
mod booklet;
mod leaflet;
mod page;
mod problems;
pub mod qr;
mod record;
mod sections;

use damier_core::{Fault, Lang};
use damier_export::pdf::PdfError;
use damier_scene::{Scene, View};
use damier_table::Session;
use thiserror::Error;

pub use boards::{Boards, SHEETS};
pub use problems::numbered;
pub use record::Line;

/// The longest address that is printed; nobody would type a longer one.
const LONGEST: usize = 120;

/// Why nothing was printed.
#[derive(Debug, Error)]
pub enum PaperError {
    /// What is to be printed is not there, or is wrong.
    #[error(transparent)]
    Input(#[from] Fault),
    /// It cannot be put on paper.
    #[error(transparent)]
    Pdf(#[from] PdfError),
}

/// Prints.
#[derive(Clone, Debug)]
pub struct Press {
    /// The language of all words.
    pub lang: Lang,
    /// The address where readers of the paper find the collection, such as `https://jeux.example`. Without one nothing leads
    /// there: no codes, no addresses.
    pub site: Option<String>,
}

impl Press {
    /// Returns the whole address of a path, if the collection can be found.
    fn address(&self, path: &str) -> Option<String> {
        self.site.as_ref().map(|site| format!("{}{path}", site.trim_end_matches('/')))
    }

    /// Returns what stands at the foot of a sheet about this address: the address, or that of the collection where it is too
    /// long to be typed. The code on the sheet leads to the address in any case.
    fn footer(&self, name: &str, address: Option<&str>) -> String {
        let shown = match address {
            Some(address) if address.len() <= LONGEST => Some(address.to_string()),
            _ => self.address("/"),
        };
        shown.map_or_else(|| format!("Damier · {name}"), |shown| format!("Damier · {name} · {shown}"))
    }

    fn say(&self, fr: &'static str, en: &'static str) -> &'static str {
        match self.lang {
            Lang::Fr => fr,
            Lang::En => en,
        }
    }
}

/// Draws a position in landscape or portrait format, whichever is larger in a space of this ratio of width to height.
fn best_fit(session: &dyn Session, view: &View, shape: f64) -> Scene {
    let [lying, upright] = both(session, view);
    if scale(&upright, shape, 1.0) > scale(&lying, shape, 1.0) { upright } else { lying }
}

/// Draws a position in landscape and in portrait format.
fn both(session: &dyn Session, view: &View) -> [Scene; 2] {
    [false, true].map(|tall| session.scene(&View { tall, ..*view }))
}

/// The largest scale at which a scene stands in a space of this width and height.
fn scale(scene: &Scene, width: f64, height: f64) -> f64 {
    let (low, high) = scene.bounds();
    (width / (high.x - low.x)).min(height / (high.y - low.y))
}
