//! Model files.

mod tensors;

pub use tensors::{Tensor, Tensors};
