//! What can go wrong.

use std::borrow::Cow;
use std::sync::Arc;

use damier_core::Fault;
use sqlx::migrate::MigrateError;

use crate::End;

/// Why an operation of a store failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The move does not follow the last one; the game has this many plies.
    #[error("the game has {0} plies")]
    Gap(u32),
    /// Another move is stored at that ply.
    #[error("{0} was played there")]
    Taken(String),
    /// The game has ended off the board.
    #[error("the game has ended: {0}")]
    Over(End),
    /// What the guard of the change asks is not true: this is.
    #[error("the game has {ply} plies and {seq} events")]
    Stale {
        /// The number of plies.
        ply: u32,
        /// The number of its last event.
        seq: u64,
    },
    /// Somebody else holds the seat, an engine has it, or the game has no such seat.
    #[error("the seat is not free")]
    NotFree,
    /// There is no such game.
    #[error("there is no such game")]
    Unknown,
    /// More is waiting to be written than can be written in time, or the database does not answer.
    #[error("too much is waiting to be written")]
    Busy,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
    /// The database contains a text that cannot be read.
    #[error("the database holds what cannot be read")]
    Unreadable(#[from] Fault),
    /// The database failed.
    #[error("the database failed")]
    Database(#[source] Arc<sqlx::Error>),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(Arc::new(error))
    }
}

impl StoreError {
    /// Returns the error of the database, if it was one.
    fn database(&self) -> Option<&sqlx::Error> {
        if let StoreError::Database(error) = self { Some(error) } else { None }
    }

    /// Says whether the game, not the database, refuses the change.
    pub(crate) fn is_refusal(&self) -> bool {
        !matches!(self, StoreError::Database(_) | StoreError::Unreadable(_))
    }

    /// Says whether the connection was lost: another may do better.
    pub(crate) fn is_lost_connection(&self) -> bool {
        match self.database() {
            Some(sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_)) => true,
            // The server is shutting down, has crashed, or starts.
            Some(error) => {
                code_of(error).is_some_and(|code| code.starts_with("57P") || code.starts_with("08"))
            }
            None => false,
        }
    }

    /// Says whether the database gave up so that others can go on: the same transaction may succeed now.
    pub(crate) fn is_deadlock(&self) -> bool {
        let code = self.database().and_then(code_of);
        code.is_some_and(|code| ["40P01", "40001"].contains(&code.as_str()))
    }
}

/// Returns the code that the database gave to an error.
fn code_of(error: &sqlx::Error) -> Option<String> {
    error.as_database_error()?.code().map(Cow::into_owned)
}

/// Why a store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Nobody answers at the address.
    #[error("nobody answers at the address of the database")]
    Unreachable(#[source] sqlx::Error),
    /// The database does not let the user in.
    #[error("the database does not accept the user or his password")]
    Refused(#[source] sqlx::Error),
    /// The server has no database of that name.
    #[error("the server has no database of that name")]
    Missing(#[source] sqlx::Error),
    /// The user may not make tables there.
    #[error("the user may not make tables in the database")]
    Forbidden(#[source] sqlx::Error),
    /// The connection was asked to be encrypted, which this program cannot do.
    #[error("encrypted connections are not supported")]
    Encrypted(#[source] sqlx::Error),
    /// The tables are of a later version of this program.
    #[error("the database was made by a later version")]
    Newer,
    /// The address cannot be read, or the file is no database, or something else failed.
    #[error("the database cannot be used")]
    Other(#[source] sqlx::Error),
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> OpenError {
        match (&error, code_of(&error).as_deref()) {
            (sqlx::Error::Migrate(migrate), _) if is_newer(migrate) => OpenError::Newer,
            (sqlx::Error::Tls(_), _) => OpenError::Encrypted(error),
            (sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut, _) => OpenError::Unreachable(error),
            // Starting, or stopping.
            (_, Some("57P03" | "57P01")) => OpenError::Unreachable(error),
            (_, Some("28P01" | "28000")) => OpenError::Refused(error),
            (_, Some("3D000")) => OpenError::Missing(error),
            (_, Some("42501")) => OpenError::Forbidden(error),
            _ => OpenError::Other(error),
        }
    }
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> OpenError {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => OpenError::from(error),
            other => OpenError::from(sqlx::Error::Migrate(Box::new(other))),
        }
    }
}

/// Says whether migrations were applied that this program does not know.
fn is_newer(error: &MigrateError) -> bool {
    matches!(error, MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..))
}
