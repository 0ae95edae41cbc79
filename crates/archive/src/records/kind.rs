//! What the archive keeps originals of.

/// What an original is of. Both are kept alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A replay: the game's own file, under its digest.
    Replay,
    /// A map: a zip file, found by the hash of its levels.
    Map,
}

impl Kind {
    pub(crate) const ALL: [Self; 2] = [Self::Replay, Self::Map];

    /// What its original is called before its name.
    pub(crate) fn original(self) -> &'static str {
        match self {
            Self::Replay => "the original of replay",
            Self::Map => "the zip file of map",
        }
    }
}
