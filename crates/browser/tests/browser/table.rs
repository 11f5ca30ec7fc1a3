//! A game at the page's table, beside the same game in a session: what the page offers and says must be what the session
//! has.

use std::collections::BTreeSet;

use damier_browser::Browser;
use damier_core::{Lang, Rng};
use damier_scene::View;
use damier_search::Limits;
use damier_table::{AnyGame, EngineKind, Entry, Session, Spec, Step};
use serde_json::{Value, json};

use crate::house;

/// What the page shows, as its script of one question returns it.
const LOOK: &str = "
    const shown = (place) => !!document.querySelector(place)?.checkVisibility();
    const texts = (place) => [...document.querySelectorAll(place)].map((e) => e.textContent);
    const [over, yours] = [shown('.after'), shown('form.move')];
    const ready = document.querySelector('.layer-hints') && !document.querySelector('.thinking') && (over || yours);
    return ready && {
      over,
      moves: texts('.moves ol a'),
      targets: [...document.querySelectorAll('.target')].map((e) => e.dataset.cell),
      words: texts('.words button'),
      typed: document.querySelector('form.move input[name=text]').value,
      state: document.querySelector('.state').textContent,
      notice: document.querySelector('.notice').textContent,
    };";

/// A game that is played in a browser.
pub struct Table<'a> {
    pub browser: &'a Browser,
    pub game: Box<dyn AnyGame>,
    /// The same game, as far as the page was seen to be.
    pub mirror: Box<dyn Session>,
    lang: Lang,
    rng: Rng,
}

impl<'a> Table<'a> {
    /// Begins a game between people, or of one person.
    pub fn for_people(browser: &'a Browser, entry: &Entry) -> Table<'a> {
        let seats = entry.variant("").expect("a game").seats().len();
        Table::begin(browser, entry.id, &["human"; 4][..seats], None)
    }

    /// Begins a game by the form: who sits in the seats, and perhaps a position that it begins with.
    pub fn begin(browser: &'a Browser, spec: &str, seats: &[&str], position: Option<&str>) -> Table<'a> {
        let spec: Spec = spec.parse().expect("a spec");
        let mut query = format!("rules={}", spec.variant());
        if let Some(position) = position {
            query += &format!("&position={}", encoded(position));
        }
        browser.go(&house::at(&format!("/games/{}/play?{query}", spec.id)));
        for (place, agent) in seats.iter().enumerate() {
            browser.choose(&format!("select[name=seat{place}]"), agent);
        }
        browser.click("form.begin button.main");
        Table::find(browser, &spec.to_string())
    }

    /// Sits down at the table that the browser shows.
    pub fn find(browser: &'a Browser, spec: &str) -> Table<'a> {
        let start = browser.wait("return document.querySelector('.table')?.dataset.start", &[]);
        let game = damier_games::open(&spec.parse().expect("a spec")).expect("a game");
        let mirror = game.resume(start.as_str().expect("a position")).expect("the start is a position");
        let lang = Lang::from_code(browser.kind.lang).expect("a language");
        Table { browser, game, mirror, lang, rng: Rng::new(7) }
    }

    /// Waits until the reader may move or the game is over, and lets the mirror follow.
    pub fn settle(&mut self) -> Value {
        let plies = self.mirror.moves().len();
        let script = format!(
            "const seen = (() => {{ {LOOK} }})(); return seen && seen.moves.length >= arguments[0] && seen"
        );
        let seen = self.browser.wait(&script, &[json!(plies)]);
        let moves = strings(&seen["moves"]);
        for text in &moves[plies..] {
            self.mirror.play(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.say(Lang::En)));
        }
        assert_eq!(self.mirror.moves(), moves);
        assert_eq!(seen["notice"], "", "nothing goes wrong");
        seen
    }

    /// Chooses a move at random.
    pub fn any(&mut self) -> String {
        let mut legal = self.mirror.legal();
        let chosen = self.rng.bits() as usize % legal.len();
        legal.swap_remove(chosen)
    }

    /// Chooses a good move.
    pub fn good(&self) -> String {
        if let Some(values) = self.mirror.values() {
            return values[0].text.clone();
        }
        let mut advice =
            self.game.player(EngineKind::Best).think(&*self.mirror, &Limits::nodes(3_000), &mut |_| {});
        advice.moves.swap_remove(0).text
    }

    /// Makes a move by clicks or touches, step by step; at each step the page must offer what the session does.
    pub fn play(&mut self, text: &str) {
        let mut typed = String::new();
        for step in self.mirror.steps(text) {
            let offered = self.mirror.complete(&typed);
            let seen = self.await_typed(&typed);
            let cells: BTreeSet<_> = offered.next.iter().filter_map(|step| step.cell.clone()).collect();
            let targets: BTreeSet<_> = strings(&seen["targets"]).into_iter().collect();
            // The page may take cells in another order than the move's text has them.
            assert!(
                targets.is_superset(&cells),
                "{text} after {typed:?}: {targets:?} lack some of {cells:?}"
            );
            assert!(!typed.is_empty() || targets == cells, "{text}: {targets:?}, not {cells:?}");
            typed += &step.text;
            match &step.cell {
                Some(cell) => self.browser.click(&cell_at(cell)),
                None => self.press_word(&step.text),
            }
            if typed == text {
                self.finish(text, &step);
            }
        }
        self.mirror.play(text).expect("a legal move");
        self.browser.wait(
            "return document.querySelectorAll('.moves ol a').length >= arguments[0]",
            &[json!(self.mirror.moves().len())],
        );
    }

    /// Makes the page play a move whose last step was taken: by itself, by a second touch where one sees its ghost, or by a
    /// button where the move could go on.
    fn finish(&self, text: &str, last: &Step) {
        let script = "const typed = document.querySelector('form.move input[name=text]').value === arguments[1];
            const whole = typed && [...document.querySelectorAll('.words button')].some((e) => e.textContent.startsWith('✓'));
            if (document.querySelectorAll('.moves ol a').length > arguments[0]) return 'played';
            return document.querySelector('.ghost') ? 'ghost' : whole && 'whole'";
        let seen = self.browser.wait(script, &[json!(self.mirror.moves().len()), text.into()]);
        match (seen.as_str(), &last.cell) {
            (Some("ghost"), Some(cell)) => self.browser.click(&cell_at(cell)),
            (Some("whole"), _) => self.press_word("✓"),
            _ => assert!(!self.browser.kind.touch || last.cell.is_none(), "a touch asks once more"),
        }
    }

    /// Waits until so much of a move is made.
    pub fn await_typed(&self, typed: &str) -> Value {
        let script = format!(
            "const seen = (() => {{ {LOOK} }})(); return seen && seen.typed === arguments[0] && seen"
        );
        self.browser.wait(&script, &[typed.into()])
    }

    /// Presses the button of a step without a cell, or that of a whole move.
    fn press_word(&self, text: &str) {
        let name = match (text, self.lang) {
            ("pass", Lang::Fr) => "Passer",
            ("pass", Lang::En) => "Pass",
            ("swap", Lang::Fr) => "Échanger",
            ("swap", Lang::En) => "Swap",
            _ => text,
        };
        let script = "const all = [...document.querySelectorAll('.words button')];
            const whole = arguments[0] === '✓';
            const at = all.findIndex((e) => whole ? e.textContent.startsWith('✓') : e.textContent === arguments[0]);
            return at < 0 ? null : String(at + 1)";
        let place = self.browser.wait(script, &[name.into()]);
        self.browser.click(&format!(".words button:nth-child({})", place.as_str().expect("a place")));
    }

    /// Checks that the page tells the end as the session does.
    pub fn check_end(&mut self) {
        let seen = self.settle();
        assert_eq!(seen["over"], true);
        let words = self.mirror.scene(&View::new(self.lang)).captions.swap_remove(0);
        assert_eq!(seen["state"], words.as_str());
        assert_eq!(strings(&seen["targets"]), [""; 0], "nothing is left to click");
    }
}

/// Returns the place of a cell on the page.
pub fn cell_at(name: &str) -> String {
    format!("[data-cell={name:?}]")
}

pub fn strings(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter().map(|text| text.as_str().expect("a text").to_string()).collect()
}

/// Writes a text as a value in a query.
pub fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => (byte as char).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
