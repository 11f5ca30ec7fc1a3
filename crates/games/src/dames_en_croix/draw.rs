//! The picture of the board: five flags in a cross, the central line bold.

use damier_core::board::Bits;
use damier_core::{Lang, Side, Text};
use damier_scene::{
    Anchor, Hue, Ink, Layer, Outline, Piece, Point, Scene, Style, Tone, Tray, View, rectangle,
};

use super::board::{BOARD, name, place};
use super::rules::{HOLDS, MOST, STAMPS};
use super::{DamesEnCroix, Position};

/// Returns where a file and a rank meet, counted from 1: rank 7 is at the top.
fn at(file: usize, rank: usize) -> Point {
    Point::new(file as f64, 7.0 - rank as f64)
}

/// Draws a position. A man that may be huffed carries an exclamation mark, as huffs do in moves.
pub(super) fn draw(_game: &DamesEnCroix, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = (4.0, 2.0);
    ground(&mut scene);
    lines(&mut scene);
    for point in BOARD.cells() {
        let (file, rank) = place(point);
        let centre = at(file + 1, rank + 1);
        scene.add(Layer::Board, Outline::Circle(centre, 0.06), Style::fill(Ink::Line));
        let side = [0, 1].into_iter().find(|&side| position.men[side] >> point & 1 == 1);
        let huff = position.offenders >> point & 1 == 1;
        let holds = side.map_or(0, |side| 1 + side + if huff { 2 } else { 0 });
        let area = rectangle(centre.moved(-0.5, -0.5), centre.moved(0.5, 0.5));
        scene.cell(name(point), centre, 0.34, area, HOLDS[holds].get(view.lang));
        let Some(side) = side else {
            scene.board_glyph(centre, "·", ".", Hue::Soft);
            continue;
        };
        let tone = [Tone::Light, Tone::Dark][side];
        scene.group(name(point), centre, |scene| stamp(scene, centre, STAMPS[side].code));
        if huff {
            scene.group(format!("{}~guide-huff", name(point)), centre, |scene| stamp(scene, centre, '!'));
            let (glyph, ascii) = [("○!", "O!"), ("●!", "X!")][side];
            scene.glyph(centre, glyph, ascii, tone.into());
        }
    }
    for line in 1..=7 {
        // All along the bottom and the left: names in the corners of the cross would stand too close to each other.
        let letter = char::from(b'a' + line as u8 - 1).to_string();
        scene.coord(at(line, 1).moved(0.0, 0.8), Anchor::Middle, &letter);
        scene.coord(at(1, line).moved(-0.8, 0.0), Anchor::Middle, &line.to_string());
    }
    let [white, black] = position.men.map(u64::count_ones);
    scene.tally(match view.lang {
        Lang::Fr => format!("Blancs : {white}, noirs : {black}."),
        Lang::En => format!("White men: {white}, black men: {black}."),
    });
    if position.offenders != 0 {
        let points = position.offenders.cells().map(name).collect::<Vec<_>>().join(", ");
        scene.tally(match view.lang {
            Lang::Fr => format!("On peut souffler : {points}."),
            Lang::En => format!("May be huffed: {points}."),
        });
    }
    words(&mut scene, position);
    scene
}

/// Says what is to be done, gives the huffs their names, and lays the men taken beside the board.
fn words(scene: &mut Scene, position: &Position) {
    let lang = scene.view.lang;
    for point in position.offenders.cells().map(name) {
        let (huff, then) = match lang {
            Lang::Fr => (format!("Souffler {point}"), format!("{point} est soufflé : jouez maintenant.")),
            Lang::En => (format!("Huff {point}"), format!("{point} is huffed: now make your move.")),
        };
        scene.label(point.clone(), huff);
        scene.label(format!("?{point}"), then);
    }
    let prompt = match (position.offenders, position.to_move) {
        (0, Side::First) => Text::new(
            "Avancez un pion blanc, ou prenez en sautant par-dessus un noir.",
            "Step with a white man, or capture by jumping over a black one.",
        ),
        (0, Side::Second) => Text::new(
            "Avancez un pion noir, ou prenez en sautant par-dessus un blanc.",
            "Step with a black man, or capture by jumping over a white one.",
        ),
        _ => Text::new(
            "Une prise est oubliée : soufflez le pion marqué « ! », puis jouez ; ou jouez sans souffler.",
            "A capture was forgotten: huff the man marked \"!\", then move; or move without a huff.",
        ),
    };
    scene.prompt(prompt.get(lang));
    let taken = Text::new("pions pris ou soufflés", "men captured or huffed").get(lang);
    for seat in [0, 1] {
        let gone = MOST[1 - seat] - position.men[1 - seat].count_ones();
        scene.tray(Tray::new(seat, STAMPS[1 - seat].code, gone, taken));
    }
}

/// Draws a man, or the sign that he may be huffed.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    if code == '!' {
        // On the shoulder: the middle is for the mark of the last move.
        let at = at.moved(0.27, -0.27);
        let badge = Style::fill(Ink::Card).edged(Ink::Text, 0.035);
        scene.add(Layer::Pieces, Outline::Circle(at, 0.17), badge);
        let words = Outline::Words { at, size: 0.28, anchor: Anchor::Middle, text: "!".to_string() };
        return scene.add(Layer::Pieces, words, Style::fill(Ink::Text));
    }
    scene.piece(at, 0.34, Piece::Man(Tone::of_code(code)));
}

/// Draws the cross, and under Black's nine points a second shade in a dashed frame.
fn ground(scene: &mut Scene) {
    let corners = [
        (3, 7, -1.0, -1.0),
        (5, 7, 1.0, -1.0),
        (5, 5, 1.0, -1.0),
        (7, 5, 1.0, -1.0),
        (7, 3, 1.0, 1.0),
        (5, 3, 1.0, 1.0),
        (5, 1, 1.0, 1.0),
        (3, 1, -1.0, 1.0),
        (3, 3, -1.0, 1.0),
        (1, 3, -1.0, 1.0),
        (1, 5, -1.0, -1.0),
        (3, 5, -1.0, -1.0),
    ];
    let cross = corners.map(|(file, rank, x, y)| at(file, rank).moved(0.48 * x, 0.48 * y));
    scene.add(
        Layer::Board,
        Outline::Polygon(cross.to_vec()),
        Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE),
    );
    let fort = rectangle(at(3, 7).moved(-0.48, -0.48), at(5, 5).moved(0.48, 0.48));
    scene.add(Layer::Board, fort, Style::fill(Ink::BoardAlt).edged(Ink::Line, Scene::LINE).dashed());
}

fn lines(scene: &mut Scene) {
    let thin = Style::stroke(Ink::Line, Scene::LINE);
    let mut line = |from: (usize, usize), to: (usize, usize), style| {
        scene.line(Layer::Board, at(from.0, from.1), at(to.0, to.1), style);
    };
    for near in 1..=7 {
        let (low, high) = if (3..=5).contains(&near) { (1, 7) } else { (3, 5) };
        line((low, near), (high, near), thin);
        line((near, low), (near, high), thin);
    }
    // The two diagonals of each flag, by its centre.
    for (file, rank) in [(4, 2), (2, 4), (4, 4), (6, 4), (4, 6)] {
        line((file - 1, rank - 1), (file + 1, rank + 1), thin);
        line((file - 1, rank + 1), (file + 1, rank - 1), thin);
    }
    line((4, 1), (4, 7), Style::stroke(Ink::Line, 0.14));
}
