//! `ludarium watch`: agents play a game in the terminal.

use std::ops::ControlFlow;
use std::time::Duration;

use ludarium_arena::{Contender, Finished, GameContext, Made, Terms, labels, legend, seeded_start};
use ludarium_bridge::bot::BotArgs;
use ludarium_bridge::door::BudgetArgs;
use ludarium_game::{Position, Seed, Turn};
use serde_json::json;

use super::{EndLines, GameArgs, chance_in_words, mark, thoughts, with_board};
use crate::bots;
use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen};

/// Watch agents play a game: the board, and what each thinks
///
/// Give one agent for each seat; with fewer, they sit down in turn again.
#[derive(Debug, clap::Args)]
pub struct WatchCommand {
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

    /// Show what bots say with their moves: comments and standard error
    #[arg(long)]
    comments: bool,

    #[command(flatten)]
    bots: BotArgs,

    /// Print JSON, one object a move and one for the result
    #[arg(long)]
    json: bool,
}

/// Time to look at a move.
const PAUSE: Duration = Duration::from_millis(700);

/// Plays and shows.
pub fn run(args: &WatchCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let rules = args.game.rules(context)?;
    let seed = Seed(args.seed);
    let start = seeded_start(&*rules, seed);
    let seats = start.seats();
    if args.agents.len() > seats {
        let given = args.agents.len();
        return Err(CliError::Usage(format!("{given} agents for {seats} seats")));
    }
    // A text that is wrong is an error before a bot is started.
    let given = args.agents.iter().map(|text| rules.canonical(text));
    let given = given.collect::<Result<Vec<String>, _>>()?;
    let mut texts: Vec<String> = Vec::new();
    for text in &given {
        if !texts.contains(text) {
            texts.push(text.clone());
        }
    }
    let terms = Terms { budget: args.budget.budget(), longest: args.moves, ..Terms::default() };
    let admitted = args.bots.bots()?;
    let contenders = texts.iter().map(|text| rules.contender(text, Some(&*admitted)));
    let contenders = contenders.collect::<Result<Vec<Contender>, _>>()?;
    let called = contenders.iter().map(|contender| contender.name().map(str::to_owned));
    let labels = labels(&texts, &called.collect::<Vec<_>>());
    // The agent of each seat, as a place among the different agents.
    let place = |text: &String| texts.iter().position(|other| other == text).unwrap_or(0);
    let places: Vec<usize> = given.iter().map(place).cycle().take(seats).collect();
    let names: Vec<String> = places.iter().map(|&place| labels[place].clone()).collect();
    let game = GameContext {
        variant: args.game.variant(&*rules),
        names: &names,
        control: terms.control,
        margin: terms.margin,
        seed,
    };
    let players = places.iter().map(|&place| contenders[place].player(&game));
    bots::report(&admitted, args.json, screen)?;
    let mut shown = Ok(());
    let mut last = Vec::new();
    let finished = rules.referee(&start, players.collect(), &terms, seed, &mut |made| {
        mark(&mut last, made.before, made.text);
        shown = show(args, &names, &made, &last, screen);
        match shown {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    })?;
    shown?;
    match finished {
        Some(finished) => {
            let ending = WatchedEnd {
                names: &names,
                legend: legend(&texts, &labels),
                last,
                finished: &finished,
            };
            ending.show(args, screen)
        }
        None => Ok(()),
    }
}

/// Shows a move and the position after it.
fn show(
    args: &WatchCommand,
    names: &[String],
    made: &Made<'_>,
    last: &[String],
    screen: &mut Screen,
) -> Result<(), CliError> {
    let (mv, seats) = (made.text, made.before.seats());
    if args.json {
        return screen.json(&json!({
            "turn": match made.before.turn() {
                Turn::Seat(seat) => json!(seat.0),
                _ => json!("chance"),
            },
            "move": mv,
            "position": made.after.describe(),
            "thought": made.decision.map(|decision| thoughts::as_json(seats, decision)),
            "comment": made.remarks.comment,
            "stderr": made.remarks.stderr,
        }));
    }
    let scene = made.after.scene();
    let style = screen.board_style();
    let mut text = String::new();
    match (made.before.turn(), made.decision) {
        (Turn::Seat(seat), Some(decision)) => {
            let (who, agent) = (&scene.seats[seat.index()].name, &names[seat.index()]);
            text.push_str(&format!("{STRONG}{who} ({agent}) plays {mv}{STRONG:#}\n"));
            text.push_str(&thoughts::candidates(seat, decision, screen.table_width()));
            text.push_str(&format!("\n{FAINT}{}{FAINT:#}", thoughts::cost(decision)));
            if args.comments {
                let remarks = made.remarks;
                text.push_str(&bots::remarks(&remarks.comment, &remarks.stderr));
            }
        }
        _ => {
            let words = chance_in_words(made.before, mv, Seed(args.seed));
            text.push_str(&format!("{STRONG}chance: {words}{STRONG:#}"));
        }
    }
    let rows = screen.page_rows();
    screen.page(&with_board(&scene, &style, last, &text, rows))?;
    if !args.fast {
        std::thread::sleep(PAUSE);
    }
    Ok(())
}

/// What is shown when the game is over.
struct WatchedEnd<'a> {
    names: &'a [String],
    legend: Vec<String>,
    /// The last move.
    last: Vec<String>,
    finished: &'a Finished<Position>,
}

impl WatchedEnd<'_> {
    fn show(&self, args: &WatchCommand, screen: &mut Screen) -> Result<(), CliError> {
        let (finished, scene) = (self.finished, self.finished.position.scene());
        let scores = finished.end.scores.as_slice(scene.seats.len());
        if args.json {
            return screen.json(&json!({
                "over": finished.position.turn() == Turn::Over,
                "ending": finished.end.ending,
                "scores": scores,
                "agents": self.names,
                "faults": finished.faults,
                "seed": args.seed,
            }));
        }
        let seats: Vec<String> = scene.seats.iter().map(|seat| seat.name.clone()).collect();
        let lines = EndLines {
            ending: &finished.end.ending,
            seats: &seats,
            names: self.names,
            scores,
            faults: &finished.faults,
            legend: &self.legend,
        }
        .lines();
        if screen.live() {
            // What was thought about the last move makes room, so that the board stays in sight.
            let style = screen.board_style();
            let rows = screen.page_rows().saturating_sub(lines.len());
            let board = with_board(&scene, &style, &self.last, "", rows);
            let board = board.trim_end();
            screen.page(board)?;
            // The first row of a board is worth more than an empty one.
            if board.lines().count() < rows {
                screen.line("")?;
            }
        } else {
            screen.line("")?;
        }
        lines.iter().try_for_each(|line| screen.line(line))
    }
}
