//! The types that all crates of Ludarium share.
//!
//! Read this crate first. A [`Game`] is a position that knows its rules; whose [`Turn`] it is
//! decides what can happen next: a seat chooses a move, chance draws one, or the game is over and
//! [`Scores`] say how it ended. A [`Tabletop`] game can also be set up, written down and drawn as a
//! [`Scene`]; as a [`Position`] it is played by texts, whatever the game is. An [`Agent`] looks at a position,
//! spends a [`Budget`] and returns a [`Decision`]; many agents use an [`Evaluation`] and the [`Gain`] of single
//! moves. All randomness comes from [`random`] streams that are derived from one master seed.
//!
//! Nothing here knows a particular game or a particular algorithm.

mod account;
mod agent;
#[cfg(feature = "battery")]
pub mod battery;
mod dice;
mod duration;
mod error;
mod evaluation;
mod fact;
mod fault;
mod gain;
mod game;
mod grid;
mod history;
mod hue;
mod key;
mod meter;
mod moves;
mod perft;
mod played_game;
mod position;
pub mod random;
mod scene;
mod scores;
mod shape;
mod sort;
mod spec;
#[cfg(any(test, feature = "testing"))]
pub mod sprint;
mod stopwatch;
mod tabletop;
pub mod tensors;
mod unit;

pub use account::{Account, Throw, rolled};
pub use agent::{Agent, Bound, Budget, Candidate, Decision};
pub use dice::Dice;
pub use duration::{read_duration, write_duration};
pub use error::{Error, Result, nearest};
pub use evaluation::Evaluation;
pub use fact::{Fact, Facts};
pub use fault::{Fault, Sanction};
pub use gain::{Gain, NoGain};
pub use game::{ChancePlace, Game, Listing, MAX_SEATS, Reseat, Seat, Turn};
pub use grid::Grid;
pub use history::History;
pub use hue::Hue;
pub use key::key_of;
pub use meter::Meter;
pub use moves::MoveList;
pub use perft::{divide, perft};
pub use played_game::{Event, PlayedGame};
pub use position::{AnyPosition, Choice, Position};
pub use random::{Purpose, Rng, Seed, SeveralBelow};
pub use scene::{
    Caption, Cell, HEX_REACH, Line, Piece, Point, Scene, SeatStyle, Tone, hexagon_corner,
};
pub use scores::{Scores, Value};
pub use shape::{Design, LetterSpot, OwnerLetter, Shape, ShapePart};
pub use sort::sort_by;
pub use spec::{OptionInfo, Spec, VariantInfo};
pub use stopwatch::{Stopwatch, TimeKind};
pub use tabletop::{Tabletop, read_fields, read_number};
pub use unit::ShareUnit;
