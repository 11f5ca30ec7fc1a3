//! Writes a scene as a PNG image.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};
use thiserror::Error;

use damier_scene::svg::{self, Paint, SvgOptions};
use damier_scene::{Ink, Scene, Theme};

/// The longest side of an image in pixels: enough for a poster, and bounded memory.
pub const LONGEST: u32 = 8192;

/// The share of the longer side that is left free on each side.
const MARGIN: f64 = 0.03;

/// Why an image could not be written.
#[derive(Debug, Error)]
pub enum PngError {
    /// The longer side is zero, or longer than [`LONGEST`].
    #[error("a side of {0} pixels is not from 1 to {LONGEST}")]
    Size(u32),
    /// There is no memory for the image.
    #[error("there is no room for the image")]
    NoRoom,
    /// The renderer could not draw or encode the picture.
    #[error(transparent)]
    Render(Box<dyn std::error::Error + Send + Sync>),
}

/// Writes a scene as PNG in the colours of a theme, on its paper, with a margin; the longer side has `pixels` pixels.
///
/// # Errors
/// Fails if `pixels` is zero or more than [`LONGEST`], or if the scene has no extent that can be drawn.
pub fn write(scene: &Scene, theme: Theme, pixels: u32) -> Result<Vec<u8>, PngError> {
    if pixels == 0 || pixels > LONGEST {
        return Err(PngError::Size(pixels));
    }
    let text = svg::write(scene, &SvgOptions::new(Paint::Fixed(theme)));
    let tree = usvg::Tree::from_str(&text, &options()).map_err(|error| PngError::Render(error.into()))?;

    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let longer = width.max(height);
    let scale = f64::from(pixels) * (1.0 - 2.0 * MARGIN) / longer;
    let margin = f64::from(pixels) * MARGIN;
    let side = |length: f64| (length * scale + 2.0 * margin).round().clamp(1.0, f64::from(pixels)) as u32;
    let mut image = tiny_skia::Pixmap::new(side(width), side(height)).ok_or(PngError::NoRoom)?;

    let [_, red, green, blue] = theme.colour(Ink::Paper).to_be_bytes();
    image.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    let place =
        tiny_skia::Transform::from_row(scale as f32, 0.0, 0.0, scale as f32, margin as f32, margin as f32);
    resvg::render(&tree, place, &mut image.as_mut());
    image.encode_png().map_err(|error| PngError::Render(error.into()))
}

/// The options of the renderer: it knows the one typeface that is built in, and none of the machine's.
fn options() -> usvg::Options<'static> {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(crate::FONT.to_vec());
    usvg::Options {
        fontdb: Arc::new(fonts),
        font_family: damier_scene::FAMILY.to_string(),
        ..usvg::Options::default()
    }
}
