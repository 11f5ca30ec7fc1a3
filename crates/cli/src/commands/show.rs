//! `show`: a position as terminal text or as a picture file.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use damier_scene::{View, terminal};
use damier_table::{Spec, words};
use serde::Serialize;

use crate::args::{PaintArgs, StartArgs};
use crate::failure::Failure;
use crate::output;
use crate::picture::Picture;
use crate::terminal::Screen;

/// The arguments of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    pub game: Spec,
    #[command(flatten)]
    pub start: StartArgs,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["png", "pdf"])]
    pub svg: Option<PathBuf>,
    #[arg(long, value_name = "FILE", conflicts_with = "pdf")]
    pub png: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub pdf: Option<PathBuf>,
    #[command(flatten)]
    pub paint: PaintArgs,
    #[arg(long)]
    pub empty: bool,
    #[arg(long)]
    pub ascii: bool,
    #[arg(long)]
    pub tall: bool,
    #[arg(long)]
    pub no_coords: bool,
    #[arg(long)]
    pub captions: bool,
    #[arg(long, conflicts_with_all = ["svg", "png", "pdf"])]
    pub json: bool,
}

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
pub fn run(args: &ShowArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let picture = Picture::of(&args.svg, &args.png, &args.pdf, &args.paint)?;
    let session = args.start.session(&args.game)?;
    // Games lay out their text for lying boards.
    let tall = args.tall && picture.is_some();
    let (coords, pieces) = (!args.no_coords, !args.empty);
    let view = View { coords, pieces, guides: args.empty, tall, ..View::new(screen.lang) };
    let mut scene = session.scene(&view);
    if let Some(picture) = picture {
        let entry = damier_games::entry(&args.game.id)?;
        let name = entry.name.get(screen.lang);
        scene.title = words::spec(entry, session.spec(), screen.lang);
        let footer = format!("Damier · {name} · {}", session.spec());
        return picture.write(&scene, args.captions, &footer, out);
    }
    let options = terminal::TerminalOptions { unicode: screen.unicode && !args.ascii, ..screen.board() };
    if args.json {
        let seat = session.seats()[session.to_move().index()].code;
        let board = Board {
            game: session.spec().to_string(),
            position: session.position(),
            to_move: session.outcome().is_none().then_some(seat),
            board: terminal::write(&scene, &terminal::TerminalOptions { colour: false, ..options }),
            captions: scene.captions,
        };
        return output::json(out, &board);
    }
    let text = terminal::write(&scene, &terminal::TerminalOptions { captions: true, ..options });
    out.write_all(text.as_bytes())?;
    Ok(())
}
