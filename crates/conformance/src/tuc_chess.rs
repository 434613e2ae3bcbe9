//! The recorded files of TUC-Chess.
