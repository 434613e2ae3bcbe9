//! What the page costs, measured: the first view on a fast and on a slow connection, and the processor time of a move.

use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::tab::{DESK, PHONE, Screen, Tab};
use crate::{World, pictures};

/// So long a game is watched.
const WATCHED: Duration = Duration::from_secs(7);
/// The pause between its moves in milliseconds.
const PACE: u64 = 400;

/// When the first board was there, and the last one of the view.
const CLOCK: &str = "window.boards = []; new MutationObserver(() => { \
     const seen = document.querySelectorAll('.board-svg').length; \
     while (window.boards.length < seen) window.boards.push(performance.now()); \
     }).observe(document, { childList: true, subtree: true })";

/// A connection and a processor: bytes a second, milliseconds to the server and back, how many times slower.
struct Line {
    name: &'static str,
    throttle: Option<(u32, u32)>,
    slower: u32,
}

const LINES: [Line; 3] = [
    Line { name: "this machine", throttle: None, slower: 1 },
    Line {
        name: "10 Mbit/s, 40 ms, processor 4 times slower",
        throttle: Some((1_250_000, 40)),
        slower: 4,
    },
    Line {
        name: "1.6 Mbit/s, 150 ms, processor 4 times slower",
        throttle: Some((200_000, 150)),
        slower: 4,
    },
];

/// Measures and prints.
pub fn print(world: &World) {
    println!("| connection | requests | KB | first board | all boards |");
    for line in LINES {
        let tab = world.tab(PHONE);
        let cost = first_view(&tab, &world.server.url("/"), &line);
        println!(
            "| {} | {} | {:.0} | {:.2} s | {:.2} s |",
            line.name,
            cost["requests"],
            cost["bytes"].as_f64().unwrap_or_default() / 1000.0,
            cost["first"].as_f64().unwrap_or_default() / 1000.0,
            cost["last"].as_f64().unwrap_or_default() / 1000.0,
        );
        tab.close();
    }
    println!("| game | moves | processor time a move | without animations |");
    for game in ["dice-chess", "three-chess", "tuc-chess", "dicewars", "chexers"] {
        let [(moves, animated), (_, plain)] =
            [true, false].map(|moving| watched(world, game, moving));
        println!("| {game} | {moves} | {animated:.1} ms | {plain:.1} ms |");
    }
}

fn first_view(tab: &Tab, address: &str, line: &Line) -> Value {
    if let Some((bytes, latency)) = line.throttle {
        tab.call("Network.emulateNetworkConditions", json!({ "offline": false, "latency": latency, "downloadThroughput": bytes, "uploadThroughput": bytes / 2 }));
    }
    tab.call("Emulation.setCPUThrottlingRate", json!({ "rate": line.slower }));
    tab.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": CLOCK }));
    tab.goto(address);
    tab.wait_seen(".hero-players .face");
    tab.wait_seen(".daily-game .board-svg");
    tab.eval(
        "(() => { const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]; \
         return { requests: all.length, bytes: all.reduce((sum, one) => sum + one.transferSize, 0), first: window.boards[0], last: window.boards.at(-1) }; })()",
    )
}

/// The events of a watched game, and the milliseconds that the page worked for each.
fn watched(world: &World, game: &str, moving: bool) -> (u64, f64) {
    let agent = json!({ "kind": "agent", "agent": pictures::easy(game) });
    let seats = vec![agent; pictures::seats(game)];
    let order = json!({ "game": game, "seed": 3, "speed": PACE, "seats": seats });
    let table = world.server.table(&order);
    let tab = world.tab(Screen { moving, ..DESK });
    tab.call("Performance.enable", json!({}));
    tab.goto(&world.server.url(&table.watch()));
    tab.wait_seen(".board-svg");
    let state = || {
        let metrics = tab.call("Performance.getMetrics", json!({}))["metrics"].clone();
        let metrics = metrics.as_array().cloned().unwrap_or_default();
        let busy = metrics.iter().find(|one| one["name"] == "TaskDuration");
        let busy = busy.and_then(|one| one["value"].as_f64()).unwrap_or_default();
        (crate::player::moves_made(&tab), 1000.0 * busy)
    };
    let (before, idle) = state();
    sleep(WATCHED);
    let (after, busy) = state();
    tab.close();
    let moves = after - before;
    (moves, (busy - idle) / moves.max(1) as f64)
}
