//! Dicewars.
