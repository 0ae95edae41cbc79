//! The steps that bring a database of any earlier version to this one's shape.
//!
//! They are listed here and not by sqlx's macro: with it, sqlx and SQLite would be compiled a second time, for the compiler itself.

use std::borrow::Cow;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Each step's version, what it brings, and its statements. A released step never changes: a database remembers the checksums.
const STEPS: [(i64, &str, &str); 15] = [
    (1, "replays", include_str!("../../../migrations/0001_replays.sql")),
    (2, "integrity and search", include_str!("../../../migrations/0002_integrity_and_search.sql")),
    (3, "copies", include_str!("../../../migrations/0003_copies.sql")),
    (4, "motion", include_str!("../../../migrations/0004_motion.sql")),
    (5, "statistics", include_str!("../../../migrations/0005_statistics.sql")),
    (6, "maps", include_str!("../../../migrations/0006_maps.sql")),
    (7, "refused statistics", include_str!("../../../migrations/0007_refused_statistics.sql")),
    (8, "accuracy", include_str!("../../../migrations/0008_accuracy.sql")),
    (9, "by accuracy", include_str!("../../../migrations/0009_by_accuracy.sql")),
    (10, "objections", include_str!("../../../migrations/0010_objections.sql")),
    (11, "score verdicts", include_str!("../../../migrations/0011_score_verdicts.sql")),
    (12, "documents", include_str!("../../../migrations/0012_documents.sql")),
    (13, "sides", include_str!("../../../migrations/0013_sides.sql")),
    (14, "sets", include_str!("../../../migrations/0014_sets.sql")),
    (
        15,
        "several maps of a hash",
        include_str!("../../../migrations/0015_several_maps_of_a_hash.sql"),
    ),
];

/// The steps up to a version.
pub(super) fn up_to(version: i64) -> Migrator {
    let steps = STEPS.into_iter().filter(|(its, ..)| *its <= version);
    let migrations = steps.map(|(version, brings, sql)| {
        let brings = Cow::Borrowed(brings);
        Migration::new(version, brings, MigrationType::Simple, SqlStr::from_static(sql), false)
    });
    Migrator::with_migrations(migrations.collect())
}

pub(super) fn all() -> Migrator {
    up_to(i64::MAX)
}
