//! Pictures as others ask for them.

mod absurd;
mod palette;
mod png;
mod scenes;
mod svg;
mod terminal;
