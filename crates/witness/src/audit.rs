//! Checking a log from afar: it only grows, and each entry matches the tree.

use serde::{Deserialize, Serialize};
use tlog_tiles::{
    Checkpoint, HASH_SIZE, HashReader as _, Tile, TileHashReader, TileReader, record_hash,
    stored_hash_index, tree_hash,
};

use crate::entry::Entry;
use crate::log::{HEIGHT, entries_of, path_of};
use crate::note::Verifier;

/// The longest log that is looked at.
const LONGEST: u64 = 1 << 40;
/// The most entries that are looked at in one visit, unless asked otherwise: a server may claim any number, and make them up as they are asked for.
const MOST: u64 = 10_000_000;

/// Gets parts of a log.
pub trait Fetch {
    /// The bytes at a path after the log's address: `checkpoint`, or `tile/…`.
    ///
    /// # Errors
    /// Why there are none, in a sentence.
    fn fetch(&self, path: &str) -> Result<Vec<u8>, String>;
}

/// Where a log was when it was looked at last.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Visit {
    /// The verifier of its checkpoints, as text.
    pub verifier: String,
    /// The checkpoint, signed.
    pub checkpoint: String,
}

/// A fault of a log, or the reason why it could not be looked at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// Something did not come.
    #[error("{path} of the log cannot be had: {why}")]
    Fetch {
        /// What.
        path: String,
        /// Why.
        why: String,
    },
    /// The checkpoint is not signed by the log's key, or is none.
    #[error("the checkpoint {0}")]
    Checkpoint(&'static str),
    /// The log has fewer entries than it had.
    #[error("the log had {before} entries and has {now}: it was cut")]
    Cut {
        /// Entries at the last visit.
        before: u64,
        /// Entries now.
        now: u64,
    },
    /// The log contradicts its earlier state.
    #[error(
        "the first {0} entries of the log are not those that it had: its history was rewritten, or others are shown another"
    )]
    Rewritten(u64),
    /// More entries came since than are looked at.
    #[error("{came} entries came since, and at most {most} are looked at in one visit")]
    Many {
        /// Entries that came.
        came: u64,
        /// How many are looked at.
        most: u64,
    },
    /// Tiles or entries do not belong to the checkpoint.
    #[error("{0} does not belong to the checkpoint")]
    Foreign(String),
}

/// Looks at a log.
#[derive(Debug)]
pub struct Auditor<F> {
    fetch: F,
    verifier: String,
    key: Verifier,
    most: u64,
}

impl<F: Fetch> Auditor<F> {
    /// An auditor of the log whose key is `name+id+key`.
    ///
    /// # Errors
    /// If the text is no such key.
    pub fn new(fetch: F, verifier: &str) -> Result<Self, AuditError> {
        let key = Verifier::parse(verifier)
            .ok_or(AuditError::Checkpoint("has no key of a kind that is known"))?;
        Ok(Self { fetch, verifier: verifier.trim().to_owned(), key, most: MOST })
    }

    /// The same, looking at so many entries in one visit; else at ten million.
    #[must_use]
    pub fn at_most(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Checks that the log goes on from where it was, and each entry that came since; `seen` gets them with their numbers. Returns where it is now.
    ///
    /// # Errors
    /// The first fault.
    pub fn audit(
        &self,
        last: Option<&Visit>,
        mut seen: impl FnMut(u64, Option<Entry>),
    ) -> Result<Visit, AuditError> {
        let bytes = self.get("checkpoint")?;
        let note = String::from_utf8(bytes).map_err(|_| AuditError::Checkpoint("is no text"))?;
        let now = self.open(&note)?;
        let before = last.map(|last| self.open(&last.checkpoint)).transpose()?;
        let from = before.as_ref().map_or(0, Checkpoint::size);
        if now.size() < from {
            return Err(AuditError::Cut { before: from, now: now.size() });
        }
        let (came, most) = (now.size().saturating_sub(from), self.most);
        if came > most {
            return Err(AuditError::Many { came, most });
        }
        let tiles = Tiles { auditor: self };
        let reader = TileHashReader::new(now.size(), *now.hash(), &tiles);
        let foreign = |what: &str| AuditError::Foreign(what.to_owned());
        if let Some(before) = before.filter(|before| before.size() > 0) {
            let is_same = if before.size() == now.size() {
                before.hash() == now.hash()
            } else {
                let hash = tree_hash(before.size(), &reader).map_err(|_| foreign("a tile"))?;
                hash == *before.hash()
            };
            if !is_same {
                return Err(AuditError::Rewritten(from));
            }
        }
        let mut number = from;
        while number < now.size() {
            let bundle = number >> HEIGHT;
            let start = bundle << HEIGHT;
            let end = now.size().min(start.saturating_add(1 << HEIGHT));
            let width = u32::try_from(end.saturating_sub(start)).unwrap_or(1);
            let path = format!("tile/{}", path_of(&Tile::new(HEIGHT, 0, bundle, width, true)));
            let bytes = self.get(&path)?;
            let entries = entries_of(&bytes, width as usize).ok_or_else(|| foreign(&path))?;
            let numbers: Vec<u64> = (start..end).map(|entry| stored_hash_index(0, entry)).collect();
            let hashes = reader.read_hashes(&numbers).map_err(|_| foreign("a tile"))?;
            for ((entry, hash), at) in entries.into_iter().zip(hashes).zip(start..) {
                // One that is empty is kept back, as it is too long for a tile; its content is not known.
                if !entry.is_empty() && record_hash(entry) != hash {
                    return Err(AuditError::Foreign(format!("entry {at}")));
                }
                if at >= number {
                    seen(at, Entry::read(entry));
                }
            }
            number = end;
        }
        Ok(Visit { verifier: self.verifier.clone(), checkpoint: note })
    }

    fn open(&self, note: &str) -> Result<Checkpoint, AuditError> {
        let (text, _) =
            self.key.open(note).ok_or(AuditError::Checkpoint("is not signed by the log's key"))?;
        let checkpoint = Checkpoint::from_bytes(text.as_bytes())
            .map_err(|_| AuditError::Checkpoint("cannot be read"))?;
        if checkpoint.origin() != self.key.name() || checkpoint.size() > LONGEST {
            return Err(AuditError::Checkpoint("is of another log"));
        }
        Ok(checkpoint)
    }

    fn get(&self, path: &str) -> Result<Vec<u8>, AuditError> {
        self.fetch.fetch(path).map_err(|why| AuditError::Fetch { path: path.to_owned(), why })
    }
}

/// Tiles of the log.
struct Tiles<'a, F> {
    auditor: &'a Auditor<F>,
}

impl<F: Fetch> TileReader for Tiles<'_, F> {
    fn height(&self) -> u8 {
        HEIGHT
    }

    fn read_tiles(&self, tiles: &[Tile]) -> Result<Vec<Vec<u8>>, tlog_tiles::Error> {
        let read_tile = |tile: &Tile| {
            let bytes = self.auditor.get(&format!("tile/{}", path_of(tile))).ok()?;
            (bytes.len() == tile.width() as usize * HASH_SIZE).then_some(bytes)
        };
        tiles.iter().map(|tile| read_tile(tile).ok_or(tlog_tiles::Error::InvalidTile)).collect()
    }

    fn save_tiles(&self, _: &[Tile], _: &[Vec<u8>]) {}
}
