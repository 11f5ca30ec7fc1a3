//! Writes a scene as terminal text.
