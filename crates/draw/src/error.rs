//! What can go wrong when a picture is made.

use thiserror::Error as ThisError;

/// A result with the [`Error`] of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// A picture that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Error {
    /// A width that no picture can have.
    #[error("a picture of {width} pixels in width cannot be made: choose 1 to {longest}")]
    Width {
        /// The width asked for.
        width: u32,
        /// The largest width.
        longest: u32,
    },
    /// A scene so tall that the picture would be out of proportion.
    #[error(
        "a picture of {width} pixels in width would be {height} pixels high, more than {longest}: \
         choose a smaller width"
    )]
    Height {
        /// The width asked for.
        width: u32,
        /// The height that follows from it.
        height: u64,
        /// The largest height.
        longest: u32,
    },
    /// The pixels could not be turned into a file.
    #[error("cannot encode the picture: {0}")]
    Encoding(String),
}
