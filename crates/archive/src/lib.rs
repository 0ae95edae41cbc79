//! Where replays are kept: originals under their digest, an index of their facts, and
//! queries over it.
//!
//! An upload goes one way: bytes stream into a [`Spool`], are checked by decoding them strictly,
//! are synced and renamed to their place, and only then get a row in the index. So a row always
//! has its original, and a crash at any moment leaves at worst an original without a row, which
//! is not visible.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), ghostreel_archive::Error> {
//! use ghostreel_archive::{Archive, Kind, Options, Query, Verdict};
//!
//! # let dir = tempfile::tempdir()?;
//! let archive = Archive::open(Options::at(dir.path())).await?;
//! let mut spool = archive.spool(Kind::Replay)?;
//! spool.write(b"hardly a replay").await?;
//! let admitted = archive.admit(spool.finish().await?, Some("a.bsor")).await?;
//! assert!(matches!(admitted.verdict, Verdict::Rejected(_)));
//! assert_eq!(archive.list(&Query::default()).await?.records.len(), 0);
//! # Ok(())
//! # }
//! ```

mod archive;
mod breakdown;
mod care;
mod clock;
mod damage;
mod decode;
mod error;
mod fair_queue;
mod index;
mod intake;
mod jobs;
mod options;
mod originals;
mod records;
mod sets;
mod store;

pub use archive::Archive;
pub use breakdown::Breakdown;
pub use care::collect::collect;
pub use care::rebuild::{Rebuilt, SkippedOriginal, rebuild};
pub use care::repack::{Repacked, repack};
pub use care::scrub::{Finding, ScrubPace, Scrubbed, scrub};
pub use damage::Damage;
pub use decode::confine::{CPU_S, CPU_S_PER_MIB, MEMORY, MEMORY_PER_BYTE};
pub use decode::decoder::SLOW_PERIOD;
pub use decode::ending::WorkerEnd;
pub use decode::examine::{Examined, TrustedKeys};
pub use decode::pool::Worker;
pub use decode::questions::Asked;
pub use decode::worker::decode_worker;
pub use error::{Error, SpoolError, is_disk_full};
pub use fair_queue::{Client, FairQueue, Turn};
pub use ghostreel_analysis::beat_saber::documents;
pub use ghostreel_analysis::{AskError, Occasion, Question, Side, SidePlayer, copies};
pub use ghostreel_formats as formats;
pub use ghostreel_reel::Level;
pub use index::cursor::{BadCursor, Cursor};
pub use index::map_query::{MapPage, MapQuery};
pub use index::query::{BadQuery, Page, Query};
pub use index::sort::{Sort, SortKey, UnknownSort};
pub use intake::maps::{AdmittedMap, MapVerdict};
pub use intake::replays::{Admitted, Inspection, NewReplay, Removal, Verdict};
pub use jobs::round::Attempt;
pub use jobs::statistics::StatisticsAnswer;
pub use options::Options;
pub use records::delete_token::DeleteToken;
pub use records::kind::Kind;
pub use records::map::{MapAbout, MapDifficulty, MapRecord};
pub use records::orphans::Orphans;
pub use records::pair::{Copy, Objection, Pair, Party, Review};
pub use records::replay::{Diagnostic, MapInfo, Record};
pub use records::usage::Usage;
pub use sets::GameSet;
pub use store::objects::ByteStream;
pub use store::spool::{Spool, Spooled};
