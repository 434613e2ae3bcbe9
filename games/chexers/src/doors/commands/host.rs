//! `ludarium host chexers`.

use std::net::TcpListener;
use std::time::Duration;

use crate::doors::{Host, HostSetup, Hosted, Occupant, PORT};
use crate::rules::Chexers;
use ludarium_arena::TimeControl;
use ludarium_bridge::door::{
    BudgetArgs, Door, DoorContext, DoorError, Entrant, HostArgs, STRONG, Way, duration,
};
use ludarium_game::{Purpose, Seed};
use serde_json::json;

/// Host a Chexers battleground for clients, with our agents in the colours that are named
#[derive(Debug, clap::Args)]
struct Args {
    /// The port to listen at
    #[arg(long, default_value_t = PORT, value_name = "P")]
    port: u16,

    /// Our agent that plays red [default: a client]
    #[arg(long, value_name = "SPEC")]
    red: Option<String>,

    /// Our agent that plays green [default: a client]
    #[arg(long, value_name = "SPEC")]
    green: Option<String>,

    /// Our agent that plays blue [default: a client]
    #[arg(long, value_name = "SPEC")]
    blue: Option<String>,

    #[command(flatten)]
    budget: BudgetArgs,

    /// How long to wait for clients
    #[arg(long, default_value = "10m", value_name = "T", value_parser = duration)]
    patience: Duration,

    /// How long a client may take to answer anything
    #[arg(long, default_value = "2m", value_name = "T", value_parser = duration)]
    answer: Duration,

    #[command(flatten)]
    hosting: HostArgs,
}

/// The command.
pub fn door() -> Door {
    Door::new::<Args>(Way::Host, "chexers", run)
}

/// Waits for clients and plays.
fn run(args: &Args, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    if args.red.is_some() && args.green.is_some() && args.blue.is_some() {
        let hint = "no seat is left for a client; `ludarium watch chexers` plays our agents";
        return Err(DoorError::Usage(hint.to_owned()));
    }
    let entrants = [
        entrant(args, args.red.as_ref(), context)?,
        entrant(args, args.green.as_ref(), context)?,
        entrant(args, args.blue.as_ref(), context)?,
    ];
    let (open, address) = (TcpListener::bind, TcpListener::local_addr);
    let listener = args.hosting.listen(args.port, context, open, address)?;
    let setup = HostSetup {
        patience: args.patience,
        answer: args.answer,
        budget: args.budget.budget(),
    };
    let mut host = Host::new(&listener, setup)?;
    for game in 0..args.hosting.games {
        let seed = Seed(args.hosting.seed).derive(Purpose::Game, game);
        let occupants = entrants
            .each_ref()
            .map(|entrant| occupant(entrant.as_ref(), seed));
        let hosted = host.play(occupants, seed)?;
        show(args, game, &hosted, context)?;
    }
    Ok(())
}

/// Who sits in a colour, in all games: one of ours, or a client.
fn entrant(
    args: &Args,
    agent: Option<&String>,
    context: &mut DoorContext<'_>,
) -> Result<Option<Entrant<Chexers>>, DoorError> {
    agent
        .map(|text| context.entrant(text, "referee", &args.hosting.bots))
        .transpose()
}

fn occupant(entrant: Option<&Entrant<Chexers>>, seed: Seed) -> Occupant {
    match entrant {
        Some(ours) => Occupant::Ours(ours.text().to_owned(), ours.player(TimeControl::None, seed)),
        None => Occupant::Client,
    }
}

fn show(
    args: &Args,
    game: u64,
    hosted: &Hosted,
    context: &mut DoorContext<'_>,
) -> Result<(), DoorError> {
    let record = json!({
        "game": "chexers",
        "seed": args.hosting.seed,
        "number": game + 1,
        "hosted": hosted,
    });
    args.hosting.show(&record, context, |context| {
        let words = format!(
            "{STRONG}game {}{STRONG:#}: {} after {} actions; {} played red, green and blue",
            game + 1,
            hosted.result,
            hosted.moves.len(),
            hosted.names.join(", ")
        );
        Ok(context.console.line(&words)?)
    })
}
