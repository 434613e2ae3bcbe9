//! Model files: what was learned, with what it is and where it comes from.
//!
//! A [`ModelFile`] holds the float master of a model in the safetensors format. A [`QuantisedFile`] holds an
//! efficiently updatable network in whole numbers, small enough to ship. Both carry a [`Card`], both detect damage, and
//! [`describe`] says what any file of ours holds.

mod card;
mod describe;
mod file;
mod linear;
mod quantised;
pub(crate) mod safetensors;
mod tensors;
#[cfg(test)]
mod tests;

pub use card::Card;
pub use describe::{Description, Fact, describe};
pub use file::{Model, ModelFile};
pub use linear::Linear;
pub use quantised::{QuantisedFile, fingerprint};
pub use tensors::{Tensor, TensorFile};
