//! The folder where tables are kept, and games that know theirs.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use damier_core::Fault;
use damier_solve::{Bytes, Head, PAGE, Shelf, State};
use damier_table::{AnyGame, Spec};

/// Returns the folder where the user's games and tables are kept, unless something else is asked for.
pub fn own_folder() -> PathBuf {
    let shared = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    shared.map_or_else(|| PathBuf::from("damier-data"), |shared| shared.join("damier"))
}

fn set(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// A folder of tables.
pub struct Folder(PathBuf);

impl Folder {
    /// Returns the folder that is asked for, or else the one that `DAMIER_TABLES` names, or else the user's own.
    pub fn new(asked: Option<PathBuf>) -> Folder {
        Folder(asked.or_else(|| set("DAMIER_TABLES")).unwrap_or_else(|| own_folder().join("tables")))
    }

    /// Returns where a file is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Shelf for Folder {
    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>> {
        match File::open(self.path(name)) {
            Ok(file) => Ok(Some(Box::new(BufReader::with_capacity(1 << 16, file)))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn save(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let draft = self.path(&format!("{name}.draft"));
        let mut file = BufWriter::with_capacity(1 << 16, File::create(&draft)?);
        write(&mut file)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(draft, self.path(name))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// A finished table in its file, of which single bytes are read.
struct FileBytes(Mutex<File>);

impl Bytes for FileBytes {
    fn byte(&self, at: u64) -> io::Result<u8> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(PAGE as u64 + at))?;
        let mut byte = [0];
        file.read_exact(&mut byte)?;
        Ok(byte[0])
    }
}

/// Opens a game, with its table where a finished one is on the shelf. Tables of other games or unfinished ones are left
/// alone.
///
/// # Errors
/// Names what is wrong with the spec, or why the table that is there cannot be read.
pub fn open(spec: &Spec) -> Result<Box<dyn AnyGame>, Fault> {
    let game = damier_games::open(spec)?;
    if let Some(name) = game.table_name() {
        let path = Folder::new(None).path(&name);
        let unread = |error: io::Error| {
            let path = path.display();
            Fault::new(format!("table « {path} » : {error}"), format!("table \"{path}\": {error}"))
        };
        match File::open(&path) {
            Ok(mut file) => {
                let head = Head::read(&mut file).map_err(unread)?;
                let fits = |size| head.check(&game.spec().to_string(), size).is_ok();
                if game.table_size().is_some_and(fits) && head.state == State::Done {
                    game.attach(Arc::new(FileBytes(Mutex::new(file))));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(unread(error)),
        }
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_whole_and_removed() {
        let folder = Folder(std::env::temp_dir().join(format!("damier-shelf-{}", std::process::id())));
        assert!(folder.open("a").unwrap().is_none());
        folder.save("a", &mut |out| out.write_all(b"one")).unwrap();
        let failed = folder.save("a", &mut |out| {
            out.write_all(b"two")?;
            Err(io::Error::other("on purpose"))
        });
        assert!(failed.is_err());
        let mut text = String::new();
        folder.open("a").unwrap().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "one");
        folder.remove("a").unwrap();
        folder.remove("a").unwrap();
        assert!(folder.open("a").unwrap().is_none());
        fs::remove_dir_all(&folder.0).unwrap();
    }
}
