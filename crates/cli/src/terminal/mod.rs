//! Writing for people at a terminal: what it can show, styled text, Markdown, and a bar for long work.

pub mod markdown;
mod progress;
mod screen;
pub mod styled;

pub use progress::ProgressBar;
pub use screen::{Screen, takes_colour};
