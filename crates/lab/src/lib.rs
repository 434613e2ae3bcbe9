//! Experiments that reproduce the tables of reports, and the pages in which results are shown.

pub mod experiment;
pub mod sheet;
pub mod standings;
