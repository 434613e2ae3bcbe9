//! `ludarium agents`: who can play.

use ludarium_agents::{AgentInfo, EvaluationInfo, Parameter, Values};
use ludarium_arena::Ruleset;
use ludarium_report::sheet::Sheet;
use serde_json::{Value, json};

use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, Screen};
use crate::sheets::print_here;

/// List the agents of a game with their parameters
///
/// An agent is written `name` or `name:key=value,key=value`.
#[derive(Debug, clap::Args)]
pub struct AgentsCommand {
    /// The game; without one, the agents of all games are listed by name
    game: Option<String>,

    /// A variant, where a game's variants have different agents
    #[arg(long, value_name = "V")]
    variant: Option<String>,

    /// Print JSON, one object an agent
    #[arg(long)]
    json: bool,
}

/// Lists agents.
pub fn run(args: &AgentsCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    if let Some(game) = &args.game {
        let rules = context.rules(game, args.variant.as_deref())?;
        list(&*rules, args.json, screen)?;
        return if args.json { Ok(()) } else { detail(&*rules, screen) };
    }
    for game in context.games.iter() {
        list(&*game.rules(None)?, args.json, screen)?;
    }
    Ok(())
}

fn list(rules: &dyn Ruleset, as_json: bool, screen: &mut Screen) -> Result<(), CliError> {
    let agents = rules.agents();
    if as_json {
        let evaluations = rules.evaluations();
        let mut agents = agents.iter();
        return agents
            .try_for_each(|agent| screen.json(&self::as_json(rules.game(), agent, &evaluations)));
    }
    let rows = agents.iter().map(|one| [one.name, one.summary]);
    let sheet = Sheet::new(rules.game(), ["agent", "how it plays"]).texts(rows);
    print_here(&sheet, screen)?;
    screen.line("")
}

/// The parameters of the agents, the weights of the evaluations, and an example.
fn detail(rules: &dyn Ruleset, screen: &mut Screen) -> Result<(), CliError> {
    let agents = rules.agents();
    for agent in &agents {
        one_list(agent.name, &agent.parameters, screen)?;
    }
    for agent in &agents {
        one_list(&format!("weights of {}", agent.name), &agent.weights, screen)?;
    }
    for evaluation in rules.evaluations() {
        let title = format!("weights with eval={}", evaluation.name);
        one_list(&title, &evaluation.weights, screen)?;
    }
    let example = agents.iter().find_map(|agent| {
        let first = agent.parameters.first()?;
        Some(format!("{}:{}={}", agent.name, first.key, first.default))
    });
    let example = example.unwrap_or_else(|| "random".to_owned());
    screen.line(format!(
        "{FAINT}for instance: ludarium analyse {} --agent {example}{FAINT:#}",
        rules.game()
    ))
}

/// A table of parameters under its title; nothing where there are none.
fn one_list(title: &str, list: &[Parameter], screen: &mut Screen) -> Result<(), CliError> {
    if list.is_empty() {
        return Ok(());
    }
    let row = |one: &Parameter| {
        let (key, values) = (one.key.to_string(), one.values.to_string());
        [key, values, one.default.clone(), one.summary.to_owned()]
    };
    let headings = ["parameter", "values", "default", "what it does"];
    print_here(&Sheet::new(title, headings).texts(list.iter().map(row)), screen)?;
    screen.line("")
}

fn as_json(game: &str, agent: &AgentInfo, evaluations: &[EvaluationInfo]) -> Value {
    // An agent that chooses its evaluation has the weights of the one it chooses.
    let chooses = agent.parameters.iter().find_map(|one| match &one.values {
        Values::Words(words) if one.key == "eval" => Some(words),
        _ => None,
    });
    let chosen = evaluations
        .iter()
        .filter(|one| chooses.is_some_and(|words| words.contains(&one.name)))
        .filter(|one| !one.weights.is_empty())
        .map(|one| (one.name.to_owned(), list_as_json(&one.weights)));
    json!({
        "game": game,
        "name": agent.name,
        "summary": agent.summary,
        "parameters": list_as_json(&agent.parameters),
        "weights": list_as_json(&agent.weights),
        "evaluation_weights": chosen.collect::<serde_json::Map<_, _>>(),
    })
}

fn list_as_json(list: &[Parameter]) -> Value {
    let one = |parameter: &Parameter| {
        json!({
            "key": parameter.key,
            "values": parameter.values.to_string(),
            "default": parameter.default,
            "summary": parameter.summary,
        })
    };
    list.iter().map(one).collect()
}
