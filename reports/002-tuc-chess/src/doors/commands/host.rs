//! `ludarium host tuc-chess`.

use std::net::UdpSocket;
use std::time::Duration;

use crate::doors::{GameTimes, Hosted, OurSeat, PORT, SeededLuck, host, rules};
use clap::ValueEnum;
use ludarium_arena::TimeControl;
use ludarium_bridge::door::{
    Door, DoorContext, DoorError, DoorWay, Entrant, HostArgs, PlayerTerms, STRONG, SeatedPlayer,
    duration,
};
use ludarium_game::{Purpose, Seat, Seed, TimeKind};
use ludarium_tuc_chess::rules::TucChess;
use serde_json::json;

/// Host TUC-Chess for two clients, or for one client and one of our agents
#[derive(Debug, clap::Args)]
struct Args {
    /// The port to listen at; the original clients know only the default
    #[arg(long, default_value_t = PORT, value_name = "P")]
    port: u16,

    /// Our agent in one seat [default: two clients play]
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,

    /// The side of our agent
    #[arg(long, value_enum, default_value_t = AgentSide::Black)]
    side: AgentSide,

    /// The rules; `server` is 2021 as the original server plays it
    #[arg(long, default_value = "server:stalemate=score", value_name = "V")]
    variant: String,

    /// The time between the second name and the beginning
    #[arg(long, default_value = "3s", value_name = "T", value_parser = duration)]
    countdown: Duration,

    /// The time for a game; looked at after each move, as the original does
    #[arg(long, default_value = "14m", value_name = "T", value_parser = duration)]
    game_time: Duration,

    /// The time for a move
    #[arg(long, default_value = "6s", value_name = "T", value_parser = duration)]
    time: Duration,

    /// Let a late move lose the game instead of only telling it
    #[arg(long)]
    strict: bool,

    /// How long a client may be silent before it has lost
    #[arg(long, default_value = "2m", value_name = "T", value_parser = duration)]
    patience: Duration,

    #[command(flatten)]
    hosting: HostArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AgentSide {
    White,
    Black,
    /// White in the first game, then in turn
    Alternate,
}

/// The command.
pub fn door() -> Door {
    Door::new::<Args>(DoorWay::Host, "tuc-chess", run).aliases(&["tuc"])
}

/// Waits for clients and plays.
fn run(args: &Args, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    let rules = rules(&args.variant)?;
    let limits = GameTimes {
        countdown: args.countdown,
        game: args.game_time,
        step: args.time,
        strict: args.strict,
        patience: args.patience,
    };
    let (open, address) = (UdpSocket::bind, UdpSocket::local_addr);
    let socket = args.hosting.listen(args.port, context, open, address)?;
    let agent = args.agent.as_ref();
    let entrant = agent.map(|agent| context.entrant(agent, &args.variant, &args.hosting.bots));
    let entrant = entrant.transpose()?;
    for game in 0..args.hosting.games {
        let seed = Seed(args.hosting.seed).derive(Purpose::Game, game);
        let ours = our_seat(args, entrant.as_ref(), game, seed);
        let luck = Box::new(SeededLuck::new(seed));
        let hosted = host(&socket, &rules, &limits, ours, luck, &mut context.notices())?;
        show(args, game, &hosted, context)?;
    }
    Ok(())
}

fn our_seat(
    args: &Args,
    entrant: Option<&Entrant<TucChess>>,
    game: u64,
    seed: Seed,
) -> Option<OurSeat> {
    let entrant = entrant?;
    let seat = match args.side {
        AgentSide::White => Seat(0),
        AgentSide::Black => Seat(1),
        AgentSide::Alternate => Seat((game % 2) as u8),
    };
    let clock =
        TimeControl::Move { limit: args.time * 9 / 10, bank: Duration::ZERO, kind: TimeKind::Wall };
    let player = entrant.player(clock, seed);
    Some(OurSeat {
        name: entrant.text().to_owned(),
        seated: SeatedPlayer::new(player, seat, &PlayerTerms::new(clock, seed)),
    })
}

fn show(
    args: &Args,
    game: u64,
    hosted: &Hosted,
    context: &mut DoorContext<'_>,
) -> Result<(), DoorError> {
    let record = json!({
        "game": "tuc-chess",
        "variant": args.variant,
        "seed": args.hosting.seed,
        "number": game + 1,
        "hosted": hosted,
    });
    args.hosting.show(&record, context, |context| {
        let Hosted { players, points, .. } = hosted;
        let words = format!(
            "{STRONG}game {}{STRONG:#}: {} {} : {} {}, {}",
            game + 1,
            players[0],
            points[0],
            points[1],
            players[1],
            hosted.ending
        );
        Ok(context.console.line(&words)?)
    })
}
