//! The migrations of the tables.
//!
//! They are listed here because the macro of sqlx that collects them from a folder would double the build time of this crate: it
//! compiles SQLite a second time.

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The number of a migration, its name, and its SQL.
type Listed = (i64, &'static str, &'static str);

/// Those for SQLite, in order.
const SQLITE: &[Listed] = &[
    (1, "games", include_str!("../migrations/sqlite/0001_games.sql")),
    (2, "hints", include_str!("../migrations/sqlite/0002_hints.sql")),
    (3, "holders", include_str!("../migrations/sqlite/0003_holders.sql")),
    (4, "people", include_str!("../migrations/sqlite/0004_people.sql")),
    (5, "events", include_str!("../migrations/sqlite/0005_events.sql")),
];

/// Those for PostgreSQL, in order.
const POSTGRES: &[Listed] = &[(1, "games", include_str!("../migrations/postgres/0001_games.sql"))];

/// Returns what migrates the tables in SQLite.
pub(crate) fn sqlite() -> Migrator {
    migrator(SQLITE)
}

/// Returns what migrates the tables in PostgreSQL.
pub(crate) fn postgres() -> Migrator {
    migrator(POSTGRES)
}

fn migrator(listed: &[Listed]) -> Migrator {
    let migration = |&(version, description, sql): &Listed| {
        Migration::new(version, description.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
    };
    Migrator::with_migrations(listed.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_migration_of_the_folders_is_listed() {
        for (name, listed) in [("sqlite", SQLITE), ("postgres", POSTGRES)] {
            let folder = format!("{}/migrations/{name}", env!("CARGO_MANIFEST_DIR"));
            let mut there: Vec<(String, String)> = std::fs::read_dir(folder)
                .expect("the folder of migrations")
                .map(|file| file.expect("a file").path())
                .map(|path| {
                    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                    (name, std::fs::read_to_string(&path).expect("SQL"))
                })
                .collect();
            there.sort();
            let listed: Vec<(String, String)> = listed
                .iter()
                .map(|(number, name, sql)| (format!("{number:04}_{name}.sql"), sql.to_string()))
                .collect();
            assert_eq!(listed, there);
        }
    }
}
