//! The frame that all pages share: head, navigation, footer.

use damier_core::{Lang, Text};
use maud::{DOCTYPE, Markup, html};

use crate::web::assets;
use crate::web::line_address::LineAddress;
use crate::web::reader::{Notice, Reader, THEMES};
use crate::web::site::Site;

/// The names of the themes, beginning with the system's choice.
const NAMES: [Text; 5] = [
    Text::new("Comme le système", "As the system"),
    Text::new("Clair", "Light"),
    Text::new("Sombre", "Dark"),
    Text::new("Contrasté", "High contrast"),
    Text::new("Couleurs sûres", "Colour-safe"),
];

/// What messengers and other sites show of a page when its address is sent.
pub struct Preview<'a> {
    /// A line that says what the page shows.
    pub about: &'a str,
    /// The line of play whose last position is the picture.
    pub line: &'a LineAddress,
    /// The address of this site.
    pub site: &'a Site,
}

impl Preview<'_> {
    fn head(&self, title: &str) -> Markup {
        html! {
            meta name="description" content=(self.about);
            meta property="og:type" content="website";
            meta property="og:site_name" content="Damier";
            meta property="og:title" content=(title);
            meta property="og:description" content=(self.about);
            // Other sites need an absolute address.
            @if self.site.is_known() {
                meta property="og:image" content=(self.site.link(&format!("/picture.png?{}", self.line.query())));
                meta name="twitter:card" content="summary";
            }
        }
    }
}

/// Draws a page with a title; `class` is the class of its main part.
pub fn page(reader: &Reader, title: &str, class: &str, main: Markup) -> Markup {
    draw(reader, title, class, None, main)
}

/// Draws a page that has a preview.
pub fn page_with(reader: &Reader, title: &str, class: &str, preview: &Preview, main: Markup) -> Markup {
    draw(reader, title, class, Some(preview), main)
}

fn draw(reader: &Reader, title: &str, class: &str, preview: Option<&Preview>, main: Markup) -> Markup {
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    html! {
        (DOCTYPE)
        html lang=(lang.code()) data-theme=[reader.theme] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Damier" }
                @if let Some(preview) = preview { (preview.head(title)) }
                link rel="icon" href=(assets::address("icon.svg")) type="image/svg+xml";
                link rel="stylesheet" href=(assets::address("style.css"));
                (script("page.js"))
            }
            body {
                a.skip href="#main" { (say("Aller au contenu", "Skip to the content")) }
                header.top {
                    a.name href="/" { "Damier" }
                    nav.rooms aria-label=(say("Pièces", "Rooms")) {
                        a href="/" { (say("La collection", "The collection")) }
                        a href="/lobby" { (say("Le salon", "The lobby")) }
                        a href="/mine" { (say("Mes parties", "My games")) }
                        a href="/learn" { (say("Apprendre", "Learn")) }
                        a href="/problems" { (say("Problèmes", "Problems")) }
                        a href="/analysis" { (say("Analyse", "Analysis")) }
                        a href="/answers" { (say("Réponses", "Answers")) }
                    }
                    nav.settings aria-label=(say("Réglages", "Settings")) {
                        (languages(reader))
                        (themes(reader))
                    }
                }
                main id="main" class=(class) {
                    @if let Some(Notice(words)) = &reader.notice { p.notice.refusal role="alert" { (words) } }
                    (main)
                }
                footer.foot {
                    p { (say(
                        "Une ludothèque ouverte jour et nuit. Les règles viennent de fiches françaises.",
                        "A games library open day and night. The rules come from French sheets.",
                    )) " " a href="/import" { (say("Importer une partie", "Import a game")) } }
                }
            }
        }
    }
}

/// Writes the element that loads one of our scripts.
pub fn script(name: &str) -> Markup {
    html! { script src=(assets::address(name)) type="module" {} }
}

/// Draws the links that change the language. They work without scripts, since the server sets the cookie.
fn languages(reader: &Reader) -> Markup {
    let link = |lang: Lang, short: &str, name: &str| {
        html! {
            @if lang == reader.lang { span aria-current="true" lang=(lang.code()) title=(name) { (short) } }
            @else {
                a href={ "/choose?lang=" (lang.code()) "&back=" (reader.back()) } lang=(lang.code()) hreflang=(lang.code()) title=(name) { (short) }
            }
        }
    };
    html! { div.languages { (link(Lang::Fr, "FR", "Français")) " · " (link(Lang::En, "EN", "English")) } }
}

fn themes(reader: &Reader) -> Markup {
    let label = Text::new("Thème", "Theme").get(reader.lang);
    html! {
        form.theme action="/choose" method="get" {
            label { span { (label) } " "
                select name="theme" {
                    @for (value, name) in std::iter::once("").chain(THEMES).zip(NAMES) {
                        option value=(value) selected[reader.theme.unwrap_or_default() == value] { (name.get(reader.lang)) }
                    }
                }
            }
            input type="hidden" name="back" value=(reader.address);
            button { "OK" }
        }
    }
}
