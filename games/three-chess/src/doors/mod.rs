//! Three-Chess in other programs: adapters to the original framework.

pub mod adapter;
