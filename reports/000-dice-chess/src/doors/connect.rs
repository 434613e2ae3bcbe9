//! `ludarium connect dice-chess`.

use std::io;
use std::time::Duration;

use super::message::{Invitation, PlatformClock};
use super::{Patience, VARIANT, Visit, VisitEvent, visit};
use ludarium_arena::TimeControl;
use ludarium_bridge::bot::BotArgs;
use ludarium_bridge::door::{
    BudgetArgs, Console, Door, DoorContext, DoorError, DoorWay, STRONG, duration,
};
use ludarium_game::{Seed, TimeKind};
use serde_json::json;

/// Play at the three-dice Dice Chess platform
///
/// Takes up every game that the bot has there and accepts challenges. Ctrl-C lets the games go on to their end, a second one stops now.
#[derive(Debug, clap::Args)]
struct Args {
    /// The platform: https://HOST, or http://127.0.0.1:PORT on this machine
    #[arg(long, value_name = "U")]
    url: String,

    /// The agent that plays: see `ludarium agents dice-chess --variant three-dice`
    #[arg(long, default_value = "best", value_name = "SPEC")]
    agent: String,

    /// The bot's token [default: play as a guest]
    #[arg(long, value_name = "T", env = "LUDARIUM_DICE_CHESS_TOKEN", hide_env_values = true)]
    token: Option<String>,

    /// The guest's name
    #[arg(long, default_value = "ludarium", value_name = "N")]
    name: String,

    /// Whom to challenge when there is room for a game, for instance house/greedy
    #[arg(long, value_name = "TEAM/NAME", value_parser = opponent)]
    challenge: Option<(String, String)>,

    /// The clock of such a challenge: none, move=10s, game=180s or game=300s+3s
    #[arg(long, default_value = "none", value_name = "C")]
    clock: String,

    /// Games at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=32))]
    at_once: u32,

    /// Stop after N games [default: go on]
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// How often to look for games
    #[arg(long, default_value = "2s", value_name = "T", value_parser = duration)]
    poll: Duration,

    #[command(flatten)]
    budget: BudgetArgs,

    /// The seed of the agent
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    #[command(flatten)]
    bots: BotArgs,

    /// Print JSON, a line an event
    #[arg(long)]
    json: bool,
}

/// The command.
pub fn door() -> Door {
    Door::new::<Args>(DoorWay::Connect, "dice-chess", run)
}

/// Joins and plays.
fn run(args: &Args, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    let opponent = match &args.challenge {
        None => None,
        Some((team, name)) => Some(Invitation {
            team: team.clone(),
            name: name.clone(),
            time_control: control(&args.clock)?,
        }),
    };
    let order = Visit {
        url: args.url.clone(),
        token: args.token.as_deref().map(|token| token.trim().to_owned()),
        name: args.name.clone(),
        agent: context.entrant(&args.agent, VARIANT, &args.bots)?,
        budget: args.budget.budget(),
        seed: Seed(args.seed),
        opponent,
        at_once: args.at_once,
        games: args.games,
        poll: args.poll,
        patience: Patience::default(),
    };
    let interrupt = (context.interrupt)()?;
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    let mut printed = Ok(());
    let visited = visit(&order, &interrupt, &mut |event| {
        if let VisitEvent::Finished(game) = &event
            && let Some(over) = &game.over
        {
            match over.word(game.side) {
                "won" => won += 1,
                "lost" => lost += 1,
                _ => drawn += 1,
            }
        }
        let shown = if args.json {
            context.console.json(&json!(event))
        } else {
            tell(&event, context.console)
        };
        // The output is closed: there is no reason to go on.
        if let Err(error) = shown.and_then(|()| context.console.finish()) {
            printed = Err(error);
            interrupt.now();
        }
    });
    printed?;
    visited?;
    if !args.json {
        let score = format!("{STRONG}{won} won, {drawn} drawn, {lost} lost{STRONG:#}");
        context.console.line(&score)?;
    }
    Ok(())
}

fn tell(event: &VisitEvent, console: &mut dyn Console) -> io::Result<()> {
    console.line(&match event {
        VisitEvent::Welcome { team, name } => format!("we are {team}/{name}"),
        VisitEvent::Started { game, side } => format!("{game}: we play {side:?}"),
        VisitEvent::Played { game, moves } => format!("{game}: {}", moves.join(" ")),
        VisitEvent::Finished(finished) => match &finished.over {
            Some(over) => {
                format!("{}: {} ({})", finished.game, over.word(finished.side), over.termination)
            }
            None => format!("{}: the server has forgotten it", finished.game),
        },
        VisitEvent::Lost { game, error } => format!("{game}: not played to its end: {error}"),
        VisitEvent::Note { game, text } => {
            let about = game.iter().map(|game| format!("{game}: "));
            console.remark(&format!("{}{text}", about.collect::<String>()));
            return Ok(());
        }
    })
}

fn opponent(text: &str) -> Result<(String, String), String> {
    let (team, name) = text.split_once('/').ok_or("expected TEAM/NAME")?;
    Ok((team.to_owned(), name.to_owned()))
}

/// The platform's word for one of our clocks.
fn control(text: &str) -> Result<PlatformClock, DoorError> {
    let seconds = |time: Duration| match u32::try_from(time.as_millis()) {
        Ok(millis) if millis % 1000 == 0 => Ok(millis / 1000),
        _ => {
            Err(DoorError::Usage(format!("the clock `{text}`: the platform counts whole seconds")))
        }
    };
    let control: TimeControl = text.parse()?;
    if control.kind() == TimeKind::Processor {
        let reason =
            format!("the clock `{text}`: the platform does not count the processor's time");
        return Err(DoorError::Usage(reason));
    }
    Ok(match control {
        TimeControl::None => PlatformClock::Unlimited {},
        TimeControl::Move { limit, bank, .. } if bank.is_zero() => {
            PlatformClock::PerMove { seconds_per_move: seconds(limit)? }
        }
        TimeControl::Move { .. } => {
            let reason = format!("the clock `{text}`: the platform has no bank for single moves");
            return Err(DoorError::Usage(reason));
        }
        TimeControl::Game { total, increment, .. } if increment.is_zero() => {
            PlatformClock::SuddenDeath { initial_seconds: seconds(total)? }
        }
        TimeControl::Game { total, increment, .. } => PlatformClock::Fischer {
            initial_seconds: seconds(total)?,
            increment_seconds: seconds(increment)?,
        },
    })
}
