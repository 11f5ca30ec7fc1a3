//! Things that stand on the board: groups of shapes that have a name, and what a move changes about them.

use std::collections::BTreeMap;

use crate::{Layer, Point, Scene, Shape};

/// A thing that stands on the board, as [`Scene::group`] draws it.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name: that of its cell, perhaps with `~` and more.
    pub name: String,
    /// The centre of its cell.
    pub at: Point,
}

/// Things that lie beside the board: captured men, men in stock.
#[derive(Clone, Debug, PartialEq)]
pub struct Tray {
    /// The number of the seat by which they lie.
    pub seat: usize,
    /// The code of the stamp they look like.
    pub stamp: char,
    /// How many there are.
    pub count: u32,
    /// How many there may be at most, where each has its place; 0 where they are only counted.
    pub places: u32,
    /// What they are, in the language of the view: "hommes pris".
    pub words: String,
    /// The cell from which they come; empty for what is taken where it stood.
    pub from: String,
    /// The look of one of them, about the origin: the session draws it from the stamp.
    pub shapes: Vec<Shape>,
}

impl Tray {
    /// Makes a tray whose things are only counted.
    pub fn new(seat: usize, stamp: char, count: u32, words: impl Into<String>) -> Tray {
        Tray { seat, stamp, count, places: 0, words: words.into(), from: String::new(), shapes: Vec::new() }
    }

    /// Says how many things have their place in the tray.
    #[must_use]
    pub fn with_places(self, places: u32) -> Tray {
        Tray { places, ..self }
    }

    /// Says from which cell the things come.
    #[must_use]
    pub fn with_source(self, cell: String) -> Tray {
        Tray { from: cell, ..self }
    }
}

/// What a move changes about a thing on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The name of the group.
    pub name: String,
    /// The centre of its cell.
    pub at: Point,
    /// How it looks afterwards, about the origin; nothing if it is gone.
    pub shapes: Vec<Shape>,
}

impl Change {
    /// Returns the cell that the thing stands on: the first part of its name.
    pub fn cell(&self) -> &str {
        self.name.split_once('~').map_or(&self.name, |(cell, _)| cell)
    }
}

impl Scene {
    /// Returns the shapes of each group about the origin, by the names of the groups. Marks are no part of a thing.
    pub fn grouped(&self) -> BTreeMap<&str, (Point, Vec<Shape>)> {
        let mut all: BTreeMap<&str, (Point, Vec<Shape>)> =
            self.groups.iter().map(|group| (group.name.as_str(), (group.at, Vec::new()))).collect();
        for shape in self.shapes.iter().filter(|shape| shape.layer == Layer::Pieces) {
            let Some(group) = shape.group.map(|group| &self.groups[group as usize]) else { continue };
            let mut shape = Shape { group: None, ..shape.clone() };
            shape.outline.shift(-group.at.x, -group.at.y);
            // Two men alike are equal wherever they stand, though sums of fractions are not.
            let round = |number: f64| (number * 1e6).round() / 1e6;
            shape.outline.each_point(|point| *point = Point::new(round(point.x), round(point.y)));
            all.get_mut(group.name.as_str()).expect("each group was put in").1.push(shape);
        }
        all.retain(|_, (_, shapes)| !shapes.is_empty());
        all
    }
}

/// Says what is different in the groups of one scene when it becomes another.
///
/// ```
/// use damier_core::Lang;
/// use damier_scene::{Piece, Point, Scene, Tone, View, changes};
///
/// let man = |tone| {
///     let mut scene = Scene::new(&View::new(Lang::En));
///     let at = Point::new(2.0, 3.0);
///     scene.group("c4", at, |scene| scene.piece(at, 0.4, Piece::Man(tone)));
///     scene
/// };
/// let (before, after) = (man(Tone::Light), man(Tone::Dark));
/// assert_eq!(changes(&before.grouped(), &before.grouped()), []);
/// let turned = &changes(&before.grouped(), &after.grouped())[0];
/// assert_eq!((turned.name.as_str(), turned.shapes.len()), ("c4", 1));
/// ```
pub fn changes(
    before: &BTreeMap<&str, (Point, Vec<Shape>)>,
    after: &BTreeMap<&str, (Point, Vec<Shape>)>,
) -> Vec<Change> {
    let gone = before.iter().filter(|(name, _)| !after.contains_key(*name));
    let gone = gone.map(|(name, (at, _))| Change { name: name.to_string(), at: *at, shapes: Vec::new() });
    let new = after.iter().filter(|(name, now)| before.get(*name) != Some(now));
    let new =
        new.map(|(name, (at, shapes))| Change { name: name.to_string(), at: *at, shapes: shapes.clone() });
    gone.chain(new).collect()
}
