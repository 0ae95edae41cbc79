//! The verdicts on accepted replays.

use std::collections::HashMap;

use data_encoding::HEXLOWER;
use ghostreel_core::Digest;
use ghostreel_mark::{Level, Report};
use serde::{Deserialize, Serialize};

use sqlx::{Sqlite, Transaction};

use crate::entry::Entry;
use crate::error::Error;
use crate::log::Inclusion;
use crate::store::Witness;

/// The verdict on a replay when it was accepted.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Proof {
    /// `unmarked`, `signed` or `witnessed`.
    pub level: String,
    /// The key that it is signed with, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The server that witnessed it, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// When that server had the first and the last head, in milliseconds since 1970 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<[i64; 2]>,
    /// When that server had what binds all of the replay, in milliseconds since 1970 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<i64>,
    /// The stretches that were witnessed, in seconds.
    pub covered: Vec<[f64; 2]>,
    /// From which to which second the session went; `None` if nothing of it was witnessed, and of proofs from before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<[f64; 2]>,
    /// How much of the session they are, or of the game where it lasts longer, from 0 to 1.
    pub share: f64,
    /// The faults: kind and detail.
    pub findings: Vec<[String; 2]>,
    /// The reasons for the level, a sentence each.
    pub reasons: Vec<String>,
}

impl Proof {
    /// The level of proof.
    pub fn level(&self) -> Level {
        Level::from_name(&self.level).unwrap_or_default()
    }

    /// Reads what [`Witness::accept`] wrote. Before reasons were given for it, those of a file without a mark were none.
    fn read(report: &str) -> Result<Self, Error> {
        let proof: Self = serde_json::from_str(report).map_err(Error::bug)?;
        let is_bare = proof.level() == Level::Unmarked && proof.reasons.is_empty();
        Ok(if is_bare {
            Self { findings: proof.findings, ..Self::from(&Report::without_mark()) }
        } else {
            proof
        })
    }
}

impl From<&Report> for Proof {
    fn from(report: &Report) -> Self {
        Self {
            level: report.level.name().to_owned(),
            key: report.key.map(|key| key.to_string()),
            server: report.server.map(|key| key.to_string()),
            received: report.received,
            bound: report.bound,
            covered: report.covered.iter().map(|(from, to)| [*from, *to]).collect(),
            session: report.session,
            share: report.share,
            findings: report
                .findings
                .iter()
                .map(|finding| [finding.kind.name().to_owned(), finding.detail.clone()])
                .collect(),
            reasons: report.reasons.clone(),
        }
    }
}

/// The outcome of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// The replay is new, and this is its verdict for good.
    First,
    /// The replay was here already: this is a separate claim beside its first verdict.
    Claim,
    /// The replay was here already, and this adds nothing.
    Nothing,
}

/// Claims of a replay that are kept: the best proven, of these the ones that were bound first.
const MOST_CLAIMS: i64 = 8;

/// A replay that is accepted, with its verdict.
struct Accepting<'a> {
    replay: &'a Digest,
    report: &'a Report,
    source: &'a Digest,
    entry: Entry,
    /// The report as it is kept.
    report_text: String,
}

impl Accepting<'_> {
    fn level(&self) -> i64 {
        self.report.level as i64
    }

    /// The subject of the entry in the log.
    fn subject(&self) -> Vec<u8> {
        [&self.replay.as_bytes()[..], self.source.as_bytes()].concat()
    }
}

impl Witness {
    /// Writes an accepted replay and its verdict into the log. `source` is the digest of the proof: a reel, or the file with
    /// its mark. The first verdict on a replay stays. A later proof with another key, or of more, is a separate claim;
    /// each key has one.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn accept(
        &self,
        replay: &Digest,
        report: &Report,
        source: &Digest,
        now: i64,
    ) -> Result<Accepted, Error> {
        let hex = |digest: &Digest| HEXLOWER.encode(digest.as_bytes());
        let entry = Entry::Replay {
            sha256: hex(replay),
            level: report.level.name().to_owned(),
            key: report.key.map(|key| key.to_string()),
            proof: hex(source),
            received: now,
        };
        let report_text = serde_json::to_string(&Proof::from(report)).map_err(Error::bug)?;
        let accepting = Accepting { replay, report, source, entry, report_text };
        let _turn = self.appending.lock().await;
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let first: Option<(i64, String)> =
            sqlx::query_as("SELECT level, report FROM proofs WHERE digest = ?")
                .bind(&replay.as_bytes()[..])
                .fetch_optional(&mut *transaction)
                .await?;
        let accepted = match first {
            None => self.insert_first(&mut transaction, &accepting).await?,
            Some((level, first)) => {
                let key = report.key.map(|key| key.to_string());
                let is_same_key = Proof::read(&first)?.key == key;
                let claims = accepting.level() > 0 && (!is_same_key || accepting.level() > level);
                match key.filter(|_| claims) {
                    Some(key) => self.insert_claim(&mut transaction, &accepting, &key).await?,
                    None => Accepted::Nothing,
                }
            }
        };
        transaction.commit().await?;
        Ok(accepted)
    }

    /// Stores the first verdict on a replay.
    async fn insert_first(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        accepting: &Accepting<'_>,
    ) -> Result<Accepted, Error> {
        let number = self.append(transaction, &accepting.subject(), &accepting.entry).await?;
        sqlx::query(
            "INSERT INTO proofs (digest, level, report, source, entry) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(&accepting.replay.as_bytes()[..])
        .bind(accepting.level())
        .bind(&accepting.report_text)
        .bind(&accepting.source.as_bytes()[..])
        .bind(number)
        .execute(&mut **transaction)
        .await?;
        Ok(Accepted::First)
    }

    /// Stores a claim on a replay that is there, unless more is proven.
    async fn insert_claim(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        accepting: &Accepting<'_>,
        key: &str,
    ) -> Result<Accepted, Error> {
        let Accepting { replay, report, source, entry, report_text } = accepting;
        // Whether there is a better one of this key, or as many better ones of others as are kept.
        let better: (i64, i64) = sqlx::query_as(
            "SELECT coalesce(sum(key = ?2), 0), coalesce(sum(key <> ?2), 0) FROM claims WHERE digest = ?1 \
             AND (level > ?3 OR (level = ?3 AND coalesce(bound, ?5) <= coalesce(?4, ?5)))",
        )
        .bind(&replay.as_bytes()[..])
        .bind(key)
        .bind(accepting.level())
        .bind(report.bound)
        .bind(i64::MAX)
        .fetch_one(&mut **transaction)
        .await?;
        if better.0 > 0 || better.1 >= MOST_CLAIMS {
            return Ok(Accepted::Nothing);
        }
        let number = self.append(transaction, &accepting.subject(), entry).await?;
        sqlx::query(
            "INSERT OR REPLACE INTO claims (digest, key, level, bound, report, source, entry) \
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&replay.as_bytes()[..])
        .bind(key)
        .bind(accepting.level())
        .bind(report.bound)
        .bind(report_text)
        .bind(&source.as_bytes()[..])
        .bind(number)
        .execute(&mut **transaction)
        .await?;
        sqlx::query(
            "DELETE FROM claims WHERE digest = ?1 AND key IN (SELECT key FROM claims WHERE digest = ?1 \
             ORDER BY level DESC, coalesce(bound, ?2), entry LIMIT -1 OFFSET ?3)",
        )
        .bind(&replay.as_bytes()[..])
        .bind(i64::MAX)
        .bind(MOST_CLAIMS)
        .execute(&mut **transaction)
        .await?;
        Ok(Accepted::Claim)
    }

    /// Forgets the verdict on a replay that is here no longer. The log keeps its entries.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn forget(&self, replay: &Digest) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        for statement in
            ["DELETE FROM proofs WHERE digest = ?", "DELETE FROM claims WHERE digest = ?"]
        {
            sqlx::query(statement).bind(&replay.as_bytes()[..]).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// The claims on a replay once it was here, the best proven first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn claims(&self, replay: &Digest) -> Result<Vec<Proof>, Error> {
        let reports: Vec<String> = sqlx::query_scalar(
            "SELECT report FROM claims WHERE digest = ? ORDER BY level DESC, coalesce(bound, ?), entry",
        )
        .bind(&replay.as_bytes()[..])
        .bind(i64::MAX)
        .fetch_all(&self.pool)
        .await?;
        reports.iter().map(|report| Proof::read(report)).collect()
    }

    /// The digest of a replay's proof; `None` if it was not accepted here.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn source(&self, replay: &Digest) -> Result<Option<Digest>, Error> {
        let source: Option<Vec<u8>> =
            sqlx::query_scalar("SELECT source FROM proofs WHERE digest = ?")
                .bind(&replay.as_bytes()[..])
                .fetch_optional(&self.pool)
                .await?;
        let digest =
            |bytes: Vec<u8>| HEXLOWER.encode(&bytes).parse().map_err(|_| Error::bug("a digest"));
        source.map(digest).transpose()
    }

    /// The verdict on a replay when it was accepted, with the proof from the log; `None` if it was not accepted here.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn proof(&self, replay: &Digest) -> Result<Option<(Proof, Inclusion)>, Error> {
        let row: Option<(String, i64)> =
            sqlx::query_as("SELECT report, entry FROM proofs WHERE digest = ?")
                .bind(&replay.as_bytes()[..])
                .fetch_optional(&self.pool)
                .await?;
        let Some((report, entry)) = row else { return Ok(None) };
        Ok(Some((Proof::read(&report)?, self.inclusion(entry).await?)))
    }

    /// The verdicts on replays when they were accepted. Those that were not accepted here are left out.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn proofs(&self, replays: &[Digest]) -> Result<HashMap<Digest, Proof>, Error> {
        let digests: Vec<String> = replays.iter().map(Digest::to_string).collect();
        let digests = serde_json::to_string(&digests).map_err(Error::bug)?;
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT lower(hex(digest)), report FROM proofs \
             WHERE digest IN (SELECT unhex(value) FROM json_each(?))",
        )
        .bind(digests)
        .fetch_all(&self.pool)
        .await?;
        let proof = |(digest, report): (String, String)| {
            let digest = digest.parse().map_err(|_| Error::bug("a digest"))?;
            Ok((digest, Proof::read(&report)?))
        };
        rows.into_iter().map(proof).collect()
    }
}
