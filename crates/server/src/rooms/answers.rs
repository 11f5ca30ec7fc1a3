//! The page with the answers to the rule sheets' questions: a chapter of the book.

use axum::Router;
use axum::routing::get;
use damier_core::{Lang, Text};
use maud::{Markup, PreEscaped, html};

use crate::app::App;
use crate::web::reader::Reader;
use crate::web::{layout, markdown};

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/answers", get(page))
}

async fn page(reader: Reader) -> Markup {
    let chapter = match reader.lang {
        Lang::Fr => include_str!("../../../../book/src/reponses.md"),
        Lang::En => include_str!("../../../../book/src/answers.md"),
    };
    let main = html! { article.prose { (PreEscaped(markdown::html(chapter))) } };
    layout::page(&reader, Text::new("Les réponses", "The answers").get(reader.lang), "answers", main)
}
