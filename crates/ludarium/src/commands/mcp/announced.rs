//! What assistants are told: how to begin, and what each tool does and takes.

use ludarium_bridge::mcp::Tool;
use serde_json::{Value, json};

/// How to begin.
pub(super) const INSTRUCTIONS: &str = "\
Ludarium plays board games with any number of players and with dice, by exact rules. Begin with `games` and `rules`. `start` \
opens a game: you play every seat that no agent has. `move` makes your moves; agents and dice go on by themselves until it is \
your turn again. Moves are texts in the notation of the game; only those that are listed are legal. `analyse` says what an \
agent thinks, `review` what mistakes cost when the game is over, `match` which of several agents is better.";

/// The tools, in the order in which people need them.
pub(super) fn tools() -> Vec<Tool> {
    vec![
        tool("games", "The games, with their seats, chance and variants.", &[], json!({})),
        tool(
            "rules",
            "The rules of a game in words, its notation and the options of its variants.",
            &["game"],
            json!({"game": game(), "variant": variant()}),
        ),
        tool(
            "agents",
            "The agents that can play a game. Their texts may have parameters, such as `mcts:iterations=500`.",
            &["game"],
            json!({"game": game(), "variant": variant()}),
        ),
        tool(
            "start",
            "Opens a game and shows it, with a picture.",
            &["game"],
            json!({
                "game": game(),
                "variant": variant(),
                "seats": whole("How many play, in games that leave it open."),
                "seed": whole("The luck of the game: the same seed and moves meet the same dice. Usually 1."),
                "position": text("Where it begins, in the game's notation; usually the start."),
                "players": {
                    "type": "array", "items": {"type": "string"},
                    "description": "Who sits where, from seat 0: `you`, or an agent such as `best` or `greedy`. Seats that are not named are yours.",
                },
                "roll_yourself": {"type": "boolean", "description": "Whether you roll the dice by `roll`; otherwise they roll by themselves."},
                "seconds": seconds(),
            }),
        ),
        tool(
            "board",
            "Shows an open game as text and picture, with the legal moves if it is your turn.",
            &[],
            json!({"id": id()}),
        ),
        tool(
            "move",
            "Makes your move; then agents and dice go on until it is your turn. The answer to an illegal move lists the legal ones.",
            &["move"],
            json!({
                "id": id(),
                "move": text("The move, as it stands in the list of legal moves."),
                "picture": {"type": "boolean", "description": "Whether the answer has a picture, too."},
            }),
        ),
        tool(
            "roll",
            "Rolls the dice in a game that was started with `roll_yourself`.",
            &[],
            json!({"id": id()}),
        ),
        tool(
            "agent_move",
            "Lets an agent choose your move, and makes it.",
            &[],
            json!({"id": id(), "agent": agent(), "seconds": seconds()}),
        ),
        tool(
            "analyse",
            "What an agent thinks about an open game or any position: its candidates with their values. Nothing is played.",
            &[],
            json!({
                "id": id(),
                "game": text("The name of a game, to analyse a position of it instead of an open game."),
                "variant": variant(),
                "position": text("The position in the game's notation; usually the start."),
                "agent": agent(),
                "seconds": seconds(),
            }),
        ),
        tool(
            "review",
            "What mistakes cost and what luck gave, in an open game that is over.",
            &[],
            json!({"id": id(), "judge": agent()}),
        ),
        tool(
            "match",
            "Lets agents play a small match and says which is better and how sure that is.",
            &["game", "agents"],
            json!({
                "game": game(),
                "variant": variant(),
                "agents": {"type": "array", "items": {"type": "string"}, "minItems": 2, "description": "The agents."},
                "games": whole("How many games at least; 20 if nothing is said, at most 200."),
                "milliseconds": whole("The time for a move; 20 if nothing is said, at most 1000."),
                "seed": whole("The seed of the match; usually 1."),
            }),
        ),
    ]
}

fn tool(
    name: &'static str,
    description: &'static str,
    required: &[&str],
    properties: Value,
) -> Tool {
    let arguments = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    Tool { name, description, arguments }
}

fn text(description: &str) -> Value {
    json!({"type": "string", "description": description})
}

fn whole(description: &str) -> Value {
    json!({"type": "integer", "minimum": 0, "description": description})
}

fn game() -> Value {
    text("The name of the game, as `games` lists it.")
}

fn variant() -> Value {
    text("The variant, with options: `name` or `name:key=value,…`; usually the first.")
}

fn id() -> Value {
    whole("The number of the game; usually the one that was started last.")
}

fn agent() -> Value {
    text("An agent, as `agents` lists it; usually the strongest.")
}

fn seconds() -> Value {
    json!({"type": "number", "description": "How long an agent may think about a move; 1 if nothing is said, at most 10."})
}
