//! A browser that tests drive: Chromium, through ChromeDriver and the WebDriver protocol.
//!
//! The protocol is JSON over HTTP on this machine, so that no library is needed for it. Everything here is for tests: what
//! goes wrong panics with the reason.

mod wire;

use std::cell::Cell;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use damier_core::typography;
use serde_json::{Value, json};

use wire::Wire;

/// What nothing on a page takes longer than.
const PATIENCE: Duration = Duration::from_secs(20);
/// The key under which WebDriver names an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// What a browser pretends to be.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The language that it prefers.
    pub lang: &'static str,
    /// The width and height of its pages.
    pub size: (u32, u32),
    /// Whether one touches it.
    pub touch: bool,
    /// Whether pages may run scripts.
    pub scripts: bool,
}

impl Kind {
    /// A computer with a mouse.
    pub const DESKTOP: Kind = Kind { lang: "fr", size: (1280, 800), touch: false, scripts: true };
    /// A phone.
    pub const PHONE: Kind = Kind { size: (390, 844), touch: true, ..Kind::DESKTOP };

    /// Returns the same in another language.
    pub const fn in_lang(self, lang: &'static str) -> Kind {
        Kind { lang, ..self }
    }
}

/// A browser. It is closed when it is dropped.
pub struct Browser {
    /// What it pretends to be.
    pub kind: Kind,
    driver: Child,
    wire: Wire,
    session: String,
    /// Where the mouse or the finger is that holds something.
    held: Cell<(f64, f64)>,
}

impl Browser {
    /// Starts a browser.
    ///
    /// # Panics
    /// If Chromium or ChromeDriver is not there.
    pub fn open(kind: Kind) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect(
                "ChromeDriver is needed: install the packages chromium and chromium-driver, or run ./test",
            );
        let output = BufReader::new(driver.stdout.take().expect("its output is piped"));
        let port = output
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok())
            .expect("ChromeDriver says its port");
        let mut browser =
            Browser { kind, driver, wire: Wire::new(port), session: String::new(), held: Cell::default() };
        let language = format!("--accept-lang={}", kind.lang);
        let scripts = if kind.scripts { 1 } else { 2 };
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "timeouts": { "script": PATIENCE.as_millis() as u64, "implicit": PATIENCE.as_millis() as u64 },
            "goog:chromeOptions": {
                "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--hide-scrollbars", language],
                "prefs": { "profile.managed_default_content_settings.javascript": scripts },
            },
        } } });
        let made = browser.wire.send("POST", "/session", &wanted).expect("Chromium starts");
        browser.session = format!("/session/{}", made["sessionId"].as_str().expect("the session has a name"));
        browser.pretend();
        browser
    }

    /// Makes the current tab what the kind says; a new tab needs it again.
    pub fn pretend(&self) {
        let Kind { size: (width, height), touch, .. } = self.kind;
        self.resize(width, height);
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": touch }));
    }

    /// Gives the page another size.
    pub fn resize(&self, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": self.kind.touch });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics);
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        self.wire.send(method, &format!("{}{path}", self.session), body)
    }

    fn must(&self, method: &str, path: &str, body: &Value) -> Value {
        self.ask(method, path, body).unwrap_or_else(|error| panic!("{method} {path} {body}: {error}"))
    }

    /// Gives a command of Chromium's own protocol.
    pub fn devtools(&self, command: &str, params: Value) -> Value {
        self.must("POST", "/goog/cdp/execute", &json!({ "cmd": command, "params": params }))
    }

    /// Opens an address and waits until it is loaded.
    pub fn go(&self, address: &str) {
        self.must("POST", "/url", &json!({ "url": address }));
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.must("POST", "/refresh", &json!({}));
    }

    /// Returns the address of the page.
    pub fn address(&self) -> String {
        self.must("GET", "/url", &Value::Null).as_str().expect("an address").to_string()
    }

    /// Runs a script in the page and returns what it returns.
    pub fn script(&self, script: &str, arguments: &[Value]) -> Value {
        self.must("POST", "/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Waits until a script returns something that is true, and returns that. Pages may be left meanwhile.
    ///
    /// # Panics
    /// If it takes too long.
    pub fn wait(&self, script: &str, arguments: &[Value]) -> Value {
        // The page looks for itself, so that few questions go over the wire.
        let look = format!(
            "const [done, given] = [arguments[arguments.length - 1], arguments[0]];
             const [look, end] = [function () {{ {script} }}, performance.now() + 2000];
             (function again() {{
               const seen = look.apply(null, given);
               if (seen || performance.now() > end) done(seen || null); else setTimeout(again, 8);
             }})();"
        );
        let body = json!({ "script": look, "args": [arguments] });
        let begun = Instant::now();
        loop {
            let last = match self.ask("POST", "/execute/async", &body) {
                Ok(Value::Null) => "it stays false".to_string(),
                Ok(seen) => return seen,
                Err(error) => error,
            };
            if begun.elapsed() > PATIENCE {
                let shown = self.script("return document.body.innerText", &[]);
                panic!("waited in vain at {} for\n{script}\n{arguments:?}\n{last}\n{shown}", self.address());
            }
            sleep(Duration::from_millis(5));
        }
    }

    /// Returns what an element says, once it is there, without its typography: as games and rooms write their texts.
    pub fn text(&self, place: &str) -> String {
        let found = self.wait(
            "const e = document.querySelector(arguments[0]); return e && [e.innerText]",
            &[place.into()],
        );
        typography::plain(found[0].as_str().unwrap_or_default().trim())
    }

    /// Says whether an element is there and is not hidden.
    pub fn sees(&self, place: &str) -> bool {
        let script = "return !!document.querySelector(arguments[0])?.checkVisibility()";
        self.script(script, &[place.into()]) == Value::Bool(true)
    }

    /// Waits until an element is there and is not hidden.
    pub fn await_sight(&self, place: &str) {
        self.wait("return !!document.querySelector(arguments[0])?.checkVisibility()", &[place.into()]);
    }

    fn find(&self, place: &str) -> String {
        let found = self.must("POST", "/element", &json!({ "using": "css selector", "value": place }));
        found[ELEMENT].as_str().expect("an element").to_string()
    }

    /// Clicks an element with the mouse or, on a phone, touches it: in its middle, where nothing may cover it.
    pub fn click(&self, place: &str) {
        let element = self.find(place);
        if !self.kind.touch {
            self.must("POST", &format!("/element/{element}/click"), &json!({}));
            return;
        }
        // Where the middle is, is asked for and used at once: the page may put a new element in the place of the one found.
        let script = "const e = document.querySelector(arguments[0]); e.scrollIntoView({ block: 'nearest' });
            const { left, top, width, height } = e.getBoundingClientRect();
            const [x, y] = [left + width / 2, top + height / 2];
            const hit = document.elementFromPoint(x, y);
            return e.contains(hit) || e.closest('label')?.contains(hit) ? [Math.round(x), Math.round(y)] : `covered by ${hit?.outerHTML.slice(0, 200)}`";
        let middle = self.script(script, &[place.into()]);
        assert!(middle.is_array(), "{place} cannot be touched: {middle}");
        let actions = json!([
            { "type": "pointerMove", "duration": 0, "origin": "viewport", "x": middle[0], "y": middle[1] },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        self.point(actions);
    }

    /// Drags with the mouse or, on a phone, with a finger from the middle of one element to that of another.
    pub fn drag(&self, from: &str, to: &str) {
        self.hold(from, to);
        self.let_go();
    }

    /// Drags likewise, but does not let go.
    pub fn hold(&self, from: &str, to: &str) {
        self.held.set(self.middle(from));
        if self.kind.touch {
            self.touch("touchStart");
        } else {
            self.mouse("mouseMoved", 0);
            self.mouse("mousePressed", 1);
        }
        self.move_to(to);
    }

    /// Moves what is held to the middle of an element.
    pub fn move_to(&self, place: &str) {
        let ((x, y), (to_x, to_y)) = (self.held.get(), self.middle(place));
        for share in [0.1, 0.5, 0.9, 1.0] {
            self.held.set((x + (to_x - x) * share, y + (to_y - y) * share));
            if self.kind.touch { self.touch("touchMove") } else { self.mouse("mouseMoved", 1) }
        }
    }

    /// Drags with the right button of the mouse from the middle of one element to that of another.
    pub fn right_drag(&self, from: &str, to: &str) {
        let [from, to] = [from, to].map(|place| json!({ ELEMENT: self.find(place) }));
        self.point(json!([
            { "type": "pointerMove", "duration": 0, "origin": from, "x": 0, "y": 0 },
            { "type": "pointerDown", "button": 2 },
            { "type": "pointerMove", "duration": 60, "origin": to, "x": 0, "y": 0 },
            { "type": "pointerUp", "button": 2 },
        ]));
    }

    /// Lets go what is held.
    pub fn let_go(&self) {
        if self.kind.touch { self.touch("touchEnd") } else { self.mouse("mouseReleased", 0) }
    }

    /// Turns the wheel by so many pixels over the middle of an element.
    pub fn turn_wheel(&self, place: &str, by: i32) {
        let (x, y) = self.middle(place);
        let turn = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by });
        self.devtools("Input.dispatchMouseEvent", turn);
    }

    /// Returns the middle of an element on the screen.
    fn middle(&self, place: &str) -> (f64, f64) {
        let script = "const e = document.querySelector(arguments[0]); e.scrollIntoView({ block: 'nearest' });
            const { left, top, width, height } = e.getBoundingClientRect(); return [left + width / 2, top + height / 2]";
        let found = self.script(script, &[place.into()]);
        let number = |at: usize| found[at].as_f64().expect("a number");
        (number(0), number(1))
    }

    /// Lets the mouse act where it is, with so many of its buttons pressed.
    fn mouse(&self, what: &str, buttons: u32) {
        let (x, y) = self.held.get();
        let button = if what == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let event =
            json!({ "type": what, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
        self.devtools("Input.dispatchMouseEvent", event);
    }

    /// Lets a finger act where it is.
    fn touch(&self, what: &str) {
        let (x, y) = self.held.get();
        let points = if what == "touchEnd" { json!([]) } else { json!([{ "x": x, "y": y }]) };
        self.devtools("Input.dispatchTouchEvent", json!({ "type": what, "touchPoints": points }));
    }

    /// Rests the mouse on the middle of an element.
    pub fn hover(&self, place: &str) {
        let element = json!({ ELEMENT: self.find(place) });
        self.point(json!([{ "type": "pointerMove", "duration": 0, "origin": element, "x": 0, "y": 0 }]));
    }

    /// Lets the mouse or the finger act.
    fn point(&self, actions: Value) {
        let kind = if self.kind.touch { "touch" } else { "mouse" };
        let pointer = json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions });
        self.must("POST", "/actions", &json!({ "actions": [pointer] }));
    }

    /// Chooses an option of a list.
    pub fn choose(&self, list: &str, value: &str) {
        let option = self.find(&format!("{list} option[value={value:?}]"));
        self.must("POST", &format!("/element/{option}/click"), &json!({}));
    }

    /// Presses keys one after the other, wherever the focus is. WebDriver has characters for keys without one: [`key`].
    pub fn press(&self, keys: &str) {
        let press = |key: char| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key }));
        let actions: Vec<Value> = keys.chars().flat_map(press).collect();
        self.must(
            "POST",
            "/actions",
            &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }),
        );
    }

    /// Opens another tab and goes there. Returns the names of the old one and the new one.
    pub fn new_tab(&self) -> (String, String) {
        let old = self.must("GET", "/window", &Value::Null);
        let new = self.must("POST", "/window/new", &json!({ "type": "tab" }));
        let [old, new] = [&old, &new["handle"]].map(|name| name.as_str().expect("a name").to_string());
        self.to_tab(&new);
        (old, new)
    }

    /// Goes to a tab.
    pub fn to_tab(&self, name: &str) {
        self.must("POST", "/window", &json!({ "handle": name }));
        self.pretend();
    }

    /// Takes a picture of the page as PNG or WebP, in base64.
    pub fn picture(&self, options: Value) -> Vec<u8> {
        let taken = self.devtools("Page.captureScreenshot", options);
        wire::bytes(taken["data"].as_str().expect("a picture"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser that is gone already needs no closing.
        let _ = self.ask("DELETE", "", &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The characters that stand for keys without one.
pub mod key {
    /// Tab.
    pub const TAB: &str = "\u{e004}";
    /// Enter.
    pub const ENTER: &str = "\u{e007}";
    /// Escape.
    pub const ESCAPE: &str = "\u{e00c}";
    /// Delete.
    pub const DELETE: &str = "\u{e017}";
    /// The end.
    pub const END: &str = "\u{e010}";
    /// The beginning.
    pub const HOME: &str = "\u{e011}";
    /// The arrow to the left.
    pub const LEFT: &str = "\u{e012}";
    /// The arrow up.
    pub const UP: &str = "\u{e013}";
    /// The arrow to the right.
    pub const RIGHT: &str = "\u{e014}";
    /// The arrow down.
    pub const DOWN: &str = "\u{e015}";
}
