//! Three-Chess elsewhere: adapters to the original framework.

pub mod adapter;
