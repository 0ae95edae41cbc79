//! The proof of a file.

use ghostreel_formats::core::{Error as FormatError, Fault};
use ghostreel_formats::native_file;
use ghostreel_mark::{Finding, FindingKind, Level, PublicKey, Report, Trust, verify_with_original};
use ghostreel_reel::{Reel, WholeTables, preamble};
use serde::{Deserialize, Serialize};

use crate::decode::bug::bug;

/// The keys by which a worker judges what a file proves.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrustedKeys {
    /// The key of a server.
    pub server: [u8; 32],
    /// Messages about keys: rotations, revocations, the server's own rotations. Each with when it was received, in milliseconds since 1970 UTC.
    pub messages: Vec<(Vec<u8>, i64)>,
}

impl TrustedKeys {
    fn trust(&self) -> Result<Trust, FormatError> {
        let mut trust = Trust::default();
        trust.add_server(PublicKey::from_bytes(self.server));
        for (message, received) in &self.messages {
            trust.add_logged(message, *received).map_err(|error| bug(error.to_string()))?;
        }
        Ok(trust)
    }
}

/// The proof of a file.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The proof.
    pub report: Report,
    /// Of a reel: the game's own file, which it holds or which is made of its tables.
    pub game_file: Option<Vec<u8>>,
}

/// Says what a file proves, and takes the game's own file out of a reel.
///
/// # Errors
/// If a reel has no whole file of its game, or one of more than `most` bytes.
pub(super) fn examine(file: &[u8], trusted: &[u8], most: u64) -> Result<Examined, FormatError> {
    let trusted: TrustedKeys =
        serde_json::from_slice(trusted).map_err(|error| bug(error.to_string()))?;
    let trust = trusted.trust()?;
    let (report, original) = verify_with_original(file, None, &trust);
    if !file.starts_with(&preamble::MAGIC) {
        return Ok(Examined { report, game_file: None });
    }
    let game_file = match original? {
        Some(original) => original,
        None => made_of_tables(&Reel::open(file)?)?,
    };
    if game_file.len() as u64 > most {
        let expected = format!("a file of the game of at most {most} bytes");
        let found = format!("{} bytes", game_file.len());
        return Err(FormatError::new(Fault::Limit, 0, "reel", expected, found));
    }
    Ok(Examined { report, game_file: Some(game_file) })
}

/// The game's own file of a reel that holds none: one made of the tables that a recorder wrote.
fn made_of_tables(reel: &Reel<'_>) -> Result<Vec<u8>, FormatError> {
    let tables = WholeTables::of(reel);
    let file = native_file(&reel.header().game, &|table, columns| tables.read(table, columns));
    let is_whole = tables.missing().is_empty();
    let refused = |fault, expected: &'static str, found: &'static str| {
        Err(FormatError::new(fault, 0, "reel", expected, found))
    };
    match file {
        None => refused(
            Fault::Unsupported,
            "the game's own file, or tables to make one from",
            "neither",
        ),
        Some(file) if is_whole => file,
        Some(_) => refused(Fault::Truncated, "all rows of the tables", "rows that are missing"),
    }
}

/// A [`Report`] on its way.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ReportMessage {
    level: String,
    key: Option<[u8; 32]>,
    server: Option<[u8; 32]>,
    received: Option<[i64; 2]>,
    bound: Option<i64>,
    covered: Vec<(f64, f64)>,
    session: Option<[f64; 2]>,
    share: f64,
    /// Kind and detail.
    findings: Vec<(String, String)>,
    reasons: Vec<String>,
}

impl From<Report> for ReportMessage {
    fn from(report: Report) -> Self {
        let finding = |finding: Finding| (finding.kind.name().to_owned(), finding.detail);
        Self {
            level: report.level.name().to_owned(),
            key: report.key.map(|key| *key.as_bytes()),
            server: report.server.map(|key| *key.as_bytes()),
            received: report.received,
            bound: report.bound,
            covered: report.covered,
            session: report.session,
            share: report.share,
            findings: report.findings.into_iter().map(finding).collect(),
            reasons: report.reasons,
        }
    }
}

impl TryFrom<ReportMessage> for Report {
    type Error = FormatError;

    fn try_from(message: ReportMessage) -> Result<Self, FormatError> {
        let kinds = [FindingKind::Altered, FindingKind::Copied, FindingKind::Inconsistent];
        let finding = |(name, detail): (String, String)| {
            let kind = kinds.into_iter().find(|kind| kind.name() == name);
            let kind = kind.ok_or_else(|| bug(format!("a finding {name:?}")))?;
            Ok::<_, FormatError>(Finding { kind, detail })
        };
        let level = Level::from_name(&message.level);
        Ok(Self {
            level: level.ok_or_else(|| bug(format!("a level {:?}", message.level)))?,
            key: message.key.map(PublicKey::from_bytes),
            server: message.server.map(PublicKey::from_bytes),
            received: message.received,
            bound: message.bound,
            covered: message.covered,
            session: message.session,
            share: message.share,
            findings: message.findings.into_iter().map(finding).collect::<Result<_, _>>()?,
            reasons: message.reasons,
        })
    }
}
