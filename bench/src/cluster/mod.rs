//! What a cluster costs: with a NATS server, the speed of workers and what a game costs the coordinator and the network,
//! compared with the same games on one machine.

mod processes;
mod speed;

use std::error::Error;
use std::path::PathBuf;

use clap::Args;

pub use processes::be_worker;

/// What is measured.
#[derive(Debug, Args)]
pub struct ClusterArgs {
    /// Numbers of workers, with one thread each, whose speeds are compared
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    workers: Vec<usize>,

    /// Seconds of play for each figure
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,

    /// How often each figure is taken; the others are taken in between
    #[arg(long, default_value_t = 3)]
    turns: usize,

    /// The program of the NATS server
    #[arg(long, default_value = "nats-server")]
    nats_server: PathBuf,
}

/// Measures and prints.
pub fn run(args: &ClusterArgs) -> Result<(), Box<dyn Error>> {
    speed::run(args)
}
