//! The crates that are to run in a browser use nothing that a browser does not have.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for item in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = item.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_files_clocks_or_processes_and_threads_only_where_asked_for() {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for name in ["core", "games", "net", "scene", "search", "solve", "table"] {
        sources(&crates.join(name).join("src"), &mut files);
    }
    assert!(files.len() > 20, "the sources were not found");
    for file in files {
        // Scoped threads are those that `Limits` or `TuningPlan` ask for; a length of time is no clock.
        let text = fs::read_to_string(&file).unwrap();
        let text = text.replace("std::thread::scope", "").replace("std::time::Duration", "");
        for module in ["fs", "thread", "time", "net", "env", "process"] {
            let used = ["std", "core"].iter().any(|library| {
                text.contains(&format!("{library}::{module}"))
                    || text.contains(&format!("use {library}::{{{module}"))
            });
            assert!(!used, "{} uses std::{module}", file.display());
        }
    }
}
