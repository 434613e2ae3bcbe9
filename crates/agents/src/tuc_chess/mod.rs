//! The agents of TUC-Chess.
