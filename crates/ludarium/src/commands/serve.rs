//! `ludarium serve`: the page in a browser.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use ludarium_arena::{LONGEST_NAME, is_bot, tidy_name};
use ludarium_bridge::bot::{BotArgs, BotCommand, Offer};
use ludarium_web::{Limits, Options, Server};
use serde_json::json;

use crate::cluster::AccessArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::interrupts;
use crate::runs::RunsArgs;
use crate::screen::{FAINT, STRONG, Screen};

/// Open the page: play, watch, analyse and follow runs in a browser
///
/// Only this machine can reach it, unless --listen asks for more. Games are stored as they are played and are
/// there again after a restart.
#[derive(Debug, clap::Args)]
pub struct ServeCommand {
    /// The port on this machine; 0 lets the system choose
    #[arg(long, default_value_t = 8080, value_name = "N")]
    port: u16,

    /// Let other machines in at this address, for instance 0.0.0.0:8080; needs --token
    #[arg(long, value_name = "ADDR", requires = "token")]
    listen: Option<String>,

    /// Let anybody in by a proxy on this machine that visitors reach at this address, for instance https://play.example.org;
    /// with smaller limits, see docs/public.md. --token is then the owner's key
    #[arg(long, value_name = "URL", conflicts_with = "listen")]
    public: Option<String>,

    /// What everybody must know to come in: at least 8 letters or digits
    #[arg(long, value_name = "T", env = "LUDARIUM_TOKEN", hide_env_values = true)]
    token: Option<String>,

    /// The folder of the games
    #[arg(long, value_name = "DIR", default_value = "tables", env = "LUDARIUM_STORE")]
    store: PathBuf,

    #[command(flatten)]
    runs: RunsArgs,

    /// Let visitors choose this program as an opponent under this name; may be given again
    #[arg(long = "bot", value_name = "NAME=COMMAND")]
    bots: Vec<String>,

    /// Show this cluster beside the runs: the address of its NATS server (docs/cluster.md)
    #[arg(long, value_name = "nats://HOST")]
    cluster: Option<String>,

    #[command(flatten)]
    access: AccessArgs,

    #[command(flatten)]
    bot_args: BotArgs,

    /// Do not open a browser
    #[arg(long)]
    no_open: bool,

    /// Print JSON: one object with the address
    #[arg(long)]
    json: bool,
}

/// Serves until it is interrupted.
pub fn run(args: &ServeCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let interrupted = interrupts::wait_for()?;
    let bots = offers(args)?;
    let options = Options {
        port: args.port,
        listen: args.listen.clone(),
        token: args.token.clone(),
        public: args.public.clone(),
        store: args.store.clone(),
        runs: args.runs.runs.clone(),
        page: None,
        bots: bots.clone(),
        cluster: args.access.view(args.cluster.as_deref())?,
    };
    let server = Server::start(&context.bundles, options)?;
    let url = server.url();
    if args.json {
        let bots: Vec<_> = bots
            .iter()
            .map(|bot| json!({"name": bot.name, "sandbox": bot.sandbox.to_string()}))
            .collect();
        screen.json(&json!({"url": url, "port": server.address().port(), "bots": bots}))?;
    } else {
        screen.line(format!("{STRONG}{url}{STRONG:#}"))?;
        for bot in &bots {
            screen.line(format!(
                "{FAINT}{} may be chosen as an opponent, sandbox: {}{FAINT:#}",
                bot.name, bot.sandbox
            ))?;
        }
        if args.public.is_some() {
            let port = server.address().port();
            screen.line(format!(
                "{FAINT}the proxy finds it at http://127.0.0.1:{port}; visitors are limited:{FAINT:#}"
            ))?;
            for (what, limit) in Limits::PUBLIC.rows() {
                screen.line(format!("{FAINT}  {what}: {limit}{FAINT:#}"))?;
            }
        }
        screen.line(format!("{FAINT}press Ctrl-C to stop{FAINT:#}"))?;
    }
    screen.finish()?;
    let own = args.public.is_none();
    if own && !args.no_open && !args.json && std::io::stdout().is_terminal() {
        open(&url);
    }
    // The sender lives as long as the program: this ends with an interruption only.
    let _ = interrupted.recv();
    server.stop();
    Ok(())
}

/// The bots that are offered, each tried once.
fn offers(args: &ServeCommand) -> Result<Vec<Arc<Offer>>, CliError> {
    let launch = args.bot_args.launch()?;
    let mut offers: Vec<Arc<Offer>> = Vec::new();
    for text in &args.bots {
        let wrong = |problem: String| CliError::Usage(format!("--bot {text}: {problem}"));
        let (name, line) = text.split_once('=').ok_or_else(|| {
            wrong("expected NAME=COMMAND, for instance Ada='python3 bot.py'".to_owned())
        })?;
        if tidy_name(name).as_deref() != Some(name) {
            return Err(wrong(format!(
                "the name should be 1 to {LONGEST_NAME} letters that can be printed"
            )));
        }
        if offers.iter().any(|offer| offer.name == name) {
            return Err(wrong(format!("there are two bots with the name {name}")));
        }
        let command = if is_bot(line) { line.parse()? } else { BotCommand::parse(line)? };
        let offer = Offer::new(command, name, &launch).map_err(wrong)?;
        offers.push(Arc::new(offer));
    }
    Ok(offers)
}

/// Opens a browser where there is one; the address has been printed anyway.
fn open(url: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = Command::new(opener)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    drop(quiet);
}
