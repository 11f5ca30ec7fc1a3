//! What one has picked by hand, as it would be typed.

use super::{Gesture, Session};

/// Returns what one would type for these picks, of which the last does not go on from the others: the text of a move that they
/// begin, with the last pick in its place. Where several would do, the shortest.
pub(super) fn typed(session: &dyn Session, picks: &[&str]) -> String {
    let candidates = session.legal().into_iter().filter_map(|text| {
        let gesture = session.gesture(&text);
        let ordered = arrange(&gesture, picks)?;
        Some(write(session, &text, &ordered))
    });
    candidates.min_by_key(String::len).unwrap_or_else(|| picks.concat())
}

/// Puts picks into the order in which a move's text names them, if all but the last begin the move: as they come or, where a
/// move goes from one cell to another, the other way round.
fn arrange<'a>(gesture: &Gesture, picks: &[&'a str]) -> Option<Vec<&'a str>> {
    let (_, before) = picks.split_last()?;
    let mut ordered = Vec::new();
    let mut left = picks;
    for stage in &gesture.stages {
        let (own, rest) = left.split_at(stage.len().min(left.len()));
        let begun = own.len() - usize::from(rest.is_empty() && !own.is_empty());
        if own[..begun].iter().any(|pick| !stage.iter().any(|token| token == pick)) {
            return reversed(gesture, picks, before);
        }
        let mut own = own.to_vec();
        if stage.len() > 1 {
            own.sort_unstable();
        }
        ordered.extend(own);
        left = rest;
    }
    left.is_empty().then_some(ordered)
}

fn reversed<'a>(gesture: &Gesture, picks: &[&'a str], before: &[&str]) -> Option<Vec<&'a str>> {
    let [_, last] = gesture.stages.as_slice() else { return None };
    let fits = matches!((before, last.as_slice()), ([to], [token]) if to == token);
    fits.then(|| picks.iter().rev().copied().collect())
}

/// Writes picks as the steps of a move are written: what stands before a step's cell stands before the pick.
fn write(session: &dyn Session, text: &str, picks: &[&str]) -> String {
    let steps = session.steps(text);
    let mut typed = String::new();
    for (place, pick) in picks.iter().enumerate() {
        let step = steps.get(place);
        let before = step.and_then(|step| step.text.strip_suffix(step.cell.as_deref()?)).unwrap_or_default();
        typed.push_str(before);
        typed.push_str(pick.strip_prefix('=').unwrap_or(pick));
    }
    typed
}
