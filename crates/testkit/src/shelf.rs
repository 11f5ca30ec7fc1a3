//! A shelf in memory, for tests of work that is kept.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use damier_solve::Shelf;

/// A shelf in memory: what is kept, by name.
#[derive(Debug, Default)]
pub struct MemoryShelf {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    saved: AtomicUsize,
}

impl MemoryShelf {
    /// Returns the files, to be looked at or spoilt.
    pub fn files(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how often something was saved.
    pub fn saved(&self) -> usize {
        self.saved.load(Ordering::Relaxed)
    }
}

impl Shelf for MemoryShelf {
    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>> {
        let file = self.files().get(name).cloned();
        Ok(file.map(|file| -> Box<dyn Read + Send> { Box::new(Cursor::new(file)) }))
    }

    fn save(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut file = Vec::new();
        write(&mut file)?;
        self.files().insert(name.to_string(), file);
        self.saved.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.files().remove(name);
        Ok(())
    }
}
