//! Learning pages: what agents do, in plain words.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// What agents do: for any game, and for agents of one game.
#[derive(Deserialize, Default)]
struct Stories {
    any: HashMap<String, String>,
    #[serde(flatten)]
    games: HashMap<String, HashMap<String, String>>,
}

static STORIES: LazyLock<Stories> =
    LazyLock::new(|| toml::from_str(include_str!("../learn/stories.toml")).unwrap_or_default());

/// What an agent of a game does, in plain words.
pub fn story(game: &str, agent: &str) -> Option<&'static str> {
    let own = STORIES
        .games
        .get(game)
        .and_then(|stories| stories.get(agent));
    own.or_else(|| STORIES.any.get(agent)).map(String::as_str)
}
