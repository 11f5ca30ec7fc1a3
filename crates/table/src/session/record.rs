//! Records of games, as JSON and as text.

use damier_core::{Fault, Outcome};
use serde::{Deserialize, Serialize};

use crate::{AnyGame, Session};

/// How a recorded game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordResult {
    /// `first`, `second`, `draw` or `solved`.
    pub result: String,
    /// The scores of First and Second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<[i32; 2]>,
    /// The key of the reason.
    pub reason: String,
}

impl From<Outcome> for RecordResult {
    fn from(outcome: Outcome) -> RecordResult {
        RecordResult {
            result: outcome.verdict.code().to_string(),
            score: outcome.score,
            reason: outcome.reason.key.to_string(),
        }
    }
}

/// A game written down: enough to play it over, whatever drew its start.
///
/// ```
/// use damier_table::Record;
///
/// let game = damier_games::open(&"hex:size=3".parse()?)?;
/// let session = game.open_line(None, ["b2", "a1"], &mut damier_core::Rng::new(0))?;
/// let record = session.record();
/// assert_eq!((record.game.as_str(), record.variant.as_str()), ("hex", "size=3"));
///
/// // Both forms read back, and a record plays itself over.
/// assert_eq!(Record::from_json(&record.to_json())?, record);
/// assert_eq!(Record::from_text(&record.to_text())?, record);
/// assert_eq!(record.replay(&*game)?.position(), session.position());
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The variant and parameters: what follows the colon in a spec.
    #[serde(default)]
    pub variant: String,
    /// The text of the start position; empty for the start of the game.
    #[serde(default)]
    pub start: String,
    /// The names of the players, seat by seat; empty where unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The texts of the moves.
    pub moves: Vec<String>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<RecordResult>,
}

impl Record {
    pub(crate) fn of(session: &dyn Session) -> Record {
        Record {
            game: session.spec().id.clone(),
            variant: session.spec().variant(),
            start: session.start(),
            names: Vec::new(),
            moves: session.moves().to_vec(),
            end: session.outcome().map(RecordResult::from),
        }
    }

    /// Writes the record as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can always be written")
    }

    /// Reads a record from JSON; fields it does not know are passed over.
    ///
    /// # Errors
    /// Says where the JSON is wrong.
    pub fn from_json(text: &str) -> Result<Record, Fault> {
        serde_json::from_str(text)
            .map_err(|error| Fault::new(format!("partie JSON : {error}"), format!("JSON record: {error}")))
    }

    /// Writes the record as lines of text: `key: value` headers, an empty line, and the numbered moves.
    pub fn to_text(&self) -> String {
        let mut text = format!("game: {}\n", self.game);
        let mut header = |key: &str, value: &str| {
            if !value.is_empty() {
                text.push_str(&format!("{key}: {}\n", value.replace(['\n', '\r'], " ")));
            }
        };
        header("variant", &self.variant);
        header("start", &self.start);
        for name in &self.names {
            header("name", if name.is_empty() { "?" } else { name });
        }
        if let Some(end) = &self.end {
            header("result", &end.result);
            if let Some([first, second]) = end.score {
                header("score", &format!("{first} {second}"));
            }
            header("reason", &end.reason);
        }
        for (place, mv) in self.moves.iter().enumerate() {
            text.push_str(if place % 10 == 0 { "\n" } else { " " });
            text.push_str(&format!("{}.{mv}", place + 1));
        }
        text.push('\n');
        text
    }

    /// Reads a record from the form of [`Record::to_text`]. The numbers before moves may be left out.
    ///
    /// # Errors
    /// Names the line and the part that is wrong.
    pub fn from_text(text: &str) -> Result<Record, Fault> {
        let mut record = Record {
            game: String::new(),
            variant: String::new(),
            start: String::new(),
            names: Vec::new(),
            moves: Vec::new(),
            end: None,
        };
        let mut end = RecordResult { result: String::new(), score: None, reason: String::new() };
        let mut lines = text.lines().enumerate();
        for (number, line) in lines.by_ref() {
            if line.trim().is_empty() {
                break;
            }
            let wrong = || {
                let number = number + 1;
                Fault::new(
                    format!("partie, ligne {number} : « {line} » n'est pas un en-tête connu"),
                    format!("record, line {number}: \"{line}\" is not a known header"),
                )
            };
            let (key, value) = line.split_once(':').ok_or_else(wrong)?;
            let value = value.trim();
            match key.trim() {
                "game" => record.game = value.to_string(),
                "variant" => record.variant = value.to_string(),
                "start" => record.start = value.to_string(),
                "name" => record.names.push(if value == "?" { String::new() } else { value.to_string() }),
                "result" => end.result = value.to_string(),
                "reason" => end.reason = value.to_string(),
                "score" => {
                    let numbers: Option<Vec<i32>> = value.split(' ').map(|word| word.parse().ok()).collect();
                    end.score = Some(numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(wrong)?);
                }
                _ => return Err(wrong()),
            }
        }
        if record.game.is_empty() {
            return Err(Fault::new(
                "partie : l'en-tête « game: » manque",
                "record: the header \"game:\" is missing",
            ));
        }
        for word in lines.flat_map(|(_, line)| line.split_ascii_whitespace()) {
            let numbered =
                word.split_once('.').filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
            let mv = numbered.map_or(word, |(_, mv)| mv);
            if !mv.is_empty() {
                record.moves.push(mv.to_string());
            }
        }
        record.end = (!end.result.is_empty()).then_some(end);
        Ok(record)
    }

    /// Plays the record over in the game it names (`game` must be that game's variant). What the moves decide must
    /// agree with what is written.
    ///
    /// # Errors
    /// Names the move that is impossible, by its number and text, or the result that is not what the moves give.
    pub fn replay(&self, game: &dyn AnyGame) -> Result<Box<dyn Session>, Fault> {
        let mut session = game.resume(&self.start)?;
        session.play_all(self.moves.iter().map(String::as_str))?;
        if let Some(found) = session.outcome().map(RecordResult::from)
            && self.end.as_ref().is_some_and(|written| *written != found)
        {
            return Err(Fault::new(
                format!("partie : les coups donnent « {} », ce n'est pas ce qui est écrit", found.result),
                format!("record: the moves give \"{}\", which is not what is written", found.result),
            ));
        }
        Ok(session)
    }
}
