//! Hashes of the log's tree, which the database has.

use std::cell::RefCell;
use std::collections::HashMap;

use sqlx::{QueryBuilder, Sqlite, SqliteConnection};
use tlog_tiles::{Hash, HashReader};

use crate::error::Error;

/// Numbers that one statement asks for.
const AT_ONCE: usize = 500;

/// Notes the wanted hashes, or holds them.
#[derive(Default)]
pub(crate) struct Hashes {
    wanted: RefCell<Vec<u64>>,
    known: HashMap<u64, Hash>,
}

impl HashReader for Hashes {
    fn read_hashes(&self, numbers: &[u64]) -> Result<Vec<Hash>, tlog_tiles::Error> {
        let hash_of = |number: &u64| {
            self.known.get(number).copied().unwrap_or_else(|| {
                self.wanted.borrow_mut().push(*number);
                Hash([0; 32])
            })
        };
        Ok(numbers.iter().map(hash_of).collect())
    }
}

/// Computes something from hashes of the tree. `compute` is called until it has all that it asks for: their numbers must not depend on their values.
pub(crate) async fn with_hashes<T>(
    connection: &mut SqliteConnection,
    compute: impl Fn(&Hashes) -> Result<T, tlog_tiles::Error>,
) -> Result<T, Error> {
    let mut hashes = Hashes::default();
    loop {
        let computed = compute(&hashes);
        let mut wanted = hashes.wanted.take();
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.is_empty() {
            return Ok(computed?);
        }
        for wanted in wanted.chunks(AT_ONCE) {
            let mut query = QueryBuilder::<Sqlite>::new(
                "SELECT number, hash FROM log_hashes WHERE number IN (",
            );
            let mut numbers = query.separated(",");
            for number in wanted {
                numbers.push_bind(i64::try_from(*number).map_err(Error::bug)?);
            }
            query.push(")");
            let rows: Vec<(i64, Vec<u8>)> =
                query.build_query_as().fetch_all(&mut *connection).await?;
            if rows.len() < wanted.len() {
                return Err(Error::bug("the log's tree lacks a hash"));
            }
            for (number, hash) in rows {
                let hash = hash.try_into().map_err(|_| Error::bug("a hash of another length"))?;
                hashes.known.insert(u64::try_from(number).map_err(Error::bug)?, Hash(hash));
            }
        }
    }
}
