//! What goes over the wire: the types of every request and answer, and how they are made from games.

mod account;
mod board;
mod seats;
mod sheet;
mod table;
mod thought;

pub use account::{AccountView, ThrowView};
pub use board::{Board, BoardView, Cells, Last, LegalMove, PieceView, TurnView, attack, piece};
pub use seats::{SeatStyleView, SeedRequest};
pub use sheet::SheetView;
pub use table::{
    BudgetRequest, Command, GameResult, LogEntry, Message, NewTable, SeatRequest, SeatView,
    Snapshot, TableKeys,
};
pub use thought::Thought;
