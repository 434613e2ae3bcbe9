//! `ludarium analyse`: what an agent thinks about a position.

use std::io::IsTerminal;

use ludarium_agents::{Kit, KitTask, agent, canonical, with_kit};
use ludarium_game::{Agent, Budget, Decision, Purpose, Seat, Seed, Turn};
use serde_json::json;

use super::budget::BudgetArgs;
use super::{GameArgs, PositionArgs, thoughts};
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen};

/// Ask an agent what it thinks about a position
///
/// Shows the candidate moves with values, visits and lines. On a terminal the table grows while the agent
/// thinks: it is asked with a sixteenth, an eighth, … of its budget first.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    start: PositionArgs,

    /// The agent: NAME or NAME:key=value,… (see `ludarium agents GAME`)
    #[arg(long, default_value = "best", value_name = "SPEC")]
    agent: String,

    #[command(flatten)]
    budget: BudgetArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Asks and prints.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    let task = Analyse { args, screen };
    with_kit(&args.game.game, args.game.variant.as_deref(), task)?
}

struct Analyse<'a> {
    args: &'a Args,
    screen: &'a mut Screen,
}

impl KitTask for Analyse<'_> {
    type Output = Result<(), CliError>;

    fn run<G: Kit>(self, rules: G::Rules) -> Self::Output {
        let Analyse { args, screen } = self;
        let mut position: G = args.start.position(&rules)?;
        let name = canonical::<G>(&args.agent)?;
        let seed = Seed(args.start.seed);
        let mut dice = seed.stream(Purpose::Chance, 0);
        let mut rolled = Vec::new();
        while position.turn() == Turn::Chance {
            let outcome = position.roll(&mut dice);
            rolled.push(position.describe_move(outcome));
            position.play(outcome);
        }
        let Turn::Seat(mover) = position.turn() else {
            return Err(CliError::Failed(format!(
                "the game is over: {}",
                position.ending()
            )));
        };
        if !args.json {
            introduce(&position, &name, &rolled, screen)?;
            if std::io::stdout().is_terminal() {
                for parts in [16, 8, 4, 2] {
                    if let Some(budget) = args.budget.part(parts) {
                        let decision = ask(&position, mover, &args.agent, &budget, seed)?;
                        let text =
                            thoughts::candidates(&position, mover, &decision, screen.table_width());
                        screen.redraw(&format!(
                            "{text}\n{FAINT}{}{FAINT:#}",
                            thoughts::cost(&decision)
                        ))?;
                    }
                }
            }
        }
        let decision = ask(&position, mover, &args.agent, &args.budget.budget(), seed)?;
        if args.json {
            return screen.json(&json!({
                "game": G::NAME,
                "position": position.describe(),
                "agent": name,
                "seed": args.start.seed,
                "decision": thoughts::as_json(&position, &decision),
            }));
        }
        let text = thoughts::candidates(&position, mover, &decision, screen.table_width());
        screen.redraw(&format!(
            "{text}\n\n{FAINT}{}{FAINT:#}",
            thoughts::cost(&decision)
        ))?;
        screen.line("")
    }
}

fn introduce<G: Kit>(
    position: &G,
    agent: &str,
    rolled: &[String],
    screen: &mut Screen,
) -> Result<(), CliError> {
    screen.line(format!(
        "{STRONG}{agent}{STRONG:#} on {}",
        position.describe()
    ))?;
    if !rolled.is_empty() {
        screen.line(format!(
            "{FAINT}chance drew {} first{FAINT:#}",
            rolled.join(", ")
        ))?;
    }
    screen.line("")
}

/// Asks a fresh agent, so that the answer depends on nothing but the question.
fn ask<G: Kit>(
    position: &G,
    mover: Seat,
    text: &str,
    budget: &Budget,
    seed: Seed,
) -> Result<Decision<G::Move>, CliError> {
    let mut agent: Box<dyn Agent<G>> = agent(text)?;
    agent.begin(position, mover);
    let mut rng = seed.stream(Purpose::Seat, mover.0.into());
    Ok(agent.choose(position, budget, &mut rng))
}
