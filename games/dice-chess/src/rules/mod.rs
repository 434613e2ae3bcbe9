//! Dice Chess: chess without check, where dice say which kind of piece must move.
//!
//! Two games share the board, the pieces and the way they move. In [`DiceChess`] one die is rolled for
//! each move, uniformly over the kinds that can move. In [`ThreeDice`] three dice are rolled for each
//! turn and are used up by up to three moves. Both are won by capturing the king.
//!
//! # The order of moves
//!
//! The pieces of a kind come in ascending order of their squares (a1, b1, … h8), and each piece's destinations
//! likewise; castling follows the king's steps, short before long. Pawns come by the way they move, in
//! ascending order of destinations: steps, double steps, captures towards the a-file, captures towards the
//! h-file, en passant, and promotions by step and by the two captures.
//!
//! # Where to look
//!
//! `board.rs` holds the pieces and makes moves, `attacks.rs` knows where a piece can go from a square,
//! `generate.rs` lists and counts moves, `reach.rs` says what a side attacks, and one file a game adds the dice.
//! `evaluation.rs` and `threats.rs` judge positions, `gain.rs` judges moves.

mod attacks;
mod board;
mod dice;
mod evaluation;
mod gain;
mod generate;
mod keys;
mod moves;
mod notation;
mod one_die;
mod pieces;
mod reach;
mod scene;
mod sliders;
mod square_values;
mod tabletop;
mod threats;
mod three_dice;
mod turns;
mod variants;

pub use dice::DicePool;
pub use evaluation::{LATE, Material, OnBoard, Pawns, PieceWeights, Positional};
pub use gain::Capture;
pub use moves::Move;
pub use one_die::DiceChess;
pub use pieces::{Kind, Side};
pub use reach::Reach;
pub use square_values::square_value;
pub use threats::Threats;
pub use three_dice::ThreeDice;
pub use turns::Sequence;
pub use variants::{Promotion, Rules, Stuck, ThreeDiceRules};
