//! Where replays are kept: originals under their digest, an index of what they are about, and
//! queries over it.
//!
//! An upload goes one way: bytes stream into a [`Spool`], are checked by decoding them strictly,
//! are synced and renamed to their place, and only then get a row in the index. So a row always
//! has its original, and a crash at any moment leaves at worst an original without a row, which
//! nobody sees.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), ghostreel_archive::Error> {
//! use ghostreel_archive::{Archive, Options, Query, Verdict};
//!
//! # let dir = tempfile::tempdir()?;
//! let archive = Archive::open(Options::at(dir.path())).await?;
//! let mut spool = archive.spool()?;
//! spool.write(b"hardly a replay").await?;
//! let admitted = archive.admit(spool.finish().await?, Some("a.bsor")).await?;
//! assert!(matches!(admitted.verdict, Verdict::Rejected(_)));
//! assert_eq!(archive.list(&Query::default()).await?.records.len(), 0);
//! # Ok(())
//! # }
//! ```

mod archive;
mod clock;
mod collect;
mod copy_finder;
mod cursor;
mod damage;
mod data_folder;
mod decode;
mod error;
mod fair_queue;
mod folder;
mod index;
mod judge;
mod map_match;
mod map_matching;
mod map_query;
mod map_record;
mod maps;
mod mode;
mod motion;
mod packed;
mod pair;
mod query;
mod rebuild;
mod record;
mod repack;
mod score_verdict;
mod scrub;
mod search;
mod secret;
mod sort;
mod spool;
mod statistics;
mod store;
mod summary;
mod token;
mod usage;
mod verified;

pub use archive::{
    Admitted, Archive, Compared, Inspection, NewReplay, Options, Orphans, Removal, Verdict,
};
pub use collect::collect;
pub use cursor::{BadCursor, Cursor};
pub use damage::Damage;
pub use decode::{
    Breakdown, CPU_S, CPU_S_PER_MIB, Examined, MEMORY, MEMORY_PER_BYTE, SLOW_PERIOD, TrustedKeys,
    Worker, WorkerEnd, decode_worker,
};
pub use error::{Error, is_disk_full};
pub use fair_queue::{Client, FairQueue, Turn};
pub use ghostreel_analysis::copies;
pub use ghostreel_formats as formats;
pub use ghostreel_reel::Level;
pub use judge::Judged;
pub use map_match::{MapMatch, MissingNote};
pub use map_matching::Matched;
pub use map_query::{MapPage, MapQuery};
pub use map_record::{MapAbout, MapDifficulty, MapRecord};
pub use maps::{AdmittedMap, MapVerdict};
pub use motion::{Motion, Observation, Off};
pub use pair::{Copy, Objection, Pair, Party, Review};
pub use query::{BadQuery, Page, Query};
pub use rebuild::{LeftOut, Rebuilt, rebuild};
pub use record::{Diagnostic, MapInfo, Record};
pub use repack::{Repacked, repack};
pub use score_verdict::{RecordedScore, ScoreVerdict};
pub use scrub::{Finding, ScrubPace, Scrubbed, scrub};
pub use sort::{Sort, SortKey, UnknownSort};
pub use spool::{Spool, SpoolError, Spooled};
pub use statistics::StatisticsAnswer;
pub use store::ByteStream;
pub use token::DeleteToken;
pub use usage::{MapUsage, Usage};
