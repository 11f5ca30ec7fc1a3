//! Readers of the test tables, and the check of each row.
//!
//! In every table `#` begins a comment line, and the first line must be one: it names the source. A variant is what
//! follows the colon of a spec, `-` for the default.
//!
//! - `perft.txt`: `VARIANT DEPTH NODES`, with the word `deep` behind if the row is only for `./test --deep`;
//! - `games.txt`: `VARIANT | MOVES | RESULT [FIRST SECOND] | REASON`, `-` for what an unfinished game does not have;
//! - `facts.txt`: `KEY [VARIANT] = VALUE`, where [`FactRow::check`] knows how to find the value anew;
//! - `vectors.jsonl`: one JSON object a line, made by independent implementations of the rules.

use damier_core::Rng;
use damier_table::{AnyGame, Entry, Session};
use serde_json::Value;

/// A row of `perft.txt`, or a vector of that kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftRow {
    /// The variant, empty for the default.
    pub variant: String,
    /// The depth in plies.
    pub depth: u32,
    /// The leaves at that depth.
    pub nodes: u64,
    /// Whether the row is only for `./test --deep`.
    pub deep: bool,
}

/// A row of `games.txt`, or a vector of that kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The variant, empty for the default.
    pub variant: String,
    /// The moves from the start.
    pub moves: Vec<String>,
    /// The number of legal moves before each move, where the table gives it.
    pub counts: Option<Vec<u64>>,
    /// `first`, `second`, `draw`, `solved`, or nothing if the game is not over.
    pub result: Option<String>,
    /// The scores of First and Second.
    pub score: Option<[i32; 2]>,
    /// The key of the reason, where the table gives it.
    pub reason: Option<String>,
}

/// A row of `facts.txt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactRow {
    /// What is stated.
    pub key: String,
    /// The variant, empty for the default.
    pub variant: String,
    /// The stated value.
    pub value: String,
}

/// A line of `vectors.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vector {
    /// A perft count.
    Perft(PerftRow),
    /// A game with the number of legal moves at every ply.
    Game(GameRow),
}

fn rows(text: &str) -> Result<impl Iterator<Item = (usize, &str)>, String> {
    if !text.starts_with('#') {
        return Err("the first line must be a comment that names the source".to_string());
    }
    let content = |&(_, line): &(usize, &str)| !line.starts_with('#') && !line.trim().is_empty();
    Ok(text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(content))
}

fn variant(word: &str) -> String {
    if word == "-" { String::new() } else { word.to_string() }
}

fn known(word: &str) -> Option<String> {
    (word != "-").then(|| word.to_string())
}

/// Reads `perft.txt`.
///
/// # Errors
/// Names the line that is wrong.
pub fn read_perft(text: &str) -> Result<Vec<PerftRow>, String> {
    let read = |(number, line): (usize, &str)| {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (row, deep) = match words.as_slice() {
            [row @ .., "deep"] => (row, true),
            row => (row, false),
        };
        let [name, depth, nodes] = row else {
            return Err(format!("perft.txt:{number}: {line:?} is not VARIANT DEPTH NODES"));
        };
        let wrong = |error| format!("perft.txt:{number}: {line:?}: {error}");
        Ok(PerftRow {
            variant: variant(name),
            depth: depth.parse().map_err(wrong)?,
            nodes: nodes.parse().map_err(wrong)?,
            deep,
        })
    };
    rows(text)?.map(read).collect()
}

/// Reads `games.txt`.
///
/// # Errors
/// Names the line that is wrong.
pub fn read_games(text: &str) -> Result<Vec<GameRow>, String> {
    let read = |(number, line): (usize, &str)| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let wrong =
            || format!("games.txt:{number}: {line:?} is not VARIANT | MOVES | RESULT [SCORE] | REASON");
        let [name, moves, end, reason] = fields.as_slice() else {
            return Err(wrong());
        };
        let words: Vec<&str> = end.split_ascii_whitespace().collect();
        let (result, score) = match words.as_slice() {
            [result] => (result, None),
            [result, first, second] => {
                let number = |word: &str| word.parse::<i32>().map_err(|_| wrong());
                (result, Some([number(first)?, number(second)?]))
            }
            _ => return Err(wrong()),
        };
        Ok(GameRow {
            variant: variant(name),
            moves: moves.split_ascii_whitespace().map(str::to_string).collect(),
            counts: None,
            result: known(result),
            score,
            reason: known(reason),
        })
    };
    rows(text)?.map(read).collect()
}

/// Reads `facts.txt`.
///
/// # Errors
/// Names the line that is wrong.
pub fn read_facts(text: &str) -> Result<Vec<FactRow>, String> {
    let read = |(number, line): (usize, &str)| {
        let wrong = || format!("facts.txt:{number}: {line:?} is not KEY [VARIANT] = VALUE");
        // A variant may hold `=` itself: only ` = ` with blanks separates.
        let (left, value) = line.split_once(" = ").ok_or_else(wrong)?;
        let words: Vec<&str> = left.split_ascii_whitespace().collect();
        let (key, name) = match words.as_slice() {
            [key] => (key, "-"),
            [key, name] => (key, *name),
            _ => return Err(wrong()),
        };
        Ok(FactRow { key: (*key).to_string(), variant: variant(name), value: value.trim().to_string() })
    };
    rows(text)?.map(read).collect()
}

/// Reads `vectors.jsonl`, the vectors of the game `id`.
///
/// # Errors
/// Names the line that is wrong.
pub fn read_vectors(id: &str, text: &str) -> Result<Vec<Vector>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| read_vector(id, line).map_err(|why| format!("vectors.jsonl:{}: {why}", at + 1)))
        .collect()
}

fn read_vector(id: &str, line: &str) -> Result<Vector, String> {
    let json: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let text = |key: &str| json[key].as_str().map(str::to_string).ok_or_else(|| format!("{key} is missing"));
    let number = |value: &Value| value.as_u64().ok_or_else(|| format!("{value} is no count"));
    if text("game")? != id {
        return Err(format!("not a vector of {id}"));
    }
    let variant = text("variant")?;
    match text("kind")?.as_str() {
        "perft" => {
            let depth = u32::try_from(number(&json["depth"])?).map_err(|error| error.to_string())?;
            Ok(Vector::Perft(PerftRow { variant, depth, nodes: number(&json["nodes"])?, deep: false }))
        }
        "game" => {
            let list = |key: &str| json[key].as_array().ok_or_else(|| format!("{key} is missing"));
            let word = |value: &Value| {
                value.as_str().map(str::to_string).ok_or_else(|| format!("{value} is no move"))
            };
            let moves = list("moves")?.iter().map(word).collect::<Result<Vec<_>, _>>()?;
            let counts = list("counts")?.iter().map(number).collect::<Result<Vec<_>, _>>()?;
            let score = match &json["score"] {
                Value::Null => None,
                pair => Some(serde_json::from_value(pair.clone()).map_err(|error| error.to_string())?),
            };
            let result = Some(text("result")?).filter(|result| result != "unfinished");
            Ok(Vector::Game(GameRow { variant, moves, counts: Some(counts), result, score, reason: None }))
        }
        kind => Err(format!("unknown kind {kind:?}")),
    }
}

fn open(entry: &Entry, variant: &str) -> Result<Box<dyn AnyGame>, String> {
    entry.variant(variant).map_err(|fault| fault.to_string())
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, stated: &T) -> Result<(), String> {
    if found == stated { Ok(()) } else { Err(format!("{what} is {found:?}, the table says {stated:?}")) }
}

impl PerftRow {
    /// Counts anew and compares. Rows marked `deep` are passed over unless [`crate::deep`] says otherwise.
    ///
    /// # Errors
    /// Says what was found.
    pub fn check(&self, entry: &Entry) -> Result<(), String> {
        if self.deep && !crate::deep() {
            return Ok(());
        }
        let nodes = open(entry, &self.variant)?.open(&mut Rng::new(0)).perft(self.depth);
        same(&format!("{}:{} perft {}", entry.id, self.variant, self.depth), &nodes, &self.nodes)
    }
}

impl GameRow {
    /// Plays the game over and compares every count, the result, the score and the reason.
    ///
    /// # Errors
    /// Says at which ply they differ.
    pub fn check(&self, entry: &Entry) -> Result<(), String> {
        let name = format!("{}:{}", entry.id, self.variant);
        let mut session = open(entry, &self.variant)?.open(&mut Rng::new(0));
        for (ply, mv) in self.moves.iter().enumerate() {
            if let Some(counts) = &self.counts {
                let stated = counts.get(ply).ok_or_else(|| format!("{name}: no count at ply {ply}"))?;
                same(&format!("{name}: legal moves at ply {ply} before {mv}"), &session.count(), stated)?;
            }
            session.play(mv).map_err(|fault| format!("{name}: ply {ply}: {fault}"))?;
        }
        self.check_end(&name, session.as_ref())
    }

    fn check_end(&self, name: &str, session: &dyn Session) -> Result<(), String> {
        let outcome = session.outcome();
        let result = outcome.map(|outcome| outcome.verdict.code().to_string());
        same(&format!("{name}: the result after {} plies", self.moves.len()), &result, &self.result)?;
        same(&format!("{name}: the score"), &outcome.and_then(|outcome| outcome.score), &self.score)?;
        if self.reason.is_some() {
            let reason = outcome.map(|outcome| outcome.reason.key.to_string());
            same(&format!("{name}: the reason"), &reason, &self.reason)?;
        }
        Ok(())
    }
}

impl FactRow {
    /// Finds the value anew and compares.
    ///
    /// # Errors
    /// Says what was found, or that the key is unknown.
    pub fn check(&self, entry: &Entry) -> Result<(), String> {
        let game = open(entry, &self.variant)?;
        let found = match self.key.as_str() {
            "legal-at-start" => game.open(&mut Rng::new(0)).count().to_string(),
            "position-bytes" => game.position_bytes().to_string(),
            "symmetries" => game.symmetries().to_string(),
            "table-size" => game.table_size().map_or("none".to_string(), |size| size.to_string()),
            // What takes solving is checked together, by `answers::check`.
            key if crate::answers::path(key).is_some() => return Ok(()),
            key => return Err(format!("{}: nobody knows how to check the fact {key:?}", entry.id)),
        };
        same(&format!("{}:{} {}", entry.id, self.variant, self.key), &found, &self.value)
    }
}

impl Vector {
    /// Returns the variant the vector speaks of.
    pub fn variant(&self) -> &str {
        match self {
            Vector::Perft(perft) => &perft.variant,
            Vector::Game(played) => &played.variant,
        }
    }

    /// Compares the game with the vector.
    ///
    /// # Errors
    /// Says where they differ.
    pub fn check(&self, entry: &Entry) -> Result<(), String> {
        match self {
            Vector::Perft(perft) => perft.check(entry),
            Vector::Game(played) => played.check(entry),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read() {
        let perft = read_perft("# us\n- 1 4\nsize=4 11 212258216 deep\n").unwrap();
        assert_eq!(perft[0], PerftRow { variant: String::new(), depth: 1, nodes: 4, deep: false });
        assert_eq!(
            perft[1],
            PerftRow { variant: "size=4".into(), depth: 11, nodes: 212_258_216, deep: true }
        );
        let games = read_games("# us\n\nswap | a1 b2 | second 3 -5 | blocked\n- | | - | -\n").unwrap();
        assert_eq!(games[0].moves, ["a1", "b2"]);
        assert_eq!((games[0].score, games[0].reason.as_deref()), (Some([3, -5]), Some("blocked")));
        assert_eq!((games[1].result.clone(), games[1].moves.len()), (None, 0));
        let facts = read_facts("# us\nsymmetries size=4 = 8\nlegal-at-start = 65\n").unwrap();
        assert_eq!((facts[0].variant.as_str(), facts[0].value.as_str()), ("size=4", "8"));
        assert_eq!(facts[1].variant, "");
    }

    #[test]
    fn wrong_tables_are_refused() {
        assert!(read_perft("- 1 4\n").unwrap_err().contains("source"));
        assert!(read_perft("# us\n- 1\n").unwrap_err().contains("perft.txt:2"));
        assert!(read_games("# us\na | b | c\n").unwrap_err().contains("games.txt:2"));
        assert!(read_facts("# us\nkey value\n").unwrap_err().contains("facts.txt:2"));
        assert!(read_vectors("hex", "{\"game\":\"nim\"}").unwrap_err().contains("vectors.jsonl:1"));
    }
}
