//! The commands of `ludarium` that open this game's doors.

pub mod connect;
pub mod host;
