//! The picture of a Twixt board.

use std::collections::VecDeque;

use damier_core::{Draft, Lang, Side, Text};
use damier_scene::{
    Anchor, Hue, Ink, Layer, Mark, Outline, Piece, Point, Scene, Style, Tone, Tray, View, rectangle,
};

use super::rules::{HOLDS, STAMPS};
use super::{Link, Position, Twixt, text};

/// The radius of a peg, where holes are 1 apart.
const PEG: f64 = 0.34;

/// Draws a position. White's lines and links are hollow, Black's full. A shortest chain of those that have won is marked.
pub(super) fn draw<const W: usize>(game: &Twixt<W>, position: &Position<W>, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    scene.text_scale = (4.0, 2.0);
    board(&mut scene, game.board.width());
    // Links first: the pegs stand on their ends.
    for way in 0..4 {
        for from in position.links[way as usize] {
            let ends = game.link_ends(Link { from: from as u16, way });
            let [a, b] = ends.map(|hole| centre(game, hole));
            let [name, other] = ends.map(|hole| game.board.name(hole));
            let tone = [Tone::Light, Tone::Dark][usize::from(position.pegs[1].contains(from))];
            scene.group(format!("{name}~{other}"), a, |scene| link(scene, a, b, tone));
        }
    }
    for hole in 0..game.board.cells() {
        if !game.own[0].contains(hole) && !game.own[1].contains(hole) {
            continue;
        }
        let at = centre(game, hole);
        let peg = [0, 1].into_iter().find(|&side| position.pegs[side].contains(hole));
        scene.add(Layer::Board, Outline::Circle(at, 0.11), Style::fill(Ink::Line));
        let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
        let holds = HOLDS[peg.map_or(0, |side| side + 1)].get(view.lang);
        scene.cell(game.board.name(hole), at, PEG, area, holds);
        if let Some(side) = peg {
            scene.group(game.board.name(hole), at, |scene| stamp(scene, at, STAMPS[side].code));
        }
    }
    for line in 0..game.board.width() {
        let at = line as f64;
        scene.coord(Point::new(at, -1.0), Anchor::Middle, &game.board.file_letter(line).to_string());
        scene.coord(Point::new(-0.78, at), Anchor::End, &(line + 1).to_string());
    }
    if let Some(side) = position.winner.filter(|_| view.pieces) {
        let won = chain(game, position, side);
        for ends in won.windows(2) {
            let (a, b) = (centre(game, ends[0]), centre(game, ends[1]));
            let angle = (b.y - a.y).atan2(b.x - a.x);
            scene.line(
                Layer::Marks,
                a.polar(PEG, angle),
                b.polar(-PEG, angle),
                Style::stroke(Ink::Win, 0.13),
            );
        }
        for hole in won {
            scene.mark(&game.board.name(hole), Mark::Won);
        }
    }
    captions(&mut scene, game, position);
    words(&mut scene, game, position);
    scene
}

/// Returns a shortest chain of a side's pegs from goal line to goal line; nothing if there is none.
fn chain<const W: usize>(game: &Twixt<W>, position: &Position<W>, side: Side) -> Vec<usize> {
    let [source, target] = &game.goals[side.index()];
    let mut from: Vec<Option<usize>> = vec![None; game.board.cells()];
    let mut waiting: VecDeque<usize> = (*source & position.pegs[side.index()]).iter().collect();
    for &hole in &waiting {
        from[hole] = Some(hole);
    }
    while let Some(hole) = waiting.pop_front() {
        if target.contains(hole) {
            let back = |&hole: &usize| from[hole].filter(|&before| before != hole);
            return std::iter::successors(Some(hole), back).collect();
        }
        for spoke in game.link_tables.spokes(hole).iter().filter(|spoke| position.has(spoke.link)) {
            let end = spoke.end as usize;
            if from[end].is_none() {
                from[end] = Some(hole);
                waiting.push_back(end);
            }
        }
    }
    Vec::new()
}

/// Says what is to be done, and lays the pegs in stock beside the board.
fn words<const W: usize>(scene: &mut Scene, game: &Twixt<W>, position: &Position<W>) {
    let lang = scene.view.lang;
    scene.label("=fin", Text::new("Finir le tour", "End the turn").get(lang));
    scene.label("=swap", Text::new("Échanger : prendre ce coup", "Swap: take this move over").get(lang));
    let side = position.to_move;
    let prompt = match (position.linking, game.used_up(position, side), side) {
        (true, ..) => Text::new(
            "Liez deux de vos plots à un saut de cavalier, ou finissez le tour.",
            "Link two of your pegs that are a knight's move apart, or end the turn.",
        ),
        (_, true, _) => Text::new(
            "Votre réserve est épuisée : déplacez un de vos plots.",
            "Your stock is used up: move one of your pegs.",
        ),
        (.., Side::First) => Text::new(
            "Posez un plot dans un trou libre : vous reliez le haut et le bas.",
            "Set a peg in a free hole: you join top and bottom.",
        ),
        (.., Side::Second) => Text::new(
            "Posez un plot dans un trou libre : vous reliez la gauche et la droite.",
            "Set a peg in a free hole: you join left and right.",
        ),
    };
    scene.prompt(prompt.get(lang));
    let stock = Text::new("plots en réserve", "pegs in stock").get(lang);
    for (seat, count) in position.count.into_iter().enumerate() {
        scene.tray(Tray::new(seat, STAMPS[seat].code, (game.stock - count).into(), stock));
    }
}

/// Draws a peg.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, PEG, Piece::Man(Tone::of_code(code)));
}

/// Draws what a set-up shows besides its pegs: their links.
pub(super) fn ground<const W: usize>(game: &Twixt<W>, draft: &Draft, scene: &mut Scene) {
    for (own, code) in text::draft_links(game, draft) {
        let [a, b] = game.link_ends(own).map(|hole| centre(game, hole));
        link(scene, a, b, Tone::of_code(code));
    }
}

fn centre<const W: usize>(game: &Twixt<W>, hole: usize) -> Point {
    Point::new(game.board.file(hole) as f64, game.board.rank(hole) as f64)
}

fn board(scene: &mut Scene, size: usize) {
    let last = size as f64 - 1.0;
    let ground = rectangle(Point::new(-0.5, -0.5), Point::new(last + 0.5, last + 0.5));
    scene.add(Layer::Board, ground, Style::fill(Ink::Board).edged(Ink::Line, Scene::LINE));
    // The rows beyond the goal lines, which belong to one side alone.
    for (near, far) in [(-0.5, 0.5), (last - 0.5, last + 0.5)] {
        for (low, high) in [
            (Point::new(0.5, near), Point::new(last - 0.5, far)),
            (Point::new(near, 0.5), Point::new(far, last - 0.5)),
        ] {
            scene.add(Layer::Board, rectangle(low, high), Style::fill(Ink::BoardAlt));
        }
    }
    // Each goal line runs between its own row of holes and the next, and stops short of the other two.
    let (low, high) = (0.5, last - 0.5);
    for x in [low, high] {
        bar(scene, Layer::Board, Point::new(x, low + 0.15), Point::new(x, high - 0.15), Tone::Dark);
    }
    for y in [low, high] {
        bar(scene, Layer::Board, Point::new(low + 0.15, y), Point::new(high - 0.15, y), Tone::Light);
    }
    for place in 1..size - 1 {
        let along = place as f64;
        for line in [low, high] {
            scene.board_glyph(Point::new(along, line), "═══", "===", Hue::Soft);
            scene.board_glyph(Point::new(line, along), "┃", "|", Hue::Soft);
        }
    }
}

/// Draws a line of a tone: double and hollow, or solid.
fn bar(scene: &mut Scene, layer: Layer, from: Point, to: Point, tone: Tone) {
    let (rim, body) = match tone {
        Tone::Light => (Ink::LightRim, Ink::Light),
        Tone::Dark => (Ink::DarkRim, Ink::Dark),
    };
    scene.line(layer, from, to, Style::stroke(rim, 0.19));
    scene.line(layer, from, to, Style::stroke(body, 0.09));
}

fn link(scene: &mut Scene, from: Point, to: Point, tone: Tone) {
    bar(scene, Layer::Pieces, from, to, tone);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let hue = Hue::from(tone);
    // In a terminal a steep link is three strokes on its way down, a flat one a slope on the line between.
    if dy > 1.5 {
        let (unicode, ascii) = if dx > 0.0 { ("╲", "\\") } else { ("╱", "/") };
        for share in [0.25, 0.5, 0.75] {
            scene.glyph(from.moved(dx * share, dy * share), unicode, ascii, hue);
        }
    } else {
        let slope = if dx > 0.0 { "'-." } else { ".-'" };
        scene.glyph(from.moved(dx / 2.0, dy / 2.0), slope, slope, hue);
    }
}

fn captions<const W: usize>(scene: &mut Scene, game: &Twixt<W>, position: &Position<W>) {
    let [white, black] = position.count.map(|count| game.stock - count);
    let (aim, stock, links) = match scene.view.lang {
        Lang::Fr => (
            "Blanc joint le haut et le bas, Noir la gauche et la droite.",
            format!("En réserve : {white} plots blancs, {black} noirs."),
            "Le plot est posé : un lien, ou « fin ».",
        ),
        Lang::En => (
            "White joins top and bottom, Black left and right.",
            format!("In stock: {white} white pegs, {black} black."),
            "The peg is set: a link, or \"fin\".",
        ),
    };
    scene.captions.push(aim.to_string());
    scene.tally(stock);
    if position.linking && position.winner.is_none() {
        scene.position_caption(links.to_string());
    }
}
