//! Every view as a picture: light and dark, at a desk and on a phone.

use std::fs;
use std::path::Path;

use crate::World;
use crate::accessibility::{bring_out, settle, views};
use crate::bundles::bundles;
use crate::player::{Chooser, click_a_move, wait_for_turn};
use crate::tab::{DESK, PHONE, Screen};
use serde_json::json;

/// Saves the pictures in a folder.
pub fn save(world: &World, folder: &Path) {
    fs::create_dir_all(folder).expect("a folder for the pictures");
    let mut views = views(world);
    for (name, game) in [
        ("play-dicewars", "dicewars"),
        ("play-dice-chess", "dice-chess"),
        ("play-three-chess", "three-chess"),
        ("play-tuc-chess", "tuc-chess"),
        ("play-chexers", "chexers"),
    ] {
        views.push((name, played(world, game)));
    }
    views.push(("reviewed", "/runs/shown/2".to_owned()));
    views.push(("missing", "/nowhere".to_owned()));
    for (screen, kind) in [(DESK, "desk"), (PHONE, "phone")] {
        for (dark, theme) in [(false, "light"), (true, "dark")] {
            let tab = world.tab(Screen { dark, ..screen });
            tab.forgive_status(404);
            for (name, path) in &views {
                tab.goto(&world.server.url(path));
                settle(&tab);
                tab.wait_for("document.fonts.status === 'loaded'");
                bring_out(&tab, name);
                let file = folder.join(format!("{name}-{kind}-{theme}.png"));
                fs::write(file, decode(&tab.picture(screen.width < 600)))
                    .expect("a picture is written");
            }
            tab.close();
        }
    }
}

/// A game with some moves and a selected piece.
fn played(world: &World, game: &str) -> String {
    let seats = match game {
        "dicewars" => 4,
        "chexers" | "three-chess" => 3,
        _ => 2,
    };
    let easy = easy(game);
    let mut order = vec![json!({ "kind": "human" })];
    order.resize(seats, json!({ "kind": "agent", "agent": easy }));
    let table = world
        .server
        .table(&json!({ "game": game, "seed": 12, "seats": order }));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    let mut chooser = Chooser::new(5);
    for _ in 0..3 {
        if wait_for_turn(&tab) {
            click_a_move(&tab, &mut chooser);
        }
    }
    tab.close();
    table.seat(0)
}

/// The agent that a newcomer meets.
fn easy(game: &str) -> &'static str {
    let bundles = bundles();
    let found = bundles.iter().find(|one| one.game.info.name == game);
    found.expect("a game of ours").levels[1].0
}

/// The bytes of a base64 text.
fn decode(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut held, mut bits) = (0u32, 0);
    for six in text.bytes().filter_map(value) {
        held = (held << 6) | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}
