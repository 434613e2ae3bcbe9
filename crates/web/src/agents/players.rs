//! From the text of an agent to somebody who plays, within what an agent may take of the machine.

use ludarium_agents::{own_budget, without_budget};
use ludarium_arena::{Contender, ContenderError, Ruleset, is_bot};
use ludarium_game::{Error, Result, Spec};

use crate::agents::offers::Offers;
use crate::limits::Limits;

/// The parameters that say what an agent takes of the machine, with the most it may take.
fn costs(limits: &Limits) -> [(&'static str, u32); 2] {
    [("memory", limits.agent_memory), ("threads", limits.agent_threads)]
}

/// The most that a parameter of an agent may be on the page, where that is limited.
pub fn limit(key: &str, limits: &Limits) -> Option<u32> {
    let mut costs = costs(limits).into_iter();
    costs.find(|(known, _)| *known == key).map(|(_, most)| most)
}

/// The contender that a text stands for; an agent that would take too much of the machine is refused.
pub fn contender(
    rules: &dyn Ruleset,
    text: &str,
    limits: &Limits,
) -> crate::error::Result<Contender> {
    if !is_bot(text) {
        check_cost(text, limits)?;
        check_files(text)?;
    }
    // Nobody who only has a browser may start programs on this machine.
    Ok(rules.contender(&bounded(rules, text, limits), None)?)
}

/// The text of an agent that keeps to the limits by itself: tables and trees that may grow get their largest size.
pub fn bounded(rules: &dyn Ruleset, text: &str, limits: &Limits) -> String {
    let bare = without_budget(text);
    let (Ok(spec), budget) = (Spec::parse(bare), &text[bare.len()..]) else {
        return text.to_owned();
    };
    let most = limits.agent_memory;
    let grows = usual(rules, &spec.name, "memory").is_some_and(|usual| usual > most.into());
    if is_bot(text) || !grows || spec.get("memory").is_some() {
        return text.to_owned();
    }
    let sign = if bare.contains(':') { ',' } else { ':' };
    format!("{bare}{sign}memory={most}{budget}")
}

/// What an agent takes of the memory at most, in MiB; nothing where it keeps nothing.
pub fn memory(rules: &dyn Ruleset, text: &str) -> u64 {
    let Ok(spec) = Spec::parse(without_budget(text)) else {
        return 0;
    };
    let given = |key: &str| spec.get(key).and_then(|value| value.parse::<u64>().ok());
    let Some(most) = given("memory").or_else(|| usual(rules, &spec.name, "memory")) else {
        return 0;
    };
    let own = own_budget(text);
    let iterations = own.iterations.or_else(|| given("iterations"));
    // What a search keeps for a node and for a simulation, generously.
    let nodes = own.nodes.map(|nodes| 1 + nodes / 8192);
    let iterations = iterations.map(|iterations| 1 + iterations / 256);
    [nodes, iterations].into_iter().flatten().fold(most, u64::min)
}

/// The default of an agent's parameter, where it is a number.
fn usual(rules: &dyn Ruleset, agent: &str, key: &str) -> Option<u64> {
    let mut agents = rules.agents().into_iter();
    let agent = agents.rfind(|known| known.name == agent)?;
    let mut parameters = agent.parameters.iter();
    let parameter = parameters.find(|parameter| parameter.key == key)?;
    parameter.default.parse().ok()
}

/// The text of somebody who may sit at a table, in its shortest form: an agent, or a bot that is offered here.
pub fn at_table(
    rules: &dyn Ruleset,
    text: &str,
    offers: &Offers,
    limits: &Limits,
) -> crate::error::Result<String> {
    if !is_bot(text) {
        contender(rules, text, limits)?;
        return Ok(rules.canonical(text)?);
    }
    let refused =
        |reason: String| ContenderError::Bot { text: text.chars().take(80).collect(), reason };
    offers.check(text, rules.game()).map_err(refused)?;
    Ok(text.to_owned())
}

fn check_cost(text: &str, limits: &Limits) -> Result<()> {
    let spec = Spec::parse(without_budget(text))?;
    for (key, most) in costs(limits) {
        let value = spec.get(key).unwrap_or_default();
        if value.parse().is_ok_and(|value: u64| value > most.into()) {
            return Err(Error::value(key, value, format!("at most {most} on the page")));
        }
    }
    Ok(())
}

/// Nobody who only has a browser may read files of this machine: `word:FILE` and `file=FILE` are refused before a file is
/// touched.
fn check_files(text: &str) -> Result<()> {
    let spec = Spec::parse(text)?;
    let mut files = spec.options().filter(|(key, value)| *key == "file" || value.contains(':'));
    match files.next() {
        None => Ok(()),
        Some((key, value)) => {
            Err(Error::value(key, value, "no file: the page reads none of this machine"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_arena::testing::games;

    #[test]
    fn agents_are_read_within_their_limits_and_bots_are_refused() {
        let rules = games().rules("sprint", None).unwrap();
        let read = |text: &str| {
            contender(&*rules, text, &Limits::PRIVATE).map(|one| one.text().to_owned())
        };
        assert_eq!(read("random").unwrap(), "random");
        for (text, reason) in [
            ("mcts:memory=513", "at most 512 on the page"),
            ("mcts:memory=513@1s", "at most 512 on the page"),
            ("rndom", "did you mean `random`?"),
            ("bot:/bin/true", "bots are not let in here"),
            ("one-ply:eval=value:secret", "reads none of this machine"),
            ("perfect:file=secret", "reads none of this machine"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.message.contains(reason), "{text}: {error}");
            assert_eq!(error.status.as_u16(), 400);
        }
    }

    #[test]
    fn strangers_get_smaller_agents() {
        let rules = games().rules("sprint", None).unwrap();
        let read = |text: &str| contender(&*rules, text, &Limits::PUBLIC);
        assert!(read("mcts:memory=64").is_ok());
        for text in ["mcts:memory=65", "mcts:threads=2"] {
            let error = read(text).expect_err("too much");
            assert!(error.message.contains("at most"), "{text}: {error}");
        }
        let bounded = |text: &str| bounded(&*rules, text, &Limits::PUBLIC);
        assert_eq!(bounded("mcts"), "mcts:memory=64");
        assert_eq!(bounded("mcts:c=1@1s"), "mcts:c=1,memory=64@1s");
        assert_eq!(bounded("mcts:memory=3"), "mcts:memory=3");
        assert_eq!(bounded("random"), "random");
        assert_eq!(memory(&*rules, "mcts:memory=7@1s"), 7);
        assert_eq!(memory(&*rules, "mcts:iterations=512,memory=64"), 3);
        assert_eq!(memory(&*rules, "mcts"), 512, "the default counts, too");
        assert_eq!(memory(&*rules, "random"), 0);
    }
}
