//! Writes `assets/types.d.ts`: the TypeScript types of the JSON that scripts receive, by which TypeScript checks them.

use std::{env, fs};

use ts_rs::{Config, TS};

use crate::play::gestures::HandMove;
use crate::play::hint::GameHint;
use crate::play::lamp::LampView;
use crate::play::moves::MoveRows;
use crate::play::news::GameNews;
use crate::play::page::GameState;
use crate::play::panel::Parts;
use crate::play::thinking::NodeProgress;
use crate::play::turning::TurningView;
use crate::play::view::{PositionView, TrayView};
use crate::play::why::{RuleExtract, WhyNot};
use crate::rooms::analysis::review::{GraphPoint, Mistake};
use crate::rooms::analysis::setup::SetupView;
use crate::rooms::analysis::think::ThoughtView;
use crate::rooms::analysis::values::ExactValues;
use crate::rooms::analysis::worth::{MoveRow, Standing, Worth};
use crate::rooms::api::LineView;
use crate::rooms::begin::BeginPreview;
use crate::rooms::learn::LessonReport;
use crate::rooms::problems::hint::Hint;
use crate::rooms::problems::judge::TryVerdict;
use crate::rooms::problems::page::{SolutionLine, TryAnswer};
use crate::web::error::ErrorReport;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/types.d.ts");
/// The environment variable that, if set, renews the file.
const RENEW: &str = "DAMIER_RENEW";

/// Returns the declaration of a type with its comments, each on one line.
fn declare<T: TS>(config: &Config) -> String {
    let whole = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(config));
    let short = whole.replace("/**\n * ", "/** ").replace("\n * ", " ").replace("\n */", " */");
    let (head, fields) = short.split_once("= { \n").unwrap_or((&short, ""));
    let fields: String = fields.lines().map(|line| format!("  {}\n", line.trim_end())).collect();
    match fields.strip_suffix(", };\n") {
        Some(fields) => format!("{head}= {{\n{fields},\n}};\n\n"),
        None => format!("{short}\n\n"),
    }
}

fn declarations() -> String {
    // All numbers sent to scripts are small enough to be exact as a JavaScript number.
    let config = Config::new().with_large_int("number");
    let all: &[fn(&Config) -> String] = &[
        declare::<PositionView>,
        declare::<LineView>,
        declare::<TrayView>,
        declare::<HandMove>,
        declare::<GameState>,
        declare::<MoveRows>,
        declare::<GameNews>,
        declare::<Parts>,
        declare::<LampView>,
        declare::<TurningView>,
        declare::<WhyNot>,
        declare::<RuleExtract>,
        declare::<GameHint>,
        declare::<NodeProgress>,
        declare::<BeginPreview>,
        declare::<LessonReport>,
        declare::<TryVerdict>,
        declare::<TryAnswer>,
        declare::<SolutionLine>,
        declare::<Hint>,
        declare::<Worth>,
        declare::<MoveRow>,
        declare::<Standing>,
        declare::<ExactValues>,
        declare::<ThoughtView>,
        declare::<GraphPoint>,
        declare::<Mistake>,
        declare::<SetupView>,
        declare::<ErrorReport>,
    ];
    let head = format!(
        "// The JSON that the server sends to scripts. Written by `{RENEW}=1 cargo test -p damier-server script_types`.\n\n"
    );
    head + all.iter().map(|declare| declare(&config)).collect::<String>().trim_end() + "\n"
}

#[test]
fn scripts_know_the_types_of_what_they_are_sent() {
    let made = declarations();
    if env::var_os(RENEW).is_some() {
        fs::write(FILE, &made).expect("the file can be written");
    }
    let kept = fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(kept, made, "{FILE} is stale: {RENEW}=1 cargo test -p damier-server script_types");
}
