//! The picture of a Quandary board.

use damier_core::{Draft, Lang, Side, Text};
use damier_scene::{Anchor, Hue, Ink, Layer, Outline, Piece, Point, Scene, Style, Tone, View, rectangle};

use super::grid::COLOURS;
use super::rules::{BOARD, HOLDS, Objective, PASS, SIZE, STAMPS, home};
use super::{Position, Quandary, text};

const GOALS: [Text; 2] =
    [Text::new("but de Blanc", "White's goal"), Text::new("but de Noir", "Black's goal")];

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// The radius of a man.
const RADIUS: f64 = 0.34;

/// Draws a position. Every cell carries its letter in a corner, which a man leaves free; bands beyond the edge mark the
/// goals, hollow for White's and full for Black's.
pub(super) fn draw(game: &Quandary, position: &Position, view: &View) -> Scene {
    let mut scene = Scene::new(view);
    // Four columns a cell: a mark, the man, the letter, a mark.
    scene.text_scale = (4.0, 1.0);
    for place in 0..BOARD.cells() {
        let cell = BOARD.reading(place);
        let (file, rank) = (BOARD.file(cell), BOARD.rank(cell));
        let centre = Point::new(file as f64, (SIZE - 1 - rank) as f64);
        draw_cell(&mut scene, game, position, cell, centre);
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
    caption(&mut scene, game, position);
    scene
}

/// Draws a man.
pub(super) fn stamp(scene: &mut Scene, at: Point, code: char) {
    scene.piece(at, RADIUS, Piece::Man(Tone::of_code(code)));
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

fn draw_cell(scene: &mut Scene, game: &Quandary, position: &Position, cell: usize, centre: Point) {
    let lang = scene.view.lang;
    let hue = game.colours[cell].trailing_zeros() as u8;
    let colour = &COLOURS[usize::from(hue)];
    let area = rectangle(centre.moved(-0.5, -0.5), centre.moved(0.5, 0.5));
    scene.add(Layer::Board, area.clone(), Style::fill(Ink::Hue(hue)).edged(Ink::Line, Scene::LINE));
    let words = Outline::Words {
        at: centre.moved(-0.33, -0.31),
        size: 0.3,
        anchor: Anchor::Middle,
        text: colour.letter.to_string(),
    };
    scene.add(Layer::Board, words, Style::fill(Ink::Text));

    let man = (0..2).find(|&side| position.men[side].contains(&(cell as u8)));
    let holds = describe(game, position.starts, cell, Some(HOLDS[man.map_or(0, |side| side + 1)]), lang);
    // Off the centre, so that the letter has its corner.
    let at = centre.moved(0.07, 0.07);
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
fn caption(scene: &mut Scene, game: &Quandary, position: &Position) {
    let moves = game.playable(position);
    let Some(&first) = moves.list().first().filter(|_| scene.view.pieces) else {
        return;
    };
    let lang = scene.view.lang;
    let colours = text::name_colours(game.allowed(position, position.to_move), lang);
    scene.position_caption(match (lang, first == PASS) {
        (Lang::Fr, false) => format!("Couleurs permises : {colours}"),
        (Lang::En, false) => format!("Colours allowed: {colours}"),
        (Lang::Fr, true) => "Aucun pion ne peut avancer : il faut passer".to_string(),
        (Lang::En, true) => "No man can advance: a pass is forced".to_string(),
    });
}
