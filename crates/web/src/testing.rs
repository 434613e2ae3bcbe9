//! Sprint, the tiny game of the framework's tests, with everything that the page can show of a game.

use std::sync::Arc;

use ludarium_arena::testing;
use ludarium_bundle::Bundle;
use ludarium_game::sprint::Sprint;

use crate::games::library::Library;

/// Sprint and nothing else.
pub fn sprint() -> Bundle {
    Bundle::new::<Sprint>(testing::sprint().info)
}

/// A library with Sprint, its lesson, levels, stories and an experiment.
pub fn library() -> Arc<Library> {
    Arc::new(Library::new(&[Bundle {
        lesson: Some(LESSON),
        levels: vec![("walker", "Walks."), ("mcts:iterations=50", "Imagines fifty games.")],
        experiments: vec![("009/table-1", EXPERIMENT)],
        stories: vec![("random", "Runs or walks by chance.")],
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

const EXPERIMENT: &str = r#"
report = "009"
source = "table 1"
title = "Simulations against chance"
text = "A simulation beats a draw of lots."

game = "sprint"
measure = "games"
metrics = ["won", "score"]
subjects = { mcts = 0, random = 1 }

[sweep]
n = [50]

[[reading]]
name = "literal"
text = "As it is written."
seats = ["mcts:iterations={n}", "random"]

[quick]
rounds = 4
[full]
rounds = 200

[[printed]]
at = { n = 50 }
of = "random"
games = 50
values = { won = 0.08, score = -0.84 }

[[printed]]
at = { n = 50 }
of = "mcts"
games = 50
values = { won = 0.92, score = 0.84 }
"#;
