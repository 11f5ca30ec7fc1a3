//! The catalogue is whole: every folder is listed, every game has its pages, tables and vectors, and they hold.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use damier_core::Lang;
use damier_table::{Entry, Part, parts};
use damier_testkit::{answers, conformance, tables};

fn source() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn folder(entry: &Entry) -> PathBuf {
    source().join(entry.id.replace('-', "_"))
}

fn read(entry: &Entry, file: &str) -> String {
    let path = folder(entry).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Collects what goes wrong, game by game, so that one failure does not hide another.
fn for_all(check: impl Fn(&'static Entry) -> Result<(), String>) {
    let wrong: Vec<String> = damier_games::ALL.iter().filter_map(|entry| check(entry).err()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_folder_is_in_the_catalogue() {
    let listed: BTreeSet<String> = damier_games::ALL.iter().map(|entry| entry.id.replace('-', "_")).collect();
    assert_eq!(listed.len(), damier_games::ALL.len(), "an id is listed twice");
    let folders: BTreeSet<String> = fs::read_dir(source())
        .unwrap()
        .map(Result::unwrap)
        .filter(|item| item.file_type().unwrap().is_dir())
        .map(|item| item.file_name().into_string().unwrap())
        .collect();
    assert_eq!(folders, listed, "folders of games, and the catalogue");
}

#[test]
fn ids_and_names_are_ascii_lower_case() {
    // RULES.md: "Ids and variant names are ASCII, lower case."
    let plain =
        |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') && !name.is_empty();
    for entry in damier_games::ALL {
        assert!(plain(entry.id), "{}", entry.id);
        assert!(entry.variants.iter().all(|variant| plain(variant.name)), "{}", entry.id);
        assert!(entry.params.iter().all(|param| plain(param.key)), "{}", entry.id);
    }
}

#[test]
fn every_game_has_both_pages_with_the_same_diagrams() {
    for entry in damier_games::ALL {
        let diagrams = Lang::ALL.map(|lang| {
            let file = format!("README.{}.md", lang.code());
            let page = read(entry, &file);
            assert_eq!(page, entry.pages.get(lang), "{}: the entry has another page than {file}", entry.id);
            assert!(page.starts_with("# ") && page.len() > 1500, "{}: {file} is no page yet", entry.id);
            let mut specs = Vec::new();
            for part in parts(&page).unwrap_or_else(|fault| panic!("{}: {file}: {fault}", entry.id)) {
                if let Part::Diagram(diagram) = part {
                    let session = diagram.session(damier_games::open);
                    let session = session.unwrap_or_else(|fault| panic!("{}: {file}: {fault}", entry.id));
                    specs.push(session.position());
                }
            }
            specs
        });
        assert_eq!(diagrams[0], diagrams[1], "{}: the two pages show other diagrams", entry.id);
        assert!(diagrams[0].len() >= 2, "{}: a page without diagrams", entry.id);
    }
}

#[test]
fn every_variant_and_parameter_is_sampled_and_has_counts() {
    for entry in damier_games::ALL {
        let perft = tables::read_perft(&read(entry, "perft.txt")).unwrap();
        let vectors = tables::read_vectors(entry.id, &read(entry, "vectors.jsonl")).unwrap();
        let counted: Vec<&str> = perft
            .iter()
            .map(|row| row.variant.as_str())
            .chain(vectors.iter().map(tables::Vector::variant))
            .collect();
        assert!(counted.contains(&""), "{}: no count for the default", entry.id);
        let has =
            |variant: &&str, part: &str| variant.split(',').any(|word| word.split('=').next() == Some(part));
        let names = entry
            .variants
            .iter()
            .map(|variant| variant.name)
            .chain(entry.params.iter().map(|param| param.key));
        for name in names {
            assert!(
                entry.samples.iter().any(|sample| has(sample, name)),
                "{}: {name} is in no sample",
                entry.id
            );
            assert!(counted.iter().any(|variant| has(variant, name)), "{}: {name} has no count", entry.id);
        }
    }
}

#[test]
fn glances_are_games() {
    for_all(|entry| entry.glance().map(|_| ()).map_err(|fault| format!("{}: {fault}", entry.id)));
}

#[test]
fn the_vectors_hold() {
    for_all(|entry| {
        let vectors = tables::read_vectors(entry.id, &read(entry, "vectors.jsonl"))?;
        vectors.iter().try_for_each(|vector| vector.check(entry))
    });
}

#[test]
fn the_perft_tables_hold() {
    for_all(|entry| {
        let rows = tables::read_perft(&read(entry, "perft.txt"))?;
        rows.iter().try_for_each(|row| row.check(entry))
    });
}

#[test]
fn the_games_hold() {
    for_all(|entry| {
        let rows = tables::read_games(&read(entry, "games.txt"))?;
        rows.iter().try_for_each(|row| row.check(entry))
    });
}

#[test]
fn the_facts_hold() {
    for_all(|entry| {
        let rows = tables::read_facts(&read(entry, "facts.txt"))?;
        rows.iter().try_for_each(|row| row.check(entry))
    });
}

#[test]
fn the_answers_hold() {
    for_all(|entry| {
        let rows = tables::read_facts(&read(entry, "facts.txt"))?;
        answers::check(entry, &rows)
    });
}

#[test]
fn every_game_conforms() {
    for_all(|entry| conformance::check(entry, 8));
}

#[test]
fn wrong_names_are_answered_with_the_right_ones() {
    let fault = damier_games::entry("echecs").unwrap_err().to_string();
    assert!(fault.contains("\"echecs\"") && fault.contains("hex"), "{fault}");
    for entry in damier_games::ALL {
        let fault = entry.variant("nonesuch").err().unwrap().to_string();
        assert!(fault.contains("\"nonesuch\""), "{fault}");
        let fault = entry.variant("nonesuch=1").err().unwrap().to_string();
        assert!(fault.contains("\"nonesuch\""), "{fault}");
    }
}
