//! How much an engine thinks about a move, and how it chooses one.

use damier_core::Rng;
use damier_search::Limits;

use super::{Advice, Level, Player, RatedText, SEES_WINS, choose};
use crate::{AnyGame, Session};

/// How much an engine thinks about a move, and how much it errs. Time is not part of it: nothing here reads a clock, so
/// whoever holds one says when to stop by [`Limits::stop`].
///
/// ```
/// use damier_core::Rng;
/// use damier_search::Limits;
/// use damier_table::{Effort, EngineKind};
///
/// let game = damier_games::open(&"hex:size=5".parse()?)?;
/// let session = game.open(&mut Rng::new(0));
/// let mut player = game.player(EngineKind::Best);
/// let limits = Limits::nodes(u64::MAX);
/// let choice = Effort::level(&*game, 3).choose(&mut *player, &*session, &limits, &mut Rng::new(1), &mut |_| {});
/// assert!(session.legal().iter().any(|text| text == choice.text()));
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Nodes and noise.
    pub level: Level,
    /// Whether a win in one move is never missed.
    pub sees_wins: bool,
}

impl Effort {
    /// As many nodes as the limits allow, and no errors.
    pub const UNLIMITED: Effort = Effort::nodes(u64::MAX);

    /// Returns an effort of so many nodes, without errors.
    pub const fn nodes(nodes: u64) -> Effort {
        Effort { level: Level::new(nodes, 0.0), sees_wins: true }
    }

    /// Returns the effort of a level that is this one of its game's, from 1 on.
    pub const fn of(level: Level, number: usize) -> Effort {
        Effort { level, sees_wins: number >= SEES_WINS }
    }

    /// Returns the effort of a game's level, 1 to 8.
    ///
    /// # Panics
    /// If there is no such level.
    pub fn level(game: &dyn AnyGame, number: usize) -> Effort {
        Effort::of(game.levels()[number - 1], number)
    }

    /// Lets an engine think about the current position and chooses a move. The search spends what the effort and the
    /// limits both allow; its seed, and the errors, are drawn from `rng`. `watch` hears of every progress.
    ///
    /// # Panics
    /// If the game is over, or the session is one of another game than the engine's.
    pub fn choose(
        self,
        player: &mut dyn Player,
        session: &dyn Session,
        limits: &Limits,
        rng: &mut Rng,
        watch: &mut dyn FnMut(&Advice),
    ) -> Choice {
        let Level { nodes, noise } = self.level;
        let seed = rng.bits();
        let limits = Limits { nodes: nodes.min(limits.nodes), even: self.level.is_even(), seed, ..*limits };
        let advice = player.think(session, &limits, watch);
        let at = choose(&advice, noise, self.sees_wins, rng);
        Choice { advice, at }
    }
}

/// A move that was chosen, with the advice that it was chosen from.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What the engine thinks of every move.
    pub advice: Advice,
    /// The place of the chosen move in the advice.
    pub at: usize,
}

impl Choice {
    /// Returns the chosen move with its value.
    pub fn rated(&self) -> &RatedText {
        &self.advice.moves[self.at]
    }

    /// Returns the text of the chosen move.
    pub fn text(&self) -> &str {
        &self.rated().text
    }

    /// Returns the line that is expected after the chosen move, which it begins with: a level that errs does not play the
    /// line that the engine thinks best.
    pub fn line(&self) -> &[String] {
        self.advice.line(self.at)
    }
}
