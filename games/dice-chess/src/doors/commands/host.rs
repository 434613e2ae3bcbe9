//! `ludarium host dice-chess`.

use std::io;
use std::time::Duration;

use crate::doors::message::GameResult;
use crate::doors::{Host, HostEvent, HostedGame, HouseBot, Terms, VARIANT};
use ludarium_bridge::bot::BotArgs;
use ludarium_bridge::door::{BudgetArgs, Console, Door, DoorContext, DoorError, STRONG, Way};
use ludarium_game::Seed;
use serde_json::{Value, json};

/// Be a three-dice Dice Chess platform on this machine
///
/// Bots that were written for the real platform play here, against each other or against our agents. Ctrl-C ends
/// all games.
#[derive(Debug, clap::Args)]
struct Args {
    /// The port on this machine; 0 lets the system choose
    #[arg(long, default_value_t = 8080, value_name = "P")]
    port: u16,

    /// An agent that can be challenged as house/NAME: NAME=SPEC, or SPEC alone
    #[arg(long = "house", default_value = "greedy", value_name = "NAME=SPEC")]
    house_bots: Vec<HouseBot>,

    /// Games at a time
    #[arg(long, default_value_t = 32, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    at_once: u16,

    /// Close after so many games [default: go on]
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    #[command(flatten)]
    budget: BudgetArgs,

    #[command(flatten)]
    bots: BotArgs,

    /// The seed of our agents; the dice come from the system
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// Print JSON, a line an event
    #[arg(long)]
    json: bool,
}

/// The command.
pub fn door() -> Door {
    Door::new::<Args>(Way::Host, "dice-chess", run)
}

/// Waits for bots and starts their games.
fn run(args: &Args, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    let interrupt = (context.interrupt)()?;
    let house_bots = args.house_bots.iter();
    let house_bots = house_bots.map(|house| {
        let entrant = context.entrant(&house.agent, VARIANT, &args.bots)?;
        Ok((house.name.clone(), entrant))
    });
    let host = Host::open(&Terms {
        port: args.port,
        house_bots: house_bots.collect::<Result<_, DoorError>>()?,
        budget: args.budget.budget(),
        seed: Seed(args.seed),
        games: args.at_once.into(),
        ..Terms::default()
    })?;
    match args.json {
        true => context
            .console
            .json(&json!({ "event": "open", "url": url(&host) }))?,
        false => context.console.line(&format!(
            "open to this machine alone, at {STRONG}{}{STRONG:#}",
            url(&host)
        ))?,
    }
    context.console.finish()?;
    let mut finished = 0;
    while !interrupt.is_finishing() && args.games.is_none_or(|games| finished < games) {
        let Ok(news) = host.news().recv_timeout(Duration::from_millis(100)) else {
            continue;
        };
        finished += u64::from(matches!(news, HostEvent::Finished(_)));
        match args.json {
            true => context.console.json(&as_json(&news))?,
            false => tell(&news, context.console)?,
        }
        context.console.finish()?;
    }
    Ok(())
}

fn url(host: &Host) -> String {
    format!("http://{}", host.address())
}

fn tell(news: &HostEvent, console: &mut dyn Console) -> io::Result<()> {
    match news {
        HostEvent::Started { game, players } => console.line(&format!(
            "{game}: {} plays {}",
            players.white, players.black
        )),
        HostEvent::Finished(game) => console.line(&format!("{}: {}", game.game, result_text(game))),
        HostEvent::Note { game, text } => {
            console.remark(&format!("{game}: {text}"));
            Ok(())
        }
    }
}

fn result_text(game: &HostedGame) -> String {
    let result = match game.over.result {
        GameResult::Win { side } => format!("{} wins as {side}", game.players.of(side)),
        GameResult::Draw {} => "nobody wins".to_owned(),
    };
    let (why, turns) = (&game.over.termination, game.turns);
    format!("{result} ({why}) after {turns} turns")
}

fn as_json(news: &HostEvent) -> Value {
    match news {
        HostEvent::Started { game, players } => {
            json!({ "event": "started", "game": game, "players": players })
        }
        HostEvent::Finished(game) => json!({
            "event": "finished",
            "game": game.game,
            "players": game.players,
            "over": game.over,
            "turns": game.turns,
            "commit": game.commit,
            "seed": game.seed,
            "clientSeeds": game.client_seeds,
        }),
        HostEvent::Note { game, text } => json!({ "event": "note", "game": game, "text": text }),
    }
}
