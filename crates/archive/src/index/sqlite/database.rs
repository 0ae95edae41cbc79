//! The database itself: how it is opened, and brought to this version's shape.

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use ghostreel_formats::core::Digest;
use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use crate::error::Error;
use crate::index::Index;
use crate::index::sqlite::fingerprint_cipher::FingerprintCipher;
use crate::index::sqlite::migrations;

/// One SQLite database.
#[derive(Clone, Debug)]
pub(crate) struct SqliteIndex {
    pub(super) pool: SqlitePool,
    /// Without one, fingerprints are neither read nor written.
    pub(super) cipher: Option<FingerprintCipher>,
}

impl SqliteIndex {
    /// Opens or creates the database and brings it to this version's shape.
    pub(crate) async fn open(path: &Path) -> Result<Self, Error> {
        let pool = pool(options(path).create_if_missing(true)).await?;
        migrations::all().run(&pool).await?;
        // Their writes would stay twice on the disk, which may be nearly full.
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&pool).await?;
        let index = Self { pool, cipher: None };
        index.forget_other_versions().await?;
        index.forget_other_matches().await?;
        Ok(index)
    }

    /// Opens the database beside the server that has it open and has brought it to its shape.
    pub(crate) async fn open_beside(path: &Path) -> Result<Self, Error> {
        let pool = pool(options(path).create_if_missing(false)).await?;
        let newest: i64 = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
            .fetch_one(&pool)
            .await?;
        let latest = migrations::all().iter().map(|migration| migration.version).max();
        if latest == Some(newest) {
            Ok(Self { pool, cipher: None })
        } else {
            Err(Error::OtherVersion)
        }
    }
}

#[async_trait]
impl Index for SqliteIndex {
    async fn check(&self) -> Result<(), Error> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        // In WAL mode only FULL waits for the disk at each commit.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        // In KiB, for each connection: the system keeps the pages of the file anyway.
        .pragma("cache_size", "-512")
        .optimize_on_close(true, None)
        .disable_statement_logging()
}

async fn pool(options: SqliteConnectOptions) -> Result<SqlitePool, Error> {
    let pool = SqlitePoolOptions::new()
        .max_connections(8)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(options)
        .await?;
    Ok(pool)
}

pub(super) fn json(value: &(impl serde::Serialize + ?Sized)) -> Result<String, Error> {
    Ok(serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))?)
}

pub(super) fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Error> {
    Ok(serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))?)
}

pub(super) fn digest(id: &str, text: &str) -> Result<Digest, Error> {
    text.parse().map_err(|_| Error::Row { id: id.to_owned(), column: "digest" })
}

#[cfg(test)]
#[path = "database_tests.rs"]
mod tests;
