//! Why a server does not start.

use std::net::SocketAddr;

use crate::problem::Problem;

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The data folder, the index in it, or the originals.
    #[error(transparent)]
    Archive(#[from] ghostreel_archive::Error),
    /// The witnessed data.
    #[error(transparent)]
    Witness(#[from] ghostreel_witness::Error),
    /// Which replays are copies.
    #[error("cannot find out which replays are copies: {}", .0.detail)]
    Copies(Problem),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: std::io::Error,
    },
    /// The public address is not one.
    #[error("the public address {url} must look like https://host: {why}")]
    PublicUrl {
        /// The given value.
        url: String,
        /// Its fault.
        why: String,
    },
}
