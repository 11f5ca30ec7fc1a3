//! The page from which a position or a game is shared.

use axum::extract::State;
use damier_core::{Fault, Text};
use damier_scene::{Scene, View};
use damier_table::words;
use maud::{Markup, html};
use serde::Deserialize;

use super::picture::add_drawings;
use super::qr;
use crate::app::App;
use crate::play::stored::StoredGame;
use crate::play::view::{drawing, go_back, named_scene};
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::Query;
use crate::web::layout;
use crate::web::line_address::{LineAddress, OpenLine, PlyQuery};
use crate::web::reader::Reader;
use crate::web::site::{Site, query};

/// The longest address that is shared whole. Longer ones break in messages; they lead to the last position only.
const LONGEST: usize = 1500;
/// The width of an embedded board, and the height of the other parts of its frame.
const BOARD_WIDTH: f64 = 420.0;
const SURROUNDINGS: f64 = 135.0;

/// The reader's arrows and circles, as the analysis writes them.
#[derive(Debug, Default, Deserialize)]
pub struct DrawQuery {
    #[serde(default)]
    draw: String,
}

/// A position or a game to share.
struct Sharing {
    /// The game's name.
    name: &'static str,
    variant: String,
    scene: Scene,
    /// Its path, with the query.
    path: String,
    /// The query of the position that is shown.
    place: String,
    /// The query of an embedded board, with all the moves unless that is too long.
    embedded: String,
    /// The paths of the records and of the printed record.
    records: [String; 3],
    moves: usize,
}

impl Sharing {
    fn of(opened: &OpenLine, reader: &Reader) -> Result<Sharing, Fault> {
        let session = &opened.session;
        let entry = damier_games::entry(&session.spec().id)?;
        let place = opened.last_address()?.query();
        let full = opened.address().query();
        let kept = if full.len() > LONGEST { place.clone() } else { full.clone() };
        let record = |path: &str| format!("{path}?{full}");
        Ok(Sharing {
            name: entry.name.get(reader.lang),
            variant: words::variant(entry, session.spec(), reader.lang),
            scene: named_scene(&**session, &View::new(reader.lang)),
            path: format!("/analysis?{kept}"),
            embedded: kept,
            records: [record("/record.json"), record("/record.txt"), record("/print/record.pdf")],
            place,
            moves: session.moves().len(),
        })
    }
}

impl Sharing {
    /// Adds arrows and circles, to the picture and to the addresses of the position.
    fn draw(&mut self, drawn: &str) {
        if drawn.trim().is_empty() {
            return;
        }
        add_drawings(&mut self.scene, drawn);
        let drawn = query(&[("draw", drawn)]);
        for address in [&mut self.path, &mut self.place] {
            *address = format!("{address}&{drawn}");
        }
    }
}

/// Shows how to share a line of play.
pub async fn of_line(
    State(app): State<App>,
    reader: Reader,
    site: Site,
    Query(line): Query<LineAddress>,
    Query(DrawQuery { draw }): Query<DrawQuery>,
) -> Result<Markup, HttpError> {
    app.rules(move |app| {
        let mut shared = line.open(app).and_then(|open| Sharing::of(&open, &reader)).or_bad_request()?;
        shared.draw(&draw);
        Ok(page(&shared, &site, &reader))
    })
    .await
}

/// Shows how to share a stored game.
pub async fn of_game(
    State(app): State<App>,
    Query(PlyQuery { ply }): Query<PlyQuery>,
    stored: StoredGame,
    reader: Reader,
    site: Site,
) -> Result<Markup, HttpError> {
    app.rules(move |_| {
        let mut path = format!("/play/{}", stored.saved.game.id);
        let records = ["json", "txt", "pdf"].map(|ending| format!("{path}/record.{ending}"));
        let mut open = OpenLine { game: stored.game, session: stored.session };
        if let Some(ply) = ply {
            go_back(&mut *open.session, ply);
            path += &format!("?ply={ply}");
        }
        let shared = Sharing::of(&open, &reader).or_internal()?;
        Ok(page(&Sharing { path, records, ..shared }, &site, &reader))
    })
    .await
}

fn page(shared: &Sharing, site: &Site, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let lang = query(&[("lang", reader.lang.code())]);
    let Sharing { name, scene, place, embedded, records, .. } = shared;
    let address = site.link(&shared.path);
    let picture = |kind: &str| site.link(&format!("/picture.{kind}?{place}&{lang}"));
    let (low, high) = scene.bounds();
    let height = (BOARD_WIDTH * (high.y - low.y) / (high.x - low.x) + SURROUNDINGS).round();
    let frame = format!(
        "<iframe src=\"{}\" width=\"{BOARD_WIDTH}\" height=\"{height}\" title=\"Damier\" loading=\"lazy\"></iframe>",
        site.link(&format!("/embed?{embedded}&{lang}")).replace('&', "&amp;"),
    );
    let title = format!("{} – {name}", say("Partager", "Share"));
    let main = html! {
        div.split.sharing {
            div {
                h1 { (title) }
                @if !shared.variant.is_empty() { p.variant { (shared.variant) } }
                section {
                    h2 { (say("L'adresse", "The address")) }
                    (field("link", say("Adresse à envoyer", "Address to send"), &address, reader))
                    (own_address(site, reader))
                    p.actions {
                        a.button href=(shared.path) { (say("Ouvrir", "Open")) }
                        button.send type="button" hidden data-title=(name) data-link=(address) { (say("Envoyer…", "Send…")) }
                    }
                }
                section {
                    h2 { (say("L'image", "The picture")) }
                    (field("svg", "SVG", &picture("svg"), reader))
                    (field("png", "PNG", &picture("png"), reader))
                    p.note { (say(
                        "Ajoutez à l'adresse theme=dark, tall, coords=no ou, pour le PNG, pixels=600.",
                        "Add theme=dark, tall, coords=no or, for the PNG, pixels=600 to the address.",
                    )) }
                    p.actions {
                        a.button href=(format!("/picture.svg?{place}&{lang}")) download="damier.svg" { "SVG" }
                        a.button href=(format!("/picture.png?{place}&{lang}")) download="damier.png" { "PNG" }
                        a.button href=(format!("/picture.pdf?{place}&{lang}")) { "PDF" }
                    }
                }
                section {
                    h2 { (say("Dans une page web", "In a web page")) }
                    (field("frame", say("Code à coller", "Code to paste"), &frame, reader))
                    p { a href=(format!("/embed?{embedded}&{lang}")) { (say("Voir le cadre", "See the frame")) } }
                }
                section {
                    h2 { (say("La partie", "The record")) }
                    p.actions {
                        a.button href=(records[0]) { "JSON" }
                        a.button href=(records[1]) { (say("Texte", "Text")) }
                        @if shared.moves > 0 { a.button href=(records[2]) { (say("Feuille de partie (PDF)", "Record sheet (PDF)")) } }
                        a.button href={ "/print?" (place) } { (say("Imprimer", "Print")) }
                        a.button href="/import" { (say("Importer une partie", "Import a game")) }
                    }
                }
                p.copied role="status" {}
            }
            div {
                div.board { (drawing(scene)) }
                @for caption in &scene.captions { p.caption { (caption) } }
                (code(&address, site, reader))
            }
        }
        (layout::script("share.js"))
    };
    layout::page(reader, &title, "share", main)
}

/// Warns of an address that no other machine can open.
fn own_address(site: &Site, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    html! {
        @if site.is_this_machine() {
            p.local role="note" { strong { (say(
                "Cette adresse ne s'ouvre que sur cet ordinateur.",
                "Only this computer can open this address.",
            )) } " " (say(
                "Pour l'envoyer, ouvrez d'abord cette page par le nom ou le numéro de cette machine sur votre réseau.",
                "To send it, first open this page by this machine's name or number on your network.",
            )) }
        }
    }
}

/// Draws the QR code of the address, or says that the address is too long. Draws nothing if the host is not known.
pub fn code(address: &str, site: &Site, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    if !site.is_known() {
        return html! {};
    }
    match qr::picture(address, reader) {
        Some(code) => html! {
            figure.code { (code) figcaption {
                @if site.is_this_machine() { (say("Ce code ne s'ouvre que sur cet ordinateur : un téléphone n'y arrivera pas.", "Only this computer can open this code: a telephone will not get there.")) }
                @else { (say("À photographier : mène à l'adresse.", "Point a camera at it: it leads to the address.")) }
            } }
        },
        None => html! {
            p.note { (say("L'adresse est trop longue pour un code QR.", "The address is too long for a QR code.")) }
        },
    }
}

/// Draws a text with a button that copies it.
pub fn field(id: &str, label: &str, text: &str, reader: &Reader) -> Markup {
    let copy = Text::new("Copier", "Copy").get(reader.lang);
    html! {
        div.copy {
            label for=(id) { (label) }
            input id=(id) type="text" readonly value=(text);
            button type="button" data-copies=(id) aria-label={ (copy) " : " (label) } { (copy) }
        }
    }
}
