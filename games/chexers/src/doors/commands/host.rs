//! `ludarium host chexers`.

use std::net::TcpListener;
use std::time::Duration;

use crate::doors::{Chair, Host, Hosted, House, PORT};
use crate::rules::Chexers;
use ludarium_arena::TimeControl;
use ludarium_bridge::door::{DoorError, Entrant};
use ludarium_game::{Purpose, Seed};
use serde_json::json;

use super::{SessionArgs, announce};
use crate::commands::budget::{BudgetArgs, duration};
use crate::error::CliError;
use crate::screen::{STRONG, Screen};

/// Host a Chexers battleground for clients, with our agents in the colours that are named
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The address to listen at
    #[arg(long, default_value = "127.0.0.1", value_name = "A")]
    address: String,

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
    session: SessionArgs,
}

/// Waits for clients and plays.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    if args.red.is_some() && args.green.is_some() && args.blue.is_some() {
        let hint = "no seat is left for a client; `ludarium watch chexers` plays our agents";
        return Err(CliError::Usage(hint.to_owned()));
    }
    let entrants = [
        entrant(args, args.red.as_ref())?,
        entrant(args, args.green.as_ref())?,
        entrant(args, args.blue.as_ref())?,
    ];
    let doing = format!("listen at {}:{}", args.address, args.port);
    let listener = TcpListener::bind((args.address.as_str(), args.port));
    let listener = listener.map_err(DoorError::network(doing))?;
    announce(listener.local_addr());
    let house = House {
        patience: args.patience,
        answer: args.answer,
        budget: args.budget.budget(),
    };
    let mut host = Host::new(&listener, house)?;
    for game in 0..args.session.games {
        let seed = Seed(args.session.seed).derive(Purpose::Game, game);
        let chairs = entrants
            .each_ref()
            .map(|entrant| chair(entrant.as_ref(), seed));
        let hosted = host.play(chairs, seed)?;
        show(args, game, &hosted, screen)?;
    }
    Ok(())
}

/// Who sits in a colour, in all games: one of ours, or a client.
fn entrant(args: &Args, agent: Option<&String>) -> Result<Option<Entrant<Chexers>>, CliError> {
    agent
        .map(|text| args.session.bots.entrant(text, "referee"))
        .transpose()
}

fn chair(entrant: Option<&Entrant<Chexers>>, seed: Seed) -> Chair {
    match entrant {
        Some(ours) => Chair::Ours(ours.text().to_owned(), ours.player(TimeControl::None, seed)),
        None => Chair::Client,
    }
}

fn show(args: &Args, game: u64, hosted: &Hosted, screen: &mut Screen) -> Result<(), CliError> {
    let record = json!({
        "game": "chexers",
        "seed": args.session.seed,
        "number": game + 1,
        "hosted": hosted,
    });
    args.session.show(&record, screen, |screen| {
        screen.line(format!(
            "{STRONG}game {}{STRONG:#}: {} after {} actions; {} played red, green and blue",
            game + 1,
            hosted.result,
            hosted.moves.len(),
            hosted.names.join(", ")
        ))
    })
}
