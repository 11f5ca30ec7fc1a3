//! Scenes as PNG images and as PDF documents.
//!
//! They stand apart from the scene itself because the crates that render them are large: everything that only draws is
//! compiled without waiting for them.
#![doc = ""]
#![doc = include_str!("../README.md")]

pub mod pdf;
pub mod png;

/// The typeface of coordinates and captions.
pub(crate) static FONT: &[u8] = include_bytes!("../assets/sans.ttf");
