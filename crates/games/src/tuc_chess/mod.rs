//! TUC-Chess.
