//! Addresses as QR codes on the screen.

use damier_core::Text;
use damier_paper::qr::runs;
use maud::{Markup, html};

use crate::web::reader::Reader;

/// The width of the white margin around a code, in modules.
const MARGIN: i32 = 4;

/// Draws the code of an address, black on white in every theme; `None` if the address is too long.
pub fn picture(address: &str, reader: &Reader) -> Option<Markup> {
    let (runs, side) = runs(address)?;
    let side = side + 2 * MARGIN;
    let path: String = runs
        .iter()
        .map(|(x, y, length)| format!("M{} {}h{length}v1h-{length}z", x + MARGIN, y + MARGIN))
        .collect();
    let label = Text::new("Code QR de l'adresse", "QR code of the address").get(reader.lang);
    Some(html! {
        svg.qr xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (side) " " (side) } role="img" aria-label=(label) shape-rendering="crispEdges" {
            rect width=(side) height=(side) fill="#fff" {}
            path d=(path) fill="#000" {}
        }
    })
}
