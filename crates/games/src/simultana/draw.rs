//! The picture of the board of Simultana.

use damier_core::board::Bits;
use damier_core::{Game, Lang, Side, Text};
use damier_scene::{Anchor, Ink, Layer, Outline, Piece, Point, Scene, Style, Tone, View, rectangle};

use super::rules::{BOARD, CELLS, HOLDS, SIZES, STAMPS, beside};
use super::{Position, Simultana};

/// Draws a position. With guides every hollow is shaded and has its number: in a ring where it counts for White, on a disc
/// where it counts for Black.
pub(super) fn draw(game: &Simultana, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = (4.0, 2.0);
    if view.guides && game.has_move(position) {
        hollows(position).into_iter().for_each(|hollow| draw_hollow(&mut scene, hollow));
    }
    for cell in 0..BOARD.cells() {
        let at = centre(cell);
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        scene.add(Layer::Board, area.clone(), Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
        let side = position.men.iter().position(|men| men >> cell & 1 == 1);
        let holds = HOLDS[side.map_or(0, |side| side + 1)];
        scene.cell(BOARD.name(cell), at, Scene::MAN, area, holds.get(view.lang));
        if let Some(side) = side {
            scene.group(BOARD.name(cell), at, |scene| stamp(scene, at, STAMPS[side].code));
        }
    }
    let far = BOARD.width() as f64 - 0.5;
    let frame = rectangle(Point::new(-0.5, -0.5), Point::new(far, far));
    scene.add(Layer::Board, frame, Style::stroke(Ink::Line, Scene::FRAME));
    for line in 0..BOARD.width() {
        let (file, rank) = (BOARD.file_letter(line).to_string(), (line + 1).to_string());
        let (along, [near, far]) = (line as f64, [-0.7, -0.8]);
        scene.coord_in_text(Point::new(along, near), Point::new(along, far), Anchor::Middle, &file);
        scene.coord_in_text(Point::new(near, along), Point::new(far, along), Anchor::Middle, &rank);
    }
    scene.captions.push(
        match view.lang {
            Lang::Fr => "Un vide : des cases libres qui se tiennent ; 2 ou 4 pour Blanc, 3 ou 5 pour Noir.",
            Lang::En => "A hollow: free cells that hang together; 2 or 4 for White, 3 or 5 for Black.",
        }
        .to_string(),
    );
    let prompt = match position.to_move {
        Side::First => Text::new(
            "Avancez un pion d'une case : il doit alors toucher un vide de 2 ou 4 cases.",
            "Step with a man: he must then touch a hollow of 2 or 4 cells.",
        ),
        Side::Second => Text::new(
            "Avancez un pion d'une case : il doit alors toucher un vide de 3 ou 5 cases.",
            "Step with a man: he must then touch a hollow of 3 or 5 cells.",
        ),
    };
    scene.prompt(prompt.get(view.lang));
    scene
}

/// Returns the centre of a cell.
fn centre(cell: usize) -> Point {
    Point::new(BOARD.file(cell) as f64, BOARD.rank(cell) as f64)
}

/// Returns the connected sets of free cells, in the order of their first cells.
pub(super) fn hollows(position: &Position) -> Vec<u32> {
    let mut left = position.free();
    let mut all = Vec::new();
    while left != 0 {
        let mut set = left & left.wrapping_neg();
        while set | beside(set) & left != set {
            set |= beside(set) & left;
        }
        left &= !set;
        all.push(set);
    }
    all
}

/// Shades a hollow and writes its number of cells into a corner of the first of them.
fn draw_hollow(scene: &mut Scene, hollow: u32) {
    let Some(first) = (0..CELLS).find(|cell| hollow >> cell & 1 == 1) else { return };
    let (at, size) = (centre(first), hollow.count_ones());
    scene.guide(&BOARD.name(first), "under-hollow", at, |scene| {
        for cell in Bits::cells(hollow) {
            let from = centre(cell);
            scene.add(Layer::Pieces, Outline::Circle(from, 0.2), Style::fill(Ink::BoardAlt));
            for (files, ranks) in [(1, 0), (0, 1)] {
                let next = BOARD.step(cell, (files, ranks)).filter(|next| hollow >> next & 1 == 1);
                if let Some(next) = next {
                    scene.line(Layer::Pieces, from, centre(next), Style::stroke(Ink::BoardAlt, 0.4));
                }
            }
        }
        let counts = |side: Side| SIZES[side.index()] >> size & 1 == 1;
        let at = at.moved(-0.31, -0.31);
        let (ink, sign) = if counts(Side::First) {
            (Ink::LightRim, Some(Style::fill(Ink::Light).edged(Ink::LightRim, 0.03)))
        } else if counts(Side::Second) {
            (Ink::Light, Some(Style::fill(Ink::Dark).edged(Ink::DarkRim, 0.02)))
        } else {
            (Ink::Text, None)
        };
        if let Some(style) = sign {
            scene.add(Layer::Pieces, Outline::Circle(at, 0.15), style);
        }
        let words = Outline::Words { at, size: 0.22, anchor: Anchor::Middle, text: size.to_string() };
        scene.add(Layer::Pieces, words, Style::fill(ink));
    });
}

/// Draws a man.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, Scene::MAN, Piece::Man(Tone::of_code(code)));
}
