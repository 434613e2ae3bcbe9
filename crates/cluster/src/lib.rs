//! Many machines play one run, over a NATS server with JetStream.
//!
//! A `Coordinator` decides which jobs are given out and which results count; it knows no clock and no network, and a test
//! leads it through a day with a thousand workers. [`Cluster`] is the owner of a run: it has the blocks of a
//! contest played by all workers that have joined, and what is stored is the same as if it had played them itself. [`work`] is the
//! other side: it takes jobs, plays them, and sends what came of them.

mod attendance;
mod calibration;
mod conduct;
mod contest_room;
mod coordinator;
mod cores;
mod elsewhere;
mod error;
mod files;
mod job;
mod notices;
mod room;
mod server;
mod status;
#[cfg(test)]
mod tests;
mod training_room;
mod wire;
mod worker;

pub use conduct::Cluster;
pub use error::ClusterError;
pub use job::Job;
pub use notices::Notices;
pub use server::Address;
pub use status::{Observer, RunStatus, Status, WorkerStatus};
pub use wire::{JobOutcome, JobReport, Presence, Refusal};
pub use worker::{Done, WorkerOptions, work};
