//! The picture of a Quandary board.

use damier_core::{Draft, Lang, Side, Text};
use damier_scene::{
    Anchor, Hue, Ink, Layer, Mark, Outline, Piece, Point, Scene, Segment, Style, Tone, Tray, View, polyline,
    rectangle,
};

use super::grid::{BLACK, COLOURS};
use super::rules::{BOARD, HOLDS, Objective, PASS, SIZE, STAMPS, home};
use super::{Position, Quandary, text};

const GOALS: [Text; 2] =
    [Text::new("but de Blanc", "White's goal"), Text::new("but de Noir", "Black's goal")];

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// The radius of a man.
const RADIUS: f64 = 0.32;

/// The side of the corner of a cell that holds its letter.
const CORNER: f64 = 0.34;

/// Draws a position. Every cell carries its letter in a corner, which a man leaves free; bands beyond the edge mark the
/// goals, hollow for White's and full for Black's. With guides, cells of barred colours keep their colour in that corner
/// only, and arrows lead from the men who allow the others to the cells before them.
pub(super) fn draw(game: &Quandary, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    // Four columns a cell: a mark, the man, the letter, a mark.
    scene.text_scale = (4.0, 1.0);
    let playable = game.playable(position).count > 0;
    if playable {
        draw_veils(&mut scene, game, game.allowed(position, position.to_move));
    }
    for place in 0..BOARD.cells() {
        draw_cell(&mut scene, game, position, BOARD.reading(place));
    }
    if playable {
        draw_looks(&mut scene, game, position);
    }
    for cell in arrived(game, position) {
        scene.mark(&BOARD.name(cell), Mark::Won);
    }
    let frame = rectangle(Point::new(-0.5, -0.5), Point::new(SIZE as f64 - 0.5, SIZE as f64 - 0.5));
    scene.add(Layer::Board, frame, Style::stroke(Ink::Line, Scene::FRAME));
    for line in 0..SIZE {
        let letter = BOARD.file_letter(line).to_string();
        for y in [-1.0, SIZE as f64] {
            scene.coord(Point::new(line as f64, y), Anchor::Middle, &letter);
        }
        let at = Point::new(-0.72, (SIZE - 1 - line) as f64);
        scene.coord(at, Anchor::End, &(line + 1).to_string());
        for side in SIDES {
            draw_goal(&mut scene, game, position.starts, side, line);
        }
    }
    words(&mut scene, game, position);
    scene
}

/// Draws a man; or the swatch of a colour, by its letter.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    let colour = COLOURS.iter().position(|colour| colour.letter.starts_with(code));
    if let Some(hue) = colour {
        let area = rectangle(at.moved(-0.42, -0.42), at.moved(0.42, 0.42));
        scene.add(Layer::Pieces, area, Style::fill(Ink::Hue(hue as u8)).edged(Ink::Line, 0.06));
        let text = code.to_string();
        let words = Outline::Words { at, size: 0.6, anchor: Anchor::Middle, text };
        return scene.add(Layer::Pieces, words, Style::fill(letter_ink(hue as u8)));
    }
    if code == 'b' {
        // On a black cell it shows by this rim.
        scene.add(Layer::Pieces, Outline::Circle(at, RADIUS + 0.035), Style::fill(Ink::Light));
    }
    scene.piece(at, RADIUS, Piece::Man(Tone::of_code(code)));
}

/// Returns the ink of a letter on a colour.
fn letter_ink(hue: u8) -> Ink {
    if hue == BLACK { Ink::Light } else { Ink::Text }
}

/// Returns the centre of a cell.
fn centre(cell: usize) -> Point {
    Point::new(BOARD.file(cell) as f64, (SIZE - 1 - BOARD.rank(cell)) as f64)
}

/// Draws the colours that may not be entered as the board's ground, but for the corners with their letters: a guide for
/// each colour, named by its first cell.
fn draw_veils(scene: &mut Scene, game: &Quandary, allowed: u8) {
    for (hue, colour) in COLOURS.iter().enumerate().filter(|(hue, _)| allowed >> hue & 1 == 0) {
        let own: Vec<usize> = (0..BOARD.cells())
            .map(|place| BOARD.reading(place))
            .filter(|&cell| game.colours[cell] == 1 << hue)
            .collect();
        let Some(&first) = own.first() else { continue };
        // Under the men, and not shown before a move is made: every hover would change the whole board.
        let name = format!("under-later-{}", colour.letter.to_ascii_lowercase());
        scene.guide(&BOARD.name(first), &name, centre(first), |scene| {
            let mut path = Vec::new();
            for at in own.iter().map(|&cell| centre(cell)) {
                let (near, far) = (-0.485, 0.485);
                let inner = near + CORNER;
                let corners =
                    [(inner, near), (far, near), (far, far), (near, far), (near, inner), (inner, inner)];
                path.extend(polyline(corners.map(|(x, y)| at.moved(x, y))));
                path.push(Segment::Close);
            }
            scene.add(Layer::Pieces, Outline::Path(path), Style::fill(Ink::Board));
        });
    }
}

/// Draws where the men look who say which colours the side to move may enter.
fn draw_looks(scene: &mut Scene, game: &Quandary, position: &Position) {
    let side = position.to_move.other();
    let up = if side == Side::First { -1.0 } else { 1.0 };
    for man in position.men[side.index()].map(usize::from) {
        if game.offers[side.index()][man] == 0 {
            continue;
        }
        let at = centre(man);
        scene.guide(&BOARD.name(man), "look", at, |scene| {
            let head = [(0.0, 0.74), (-0.13, 0.54), (0.13, 0.54)].map(|(x, y)| at.moved(x, y * up));
            let head = Outline::Polygon(head.to_vec());
            scene.add(Layer::Pieces, head.clone(), Style::stroke(Ink::Card, 0.1));
            scene.add(Layer::Pieces, head, Style::fill(Ink::Text));
        });
    }
}

/// Returns the cells of the men who have won.
fn arrived(game: &Quandary, position: &Position) -> Vec<usize> {
    let Some(side) = game.winner(position) else { return Vec::new() };
    let men = position.men[side.index()].map(usize::from);
    men.into_iter().filter(|&man| BOARD.rank(man) == home(side.other())).collect()
}

/// Draws what a set-up shows besides its men: the goals, and in words the colour of every cell.
pub(super) fn ground(game: &Quandary, draft: &Draft, scene: &mut Scene) {
    let starts = text::draft_starts(draft);
    for cell in &mut scene.cells {
        cell.holds = BOARD
            .read(&cell.name)
            .map_or_else(String::new, |at| describe(game, starts, at, None, scene.view.lang));
    }
    for (side, file) in SIDES.into_iter().flat_map(|side| (0..SIZE).map(move |file| (side, file))) {
        draw_goal(scene, game, starts, side, file);
    }
}

fn is_goal(game: &Quandary, starts: [u16; 2], side: Side, file: usize) -> bool {
    game.goal == Objective::First || starts[side.other().index()] >> file & 1 == 1
}

/// Returns the words of a cell: its colour, what stands on it, and whose goal it is.
fn describe(game: &Quandary, starts: [u16; 2], cell: usize, man: Option<Text>, lang: Lang) -> String {
    let colour = COLOURS[game.colours[cell].trailing_zeros() as usize].name;
    let goals = SIDES.into_iter().filter(|&side| {
        BOARD.rank(cell) == home(side.other()) && is_goal(game, starts, side, BOARD.file(cell))
    });
    let goals = goals.map(|side| GOALS[side.index()]);
    let words = [Some(colour), man].into_iter().flatten().chain(goals);
    words.map(|text| text.get(lang)).collect::<Vec<_>>().join(", ")
}

fn draw_cell(scene: &mut Scene, game: &Quandary, position: &Position, cell: usize) {
    let at = centre(cell);
    let lang = scene.view.lang;
    let hue = game.colours[cell].trailing_zeros() as u8;
    let colour = &COLOURS[usize::from(hue)];
    let area = rectangle(at.moved(-0.5, -0.5), at.moved(0.5, 0.5));
    scene.add(Layer::Board, area.clone(), Style::fill(Ink::Hue(hue)).edged(Ink::Line, Scene::LINE));
    let words = Outline::Words {
        at: at.moved(-0.335, -0.325),
        size: 0.3,
        anchor: Anchor::Middle,
        text: colour.letter.to_string(),
    };
    scene.add(Layer::Board, words, Style::fill(letter_ink(hue)));

    let man = (0..2).find(|&side| position.men[side].contains(&(cell as u8)));
    let holds = describe(game, position.starts, cell, Some(HOLDS[man.map_or(0, |side| side + 1)]), lang);
    scene.cell(BOARD.name(cell), at, RADIUS, area, &holds);
    let letter = colour.letter;
    let free = format!(" {letter}");
    scene.board_glyph(at, &free, &free, Hue::Board(hue));
    if let Some(side) = man {
        let (tone, sign, plain) = [(Tone::Light, "○", "o"), (Tone::Dark, "●", "x")][side];
        scene.group(BOARD.name(cell), at, |scene| stamp(scene, at, STAMPS[side].code));
        // Over the glyph of the piece: the same with the letter of its cell behind it. In ASCII the men are small, so
        // that a white one is no orange cell.
        scene.glyph(at, &format!("{sign}{letter}"), &format!("{plain}{letter}"), tone.into());
    }
}

/// Draws the band beyond the far rank that marks a goal of a side. It stands with the pieces, since it tells where the
/// enemy started.
fn draw_goal(scene: &mut Scene, game: &Quandary, starts: [u16; 2], side: Side, file: usize) {
    if !is_goal(game, starts, side, file) {
        return;
    }
    let x = file as f64;
    let (near, far, line, style, sign, plain) = match side {
        Side::First => (-0.59, -0.76, -1.0, Style::fill(Ink::Light).edged(Ink::LightRim, 0.04), "△", "^"),
        Side::Second => {
            let edge = SIZE as f64 - 1.0;
            let style = Style::fill(Ink::Dark).edged(Ink::DarkRim, 0.04);
            (edge + 0.59, edge + 0.76, edge + 1.0, style, "▼", "v")
        }
    };
    scene.add(Layer::Pieces, rectangle(Point::new(x - 0.44, near), Point::new(x + 0.44, far)), style);
    // In the text, in the column behind the name of the file.
    let hue = [Tone::Light, Tone::Dark][side.index()].into();
    scene.glyph(Point::new(x + 0.25, line), sign, plain, hue);
}

/// Says which colours may be entered: that is what one has to work out at every turn. An empty board has none.
fn words(scene: &mut Scene, game: &Quandary, position: &Position) {
    let moves = game.playable(position);
    let Some(&first) = moves.list().first().filter(|_| scene.view.pieces) else {
        return;
    };
    let lang = scene.view.lang;
    if first == PASS {
        let passes =
            Text::new("Aucun pion ne peut avancer : il faut passer", "No man can advance: a pass is forced");
        scene.tally(passes.get(lang).to_string());
        scene
            .prompt(Text::new("Aucun pion ne peut avancer : passez.", "No man can advance: pass.").get(lang));
        return;
    }
    let allowed = game.allowed(position, position.to_move);
    let colours = text::name_colours(allowed, lang);
    scene.tally(match lang {
        Lang::Fr => format!("Couleurs permises : {colours}"),
        Lang::En => format!("Colours allowed: {colours}"),
    });
    let named = COLOURS.iter().enumerate().filter(|(hue, _)| allowed >> hue & 1 == 1);
    let mut names = Vec::new();
    for (_, colour) in named {
        names.push(colour.name.get(lang));
        let code = colour.letter.chars().next().expect("a colour has a letter");
        let swatch = Tray::new(
            position.to_move.index(),
            code,
            1,
            match lang {
                Lang::Fr => format!("couleur permise : {}", colour.name.fr),
                Lang::En => format!("colour allowed: {}", colour.name.en),
            },
        );
        scene.tray(swatch.with_places(1));
    }
    let names = text::either(&names, lang);
    scene.prompt(&match lang {
        Lang::Fr => format!("Avancez un pion d'une rangée, sur une case d'une couleur permise : {names}."),
        Lang::En => format!("Advance a man one rank, onto a cell of an allowed colour: {names}."),
    });
}
