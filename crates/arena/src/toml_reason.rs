//! Why a TOML file was refused, in words for people who do not know Rust.

/// What the reader of TOML says, with its line and place; the types that it expected are named in plain words.
pub fn toml_reason(error: &toml::de::Error) -> String {
    // `variant` has another meaning here.
    let text = error
        .to_string()
        .replace("unknown variant `", "unknown value `");
    let text = text.trim_end();
    let Some((before, expected)) = text.rsplit_once(", expected ") else {
        return text.to_owned();
    };
    let plain = match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" => "a text in quotes",
        "a sequence" => "a list",
        "a map" => "a table with names and values",
        other => other,
    };
    // What is larger than the type is named with the type that it would need.
    let before = before.strip_suffix(" as i128").unwrap_or(before);
    format!("{before}, expected {plain}")
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct File {
        #[serde(rename = "rounds")]
        _rounds: Option<u64>,
        #[serde(rename = "names")]
        _names: Option<Vec<String>>,
        #[serde(rename = "sorting")]
        _sorting: Option<Sorting>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Sorting {
        Fixed,
    }

    #[test]
    fn types_are_named_in_plain_words() {
        let refused = |text: &str| toml_reason(&toml::from_str::<File>(text).unwrap_err());
        for (text, expected) in [
            (
                "rounds = -1",
                "integer `-1`, expected a whole number, 0 or more",
            ),
            ("rounds = 2.5", "expected a whole number, 0 or more"),
            (
                "rounds = 99999999999999999999",
                "integer `99999999999999999999`, expected a whole number, 0 or more",
            ),
            ("sorting = \"any\"", "unknown value `any`, expected `fixed`"),
            ("names = 3", "expected a list"),
            ("names = [3]", "expected a text in quotes"),
        ] {
            let reason = refused(text);
            assert!(reason.ends_with(expected), "{reason}");
            assert!(reason.contains("line 1"), "{reason}");
        }
        assert!(refused("names = [").contains("line 1"));
    }
}
