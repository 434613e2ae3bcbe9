//! Data sets: the features of positions, what a search said about them, and how their games ended.
//!
//! A [`DataSet`] holds rows in memory, a [`Writer`] streams them into a compressed, checked file. For training it is
//! split by game, never by row, because the positions of one game resemble each other, and turned into
//! [`DenseExamples`] or [`SparseExamples`].

mod examples;
mod file;
mod selection;
mod set;

pub use examples::{DenseExamples, Examples, SparseExamples};
pub use file::{Summary, Writer};
pub use set::{DataSet, Features, Inputs, Row, RowShape};

pub(crate) use file::MAGIC;
