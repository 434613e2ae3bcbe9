//! `ludarium host dicewars`.

use std::net::TcpListener;
use std::time::Duration;

use crate::doors::{CLOCK, HostSetup, HostedRecord, Lobby, Ours, PORT, host};
use crate::seeded_game::Seeds;
use clap::ValueEnum;
use ludarium_arena::TimeControl;
use ludarium_bridge::door::{
    Door, DoorContext, DoorError, DoorWay, Entrant, HostArgs, PlayerTerms, STRONG, duration,
};
use ludarium_dicewars::rules::Dicewars;
use ludarium_game::{Purpose, Seed};
use serde_json::json;

/// Host Dicewars for clients, with our agents in the other seats
#[derive(Debug, clap::Args)]
struct Args {
    /// The port to listen at
    #[arg(long, default_value_t = PORT, value_name = "P")]
    port: u16,

    /// The number of players, ours included
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    players: u8,

    /// Our agents; all other players are clients
    #[arg(long, num_args = 1.., value_name = "SPEC")]
    agents: Vec<String>,

    /// The nicknames in the order of play [default: a shuffled order]
    #[arg(long, num_args = 1.., value_name = "NICK")]
    order: Option<Vec<String>>,

    /// The original's seed of the map; each further game adds 1
    #[arg(long, value_name = "SEED")]
    board: Option<u64>,

    /// The original's seed for handing out the areas
    #[arg(long, value_name = "SEED")]
    ownership: Option<u64>,

    /// The original's seed for handing out the dice
    #[arg(long, value_name = "SEED")]
    strength: Option<u64>,

    /// The original's seed for the order of play and all dice of the game
    #[arg(long, value_name = "SEED")]
    fixed: Option<u64>,

    /// The dice at the start
    #[arg(long, value_enum, default_value_t = AtStart::Flat)]
    dice: AtStart,

    /// Fight every battle that is asked for from an own area, as the original does
    #[arg(long)]
    trust: bool,

    /// The clock of our agents, as in matches
    #[arg(long, default_value_t = CLOCK, value_name = "C")]
    clock: TimeControl,

    /// How long a client may take to come, and for a decision
    #[arg(long, default_value = "1m", value_name = "T", value_parser = duration)]
    patience: Duration,

    #[command(flatten)]
    hosting: HostArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AtStart {
    /// Three on every area
    Flat,
    /// Different numbers
    Orig,
}

impl AtStart {
    fn variant(self) -> &'static str {
        match self {
            AtStart::Flat => "flat",
            AtStart::Orig => "orig",
        }
    }
}

/// The command.
pub fn door() -> Door {
    Door::new::<Args>(DoorWay::Host, "dicewars", run)
}

/// Waits for clients and plays.
fn run(args: &Args, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    let (ours, players) = (args.agents.len(), usize::from(args.players));
    if ours > players {
        let message = format!("{ours} agents for {players} players");
        return Err(DoorError::Usage(message));
    }
    if let Some(order) = &args.order
        && order.len() != players
    {
        let named = order.len();
        let message = format!("the order names {named} of {players} players");
        return Err(DoorError::Usage(message));
    }
    let entrants = args.agents.iter();
    let entrants =
        entrants.map(|agent| context.entrant(agent, args.dice.variant(), &args.hosting.bots));
    let entrants: Vec<Entrant<Dicewars>> = entrants.collect::<Result<_, _>>()?;
    let (open, address) = (TcpListener::bind, TcpListener::local_addr);
    let listener = args.hosting.listen(args.port, context, open, address)?;
    let mut lobby = Lobby::new(&listener)?;
    for game in 0..args.hosting.games {
        let setup = setup(args, &entrants, game);
        let hosted = host(&mut lobby, setup, &mut context.notices())?;
        show(args, game, &hosted, context)?;
    }
    Ok(())
}

fn setup(args: &Args, entrants: &[Entrant<Dicewars>], game: u64) -> HostSetup {
    let seed = Seed(args.hosting.seed).derive(Purpose::Game, game);
    // Short seeds are easily typed into the original's command line.
    let mut drawn = seed.stream(Purpose::Start, 0);
    let mut given_or_drawn = |given: Option<u64>| {
        let drawn = drawn.bits() >> 32;
        given.unwrap_or(drawn)
    };
    let seeds = Seeds {
        board: given_or_drawn(args.board.map(|board| board.wrapping_add(game))),
        ownership: given_or_drawn(args.ownership),
        strength: given_or_drawn(args.strength),
        fixed: given_or_drawn(args.fixed),
    };
    let ours = entrants.iter().map(|entrant| Ours {
        nickname: format!("{} (AI)", entrant.text()),
        player: entrant.player(args.clock, seed),
        terms: PlayerTerms::new(args.clock, seed),
    });
    HostSetup {
        clients: usize::from(args.players) - args.agents.len(),
        ours: ours.collect(),
        order: args.order.clone(),
        seeds,
        variant: args.dice.variant(),
        validate: !args.trust,
        patience: args.patience,
    }
}

fn show(
    args: &Args,
    game: u64,
    hosted: &HostedRecord,
    context: &mut DoorContext<'_>,
) -> Result<(), DoorError> {
    let record = json!({
        "game": "dicewars",
        "seed": args.hosting.seed,
        "number": game + 1,
        "hosted": hosted,
    });
    args.hosting.show(&record, context, |context| {
        let [board, ownership, strength, fixed] = hosted.seeds;
        let seeds =
            format!("board {board}, ownership {ownership}, strength {strength}, fixed {fixed}");
        let heading = format!("{STRONG}game {}{STRONG:#}: {seeds}", game + 1);
        context.console.line(&heading)?;
        Ok(context.console.line(hosted.summary.trim_end())?)
    })
}
