//! A game at the page's table, beside the same game in a session: what the page offers and says must be what the session
//! has.

use std::collections::BTreeSet;

use damier_browser::{Browser, key};
use damier_core::{Lang, Rng};
use damier_search::Limits;
use damier_table::{AnyGame, EngineKind, Entry, Session, Spec, words};
use serde_json::{Value, json};

use crate::hand::Hand;
use crate::{house, keyboard};

/// What the page shows, as its script of one question returns it.
const LOOK: &str = "
    const shown = (place) => !!document.querySelector(place)?.checkVisibility();
    const texts = (place) => [...document.querySelectorAll(place)].map((e) => e.textContent);
    const [over, yours] = [shown('.after'), shown('form.move')];
    const ready = document.querySelector('.layer-hints') && !document.querySelector('.thinking') && (over || yours);
    return ready && {
      over,
      moves: [...document.querySelectorAll('.moves ol a')].map((e) => e.dataset.text ?? e.textContent),
      targets: [...document.querySelectorAll('.target')].map((e) => e.dataset.cell),
      words: texts('.words button, .choice button'),
      state: document.querySelector('.state').textContent,
      notice: document.querySelector('.notice').textContent,
    };";

/// What a move is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The mouse, or a finger where the browser is touched.
    Pointer,
    /// The keyboard.
    Keys,
}

/// A game that is played in a browser.
pub struct Table<'a> {
    pub browser: &'a Browser,
    pub game: Box<dyn AnyGame>,
    /// The same game, as far as the page was seen to be.
    pub mirror: Box<dyn Session>,
    lang: Lang,
    rng: Rng,
    /// Whether nobody else acts in the game.
    alone: bool,
}

/// Chooses who sits in the seats, in the form of a new game.
pub fn choose_players(browser: &Browser, seats: &[&str]) {
    let radio = |name: &str, value: &str| browser.click(&format!("input[name={name}][value={value:?}]"));
    let level = |agent: &str| agent.strip_prefix("level:").map(str::to_string);
    match seats {
        [_] => {}
        ["human", "human"] => radio("against", "here"),
        [first, second] => match [level(first), level(second)] {
            [Some(first), Some(second)] => {
                radio("against", "watch");
                browser.choose("select[name=level0]", &first);
                browser.choose("select[name=level1]", &second);
            }
            [first, second] => {
                radio("against", "computer");
                radio("side", if first.is_some() { "second" } else { "first" });
                radio("level", &first.or(second).expect("one of them is the computer"));
            }
        },
        _ => {
            for (place, agent) in seats.iter().enumerate() {
                browser.choose(&format!("select[name=seat{place}]"), agent);
            }
        }
    }
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
        choose_players(browser, seats);
        browser.click("form.begin button.main");
        let table = Table::find(browser, &spec.to_string());
        Table { alone: seats.iter().all(|agent| *agent == "human"), ..table }
    }

    /// Sits down at the table that the browser shows.
    pub fn find(browser: &'a Browser, spec: &str) -> Table<'a> {
        let start = browser.wait("return document.querySelector('.table')?.dataset.start", &[]);
        let game = damier_games::open(&spec.parse().expect("a spec")).expect("a game");
        let mirror = game.resume(start.as_str().expect("a position")).expect("the start is a position");
        let lang = Lang::from_code(browser.kind.lang).expect("a language");
        Table { browser, game, mirror, lang, rng: Rng::new(7), alone: false }
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

    /// Makes a move by hand: its picks in an order of their own within each stage, by clicks or drags, by touch, or by keys.
    /// At each pick the page must offer what the moves by hand of the session do.
    pub fn play_by(&mut self, text: &str, way: Way) {
        let hand = Hand::of(&*self.mirror, self.lang);
        let asked = self.requests();
        let mut picks: Vec<String> = Vec::new();
        // What is taken up by one pick can be dragged to the next.
        let (mut taken_up, mut dragged) = (false, false);
        for mut stage in hand.stages(text).to_vec() {
            self.rng.shuffle(&mut stage);
            let single = stage.len() == 1;
            for token in stage {
                let next = hand.next(&picks);
                let alone = !picks.is_empty() && next.len() == 1 && hand.whole(&picks).0.is_empty();
                if token.starts_with('=') {
                    if !alone {
                        self.press_words(&hand.words(&token), way);
                    }
                    picks.push(token);
                    continue;
                }
                let cell = hand.cell_of(&token, &picks, &mut self.rng);
                self.await_targets(&hand.cells(&picks), text);
                dragged = way == Way::Pointer
                    && taken_up
                    && picks.last().is_some_and(|from| hand.holds(from))
                    && self.rng.below(2) == 0;
                match way {
                    Way::Keys => keyboard::choose(self.browser, &cell),
                    Way::Pointer if dragged => {
                        self.browser
                            .drag(&cell_at(picks.last().expect("something was picked")), &cell_at(&cell));
                    }
                    Way::Pointer => self.browser.click(&cell_at(&cell)),
                }
                picks.push(cell);
            }
            taken_up = single;
        }
        let (whole, longer) = hand.whole(&picks);
        let last = picks.last().expect("a move has a pick");
        if longer || whole.len() > 1 {
            self.press_words(&hand.play_words(text), way);
        } else if self.browser.kind.touch && !dragged && !last.starts_with('=') {
            self.browser.wait("return document.querySelector('.layer-ghost, .unconfirmed, .lifted')", &[]);
            assert_eq!(self.plies(), self.mirror.moves().len(), "a touch asks once more");
            self.browser.click(&cell_at(last));
        }
        self.mirror.play(text).expect("a legal move");
        self.browser.wait(
            "return document.querySelectorAll('.moves ol a').length >= arguments[0]",
            &[json!(self.mirror.moves().len())],
        );
        if self.alone {
            assert_eq!(self.requests() - asked, 1, "{text}: a move is one request");
        }
    }

    /// Makes a move with the pointer.
    pub fn play(&mut self, text: &str) {
        self.play_by(text, Way::Pointer);
    }

    /// Counts the moves on the page.
    fn plies(&self) -> usize {
        let count = self.browser.script("return document.querySelectorAll('.moves ol a').length", &[]);
        count.as_u64().expect("a count") as usize
    }

    /// Counts what scripts have asked the server for, but for what others have done meanwhile.
    fn requests(&self) -> u64 {
        let script = "return performance.getEntriesByType('resource')
            .filter((entry) => entry.initiatorType === 'fetch' && !/\\/(state|thinking|turning)\\b/.test(entry.name)).length";
        self.browser.script(script, &[]).as_u64().expect("a count")
    }

    /// Waits until exactly these cells can be picked.
    fn await_targets(&self, cells: &BTreeSet<String>, text: &str) {
        let script = format!(
            "const seen = (() => {{ {LOOK} }})();
             return seen && (seen.targets.length === arguments[0] || performance.now() > (window.until ??= performance.now() + 1500))
               && (delete window.until, seen)"
        );
        let seen = self.browser.wait(&script, &[json!(cells.len())]);
        let targets: BTreeSet<_> = strings(&seen["targets"]).into_iter().collect();
        assert_eq!(&targets, cells, "{text} in {}", self.mirror.position());
    }

    /// Presses the button that says this, beside the board or at the cell.
    fn press_words(&self, words: &str, way: Way) {
        let script = "const all = [...document.querySelectorAll('.words button, .choice button')];
            const found = all.find((e) => e.textContent.replace(/\\s/g, ' ').replaceAll('’', \"'\").trim() === arguments[0]);
            if (found) found.id = 'wanted'; return !!found";
        self.browser.wait(script, &[words.into()]);
        if way == Way::Pointer {
            return self.browser.click("#wanted");
        }
        // In a choice arrows lead from one to the next; else Tab leads from the board to the buttons.
        let there = "return document.activeElement.id === 'wanted'";
        for _ in 0..40 {
            if self.browser.script(there, &[]) == Value::Bool(true) {
                return self.browser.press(key::ENTER);
            }
            let inside = self.browser.script("return !!document.activeElement.closest('.choice')", &[]);
            self.browser.press(if inside == Value::Bool(true) { key::RIGHT } else { key::TAB });
        }
        panic!("keys do not lead to {words}");
    }

    /// Checks that the page tells the end as the session does.
    pub fn check_end(&mut self) {
        let seen = self.settle();
        assert_eq!(seen["over"], true);
        self.check_end_words(seen["state"].as_str().expect("a text"));
        assert_eq!(strings(&seen["targets"]), [""; 0], "nothing is left to click");
    }

    /// Checks that these words of the page tell the end as the session does.
    pub fn check_end_words(&self, state: &str) {
        let outcome = self.mirror.outcome().expect("it is over");
        let reason = outcome.reason.text.get(self.lang);
        let said = state.replace('’', "'").replace(['\u{a0}', '\u{202f}'], " ");
        assert!(said.contains(reason), "{reason}: {state}");
        if let Some(score) = words::score(self.mirror.seats(), &outcome, self.lang) {
            assert!(state.contains(&score), "{score}: {state}");
        }
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
