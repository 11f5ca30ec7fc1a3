//! `damier serve`, and `damier` alone: the web app.

use std::error::Error as _;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::Args;
use damier_core::Fault;
use damier_server::{Keeping, OpenError, Place, ServeError, Shutdown};

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
    #[arg(long, value_name = "URL")]
    pub db: Option<Place>,
    #[arg(long, value_name = "URL")]
    pub listen_url: Option<String>,
}

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs { addr: ADDRESS, db: None, listen_url: None }
    }
}

/// Serves until it is interrupted.
pub fn run(args: ServeArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let place = args.db.unwrap_or_else(|| Place::File(shelf::data_folder().join("games.sqlite")));
    if args.listen_url.is_some() && matches!(place, Place::File(_)) {
        return Err(Failure::Input(Fault::new(
            "--listen-url ne va qu'avec une base PostgreSQL : --db postgres://…",
            "--listen-url goes with a PostgreSQL database only: --db postgres://…",
        )));
    }
    if let Place::File(file) = &place
        && let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty())
    {
        std::fs::create_dir_all(folder).map_err(|error| Failure::writing(folder, error))?;
    }
    let (address, name) = (args.addr, place.name());
    let ready = |bound: SocketAddr| {
        writeln!(out, "{} http://{bound}", screen.set(screen.say("Damier :", "Damier:")))?;
        writeln!(out, "{} {name}", screen.say("Parties gardées dans", "Games are kept in"))?;
        writeln!(out, "{}", screen.say("Ctrl-C pour arrêter.", "Ctrl-C to stop."))?;
        out.flush()?;
        tracing::info!(address = %bound, database = name, "listening");
        Ok(())
    };
    let stop = Shutdown::default();
    let stopping = stop.clone();
    let handled = ctrlc::set_handler(move || {
        tracing::info!("stopping");
        // Who asks twice does not want to wait: every move that was acknowledged is kept.
        if stopping.now() {
            std::process::exit(0);
        }
    });
    if let Err(error) = handled {
        tracing::warn!(%error, "the end of the process will not be logged");
    }
    let keeping = Keeping { place, listen: args.listen_url };
    damier_server::run(address, &keeping, shelf::open, &stop, ready).map_err(|refused| match refused {
        ServeError::Address(error) => {
            let fault = Fault::new(
                format!("l'adresse {address} n'est pas libre ({error}) ; une autre : --addr 127.0.0.1:8081"),
                format!("the address {address} cannot be used ({error}); another: --addr 127.0.0.1:8081"),
            );
            Failure::caused(fault, error)
        }
        ServeError::Database(error) => Failure::caused(closed_door(&name, &error), error),
        ServeError::Closing(error) => {
            let why = logs::chain(&error);
            let fault = Fault::new(
                format!("la base « {name} » ne se ferme pas comme il faut : {why}"),
                format!("the database \"{name}\" cannot be closed in order: {why}"),
            );
            Failure::caused(fault, error)
        }
        ServeError::Network(error) => error.into(),
    })
}

/// Says why a database cannot be opened, and what helps.
fn closed_door(name: &str, error: &OpenError) -> Fault {
    let why = error.source().map(logs::chain).unwrap_or_default();
    let (fr, en) = match error {
        OpenError::Unreachable(_) => (
            format!("personne ne répond à « {name} » : machine, port et pare-feu sont-ils justes ? ({why})"),
            format!("nobody answers at \"{name}\": are host, port and firewall right? ({why})"),
        ),
        OpenError::Refused(_) => (
            format!("la base « {name} » refuse l'utilisateur ou son mot de passe ({why})"),
            format!("the database \"{name}\" does not accept the user or his password ({why})"),
        ),
        OpenError::Missing(_) => (
            format!("il n'y a pas de base « {name} » ; pour la créer : createdb ({why})"),
            format!("there is no database \"{name}\"; to create it: createdb ({why})"),
        ),
        OpenError::Forbidden(_) => (
            format!(
                "l'utilisateur ne peut pas créer de tables dans « {name} » : qu'elle lui appartienne ({why})"
            ),
            format!("the user may not create tables in \"{name}\": let him own it ({why})"),
        ),
        OpenError::Encrypted(_) => (
            format!(
                "« {name} » demande une liaison chiffrée, que Damier ne fait pas lui-même : par un tunnel, ou sslmode=disable"
            ),
            format!(
                "\"{name}\" asks for an encrypted connection, which Damier does not make itself: use a tunnel, or sslmode=disable"
            ),
        ),
        OpenError::Newer => (
            format!("la base « {name} » vient d'une version plus récente de Damier : mettez celle-ci à jour"),
            format!("the database \"{name}\" was made by a later version of Damier: update this one"),
        ),
        OpenError::Other(_) => (
            format!("la base « {name} » ne s'ouvre pas : {why}"),
            format!("the database \"{name}\" cannot be opened: {why}"),
        ),
    };
    Fault::new(fr, en)
}
