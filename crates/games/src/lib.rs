//! The games of Damier, one folder each, and their catalogue.
//!
//! To add a game: its folder, its line among the modules, its line in [`ALL`].

use damier_core::Fault;
use damier_table::{AnyGame, Entry, Spec};

pub mod crosses;
pub mod halma;
pub mod hex;
pub mod meandres;
pub mod nim;
pub mod turnabout;

/// The catalogue, in the order of the sheets.
pub static ALL: &[&Entry] = &[
    &crosses::ENTRY, //
    &hex::ENTRY,
    &meandres::ENTRY,
    &halma::ENTRY,
    &nim::ENTRY,
    &turnabout::ENTRY,
];

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
