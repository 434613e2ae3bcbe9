//! Every view as a picture: light and dark, at a desk and on a phone; and the pictures of the README.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::World;
use crate::accessibility::{bring_out, settle, views};
use crate::bundles::bundles;
use crate::player::{Chooser, click_a_move, wait_for_turn};
use crate::tab::{DESK, PHONE, Screen, Tab};
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
        views.push((name, played(world, game, 3)));
    }
    views.push(("missing", "/nowhere".to_owned()));
    let day = world.server.post("/api/daily", &json!({ "kind": "position" }));
    let key = day["keys"].as_array().expect("keys").iter();
    let key = key.filter_map(|key| key.as_str()).collect::<String>();
    let id = day["id"].as_str().expect("an id");
    views.push(("day", format!("/game/{id}?key={key}")));
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

/// Saves what the README shows: the first view, a game, a review, a game as a film. A live game and agents that think differ a little every time.
pub fn readme(world: &World, folder: &Path) {
    let save = |tab: &Tab, name: &str| {
        fs::write(folder.join(name), decode(&tab.picture(false))).expect("a picture is written");
    };
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    settle(&tab);
    tab.wait_seen(".hero-players .face");
    sleep(LIVE);
    save(&tab, "page-home.png");
    tab.goto(&world.server.url(&played(world, "dicewars", 8)));
    assert!(wait_for_turn(&tab));
    save(&tab, "page-play.png");
    let seats =
        [easy("dice-chess"), "one-ply"].map(|text| json!({ "kind": "agent", "agent": text }));
    let order = json!({ "game": "dice-chess", "seed": 5, "speed": 0, "seats": seats });
    tab.goto(&world.server.url(&world.server.table(&order).watch()));
    tab.wait_seen(".result");
    bring_out(&tab, "reviewed");
    tab.eval("document.querySelector('.review').scrollIntoView()");
    save(&tab, "page-review.png");
    let seats = ["one-ply", "random", "one-ply", "random"];
    let seats = seats.map(|text| json!({ "kind": "agent", "agent": text }));
    let order = json!({ "game": "dicewars", "seed": 4, "speed": 0, "seats": seats });
    tab.goto(&world.server.url(&world.server.table(&order).watch()));
    tab.wait_seen(".result");
    bring_out(&tab, "reviewed");
    let film = "fetch(document.querySelector('.film-actions a').href).then((answer) => answer.blob()).then((blob) => new Promise((done) => { const file = new FileReader(); file.onload = () => done(file.result.split(',')[1]); file.readAsDataURL(blob); }))";
    let film = tab.eval(film);
    fs::write(folder.join("story.gif"), decode(film.as_str().expect("a film")))
        .expect("a film is written");
    tab.close();
    fs::write(folder.join("boards.png"), decode(&boards(world))).expect("a picture is written");
}

/// The games of the first view in the middle of a game, on one picture.
fn boards(world: &World) -> String {
    let tab = world.tab(Screen { width: 1000, height: 900, ..DESK });
    let mut pictures = String::new();
    for (game, moves) in BOARDS {
        let path = if *game == "dicewars" {
            world.server.table(&crate::film::storm(world).0).watch()
        } else {
            played(world, game, *moves)
        };
        tab.goto(&world.server.url(&path));
        settle(&tab);
        let clip = tab.eval("(() => { const { x, y, width, height } = document.querySelector('.board').getBoundingClientRect(); return { x, y: y + scrollY, width, height, scale: 1 }; })()");
        let answer = tab.call("Page.captureScreenshot", json!({ "clip": clip }));
        let picture = answer["data"].as_str().expect("a picture");
        pictures += &format!("<img src='data:image/png;base64,{picture}'>");
    }
    tab.close();
    // Pages of the server show no pictures but their own.
    let room = world.tab(Screen { width: 1600, height: 1000, ..DESK });
    let style = "margin: 0; padding: 24px; background: #fdfcf9; display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px; place-items: center";
    let page = json!(format!("<body style='{style}'>{}</body>", pictures.replace('\'', "\"")));
    room.eval(&format!("document.documentElement.innerHTML = {page}; for (const img of document.images) img.style = 'max-width: 100%; max-height: 460px'; Promise.all([...document.images].map((img) => img.decode())).then(() => true)"));
    let picture = room.picture(false);
    room.close();
    picture
}

/// The boards of that picture, and how many moves are made there.
const BOARDS: &[(&str, usize)] = &[
    ("dicewars", 0),
    ("three-chess", 12),
    ("chexers", 12),
    ("tuc-chess", 8),
    ("dice-chess", 10),
    ("backgammon", 4),
];

/// So long the live game goes on before the picture is taken.
const LIVE: Duration = Duration::from_secs(25);

/// A game in which somebody has clicked a number of moves.
fn played(world: &World, game: &str, moves: usize) -> String {
    let seats = seats(game);
    let easy = easy(game);
    let mut order = vec![json!({ "kind": "human" })];
    order.resize(seats, json!({ "kind": "agent", "agent": easy }));
    let table = world.server.table(&json!({ "game": game, "seed": 12, "seats": order }));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    let mut chooser = Chooser::new(5);
    for _ in 0..moves {
        if wait_for_turn(&tab) {
            click_a_move(&tab, &mut chooser);
        }
    }
    tab.close();
    table.seat(0)
}

/// How many usually play.
pub fn seats(game: &str) -> usize {
    match game {
        "dicewars" => 4,
        "chexers" | "three-chess" => 3,
        _ => 2,
    }
}

/// The agent that a newcomer meets.
pub fn easy(game: &str) -> &'static str {
    let bundles = bundles();
    let found = bundles.iter().find(|one| one.game.info.name == game);
    found.expect("a game of ours").levels[1].0
}

/// The agent of the last level.
pub fn strongest(game: &str) -> &'static str {
    let bundles = bundles();
    let found = bundles.iter().find(|one| one.game.info.name == game);
    found.expect("a game of ours").levels[4].0
}

/// The bytes of a base64 text.
pub fn decode(text: &str) -> Vec<u8> {
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
