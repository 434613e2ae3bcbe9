//! From the text of an agent to somebody who plays, within what an agent may take of the machine.

use ludarium_agents::without_budget;
use ludarium_arena::{Contender, Ruleset, is_bot};
use ludarium_game::{Error, Result, Spec};

/// What one agent may take of the machine, by parameter: others play and think here, too.
const LIMITS: [(&str, u32); 2] = [("memory", 512), ("threads", 4)];

/// The most that a parameter of an agent may be on the page, where that is limited.
pub fn limit(key: &str) -> Option<u32> {
    let mut limits = LIMITS.iter();
    limits
        .find(|(known, _)| *known == key)
        .map(|&(_, most)| most)
}

/// Whoever a text stands for; an agent that would take too much of the machine is refused.
pub fn contender(rules: &dyn Ruleset, text: &str) -> crate::error::Result<Contender> {
    if !is_bot(text) {
        check_cost(text)?;
        check_files(text)?;
    }
    // Nobody who only has a browser may start programs on this machine.
    Ok(rules.contender(text, None)?)
}

fn check_cost(text: &str) -> Result<()> {
    let spec = Spec::parse(without_budget(text))?;
    for (key, most) in LIMITS {
        let value = spec.get(key).unwrap_or_default();
        if value.parse().is_ok_and(|value: u64| value > most.into()) {
            return Err(Error::Value {
                key: key.to_owned(),
                value: value.to_owned(),
                expected: format!("at most {most} on the page"),
            });
        }
    }
    Ok(())
}

/// Nobody who only has a browser may read files of this machine: `word:FILE` is refused before a file is touched.
fn check_files(text: &str) -> Result<()> {
    let spec = Spec::parse(text)?;
    let mut files = spec.options().filter(|(_, value)| value.contains(':'));
    match files.next() {
        None => Ok(()),
        Some((key, value)) => Err(Error::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: "no file: the page reads none of this machine".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_arena::testing::games;

    #[test]
    fn agents_are_read_within_their_limits_and_bots_are_refused() {
        let rules = games().rules("sprint", None).unwrap();
        let read = |text: &str| contender(&*rules, text).map(|one| one.text().to_owned());
        assert_eq!(read("random").unwrap(), "random");
        for (text, reason) in [
            ("mcts:memory=513", "at most 512 on the page"),
            ("mcts:memory=513@1s", "at most 512 on the page"),
            ("rndom", "did you mean `random`?"),
            ("bot:/bin/true", "bots are not let in here"),
            ("one-ply:eval=value:secret", "reads none of this machine"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.message.contains(reason), "{text}: {error}");
            assert_eq!(error.status.as_u16(), 400);
        }
    }
}
