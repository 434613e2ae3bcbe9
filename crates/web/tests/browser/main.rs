//! The page in a real browser: Debian's Chromium without a screen, driven as people drive it.
//!
//! All tests share one browser and one server process. `cargo test -p ludarium-web --test browser -- NAME`
//! runs those whose name contains a word; `… -- pictures FOLDER` saves every view as a picture, `… -- readme FOLDER`
//! those of the README, `… -- film FILE` a film of three attacks, `… -- figures` measures what the page costs.

mod accessibility;
mod accessibility_rules;
#[path = "../../../../src/games.rs"]
mod bundles;
mod chrome;
mod dice;
mod editor;
mod expected;
mod faults;
mod figures;
mod film;
mod games;
mod light;
mod offline;
mod pictures;
mod player;
mod protocol;
mod runs;
mod server;
mod story;
mod tab;
#[path = "../common/talker.rs"]
mod talker;
mod trouble;
mod views;
mod watching;
mod words;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

use ludarium_bridge::sandbox::{HELPER, become_program};

use chrome::Chrome;
use protocol::Protocol;
use server::TestServer;
use tab::{Screen, Tab};

/// What every test needs.
pub struct World {
    /// The server, which tests may kill.
    pub server: TestServer,
    browser: Rc<RefCell<Protocol>>,
    _chrome: Chrome,
}

impl World {
    fn begin() -> World {
        let chrome = Chrome::start();
        World {
            server: TestServer::start(),
            browser: Rc::new(RefCell::new(Protocol::connect(&chrome.address))),
            _chrome: chrome,
        }
    }

    /// A tab that shares nothing with other tabs.
    pub fn tab(&self, screen: Screen) -> Tab {
        Tab::open(&self.browser, screen)
    }
}

type Test = (&'static str, fn(&mut World));

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some(server::ROLE) => {
            server::run(&arguments[1..]);
            ExitCode::SUCCESS
        }
        Some(HELPER) => become_program(std::env::args_os().skip(2).peekable()),
        Some(server::BOT) => talker::play("good"),
        Some("pictures") => {
            let folder = arguments.get(1).map_or("pictures", String::as_str);
            pictures::save(&World::begin(), folder.as_ref());
            ExitCode::SUCCESS
        }
        Some("readme") => {
            let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
            let folder = arguments.get(1).map_or(usual, String::as_str);
            pictures::readme(&World::begin(), folder.as_ref());
            ExitCode::SUCCESS
        }
        Some("film") => {
            let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures/dicewars.gif");
            let file = arguments.get(1).map_or(usual, String::as_str);
            film::save(&World::begin(), file.as_ref());
            ExitCode::SUCCESS
        }
        Some("figures") => {
            figures::print(&World::begin());
            ExitCode::SUCCESS
        }
        _ => run_tests(&arguments),
    }
}

fn run_tests(arguments: &[String]) -> ExitCode {
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let chosen = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(*word));
    let tests: Vec<Test> = [
        games::TESTS,
        faults::TESTS,
        dice::TESTS,
        words::TESTS,
        light::TESTS,
        story::TESTS,
        expected::TESTS,
        watching::TESTS,
        editor::TESTS,
        views::TESTS,
        runs::TESTS,
        trouble::TESTS,
        offline::TESTS,
        accessibility::TESTS,
    ]
    .concat()
    .into_iter()
    .filter(|(name, _)| chosen(name))
    .collect();
    if arguments.iter().any(|word| word == "--list") {
        tests.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    if tests.is_empty() {
        return ExitCode::SUCCESS;
    }
    let mut world = World::begin();
    let mut failed = Vec::new();
    for (name, test) in &tests {
        let start = Instant::now();
        let passed = catch_unwind(AssertUnwindSafe(|| test(&mut world))).is_ok();
        let verdict = if passed { "ok" } else { "FAILED" };
        println!("test {name} ... {verdict} ({:.1} s)", start.elapsed().as_secs_f32());
        if !passed {
            failed.push(*name);
        }
    }
    println!("{} passed, {} failed", tests.len() - failed.len(), failed.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
