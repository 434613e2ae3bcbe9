//! What can go wrong with a cluster, in words that say what to do.

use std::path::PathBuf;

use thiserror::Error;

/// Why a cluster cannot be used.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// Nobody answers at the address.
    #[error(
        "cannot reach a NATS server at {address}: {reason}; start one with `nats-server -js -sd DIR`, or check the address"
    )]
    Unreachable {
        /// The address, without a password.
        address: String,
        /// What the system said.
        reason: String,
    },
    /// The server does not let us in.
    #[error(
        "the NATS server at {address} does not let us in: user, password, token or credentials are wrong; they stand in \
         the address (nats://USER:PASSWORD@HOST) or in the file of --creds"
    )]
    Refused {
        /// The address, without a password.
        address: String,
    },
    /// The connection is not safe.
    #[error(
        "no safe connection to {address}: {reason}; --ca FILE names the certificate of its authority, and the address must \
         have the name that stands in the server's own"
    )]
    Tls {
        /// The address, without a password.
        address: String,
        /// What was wrong.
        reason: String,
    },
    /// The address makes no sense.
    #[error(
        "`{address}` is no address of a NATS server; one is nats://HOST, nats://HOST:4222 or tls://HOST"
    )]
    Address {
        /// What was given, without a password.
        address: String,
    },
    /// The server has no JetStream.
    #[error(
        "the NATS server at {address} keeps no messages: start it with JetStream, `nats-server -js -sd DIR`"
    )]
    NoJetStream {
        /// The address, without a password.
        address: String,
    },
    /// The server has no room left.
    #[error(
        "the NATS server has no room for {what}: {reason}; give JetStream more room (max_file_store), or remove runs that \
         nobody needs with `ludarium cluster remove`"
    )]
    Full {
        /// What was to be stored.
        what: String,
        /// What the server said.
        reason: String,
    },
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Agents that cannot travel.
    #[error("{0}")]
    Agents(String),
    /// The server said something else.
    #[error("the NATS server did not {what}: {reason}")]
    Server {
        /// What it was asked for.
        what: String,
        /// What it said.
        reason: String,
    },
    /// The system gave no threads.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}
