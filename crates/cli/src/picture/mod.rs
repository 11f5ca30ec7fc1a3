//! Picture files: which format, which colours, where to.

pub mod sheet;

use std::io::Write;
use std::path::{Path, PathBuf};

use damier_core::Fault;
use damier_export::{pdf, png};
use damier_scene::{Scene, Theme, svg};

use crate::args::PaintArgs;
use crate::failure::Failure;
use crate::output;

/// The longer side of a PNG, unless told otherwise.
const PIXELS: u32 = 1200;

/// A picture file to be written.
pub enum Picture<'a> {
    /// Drawn by the reader's program.
    Svg(&'a Path, svg::Paint),
    /// In pixels.
    Png(&'a Path, Theme, u32),
    /// A sheet to print.
    Pdf(&'a Path),
}

impl Picture<'_> {
    /// Reads which picture is wanted; nothing where none is.
    ///
    /// # Errors
    /// If colours or pixels are given for something that has none.
    pub fn of<'a>(
        svg: &'a Option<PathBuf>,
        png: &'a Option<PathBuf>,
        pdf: &'a Option<PathBuf>,
        paint: &PaintArgs,
    ) -> Result<Option<Picture<'a>>, Fault> {
        let alone = |option: &str, with: &str| {
            Err(Fault::new(
                format!("« {option} » ne va qu'avec {with}"),
                format!("\"{option}\" goes with {with} only"),
            ))
        };
        if paint.pixels.is_some() && png.is_none() {
            return alone("--pixels", "--png");
        }
        if paint.theme.is_some() && png.is_none() && svg.is_none() {
            return alone("--theme", "--svg, --png");
        }
        Ok(match (svg, png, pdf) {
            (Some(path), ..) => {
                Some(Picture::Svg(path, paint.theme.map_or(svg::Paint::Auto, svg::Paint::Fixed)))
            }
            (_, Some(path), _) => {
                Some(Picture::Png(path, paint.theme.unwrap_or(Theme::Light), paint.pixels.unwrap_or(PIXELS)))
            }
            (.., Some(path)) => Some(Picture::Pdf(path)),
            _ => None,
        })
    }

    /// Writes a scene to the file; `footer` is what a printed sheet says at its foot.
    pub fn write(
        &self,
        scene: &Scene,
        captions: bool,
        footer: &str,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        match self {
            Picture::Svg(path, paint) => {
                let options = svg::SvgOptions { captions, ..svg::SvgOptions::new(*paint) };
                output::file(path, svg::write(scene, &options).as_bytes(), out)
            }
            Picture::Png(path, theme, pixels) => {
                let mut scene = scene.clone();
                if captions {
                    sheet::caption(&mut scene);
                }
                let bytes =
                    png::write(&scene, *theme, *pixels).map_err(|error| Failure::writing(path, error))?;
                output::file(path, &bytes, out)
            }
            Picture::Pdf(path) => {
                let bytes = pdf::write(std::slice::from_ref(scene), footer)
                    .map_err(|error| Failure::writing(path, error))?;
                output::file(path, &bytes, out)
            }
        }
    }
}
