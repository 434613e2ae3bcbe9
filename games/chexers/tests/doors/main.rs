//! The doors of Chexers.

mod battleground;
