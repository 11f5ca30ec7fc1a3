//! What lists show of every game. It is the same for all readers of a language, and is found once: these pages come at once,
//! however many ask for rules.

use damier_core::Lang;
use damier_scene::View;
use damier_table::{Entry, lesson};
use maud::{Markup, PreEscaped, html};
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;

use crate::play::view::picture;
use crate::web::error::{HttpError, OrInternal};

/// A game as lists show it.
pub struct Card {
    /// The game.
    pub entry: &'static Entry,
    /// How many can play: without variants, and with them.
    pub players: Vec<usize>,
    /// The steps of its first lesson.
    pub steps: usize,
    /// Its board in French and in English.
    pictures: [Markup; 2],
}

/// Returns the cards of all games.
///
/// # Errors
/// If a game cannot be opened or drawn: that is ours.
pub async fn cards() -> Result<&'static [Card], HttpError> {
    static CARDS: OnceCell<Vec<Card>> = OnceCell::const_new();
    let make = || async {
        let made = spawn_blocking(|| damier_games::ALL.iter().map(|entry| Card::new(entry)).collect());
        made.await.or_internal()?
    };
    Ok(CARDS.get_or_try_init(make).await?)
}

impl Card {
    fn new(entry: &'static Entry) -> Result<Card, HttpError> {
        let session = entry.glance().or_internal()?;
        let mut players = Vec::new();
        for variant in [""].into_iter().chain(entry.variants.iter().map(|variant| variant.name)) {
            // Not every variant stands alone.
            players.extend(entry.variant(variant).ok().map(|game| game.seats().len()));
        }
        players.sort_unstable();
        players.dedup();
        let steps = lesson(entry).or_internal()?.steps.len();
        let pictures = [Lang::Fr, Lang::En].map(|lang| board(&picture(&*session, &bare(lang))));
        Ok(Card { entry, players, steps, pictures })
    }

    /// Returns the board.
    pub fn picture(&self, lang: Lang) -> PreEscaped<&str> {
        let [french, english] = &self.pictures;
        PreEscaped(match lang {
            Lang::Fr => &french.0,
            Lang::En => &english.0,
        })
    }
}

/// A small board's view: nobody reads coordinates off it.
pub fn bare(lang: Lang) -> View {
    View { coords: false, ..View::new(lang) }
}

/// A picture beside words that say the same.
pub fn board(picture: &Markup) -> Markup {
    html! { div.picture aria-hidden="true" { (picture) } }
}
