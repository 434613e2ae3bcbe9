//! Which settings of two contests differ.

use serde_json::Value;

use super::error::Difference;
use crate::contest::Contest;

/// Every setting that is not the same in both, in the order of the configuration.
pub(crate) fn differences(stored: &Contest, given: &Contest) -> Vec<Difference> {
    let mut found = Vec::new();
    let value = |contest: &Contest| serde_json::to_value(contest).unwrap_or_default();
    compare("", &value(stored), &value(given), &mut found);
    found
}

fn compare(key: &str, stored: &Value, given: &Value, found: &mut Vec<Difference>) {
    match (stored, given) {
        (Value::Object(old), Value::Object(new)) => {
            let dot = if key.is_empty() { "" } else { "." };
            let added = new.keys().filter(|name| !old.contains_key(*name));
            for name in old.keys().chain(added) {
                let side = |map: &serde_json::Map<String, Value>| {
                    map.get(name).cloned().unwrap_or_default()
                };
                compare(&format!("{key}{dot}{name}"), &side(old), &side(new), found);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                compare(&format!("{key}[{index}]"), old, new, found);
            }
        }
        _ if stored == given => {}
        _ => found.push(Difference {
            key: key.to_owned(),
            stored: shown(stored),
            given: shown(given),
        }),
    }
}

/// A value for people: an absent setting is `none`, long lists are cut.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 120;
    let text = match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => format!("`{text}`"),
        other => other.to_string(),
    };
    if text.chars().count() <= LONGEST {
        return text;
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Limits;

    #[test]
    fn each_difference_is_named_once() {
        let old = Contest::new("sprint", None, vec!["greedy".into(), "random".into()], 1);
        let mut new = old.clone();
        assert_eq!(differences(&old, &new), []);
        new.agents[1] = "best".to_owned();
        new.limits = Limits { nodes: Some(9), ..Limits::default() };
        new.seed = 2;
        new.starts.push("s".to_owned());
        let lines: Vec<String> =
            differences(&old, &new).iter().map(Difference::to_string).collect();
        assert_eq!(
            lines,
            [
                "agents[1]: the run has `random`, given was `best`",
                "starts: the run has [], given was [\"s\"]",
                "limits.nodes: the run has none, given was 9",
                "seed: the run has 1, given was 2",
            ]
        );
    }
}
