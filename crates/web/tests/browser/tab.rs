//! A page in the browser, used as people use it: by mouse, keys and eyes.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::protocol::Protocol;

/// How long something may take to appear on the page.
const PATIENCE: Duration = Duration::from_secs(240);
const PAUSE: Duration = Duration::from_millis(25);

/// Keeps every notice: they go by themselves, on a busy machine perhaps before a test has looked.
const NOTICES: &str = "window.noticed = [];
    addEventListener('DOMContentLoaded', () => {
        const box = document.getElementById('notice');
        if (box) new MutationObserver(() => noticed.push(box.textContent)).observe(box, { childList: true });
    });";

/// A screen to look at the page on.
#[derive(Clone, Copy)]
pub struct Screen {
    pub width: u32,
    pub height: u32,
    pub dark: bool,
    /// Whether animations are shown; most tests would only wait for them.
    pub moving: bool,
}

/// A desk's screen.
pub const DESK: Screen = Screen { width: 1280, height: 860, dark: false, moving: false };

/// The narrowest phone that is still in use.
pub const PHONE: Screen = Screen { width: 360, height: 740, dark: false, moving: false };

/// One page in a browser context of its own: other tabs share no storage with it.
pub struct Tab {
    protocol: Rc<RefCell<Protocol>>,
    session: String,
    context: String,
    complaints: RefCell<Vec<String>>,
    refusals: RefCell<Vec<u16>>,
    /// Whether lost connections are part of the test.
    pub forgiving: bool,
}

impl Tab {
    /// Opens a tab in a fresh browser context.
    pub fn open(protocol: &Rc<RefCell<Protocol>>, screen: Screen) -> Tab {
        let mut browser = protocol.borrow_mut();
        let context =
            text(&browser.call(None, "Target.createBrowserContext", json!({}))["browserContextId"]);
        let target = browser.call(
            None,
            "Target.createTarget",
            json!({ "url": "about:blank", "browserContextId": context }),
        );
        let attached = browser.call(
            None,
            "Target.attachToTarget",
            json!({ "targetId": target["targetId"], "flatten": true }),
        );
        drop(browser);
        let tab = Tab {
            protocol: Rc::clone(protocol),
            session: text(&attached["sessionId"]),
            context,
            complaints: RefCell::default(),
            refusals: RefCell::default(),
            forgiving: false,
        };
        for domain in ["Page", "Runtime", "Log", "Network", "DOM", "Accessibility"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        tab.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": NOTICES }));
        tab.screen(screen);
        tab
    }

    /// Sends a command to the page.
    pub fn call(&self, method: &str, params: Value) -> Value {
        self.protocol.borrow_mut().call(Some(&self.session), method, params)
    }

    /// Changes the size and the theme of the screen.
    pub fn screen(&self, screen: Screen) {
        let phone = screen.width < 600;
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": screen.width, "height": screen.height, "deviceScaleFactor": 1, "mobile": phone }),
        );
        let theme = if screen.dark { "dark" } else { "light" };
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": [
                { "name": "prefers-color-scheme", "value": theme },
                { "name": "prefers-reduced-motion", "value": if screen.moving { "no-preference" } else { "reduce" } },
            ] }),
        );
    }

    /// Loads an address.
    pub fn goto(&self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
        self.wait_for(
            "document.readyState === 'complete' && document.querySelector('main h1') !== null",
        );
    }

    /// Loads the same address again.
    pub fn reload(&self) {
        self.eval("window.old = true");
        self.call("Page.reload", json!({}));
        self.wait_for("window.old === undefined && document.readyState === 'complete' && document.querySelector('main h1') !== null");
    }

    /// The value of a JavaScript expression on the page.
    pub fn eval(&self, expression: &str) -> Value {
        self.try_eval(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    fn try_eval(&self, expression: &str) -> Result<Value, String> {
        let params =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer =
            self.protocol.borrow_mut().try_call(Some(&self.session), "Runtime.evaluate", params)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(details.to_string()),
            None => Ok(answer["result"]["value"].clone()),
        }
    }

    /// Waits until an expression is true.
    pub fn wait_for(&self, expression: &str) {
        assert!(
            self.wait_at_most(expression, PATIENCE),
            "never true: {expression}\nat {}\n{}\n{}",
            self.eval("location.href"),
            self.eval("document.querySelector('main')?.innerText.slice(0, 1500)"),
            self.complaints().join("\n"),
        );
    }

    /// Waits until an expression is true; says whether it became so.
    pub fn wait_at_most(&self, expression: &str, patience: Duration) -> bool {
        let end = Instant::now() + patience;
        loop {
            // While a page loads there may be nothing to ask.
            if self.try_eval(&format!("Boolean({expression})")) == Ok(json!(true)) {
                return true;
            }
            if Instant::now() > end {
                return false;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Waits until the page has shown a notice that matches a regular expression.
    pub fn wait_notice(&self, pattern: &str) {
        self.wait_for(&format!("noticed.some((text) => /{pattern}/.test(text))"));
    }

    /// Waits for an element that can be seen.
    pub fn wait_seen(&self, selector: &str) {
        self.wait_for(&format!("document.querySelector({0})?.checkVisibility()", json!(selector)));
    }

    /// The text of an element.
    pub fn text(&self, selector: &str) -> String {
        text(&self.eval(&format!("document.querySelector({})?.innerText ?? ''", json!(selector))))
    }

    /// The middle of what an expression gives, scrolled into view, in pixels of the window.
    fn middle(&self, element: &str) -> (f64, f64) {
        let place = self.eval(&format!(
            "(() => {{ const e = {element}; if (!e) return null; e.scrollIntoView({{block: 'nearest', inline: 'nearest', behavior: 'instant'}}); \
             const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }})()"
        ));
        match (place[0].as_f64(), place[1].as_f64()) {
            (Some(x), Some(y)) => (x, y),
            _ => panic!("no such element: {element}"),
        }
    }

    /// Clicks the element of a selector with the mouse.
    pub fn click(&self, selector: &str) {
        self.wait_seen(selector);
        let (x, y) = self.middle(&format!("document.querySelector({})", json!(selector)));
        self.click_at(x, y);
    }

    /// Clicks the button or link of the main part whose text begins so.
    pub fn press(&self, words: &str) {
        let element = format!(
            "[...document.querySelectorAll('main :is(button, a, summary)')].find((e) => e.innerText.trim().startsWith({0}) && e.checkVisibility() && !e.disabled)",
            json!(words)
        );
        self.wait_for(&element);
        let (x, y) = self.middle(&element);
        self.click_at(x, y);
    }

    /// Chooses a value of a drop-down list.
    pub fn choose(&self, selector: &str, value: &str) {
        self.eval(&format!(
            "(() => {{ const list = document.querySelector({}); list.value = {}; list.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
            json!(selector),
            json!(value)
        ));
    }

    /// The point of the window at which a cell of the board is free to click.
    pub fn cell_point(&self, cell: u64) -> (f64, f64) {
        let piece = format!("document.querySelector('.board-svg [data-cell=\"{cell}\"]')");
        self.middle(&piece);
        let place = self.eval(&format!(
            "(() => {{ const e = {piece}; const m = e.getScreenCTM(); const b = e.getBBox(); \
             for (const [u, v] of [[.5,.5],[.4,.4],[.6,.6],[.4,.6],[.6,.4],[.3,.5],[.7,.5],[.5,.3],[.5,.7],[.25,.25],[.75,.75],[.25,.75],[.75,.25],[.15,.5],[.85,.5],[.5,.15],[.5,.85]]) {{ \
             const p = new DOMPoint(b.x + u * b.width, b.y + v * b.height).matrixTransform(m); \
             if (document.elementFromPoint(p.x, p.y) === e) return [p.x, p.y]; }} return null; }})()"
        ));
        match (place[0].as_f64(), place[1].as_f64()) {
            (Some(x), Some(y)) => (x, y),
            _ => panic!("cell {cell} cannot be clicked"),
        }
    }

    /// Clicks a cell of the board.
    pub fn click_cell(&self, cell: u64) {
        let (x, y) = self.cell_point(cell);
        self.click_at(x, y);
    }

    /// Presses and releases the mouse at a point.
    pub fn click_at(&self, x: f64, y: f64) {
        self.mouse("mouseMoved", x, y, 0);
        self.mouse("mousePressed", x, y, 1);
        self.mouse("mouseReleased", x, y, 1);
    }

    /// Moves the mouse with its button down from one point to another, and lets go there.
    pub fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        self.pull(from, to);
        self.let_go(to);
    }

    /// Releases the mouse at a point.
    pub fn let_go(&self, at: (f64, f64)) {
        self.mouse("mouseReleased", at.0, at.1, 1);
    }

    /// Moves the mouse with its button down from one point to another.
    pub fn pull(&self, from: (f64, f64), to: (f64, f64)) {
        self.mouse("mouseMoved", from.0, from.1, 0);
        self.mouse("mousePressed", from.0, from.1, 1);
        for step in 1..=4 {
            let part = f64::from(step) / 4.0;
            let at = |k: (f64, f64)| k.0 + (k.1 - k.0) * part;
            self.mouse("mouseMoved", at((from.0, to.0)), at((from.1, to.1)), 1);
        }
    }

    /// Moves the mouse with its right button down from one point to another, and lets go there.
    pub fn sketch(&self, from: (f64, f64), to: (f64, f64)) {
        let at = |kind: &str, (x, y): (f64, f64), held: u32| {
            self.call(
                "Input.dispatchMouseEvent",
                json!({ "type": kind, "x": x, "y": y, "button": "right", "buttons": held, "clickCount": 1 }),
            );
        };
        at("mousePressed", from, 2);
        at("mouseMoved", to, 2);
        at("mouseReleased", to, 0);
    }

    /// Moves a finger over the screen from one point to another.
    pub fn swipe(&self, from: (f64, f64), to: (f64, f64)) {
        let touch = |kind: &str, points: Value| {
            let params = json!({ "type": kind, "touchPoints": points });
            self.call("Input.dispatchTouchEvent", params);
        };
        touch("touchStart", json!([{ "x": from.0, "y": from.1 }]));
        for step in 1..=4 {
            let part = f64::from(step) / 4.0;
            let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            touch("touchMove", json!([{ "x": x, "y": y }]));
        }
        touch("touchEnd", json!([]));
    }

    fn mouse(&self, kind: &str, x: f64, y: f64, clicks: u32) {
        let held = u32::from(kind == "mouseMoved" && clicks > 0 || kind == "mousePressed");
        self.call(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": x, "y": y, "button": if clicks > 0 { "left" } else { "none" }, "buttons": held, "clickCount": clicks }),
        );
    }

    /// Presses a key: `Enter`, `Tab`, `ArrowLeft`, `Escape`, `Home`.
    pub fn key(&self, name: &str) {
        let code = match name {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            other => panic!("a key that tests do not use: {other}"),
        };
        let mut params =
            json!({ "type": "keyDown", "key": name, "code": name, "windowsVirtualKeyCode": code });
        if name == "Enter" {
            params["text"] = json!("\r");
        }
        self.call("Input.dispatchKeyEvent", params.clone());
        params["type"] = json!("keyUp");
        self.call("Input.dispatchKeyEvent", params);
    }

    /// Types a text into what has the focus.
    pub fn type_text(&self, words: &str) {
        self.call("Input.insertText", json!({ "text": words }));
    }

    /// The layouts that scripts forced while something was done: where each was asked for, by Chromium's timeline.
    pub fn forced_layouts(&self, done: impl FnOnce()) -> Vec<Value> {
        let categories = ["devtools.timeline", "disabled-by-default-devtools.timeline.stack"];
        self.call(
            "Tracing.start",
            json!({ "transferMode": "ReportEvents", "traceConfig": { "includedCategories": categories } }),
        );
        done();
        self.call("Tracing.end", json!({}));
        let (mut noted, end) = (Vec::new(), Instant::now() + PATIENCE);
        loop {
            for event in self.protocol.borrow_mut().take("Tracing.") {
                if event.method == "Tracing.tracingComplete" {
                    let layouts = noted.iter().filter(|one: &&Value| one["name"] == "Layout");
                    let asked = layouts.map(|one| one["args"]["beginData"]["stackTrace"].clone());
                    return asked.filter(|stack| !stack.is_null()).collect();
                }
                let values = event.params["value"].as_array();
                noted.extend(values.into_iter().flatten().cloned());
            }
            assert!(Instant::now() < end, "the browser tells no timeline");
        }
    }

    /// A picture of the window, or of the whole page, as PNG in base64.
    pub fn picture(&self, whole: bool) -> String {
        let answer = self.call(
            "Page.captureScreenshot",
            json!({ "format": "png", "captureBeyondViewport": whole }),
        );
        text(&answer["data"])
    }

    /// What the page complained about: exceptions, errors on the console, failed requests.
    pub fn complaints(&self) -> Vec<String> {
        let events = self.protocol.borrow_mut().events();
        let mut complaints = self.complaints.borrow_mut();
        for event in events.iter().filter(|event| event.session == self.session) {
            let params = &event.params;
            let complaint = match event.method.as_str() {
                "Runtime.exceptionThrown" => Some(params["exceptionDetails"].to_string()),
                "Runtime.consoleAPICalled" if is_loud(&params["type"]) => {
                    Some(params["args"].to_string())
                }
                "Log.entryAdded" if is_loud(&params["entry"]["level"]) => {
                    Some(params["entry"].to_string())
                }
                "Network.loadingFailed" if params["canceled"] != true => Some(params.to_string()),
                "Network.responseReceived"
                    if params["response"]["status"].as_u64() >= Some(400) =>
                {
                    Some(format!("{} {}", params["response"]["status"], params["response"]["url"]))
                }
                _ => None,
            };
            let expected = |words: &String| {
                let refusals = self.refusals.borrow();
                refusals.iter().any(|status| {
                    words.contains(&format!("status of {status}"))
                        || words.starts_with(&status.to_string())
                })
            };
            complaints.extend(complaint.filter(|words| !expected(words)));
        }
        complaints.clone()
    }

    /// The test makes the server refuse something: answers with this status are no complaint.
    pub fn forgive_status(&self, status: u16) {
        self.refusals.borrow_mut().push(status);
    }

    /// Fails if the page complained about anything.
    pub fn assert_content(&self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "the page complained:\n{}", complaints.join("\n"));
    }

    /// Closes the tab; it must not have complained.
    pub fn close(self) {
        if !self.forgiving {
            self.assert_content();
        }
        self.protocol.borrow_mut().call(
            None,
            "Target.disposeBrowserContext",
            json!({ "browserContextId": self.context }),
        );
    }
}

/// Whether a message on the console is more than a note.
fn is_loud(kind: &Value) -> bool {
    ["error", "warning", "assert"].iter().any(|loud| kind == loud)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
