//! Engines without their game's type: they think about sessions and answer in texts.

use std::any::Any;
use std::slice;
use std::sync::Arc;

use damier_core::{Game, Verdict};
use damier_search::proof::{Proof, Prover, put_first};
use damier_search::{Limits, Mind, Path, Rated, Thought, Value};

use crate::session::TypedSession;
use crate::{Kit, Session};

/// A move's text with what it is worth to the player who makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedText {
    /// The text of the move.
    pub text: String,
    /// What it is worth.
    pub value: Value,
}

/// What an engine thinks of a position, in texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Advice {
    /// Every legal move, best first; none once the game is over.
    pub moves: Vec<RatedText>,
    /// The line it expects, beginning with the best move.
    pub pv: Vec<String>,
    /// Nodes spent: positions searched, or simulations.
    pub nodes: u64,
    /// How deep it looked, in plies.
    pub depth: u32,
}

impl Advice {
    /// Returns the line that is expected after the move in this place, which it begins with. Only that of the best move
    /// is known further.
    pub fn line(&self, at: usize) -> &[String] {
        if at == 0 { &self.pv } else { slice::from_ref(&self.moves[at].text) }
    }
}

/// Which engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// The game's own, the strongest there is.
    Best,
    /// Plain UCT with uniform playouts, to measure against.
    Uct,
}

/// An engine that thinks about sessions of one game, and remembers from move to move what is worth it.
///
/// ```
/// use damier_search::{Limits, Value};
/// use damier_table::EngineKind;
///
/// let game = damier_games::open(&"hex:size=3".parse()?)?;
/// let session = game.open_line(None, "b1 a1 b2 a2".split(' '), &mut damier_core::Rng::new(0))?;
/// let mut player = game.player(EngineKind::Best);
/// let advice = player.think(&*session, &Limits::nodes(100), &mut |_| {});
/// // Both a3 and b3 join the edges: no engine overlooks a win in one.
/// assert!(["a3", "b3"].contains(&advice.moves[0].text.as_str()));
/// assert_eq!(advice.moves[0].value, Value::Win(1));
/// # Ok::<(), damier_core::Fault>(())
/// ```
pub trait Player: Send {
    /// Thinks about the current position of a session of its game; `watch` hears of every progress. Once the game is
    /// over there is nothing to say.
    ///
    /// # Panics
    /// If the session is one of another game.
    fn think(&mut self, session: &dyn Session, limits: &Limits, watch: &mut dyn FnMut(&Advice)) -> Advice;

    /// Forgets former positions, so that the next answer depends on the question alone.
    fn forget(&mut self);
}

/// The one implementation of [`Player`].
pub(crate) struct EnginePlayer<G: Game> {
    kit: Arc<Kit<G>>,
    mind: Box<dyn Mind<G>>,
    /// Looks for a forced win before the engine thinks, where the game's engine does not know everything.
    prover: Option<Prover>,
}

/// The part of the nodes that the prover gets, and the most: so few that they cost a short thought next to nothing.
const PROVER_PART: u64 = 16;
const PROVER_MOST: u64 = 4096;

impl<G: Game> EnginePlayer<G> {
    /// Makes an engine; with `proves`, proof-number search helps it.
    pub(crate) fn new(kit: Arc<Kit<G>>, mind: Box<dyn Mind<G>>, proves: bool) -> EnginePlayer<G> {
        let prover = proves.then(|| Prover::new(2 * PROVER_MOST as usize));
        EnginePlayer { kit, mind, prover }
    }

    /// Looks for a forced win: its first move and its length, and the nodes spent. Who errs much on purpose, so that
    /// all moves are rated alike, does not look.
    fn prove(&mut self, path: &Path<G>, limits: &Limits) -> (Option<(G::Move, u32)>, u64) {
        let nodes = (limits.nodes / PROVER_PART).min(PROVER_MOST);
        match &mut self.prover {
            Some(prover) if nodes > 0 && !limits.even => {
                let (proof, spent) =
                    prover.prove(&self.kit.game, path, &Limits { nodes, threads: 1, ..*limits });
                let win = if let Proof::Win(mv, plies) = proof { Some((mv, plies)) } else { None };
                (win, spent)
            }
            _ => (None, 0),
        }
    }

    /// Returns a session's line of play, whose type only this engine and the session know.
    fn path(&self, session: &dyn Session) -> Path<G> {
        let typed = (session as &dyn Any).downcast_ref::<TypedSession<G>>();
        let own = typed.filter(|session| session.spec() == &self.kit.spec);
        own.expect("the session is one of the engine's game").path()
    }
}

impl<G: Game> Player for EnginePlayer<G> {
    fn think(&mut self, session: &dyn Session, limits: &Limits, watch: &mut dyn FnMut(&Advice)) -> Advice {
        if session.outcome().is_some() {
            return Advice::default();
        }
        let path = self.path(session);
        let (win, spent) = self.prove(&path, limits);
        let game = &self.kit.game;
        let wins = wins_at_once(game, &path);
        let improved = |thought: &Thought<G::Move>| {
            let mut thought = thought.clone();
            thought.nodes += spent;
            let known = matches!(thought.best(), Some(Rated { value: Value::Win(_), .. }));
            if let Some((mv, plies)) = win.filter(|_| !known) {
                put_first(&mut thought, mv, plies);
            }
            put_wins_first(&mut thought, &wins);
            in_texts(game, path.position(), &thought)
        };
        let limits = Limits { nodes: limits.nodes.saturating_sub(spent).max(1), ..*limits };
        let thought = self.mind.think(game, &path, &limits, &mut |thought| watch(&improved(thought)));
        improved(&thought)
    }

    fn forget(&mut self) {
        self.mind.forget();
    }
}

/// Returns the moves that win at once, by the rules about lines too.
fn wins_at_once<G: Game>(game: &G, path: &Path<G>) -> Vec<G::Move> {
    let position = path.position();
    let side = game.side_to_move(position);
    let mut moves = game.moves(position);
    moves.retain(|&mv| {
        let outcome = if path.has_rules() {
            path.clone().play(game, mv)
        } else {
            game.outcome(&game.after(position, mv))
        };
        let won = |verdict| matches!(verdict, Verdict::Solved) || verdict == Verdict::Win(side);
        outcome.is_some_and(|outcome| won(outcome.verdict))
    });
    moves
}

/// Puts moves that win at once first: no engine, however short its thought, is to overlook them.
fn put_wins_first<M: Copy + PartialEq>(thought: &mut Thought<M>, wins: &[M]) {
    for rated in thought.moves.iter_mut().filter(|rated| wins.contains(&rated.mv)) {
        rated.value = Value::Win(1);
    }
    if let Some(at) = thought.moves.iter().position(|rated| rated.value == Value::Win(1)) {
        thought.moves.sort_by_key(|rated| rated.value != Value::Win(1));
        if at > 0 {
            thought.pv = vec![thought.moves[0].mv];
        }
    }
}

fn in_texts<G: Game>(game: &G, position: &G::Position, thought: &Thought<G::Move>) -> Advice {
    let rated =
        |&Rated { mv, value }: &Rated<G::Move>| RatedText { text: game.move_text(position, mv), value };
    let mut at = position.clone();
    let mut pv = Vec::new();
    for &mv in &thought.pv {
        // A line read off shared statistics may end in a position that is over.
        if game.outcome(&at).is_some() || !game.is_legal(&at, mv) {
            break;
        }
        pv.push(game.move_text(&at, mv));
        game.play(&mut at, mv);
    }
    Advice {
        moves: thought.moves.iter().map(rated).collect(),
        pv,
        nodes: thought.nodes,
        depth: thought.depth,
    }
}
