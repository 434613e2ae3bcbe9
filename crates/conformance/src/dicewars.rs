//! The recorded files of Dicewars.
