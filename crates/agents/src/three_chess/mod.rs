//! The agents of Three-Chess.
