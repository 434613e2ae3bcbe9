//! The NATS server that the tests of clusters need: installed where it is missing and can be.

use crate::debian;

/// Makes sure that there is a NATS server.
pub fn ensure() -> Result<(), String> {
    debian::ensure(&["nats-server"], "nats-server", "the tests of clusters need a NATS server")
}
