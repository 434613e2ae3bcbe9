//! `ludarium agents`: who can play.

use ludarium_agents::{Entry, Kit, KitTask, Parameter, with_kit};
use ludarium_games::registry;
use serde_json::{Value, json};

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
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    match &args.game {
        Some(game) => {
            let task = List {
                args,
                screen,
                detail: true,
            };
            with_kit(game, args.variant.as_deref(), task)?
        }
        None => registry::GAMES.iter().try_for_each(|game| {
            let task = List {
                args,
                screen,
                detail: false,
            };
            with_kit(game.name, None, task)?
        }),
    }
}

struct List<'a> {
    args: &'a Args,
    screen: &'a mut Screen,
    detail: bool,
}

impl KitTask for List<'_> {
    type Output = Result<(), CliError>;

    fn run<G: Kit>(self, _rules: G::Rules) -> Self::Output {
        let List {
            args,
            screen,
            detail,
        } = self;
        let entries = G::entries();
        if args.json {
            return entries
                .iter()
                .try_for_each(|entry| screen.json(&as_json(entry)));
        }
        screen.line(format!("{STRONG}{}{STRONG:#}", G::NAME))?;
        let mut agents = table::table(&["agent", "how it plays"], screen.table_width());
        for entry in &entries {
            agents.add_row([entry.name, entry.summary]);
        }
        screen.line(table::trimmed(&agents))?;
        screen.line("")?;
        if !detail {
            return Ok(());
        }
        for entry in entries.iter().filter(|entry| !entry.parameters.is_empty()) {
            screen.line(format!("{STRONG}{}{STRONG:#}", entry.name))?;
            screen.line(table::trimmed(&parameters(
                &entry.parameters,
                screen.table_width(),
            )))?;
            screen.line("")?;
        }
        let example = entries.iter().find_map(|entry| {
            let first = entry.parameters.first()?;
            Some(format!("{}:{}={}", entry.name, first.key, first.default))
        });
        let example = example.unwrap_or_else(|| "random".to_owned());
        screen.line(format!(
            "{FAINT}for instance: ludarium analyse {} --agent {example}{FAINT:#}",
            G::NAME
        ))
    }
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

fn as_json<G: Kit>(entry: &Entry<G>) -> Value {
    let parameters = entry.parameters.iter().map(|parameter| {
        json!({
            "key": parameter.key,
            "values": parameter.values.to_string(),
            "default": parameter.default,
            "summary": parameter.summary,
        })
    });
    json!({
        "game": G::NAME,
        "name": entry.name,
        "summary": entry.summary,
        "parameters": parameters.collect::<Vec<_>>(),
    })
}
