//! `ludarium analyse`: what an agent thinks about a position.

use std::io::IsTerminal;

use ludarium_agents::{Kit, KitTask, with_kit};
use ludarium_arena::{Contender, Occasion, Terms};
use ludarium_game::{Budget, Decision, Purpose, Seat, Seed, Turn};
use serde_json::json;

use super::budget::BudgetArgs;
use super::{GameArgs, PositionArgs, thoughts};
use crate::bots::BotArgs;
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

    #[command(flatten)]
    bots: BotArgs,

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
        let name = Contender::<G>::canonical(&args.agent)?;
        let bots = args.bots.bots()?;
        let contender = Contender::<G>::new(&args.agent, Some(&*bots.guests()))?;
        let seed = Seed(args.start.seed);
        let terms = Terms::default();
        let names = vec![name.clone(); position.seats()];
        let occasion = Occasion {
            variant: args.game.variant.as_deref().unwrap_or(G::VARIANTS[0].name),
            names: &names,
            control: terms.control,
            margin: terms.margin,
            seed,
        };
        let ask = |position: &G, mover: Seat, budget: &Budget| {
            ask(&contender, &occasion, position, mover, budget)
        };
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
        if args.json {
            bots.remark();
        } else {
            introduce(&position, &name, &rolled, screen)?;
            bots.report(false, screen)?;
            // A bot thinks as long as it likes anyway.
            let grows = matches!(contender, Contender::Agent(_));
            if grows && std::io::stdout().is_terminal() {
                for parts in [16, 8, 4, 2] {
                    if let Some(budget) = args.budget.part(parts) {
                        let decision = ask(&position, mover, &budget)?;
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
        let decision = ask(&position, mover, &args.budget.budget())?;
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

/// Asks a fresh player, so that the answer depends on nothing but the question.
fn ask<G: Kit>(
    contender: &Contender<G>,
    occasion: &Occasion<'_>,
    position: &G,
    mover: Seat,
    budget: &Budget,
) -> Result<Decision<G::Move>, CliError> {
    let mut player = contender.player(occasion);
    let mut rng = occasion.seed.stream(Purpose::Seat, mover.0.into());
    let begun = player.begin(position, mover);
    let decision = begun.and_then(|()| player.choose(position, budget, &mut rng));
    decision.map_err(|failure| {
        let words = failure.last_words;
        let words = if words.is_empty() {
            words
        } else {
            format!("\n{words}")
        };
        CliError::Failed(format!("{}: {}{words}", failure.fault, failure.reason))
    })
}
