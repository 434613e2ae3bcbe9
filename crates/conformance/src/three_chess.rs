//! The recorded files of Three-Chess.
