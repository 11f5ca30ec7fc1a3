//! The picture of the board: points and lines, and the hatched treasure with its lentils.

use damier_core::{Lang, Side, Text};
use damier_scene::{
    Anchor, Hue, Ink, Layer, Outline, Piece, Point, Scene, Style, Tone, Tray, View, rectangle,
};

use super::rules::{HOLDS, LENTILS, POINTS, SIDE, STAMPS, TREASURE};
use super::{Chercheurs, Position};

/// Half the side of the treasure's square.
const TREASURE_HALF: f64 = 0.44;
/// The radius of a man.
const RADIUS: f64 = 0.34;
/// Stands for a lentil beside the board.
const LENTIL: char = 'l';

/// Returns where a point lies: rank 1 is at the bottom.
fn place(game: &Chercheurs, point: usize) -> Point {
    Point::new(game.board.file(point) as f64, (SIDE - 1 - game.board.rank(point)) as f64)
}

/// Draws a position.
pub(super) fn draw(game: &Chercheurs, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = (4.0, 2.0);
    let last = (SIDE - 1) as f64;
    let ground = rectangle(Point::new(-0.6, -0.6), Point::new(last + 0.6, last + 0.6));
    scene.add(Layer::Board, ground, Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
    lines(game, &mut scene);
    treasure(game, position, &mut scene);
    for point in 0..POINTS {
        let at = place(game, point);
        let man = [0, 1].into_iter().find(|&side| position.men[side] >> point & 1 == 1);
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        let holds = match man {
            None if point == TREASURE as usize => lentils_left(position, view.lang),
            _ => HOLDS[man.map_or(0, |side| side + 1)].get(view.lang).to_string(),
        };
        scene.cell(game.board.name(point), at, RADIUS, area, &holds);
        if point != TREASURE as usize {
            scene.add(Layer::Board, Outline::Circle(at, 0.07), Style::fill(Ink::Line));
        }
        if let Some(side) = man {
            scene.group(game.board.name(point), at, |scene| stamp(scene, at, STAMPS[side].code));
        }
    }
    for line in 0..SIDE {
        let along = line as f64;
        let letter = game.board.file_letter(line).to_string();
        scene.coord(Point::new(along, last + 0.95), Anchor::Middle, &letter);
        scene.coord(Point::new(-0.9, last - along), Anchor::Middle, &(line + 1).to_string());
    }
    let [white, black] = position.lentils();
    let left = lentils_left(position, view.lang);
    scene.tally(match view.lang {
        Lang::Fr => format!("Lentilles : Blanc {white}, Noir {black} ; trésor : {left}"),
        Lang::En => format!("Lentils: White {white}, Black {black}; treasure: {left}"),
    });
    for (seat, count) in position.lentils().into_iter().enumerate() {
        let words = Text::new("lentilles gagnées", "lentils won").get(view.lang);
        let tray = Tray::new(seat, LENTIL, count.unsigned_abs(), words);
        scene.tray(tray.with_source(game.board.name(TREASURE as usize)));
    }
    let prompt = match position.to_move {
        Side::First => Text::new(
            "Avancez un chercheur le long d'un trait, ou sautez un gardien : le trésor est au centre.",
            "Step with a seeker along a line, or jump a guard: the treasure is in the centre.",
        ),
        Side::Second => Text::new(
            "Avancez un gardien le long d'un trait, ou sautez un chercheur.",
            "Step with a guard along a line, or jump a seeker.",
        ),
    };
    scene.prompt(prompt.get(view.lang));
    scene
}

/// Draws a man, or a lentil.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    if code == LENTIL {
        return scene.add(Layer::Pieces, Outline::Circle(at, RADIUS * 0.7), Style::fill(Ink::Text));
    }
    scene.piece(at, RADIUS, Piece::Man(Tone::of_code(code)));
}

/// Returns how many lentils are left on the treasure.
fn left(position: &Position) -> i32 {
    LENTILS - position.lentils().into_iter().sum::<i32>()
}

fn lentils_left(position: &Position, lang: Lang) -> String {
    let count = left(position);
    match (lang, count) {
        (Lang::Fr, 0 | 1) => format!("{count} lentille"),
        (Lang::Fr, _) => format!("{count} lentilles"),
        (Lang::En, 1) => format!("{count} lentil"),
        (Lang::En, _) => format!("{count} lentils"),
    }
}

fn lines(game: &Chercheurs, scene: &mut Scene) {
    for (from, to) in game.lines.edges() {
        let (a, b) = (place(game, from), place(game, to));
        scene.line(Layer::Board, a, b, Style::stroke(Ink::Line, Scene::LINE));
        let middle = Point::new(f64::midpoint(a.x, b.x), f64::midpoint(a.y, b.y));
        let (unicode, ascii) = match ((b.x - a.x) as i32, (b.y - a.y) as i32) {
            (_, 0) => ("─", "-"),
            (0, _) => ("│", "|"),
            (dx, dy) if dx == dy => ("╲", "\\"),
            _ => ("╱", "/"),
        };
        scene.board_glyph(middle, unicode, ascii, Hue::Soft);
    }
}

/// Draws the treasure: a hatched square, and the lentils that are left in rows of four.
fn treasure(game: &Chercheurs, position: &Position, scene: &mut Scene) {
    let at = place(game, TREASURE as usize);
    let half = TREASURE_HALF;
    let square = rectangle(at.moved(-half, -half), at.moved(half, half));
    scene.add(Layer::Board, square.clone(), Style::fill(Ink::BoardAlt));
    // The hatching rises from the left or lower side to the upper or right one.
    for step in -3..=3i32 {
        let shift = f64::from(step) * half / 2.0;
        let (low, high) = (-half + shift.max(0.0), half + shift.min(0.0));
        scene.line(Layer::Board, at.moved(low, high), at.moved(high, low), Style::stroke(Ink::Line, 0.02));
    }
    scene.add(Layer::Board, square, Style::stroke(Ink::Line, 0.06));
    if position.treasure_entered() {
        return;
    }
    let count = left(position);
    for lentil in 0..count {
        let (column, row) = (f64::from(lentil % 4), f64::from(lentil / 4));
        let spot = at.moved((column - 1.5) * 0.2, (row - 1.5) * 0.2);
        let style = Style::fill(Ink::Text).edged(Ink::Board, 0.03);
        scene.group(format!("{}~lentil{lentil}", game.board.name(TREASURE as usize)), at, |scene| {
            scene.add(Layer::Pieces, Outline::Circle(spot, 0.075), style);
        });
    }
    let number = count.to_string();
    scene.glyph(at, &number, &number, Hue::Accent);
}
