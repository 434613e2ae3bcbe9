//! Templates: texts with `{variable}` filled in from a point.

use std::collections::BTreeMap;

use ludarium_game::nearest;

use super::value::SweepPoint;

/// What stands for values in a reading: variable, value, text.
pub type Replacements = BTreeMap<String, BTreeMap<String, String>>;

/// Whether a reading has a point: every value of it is replaced by some text or stays.
pub fn exists(point: &SweepPoint, replace: &Replacements) -> bool {
    point.0.iter().all(|(variable, value)| {
        let text = replace.get(variable).and_then(|texts| texts.get(&value.to_string()));
        text.is_none_or(|text| !text.is_empty())
    })
}

/// Fills a template; a variable that the sweep does not have is an error.
pub fn fill(template: &str, point: &SweepPoint, replace: &Replacements) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((variable, after)) = after.split_once('}') else {
            return Err(format!("`{template}` has a `{{` without its `}}`"));
        };
        let value = point.get(variable).ok_or_else(|| {
            let known = point.0.iter().map(|(name, _)| name.as_str());
            format!("unknown variable `{variable}` in `{template}`{}", hint(variable, known))
        })?;
        let value = value.to_string();
        let replaced = replace.get(variable).and_then(|texts| texts.get(&value));
        filled.push_str(before);
        filled.push_str(replaced.unwrap_or(&value));
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// `; did you mean …?`, or what is known.
pub fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(meant) => format!("; did you mean `{meant}`?"),
        None => {
            let known: Vec<&str> = known.collect();
            if known.is_empty() {
                "; there is none".to_owned()
            } else {
                format!("; known: {}", known.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::SweepValue;
    use super::*;

    fn point() -> SweepPoint {
        SweepPoint(vec![
            ("n".into(), SweepValue::Whole(50)),
            ("rollout".into(), SweepValue::Text("random".into())),
        ])
    }

    fn replace(value: &str, text: &str) -> Replacements {
        let texts = BTreeMap::from([(value.to_owned(), text.to_owned())]);
        BTreeMap::from([("n".to_owned(), texts)])
    }

    #[test]
    fn values_or_what_stands_for_them_are_filled_in() {
        let none = Replacements::new();
        let template = "mcts:iterations={n},rollout={rollout}";
        assert_eq!(fill(template, &point(), &none).unwrap(), "mcts:iterations=50,rollout=random");
        assert_eq!(fill("x:{n}", &point(), &replace("50", "fifty")).unwrap(), "x:fifty");
        assert_eq!(fill("{n}{n}", &point(), &none).unwrap(), "5050");
    }

    #[test]
    fn a_value_replaced_by_nothing_has_no_point() {
        assert!(!exists(&point(), &replace("50", "")));
        assert!(exists(&point(), &replace("100", "")));
    }

    #[test]
    fn wrong_templates_say_what_is_right() {
        let none = Replacements::new();
        let error = fill("mcts:rollout={rolout}", &point(), &none).unwrap_err();
        assert!(error.contains("did you mean `rollout`?"), "{error}");
        assert!(fill("{n", &point(), &none).is_err());
    }
}
