//! The messages of the protocol as a JSON schema. It is kept as a file: what makes it of the types is only needed by
//! the test that compares both.

/// The JSON schema of everything that is said, as it is printed and kept in the documentation: `ToBot` by the
/// laboratory, `FromBot` by the bot.
pub const SCHEMA: &str = include_str!("schema.json");

#[cfg(test)]
mod tests {
    use schemars::SchemaGenerator;
    use serde_json::json;

    use super::SCHEMA;
    use crate::bot::protocol::{FromBot, PROTOCOL, ToBot};

    #[test]
    fn the_schema_is_that_of_the_types() {
        let mut generator = SchemaGenerator::default();
        let to_bot = generator.subschema_for::<ToBot>();
        let from_bot = generator.subschema_for::<FromBot>();
        let meta = generator.settings().meta_schema.clone();
        let schema = json!({
            "$schema": meta,
            "title": format!("The bot protocol of Ludarium, version {PROTOCOL}"),
            "description": "One JSON object a line, both ways. Unknown fields are ignored by both sides, unknown types by the bot.",
            "oneOf": [to_bot, from_bot],
            "$defs": generator.take_definitions(true),
        });
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("LUDARIUM_RECORD").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/bot/schema.json");
            std::fs::write(file, text).unwrap();
            return;
        }
        assert!(text == SCHEMA, "schema.json is old; LUDARIUM_RECORD=1 writes it");
    }
}
