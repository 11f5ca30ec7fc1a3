//! The picture of a Gomoku board: stones on the crossings of lines.

use damier_core::{Lang, Side, Text};
use damier_scene::{Anchor, Ink, Layer, Mark, Outline, Piece, Point, Scene, Style, Tray, View, rectangle};

use super::rules::{Ending, GOAL, HOLDS, SEATS, STAMPS};
use super::{Gomoku, Position};

/// The radius of a stone, where lines are 1 apart.
const STONE: f64 = 0.43;

/// Draws a position. Blue's stones are rings with a dot, Red's discs with a bar. A five that has won is marked, and with
/// guides the points that rule B forbids.
pub(super) fn draw<const W: usize>(game: &Gomoku<W>, position: &Position<W>, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    let size = game.board.width();
    let last = (size - 1) as f64;
    let board = rectangle(Point::new(-0.62, -0.62), Point::new(last + 0.62, last + 0.62));
    scene.add(Layer::Board, board, Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
    for line in 0..size {
        let at = line as f64;
        // The border of the lattice is a little stronger.
        let outer = line == 0 || line == size - 1;
        let style = Style::stroke(Ink::Line, if outer { Scene::FRAME } else { Scene::LINE });
        scene.line(Layer::Board, Point::new(0.0, at), Point::new(last, at), style);
        scene.line(Layer::Board, Point::new(at, 0.0), Point::new(at, last), style);
        scene.coord(Point::new(at, last + 1.12), Anchor::Middle, &game.board.file_letter(line).to_string());
        scene.coord(Point::new(-0.84, last - at), Anchor::End, &(line + 1).to_string());
    }
    let stars = stars(size);
    for cell in 0..game.board.cells() {
        let (file, rank) = (game.board.file(cell), game.board.rank(cell));
        let at = Point::new(file as f64, last - rank as f64);
        if stars.contains(&file) && stars.contains(&rank) {
            scene.add(Layer::Board, Outline::Circle(at, 0.09), Style::fill(Ink::Line));
        }
        let stone = [0, 1].into_iter().find(|&side| position.stones[side].contains(cell));
        let holds = HOLDS[stone.map_or(0, |side| side + 1)].get(view.lang);
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        scene.cell(game.board.name(cell), at, STONE, area, holds);
        if let Some(side) = stone {
            scene.group(game.board.name(cell), at, |scene| stamp(scene, at, STAMPS[side].code));
        }
    }
    if let Some(Ending::Five(side) | Ending::Kept(side)) = position.end {
        for cell in fives(game, position, side) {
            scene.mark(&game.board.name(cell), Mark::Won);
        }
    }
    if view.guides && game.no_double && position.end.is_none() {
        for cell in game.free(position).without(game.legal(position)).iter() {
            scene.mark(&game.board.name(cell), Mark::Forbidden);
        }
    }
    captions(&mut scene, position, view.lang);
    words(&mut scene, position, view.lang);
    scene
}

/// Returns the stones of a side that stand in lines of five or more.
fn fives<const W: usize>(game: &Gomoku<W>, position: &Position<W>, side: Side) -> Vec<usize> {
    let own = &position.stones[side.index()];
    let mut found = Vec::new();
    for cell in own.iter() {
        for (files, ranks) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let step = |cell, sense: i32| {
                let next = game.board.step(cell, (sense * files, sense * ranks));
                next.filter(|&next| own.contains(next))
            };
            if step(cell, -1).is_some() {
                continue;
            }
            let line: Vec<usize> = std::iter::successors(Some(cell), |&cell| step(cell, 1)).collect();
            if line.len() >= 5 {
                found.extend(line);
            }
        }
    }
    found
}

/// Draws a stone.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, STONE, if code == 'b' { Piece::Blue } else { Piece::Red });
}

/// Returns the lines that carry star points: near the borders of all but the smallest boards, and the middle one where
/// there is one.
fn stars(size: usize) -> Vec<usize> {
    let near = match size {
        ..9 => None,
        9..13 => Some(2),
        _ => Some(3),
    };
    let middle = (size % 2 == 1).then_some(size / 2);
    near.into_iter().flat_map(|near| [near, size - 1 - near]).chain(middle).collect()
}

fn captions<const W: usize>(scene: &mut Scene, position: &Position<W>, lang: Lang) {
    let [blue, red] = position.captured;
    scene.tally(match lang {
        Lang::Fr => format!("Pierres prises : Bleu {blue}, Rouge {red} ; dix gagnent."),
        Lang::En => format!("Stones captured: Blue {blue}, Red {red}; ten win."),
    });
    if position.pending {
        let [mover, liner] = [position.to_move, position.to_move.other()];
        let [mover, liner] = [mover, liner].map(|side| SEATS[side.index()].name.get(lang));
        scene.position_caption(match lang {
            Lang::Fr => format!(
                "{liner} a un cinq : {mover} doit le casser par une prise, ou prendre sa dixième pierre."
            ),
            Lang::En => {
                format!("{liner} has a five: {mover} must break it by a capture, or take a tenth stone.")
            }
        });
    }
}

/// Says what is to be done, and lays the stones that each side has captured beside the board, pair by pair.
fn words<const W: usize>(scene: &mut Scene, position: &Position<W>, lang: Lang) {
    let prompt = if position.pending {
        Text::new(
            "Cassez le cinq adverse par une prise, ou prenez votre dixième pierre.",
            "Break the enemy's five by a capture, or take your tenth stone.",
        )
    } else {
        Text::new("Posez une pierre sur un croisement libre.", "Set a stone on a free crossing.")
    };
    scene.prompt(prompt.get(lang));
    let taken = Text::new("pierres prises", "stones captured").get(lang);
    for (seat, count) in position.captured.into_iter().enumerate() {
        let tray = Tray::new(seat, STAMPS[1 - seat].code, count.into(), taken);
        scene.tray(tray.with_places(GOAL.into()));
    }
}
