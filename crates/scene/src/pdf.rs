//! Writes a scene as SVG.
