//! What goes over the wire: the types of every request and answer, and how they are made from games.

mod board;
mod seats;
mod sheet;
mod table;
mod thought;

pub use board::{Board, Cells, Last, Legal, TurnView, View};
pub use seats::{SeatStyleView, SeedOrder};
pub use sheet::SheetView;
pub use table::{
    BudgetOrder, Command, GameResult, LogEntry, Made, Message, NewTable, SeatOrder, SeatView,
    Snapshot,
};
pub use thought::Thought;
