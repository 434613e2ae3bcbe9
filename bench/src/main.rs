//! Measures how fast Ludarium plays. Run through `cargo xtask bench`, which builds it with
//! optimisation.
//!
//! Times on a shared machine mean little; what counts are instructions (callgrind) and ratios of two
//! things measured alternately in one run.

mod arena;
mod bots;
#[cfg(feature = "cluster")]
mod cluster;
mod games;
mod instructions;
mod nets;
mod peers;
mod perft;
mod playouts;
mod search;
mod table;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ludarium_bridge::sandbox::{HELPER, become_program};

#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Random playouts, perft and instructions per ply of every game
    Playouts {
        /// Only this game
        #[arg(long)]
        game: Option<String>,
        /// Seconds of play for each figure
        #[arg(long, default_value_t = 1.0)]
        seconds: f64,
        /// Leave out callgrind, which takes most of the time
        #[arg(long)]
        no_instructions: bool,
    },
    /// Searches: iterations and nodes a second, savings, speed-up of several threads
    Search {
        /// Seconds of thinking for each figure
        #[arg(long, default_value_t = 2.0)]
        seconds: f64,
    },
    /// A tournament against a bare loop that plays the same games, and its memory
    Arena {
        /// The number of games of each tournament
        #[arg(long, default_value_t = 10_000)]
        games: u64,
    },
    /// Games against a bot process: what a move costs beyond the bot's own time, and what grows
    Bots {
        /// The number of games of each kind
        #[arg(long, default_value_t = 1_000)]
        games: u64,
    },
    /// What a cluster costs: bytes and processor time of a game, workers compared with threads
    #[cfg(feature = "cluster")]
    Cluster(cluster::ClusterArgs),
    /// Be a worker of `cluster`
    #[cfg(feature = "cluster")]
    #[command(hide = true)]
    ClusterWorker {
        /// The address of the NATS server
        url: String,
        /// Where files of agents are kept
        cache: std::path::PathBuf,
    },
    /// Be the bot of `bots`
    #[command(hide = true)]
    EchoBot,
    /// Value networks: evaluations a second of each that ships, and learning
    Nets {
        /// Seconds for each figure
        #[arg(long, default_value_t = 1.0)]
        seconds: f64,
    },
    /// Random games a second against OpenSpiel, for every game that both have
    Peers {
        /// A Python that has OpenSpiel
        #[arg(long)]
        python: std::path::PathBuf,
        /// Seconds of processor time for each figure
        #[arg(long, default_value_t = 5.0)]
        seconds: f64,
    },
    /// A public server of the page: how long a first view and a move take with many games and spectators
    Web {
        /// Games that people play at the same time
        #[arg(long, default_value_t = 50)]
        games: usize,
        /// Spectators in all
        #[arg(long, default_value_t = 200)]
        spectators: usize,
        /// Analyses under way at the same time
        #[arg(long, default_value_t = 0)]
        analyses: usize,
        /// How long they play
        #[arg(long, default_value_t = 20.0)]
        seconds: f64,
    },
    /// Play a number of random games and print their plies: the work that callgrind counts
    #[command(hide = true)]
    Work {
        /// The game
        game: String,
        /// The variant
        variant: String,
        /// The number of games
        games: u64,
    },
}

fn main() -> ExitCode {
    // Started by ourselves to become a bot.
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.next_if(|first| first == HELPER).is_some() {
        return become_program(arguments);
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("Error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    match Cli::parse().command {
        Command::Playouts { game, seconds, no_instructions } => {
            playouts::run(game.as_deref(), seconds, !no_instructions)
        }
        Command::Search { seconds } => search::run(seconds),
        Command::Arena { games } => arena::run_bench(games),
        Command::Bots { games } => bots::run(games),
        #[cfg(feature = "cluster")]
        Command::Cluster(args) => cluster::run(&args),
        #[cfg(feature = "cluster")]
        Command::ClusterWorker { url, cache } => cluster::be_worker(url, cache),
        Command::EchoBot => Ok(bots::echo()?),
        Command::Nets { seconds } => nets::run(seconds),
        Command::Peers { python, seconds } => peers::run(&python, seconds),
        Command::Web { games, spectators, analyses, seconds } => {
            web::run(&web::Load { games: games.max(1), spectators, analyses }, seconds)
        }
        Command::Work { game, variant, games } => {
            println!("{}", playouts::work(&game, &variant, games)?);
            Ok(())
        }
    }
}
