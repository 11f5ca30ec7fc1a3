//! The row of a game, its tables and its rules.

use std::collections::BTreeMap;

use damier_core::{Fault, Lang, Rng};
use damier_table::{AnyGame, ParamKind, Spec, words};

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

/// Checks that people are told of every sample in words, of no two in the same, and that parameters take the numbers that the
/// entry offers, and no others.
///
/// # Errors
/// Names the sample or the number.
pub fn variants_and_sizes_are_said_in_words(game: &GameFolder) -> Result<(), String> {
    let entry = game.entry;
    for lang in Lang::ALL {
        let mut said = BTreeMap::from([(String::new(), String::new())]);
        for sample in entry.samples {
            let spec = Spec::with_variant(entry.id, sample).map_err(|fault| fault.to_string())?;
            // A sample may name what the game is without it.
            let unsaid =
                |name: &String| entry.variants.iter().any(|v| v.name == name && v.words.get(lang).is_empty());
            if spec.params.is_empty() && spec.variants.iter().all(unsaid) {
                continue;
            }
            let words = words::variant(entry, &spec, lang);
            ensure(!words.contains(['=', ':', '_']), || format!("{sample}: {words} is a code"))?;
            let other = said.insert(words.clone(), sample.to_string());
            ensure(other.is_none(), || format!("{sample} and {other:?} are both called {words:?}"))?;
        }
    }
    let opens = |key: &str, number: usize| entry.variant(&format!("{key}={number}"));
    for param in entry.params {
        let ParamKind::Numbers(numbers) = param.kind else { continue };
        for number in numbers.all() {
            opens(param.key, number).map_err(|fault| format!("{number} is offered: {fault}"))?;
        }
        for number in [numbers.low - numbers.step, numbers.high + numbers.step] {
            ensure(opens(param.key, number).is_err(), || format!("{number} is not offered, and taken"))?;
        }
        let start =
            |game: Result<Box<dyn AnyGame>, Fault>| game.map(|game| game.open(&mut Rng::new(0)).start());
        let same = start(opens(param.key, numbers.usual)) == start(entry.variant(""));
        ensure(same, || format!("{} is not what the game has without it", numbers.usual))?;
        let offered = numbers.first.is_none_or(|first| numbers.all().any(|number| number == first));
        ensure(offered, || format!("{:?} is not offered", numbers.first))?;
    }
    Ok(())
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
