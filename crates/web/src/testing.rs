//! Sprint, the tiny game of the framework's tests, with everything that the page can show of a game.

use std::sync::Arc;

use ludarium_arena::testing;
use ludarium_bundle::Bundle;
use ludarium_game::sprint::Sprint;

use crate::library::Library;

/// Sprint and nothing else.
pub fn sprint() -> Bundle {
    Bundle::new::<Sprint>(testing::sprint().info)
}

/// A library with Sprint, its lesson, levels and stories.
pub fn library() -> Arc<Library> {
    Arc::new(Library::new(&[Bundle {
        lesson: Some(LESSON),
        levels: &["walker", "mcts:iterations=50"],
        stories: &[("random", "Runs or walks by chance.")],
        ..sprint()
    }]))
}

const LESSON: &str = r#"
title = "Sprint"

[[section]]
heading = "The aim"
text = """
Whoever arrives first has won.

Nobody waits."""

[[section]]
heading = "Walking"
text = "One field forward."
picture = { moves = ["walk", "run", "?"], caption = "After two moves" }
"#;
