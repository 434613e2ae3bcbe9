//! Three-Chess.
