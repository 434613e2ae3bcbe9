//! Access: who may ask, how often, and what browsers are told.

mod bucket;
mod gate;
mod headers;

pub use bucket::{Bucket, Buckets};
pub use gate::{COOKIE_NAME, Gate, same};
pub use headers::protect;
