//! One of the databases, whichever the host has chosen.

use std::path::PathBuf;
use std::str::FromStr;

use damier_core::Fault;
use tokio::sync::watch::Receiver;

use crate::update::{Due, Event, Update};
use crate::{End, NewGame, OpenError, PlayedMove, Postgres, SavedGame, Sqlite, Store, StoreError};

/// Where a database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A file of SQLite: `sqlite:FILE`.
    File(PathBuf),
    /// The address of a PostgreSQL database: `postgres://…`.
    Postgres(String),
}

impl FromStr for Place {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Place, Fault> {
        if ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Ok(Place::Postgres(text.to_string()));
        }
        let file = text.strip_prefix("sqlite:").map(|file| file.strip_prefix("//").unwrap_or(file));
        // A database in memory would be gone with the program; a name such as that is no file's.
        let file = file.filter(|file| !file.is_empty() && !file.starts_with(':'));
        file.map(|file| Place::File(PathBuf::from(file))).ok_or_else(|| {
            let hidden = without_password(text);
            Fault::new(
                format!(
                    "« {hidden} » n'est pas une base connue ; attendu : sqlite:FICHIER ou \
                     postgres://UTILISATEUR:MOT-DE-PASSE@MACHINE/BASE"
                ),
                format!(
                    "\"{hidden}\" is not a database we know; expected sqlite:FILE or \
                     postgres://USER:PASSWORD@HOST/DATABASE"
                ),
            )
        })
    }
}

impl Place {
    /// Returns its name for people and logs, without a password.
    pub fn name(&self) -> String {
        match self {
            Place::File(file) => file.display().to_string(),
            Place::Postgres(url) => without_password(url),
        }
    }
}

/// Returns an address without user, password and options.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_string() };
    let rest = rest.split('?').next().unwrap_or_default();
    format!("{scheme}://{}", rest.rsplit('@').next().unwrap_or_default())
}

/// One of the databases.
#[derive(Clone, Debug)]
pub enum Database {
    /// A file of SQLite.
    Sqlite(Sqlite),
    /// PostgreSQL.
    Postgres(Postgres),
}

impl From<Sqlite> for Database {
    fn from(store: Sqlite) -> Database {
        Database::Sqlite(store)
    }
}

impl From<Postgres> for Database {
    fn from(store: Postgres) -> Database {
        Database::Postgres(store)
    }
}

impl Database {
    /// Opens a database; `listen` is the address past a pooler, for PostgreSQL.
    ///
    /// # Errors
    /// As those of [`Sqlite::open`] and [`Postgres::open`].
    pub async fn open(place: &Place, listen: Option<&str>) -> Result<Database, OpenError> {
        match place {
            Place::File(file) => Sqlite::open(file).await.map(Database::Sqlite),
            Place::Postgres(url) => Postgres::open(url, listen).await.map(Database::Postgres),
        }
    }
}

/// Asks whichever database it is.
macro_rules! ask {
    ($database:ident, $store:ident => $asked:expr) => {
        match $database {
            Database::Sqlite($store) => $asked,
            Database::Postgres($store) => $asked,
        }
    };
}

impl Store for Database {
    async fn update(&self, update: Update) -> Result<u64, StoreError> {
        ask!(self, store => store.update(update).await)
    }

    async fn import(
        &self,
        game: &NewGame,
        moves: &[PlayedMove],
        ended: Option<End>,
    ) -> Result<(), StoreError> {
        ask!(self, store => store.import(game, moves, ended).await)
    }

    async fn find(&self, id: &str) -> Result<Option<SavedGame>, StoreError> {
        ask!(self, store => store.find(id).await)
    }

    async fn events(&self, id: &str, after: u64, limit: u32) -> Result<Vec<Event>, StoreError> {
        ask!(self, store => store.events(id, after, limit).await)
    }

    async fn shelve(&self, holder: &str, id: &str, since: i64) -> Result<(), StoreError> {
        ask!(self, store => store.shelve(holder, id, since).await)
    }

    async fn unshelve(&self, holder: &str, id: &str) -> Result<(), StoreError> {
        ask!(self, store => store.unshelve(holder, id).await)
    }

    async fn shelf(&self, holder: &str, skip: u32, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        ask!(self, store => store.shelf(holder, skip, count).await)
    }

    async fn shelf_size(&self, holder: &str) -> Result<u32, StoreError> {
        ask!(self, store => store.shelf_size(holder).await)
    }

    async fn lobby(&self, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        ask!(self, store => store.lobby(count).await)
    }

    async fn lively(&self, since: i64, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        ask!(self, store => store.lively(since, count).await)
    }

    async fn take_flags(&self, most: u32) -> Result<Vec<Due>, StoreError> {
        ask!(self, store => store.take_flags(most).await)
    }

    fn watch(&self, id: &str) -> Receiver<u64> {
        ask!(self, store => store.watch(id))
    }

    fn now(&self) -> i64 {
        ask!(self, store => store.now())
    }

    async fn close(&self) -> Result<(), StoreError> {
        ask!(self, store => store.close().await)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_are_files_or_addresses_and_passwords_stay_unsaid() {
        let file = |name: &str| Ok(Place::File(PathBuf::from(name)));
        assert_eq!("sqlite:games.db".parse(), file("games.db"));
        assert_eq!("sqlite:///var/games.db".parse(), file("/var/games.db"));
        let url = "postgres://ada:s3cret@db.example:5433/damier?options=x";
        let place: Place = url.parse().unwrap();
        assert_eq!(place, Place::Postgres(url.to_string()));
        assert_eq!(place.name(), "postgres://db.example:5433/damier");
        for wrong in ["", "games.db", "sqlite:", "sqlite::memory:", "mysql://ada:s3cret@host/db"] {
            let fault = wrong.parse::<Place>().unwrap_err().to_string();
            assert!(!fault.contains("s3cret"), "{fault}");
        }
    }
}
