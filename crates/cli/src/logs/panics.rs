//! Panics: errors of ours. Whoever uses a command reads one line; the details go where they can be read later.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use damier_core::Fault;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

use super::Audience;
use crate::shelf;

/// Where the log says that panics come from.
pub const TARGET: &str = "damier::panic";
/// A file of details that is larger begins anew.
const LARGEST: u64 = 1 << 20;

/// Where the details of the last panic are.
static DETAILS: Mutex<Details> = Mutex::new(Details::Logged);

/// Where the details of a panic are.
enum Details {
    /// In the log.
    Logged,
    /// In this file.
    Kept(PathBuf),
    /// Not in this file: it could not be written.
    Lost(PathBuf, io::Error),
}

/// Returns the file in which the details of panics are kept.
pub fn file() -> PathBuf {
    shelf::data_folder().join("crash.log")
}

/// Takes care of panics from now on: their details go to the log and, for the user of a command, to this file.
pub fn keep_details(audience: Audience, file: PathBuf) {
    std::panic::set_hook(Box::new(move |info| {
        let crash = Crash::new(info);
        crash.log();
        let details = match audience {
            Audience::Host => Details::Logged,
            Audience::User => match crash.write(&file) {
                Ok(()) => Details::Kept(file.clone()),
                Err(error) => Details::Lost(file.clone(), error),
            },
        };
        *DETAILS.lock().unwrap_or_else(PoisonError::into_inner) = details;
    }));
}

/// Says that there was an error of ours, and where its details are.
pub fn fault() -> Fault {
    match &*DETAILS.lock().unwrap_or_else(PoisonError::into_inner) {
        Details::Logged => Fault::new(
            "erreur interne ; détails dans le journal : merci de les signaler",
            "internal error; details in the log: please report them",
        ),
        Details::Kept(file) => {
            let file = file.display();
            Fault::new(
                format!("erreur interne ; détails dans « {file} » : merci de les signaler"),
                format!("internal error; details in \"{file}\": please report them"),
            )
        }
        Details::Lost(file, error) => {
            let file = file.display();
            Fault::new(
                format!(
                    "erreur interne ; --log error en montre les détails, « {file} » ne peut pas être écrit ({error})"
                ),
                format!(
                    "internal error; --log error shows its details, \"{file}\" cannot be written ({error})"
                ),
            )
        }
    }
}

/// What is known of a panic.
struct Crash {
    message: String,
    /// File, line and column.
    place: String,
    thread: String,
}

impl Crash {
    fn new(info: &PanicHookInfo) -> Crash {
        Crash {
            message: info.payload_as_str().unwrap_or("no message").to_string(),
            place: info.location().map_or_else(|| "somewhere".to_string(), ToString::to_string),
            thread: std::thread::current().name().unwrap_or("unnamed").to_string(),
        }
    }

    /// Logs it, with a backtrace where `RUST_BACKTRACE` asks for one.
    fn log(&self) {
        let Crash { message, place, thread } = self;
        let backtrace = Backtrace::capture();
        let backtrace = matches!(backtrace.status(), BacktraceStatus::Captured).then_some(backtrace);
        let backtrace = backtrace.as_ref().map(tracing::field::display);
        tracing::error!(target: TARGET, place, thread, backtrace, "panicked: {message}");
    }

    /// Adds it to a file, with a backtrace.
    fn write(&self, file: &Path) -> io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let large = fs::metadata(file).is_ok_and(|found| found.len() > LARGEST);
        let mut file =
            OpenOptions::new().create(true).append(!large).write(true).truncate(large).open(file)?;
        file.write_all(self.entry().as_bytes())
    }

    fn entry(&self) -> String {
        let Crash { message, place, thread } = self;
        let mut time = String::new();
        if SystemTime.format_time(&mut Writer::new(&mut time)).is_err() {
            time = "at some time".to_string();
        }
        let (version, system) = (env!("CARGO_PKG_VERSION"), std::env::consts::OS);
        let arguments: Vec<_> = std::env::args_os().collect();
        let backtrace = Backtrace::force_capture();
        format!(
            "{time} damier {version} ({system}) {arguments:?}\nthread {thread} panicked at {place}: {message}\n{backtrace}\n\n"
        )
    }
}
