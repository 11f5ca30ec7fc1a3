//! The cards of games in lists. They are the same for all readers of a language and are made once, so that these pages do not
//! have to wait for the threads on which rules run.

use damier_core::Lang;
use damier_scene::View;
use damier_table::{Entry, lesson};
use maud::{Markup, PreEscaped, html};
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;

use crate::play::view::picture;
use crate::web::error::{HttpError, OrInternal};

/// The card of a game.
pub struct Card {
    /// The game.
    pub entry: &'static Entry,
    /// The possible numbers of players, over all variants.
    pub players: Vec<usize>,
    /// The number of steps of its first lesson.
    pub steps: usize,
    /// Its board in French and in English.
    pictures: [Markup; 2],
}

/// Returns the cards of all games.
///
/// # Errors
/// If a game cannot be opened or drawn.
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
            // Some variants only exist together with others.
            players.extend(entry.variant(variant).ok().map(|game| game.seats().len()));
        }
        players.sort_unstable();
        players.dedup();
        let steps = lesson(entry).or_internal()?.steps.len();
        let pictures =
            [Lang::Fr, Lang::En].map(|lang| board(&picture(&*session, &without_coordinates(lang))));
        Ok(Card { entry, players, steps, pictures })
    }

    /// Returns the picture of the board.
    pub fn picture(&self, lang: Lang) -> PreEscaped<&str> {
        let [french, english] = &self.pictures;
        PreEscaped(match lang {
            Lang::Fr => &french.0,
            Lang::En => &english.0,
        })
    }
}

/// Returns the view for a small board: without coordinates.
pub fn without_coordinates(lang: Lang) -> View {
    View { coords: false, ..View::new(lang) }
}

/// Wraps a picture, and hides it from screen readers, since the words beside it say the same.
pub fn board(picture: &Markup) -> Markup {
    html! { div.picture aria-hidden="true" { (picture) } }
}
