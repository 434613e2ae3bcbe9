//! `ludarium agents`: who can play.

use ludarium_agents::{AgentInfo, Parameter};
use ludarium_arena::Ruleset;
use serde_json::{Value, json};

use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen};
use crate::table;

/// List the agents of a game with their parameters
///
/// An agent is written `name` or `name:key=value,key=value`.
#[derive(Debug, clap::Args)]
pub struct Args {
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
pub fn run(args: &Args, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    if let Some(game) = &args.game {
        let rules = context.rules(game, args.variant.as_deref())?;
        list(&*rules, args.json, screen)?;
        return match args.json {
            true => Ok(()),
            false => detail(&*rules, screen),
        };
    }
    for game in context.games.iter() {
        list(&*game.rules(None)?, args.json, screen)?;
    }
    Ok(())
}

fn list(rules: &dyn Ruleset, as_json: bool, screen: &mut Screen) -> Result<(), CliError> {
    let agents = rules.agents();
    if as_json {
        let mut agents = agents.iter();
        return agents.try_for_each(|agent| screen.json(&self::as_json(rules.game(), agent)));
    }
    screen.line(format!("{STRONG}{}{STRONG:#}", rules.game()))?;
    let mut rows = table::table(&["agent", "how it plays"], screen.table_width());
    for agent in &agents {
        rows.add_row([agent.name, agent.summary]);
    }
    screen.line(table::trimmed(&rows))?;
    screen.line("")
}

/// The parameters of the agents, and an example.
fn detail(rules: &dyn Ruleset, screen: &mut Screen) -> Result<(), CliError> {
    let agents = rules.agents();
    for agent in agents.iter().filter(|agent| !agent.parameters.is_empty()) {
        screen.line(format!("{STRONG}{}{STRONG:#}", agent.name))?;
        screen.line(table::trimmed(&parameters(
            &agent.parameters,
            screen.table_width(),
        )))?;
        screen.line("")?;
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

fn parameters(parameters: &[Parameter], width: usize) -> comfy_table::Table {
    let mut rows = table::table(&["parameter", "values", "default", "what it does"], width);
    for parameter in parameters {
        rows.add_row([
            parameter.key.to_owned(),
            parameter.values.to_string(),
            parameter.default.clone(),
            parameter.summary.to_owned(),
        ]);
    }
    rows
}

fn as_json(game: &str, agent: &AgentInfo) -> Value {
    let parameters = agent.parameters.iter().map(|parameter| {
        json!({
            "key": parameter.key,
            "values": parameter.values.to_string(),
            "default": parameter.default,
            "summary": parameter.summary,
        })
    });
    json!({
        "game": game,
        "name": agent.name,
        "summary": agent.summary,
        "parameters": parameters.collect::<Vec<_>>(),
    })
}
