//! Steady play allocates nothing.

use ludarium_dice_chess::rules::{DiceChess, ThreeDice};

ludarium_game::steady_play_allocates_nothing!(DiceChess, ThreeDice);
