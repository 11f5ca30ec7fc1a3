//! `show`: a position as terminal text or as a picture file.

use std::io::Write;

use damier_scene::{View, terminal};
use serde::Serialize;

use crate::args::Show;
use crate::failure::Failure;
use crate::output;
use crate::picture::Picture;
use crate::screen::Screen;

#[derive(Serialize)]
struct Board {
    game: String,
    position: String,
    /// The code of the seat whose turn it is; nothing once the game is over.
    to_move: Option<&'static str>,
    /// The lines of text, without colours.
    board: String,
    captions: Vec<String>,
}

/// Shows a position.
pub fn run(args: &Show, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let picture = Picture::of(&args.svg, &args.png, &args.pdf, &args.paint)?;
    let session = args.start.session(&args.game)?;
    // Games lay out their text for lying boards.
    let tall = args.tall && picture.is_some();
    let view = View { lang: screen.lang, coords: !args.no_coords, pieces: !args.empty, tall };
    let mut scene = session.scene(&view);
    if let Some(picture) = picture {
        let name = damier_games::entry(&args.game.id)?.name.get(screen.lang);
        let variant = session.spec().variant();
        scene.title = if variant.is_empty() { name.to_string() } else { format!("{name} ({variant})") };
        let footer = format!("Damier · {name} · {}", session.spec());
        return picture.write(&scene, args.captions, &footer, out);
    }
    let options = terminal::Options { unicode: screen.unicode && !args.ascii, ..screen.board() };
    if args.json {
        let seat = session.seats()[session.to_move().index()].code;
        let board = Board {
            game: session.spec().to_string(),
            position: session.position(),
            to_move: session.outcome().is_none().then_some(seat),
            board: terminal::write(&scene, &terminal::Options { colour: false, ..options }),
            captions: scene.captions,
        };
        return output::json(out, &board);
    }
    let text = terminal::write(&scene, &terminal::Options { captions: true, ..options });
    out.write_all(text.as_bytes())?;
    Ok(())
}
