//! The picture of the board: two squares of nine cells that share their corner c3.

use damier_core::{Game, Lang, Text};
use damier_scene::{
    Anchor, Hue, Ink, Layer, Outline, Piece, Point, Scene, Style, Tone, Tray, View, rectangle,
};

use super::rules::{CELLS, CENTRE, GOAL, HOLDS, NAMES, STAMPS, UPPER, point};
use super::{Halma, Position};

/// Draws a position. A small sign in the corner of each cell says whose camp it is to be: a ring for white, a disc for black.
pub(super) fn draw(game: &Halma, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = (4.0, 2.0);
    for (cell, name) in NAMES.iter().enumerate().take(CELLS) {
        let (file, rank) = point(cell);
        let at = Point::new(f64::from(file), f64::from(-rank));
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        let ground = if (file + rank) % 2 == 0 { Ink::BoardAlt } else { Ink::Board };
        scene.add(Layer::Board, area.clone(), Style::fill(ground).edged(Ink::Line, Scene::LINE));
        if cell != CENTRE as usize {
            draw_aim(&mut scene, at, GOAL.black >> cell & 1 == 1);
        }
        let man = if cell == position.hole as usize {
            0
        } else if position.black >> cell & 1 == 1 {
            1
        } else {
            2
        };
        scene.cell(name.to_string(), at, Scene::MAN, area, HOLDS[man].get(view.lang));
        match man {
            0 => scene.board_glyph(at, "·", ".", Hue::Soft),
            _ => scene.group(*name, at, |scene| stamp(scene, at, STAMPS[man - 1].code)),
        }
    }
    // The two squares, one for each colour to leave and one to reach.
    let (ink, width) =
        if *position == GOAL { (Ink::Win, 2.0 * Scene::FRAME) } else { (Ink::Line, Scene::FRAME) };
    for corner in [Point::new(-2.5, -2.5), Point::new(-0.5, -0.5)] {
        let square = rectangle(corner, corner.moved(3.0, 3.0));
        scene.add(Layer::Board, square, Style::stroke(ink, width));
    }
    for line in -2..=2i32 {
        // The upper square is named above and on its left, the lower one below and on its right.
        let place = f64::from(line);
        let (file, rank) = (["a", "b", "c", "d", "e"], ["5", "4", "3", "2", "1"]);
        let (file, rank) = (file[(line + 2) as usize], rank[(line + 2) as usize]);
        if line <= 0 {
            scene.coord(Point::new(place, -2.8), Anchor::Middle, file);
            scene.coord(Point::new(-2.8, place), Anchor::Middle, rank);
        }
        if line >= 0 {
            scene.coord(Point::new(place, 2.8), Anchor::Middle, file);
            scene.coord(Point::new(2.8, place), Anchor::Middle, rank);
        }
    }
    words(&mut scene, game, position);
    scene
}

/// Draws the sign of the colour that is to come here, in a corner that a man leaves free.
fn draw_aim(scene: &mut Scene, at: Point, black: bool) {
    let (fill, rim) = if black { Tone::Dark.inks() } else { Tone::Light.inks() };
    let sign = Outline::Circle(at.moved(-0.4, -0.4), 0.055);
    scene.add(Layer::Board, sign, Style::fill(fill).edged(rim, 0.025));
}

/// Says what is to be done, where each move leads, and how many men have arrived.
fn words(scene: &mut Scene, game: &Halma, position: &Position) {
    let lang = scene.view.lang;
    let aim = match lang {
        Lang::Fr => "Les noirs vont en bas à droite, les blancs en haut à gauche, la case c3 libre.",
        Lang::En => "Black goes to the lower right, white to the upper left, with c3 free.",
    };
    scene.captions.push(aim.to_string());
    scene.tallies.push(aim.to_string());
    scene.prompt(
        Text::new(
            "D'un pas ou d'un saut, menez les noirs en bas à droite, les blancs en haut à gauche.",
            "By steps and jumps, bring black to the lower right and white to the upper left.",
        )
        .get(lang),
    );
    if scene.view.board {
        let play = Text::new("Jouer", "Play").get(lang);
        for mv in game.moves(position) {
            let text = game.move_text(position, mv);
            scene.label(text.clone(), format!("{play} {}", super::say(game, position, &text)));
        }
    }
    let (black, white) = arrived(position);
    for (stamp, count, arrived) in [
        (STAMPS[0].code, black, Text::new("noirs arrivés", "black men arrived")),
        (STAMPS[1].code, white, Text::new("blancs arrivés", "white men arrived")),
    ] {
        scene.tray(Tray::new(0, stamp, count, arrived.get(lang)).with_places(8));
    }
}

/// Returns how many black men and white men stand in the camps that they are to reach.
pub(super) fn arrived(position: &Position) -> (u32, u32) {
    let men = |black: bool| {
        let camp = if black { GOAL.black } else { UPPER };
        let there = (0..CELLS).filter(|&cell| camp >> cell & 1 == 1 && cell != position.hole as usize);
        there.filter(|&cell| (position.black >> cell & 1 == 1) == black).count() as u32
    };
    (men(true), men(false))
}

/// Draws a man.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, Scene::MAN, Piece::Man(Tone::of_code(code)));
}
