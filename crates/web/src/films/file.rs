//! A game as one HTML file that needs nothing else: boards as data and a small script that draws them.

use serde_json::{Value, json};

use crate::api::{BoardView, Snapshot};
use crate::page::look::look;

/// The page around the data; `GAME` is where they go, and `FONT` where the typeface goes.
const PAGE: &str = include_str!("../../share/game.html");
/// A file stays below this size; what happened later is left out.
const LARGEST: usize = 12 * 1024 * 1024;

/// The file of a game, with a view after each event.
pub fn file(game: &Snapshot, views: impl Iterator<Item = BoardView>) -> String {
    let mut shown = Vec::new();
    let mut size = 0;
    for view in views {
        let view = serde_json::to_value(&view).map_or(Value::Null, slim);
        size += view.to_string().len();
        if size > LARGEST {
            break;
        }
        shown.push(view);
    }
    let data = json!({
        "look": look(),
        "game": {
            "title": game.title,
            "variant": game.variant,
            "seed": game.seed,
            "seats": game.seats,
            "board": game.board,
            "log": game.log,
            "result": game.result,
        },
        "views": shown,
    });
    // No name can end the script early.
    let data = data.to_string().replace('<', "\\u003c");
    PAGE.replacen("FONT", ludarium_draw::font_face(), 1).replacen("GAME", &data, 1)
}

/// The file with a nonce for its script and its style, for browsers that are told to run nothing else.
pub fn with_nonce(file: &str, nonce: &str) -> String {
    // The first of each is the page's own: data come later, and cannot hold `<`.
    let file = file.replacen("<style>", &format!("<style nonce=\"{nonce}\">"), 1);
    file.replacen("<script>", &format!("<script nonce=\"{nonce}\">"), 1)
}

/// A view without what the file does not show.
fn slim(mut view: Value) -> Value {
    if let Value::Object(fields) = &mut view {
        for field in ["state", "legal", "thought", "count", "turn"] {
            fields.shift_remove(field);
        }
    }
    view
}
