//! Studies keep their tables where the games look for them.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::sync::{Mutex, PoisonError};

use damier_games::ALL;
use damier_solve::{Job, Shelf, table_name};

/// A shelf that refuses everything and remembers which files were asked for.
#[derive(Default)]
struct Refusing {
    asked: Mutex<BTreeSet<String>>,
}

impl Refusing {
    fn refuse<T>(&self, name: &str) -> io::Result<T> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_string());
        Err(io::Error::other("refused"))
    }
}

impl Shelf for Refusing {
    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>> {
        self.refuse(name)
    }

    fn save(&self, name: &str, _write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        self.refuse(name)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.refuse(name)
    }
}

#[test]
fn a_study_asks_for_the_table_of_its_own_game() {
    let mut tables = BTreeSet::new();
    for entry in ALL {
        for variant in std::iter::once("").chain(entry.samples.iter().copied()) {
            let game = entry.variant(variant).unwrap();
            let shelf = Refusing::default();
            // Another spec in the job must not matter.
            let job = Job { spec: "another", stop: &|| true, shelf: &shelf, ..Job::new() };
            if game.study(&job).is_none() {
                continue;
            }
            let asked = shelf.asked.into_inner().unwrap_or_else(PoisonError::into_inner);
            let named = asked.into_iter().find(|name| name.ends_with(".table"));
            if let Some(expected) = game.table_name() {
                assert_eq!(named.as_ref(), Some(&expected), "{}", game.spec());
            }
            if let Some(name) = named {
                assert_eq!(name, table_name(&game.spec().to_string()));
                tables.insert(name);
            }
        }
    }
    // The games that are solved backwards.
    assert_eq!(
        tables.into_iter().collect::<Vec<_>>(),
        ["meandres-libre.table", "meandres.table", "simultana.table"]
    );
}
