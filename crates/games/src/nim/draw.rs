//! The picture of the heaps: a tray a heap, new matches on its left, burnt ones on its right.

use damier_core::{Game, Lang, Text};
use damier_scene::{Anchor, Hue, Ink, Layer, Outline, Point, Scene, Segment, Style, View, rectangle};

use super::text::{place_name, pool_name, say_matches};
use super::{Nim, Position};

/// From a match to the next, and from a line of matches to the next.
const STEP: f64 = 0.5;
const LINE: f64 = 1.5;
/// A tray is at least so wide, so that a single match is no pole.
const WIDE: f64 = 4.0;
/// The most matches of a kind side by side: tens are counted at a glance.
const ACROSS: u8 = 10;

const HOLDS: [Text; 3] = [
    Text::new("allumette neuve", "new match"),
    Text::new("allumette brûlée", "burnt match"),
    Text::new("place vide", "empty place"),
];

/// Draws a position. Matches that are gone leave their places, so that the trays keep still from move to move: a tray
/// has the places of the start, or more where a position that was typed in holds more.
pub(super) fn draw(game: &Nim, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    // Three columns a match: the marks of neighbours stay apart.
    scene.text_scale = (3.0 / STEP, 1.0 / LINE);
    let places: Vec<[u8; 2]> = (0..game.count)
        .map(|heap| [0, 1].map(|kind| game.start[heap][kind].max(position.heaps[heap][kind])))
        .collect();
    let across = [0, 1].map(|kind| places.iter().map(|heap| heap[kind].min(ACROSS)).max().unwrap_or(0));
    // A gap of one match parts the two kinds, where both occur.
    let burnt_left = f64::from(across[0] + across[0].min(1)) * STEP;
    let right = if across[1] > 0 { burnt_left + f64::from(across[1]) * STEP } else { burnt_left - STEP };
    let right = right.max(WIDE - STEP);
    let (mut top, mut tops) = (0.0, Vec::new());
    for (heap, &places) in places.iter().enumerate() {
        let lines = f64::from(places[0].max(places[1]).div_ceil(ACROSS));
        let tray = rectangle(
            Point::new(-STEP, top - LINE / 2.0 + 0.08),
            Point::new(right, top + (lines - 0.5) * LINE - 0.08),
        );
        scene.add(Layer::Board, tray, Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
        tops.push(top);
        for (kind, left) in [(0, 0.0), (1, burnt_left)] {
            for place in 0..places[kind] {
                let at = Point::new(
                    left + f64::from(place % ACROSS) * STEP,
                    top + f64::from(place / ACROSS) * LINE,
                );
                let name = place_name(heap as u8, kind, place + 1);
                let present = place < position.heaps[heap][kind];
                let holds = HOLDS[if present { kind } else { 2 }].get(view.lang);
                let half = (STEP / 2.0, LINE / 2.0 - 0.08);
                let area = rectangle(at.moved(-half.0, -half.1), at.moved(half.0, half.1));
                scene.cell(name.clone(), at, 0.28, area, holds);
                if present && game.by_match() {
                    scene.pool(pool_name(heap as u8, kind));
                }
                match (present, kind) {
                    // With a pencil one strikes out what is taken.
                    (true, _) if view.guides && !view.pieces => outline(&mut scene, at, kind, place + 1),
                    (true, 0) => scene.group(name, at, |scene| new_match(scene, at)),
                    (true, _) => scene.group(name, at, |scene| burnt_match(scene, at)),
                    (false, _) => {
                        scene.add(Layer::Board, Outline::Circle(at, 0.035), Style::fill(Ink::Line));
                        scene.board_glyph(at, "·", ".", Hue::Soft);
                    }
                }
            }
        }
        top += lines * LINE;
    }
    for (heap, top) in tops.into_iter().enumerate() {
        scene.coord(Point::new(-1.4 * STEP, top), Anchor::End, &(heap + 1).to_string());
    }
    scene.captions.push(
        match view.lang {
            Lang::Fr => "À gauche, les neuves, à tête ronde. À droite, les brûlées, noircies et tordues.",
            Lang::En => {
                "On the left the new ones, round-headed. On the right the burnt ones, black and bent."
            }
        }
        .to_string(),
    );
    words(&mut scene, game, position);
    scene
}

/// Says what is to be done, and what each move takes.
fn words(scene: &mut Scene, game: &Nim, position: &Position) {
    let lang = scene.view.lang;
    let prompt = if game.by_match() {
        Text::new(
            "Prenez des allumettes dans un seul tas : cliquez celles que vous prenez.",
            "Take matches from a single heap: click those that you take.",
        )
    } else {
        Text::new(
            "Prenez dans un seul tas : cliquez la dernière neuve que vous prenez, puis la dernière brûlée.",
            "Take from a single heap: click the last new match that you take, then the last burnt one.",
        )
    };
    scene.prompt(prompt.get(lang));
    if !game.by_match() || !scene.view.board {
        return;
    }
    for mv in game.moves(position) {
        let taken = say_matches(mv.taken.map(u32::from), lang);
        let words = match lang {
            Lang::Fr => format!("Prendre {taken}"),
            Lang::En => format!("Take {taken}"),
        };
        scene.label(game.move_text(position, mv), words);
    }
}

/// The stick from its foot up to `top`.
fn stick(scene: &mut Scene, at: Point, top: f64) {
    let wood = rectangle(at.moved(-0.05, top), at.moved(0.05, 0.5));
    scene.add(Layer::Pieces, wood, Style::fill(Ink::Light).edged(Ink::LightRim, 0.03));
}

/// Draws the place of a match, and its number, for a game with a pencil.
fn outline(scene: &mut Scene, at: Point, kind: usize, number: u8) {
    let pencil = Style::stroke(Ink::Line, Scene::LINE);
    let (top, foot) = ([-0.27, 0.05][kind], 0.38);
    scene.add(Layer::Board, rectangle(at.moved(-0.05, top), at.moved(0.05, foot)), pencil);
    let head = match kind {
        0 => Outline::Circle(at.moved(0.0, -0.4), 0.125),
        _ => Outline::Path(vec![
            Segment::Move(at.moved(0.0, 0.05)),
            Segment::Curve(at.moved(0.0, -0.15), at.moved(-0.1, -0.3), at.moved(0.16, -0.42)),
        ]),
    };
    let head_style = if kind == 0 { pencil } else { Style::stroke(Ink::Line, 0.07) };
    scene.add(Layer::Board, head, head_style);
    let words = Outline::Words {
        at: at.moved(0.0, 0.53),
        size: 0.16,
        anchor: Anchor::Middle,
        text: number.to_string(),
    };
    scene.add(Layer::Board, words, Style::fill(Ink::Soft));
    scene.board_glyph(at, ["╿", "╎"][kind], ["i", "!"][kind], Hue::Soft);
}

fn new_match(scene: &mut Scene, at: Point) {
    stick(scene, at, -0.4);
    let head = Outline::Circle(at.moved(0.0, -0.4), 0.125);
    scene.add(Layer::Pieces, head, Style::fill(Ink::Accent).edged(Ink::LightRim, 0.03));
    scene.glyph(at, "╿", "i", Hue::Light);
}

fn burnt_match(scene: &mut Scene, at: Point) {
    stick(scene, at, 0.1);
    let charred = Outline::Path(vec![
        Segment::Move(at.moved(0.0, 0.2)),
        Segment::Curve(at.moved(0.0, -0.15), at.moved(-0.1, -0.3), at.moved(0.16, -0.42)),
    ]);
    // The rim is wider than the char, so that a dark page shows it.
    scene.add(Layer::Pieces, charred.clone(), Style::stroke(Ink::DarkRim, 0.15));
    scene.add(Layer::Pieces, charred, Style::stroke(Ink::Dark, 0.09));
    scene.glyph(at, "╎", "!", Hue::Dark);
}

/// Draws a match for the palette. A draft that is no position is an empty table, so that no other is drawn.
pub(super) fn stamp(scene: &mut Scene, at: Point, _code: char) {
    new_match(scene, at);
}
