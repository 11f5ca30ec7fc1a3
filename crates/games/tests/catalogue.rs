//! The catalogue is whole: every folder is listed, and the conformance suite holds for every game.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use damier_testkit::suite::GameFolder;

fn source() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn games() -> Vec<GameFolder> {
    let folder = |entry: &damier_table::Entry| source().join(entry.id.replace('-', "_"));
    damier_games::ALL.iter().map(|entry| GameFolder { entry, path: folder(entry) }).collect()
}

damier_testkit::suite!(games());

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
fn a_wrong_id_is_answered_with_the_right_ones() {
    let fault = damier_games::entry("echecs").unwrap_err().to_string();
    assert!(fault.contains("\"echecs\"") && fault.contains("hex"), "{fault}");
}
