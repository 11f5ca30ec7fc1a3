//! The pages of games: Markdown with diagrams that our own scene draws.
//!
//! A diagram is a fenced block whose info string is `damier SPEC`. Its lines are `position TEXT`, `moves M M …` (played
//! from there, or from the start), and `caption WORDS`, each at most once:
//!
//! ````text
//! ```damier hex:size=5
//! moves c3 b4 d2
//! caption Blanc menace de joindre ses deux bords.
//! ```
//! ````

use damier_core::{Fault, Rng};

use crate::{AnyGame, Session, Spec};

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Markdown.
    Prose(&'a str),
    /// A position to be drawn.
    Diagram(Diagram<'a>),
}

/// A position shown on a page.
///
/// ```
/// use damier_table::{Part, parts};
///
/// let page = "# Hex\n\n```damier hex:size=5\nmoves c3 b4\ncaption Two moves.\n```\n";
/// let parts = parts(page)?;
/// let [Part::Prose(_), Part::Diagram(diagram)] = parts.as_slice() else { panic!("{parts:?}") };
/// assert_eq!(diagram.caption, "Two moves.");
/// assert_eq!(diagram.session(damier_games::open)?.moves(), ["c3", "b4"]);
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram<'a> {
    /// The game and variant.
    pub spec: &'a str,
    /// The position's text, or nothing for the start.
    pub position: Option<&'a str>,
    /// The moves played from there.
    pub moves: Vec<&'a str>,
    /// The words under it.
    pub caption: &'a str,
}

/// Splits a page into its parts.
///
/// # Errors
/// Names the line of a diagram that cannot be read.
pub fn parts(page: &str) -> Result<Vec<Part<'_>>, Fault> {
    const FENCE: &str = "```damier ";
    let mut parts = Vec::new();
    let mut rest = page;
    while let Some(start) = find_line(rest, |line| line.starts_with(FENCE)) {
        if start > 0 {
            parts.push(Part::Prose(&rest[..start]));
        }
        let body_at = start + line_length(&rest[start..]);
        let spec = rest[start + FENCE.len()..body_at].trim();
        let body = &rest[body_at..];
        let end = find_line(body, |line| line.trim_end() == "```").ok_or_else(|| {
            Fault::new(
                format!("le diagramme « {spec} » n'est pas fermé"),
                format!("the diagram \"{spec}\" is not closed"),
            )
        })?;
        parts.push(Part::Diagram(read_diagram(spec, &body[..end])?));
        rest = &body[end + line_length(&body[end..])..];
    }
    if !rest.is_empty() {
        parts.push(Part::Prose(rest));
    }
    Ok(parts)
}

fn line_length(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |at| at + 1)
}

/// Returns where the first line that fits begins.
fn find_line(text: &str, fits: impl Fn(&str) -> bool) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if fits(line) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

fn read_diagram<'a>(spec: &'a str, body: &'a str) -> Result<Diagram<'a>, Fault> {
    let mut diagram = Diagram { spec, position: None, moves: Vec::new(), caption: "" };
    for line in body.lines() {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        match key {
            "position" => diagram.position = Some(value.trim()),
            "moves" => diagram.moves = value.split_ascii_whitespace().collect(),
            "caption" => diagram.caption = value.trim(),
            _ => {
                return Err(Fault::new(
                    format!("diagramme « {spec} » : « {line} » n'est ni position, ni moves, ni caption"),
                    format!("diagram \"{spec}\": \"{line}\" is none of position, moves, caption"),
                ));
            }
        }
    }
    Ok(diagram)
}

impl Diagram<'_> {
    /// Plays the diagram's moves in the game that `open` makes of its spec.
    ///
    /// # Errors
    /// If the spec, the position or a move is wrong.
    pub fn session(
        &self,
        open: impl FnOnce(&Spec) -> Result<Box<dyn AnyGame>, Fault>,
    ) -> Result<Box<dyn Session>, Fault> {
        open(&self.spec.parse()?)?.open_line(self.position, self.moves.iter().copied(), &mut Rng::new(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_split_into_prose_and_diagrams() {
        let page =
            "# Hex\n\n```damier hex:size=5\nmoves c3 b4\ncaption Deux coups.\n```\nSuite.\n```sh\nls\n```\n";
        let parts = parts(page).unwrap();
        assert_eq!(parts[0], Part::Prose("# Hex\n\n"));
        let diagram =
            Diagram { spec: "hex:size=5", position: None, moves: vec!["c3", "b4"], caption: "Deux coups." };
        assert_eq!(parts[1], Part::Diagram(diagram));
        assert_eq!(parts[2], Part::Prose("Suite.\n```sh\nls\n```\n"));
    }

    #[test]
    fn bad_diagrams_are_named() {
        let say = |page: &str| parts(page).unwrap_err().to_string();
        assert_eq!(say("```damier hex\nmoves a1\n"), "the diagram \"hex\" is not closed");
        assert!(say("```damier hex\nmove a1\n```").contains("\"move a1\""));
    }
}
