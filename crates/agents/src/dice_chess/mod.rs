//! The agents of Dice Chess.
