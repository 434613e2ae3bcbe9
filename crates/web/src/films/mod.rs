//! Games to step through, and what is made of them: pictures, files, frames for other pages.

pub mod embed;
pub mod file;
pub mod film;
pub mod routes;
