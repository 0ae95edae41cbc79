//! Why a worker process gave no answer.

use std::io;

/// Why a worker gave no valid answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Breakdown {
    /// It ended without one, and not because we asked it to: a mistake of ours that this file brought out.
    #[error("the decoder broke down over this file: {0}")]
    Crashed(String),
    /// Somebody killed it, most likely the system for want of memory.
    #[error("the decoder was killed from outside")]
    Killed,
    /// It cannot be started, or the file not be handed over.
    #[error("there is no decoder: {0}")]
    Unavailable(io::Error),
}
