//! Access: who may ask, how often, and what browsers are told.

mod bucket;
mod gate;
mod headers;
mod visitor;

pub use bucket::{Buckets, TokenBucket};
pub use gate::{Gate, PublicAddress, same};
pub use headers::protect;
pub use visitor::Visitor;
