//! The command line of Ludarium.
fn main() {}
