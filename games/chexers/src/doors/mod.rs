//! Chexers: the battleground, where clients of a course met over TCP, one JSON object a line.

pub mod adapter;
