//! The game to copy keeps all that the games of the catalogue keep.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use damier_core::Rng;
use damier_testkit::junk;
use damier_testkit::suite::GameFolder;

#[path = "../template/mod.rs"]
mod template;

fn games() -> Vec<GameFolder> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("template");
    vec![GameFolder { entry: &template::ENTRY, path }]
}

damier_testkit::suite!(games());

#[test]
fn junk_is_survived() {
    // Characters of its notation, so that junk comes close to the truth.
    const NEAR: &[u8] = b"abc123xo./ ";
    let mut rng = Rng::new(1);
    for _ in 0..400 {
        let length = rng.below(60);
        let text: Vec<u8> = (0..length).map(|_| NEAR[rng.below(NEAR.len() as u32) as usize]).collect();
        junk::feed(&[&template::ENTRY], &text);
    }
}
