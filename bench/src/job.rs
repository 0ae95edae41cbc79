//! A job whose instructions are counted.

/// A format that both decode, and the place of its real replays.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    /// The peer's crate.
    pub(crate) peer_name: &'static str,
    /// A folder of the corpus.
    pub(crate) folder: &'static str,
    /// The prefix of the files that have a row of their own.
    pub(crate) typical: &'static [&'static str],
    /// Whether the peer can decode a file.
    pub(crate) can_peer: fn(&[u8]) -> bool,
    pub(crate) ours: fn(&[u8]) -> usize,
    pub(crate) peer: fn(&[u8]) -> usize,
    /// Opens, and computes the tables that neither the peer nor `ours` has.
    pub(crate) derived: Option<fn(&[u8]) -> usize>,
}
