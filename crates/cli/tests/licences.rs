//! Every dependency may be used under one of the licences that `deny.toml` allows.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().expect("the toolchain is there");
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn allowed() -> BTreeSet<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("deny.toml")).expect("deny.toml");
    let (_, list) = text.split_once("allow = [").expect("a list of licences");
    let (list, _) = list.split_once(']').expect("the end of the list");
    list.split(',')
        .map(|name| name.trim().trim_matches('"').to_string())
        .filter(|name| !name.is_empty())
        .collect()
}

/// Says whether an SPDX expression can be met: one alternative whose every part is allowed.
fn is_met(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let plain = expression.replace(['(', ')'], " ").replace('/', " OR ");
    let part_is_met = |part: &str| allowed.contains(part.trim().split(" WITH ").next().unwrap_or("").trim());
    // With brackets, `(A OR B) AND C`: every part of the AND needs an allowed choice.
    if expression.contains('(') {
        return plain.split(" AND ").all(|part| part.split(" OR ").any(part_is_met));
    }
    plain.split(" OR ").any(|choice| choice.split(" AND ").all(part_is_met))
}

#[test]
fn dependencies_are_free_to_use() {
    let host = run("rustc", &["-vV"]);
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let arguments = [
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--filter-platform",
        host,
        "--manifest-path",
        manifest,
    ];
    let metadata: Value = serde_json::from_str(&run(env!("CARGO"), &arguments)).expect("JSON");
    let allowed = allowed();
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 20, "the dependencies were not found");
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(|licence| is_met(licence, &allowed)))
        .map(|package| format!("{} {}: {}", package["name"], package["version"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn expressions_are_read() {
    let allowed: BTreeSet<String> = ["MIT", "Unicode-3.0"].map(str::to_string).into();
    assert!(is_met("MIT OR GPL-3.0", &allowed));
    assert!(is_met("GPL-3.0/MIT", &allowed));
    assert!(is_met("(MIT OR Apache-2.0) AND Unicode-3.0", &allowed));
    assert!(!is_met("(MIT OR Apache-2.0) AND GPL-3.0", &allowed));
    assert!(!is_met("MIT AND GPL-3.0", &allowed));
    assert!(!is_met("GPL-3.0", &allowed));
}
