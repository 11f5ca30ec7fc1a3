//! The answers in `facts.txt`: rows `solve.PATH [VARIANT] = VALUE`, and `deep.PATH` for what takes long. The path leads
//! into what `damier solve GAME:VARIANT --json` prints.

use std::collections::BTreeMap;

use damier_solve::{Job, Study};
use damier_table::Entry;
use serde_json::{Value as Json, json};

use crate::tables::FactRow;

/// Splits the key of an answer: whether it is deep, and its path.
pub(crate) fn path(key: &str) -> Option<(bool, &str)> {
    key.strip_prefix("solve.")
        .map(|path| (false, path))
        .or_else(|| key.strip_prefix("deep.").map(|path| (true, path)))
}

/// Solves anew every variant that has answers among the rows, and compares. Deep ones are passed over unless
/// [`crate::deep`] says otherwise.
///
/// # Errors
/// Says what was found.
pub fn check(entry: &Entry, facts: &[FactRow]) -> Result<(), String> {
    let mut asked: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for fact in facts {
        match path(&fact.key) {
            Some((deep, path)) if !deep || crate::deep() => {
                asked.entry(&fact.variant).or_default().push((path, &fact.value));
            }
            _ => {}
        }
    }
    for (variant, answers) in asked {
        let game = entry.variant(variant).map_err(|fault| fault.to_string())?;
        let job = Job { threads: 2, memory: 20 << 30, ..Job::new() };
        let name = format!("{}:{variant}", entry.id);
        let study = game.study(&job).ok_or_else(|| format!("{name} has no study"))?;
        let found = report(study.map_err(|error| format!("{name}: {error:?}"))?);
        for (path, stated) in answers {
            let into = |at: &'_ Json, step: &str| match step.parse::<usize>() {
                Ok(place) if at.is_array() => at[place].clone(),
                _ => at[step].clone(),
            };
            let value = path.split('.').fold(found.clone(), |at, step| into(&at, step));
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
            if text != stated {
                return Err(format!("{name} solve.{path} is {text}, the table says {stated}"));
            }
        }
    }
    Ok(())
}

/// Returns a study as `damier solve --json` prints it.
fn report(study: Study) -> Json {
    let mut report = Json::Object(study.counts);
    let value = study.value;
    report["value"] = json!(value.and_then(damier_search::Value::exact));
    report["plies"] = json!(value.and_then(damier_search::Value::plies).filter(|_| !study.bound));
    report["score"] = json!(study.score);
    report["best"] = json!(study.best.join(" "));
    report["positions"] = json!(study.positions);
    report
}
