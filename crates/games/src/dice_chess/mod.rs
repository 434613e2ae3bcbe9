//! Dice Chess.
