//! Games in front of people: a thread owns each, a store keeps all, the directory finds them.

mod audience;
pub mod daily;
mod directory;
mod exhibition;
mod owner;
mod people;
mod play;
mod say;
mod show;
mod store;
#[cfg(test)]
mod tests;
mod thought;
mod turn_time;
mod writer;

pub use audience::{BACKLOG, TableListener};
pub use directory::Tables;
pub use owner::TableRequest;
pub use people::PEOPLE;
pub use show::GamePicture;
pub use store::{DailyScore, TableStore};
