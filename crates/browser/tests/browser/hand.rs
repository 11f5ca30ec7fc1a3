//! Moves by hand, as the page must take them: reckoned here from the gestures of the session alone, to be held against what
//! the page's script makes of them.

use std::collections::BTreeSet;

use damier_core::{Lang, Rng};
use damier_scene::{Scene, View};
use damier_table::Session;

/// What is picked: a cell, or a word.
pub type Pick = String;

/// How picks fit a move: whether they make the whole of it, and else what may be picked next.
struct Fit {
    text: String,
    whole: bool,
    next: Vec<String>,
}

/// What can be done in a position by hand.
pub struct Hand {
    pub scene: Scene,
    moves: Vec<(String, Vec<Vec<String>>)>,
}

impl Hand {
    /// Looks at the position of a session.
    pub fn of(session: &dyn Session, lang: Lang) -> Hand {
        let scene = session.scene(&View { guides: true, ..View::new(lang) });
        let stages = |text: String| (text.clone(), session.gesture(&text).stages);
        Hand { scene, moves: session.legal().into_iter().map(stages).collect() }
    }

    /// Returns the stages of a move.
    pub fn stages(&self, text: &str) -> &[Vec<String>] {
        &self.moves.iter().find(|(known, _)| known == text).expect("a legal move").1
    }

    /// Returns the pool of a cell, or nothing.
    fn pool(&self, cell: &str) -> Option<&str> {
        let pool = self.scene.cells.iter().find(|known| known.name == cell)?.pool.as_str();
        Some(pool).filter(|pool| !pool.is_empty())
    }

    /// Says whether something stands on a cell that can be dragged by itself.
    pub fn holds(&self, cell: &str) -> bool {
        let plain = |name: &str| !name.contains("~guide") && !name.contains("~mark");
        let on = |name: &str| plain(name) && name.split('~').next() == Some(cell);
        self.pool(cell).is_none() && self.scene.groups.iter().any(|group| on(&group.name))
    }

    /// Returns a cell that a token of a stage stands for, which is not picked yet.
    pub fn cell_of(&self, token: &str, picks: &[Pick], rng: &mut Rng) -> String {
        let mut pool: Vec<&str> = self
            .scene
            .cells
            .iter()
            .filter(|cell| cell.pool == token)
            .map(|cell| cell.name.as_str())
            .collect();
        pool.retain(|cell| !picks.iter().any(|pick| pick == cell));
        if pool.is_empty() {
            return token.to_string();
        }
        pool[rng.below(pool.len() as u32) as usize].to_string()
    }

    fn follow(&self, stages: &[Vec<String>], picks: &[Pick]) -> Option<(bool, Vec<String>)> {
        let mut stages = stages.iter();
        let mut left = stages.next()?.clone();
        for pick in picks {
            if left.is_empty() {
                left = stages.next()?.clone();
            }
            let of_pool = || left.iter().position(|token| self.pool(pick) == Some(token));
            let place = left.iter().position(|token| token == pick).or_else(of_pool)?;
            left.remove(place);
        }
        if !left.is_empty() {
            return Some((false, left));
        }
        let next = stages.next().cloned();
        Some((next.is_none(), next.unwrap_or_default()))
    }

    fn fits(&self, picks: &[Pick]) -> Vec<Fit> {
        let fit = |text: &String, stages: &[Vec<String>]| {
            let (whole, next) = self.follow(stages, picks)?;
            Some(Fit { text: text.clone(), whole, next })
        };
        let mut fits: Vec<Fit> = self.moves.iter().filter_map(|(text, stages)| fit(text, stages)).collect();
        if picks.is_empty() || fits.iter().any(|fit| fit.whole) {
            return fits;
        }
        // The two cells of a move may be named in either order.
        let two = |stages: &[Vec<String>]| {
            stages.len() == 2
                && stages.iter().all(|stage| stage.len() == 1 && !stage[0].starts_with('='))
                && stages[0] != stages[1]
        };
        for (text, stages) in self.moves.iter().filter(|(_, stages)| two(stages)) {
            fits.extend(fit(text, &[stages[1].clone(), stages[0].clone()]));
        }
        fits
    }

    /// Returns the tokens that may be picked next.
    pub fn next(&self, picks: &[Pick]) -> BTreeSet<String> {
        self.fits(picks).into_iter().flat_map(|fit| fit.next).collect()
    }

    /// Returns the cells that may be picked next.
    pub fn cells(&self, picks: &[Pick]) -> BTreeSet<String> {
        let next = self.next(picks);
        let open = |cell: &&damier_scene::Cell| {
            next.contains(&cell.name) || next.contains(&cell.pool) && !picks.contains(&cell.name)
        };
        self.scene.cells.iter().filter(open).map(|cell| cell.name.clone()).collect()
    }

    /// Returns the moves that picks make, and whether one could go on.
    pub fn whole(&self, picks: &[Pick]) -> (Vec<String>, bool) {
        let fits = self.fits(picks);
        let longer = fits.iter().any(|fit| !fit.whole);
        (fits.into_iter().filter(|fit| fit.whole).map(|fit| fit.text).collect(), longer)
    }

    /// Returns the words of a token or of a whole move, as the page has them.
    pub fn words(&self, token: &str) -> String {
        if let Some(words) = self.scene.labels.get(token) {
            return words.clone();
        }
        let french = self.scene.view.lang == Lang::Fr;
        match (token, french) {
            ("=pass", true) => "Passer".to_string(),
            ("=pass", false) => "Pass".to_string(),
            ("=swap", true) => "Échanger".to_string(),
            ("=swap", false) => "Swap".to_string(),
            _ => token.strip_prefix('=').unwrap_or(token).to_string(),
        }
    }

    /// Returns what the button says that plays a whole move.
    pub fn play_words(&self, text: &str) -> String {
        let play = if self.scene.view.lang == Lang::Fr { "Jouer" } else { "Play" };
        let words = self.scene.labels.get(text).cloned().unwrap_or_else(|| format!("{play} {text}"));
        format!("✓ {words}")
    }
}
