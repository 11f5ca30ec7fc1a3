//! The row of a game, its tables and its rules.

use super::{GameFolder, ensure};
use crate::{answers, conformance, tables};

/// Checks that the names of specs are ASCII in lower case, as the rules say.
///
/// # Errors
/// Names the word that is not.
pub fn ids_and_names_are_ascii_lower_case(game: &GameFolder) -> Result<(), String> {
    // docs/rules.md: "Ids and variant names are ASCII, lower case."
    let plain =
        |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') && !name.is_empty();
    let entry = game.entry;
    let variants = entry.variants.iter().map(|variant| variant.name);
    let params = entry.params.iter().map(|param| param.key);
    let mut names = std::iter::once(entry.id).chain(variants).chain(params);
    names.find(|name| !plain(name)).map_or(Ok(()), |name| Err(format!("{name:?} is not ASCII in lower case")))
}

/// Checks that every variant and every parameter is in a sample and has a count, and that the vectors hold a game.
///
/// # Errors
/// Names the one that is missing.
pub fn every_variant_and_parameter_is_sampled_and_has_counts(game: &GameFolder) -> Result<(), String> {
    let entry = game.entry;
    let perft = tables::read_perft(&game.read("perft.txt")?)?;
    let vectors = tables::read_vectors(entry.id, &game.read("vectors.jsonl")?)?;
    let played = vectors.iter().any(|vector| matches!(vector, tables::Vector::Game(_)));
    ensure(played, || "no game in vectors.jsonl".to_string())?;
    let counted: Vec<&str> = perft
        .iter()
        .map(|row| row.variant.as_str())
        .chain(vectors.iter().map(tables::Vector::variant))
        .collect();
    ensure(counted.contains(&""), || "no count for the default".to_string())?;
    let has = |variant: &str, part: &str| variant.split(',').any(|word| word.split('=').next() == Some(part));
    let variants = entry.variants.iter().map(|variant| variant.name);
    for name in variants.chain(entry.params.iter().map(|param| param.key)) {
        ensure(entry.samples.iter().any(|sample| has(sample, name)), || format!("{name} is in no sample"))?;
        ensure(counted.iter().any(|variant| has(variant, name)), || format!("{name} has no count"))?;
    }
    Ok(())
}

/// Checks that the game at a glance is one.
///
/// # Errors
/// Names the move that is impossible.
pub fn glances_are_games(game: &GameFolder) -> Result<(), String> {
    game.entry.glance().map(|_| ()).map_err(|fault| fault.to_string())
}

/// Checks `vectors.jsonl`.
///
/// # Errors
/// Says where rules and table differ.
pub fn the_vectors_hold(game: &GameFolder) -> Result<(), String> {
    let vectors = tables::read_vectors(game.entry.id, &game.read("vectors.jsonl")?)?;
    vectors.iter().try_for_each(|vector| vector.check(game.entry))
}

/// Checks `perft.txt`.
///
/// # Errors
/// Says where rules and table differ.
pub fn the_perft_tables_hold(game: &GameFolder) -> Result<(), String> {
    let rows = tables::read_perft(&game.read("perft.txt")?)?;
    rows.iter().try_for_each(|row| row.check(game.entry))
}

/// Checks `games.txt`.
///
/// # Errors
/// Says where rules and table differ.
pub fn the_games_hold(game: &GameFolder) -> Result<(), String> {
    let rows = tables::read_games(&game.read("games.txt")?)?;
    rows.iter().try_for_each(|row| row.check(game.entry))
}

/// Checks the rows of `facts.txt` that are known at once.
///
/// # Errors
/// Says where rules and table differ.
pub fn the_facts_hold(game: &GameFolder) -> Result<(), String> {
    let rows = tables::read_facts(&game.read("facts.txt")?)?;
    rows.iter().try_for_each(|row| row.check(game.entry))
}

/// Checks the rows of `facts.txt` that take solving.
///
/// # Errors
/// Says where solver and table differ.
pub fn the_answers_hold(game: &GameFolder) -> Result<(), String> {
    let rows = tables::read_facts(&game.read("facts.txt")?)?;
    answers::check(game.entry, &rows)
}

/// Checks what every game promises, in random games and sessions of every sample.
///
/// # Errors
/// Says which promise is broken, and in which position.
pub fn the_game_conforms(game: &GameFolder) -> Result<(), String> {
    conformance::check(game.entry, 8)
}

/// Checks that a variant or parameter that there is not is named.
///
/// # Errors
/// Returns the words that do not name it.
pub fn wrong_names_are_answered_with_the_right_ones(game: &GameFolder) -> Result<(), String> {
    for wrong in ["nonesuch", "nonesuch=1"] {
        let Err(fault) = game.entry.variant(wrong) else { return Err(format!("{wrong} is taken")) };
        let words = fault.to_string();
        ensure(words.contains("\"nonesuch\""), || words)?;
    }
    Ok(())
}
