//! Measures how fast Ludarium plays.
fn main() {}
