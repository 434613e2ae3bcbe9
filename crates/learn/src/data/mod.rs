//! Data sets: what positions looked like, what a search said of them, and what became of them.
//!
//! A [`DataSet`] holds rows in memory, a [`Writer`] streams them into a compressed, checked file. For training it is
//! split by game, never by row, because the positions of one game are all alike, and turned into
//! [`DenseExamples`] or [`SparseExamples`].

mod examples;
mod file;
mod set;
mod sift;

pub use examples::{DenseExamples, Examples, SparseExamples};
pub use file::{Summary, Writer};
pub use set::{DataSet, Features, Inputs, Row, Shape};

pub(crate) use file::MAGIC;
