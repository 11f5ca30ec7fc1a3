//! Reading the values of arguments.

use damier_core::{Fault, Lang};
use damier_scene::Theme;

use crate::commands::print::Paper;

pub use damier_table::{read_level as level, read_nodes as nodes, read_time as time};

/// Reads a language.
pub fn lang(text: &str) -> Result<Lang, Fault> {
    Lang::from_code(text).ok_or_else(|| unknown(text, "fr, en"))
}

/// Reads the colours of a picture.
pub fn theme(text: &str) -> Result<Theme, Fault> {
    match text {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        "print" => Ok(Theme::Print),
        "contrast" => Ok(Theme::Contrast),
        "safe" => Ok(Theme::Safe),
        _ => Err(unknown(text, "light, dark, print, contrast, safe")),
    }
}

/// Says that a text is none of those that are known.
fn unknown(text: &str, known: &str) -> Fault {
    Fault::new(format!("« {text} » ; attendu : {known}"), format!("\"{text}\"; expected one of: {known}"))
}

/// Reads a seed.
pub fn seed(text: &str) -> Result<u64, Fault> {
    text.parse().map_err(|_| {
        Fault::new(
            format!("« {text} » n'est pas un nombre de 0 à {}", u64::MAX),
            format!("\"{text}\" is not a number from 0 to {}", u64::MAX),
        )
    })
}

/// Reads a whole number from 1 to `high`.
pub fn number(text: &str, high: u32) -> Result<u32, Fault> {
    text.parse().ok().filter(|number| (1..=high).contains(number)).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas un nombre de 1 à {high}"),
            format!("\"{text}\" is not a number from 1 to {high}"),
        )
    })
}

/// Reads how deep to count.
pub fn depth(text: &str) -> Result<u32, Fault> {
    number(text, 1000)
}

/// Reads the side of a picture.
pub fn pixels(text: &str) -> Result<u32, Fault> {
    number(text, 8192)
}

/// Reads the grade of a problem.
pub fn grade(text: &str) -> Result<u32, Fault> {
    number(text, 5)
}

/// Reads how many problems to make.
pub fn problems(text: &str) -> Result<u32, Fault> {
    number(text, 1000)
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<u32, Fault> {
    number(text, 256)
}

/// Reads a number of games, of rounds, or of a problem.
pub fn count(text: &str) -> Result<u32, Fault> {
    number(text, 1_000_000)
}

/// Reads how many random plies games begin with.
pub fn opening(text: &str) -> Result<u32, Fault> {
    if text == "0" { Ok(0) } else { number(text, 100) }
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<f64, Fault> {
    text.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= 3600.0).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas un nombre de secondes au-dessus de 0, jusqu'à 3600"),
            format!("\"{text}\" is not a number of seconds above 0, up to 3600"),
        )
    })
}

/// Reads what is to be printed.
pub fn paper(text: &str) -> Result<Paper, Fault> {
    let known = Paper::ALL.map(|(name, _)| name).join(", ");
    let found = Paper::ALL.into_iter().find(|(name, _)| *name == text);
    found.map(|(_, paper)| paper).ok_or_else(|| unknown(text, &known))
}

/// Reads how many boards stand on a sheet.
pub fn per_page(text: &str) -> Result<usize, Fault> {
    let found = damier_paper::SHEETS.into_iter().find(|count| count.to_string() == text);
    found.ok_or_else(|| unknown(text, &damier_paper::SHEETS.map(|count| count.to_string()).join(", ")))
}

/// Reads the address of a site.
pub fn url(text: &str) -> Result<String, Fault> {
    let host = ["http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    let plain = |host: &str| !host.is_empty() && host.chars().all(|c| c.is_ascii_graphic());
    if host.is_some_and(plain) { Ok(text.to_string()) } else { Err(unknown(text, "https://…")) }
}
