//! A film of three attacks as the page shows them, for the README: pictures are taken while the page moves, and a script makes a GIF of them.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::World;
use crate::pictures::{decode, seats, strongest};
use crate::player::wait_for_turn;
use crate::tab::{Screen, Tab};

const GAME: &str = "dicewars";
/// Makes a GIF of pictures.
const SCRIPT: &str = include_str!("film.js");
/// The page moves so much slower than the film: its setting *Slow*, so that there are enough pictures.
const SLOWER: f64 = 2.2;
/// The width of the film in pixels.
const WIDTH: f64 = 560.0;
const ATTACKS: usize = 3;
/// How long the last picture is seen, in hundredths of a second.
const END: u64 = 200;

/// Plays, and saves the film.
pub fn save(world: &World, file: &Path) {
    let screen = Screen { width: 700, height: 700, dark: false, moving: true };
    let tab = world.tab(screen);
    tab.goto(&world.server.url("/"));
    tab.eval(
        "localStorage.setItem('ludarium.settings', JSON.stringify({ pace: 'slow', sound: false }))",
    );
    let (order, seat) = storm(world);
    let table = world.server.table(&order);
    tab.goto(&world.server.url(&table.seat(seat)));
    assert!(wait_for_turn(&tab));
    tab.wait_for("document.fonts.status === 'loaded'");
    let mut camera = Camera::before(&tab);
    camera.run(Duration::from_millis(800));
    for _ in 0..ATTACKS {
        let (from, to) = best_attack(&tab);
        tab.click_cell(from);
        camera.run(Duration::from_millis(900));
        tab.click_cell(to);
        camera.run(Duration::from_millis(300));
        while movable(&tab).is_empty() {
            camera.shoot();
        }
        camera.run(Duration::from_millis(1200));
    }
    fs::write(file, camera.develop(world)).expect("a film is written");
    tab.close();
}

/// A table in the middle of a game between strong agents, and the seat that is to begin its turn there.
pub fn storm(world: &World) -> (Value, usize) {
    let agent = json!({ "kind": "agent", "agent": strongest(GAME) });
    let mut seats = vec![agent; seats(GAME)];
    let order = json!({ "game": GAME, "seed": 12, "speed": 0, "seats": seats });
    let played = world.server.table(&order);
    let tab = world.tab(crate::tab::DESK);
    tab.goto(&world.server.url(&played.watch()));
    tab.wait_seen(".result");
    let log = tab.eval(&format!(
        "fetch('/api/tables/{}').then((answer) => answer.json()).then(({{ log }}) => log.map(({{ by, text }}) => ({{ by, text }})))",
        played.id
    ));
    tab.close();
    let log = log.as_array().expect("events");
    let by = |count: usize| log[count]["by"].as_u64();
    let turns = (log.len() / 2..log.len()).filter(|&count| by(count).is_some());
    let begun = |count: &usize| (0..*count).rev().find_map(by) != by(*count);
    let count = turns.clone().find(begun).expect("a turn in the second half");
    let seat = by(count).expect("a player") as usize;
    seats[seat] = json!({ "kind": "human" });
    let moves: Vec<Value> = log[..count].iter().map(|event| event["text"].clone()).collect();
    (json!({ "game": GAME, "seed": 12, "moves": moves, "seats": seats }), seat)
}

/// The attack by which the reader's largest pile that has one may win.
fn best_attack(tab: &Tab) -> (u64, u64) {
    let mut best = (0, 0, 0);
    for from in movable(tab) {
        tab.click_cell(from);
        let odds = tab.eval("[...document.querySelectorAll('.odds')].map((e) => [Number(e.dataset.odds), parseInt(e.textContent, 10) || 0])");
        let odds: Vec<(u64, u64)> = serde_json::from_value(odds).expect("odds of cells");
        for (to, percent) in odds {
            if percent > best.2 {
                best = (from, to, percent);
            }
        }
        tab.click_cell(from);
    }
    (best.0, best.1)
}

/// The cells that can be clicked.
fn movable(tab: &Tab) -> Vec<u64> {
    let cells = tab
        .eval("[...document.querySelectorAll('.cell.movable')].map((e) => Number(e.dataset.cell))");
    serde_json::from_value(cells).expect("numbers of cells")
}

/// Takes pictures of the board.
struct Camera<'a> {
    tab: &'a Tab,
    clip: Value,
    pictures: Vec<(Instant, String)>,
}

impl Camera<'_> {
    fn before(tab: &Tab) -> Camera<'_> {
        let mut clip = tab.eval("(() => { const { x, y, width, height } = document.querySelector('.board').getBoundingClientRect(); return { x, y: y + scrollY, width, height }; })()");
        let width = clip["width"].as_f64().expect("a width");
        clip["scale"] = json!(WIDTH / width);
        Camera { tab, clip, pictures: Vec::new() }
    }

    fn shoot(&mut self) {
        let now = Instant::now();
        let answer = self.tab.call("Page.captureScreenshot", json!({ "clip": self.clip }));
        let picture = answer["data"].as_str().expect("a picture").to_owned();
        self.pictures.push((now, picture));
    }

    fn run(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while Instant::now() < end {
            self.shoot();
        }
    }

    /// The film as a GIF.
    fn develop(self, world: &World) -> Vec<u8> {
        let room = world.tab(crate::tab::DESK);
        room.eval(&format!("window.film = {SCRIPT}; true"));
        for (index, (taken, picture)) in self.pictures.iter().enumerate() {
            let next = self.pictures.get(index + 1).map(|(next, _)| *next - *taken);
            let hundredths =
                next.map_or(END, |time| (100.0 * time.as_secs_f64() / SLOWER).round() as u64);
            room.eval(&format!("film.add('{picture}', {})", hundredths.max(2)));
        }
        let film = room.eval("film.write()");
        room.close();
        decode(film.as_str().expect("a film"))
    }
}
