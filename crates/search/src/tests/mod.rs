//! Tests of several searches at once, and what they share.

mod many_seats;
pub(crate) mod trial;
