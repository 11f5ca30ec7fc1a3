//! The folder where tables are kept, and games that know theirs.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use damier_core::Fault;
use damier_solve::{Bytes, Shelf, TableFile};
use damier_table::{AnyGame, Spec};

use crate::logs;
use crate::terminal::Screen;

/// Returns the folder where the user's games and tables are kept, unless something else is asked for.
pub fn data_folder() -> PathBuf {
    let shared = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    shared.map_or_else(|| PathBuf::from("damier-data"), |shared| shared.join("damier"))
}

fn set(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// A folder of tables.
pub struct Folder {
    place: PathBuf,
    /// The locks of the files that were asked for.
    held: Mutex<HashMap<String, File>>,
    used: AtomicBool,
}

impl Folder {
    /// Returns the folder that is asked for, or else the one that `DAMIER_TABLES` names, or else the user's own.
    pub fn new(asked: Option<PathBuf>) -> Folder {
        let place = asked.or_else(|| set("DAMIER_TABLES")).unwrap_or_else(|| data_folder().join("tables"));
        Folder { place, held: Mutex::default(), used: AtomicBool::new(false) }
    }

    /// Returns where a file is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.place.join(name)
    }

    /// Says whether something was found or left in it.
    pub fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    /// Takes a file for this process alone, as long as the folder is in use. Where no lock can be made, nothing can be
    /// written either.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] where another process has it.
    fn lock(&self, name: &str) -> io::Result<()> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.contains_key(name) {
            return Ok(());
        }
        let path = self.path(&format!("{name}.lock"));
        let made = fs::create_dir_all(&self.place).and_then(|()| File::create(path));
        let Ok(lock) = made else { return Ok(()) };
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
            // There are file systems without locks: whoever uses one takes care himself.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(error);
            }
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        held.insert(name.to_string(), lock);
        Ok(())
    }
}

impl Shelf for Folder {
    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>> {
        self.lock(name)?;
        match File::open(self.path(name)) {
            Ok(file) => {
                self.used.store(true, Ordering::Relaxed);
                Ok(Some(Box::new(BufReader::with_capacity(1 << 16, file))))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn save(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        self.lock(name)?;
        fs::create_dir_all(&self.place)?;
        let draft = self.path(&format!("{name}.draft"));
        let mut file = BufWriter::with_capacity(1 << 16, File::create(&draft)?);
        write(&mut file)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(draft, self.path(name))?;
        self.used.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// A finished table in its file. That it cannot be read is told once; the engines then think without it.
struct Watched {
    table: TableFile<File>,
    path: PathBuf,
    told: AtomicBool,
}

impl Bytes for Watched {
    fn byte(&self, at: u64) -> io::Result<u8> {
        let byte = self.table.get(at);
        if let Err(error) = &byte
            && !self.told.swap(true, Ordering::Relaxed)
        {
            logs::warn(&unread(&self.path, error), Screen::current().lang);
        }
        byte
    }
}

fn unread(path: &Path, error: &io::Error) -> Fault {
    let path = path.display();
    Fault::new(format!("table « {path} » : {error}"), format!("table \"{path}\": {error}"))
}

/// Opens a game as [`open_with`] does, with the folder that [`Folder::new`] finds.
///
/// # Errors
/// As [`open_with`].
pub fn open(spec: &Spec) -> Result<Box<dyn AnyGame>, Fault> {
    open_with(spec, &Folder::new(None))
}

/// Opens a game, with its table where a finished one is in the folder.
///
/// # Errors
/// Names what is wrong with the spec, or why the table that is there cannot be read.
pub fn open_with(spec: &Spec, folder: &Folder) -> Result<Box<dyn AnyGame>, Fault> {
    let game = damier_games::open(spec)?;
    if let (Some(name), Some(size)) = (game.table_name(), game.table_size()) {
        let path = folder.path(&name);
        match File::open(&path) {
            Ok(file) => {
                let table = TableFile::open(&game.spec().to_string(), size, file);
                if let Some(table) = table.map_err(|error| unread(&path, &error))? {
                    game.attach(Arc::new(Watched { table, path, told: AtomicBool::new(false) }));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(unread(&path, &error)),
        }
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_whole_and_removed() {
        let folder =
            Folder::new(Some(std::env::temp_dir().join(format!("damier-shelf-{}", std::process::id()))));
        assert!(folder.open("a").unwrap().is_none() && !folder.is_used());
        folder.save("a", &mut |out| out.write_all(b"one")).unwrap();
        let failed = folder.save("a", &mut |out| {
            out.write_all(b"two")?;
            Err(io::Error::other("on purpose"))
        });
        assert!(failed.is_err());
        let mut text = String::new();
        folder.open("a").unwrap().unwrap().read_to_string(&mut text).unwrap();
        assert!(text == "one" && folder.is_used(), "{text}");
        folder.remove("a").unwrap();
        folder.remove("a").unwrap();
        assert!(folder.open("a").unwrap().is_none());
        fs::remove_dir_all(&folder.place).unwrap();
    }

    #[test]
    fn a_file_belongs_to_one_folder_in_use_at_a_time() {
        let place = std::env::temp_dir().join(format!("damier-lock-{}", std::process::id()));
        let (one, other) = (Folder::new(Some(place.clone())), Folder::new(Some(place.clone())));
        one.save("a", &mut |out| out.write_all(b"one")).unwrap();
        assert_eq!(other.open("a").err().unwrap().kind(), io::ErrorKind::WouldBlock);
        assert_eq!(other.save("a", &mut |_| Ok(())).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        assert!(other.open("b").unwrap().is_none());
        drop(one);
        assert!(other.open("a").unwrap().is_some());
        fs::remove_dir_all(&place).unwrap();
    }
}
