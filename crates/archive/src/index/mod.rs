//! The index of what the originals hold, and queries over it.
//!
//! [`Index`] is all that the archive asks of a database; `sqlite` is the only implementation. Nothing of SQL leaves it.

pub(crate) mod appearances;
pub(crate) mod copy_finding;
pub(crate) mod cursor;
pub(crate) mod map_query;
pub(crate) mod mode;
pub(crate) mod query;
pub(crate) mod row;
pub(crate) mod sort;
pub(crate) mod sqlite;
pub(crate) mod waiting;

use std::fmt::Debug;

use async_trait::async_trait;
use ghostreel_analysis::beat_saber::documents::{Judged, MapMatch, Motion};
use ghostreel_analysis::copies::Fingerprint;
use ghostreel_analysis::{Occasion, Side};
use ghostreel_formats::core::Digest;

use crate::damage::Damage;
use crate::error::Error;
use crate::index::appearances::{Appearance, Wanted};
use crate::index::copy_finding::{CopyFinding, Decision};
use crate::index::map_query::{MapPage, MapQuery};
use crate::index::query::{Page, Query};
use crate::index::row::Row;
use crate::index::waiting::{Job, Waiting};
use crate::records::kind::Kind;
use crate::records::map::MapRecord;
use crate::records::pair::{Objection, Pair, Review};
use crate::records::replay::Record;
use crate::records::usage::Usage;

/// A database of the originals' facts. Each call is one transaction.
#[async_trait]
pub(crate) trait Index:
    Rows + Replays + Appearances + Maps + Copies + Jobs + Statistics + Debug + Send + Sync
{
    /// Whether it answers.
    async fn check(&self) -> Result<(), Error>;

    /// Requests afterwards fail.
    async fn close(&self);
}

/// The common part of replays and maps: each has an original.
#[async_trait]
pub(crate) trait Rows {
    /// The row of an original; `None` if it has none.
    async fn row(&self, kind: Kind, digest: &Digest) -> Result<Option<Row>, Error>;

    /// Originals that were not compared with their digests since a moment, the longest ago first.
    async fn unverified_since(
        &self,
        kind: Kind,
        moment_ms: i64,
        most: u32,
    ) -> Result<Vec<Digest>, Error>;

    /// Notes what comparing originals with their digests showed. Damage that was noted after that was `begun` stays: it is the newer finding.
    async fn note(
        &self,
        kind: Kind,
        findings: &[(Digest, Option<Damage>)],
        begun_ms: i64,
        now_ms: i64,
    ) -> Result<(), Error>;

    /// How many originals of any kind are known to be damaged.
    async fn damaged(&self) -> Result<u64, Error>;

    /// How many there are, and their bytes.
    async fn usage(&self, kind: Kind) -> Result<Usage, Error>;
}

/// Rows of replays.
#[async_trait]
pub(crate) trait Replays {
    /// Adds a record, with the findings about copies, and returns its key. `None`: there is one with this content already.
    async fn insert(
        &self,
        record: &Record,
        token_hash: &str,
        found: &CopyFinding,
    ) -> Result<Option<i64>, Error>;

    /// Removes a record if the token's hash is its own.
    async fn delete(&self, id: &str, token_hash: &str) -> Result<bool, Error>;

    async fn get(&self, id: &str) -> Result<Option<Record>, Error>;

    /// One page. Its records have the first of their diagnostics only.
    async fn list(&self, query: &Query) -> Result<Page, Error>;

    /// A record with the hash of its secret.
    async fn with_token(&self, id: &str) -> Result<Option<(Record, String)>, Error>;

    /// The ids of all replays, or as many as can be read of a broken index.
    async fn ids(&self) -> Vec<String>;
}

/// The games that people played.
#[async_trait]
pub(crate) trait Appearances {
    /// Those that are wanted, each once, but for replays that are held.
    async fn games_of(&self, wanted: &[Wanted]) -> Result<Vec<Appearance>, Error>;
}

/// Rows of maps.
#[async_trait]
pub(crate) trait Maps {
    /// Adds a map, and has those replays of its hash compared that were compared with none, or that none before fits; with a map that is trusted, all.
    /// `false`: there is one with the same files, which stays.
    async fn insert_map(&self, map: &MapRecord) -> Result<bool, Error>;

    /// Has a map in another zip file from now on; its files are the same.
    async fn replace_map_file(&self, map: &MapRecord) -> Result<(), Error>;

    /// Trusts a map from now on, and has all replays of its hash compared anew.
    async fn trust_map(&self, id: &str) -> Result<(), Error>;

    /// The map with this id.
    async fn map(&self, id: &str) -> Result<Option<MapRecord>, Error>;

    /// The maps of a hash that its replays are compared with: those that are trusted in front, then the oldest.
    async fn maps_of(&self, hash: &str) -> Result<Vec<MapRecord>, Error>;

    /// The map in that zip file.
    async fn map_in(&self, zip: &Digest) -> Result<Option<MapRecord>, Error>;

    /// One page of maps, those that came last in front.
    async fn list_maps(&self, query: &MapQuery) -> Result<MapPage, Error>;

    /// All maps, the oldest first, or as many as can be read of a broken index.
    async fn all_maps(&self) -> Vec<MapRecord>;

    /// Removes a map, and with it what was found by it. The replays are compared with the other maps of their hash then.
    async fn delete_map(&self, map: &MapRecord) -> Result<bool, Error>;
}

/// Which replays agree, and the decisions about them.
#[async_trait]
pub(crate) trait Copies {
    /// All fingerprints, each with the number of its replay, a part at a time. Those of another version are made anew later.
    async fn fingerprints(
        &self,
        take: &mut (dyn FnMut(Vec<(u32, Fingerprint)>) + Send),
    ) -> Result<(), Error>;

    /// The number and the fingerprint of a replay, if it has both.
    async fn fingerprint(&self, id: &str) -> Result<Option<(u32, Fingerprint)>, Error>;

    /// The replays with these numbers, with their digests.
    async fn of_numbers(&self, numbers: &[u32]) -> Result<Vec<(u32, String, Digest)>, Error>;

    /// Has replays compared again.
    async fn compare_again(&self, ids: &[String]) -> Result<(), Error>;

    /// All pairs in which one of these replays is, the oldest first; with `None` all pairs.
    async fn pairs(&self, ids: Option<&[String]>) -> Result<Vec<Pair>, Error>;

    /// Writes down a pair of two replays that are there.
    async fn put_pair(&self, pair: &Pair) -> Result<(), Error>;

    /// Holds replays, or lists them again. Those about which somebody decided stay as they are.
    async fn set_held(&self, held: &[(String, bool)]) -> Result<(), Error>;

    /// The ids of all that are held, in the order of their uploads.
    async fn held(&self) -> Result<Vec<String>, Error>;

    /// Writes down what was decided about a replay. `false`: there is no such replay.
    async fn review(&self, id: &str, review: Review, now_ms: i64) -> Result<bool, Error>;

    /// All that was decided.
    async fn decisions(&self) -> Result<Vec<Decision>, Error>;

    /// Writes down an objection in place of the one before. `false`: there is no such replay, or the hash is given and not its token's.
    async fn put_objection(
        &self,
        objection: &Objection,
        token_hash: Option<&str>,
    ) -> Result<bool, Error>;

    /// The objections about these replays, the oldest first; with `None` about all.
    async fn objections(&self, ids: Option<&[String]>) -> Result<Vec<Objection>, Error>;
}

/// The results of jobs on replays, and which replays wait for them.
#[async_trait]
pub(crate) trait Jobs {
    /// The first replay after a key that waits for a job, or was done by another version.
    async fn next(&self, job: Job, after: i64) -> Result<Option<Waiting>, Error>;

    /// Notes what comparing a replay with others showed. `false`: it was removed in the meantime.
    async fn note_copies(
        &self,
        replay: &Waiting,
        found: &CopyFinding,
        now_ms: i64,
    ) -> Result<bool, Error>;

    /// Writes down what was found out about a replay's motion, and its accuracy. One that was removed in the meantime is passed over.
    async fn note_motion(
        &self,
        replay: &Waiting,
        motion: &Judged<Motion>,
        accuracy: Option<f64>,
    ) -> Result<(), Error>;

    /// Writes down who played against whom in a replay, and when, and lets the search find it by that. One that was removed in the meantime is passed over.
    async fn note_sides(
        &self,
        replay: &Waiting,
        sides: &[Side],
        occasion: &Occasion,
    ) -> Result<(), Error>;

    /// Writes down which of these maps a replay was compared with, and how it agrees with it. If the replay was removed in the meantime, or its maps are
    /// others now, or in another order, nothing is written: it still waits.
    async fn note_match(
        &self,
        replay: &Waiting,
        maps: &[MapRecord],
        map: &MapRecord,
        found: &Judged<MapMatch>,
    ) -> Result<(), Error>;
}

/// Statistics that are kept. Those of another definition are as good as none.
#[async_trait]
pub(crate) trait Statistics {
    /// Forgets all statistics that were worked out by another definition.
    async fn forget_other_statistics(&self, definition: &str) -> Result<(), Error>;

    /// The stored statistics of a replay, as JSON, and whether that is the reason why there are none.
    async fn statistics(&self, id: &str, definition: &str)
    -> Result<Option<(String, bool)>, Error>;

    /// Keeps statistics of a replay, or why there are none, if it is still there. If all that are kept have more than `most` bytes then, the oldest go.
    async fn keep_statistics(
        &self,
        id: &str,
        definition: &str,
        statistics: (&str, bool),
        most: u64,
        now_ms: i64,
    ) -> Result<(), Error>;
}
