//! `damier serve`, and `damier` alone: the web app.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use damier_core::Fault;
use damier_server::ServeError;

use crate::failure::Failure;
use crate::logs;
use crate::shelf;
use crate::terminal::Screen;

/// Where it listens, unless told otherwise: for this machine alone.
const ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// The arguments of `serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    #[arg(long, value_name = "ADDR", default_value_t = ADDRESS, hide_default_value = true)]
    pub addr: SocketAddr,
    #[arg(long, value_name = "URL", value_parser = read_url)]
    pub db: Option<PathBuf>,
}

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs { addr: ADDRESS, db: None }
    }
}

/// Reads the address of a database: `sqlite:FILE`.
fn read_url(text: &str) -> Result<PathBuf, Fault> {
    let file = text.strip_prefix("sqlite:").map(|file| file.strip_prefix("//").unwrap_or(file));
    // A database in memory would be gone with the program; a name such as that is no file's.
    file.filter(|file| !file.is_empty() && !file.starts_with(':')).map(PathBuf::from).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas une base connue ; attendu : sqlite:FICHIER"),
            format!("\"{text}\" is not a database we know; expected sqlite:FILE"),
        )
    })
}

/// Serves until it is interrupted.
pub fn run(args: ServeArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let file = args.db.unwrap_or_else(|| shelf::data_folder().join("games.sqlite"));
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| Failure::writing(folder, error))?;
    }
    let (address, name) = (args.addr, file.display().to_string());
    let ready = |bound: SocketAddr| {
        writeln!(out, "{} http://{bound}", screen.set(screen.say("Damier :", "Damier:")))?;
        writeln!(out, "{} {name}", screen.say("Parties gardées dans", "Games are kept in"))?;
        writeln!(out, "{}", screen.say("Ctrl-C pour arrêter.", "Ctrl-C to stop."))?;
        out.flush()?;
        tracing::info!(address = %bound, database = name, "listening");
        Ok(())
    };
    // Games are whole in the database after every move: there is nothing to wait for.
    let handled = ctrlc::set_handler(|| {
        tracing::info!("stopping");
        std::process::exit(0);
    });
    if let Err(error) = handled {
        tracing::warn!(%error, "the end of the process will not be logged");
    }
    damier_server::run(address, &file, shelf::open, ready).map_err(|refused| match refused {
        ServeError::Address(error) => {
            let fault = Fault::new(
                format!("l'adresse {address} n'est pas libre ({error}) ; une autre : --addr 127.0.0.1:8081"),
                format!("the address {address} cannot be used ({error}); another: --addr 127.0.0.1:8081"),
            );
            Failure::caused(fault, error)
        }
        ServeError::Database(error) => {
            let why = logs::chain(&error);
            let fault = Fault::new(
                format!("la base « {name} » ne s'ouvre pas : {why}"),
                format!("the database \"{name}\" cannot be opened: {why}"),
            );
            Failure::caused(fault, error)
        }
        ServeError::Network(error) => error.into(),
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
