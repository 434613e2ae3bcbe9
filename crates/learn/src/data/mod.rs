//! Data sets: what positions looked like, and what became of them.

mod examples;

pub use examples::{DenseExamples, Examples, SparseExamples};
