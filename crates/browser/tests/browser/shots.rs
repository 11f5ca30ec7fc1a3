//! Pictures of every game for people to look at, in `target/shots`; `./test --shots` puts those of the book into its folder.

use std::path::Path;
use std::{env, fs};

use damier_browser::{Browser, Kind};
use serde_json::json;

use crate::house;
use crate::table::Table;

/// So many moves are played before the picture is taken.
const PLIES: usize = 8;

/// A picture of less than so many bytes shows nothing: a page without a board takes more.
const LEAST: usize = 4_000;

fn keep(folder: &Path, name: &str, picture: &[u8]) {
    assert!(picture.len() >= LEAST, "{name} is blank: {} bytes", picture.len());
    fs::create_dir_all(folder).expect("a folder for the pictures");
    fs::write(folder.join(name), picture).expect("the picture is written");
}

#[test]
fn every_game_has_its_picture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (shots, book) = (root.join("target/shots"), root.join("book/src/shots"));
    for (size, kind) in [("desktop", Kind::DESKTOP), ("phone", Kind::PHONE)] {
        let browser = Browser::open(kind);
        let pages = [("collection", "/"), ("rules", "/games/hex"), ("begin", "/games/reversi/play")];
        let mut addresses: Vec<(String, String)> =
            pages.map(|(name, path)| (name.to_string(), house::at(path))).to_vec();
        for entry in damier_games::ALL {
            let mut table = Table::for_people(&browser, entry);
            for _ in 0..PLIES {
                table.settle();
                let text = table.good();
                table.play(&text);
            }
            table.settle();
            addresses.push((entry.id.to_string(), browser.address()));
        }
        for (name, address) in &addresses {
            for theme in ["light", "dark"] {
                browser.go(&format!("{address}?theme={theme}"));
                browser.wait(
                    "return !document.querySelector('.table') || document.querySelector('.layer-hints')",
                    &[],
                );
                keep(
                    &shots,
                    &format!("{name}-{size}-{theme}.png"),
                    &browser.picture(json!({ "format": "png" })),
                );
                let played = damier_games::entry(name).is_ok();
                let for_book = env::var_os("DAMIER_SHOTS").is_some();
                if for_book && played && size == "desktop" && theme == "light" {
                    let half =
                        json!({ "x": 0, "y": 0, "width": kind.size.0, "height": kind.size.1, "scale": 0.5 });
                    let picture = browser.picture(json!({ "format": "webp", "quality": 80, "clip": half }));
                    keep(&book, &format!("{name}.webp"), &picture);
                }
            }
        }
    }
}
