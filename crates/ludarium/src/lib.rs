//! A laboratory for game-playing agents in games with dice, with many players, or both.
//!
//! This crate is all that a program with a game of its own needs. A game is a [`Bundle`]; [`main`] makes a whole
//! command line of a list of them:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! fn program(my_game: ludarium::Bundle) -> ExitCode {
//!     ludarium::main([my_game])
//! }
//! ```
//!
//! The words that a game needs first are here; everything else is in the crates behind it: [`game`], [`search`],
//! [`learn`], [`agents`], [`arena`], and so on.

mod bots;
mod cli;
mod cluster;
mod commands;
mod context;
mod error;
mod interrupts;
mod refusal;
mod runs;
mod screen;
mod sheets;

pub use ludarium_agents as agents;
pub use ludarium_arena as arena;
pub use ludarium_bridge as bridge;
pub use ludarium_bundle as bundle;
pub use ludarium_bundle::originals;
pub use ludarium_draw as draw;
pub use ludarium_game as game;
pub use ludarium_lab as lab;
pub use ludarium_learn as learn;
pub use ludarium_report as report;
pub use ludarium_search as search;
pub use ludarium_train as train;
pub use ludarium_web as web;

pub use cli::main;
pub use ludarium_agents::{Entry, Judge, NamedEvaluation, Parameter, Parameters, Playable, agent};
pub use ludarium_arena::{GameEntry, GameInfo, Games, Ruleset, Table};
pub use ludarium_bridge::door::Door;
pub use ludarium_bridge::starters::Starter;
pub use ludarium_bundle::Bundle;
pub use ludarium_game::{
    Agent, Bound, Budget, Candidate, Caption, Cell, ChancePlace, Decision, Error, Evaluation, Fact,
    Facts, Fault, Gain, Game, Grid, Hue, Line, Listing, MoveList, NoGain, OptionInfo, Piece, Point,
    Position, Purpose, Reseat, Result, Rng, Sanction, Scene, Scores, Seat, SeatStyle, Seed, Shape,
    Spec, Tabletop, Tone, Turn, Value, VariantInfo, key_of, read_fields, read_number,
};
pub use ludarium_train::Trainer;
