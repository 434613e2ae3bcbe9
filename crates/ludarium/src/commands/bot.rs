//! `ludarium bot`: starters, the compliance checker and the schema of the bot protocol.

use std::path::PathBuf;

use clap::Subcommand;
use ludarium_arena::{GameEntry, Games, SCHEMA, is_bot};
use ludarium_bridge::bot::check::{CheckReport, CheckStep, CheckVerdict, Speaker, check};
use ludarium_bridge::bot::{BotCommand, Launch};
use ludarium_bridge::sandbox::Policy;
use ludarium_bridge::starters::{self, StarterRequest};
use ludarium_bundle::Bundle;
use ludarium_game::ChancePlace;
use ludarium_report::sheet::Sheet;
use serde_json::json;

use crate::context::{Context, meant_agent};
use crate::error::CliError;
use crate::screen::{BAD, FAINT, GOOD, STRONG, Screen, clean};
use crate::sheets::print_here;

/// Bring a bot of your own: starters, a checker, the protocol
#[derive(Debug, clap::Args)]
pub struct BotToolsCommand {
    #[command(subcommand)]
    task: BotTask,
}

#[derive(Debug, Subcommand)]
enum BotTask {
    New(NewArgs),
    Check(CheckArgs),
    /// Print the JSON schema of the messages
    Schema,
}

/// Write a starter, or an adapter to an original framework, into a folder
///
/// Without a name it lists what there is. Nothing that exists is ever overwritten.
#[derive(Debug, clap::Args)]
struct NewArgs {
    /// Which one: python, javascript, c, cpp, java, rust, llm, …
    #[arg(requires = "folder")]
    starter: Option<String>,

    /// The folder; made if it is not there
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,

    /// For starters that bring an agent of ours to another program: which one
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,

    /// Seconds that it may use in a whole game where the other program keeps no clock for it
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
}

/// Check step by step whether a bot does what the protocol asks for
///
/// Exit code 0 means that every step passed. The exchange and the standard error of a step that failed are shown.
#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// The command that starts the bot, such as "python3 bot.py", or an agent text such as bot[dir=x]:./run
    #[arg(value_name = "CMD")]
    command: String,

    /// Try it with this game; may be given again [default: the games it lists, or all]
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,

    /// What the bot may do to this machine: require, try or off
    #[arg(long, value_name = "POLICY", default_value = "try")]
    sandbox: Policy,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Does what was asked for.
pub fn run(args: &BotToolsCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    match &args.task {
        BotTask::New(args) => new(args, context, screen),
        BotTask::Check(args) => run_check(args, context, screen),
        BotTask::Schema => Ok(write!(screen.raw(), "{SCHEMA}")?),
    }
}

fn new(args: &NewArgs, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let (Some(name), Some(folder)) = (&args.starter, &args.folder) else {
        return list(context, screen);
    };
    let starter = starters::find(context.starters(), name)?;
    let agent = match starter.agent_of {
        Some(game) => {
            let rules = context.rules(game, None)?;
            rules.canonical(meant_agent(&*rules, &args.agent))?
        }
        None => String::new(),
    };
    let ludarium = std::env::current_exe()?;
    let notation = |bundle: &'_ Bundle| Some((bundle.game.info.title, bundle.notation?));
    let notations: Vec<(&str, &str)> = context.bundles.iter().filter_map(notation).collect();
    let rules = |bundle: &Bundle| {
        let words = [bundle.lesson_in_words(), bundle.notation.map(str::to_owned)];
        (bundle.game.info.name, words.into_iter().flatten().collect::<Vec<_>>().join("\n\n"))
    };
    let rules: Vec<(&str, String)> = context.bundles.iter().map(rules).collect();
    let request = StarterRequest {
        folder,
        ludarium: &ludarium,
        game: example_game(&context.games),
        agent: &agent,
        seconds: args.seconds,
        notations: &notations,
        rules: &rules,
    };
    let written = starters::write(starter, &request)?;
    for file in &written.files {
        screen.line(format!("{FAINT}wrote {}{FAINT:#}", file.display()))?;
    }
    screen.line("")?;
    screen.line(format!("{STRONG}Next:{STRONG:#}"))?;
    screen.line(format!("  cd {}", written.place.display()))?;
    for command in &written.next {
        screen.line(format!("  {command}"))?;
    }
    Ok(())
}

/// The game of the examples: two players and no dice before a move, because there a search of two plies shows what it is
/// worth.
fn example_game(games: &Games) -> &'static str {
    let undisturbed = |game: &&GameEntry| {
        let rules = game.rules(None);
        let dice_first = rules.is_ok_and(|rules| rules.chance() == ChancePlace::BeforeMove);
        game.info.seats == (2, 2) && !dice_first
    };
    let found = games.iter().find(undisturbed).or(games.iter().last());
    found.map_or("GAME", |game| game.info.name)
}

fn list(context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let rows = context.starters().map(|one| [one.name, one.summary]);
    let sheet = Sheet::new("", ["starter", "what it is"]).texts(rows);
    print_here(&sheet, screen)?;
    screen.line("")?;
    screen.line(format!("{FAINT}Write one: ludarium bot new STARTER DIR{FAINT:#}"))
}

fn run_check(args: &CheckArgs, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let command = if is_bot(&args.command) {
        args.command.parse()?
    } else {
        BotCommand::parse(&args.command)?
    };
    let launch = Launch::new(args.sandbox)?;
    let report = check(&context.games, &command, &launch, &args.games)?;
    if args.json {
        let mut value = json!(report);
        value["passed"] = report.passed().into();
        screen.json(&value)?;
    } else {
        show(&report, screen)?;
    }
    if report.passed() {
        Ok(())
    } else {
        Err(CliError::Failed(format!("`{}` did not pass every step", args.command)))
    }
}

fn show(report: &CheckReport, screen: &mut Screen) -> Result<(), CliError> {
    for step in &report.steps {
        show_step(step, screen)?;
    }
    screen.line("")?;
    let name = report.name.as_deref().unwrap_or("the bot has no name");
    screen.line(format!("{FAINT}name{FAINT:#}          {}", clean(name)))?;
    screen.line(format!("{FAINT}games{FAINT:#}         {}", report.games.join(", ")))?;
    screen.line(format!("{FAINT}sandbox{FAINT:#}       {}", report.sandbox))?;
    let deterministic = match report.deterministic {
        Some(true) => "yes: the same seed gave the same moves",
        Some(false) => "no: the same seed gave other moves",
        None => "not tried",
    };
    screen.line(format!("{FAINT}deterministic{FAINT:#} {deterministic}"))?;
    let after = match (report.after.asked, report.after.wrong) {
        (0, _) => "not asked".to_owned(),
        (asked, 0) => format!("asked {asked} times"),
        (asked, wrong) => format!("asked {asked} times, {wrong} of them wrong"),
    };
    screen.line(format!("{FAINT}after{FAINT:#}         {after}"))
}

fn show_step(step: &CheckStep, screen: &mut Screen) -> Result<(), CliError> {
    let (word, style) = match step.result {
        CheckVerdict::Passed => ("pass", GOOD),
        CheckVerdict::Failed(_) => ("FAIL", BAD),
        CheckVerdict::LeftOut => ("-   ", FAINT),
    };
    screen.line(format!("{:>3}  {style}{word}{style:#}  {}", step.number, step.title))?;
    let CheckVerdict::Failed(reason) = &step.result else {
        return Ok(());
    };
    screen.line(format!("           {}", clean(reason)))?;
    for line in &step.exchange {
        let arrow = match line.from {
            Speaker::Lab => "lab>",
            Speaker::Bot => "bot>",
        };
        screen.line(format!("           {FAINT}{arrow} {}{FAINT:#}", clean(&line.text)))?;
    }
    for line in step.stderr.lines() {
        screen.line(format!("           {FAINT}err> {}{FAINT:#}", clean(line)))?;
    }
    Ok(())
}
