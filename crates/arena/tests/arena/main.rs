//! The arena as others use it.

mod bot;
mod coins;
mod common;
mod contest;
mod coverage;
mod deal;
mod elsewhere;
mod export;
mod identity;
mod luck;
mod played;
mod referee;
mod run;
mod schedule;
mod statistics;
mod store;
mod survey;
mod terms;
