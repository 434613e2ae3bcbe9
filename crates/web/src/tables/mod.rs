//! Games in front of people: a thread owns each, a store keeps all, the hall finds them.

mod audience;
mod clocks;
mod hall;
mod owner;
mod play;
mod say;
mod show;
mod store;
mod thought;

pub use audience::{BACKLOG, Listener};
pub use hall::Hall;
pub use owner::Order;
pub use show::Picture;
pub use store::TableStore;
pub use thought::private;
