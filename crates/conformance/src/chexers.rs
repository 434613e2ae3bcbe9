//! The recorded files of Chexers.
