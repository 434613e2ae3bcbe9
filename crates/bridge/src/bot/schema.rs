//! The messages of the protocol as a JSON schema, made from the types themselves.

use schemars::SchemaGenerator;
use serde_json::{Value, json};

use super::message::{FromBot, PROTOCOL, ToBot};

/// The JSON schema of everything that is said: `ToBot` by the laboratory, `FromBot` by the bot.
pub fn schema() -> Value {
    let mut generator = SchemaGenerator::default();
    let to_bot = generator.subschema_for::<ToBot>();
    let from_bot = generator.subschema_for::<FromBot>();
    let meta = generator.settings().meta_schema.clone();
    json!({
        "$schema": meta,
        "title": format!("The bot protocol of Ludarium, version {PROTOCOL}"),
        "description": "One JSON object a line, both ways. Unknown fields are ignored by both sides, unknown types by the bot.",
        "oneOf": [to_bot, from_bot],
        "$defs": generator.take_definitions(true),
    })
}

/// The schema as it is printed and kept in the documentation.
pub fn schema_text() -> String {
    // A JSON value always serialises.
    let mut text = serde_json::to_string_pretty(&schema()).unwrap_or_default();
    text.push('\n');
    text
}
