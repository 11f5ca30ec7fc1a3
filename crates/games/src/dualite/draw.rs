//! The picture of the board of Dualité.

use damier_core::board::Bits;
use damier_core::{Game, Lang, Text};
use damier_scene::{
    Anchor, Hue, Ink, Layer, Mark, Outline, Piece, Point, Scene, Style, Tone, View, rectangle,
};

use super::rules::{HOLDS, STAMPS};
use super::{Dualite, Position};

/// Draws a position. A dot stands wherever one may answer; circles in line that have won are marked.
pub(super) fn draw(game: &Dualite, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = (4.0, 2.0);
    let board = &game.board;
    let top = board.height() as f64 - 1.0;
    let centre = |file: f64, rank: f64| Point::new(file, top - rank);
    let over = game.outcome(position).is_some();
    let answers = if over { 0 } else { game.answers(position) };
    for cell in 0..board.cells() {
        let at = centre(board.file(cell) as f64, board.rank(cell) as f64);
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
        let tone = if position.white >> cell & 1 == 1 {
            Some(Tone::Light)
        } else if position.black >> cell & 1 == 1 {
            Some(Tone::Dark)
        } else {
            None
        };
        let open = answers >> cell & 1 == 1;
        let holds = HOLDS[tone.map_or(0, |tone| tone as usize + 1)][usize::from(open)];
        scene.cell(board.name(cell), at, Scene::MAN, area, holds.get(view.lang));
        match tone {
            Some(tone) => {
                scene.group(board.name(cell), at, |scene| stamp(scene, at, STAMPS[tone as usize].code));
            }
            None if open => scene.glyph(at, "•", "*", Hue::Neutral),
            None => {}
        }
        if open {
            scene.group(format!("{}~guide-answer", board.name(cell)), at, |scene| {
                scene.add(Layer::Pieces, Outline::Circle(at, 0.07), Style::fill(Ink::Line));
            });
            if tone.is_some() {
                scene.glyph(at, "◎", "@", Hue::Light);
            }
        }
    }
    let frame = rectangle(Point::new(-0.5, -0.5), Point::new(top + 0.5, top + 0.5));
    scene.add(Layer::Board, frame, Style::stroke(Ink::Line, Scene::FRAME));
    for line in 0..board.width() {
        let (file, rank) = (board.file_letter(line).to_string(), (line + 1).to_string());
        let along = line as f64;
        scene.coord_in_text(centre(along, -0.7), centre(along, -0.8), Anchor::Middle, &file);
        scene.coord_in_text(centre(-0.7, along), centre(-0.8, along), Anchor::Middle, &rank);
    }
    for cell in game.in_line(position.white).cells().chain(game.in_line(position.black).cells()) {
        scene.mark(&board.name(cell), Mark::Won);
    }
    words(&mut scene, game, position);
    if !Dualite::is_first(position) && !over {
        let mut last = String::new();
        game.write_cells(position.last, &mut last);
        scene.position_caption(match view.lang {
            Lang::Fr => format!("Un point marque chaque case où l'on peut répondre à {last}."),
            Lang::En => format!("A dot marks every cell on which {last} can be answered."),
        });
    }
    scene
}

/// Says what is to be done.
fn words(scene: &mut Scene, game: &Dualite, position: &Position) {
    let prompt = match (Dualite::is_first(position), game.rules.circles) {
        (true, 1) => Text::new(
            "Tracez le premier cercle, dans la case que vous voulez.",
            "Draw the first circle, in whichever cell you like.",
        ),
        (true, _) => Text::new(
            "Choisissez deux cases non voisines : un cercle blanc dans chacune.",
            "Choose two cells that do not touch: a white circle in each.",
        ),
        _ => Text::new(
            "Répondez à côté du dernier coup : un cercle blanc dans une case libre, ou noircissez un cercle blanc.",
            "Answer beside the last move: a white circle in a free cell, or blacken a white circle.",
        ),
    };
    scene.prompt(prompt.get(scene.view.lang));
}

/// Draws a circle, or the ring in it that marks the move to answer.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    if code == '!' {
        scene.add(Layer::Pieces, Outline::Circle(at, 0.17), Style::stroke(Ink::Card, 0.15));
        return scene.add(Layer::Pieces, Outline::Circle(at, 0.17), Style::stroke(Ink::Accent, 0.09));
    }
    scene.piece(at, Scene::MAN, Piece::Man(Tone::of_code(code)));
}
