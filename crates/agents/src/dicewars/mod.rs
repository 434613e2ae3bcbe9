//! The agents of Dicewars.
