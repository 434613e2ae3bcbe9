//! `Picture`: a chart that belongs to a result.

/// A chart with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What it shows, as part of a file name.
    pub name: &'static str,
    /// The SVG.
    pub svg: String,
}
