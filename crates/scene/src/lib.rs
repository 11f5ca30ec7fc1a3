//! One picture of a position, for every place where it is shown.
//!
//! A game draws a [`Scene`] in board units (a cell is about 1 wide, x to the right, y downwards); writers turn it into
//! SVG and terminal text here, and into PNG and PDF in `damier-export`. Shapes are painted in [`Ink`]s, which a [`Theme`] resolves, and cells carry their
//! names, so that a click on a cell is a token of a move. Nothing is told by colour alone: the two tones differ in
//! shape, and every cell says in words what it holds.
#![doc = ""]
#![doc = include_str!("../README.md")]

mod group;
mod hex_grid;
mod ink;
mod marks;
mod piece;
mod scene;
mod shape;
mod strand;
pub mod svg;
pub mod terminal;
pub mod text;

pub use group::{Change, Group, Tray, changes};
pub use hex_grid::HexGrid;
pub use ink::{Ink, Theme};
pub use marks::Mark;
pub use piece::{Piece, Tone};
pub use scene::{Cell, Glyph, Hue, Scene, View};
pub use shape::{Anchor, Layer, Outline, Point, Segment, Shape, Style, arc, hexagon, polyline, rectangle};
pub use strand::Edge;

/// The typeface that pictures of one theme ask for, and that PNG and PDF files are written in.
pub const FAMILY: &str = "DejaVu Sans";
