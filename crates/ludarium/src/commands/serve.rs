//! `ludarium serve`: the page in a browser.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use ludarium_web::{Options, Server};
use serde_json::json;

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
pub struct Args {
    /// The port on this machine; 0 lets the system choose
    #[arg(long, default_value_t = 8080, value_name = "N")]
    port: u16,

    /// Let other machines in at this address, for instance 0.0.0.0:8080; needs --token
    #[arg(long, value_name = "ADDR", requires = "token")]
    listen: Option<String>,

    /// What everybody must know to come in: at least 8 letters or digits
    #[arg(long, value_name = "T", env = "LUDARIUM_TOKEN", hide_env_values = true)]
    token: Option<String>,

    /// The folder of the games
    #[arg(
        long,
        value_name = "DIR",
        default_value = "tables",
        env = "LUDARIUM_STORE"
    )]
    store: PathBuf,

    #[command(flatten)]
    runs: RunsArgs,

    /// Do not open a browser
    #[arg(long)]
    no_open: bool,

    /// Print JSON: one object with the address
    #[arg(long)]
    json: bool,
}

/// Serves until it is interrupted.
pub fn run(args: &Args, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let interrupted = interrupts::wait_for()?;
    let options = Options {
        port: args.port,
        listen: args.listen.clone(),
        token: args.token.clone(),
        store: args.store.clone(),
        runs: args.runs.runs.clone(),
        page: None,
    };
    let server = Server::start(&context.bundles, options)?;
    let url = server.url();
    if args.json {
        screen.json(&json!({"url": url, "port": server.address().port()}))?;
    } else {
        screen.line(format!("{STRONG}{url}{STRONG:#}"))?;
        screen.line(format!("{FAINT}press Ctrl-C to stop{FAINT:#}"))?;
    }
    screen.finish()?;
    if !args.no_open && !args.json && std::io::stdout().is_terminal() {
        open(&url);
    }
    // The sender lives as long as the program: this ends with an interruption only.
    let _ = interrupted.recv();
    server.stop();
    Ok(())
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
