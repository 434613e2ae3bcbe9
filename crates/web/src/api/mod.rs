//! What goes over the wire: the types of every request and answer, and how they are made from games.

mod board;
mod seats;
mod sheet;
mod table;
mod thought;

pub use board::{Board, Cells, Last, Legal, PieceView, TurnView, View, piece, unused_dice};
pub use seats::{SeatStyleView, SeedRequest};
pub use sheet::SheetView;
pub use table::{
    BudgetRequest, Command, GameResult, LogEntry, Made, Message, NewTable, SeatRequest, SeatView,
    Snapshot,
};
pub use thought::Thought;
