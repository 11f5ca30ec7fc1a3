//! The scene and what a game puts into it.

use std::collections::BTreeMap;

use damier_core::Lang;

use crate::text::WIDTH;
use crate::{Anchor, Change, Group, Ink, Layer, Mark, Outline, Point, Segment, Shape, Style, Tray};

/// How a position is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The language of descriptions.
    pub lang: Lang,
    /// Whether coordinates are drawn; thumbnails leave them out.
    pub coords: bool,
    /// Whether pieces are drawn; an empty board for pencil play leaves them out.
    pub pieces: bool,
    /// Whether the picture should be higher than wide, where the game can turn it.
    pub tall: bool,
    /// Whether the board is turned half round, so that what was at its top is at its foot.
    pub turned: bool,
    /// Whether the board itself is drawn, cells included; what compares the pieces of two positions leaves it out.
    pub board: bool,
    /// Whether the game draws what helps a player to see his moves: colours that are barred, lines of sight; on an empty board
    /// for pencil play, what is to be struck out.
    pub guides: bool,
}

impl View {
    /// A full picture in this language, lying, without guides.
    pub const fn new(lang: Lang) -> View {
        View { lang, coords: true, pieces: true, tall: false, turned: false, board: true, guides: false }
    }
}

/// The colour of a character in a terminal, by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// A light piece.
    Light,
    /// A dark piece.
    Dark,
    /// A piece of nobody's.
    Neutral,
    /// A piece of a side called blue.
    Blue,
    /// A piece of a side called red.
    Red,
    /// Coordinates.
    Soft,
    /// The last move, paths.
    Accent,
    /// One of the eight colours of a many-coloured board, 0 to 7.
    Board(u8),
}

/// Characters at a place of the board, for the terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// Where it stands, in board units.
    pub at: Point,
    /// How it stands about that place.
    pub anchor: Anchor,
    /// What a Unicode terminal shows.
    pub unicode: String,
    /// What an ASCII terminal shows.
    pub ascii: String,
    /// Its colour.
    pub hue: Hue,
    /// Which part of the picture it belongs to.
    pub layer: Layer,
}

/// A place that has a name: where pieces stand, where one clicks.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The name, as moves write it.
    pub name: String,
    /// Its centre.
    pub centre: Point,
    /// The radius of a piece on it.
    pub radius: f64,
    /// The area that takes a click.
    pub area: Outline,
    /// What it holds, in the language of the view: "noir", "libre".
    pub holds: String,
    /// The marks on it.
    pub marks: Vec<Mark>,
    /// The pool of like things that it belongs to, of which it does not matter which one is picked; empty where it does.
    pub pool: String,
}

/// A picture of a position.
///
/// ```
/// use damier_core::Lang;
/// use damier_scene::{Mark, Point, Scene, View, rectangle};
///
/// let mut scene = Scene::new(&View::new(Lang::En));
/// let area = rectangle(Point::new(0.0, 0.0), Point::new(1.0, 1.0));
/// scene.cell("a1".to_string(), Point::new(0.5, 0.5), 0.45, area, "free");
/// assert!(scene.describe(&scene.cells[0]).contains("a1"));
/// let before = scene.shapes.len();
/// scene.mark("a1", Mark::Last);
/// assert!(scene.shapes.len() > before, "marks are shapes as well");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// How it was to be shown.
    pub view: View,
    /// What is painted, in the order in which it was added. Writers paint layer by layer.
    pub shapes: Vec<Shape>,
    /// The named places.
    pub cells: Vec<Cell>,
    /// What a terminal shows.
    pub glyphs: Vec<Glyph>,
    /// Columns and lines of a terminal per board unit.
    pub text_scale: (f64, f64),
    /// What the picture is of.
    pub title: String,
    /// Lines of text under the picture, the most important first: whose turn it is, the score.
    pub captions: Vec<String>,
    /// Those of the captions that a page leaves out, since it shows the same beside its board: in trays, or in what is to be done.
    pub tallies: Vec<String>,
    /// The things that stand on the board, in the order in which they were added.
    pub groups: Vec<Group>,
    /// The group to which shapes are being added.
    group: Option<u32>,
    /// What the last turn took off the board: the groups as they stood, to be shown faintly for a ply.
    pub taken: Vec<Change>,
    /// What lies beside the board, by the players.
    pub trays: Vec<Tray>,
    /// What the player to move is to do now, in a sentence; empty where nothing special is.
    pub prompt: String,
    /// The words of steps that are not plain cells, by their picks: `pass` → "Pass".
    pub labels: BTreeMap<String, String>,
}

impl Scene {
    /// The width of a board's lines.
    pub const LINE: f64 = 0.035;
    /// The width of the frame around a board of cells.
    pub const FRAME: f64 = 0.07;
    /// The radius of a piece on a cell of width 1.
    pub const MAN: f64 = 0.38;

    /// Makes an empty scene. A terminal shows two columns and one line per board unit, until the game says otherwise.
    pub fn new(view: &View) -> Scene {
        Scene {
            view: *view,
            shapes: Vec::new(),
            cells: Vec::new(),
            glyphs: Vec::new(),
            text_scale: (2.0, 1.0),
            title: String::new(),
            captions: Vec::new(),
            tallies: Vec::new(),
            groups: Vec::new(),
            group: None,
            taken: Vec::new(),
            trays: Vec::new(),
            prompt: String::new(),
            labels: BTreeMap::new(),
        }
    }

    /// Adds a shape, unless the view leaves its layer out.
    pub fn add(&mut self, layer: Layer, outline: Outline, style: Style) {
        if self.shows(layer) {
            self.shapes.push(Shape { layer, outline, style, group: self.group });
        }
    }

    /// Draws a thing that stands on the board, and keeps its name from picture to picture: so it is seen to move, to turn, to
    /// appear and to go. The name begins with that of the cell it stands on; where a cell has several things, `~` and more
    /// follow: `k12~l14` for a link that begins at k12. `at` is the centre of that cell.
    ///
    /// ```
    /// use damier_core::Lang;
    /// use damier_scene::{Piece, Point, Scene, Tone, View};
    ///
    /// let mut scene = Scene::new(&View::new(Lang::En));
    /// scene.group("a1", Point::new(0.5, 0.5), |scene| scene.piece(Point::new(0.5, 0.5), 0.4, Piece::Man(Tone::Dark)));
    /// assert_eq!(scene.groups[0].name, "a1");
    /// assert!(scene.shapes.iter().all(|shape| shape.group == Some(0)));
    /// ```
    ///
    /// # Panics
    /// If a group is drawn within another.
    pub fn group(&mut self, name: impl Into<String>, at: Point, draw: impl FnOnce(&mut Scene)) {
        assert!(self.group.is_none(), "a group within a group");
        self.group = Some(self.groups.len() as u32);
        self.groups.push(Group { name: name.into(), at });
        draw(self);
        self.group = None;
    }

    /// Draws what helps a player to see his moves, by a cell, if the view asks for guides: what is barred, what is seen. It is a
    /// group called `cell~guide-more`, which scripts fade in and out but neither move nor cross out. What they show of a move
    /// lies over the men, unless `more` begins with `under`; what the last move has shown begins with `shown` and goes with the
    /// next one.
    ///
    /// # Panics
    /// If a group is being drawn.
    pub fn guide(&mut self, cell: &str, more: &str, at: Point, draw: impl FnOnce(&mut Scene)) {
        if self.view.guides && self.view.pieces {
            self.group(format!("{cell}~guide-{more}"), at, draw);
        }
    }

    /// Puts things beside the board, by a player.
    pub fn tray(&mut self, tray: Tray) {
        if self.shows(Layer::Pieces) {
            self.trays.push(tray);
        }
    }

    /// Says what the player to move is to do now.
    pub fn prompt(&mut self, words: &str) {
        self.prompt = words.to_string();
    }

    /// Gives the words of a step that is not a plain cell, or of a cell whose click does something unusual.
    pub fn label(&mut self, pick: impl Into<String>, words: impl Into<String>) {
        self.labels.insert(pick.into(), words.into());
    }

    /// Adds a straight line.
    pub fn line(&mut self, layer: Layer, from: Point, to: Point, style: Style) {
        self.add(layer, Outline::Path(vec![Segment::Move(from), Segment::Line(to)]), style);
    }

    /// Adds a named cell: `area` takes the clicks, `holds` says what stands there.
    pub fn cell(&mut self, name: String, centre: Point, radius: f64, area: Outline, holds: &str) {
        if self.view.board {
            self.cells.push(Cell {
                name,
                centre,
                radius,
                area,
                holds: holds.to_string(),
                marks: Vec::new(),
                pool: String::new(),
            });
        }
    }

    /// Puts the last cell into a pool of like things.
    ///
    /// # Panics
    /// If the scene has no cell, though it shows the board.
    pub fn pool(&mut self, name: impl Into<String>) {
        if self.view.board {
            self.cells.last_mut().expect("a cell has been added").pool = name.into();
        }
    }

    /// Adds a coordinate, in the picture and in the text. Its height follows the board, which must be drawn before: a
    /// board of any size has coordinates of about one size.
    pub fn coord(&mut self, at: Point, anchor: Anchor, text: &str) {
        self.coord_in_text(at, at, anchor, text);
    }

    /// Adds a coordinate that stands elsewhere in the text, which has no edges to keep clear of.
    pub fn coord_in_text(&mut self, at: Point, in_text: Point, anchor: Anchor, text: &str) {
        if self.shows(Layer::Coords) {
            let (low, high) = self.extent(|layer| layer == Layer::Board);
            // Large boards bound it: names must keep clear of the edge and of each other.
            let size = (0.03 * (high.x - low.x).max(high.y - low.y)).clamp(0.2, 0.62);
            let words = Outline::Words { at, size, anchor, text: text.to_string() };
            self.add(Layer::Coords, words, Style::fill(Ink::Soft));
            self.push_glyph(Layer::Coords, in_text, anchor, text, text, Hue::Soft);
        }
    }

    /// Adds characters of a piece to the text.
    pub fn glyph(&mut self, at: Point, unicode: &str, ascii: &str, hue: Hue) {
        if self.shows(Layer::Pieces) {
            self.push_glyph(Layer::Pieces, at, Anchor::Middle, unicode, ascii, hue);
        }
    }

    /// Adds characters of the board itself to the text.
    pub fn board_glyph(&mut self, at: Point, unicode: &str, ascii: &str, hue: Hue) {
        self.push_glyph(Layer::Board, at, Anchor::Middle, unicode, ascii, hue);
    }

    fn push_glyph(&mut self, layer: Layer, at: Point, anchor: Anchor, unicode: &str, ascii: &str, hue: Hue) {
        if !self.view.board {
            return;
        }
        let (unicode, ascii) = (unicode.to_string(), ascii.to_string());
        self.glyphs.push(Glyph { at, anchor, unicode, ascii, hue, layer });
    }

    fn shows(&self, layer: Layer) -> bool {
        match layer {
            Layer::Coords => self.view.coords && self.view.board,
            Layer::Pieces => self.view.pieces,
            Layer::Board | Layer::Marks => self.view.board,
        }
    }

    /// Turns the whole picture half round. Words stay upright, and so do pieces that have a foot, which look at
    /// [`View::turned`] when they are drawn.
    pub fn turn(&mut self) {
        let turn = |point: &mut Point| *point = Point::new(-point.x, -point.y);
        for shape in &mut self.shapes {
            shape.outline.turn();
        }
        for cell in &mut self.cells {
            turn(&mut cell.centre);
            cell.area.turn();
        }
        for glyph in &mut self.glyphs {
            turn(&mut glyph.at);
            glyph.anchor = glyph.anchor.opposite();
        }
        self.groups.iter_mut().for_each(|group| turn(&mut group.at));
    }

    /// Adds a caption about the position: an empty board for pencil play leaves it out.
    pub fn position_caption(&mut self, words: String) {
        if self.shows(Layer::Pieces) {
            self.captions.push(words);
        }
    }

    /// Adds a caption about the position for pictures and text: a page shows the same beside its board, in trays or in what is to
    /// be done.
    pub fn tally(&mut self, words: String) {
        self.tallies.push(words.clone());
        self.position_caption(words);
    }

    /// Returns what the picture shows, for those who cannot see it: its title and its first caption.
    pub fn summary(&self) -> String {
        let words = [&self.title].into_iter().chain(self.captions.first()).filter(|words| !words.is_empty());
        words.map(String::as_str).collect::<Vec<_>>().join(" – ")
    }

    /// Returns the description of a cell: its name, what it holds, its marks.
    pub fn describe(&self, cell: &Cell) -> String {
        let mut words = vec![cell.name.as_str()];
        if !cell.holds.is_empty() && self.view.pieces {
            words.push(&cell.holds);
        }
        words.extend(cell.marks.iter().map(|mark| match self.view.lang {
            Lang::Fr => mark.words().0,
            Lang::En => mark.words().1,
        }));
        words.join(", ")
    }

    /// Returns the corners of the smallest rectangle that holds the picture, with a small margin. Marks do not count: a
    /// board keeps its place when they come and go.
    pub fn bounds(&self) -> (Point, Point) {
        self.extent(|layer| layer != Layer::Marks)
    }

    /// Returns the bounds of some layers.
    fn extent(&self, counts: impl Fn(Layer) -> bool) -> (Point, Point) {
        let (mut low, mut high) = (Point::new(f64::MAX, f64::MAX), Point::new(f64::MIN, f64::MIN));
        let mut take = |point: Point, reach: f64| {
            low = Point::new(low.x.min(point.x - reach), low.y.min(point.y - reach));
            high = Point::new(high.x.max(point.x + reach), high.y.max(point.y + reach));
        };
        for shape in self.shapes.iter().filter(|shape| counts(shape.layer)) {
            let half = shape.style.stroke.map_or(0.0, |_| shape.style.width / 2.0);
            match &shape.outline {
                Outline::Polygon(points) => points.iter().for_each(|&point| take(point, half)),
                Outline::Circle(centre, radius) => take(*centre, radius + half),
                Outline::Path(segments) => {
                    for segment in segments {
                        match *segment {
                            Segment::Move(point) | Segment::Line(point) => take(point, half),
                            Segment::Curve(a, b, c) => {
                                [a, b, c].into_iter().for_each(|point| take(point, half));
                            }
                            Segment::Close => {}
                        }
                    }
                }
                Outline::Words { at, size, anchor, text } => {
                    let width = WIDTH * size * text.chars().count() as f64;
                    let left = match anchor {
                        Anchor::Start => 0.0,
                        Anchor::Middle => -width / 2.0,
                        Anchor::End => -width,
                    };
                    take(at.moved(left, -size / 2.0), 0.0);
                    take(at.moved(left + width, size / 2.0), 0.0);
                }
            }
        }
        if low.x > high.x {
            return (Point::new(0.0, 0.0), Point::new(1.0, 1.0));
        }
        (low.moved(-0.1, -0.1), high.moved(0.1, 0.1))
    }
}
