//! Why a click on the board begins no move: what typing the same would be answered, and the rule behind it.

use axum::Json;
use axum::extract::State;
use damier_core::Lang;
use damier_table::Entry;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::play::stored::StoredGame;
use crate::web::error::{HttpError, OrInternal};
use crate::web::extract::Query;
use crate::web::markdown;
use crate::web::reader::Reader;

/// A click that no move begins or goes on with.
#[derive(Debug, Deserialize)]
pub struct WhyQuery {
    /// The cell.
    cell: String,
    /// What was picked before, parted by blanks.
    #[serde(default)]
    picks: String,
}

/// Why a click begins no move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WhyNot {
    /// What one would have typed.
    typed: String,
    /// What typing it is answered.
    words: String,
    /// The rule that forbids it, where the game names one.
    rule: Option<RuleExtract>,
}

/// A rule as the game's page has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleExtract {
    /// Its number there.
    number: u8,
    /// Its text.
    words: String,
    /// Its address.
    link: String,
}

impl RuleExtract {
    /// Returns a rule of a game's page.
    fn find(entry: &Entry, number: u8, lang: Lang) -> Option<RuleExtract> {
        let words = markdown::rule(entry.pages.get(lang), number)?;
        Some(RuleExtract {
            number,
            words,
            link: format!("/games/{}#{}", entry.id, markdown::rule_anchor(number)),
        })
    }
}

/// Says why a click begins no move in the last position of a game.
pub async fn why_not(
    State(app): State<App>,
    stored: StoredGame,
    reader: Reader,
    Query(WhyQuery { cell, picks }): Query<WhyQuery>,
) -> Result<Json<WhyNot>, HttpError> {
    app.rules(move |_| {
        let entry = damier_games::entry(&stored.session.spec().id).or_internal()?;
        let picks: Vec<&str> = picks.split_ascii_whitespace().chain([&*cell]).collect();
        let fault = stored.session.why_not(&picks);
        let rule = fault.rule().and_then(|number| RuleExtract::find(entry, number, reader.lang));
        let (typed, words) = (stored.session.typed(&picks), fault.say(reader.lang).to_string());
        Ok(Json(WhyNot { typed, words, rule }))
    })
    .await
}
