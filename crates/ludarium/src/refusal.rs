//! What is wrong with a command line, in words for people who do not know Rust.

use std::error::Error;

use clap::error::{ContextKind, ContextValue};

/// Says why the command line was not understood, and ends the program. Help and version are printed here, too.
pub fn refuse(error: &clap::Error) -> ! {
    match in_plain_words(error) {
        Some(text) => {
            anstream::eprint!("{text}");
            std::process::exit(error.exit_code());
        }
        None => error.exit(),
    }
}

/// The text of an error whose reason speaks of Rust's types; nothing for any other.
fn in_plain_words(error: &clap::Error) -> Option<String> {
    let reason = error.source()?.to_string();
    let plain = match reason.as_str() {
        "invalid digit found in string" if is_negative(error) => {
            "expected a whole number, not below 0".to_owned()
        }
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "expected a whole number".to_owned()
        }
        "number too large to fit in target type" => "the number is too large".to_owned(),
        "invalid float literal" | "cannot parse float from empty string" => {
            "expected a number".to_owned()
        }
        // The line begins with the value and the option already.
        other if other.starts_with("bad value `") => {
            let (_, expected) = other.split_once("`: expected ")?;
            format!("expected {expected}")
        }
        other => range(other)?,
    };
    let text = error.render().ansi().to_string();
    Some(text.replace(&reason, &plain))
}

/// Whether the refused value is a number below 0.
fn is_negative(error: &clap::Error) -> bool {
    let value = error.get(ContextKind::InvalidValue);
    let digits =
        |text: &str| text.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok());
    matches!(value, Some(ContextValue::String(text)) if digits(text))
}

/// The numbers that are possible, where the reason is that one is outside: `0 is not in 1..=9`, `0 is not in 1..`.
fn range(reason: &str) -> Option<String> {
    let (_, range) = reason.split_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    match most.strip_prefix('=') {
        Some(most) => Some(format!("expected a whole number from {least} to {most}")),
        None => Some(format!("expected a whole number, {least} or more")),
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command, value_parser};

    use super::*;

    #[test]
    fn numbers_are_refused_in_plain_words() {
        let shard = |text: &str| -> ludarium_game::Result<u8> {
            Err(ludarium_game::Error::value("shard", text, "part/parts"))
        };
        let refused = |argument: &str| {
            let command = Command::new("x")
                .arg(Arg::new("games").long("games").value_parser(value_parser!(u64)))
                .arg(Arg::new("share").long("share").value_parser(value_parser!(f64)))
                .arg(Arg::new("shard").long("shard").value_parser(shard))
                .arg(Arg::new("steps").long("steps").value_parser(value_parser!(u32).range(1..=9)))
                .arg(Arg::new("depth").long("depth").value_parser(value_parser!(u64).range(1..)));
            let error = command.try_get_matches_from(["x", argument]).unwrap_err();
            in_plain_words(&error)
        };
        for (argument, reason) in [
            ("--games=5ms", "expected a whole number"),
            ("--games=", "expected a whole number"),
            ("--games=-5", "expected a whole number, not below 0"),
            ("--shard=3/2", ": expected part/parts"),
            ("--games=99999999999999999999", "the number is too large"),
            ("--share=half", "expected a number"),
            ("--steps=0", "expected a whole number from 1 to 9"),
            ("--depth=0", "expected a whole number, 1 or more"),
        ] {
            let text = refused(argument).unwrap_or_default();
            let first = text.lines().next().unwrap_or_default();
            assert!(first.ends_with(reason), "{argument}: {text}");
            assert!(text.contains("--help"), "{text}");
        }
        assert_eq!(refused("--gams=5"), None);
    }
}
