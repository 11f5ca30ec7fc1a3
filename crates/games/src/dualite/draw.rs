//! The picture of the board of Dualité.

use damier_core::{Game, Lang};
use damier_scene::{Anchor, Hue, Ink, Layer, Outline, Piece, Point, Scene, Style, Tone, View, rectangle};

use super::rules::{HOLDS, STAMPS};
use super::{Dualite, Position};

/// Draws a position. A dot stands wherever one may answer.
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
            scene.group(format!("{}~answer", board.name(cell)), at, |scene| {
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
        scene.coord(centre(line as f64, -0.8), Anchor::Middle, &board.file_letter(line).to_string());
        scene.coord(centre(-0.8, line as f64), Anchor::Middle, &(line + 1).to_string());
    }
    if !Dualite::is_first(position) && !over {
        let mut last = String::new();
        game.write_cells(position.last, &mut last);
        scene.position_caption(match view.lang {
            Lang::Fr => format!("Réponses à {last} : les points."),
            Lang::En => format!("Answers to {last}: the dots."),
        });
    }
    scene
}

/// Draws a circle, or the ring in it that marks the move to answer.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    if code == '!' {
        scene.add(Layer::Pieces, Outline::Circle(at, 0.17), Style::stroke(Ink::Card, 0.15));
        return scene.add(Layer::Pieces, Outline::Circle(at, 0.17), Style::stroke(Ink::Accent, 0.09));
    }
    scene.piece(at, Scene::MAN, Piece::Man(Tone::of_code(code)));
}
