//! The flags of games whose time runs out: they fall whether or not anybody looks, on whichever node is first.

use std::time::Duration;

use damier_store::{Action, Due, End, Guard, Store, StoreError, Update};

use crate::app::App;
use crate::play::stored::StoredGame;
use crate::play::timing::Timing;
use crate::web::error::{HttpError, with_causes};

/// How often a node looks for flags.
const LOOKING: Duration = Duration::from_secs(1);
/// The largest number of flags that a node takes at a time.
const MOST: u32 = 100;
/// How far the clocks of two nodes may be apart, in milliseconds.
const APART: i64 = 1_000;

/// Takes flags for ever.
pub async fn take_all(app: App) {
    loop {
        tokio::time::sleep(LOOKING).await;
        if let Err(error) = take(&app).await {
            tracing::warn!(error = with_causes(&error), "no flags could be taken");
        }
    }
}

/// Ends the games whose time has run out and that no other node sees to.
///
/// # Errors
/// If the database fails. A game that cannot be read is logged, and does not stop the others.
pub async fn take(app: &App) -> Result<(), StoreError> {
    for due in app.store.take_flags(MOST).await? {
        let Due { game, ply } = &due;
        match see_to(app, game, *ply).await {
            Ok(()) => {}
            Err(error) => tracing::warn!(game, error = with_causes(&error), "a flag could not be taken"),
        }
    }
    Ok(())
}

/// Ends a game if its time has run out; otherwise says when it will.
async fn see_to(app: &App, id: &str, ply: u32) -> Result<(), HttpError> {
    let stored = StoredGame::find(app, id, None).await?;
    let at = app.store.now();
    let timing = stored.timing.as_ref();
    let action = match timing.and_then(|timing| timing.out_of_time(at + APART)) {
        Some(seat) => Action::End(End::Time(stored.session.seats()[seat.index()].side.other())),
        None => Action::Deadline(timing.and_then(Timing::deadline)),
    };
    match app.store.update(Update { game: id.to_string(), guard: Guard::Ply(ply), action, at }).await {
        // It went on, or ended, meanwhile.
        Ok(_) | Err(StoreError::Stale { .. } | StoreError::Over(_)) => Ok(()),
        Err(other) => Err(other.into()),
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Side;
    use damier_store::{Agent, Clock, Sqlite};

    use super::*;
    use crate::play::stored;

    #[tokio::test]
    async fn flags_fall_though_nobody_looks_and_only_where_time_has_run_out() {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let game = app.games.open(&"gomoku".parse().unwrap()).unwrap();
        let now = app.store.now();
        let begin = async |ago: i64, deadline: i64| {
            let seats = stored::seat(&[Agent::Human, Agent::Human], "ada");
            let new = stored::new_game(&*game, None, seats, Some(Clock { whole: 60, bonus: 0 })).unwrap();
            app.store.begin(&new).await.unwrap();
            let action = Action::Move { ply: 0, text: "j10".to_string(), deadline: Some(deadline) };
            let update = Update { game: new.id.clone(), guard: Guard::None, action, at: now - ago };
            app.store.update(update).await.unwrap();
            new.id
        };
        let late = begin(61_000, now - 1_000).await;
        let early = begin(5_000, now + 55_000).await;
        let wrong = begin(5_000, now - 1_000).await;
        take(&app).await.unwrap();
        let saved = async |id: &str| app.store.find(id).await.unwrap().unwrap();
        let over = saved(&late).await;
        assert_eq!((over.ended, over.deadline), (Some(End::Time(Side::First)), None));
        for id in [&early, &wrong] {
            let goes_on = saved(id).await;
            assert_eq!((goes_on.ended, goes_on.deadline), (None, Some(now + 55_000)), "{id}");
        }
    }
}
