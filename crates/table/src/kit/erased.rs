//! The one implementation of [`AnyGame`].

use std::sync::Arc;

use damier_core::{Fault, Game, LineRules, Rng, SeatInfo};
use damier_search::MonteCarlo;
use damier_solve::{Bytes, Job, Study, StudyError};

use super::{AnyGame, Kit};
#[cfg(feature = "checks")]
use crate::CheckFailure;
#[cfg(feature = "checks")]
use crate::checks::{contract, soundness};
use crate::players::EnginePlayer;
use crate::session::TypedSession;
use crate::setup::TypedSetup;
use crate::{Checks, EngineKind, LEVELS, Levels, Player, Problems, Session, Setup, Spec, TuningPlan};

/// A kit whose game's type nobody else need know.
pub(super) struct Erased<G: Game>(pub(super) Arc<Kit<G>>);

impl<G: Game> AnyGame for Erased<G> {
    fn spec(&self) -> &Spec {
        &self.0.spec
    }

    fn seats(&self) -> &'static [SeatInfo] {
        self.0.game.seats()
    }

    fn line_rules(&self) -> LineRules {
        self.0.game.line_rules()
    }

    fn position_bytes(&self) -> usize {
        size_of::<G::Position>()
    }

    fn symmetries(&self) -> usize {
        self.0.game.symmetries()
    }

    fn table_size(&self) -> Option<u64> {
        self.0.index.as_ref().map(|index| (index.size)(&self.0.game))
    }

    fn open(&self, rng: &mut Rng) -> Box<dyn Session> {
        Box::new(TypedSession::new(Arc::clone(&self.0), self.0.game.start(rng)))
    }

    fn resume(&self, position: &str) -> Result<Box<dyn Session>, Fault> {
        let position = self.0.game.parse_position(position)?;
        Ok(Box::new(TypedSession::new(Arc::clone(&self.0), position)))
    }

    fn set_up(&self, text: &str) -> Result<Box<dyn Setup>, Fault> {
        let draft = self.0.game.read_draft(text)?;
        Ok(Box::new(TypedSetup::new(Arc::clone(&self.0), draft)))
    }

    fn player(&self, kind: EngineKind) -> Box<dyn Player> {
        let kit = Arc::clone(&self.0);
        match kind {
            EngineKind::Best => {
                let proves = !self.is_exact() && self.seats().len() > 1;
                Box::new(EnginePlayer::new(kit, self.0.best_engine(), proves))
            }
            EngineKind::Uct => Box::new(EnginePlayer::new(kit, Box::new(MonteCarlo::plain()), false)),
        }
    }

    fn is_exact(&self) -> bool {
        self.0.exactness.is_ready()
    }

    fn table_name(&self) -> Option<String> {
        self.0.exactness.on_shelf().map(|_| damier_solve::table_name(&self.0.spec.to_string()))
    }

    fn attach(&self, table: Arc<dyn Bytes>) {
        if let Some(shelf) = self.0.exactness.on_shelf() {
            shelf.attach(table);
        }
    }

    fn levels(&self) -> Levels {
        self.0.levels.unwrap_or(LEVELS)
    }

    fn tune(&self, plan: &TuningPlan, tell: &mut dyn FnMut(&str)) -> Option<Vec<u8>> {
        self.0.learn.as_ref().map(|learn| learn(&self.0.game, plan, tell))
    }

    fn study(&self, job: &Job) -> Option<Result<Study, StudyError>> {
        let spec = self.0.spec.to_string();
        self.0.study.map(|study| study(&self.0.game, &Job { spec: &spec, ..*job }))
    }

    fn problems(&self) -> Option<&dyn Problems> {
        self.0.recipe.is_some().then_some(&*self.0 as &dyn Problems)
    }

    fn checks(&self) -> Option<&dyn Checks> {
        #[cfg(feature = "checks")]
        return Some(self);
        #[cfg(not(feature = "checks"))]
        None
    }
}

#[cfg(feature = "checks")]
impl<G: Game> Checks for Erased<G> {
    fn contract(&self, rng: &mut Rng, plies: u32) -> Result<(), CheckFailure> {
        contract::check(&self.0, rng, plies)
    }

    fn search(&self, rng: &mut Rng, leaves: u64) -> Result<(), CheckFailure> {
        soundness::check(&self.0, rng, leaves)
    }
}
