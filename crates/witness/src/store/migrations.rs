//! The steps that bring a database of any earlier version to this one's shape.
//!
//! They are listed here and not by sqlx's macro: with it, sqlx and SQLite would be compiled a second time, for the compiler itself.

use std::borrow::Cow;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Each step's version, purpose and statements. Released steps stay as they are: a database remembers the checksums.
const STEPS: [(i64, &str, &str); 4] = [
    (1, "witness", include_str!("../../migrations/0001_witness.sql")),
    (
        2,
        "revoked keys and ended sessions",
        include_str!("../../migrations/0002_revoked_keys_and_ended_sessions.sql"),
    ),
    (3, "claims", include_str!("../../migrations/0003_claims.sql")),
    (4, "message limits", include_str!("../../migrations/0004_message_limits.sql")),
];

pub(super) fn all() -> Migrator {
    let migrations = STEPS.into_iter().map(|(version, brings, sql)| {
        let brings = Cow::Borrowed(brings);
        Migration::new(version, brings, MigrationType::Simple, SqlStr::from_static(sql), false)
    });
    Migrator::with_migrations(migrations.collect())
}
