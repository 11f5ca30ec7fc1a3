//! A line on standard error that says how far long work is.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use damier_core::Lang;

use super::Screen;

/// How often the line is written.
const INTERVAL: Duration = Duration::from_millis(200);
/// Erases the rest of the line, for which `anstyle`, which only knows colours, has no word.
const ERASE: &str = "\x1b[K";
/// The blocks of the bar.
const BLOCKS: usize = 24;

/// A line on standard error, where that is a terminal: a bar for the part that is done, and how long the rest of the
/// present step will take if it goes on as it did.
pub struct ProgressBar {
    lang: Lang,
    shown: bool,
    state: Mutex<Step>,
}

/// The step that is under way.
struct Step {
    what: String,
    since: Instant,
    written: Option<Instant>,
}

impl ProgressBar {
    /// Begins.
    pub fn new(screen: &Screen) -> ProgressBar {
        let step = Step { what: String::new(), since: Instant::now(), written: None };
        ProgressBar { lang: screen.lang, shown: std::io::stderr().is_terminal(), state: Mutex::new(step) }
    }

    /// Says that so much of a step is done, 0 to 1.
    pub fn tell(&self, what: &str, part: f64) {
        if !self.shown {
            return;
        }
        // Whoever comes while another writes has nothing newer to say.
        let Ok(mut step) = self.state.try_lock() else { return };
        let now = Instant::now();
        if step.what != what {
            what.clone_into(&mut step.what);
            step.since = now;
        } else if step.written.is_some_and(|written| now - written < INTERVAL) {
            return;
        }
        step.written = Some(now);
        let text = bar(what, part, (now - step.since).as_secs_f64(), self.lang);
        // Nothing is lost where standard error is closed.
        let _ = write!(std::io::stderr(), "\r{text}{ERASE}");
    }

    /// Takes the line away.
    pub fn end(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r{ERASE}");
        }
    }
}

/// Writes the line: `[#####.......]  42 %  ends  12 s, about 17 s left`.
fn bar(what: &str, part: f64, seconds: f64, lang: Lang) -> String {
    let part = part.clamp(0.0, 1.0);
    let full = (part * BLOCKS as f64).round() as usize;
    let bar = format!("{}{}", "#".repeat(full), ".".repeat(BLOCKS - full));
    let left = if part > 0.01 && seconds > 2.0 {
        let left = seconds / part * (1.0 - part);
        match lang {
            Lang::Fr => format!(", encore {left:.0} s environ"),
            Lang::En => format!(", about {left:.0} s left"),
        }
    } else {
        String::new()
    };
    format!("[{bar}] {:3.0} %  {what}  {seconds:.0} s{left}", part * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_long_the_rest_takes() {
        assert_eq!(
            bar("ends", 0.25, 10.0, Lang::En),
            "[######..................]  25 %  ends  10 s, about 30 s left"
        );
        assert_eq!(bar("7", 0.0, 0.0, Lang::Fr), "[........................]   0 %  7  0 s");
    }
}
