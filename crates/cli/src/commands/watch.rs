//! `ludarium watch`: agents play a game in the terminal.

use std::time::Duration;

use ludarium_agents::{Kit, KitTask, with_kit};
use ludarium_arena::{Contender, Event, Finished, Occasion, Player, Terms, referee};
use ludarium_draw::TerminalStyle;
use ludarium_game::{Purpose, Seed, Turn};
use serde_json::json;

use super::budget::BudgetArgs;
use super::{GameArgs, thoughts};
use crate::bots::BotArgs;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen};

/// Watch agents play a game: the board, and what each thinks
///
/// Give one agent for each seat; with fewer, they sit down in turn again.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The agents, in the order of the seats: NAME or NAME:key=value,…
    #[arg(required = true, value_name = "SPEC")]
    agents: Vec<String>,

    #[command(flatten)]
    budget: BudgetArgs,

    /// The master seed
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// Do not wait between moves
    #[arg(long)]
    fast: bool,

    /// Stop after this many moves
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    moves: u64,

    #[command(flatten)]
    bots: BotArgs,

    /// Print JSON, one object a move and one for the result
    #[arg(long)]
    json: bool,
}

/// Time to look at a move.
const PAUSE: Duration = Duration::from_millis(700);

/// Plays and shows.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    let task = Watch { args, screen };
    with_kit(&args.game.game, args.game.variant.as_deref(), task)?
}

struct Watch<'a> {
    args: &'a Args,
    screen: &'a mut Screen,
}

impl KitTask for Watch<'_> {
    type Output = Result<(), CliError>;

    fn run<G: Kit>(self, rules: G::Rules) -> Self::Output {
        let Watch { args, screen } = self;
        let seed = Seed(args.seed);
        let start = G::start(&rules, &mut seed.stream(Purpose::Start, 0));
        let seats = start.seats();
        if args.agents.len() > seats {
            let given = args.agents.len();
            return Err(CliError::Usage(format!("{given} agents for {seats} seats")));
        }
        let specs: Vec<&String> = args.agents.iter().cycle().take(seats).collect();
        let names: Vec<String> = specs
            .iter()
            .map(|spec| Contender::<G>::canonical(spec))
            .collect::<Result<_, _>>()?;
        let terms = Terms {
            budget: args.budget.budget(),
            longest: args.moves,
            ..Terms::default()
        };
        let bots = args.bots.bots()?;
        let guests = bots.guests();
        let occasion = Occasion {
            variant: args.game.variant.as_deref().unwrap_or(G::VARIANTS[0].name),
            names: &names,
            control: terms.control,
            margin: terms.margin,
            seed,
        };
        let mut players: Vec<Box<dyn Player<G>>> = Vec::with_capacity(seats);
        for spec in specs {
            let contender = Contender::<G>::new(spec, Some(&*guests))?;
            players.push(contender.player(&occasion));
        }
        bots.report(args.json, screen)?;
        let watch = |event: Event<'_, G>| show(args, &names, &event, screen);
        match referee(&rules, &start, &mut players, &terms, seed, watch)? {
            Some(finished) => finish(args, &names, &finished, screen),
            None => Ok(()),
        }
    }
}

/// Shows a move and the position after it.
fn show<G: Kit>(
    args: &Args,
    names: &[String],
    event: &Event<'_, G>,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let mv = event.before.describe_move(event.mv);
    if args.json {
        return screen.json(&json!({
            "turn": match event.before.turn() {
                Turn::Seat(seat) => json!(seat.0),
                _ => json!("chance"),
            },
            "move": mv,
            "position": event.after().describe(),
            "thought": event.decision.map(|decision| thoughts::as_json(event.before, decision)),
        }));
    }
    let scene = event.after().scene();
    let style = TerminalStyle {
        colour: screen.colour(),
        width: screen.width(),
    };
    let board = ludarium_draw::terminal(&scene, &style);
    let mut text = format!("{}\n\n", board.trim_end());
    match (event.before.turn(), event.decision) {
        (Turn::Seat(seat), Some(decision)) => {
            let (who, agent) = (&scene.seats[seat.index()].name, &names[seat.index()]);
            text.push_str(&format!("{STRONG}{who} ({agent}) plays {mv}{STRONG:#}\n"));
            text.push_str(&thoughts::candidates(
                event.before,
                seat,
                decision,
                screen.table_width(),
            ));
            text.push_str(&format!("\n{FAINT}{}{FAINT:#}", thoughts::cost(decision)));
        }
        _ => text.push_str(&format!("{STRONG}chance: {mv}{STRONG:#}")),
    }
    screen.page(&text)?;
    if !args.fast {
        std::thread::sleep(PAUSE);
    }
    Ok(())
}

fn finish<G: Kit>(
    args: &Args,
    names: &[String],
    finished: &Finished<G>,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let seats = finished.end.scene().seats;
    let scores = finished.scores.as_slice(seats.len());
    if args.json {
        return screen.json(&json!({
            "over": finished.end.turn() == Turn::Over,
            "ending": finished.ending,
            "scores": scores,
            "agents": names,
            "faults": finished.faults,
            "seed": args.seed,
        }));
    }
    screen.line("")?;
    screen.line(format!("{STRONG}over: {}{STRONG:#}", finished.ending))?;
    for ((seat, name), score) in seats.iter().zip(names).zip(scores) {
        screen.line(format!("  {:<10} {score:.2}  {name}", seat.name))?;
    }
    for fault in &finished.faults {
        let seat = &seats[usize::from(fault.seat)].name;
        screen.line(format!("  {seat}: {} ({})", fault.kind, fault.reason))?;
        for line in fault.last_words.lines() {
            screen.line(format!("    {FAINT}{line}{FAINT:#}"))?;
        }
    }
    Ok(())
}
