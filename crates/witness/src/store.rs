//! Where everything is kept.

mod migrations;

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ghostreel_mark::{PublicKey, SecretKey};
use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::{Mutex, RwLock};

use crate::error::Error;
use crate::limits::Limits;
use crate::note::NoteKey;

/// The database's name in its folder.
const DATABASE: &str = "witness.db";

/// How long a statement waits for another process.
const PATIENCE: Duration = Duration::from_secs(10);

/// The store of a server's witnessing. Clones share it.
#[derive(Clone, Debug)]
pub struct Witness {
    pub(crate) pool: SqlitePool,
    pub(crate) limits: Limits,
    /// The key that signs challenges now.
    pub(crate) key: Arc<RwLock<SecretKey>>,
    /// The key of the log.
    pub(crate) log_key: Arc<NoteKey>,
    /// One entry of the log after the other.
    pub(crate) appending: Arc<Mutex<()>>,
}

impl Witness {
    /// Opens or begins the store in a folder. `name` is the name of the log, e.g. `replays.example.org/tlog`; one that was
    /// begun keeps its name.
    ///
    /// The database holds secret keys: only its owner may read it.
    ///
    /// # Errors
    /// If the database is not to be had.
    pub async fn open(folder: &Path, name: &str, limits: Limits, now: i64) -> Result<Self, Error> {
        let path = folder.join(DATABASE);
        let file = |source| Error::File { path: path.clone(), source };
        protect(&path).map_err(file)?;
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .journal_mode(SqliteJournalMode::Wal)
            // Answers are given once the data is on the disk.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        migrations::all().run(&pool).await?;
        Self::note_key_messages(&pool).await?;
        let key = Self::signing_key(&pool, now).await?;
        let log_key = Self::note_key(&pool, name).await?;
        Ok(Self {
            pool,
            limits,
            key: Arc::new(RwLock::new(key)),
            log_key: Arc::new(log_key),
            appending: Arc::default(),
        })
    }

    /// The key that signs challenges now.
    pub async fn key(&self) -> PublicKey {
        self.key.read().await.public()
    }

    /// Ends all work with the database.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// The newest of the server's keys; a new one in a new database.
    async fn signing_key(pool: &SqlitePool, now: i64) -> Result<SecretKey, Error> {
        let newest = "SELECT secret FROM server_keys ORDER BY number DESC LIMIT 1";
        let secret: Option<String> = sqlx::query_scalar(newest).fetch_optional(pool).await?;
        if let Some(secret) = secret {
            return SecretKey::from_pem(&secret, None).map_err(Error::bug);
        }
        let key = new_key()?;
        Self::keep_key(pool, &key, now).await?;
        Ok(key)
    }

    pub(crate) async fn keep_key(
        to: impl sqlx::SqliteExecutor<'_>,
        key: &SecretKey,
        now: i64,
    ) -> Result<(), Error> {
        let secret = key.to_pem().map_err(Error::bug)?;
        sqlx::query("INSERT INTO server_keys (public, secret, since) VALUES (?, ?, ?)")
            .bind(&key.public().as_bytes()[..])
            .bind(&secret[..])
            .bind(now)
            .execute(to)
            .await?;
        Ok(())
    }

    async fn note_key(pool: &SqlitePool, name: &str) -> Result<NoteKey, Error> {
        let secret = random::<32>()?;
        sqlx::query("INSERT OR IGNORE INTO log_key (number, name, secret) VALUES (0, ?, ?)")
            .bind(name)
            .bind(&secret[..])
            .execute(pool)
            .await?;
        let (name, secret): (String, Vec<u8>) =
            sqlx::query_as("SELECT name, secret FROM log_key").fetch_one(pool).await?;
        let secret = secret.try_into().map_err(|_| Error::bug("a log key of another length"))?;
        Ok(NoteKey::new(&name, &secret))
    }
}

pub(crate) fn new_key() -> Result<SecretKey, Error> {
    Ok(SecretKey::from_random(&random()?))
}

pub(crate) fn random<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(Error::bug)?;
    Ok(bytes)
}

/// Makes the file if there is none, readable by its owner alone, before there is a secret in it.
fn protect(path: &Path) -> std::io::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    #[cfg(unix)]
    rustix::fs::fchmod(&file, rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR)?;
    drop(file);
    Ok(())
}
