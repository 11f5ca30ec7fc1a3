//! The games of Damier, one folder each, and their catalogue.
//!
//! To add a game: its folder, its line among the modules, its line in [`ALL`].
#![doc = ""]
#![doc = include_str!("../README.md")]

use damier_core::{Fault, Text};
use damier_table::{AnyGame, Entry, Spec, Variant};

pub mod agon;
pub mod chercheurs;
pub mod crosses;
pub mod dames_en_croix;
pub mod dualite;
pub mod dulu;
pub mod gomoku;
pub mod halma;
pub mod hex;
pub mod meandres;
pub mod neo_pettie;
pub mod nim;
pub mod quandary;
pub mod reversi;
pub mod simultana;
pub mod turnabout;
pub mod twixt;

/// The catalogue, in the order of the sheets.
pub static ALL: &[&Entry] = &[
    &dualite::ENTRY, //
    &agon::ENTRY,
    &chercheurs::ENTRY,
    &crosses::ENTRY,
    &dames_en_croix::ENTRY,
    &hex::ENTRY,
    &meandres::ENTRY,
    &halma::ENTRY,
    &neo_pettie::ENTRY,
    &nim::ENTRY,
    &quandary::ENTRY,
    &reversi::ENTRY,
    &turnabout::ENTRY,
    &twixt::ENTRY,
    &gomoku::ENTRY,
    &dulu::ENTRY,
    &simultana::ENTRY,
];

/// The variant in which the second player may answer the first move by taking it over.
pub(crate) const SWAP_VARIANT: Variant = Variant {
    name: "swap",
    about: Text::new(
        "Le second joueur peut prendre à son compte le premier coup",
        "The second player may take over the first move",
    ),
    words: Text::new("avec échange", "with the swap rule"),
};

/// Returns the row of a game.
///
/// # Errors
/// Names the id, and those that there are.
pub fn entry(id: &str) -> Result<&'static Entry, Fault> {
    ALL.iter().copied().find(|entry| entry.id == id).ok_or_else(|| {
        let known = ALL.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", ");
        Fault::new(
            format!("pas de jeu « {id} » ; jeux : {known}"),
            format!("no game \"{id}\"; games: {known}"),
        )
    })
}

/// Opens the game that a spec names.
///
/// # Errors
/// Names the game, variant, parameter or value that is wrong.
pub fn open(spec: &Spec) -> Result<Box<dyn AnyGame>, Fault> {
    entry(&spec.id)?.open(spec)
}
