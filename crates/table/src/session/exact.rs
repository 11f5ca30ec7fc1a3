//! Exact values, by the surest way that gives them: what the game knows at once ([`Session::values`]), then its own solver
//! ([`Session::solve`]), then its engine, which may prove some.

use damier_search::Limits;

use super::Session;
use crate::{Advice, AnyGame, EngineKind, RatedText, Solved};

/// What is found out about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactPosition {
    /// The exact value of every move, best first: known at once.
    Values(Vec<RatedText>),
    /// The score, by the game's solver.
    Score(Solved<String>),
    /// What the engine thinks: its values may be proven, or estimates.
    Advice(Advice),
}

/// What is found out about every move of a position, best first.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactMoves {
    /// Values with their distances: known at once.
    Values(Vec<RatedText>),
    /// By how much each move wins, below 0 by how much it loses: by the game's solver.
    Scores(Vec<(String, i32)>),
    /// Results proven by the engine. Their distances are bounds only.
    Results(Vec<RatedText>),
}

/// How far the ways that take their time may go.
#[derive(Clone, Copy)]
pub struct Reach<'a> {
    /// For the game's solver, at each position; `None` leaves it out.
    pub solver: Option<Limits<'a>>,
    /// For the engine.
    pub engine: Limits<'a>,
}

/// Finds out what a session's position is worth.
///
/// ```
/// use damier_search::Limits;
/// use damier_table::{ExactPosition, Reach, exact_position};
///
/// // An endgame of Reversi on the small board is solved by the game's own solver, points and all.
/// let game = damier_games::open(&"reversi:size=4".parse()?)?;
/// let session = game.open(&mut damier_core::Rng::new(0));
/// let limits = Limits::nodes(1_000_000);
/// match exact_position(&*game, &*session, &Reach { solver: Some(limits), engine: limits }) {
///     ExactPosition::Score(solved) => assert!(solved.score < 0, "whoever begins on 4 × 4 loses"),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), damier_core::Fault>(())
/// ```
pub fn exact_position(game: &dyn AnyGame, session: &dyn Session, reach: &Reach) -> ExactPosition {
    if let Some(moves) = session.values() {
        return ExactPosition::Values(moves);
    }
    if let Some(solved) = reach.solver.and_then(|limits| session.solve(&limits)) {
        return ExactPosition::Score(solved);
    }
    ExactPosition::Advice(think(game, session, &reach.engine))
}

/// Finds out what every move of a session's position is worth; `None` where that of some move stays open. The session is
/// afterwards as it was.
pub fn exact_moves(game: &dyn AnyGame, session: &mut dyn Session, reach: &Reach) -> Option<ExactMoves> {
    let advice = match exact_position(game, session, reach) {
        ExactPosition::Values(moves) => return Some(ExactMoves::Values(moves)),
        ExactPosition::Score(_) => match reach.solver.and_then(|limits| scores(session, &limits)) {
            Some(scores) => return Some(ExactMoves::Scores(scores)),
            None => think(game, session, &reach.engine),
        },
        ExactPosition::Advice(advice) => advice,
    };
    let proven = advice.moves.iter().all(|rated| rated.value.exact().is_some());
    proven.then_some(ExactMoves::Results(advice.moves))
}

fn think(game: &dyn AnyGame, session: &dyn Session, limits: &Limits) -> Advice {
    game.player(EngineKind::Best).think(session, limits, &mut |_| {})
}

/// Solves what every move leads to; `None` where one of them is too much for the limits.
fn scores(session: &mut dyn Session, limits: &Limits) -> Option<Vec<(String, i32)>> {
    let mover = session.seats()[session.to_move().index()].side;
    let mut scores = Vec::new();
    for text in session.legal() {
        session.play(&text).ok()?;
        let score = match session.outcome() {
            Some(outcome) => {
                outcome.score.map(|points| points[mover.index()] - points[mover.other().index()])
            }
            None => session.solve(limits).map(|solved| {
                let same = session.seats()[session.to_move().index()].side == mover;
                if same { solved.score } else { -solved.score }
            }),
        };
        session.undo();
        scores.push((text, score?));
    }
    scores.sort_by_key(|(_, score)| -score);
    Some(scores)
}
