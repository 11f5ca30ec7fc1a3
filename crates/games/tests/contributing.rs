//! Adding a game is what CONTRIBUTING.md says, to the letter: its commands are done in a copy of the tree.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The chapter that is followed.
const CHAPTER: &str = "\n## How to add a game\n";

/// A fenced block of a page: the word behind the fence, and the text without the indentation of the fence.
struct Block {
    kind: String,
    text: String,
}

/// Returns the blocks of the chapter.
fn blocks() -> Vec<Block> {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let (_, chapter) = page.split_once(CHAPTER).expect("the chapter is there");
    let chapter = chapter.split("\n## ").next().unwrap();
    let mut blocks = Vec::new();
    let mut lines = chapter.lines();
    while let Some(line) = lines.next() {
        let fence: String = line.trim_start().chars().take_while(|&sign| sign == '`').collect();
        if fence.len() < 3 {
            continue;
        }
        let indentation = line.len() - line.trim_start().len();
        let text = lines.by_ref().take_while(|line| line.trim() != fence);
        let text = text.map(|line| format!("{}\n", line.get(indentation..).unwrap_or_default())).collect();
        blocks.push(Block { kind: line.trim_start()[fence.len()..].to_string(), text });
    }
    blocks
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Copies the tree, what git keeps and what it would, and leaves files alone that are the same already: they need not be
/// compiled again.
fn copy() -> PathBuf {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contributing");
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files of the tree");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let listed = String::from_utf8(listed.stdout).unwrap();
    let files: BTreeSet<&str> =
        listed.split_terminator('\0').filter(|file| root().join(file).is_file()).collect();
    assert!(files.contains("crates/games/src/lib.rs"), "the files of the tree");
    for file in &files {
        let (from, to) = (root().join(file), copy.join(file));
        let text = fs::read(from).unwrap();
        if fs::read(&to).ok().as_ref() != Some(&text) {
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::write(to, text).unwrap();
        }
    }
    remove_others(&copy, &copy, &files);
    copy
}

/// Removes what an earlier copy had and this one has not, folders included.
fn remove_others(copy: &Path, folder: &Path, files: &BTreeSet<&str>) {
    for item in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = item.path();
        let name = path.strip_prefix(copy).unwrap().to_str().unwrap();
        if item.file_type().unwrap().is_dir() {
            remove_others(copy, &path, files);
            if fs::read_dir(&path).unwrap().next().is_none() {
                fs::remove_dir(path).unwrap();
            }
        } else if !files.contains(name) {
            fs::remove_file(path).unwrap();
        }
    }
}

/// Leaves of a shell block what does without compiling the server, which takes minutes.
fn quick(commands: &str) -> String {
    commands.lines().filter(|line| !line.contains("damier-server")).collect::<Vec<_>>().join("\n")
}

/// Does the commands of a shell block in the copy.
fn run(commands: &str, copy: &Path) {
    let ran = Command::new("sh")
        .args(["-euc", commands])
        .current_dir(copy)
        // A folder of its own: to cargo the packages of the copy are those of the tree, and they would replace each other.
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("contributing-target"))
        // All that is needed was fetched for these tests.
        .env("CARGO_NET_OFFLINE", "true")
        .env_remove("DAMIER_DEEP")
        // One small game is played: a quick build is worth more than quick programs.
        .env("CARGO_PROFILE_TEST_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .output()
        .unwrap();
    let said = [ran.stdout, ran.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(ran.status.success(), "{commands}{}", said.join("\n"));
}

/// Adds the two lines to the list of the games: one among the modules, one in `ALL`.
fn add_lines(lines: &str, copy: &Path) {
    let list = copy.join("crates/games/src/lib.rs");
    let text = fs::read_to_string(&list).unwrap();
    let [module, entry] = lines.lines().collect::<Vec<_>>().try_into().expect("two lines");
    let text = text.replacen("pub mod ", &format!("{module}\npub mod "), 1);
    let text = text.replacen("\n];", &format!("\n    {entry}\n];"), 1);
    assert!(text.contains(module) && text.contains(entry), "{text}");
    fs::write(list, text).unwrap();
}

/// `./test` does what the page says but for the tests of the server, `./test --deep` does all of it.
#[test]
fn the_template_becomes_a_game_by_the_commands_of_the_page() {
    let copy = copy();
    let mut done = Vec::new();
    for Block { kind, text } in blocks() {
        let compiles = text.contains("cargo");
        match kind.as_str() {
            "sh" if compiles && !damier_testkit::deep() => run(&quick(&text), &copy),
            "sh" => run(&text, &copy),
            "rust" => add_lines(&text, &copy),
            _ => continue,
        }
        done.push((kind, compiles));
    }
    let kinds: Vec<(&str, bool)> = done.iter().map(|(kind, compiles)| (kind.as_str(), *compiles)).collect();
    assert_eq!(kinds, [("sh", false), ("rust", false), ("sh", true)], "the page's steps");
    let [folder, template] = ["src/my_game", "template"].map(|folder| copy.join("crates/games").join(folder));
    for item in fs::read_dir(template).unwrap().map(Result::unwrap) {
        let text = fs::read_to_string(folder.join(item.file_name())).unwrap();
        assert!(!text.contains("tic-tac-toe"), "{:?} still has the template's id", item.file_name());
    }
}
