//! Chexers.
