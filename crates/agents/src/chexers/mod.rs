//! The agents of Chexers.
