//! The recorded files of Dice Chess.
