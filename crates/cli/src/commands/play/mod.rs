//! `ludarium play`: a person against agents, in the terminal.

mod ansi;
mod board;
mod desk;
mod entry;
mod line_mode;
mod order;
mod session;
mod terminal;
#[cfg(test)]
mod tests;
mod thinking;
mod view;

use std::io::IsTerminal;
use std::time::{SystemTime, UNIX_EPOCH};

use ludarium_agents::{Kit, KitTask, with_kit};
use ludarium_arena::Contender;
use ludarium_game::{Seat, Seed};

use super::GameArgs;
use super::budget::BudgetArgs;
use crate::bots::{BotArgs, Bots};
use crate::error::CliError;
use crate::screen::Screen;
use desk::Desk;
use session::Setup;

/// Play a game against agents in the terminal
///
/// Moves are written in the game's notation; Tab completes them. `help` lists the other words: hint, undo,
/// resign, … Where input or output is no terminal, the game is played line by line.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Your seat, counted from 1
    #[arg(long, default_value_t = 1, value_name = "N")]
    seat: usize,

    /// The agents of the other seats, in order; with fewer, they sit down in turn again
    #[arg(long, num_args = 1.., default_value = "best", value_name = "SPEC")]
    vs: Vec<String>,

    /// The agent that gives hints
    #[arg(long, default_value = "best", value_name = "SPEC")]
    hint: String,

    #[command(flatten)]
    budget: BudgetArgs,

    /// The seed of start and luck [default: another one each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Do not pause after agents' moves and chance events
    #[arg(long)]
    fast: bool,

    /// Play line by line also in a terminal
    #[arg(long)]
    lines: bool,

    #[command(flatten)]
    bots: BotArgs,
}

/// Plays.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    let task = Play { args, screen };
    with_kit(&args.game.game, args.game.variant.as_deref(), task)?
}

struct Play<'a> {
    args: &'a Args,
    screen: &'a mut Screen,
}

impl KitTask for Play<'_> {
    type Output = Result<(), CliError>;

    fn run<G: Kit>(self, rules: G::Rules) -> Self::Output {
        let Play { args, screen } = self;
        let seed = Seed(args.seed.unwrap_or_else(some_seed));
        let bots = args.bots.bots()?;
        let setup = setup::<G>(args, rules, seed, &bots)?;
        bots.report(false, screen)?;
        let mut desk = Desk::new(setup, seed);
        let stdin = std::io::stdin();
        if args.lines || !stdin.is_terminal() || !std::io::stdout().is_terminal() {
            return line_mode::run(&mut desk, &mut stdin.lock(), screen);
        }
        let result = terminal::run(&mut desk, args.fast, screen.colour());
        for line in desk.result() {
            screen.line(line)?;
        }
        result
    }
}

/// Seats everybody.
fn setup<G: Kit>(
    args: &Args,
    rules: G::Rules,
    seed: Seed,
    bots: &Bots,
) -> Result<Setup<G>, CliError> {
    let seats = Setup::<G>::start(&rules, seed).seats();
    if !(1..=seats).contains(&args.seat) {
        let seat = args.seat;
        return Err(CliError::Usage(format!(
            "there is no seat {seat}: expected 1 to {seats}"
        )));
    }
    if args.vs.len() >= seats {
        let (given, free) = (args.vs.len(), seats - 1);
        return Err(CliError::Usage(format!(
            "{given} agents for {free} other seats"
        )));
    }
    let me = Seat((args.seat - 1) as u8);
    let guests = bots.guests();
    let mut agents = args.vs.iter().cycle();
    let (mut contenders, mut names) = (Vec::new(), Vec::new());
    for seat in Seat::all(seats) {
        let mine = seat == me;
        let spec = if mine { None } else { agents.next() }.unwrap_or(&args.hint);
        contenders.push(Contender::<G>::new(spec, Some(&*guests))?);
        names.push(if mine {
            "you".to_owned()
        } else {
            Contender::<G>::canonical(spec)?
        });
    }
    let variant = args.game.variant.as_deref().unwrap_or(G::VARIANTS[0].name);
    Ok(Setup {
        rules,
        variant: variant.to_owned(),
        me,
        contenders,
        names,
        adviser: Contender::<G>::canonical(&args.hint)?,
        budget: args.budget.budget(),
    })
}

/// A short seed from the clock: easy to write down and to type again.
fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |since| {
        u64::from(since.subsec_micros()) ^ (since.as_secs() % 1000)
    })
}
