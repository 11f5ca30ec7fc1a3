//! `damier serve`, and `damier` alone: the web app.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use damier_core::Fault;
use damier_server::Refused;

use crate::failure::Failure;
use crate::screen::Screen;
use crate::shelf;

/// The arguments of `serve`.
#[derive(Debug, clap::Args)]
pub struct Serve {
    /// Where it listens.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080", hide_default_value = true)]
    pub addr: SocketAddr,
    /// Where games are kept.
    #[arg(long, value_name = "URL", value_parser = read_url)]
    pub db: Option<PathBuf>,
}

impl Default for Serve {
    fn default() -> Serve {
        Serve { addr: SocketAddr::from(([127, 0, 0, 1], 8080)), db: None }
    }
}

/// Reads the address of a database: `sqlite:FILE`.
fn read_url(text: &str) -> Result<PathBuf, Fault> {
    let file = text.strip_prefix("sqlite:").map(|file| file.strip_prefix("//").unwrap_or(file));
    // A database in memory would be gone with the program; a name such as that is no file's.
    file.filter(|file| !file.is_empty() && !file.starts_with(':')).map(PathBuf::from).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas une base connue ; attendu : sqlite:FICHIER"),
            format!("\"{text}\" is no database we know; expected sqlite:FILE"),
        )
    })
}

/// Serves until it is interrupted.
pub fn run(args: Serve, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let file = args.db.unwrap_or_else(|| shelf::own_folder().join("games.sqlite"));
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| Failure::writing(folder, &error))?;
    }
    let (address, name) = (args.addr, file.display().to_string());
    let ready = |bound: SocketAddr| {
        writeln!(out, "Damier : http://{bound}")?;
        writeln!(out, "{} {name}", screen.say("Parties gardées dans", "Games are kept in"))?;
        writeln!(out, "{}", screen.say("Ctrl-C pour arrêter.", "Ctrl-C to stop."))?;
        out.flush()
    };
    damier_server::run(address, &file, shelf::open, ready).map_err(|refused| match refused {
        Refused::Address(error) => Failure::Work(Fault::new(
            format!("l'adresse {address} n'est pas libre ({error}) ; une autre : --addr 127.0.0.1:8081"),
            format!("the address {address} cannot be used ({error}); another: --addr 127.0.0.1:8081"),
        )),
        Refused::Database(error) => Failure::Work(Fault::new(
            format!("la base « {name} » ne s'ouvre pas : {error}"),
            format!("the database \"{name}\" cannot be opened: {error}"),
        )),
        Refused::Network(error) => error.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_are_files_of_sqlite() {
        assert_eq!(read_url("sqlite:games.db"), Ok(PathBuf::from("games.db")));
        assert_eq!(read_url("sqlite:///var/games.db"), Ok(PathBuf::from("/var/games.db")));
        for wrong in ["", "games.db", "sqlite:", "postgres://a/b"] {
            assert!(read_url(wrong).is_err(), "{wrong}");
        }
    }
}
