//! `ludarium analyse`: what an agent thinks about a position.

use std::io::IsTerminal;

use ludarium_arena::{Contender, GameContext, Question, Terms, is_bot};
use ludarium_bridge::bot::BotArgs;
use ludarium_bridge::door::BudgetArgs;
use ludarium_game::{Budget, Decision, Position, Purpose, Seat, Seed, Turn};
use serde_json::json;

use super::{GameArgs, PositionArgs, thoughts};
use crate::bots;
use crate::context::{Context, meant_agent};
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen};

/// Ask an agent what it thinks about a position
///
/// Shows the candidate moves with values, visits and lines. On a terminal the table grows while the agent
/// thinks: it is asked with a sixteenth, an eighth, … of its budget first.
#[derive(Debug, clap::Args)]
pub struct AnalyseCommand {
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
pub fn run(args: &AnalyseCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let rules = args.game.rules(context)?;
    let mut position = args.start.position(&*rules)?;
    let agent = meant_agent(&*rules, &args.agent);
    let admitted = args.bots.bots()?;
    let contender = rules.contender(agent, Some(&*admitted))?;
    let name = contender.text();
    let terms = Terms::default();
    let game = GameContext {
        variant: args.game.variant(&*rules),
        names: &vec![name.to_owned(); position.seats()],
        control: terms.control,
        margin: terms.margin,
        seed: Seed(args.start.seed),
    };
    let rolled = roll(&mut position, game.seed);
    let Turn::Seat(mover) = position.turn() else {
        return Err(CliError::Failed(format!("the game is over: {}", position.ending())));
    };
    if args.json {
        bots::remark(&admitted);
    } else {
        introduce(&position, name, &rolled, screen)?;
        bots::report(&admitted, false, screen)?;
        // A bot thinks as long as it likes anyway.
        if !is_bot(agent) && std::io::stdout().is_terminal() {
            for parts in [16, 8, 4, 2] {
                if let Some(budget) = args.budget.part(parts) {
                    let decision = ask(&contender, &game, &position, mover, budget)?;
                    let text = thoughts::candidates(mover, &decision, screen.table_width());
                    screen.redraw(&format!(
                        "{text}\n{FAINT}{}{FAINT:#}",
                        thoughts::cost(&decision)
                    ))?;
                }
            }
        }
    }
    let decision = ask(&contender, &game, &position, mover, args.budget.budget())?;
    if args.json {
        return screen.json(&json!({
            "game": rules.game(),
            "position": position.describe(),
            "agent": name,
            "seed": args.start.seed,
            "decision": thoughts::as_json(position.seats(), &decision),
        }));
    }
    let text = thoughts::candidates(mover, &decision, screen.table_width());
    screen.redraw(&format!("{text}\n\n{FAINT}{}{FAINT:#}", thoughts::cost(&decision)))?;
    screen.line("")
}

/// Lets chance draw what is pending; the outcomes.
fn roll(position: &mut Position, seed: Seed) -> Vec<String> {
    let mut dice = seed.stream(Purpose::Chance, 0);
    std::iter::from_fn(|| position.roll(&mut dice)).collect()
}

fn introduce(
    position: &Position,
    agent: &str,
    rolled: &[String],
    screen: &mut Screen,
) -> Result<(), CliError> {
    screen.line(format!("{STRONG}{agent}{STRONG:#} on {}", position.describe()))?;
    if !rolled.is_empty() {
        screen.line(format!("{FAINT}chance drew {} first{FAINT:#}", rolled.join(", ")))?;
    }
    screen.line("")
}

/// Asks a fresh player, so that the answer depends on nothing but the question.
fn ask(
    contender: &Contender,
    game: &GameContext<'_>,
    position: &Position,
    mover: Seat,
    budget: Budget,
) -> Result<Decision<String>, CliError> {
    let rng = game.seed.stream(Purpose::Seat, mover.0.into());
    let answer = Question::fresh(contender, position, mover, budget, rng, game).answer();
    answer.decision.map_err(|failure| {
        let words = failure.last_words;
        let words = if words.is_empty() { words } else { format!("\n{words}") };
        CliError::Failed(format!("{}: {}{words}", failure.fault, failure.reason))
    })
}
