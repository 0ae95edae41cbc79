//! The transparency log: entries that are only added, a tree of their hashes, and signed checkpoints (c2sp.org/tlog-tiles).

use serde::Serialize;
use sqlx::{Sqlite, SqliteConnection, Transaction};
use tlog_tiles::{
    Checkpoint, HASH_SIZE, Hash, Tile, prove_record, record_hash, stored_hash_index,
    stored_hashes_for_record_hash, tree_hash,
};
use utoipa::ToSchema;

use crate::entry::Entry;
use crate::error::Error;
use crate::hashes::with_hashes;
use crate::store::Witness;

/// The height of tiles: 256 hashes each.
pub(crate) const HEIGHT: u8 = 8;

/// Bytes of an entry: tiles say how long each is in 16 bits.
const LONGEST_ENTRY: usize = u16::MAX as usize;

/// Levels of tiles: more than any log reaches.
const LEVELS: u8 = 8;

/// Entries or hashes of a whole tile.
const WIDTH: u32 = 1 << HEIGHT;

/// The proof that an entry is in the log (RFC 6962, 2.1.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Inclusion {
    /// The entry, as text.
    pub entry: String,
    /// Its number, from 0.
    pub number: u64,
    /// The checkpoint, signed.
    pub checkpoint: String,
    /// The hashes beside the way from the entry to the tree's hash, in hexadecimal digits.
    pub hashes: Vec<String>,
}

impl Witness {
    /// Adds an entry about a subject, or finds the one there is. Returns its number.
    pub(crate) async fn append(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        subject: &[u8],
        entry: &Entry,
    ) -> Result<i64, Error> {
        let found = "SELECT number FROM log_entries WHERE subject = ?";
        let found: Option<i64> =
            sqlx::query_scalar(found).bind(subject).fetch_optional(&mut **transaction).await?;
        if let Some(number) = found {
            return Ok(number);
        }
        let bytes = entry.bytes();
        if bytes.len() > LONGEST_ENTRY {
            return Err(Error::bug("an entry that is longer than the log's tiles can say"));
        }
        let number = size(transaction).await?;
        let hash = record_hash(&bytes);
        let hashes =
            with_hashes(transaction, |hashes| stored_hashes_for_record_hash(number, hash, hashes))
                .await?;
        let first = stored_hash_index(0, number);
        for (place, hash) in (first..).zip(hashes) {
            sqlx::query("INSERT INTO log_hashes (number, hash) VALUES (?, ?)")
                .bind(i64::try_from(place).map_err(Error::bug)?)
                .bind(&hash.0[..])
                .execute(&mut **transaction)
                .await?;
        }
        let number = i64::try_from(number).map_err(Error::bug)?;
        sqlx::query("INSERT INTO log_entries (number, subject, entry) VALUES (?, ?, ?)")
            .bind(number)
            .bind(subject)
            .bind(&bytes)
            .execute(&mut **transaction)
            .await?;
        Ok(number)
    }

    /// The verifier of the log's checkpoints, as text: `name+id+key`.
    pub fn log_verifier(&self) -> String {
        self.log_key.verifier()
    }

    /// The log as it is now, signed.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn checkpoint(&self) -> Result<String, Error> {
        let mut transaction = self.pool.begin().await?;
        let size = size(&mut transaction).await?;
        self.checkpoint_of(&mut transaction, size).await
    }

    async fn checkpoint_of(
        &self,
        connection: &mut SqliteConnection,
        size: u64,
    ) -> Result<String, Error> {
        let hash = with_hashes(connection, |hashes| tree_hash(size, hashes)).await?;
        let checkpoint = Checkpoint::new(self.log_key.name(), size, hash, "");
        let checkpoint = checkpoint.map_err(Error::bug)?.to_bytes();
        Ok(self.log_key.sign(&String::from_utf8(checkpoint).map_err(Error::bug)?))
    }

    /// The proof that an entry is in the log as it is now.
    pub(crate) async fn inclusion(&self, number: i64) -> Result<Inclusion, Error> {
        let mut transaction = self.pool.begin().await?;
        let size = size(&mut transaction).await?;
        let at = u64::try_from(number).map_err(Error::bug)?;
        let proof = with_hashes(&mut transaction, |hashes| prove_record(size, at, hashes)).await?;
        let entry: Vec<u8> = sqlx::query_scalar("SELECT entry FROM log_entries WHERE number = ?")
            .bind(number)
            .fetch_one(&mut *transaction)
            .await?;
        let checkpoint = self.checkpoint_of(&mut transaction, size).await?;
        let hex = |hash: &Hash| data_encoding::HEXLOWER.encode(&hash.0);
        Ok(Inclusion {
            entry: String::from_utf8(entry).map_err(Error::bug)?,
            number: at,
            checkpoint,
            hashes: proof.iter().map(hex).collect(),
        })
    }

    /// A tile of hashes or of entries, by its path after `tile/`: `0/x001/234` or `entries/000.p/17`.
    ///
    /// # Errors
    /// If the path is none, or the log is not as long.
    pub async fn tile(&self, path: &str) -> Result<Vec<u8>, Error> {
        let tile = tile_of(path).ok_or(Error::NoTile)?;
        let mut transaction = self.pool.begin().await?;
        let size = size(&mut transaction).await?;
        let level = u32::from(tile.level()).saturating_mul(HEIGHT.into());
        let first = tile.level_index().checked_mul(WIDTH.into()).ok_or(Error::NoTile)?;
        let end = first.checked_add(tile.width().into()).ok_or(Error::NoTile)?;
        if size.checked_shr(level).unwrap_or(0) < end {
            return Err(Error::NoTile);
        }
        if !tile.is_data() {
            return with_hashes(&mut transaction, |hashes| tile.read_data(hashes)).await;
        }
        let entries: Vec<Vec<u8>> = sqlx::query_scalar(
            "SELECT entry FROM log_entries WHERE number >= ? AND number < ? ORDER BY number",
        )
        .bind(i64::try_from(first).map_err(|_| Error::NoTile)?)
        .bind(i64::try_from(end).map_err(|_| Error::NoTile)?)
        .fetch_all(&mut *transaction)
        .await?;
        let mut bundle = Vec::new();
        for entry in entries {
            // Before entries were limited, some could be longer: these are given out empty, and their hashes stand for them.
            let entry = if entry.len() > LONGEST_ENTRY { &[][..] } else { &entry };
            bundle.extend(u16::try_from(entry.len()).map_err(Error::bug)?.to_be_bytes());
            bundle.extend(entry);
        }
        Ok(bundle)
    }
}

/// The number of entries.
async fn size(connection: &mut SqliteConnection) -> Result<u64, Error> {
    let size: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(number) + 1, 0) FROM log_entries")
        .fetch_one(connection)
        .await?;
    u64::try_from(size).map_err(Error::bug)
}

/// The tile of a path as c2sp.org/tlog-tiles has it. The library's own reading ends the program where a width is out of bounds.
fn tile_of(path: &str) -> Option<Tile> {
    let (level, rest) = path.split_once('/')?;
    let (number, width) = match rest.split_once(".p/") {
        Some((number, width)) => {
            (number, width.parse().ok().filter(|width| (1..WIDTH).contains(width))?)
        }
        None => (rest, WIDTH),
    };
    let is_data = level == "entries";
    let level = if is_data { 0 } else { level.parse().ok().filter(|level| *level < LEVELS)? };
    let mut index = 0_u64;
    for part in number.split('/') {
        let digits = part.strip_prefix('x').unwrap_or(part);
        let value: u64 = digits.parse().ok().filter(|_| digits.len() == 3)?;
        index = index.checked_mul(1000)?.checked_add(value).filter(|index| *index < 1 << 40)?;
    }
    let tile = Tile::new(HEIGHT, level, index, width, is_data);
    // There is one way to write it.
    (path_of(&tile) == path).then_some(tile)
}

/// The path of a tile, after `tile/`.
pub(crate) fn path_of(tile: &Tile) -> String {
    let path = tile.path();
    let path = path.strip_prefix(&format!("tile/{HEIGHT}/")).unwrap_or_default();
    path.strip_prefix("data/").map_or(path.to_owned(), |rest| format!("entries/{rest}"))
}

/// Entries of a bundle; `None` if it has not so many, or bytes are left.
pub(crate) fn entries_of(bundle: &[u8], count: usize) -> Option<Vec<&[u8]>> {
    let mut rest = bundle;
    let mut entries = Vec::new();
    for _ in 0..count {
        let (length, after) = rest.split_first_chunk()?;
        let (entry, after) = after.split_at_checked(u16::from_be_bytes(*length).into())?;
        entries.push(entry);
        rest = after;
    }
    rest.is_empty().then_some(entries)
}

const _: () = assert!(HASH_SIZE == 32);

#[cfg(test)]
mod tests {
    use tlog_tiles::stored_hash_count;

    use super::*;

    #[test]
    fn paths_are_those_of_the_specification() {
        for path in ["0/000", "0/x001/x234/067", "1/000.p/5", "entries/x001/234.p/17"] {
            assert_eq!(path_of(&tile_of(path).unwrap()), path);
        }
        for path in [
            "",
            "0",
            "x/000",
            "0/0",
            "0/+00",
            "0/000.p/0",
            "0/000.p/256",
            "0/000.p/05",
            "9/000",
            "00/000",
            "0/000/000",
            "0/x000/000",
            "0/x999/x999/x999/x999/x999/999",
            "../secret",
        ] {
            assert!(tile_of(path).is_none(), "{path}");
        }
    }

    #[test]
    fn hashes_are_numbered_without_gaps() {
        for size in 0..100 {
            assert_eq!(stored_hash_count(size), stored_hash_index(0, size));
        }
    }
}
