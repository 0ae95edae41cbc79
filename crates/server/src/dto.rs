//! The JSON that goes over the wire.

mod maps;
#[cfg(test)]
mod typescript;

use ghostreel_archive::copies::{Passage, Verdict};
use ghostreel_archive::documents::{MapMatch, Motion, ScoreVerdict};
use ghostreel_archive::formats::timeline::{self, Player};
use ghostreel_archive::{Diagnostic, GameSet, Record, Review, Side, formats};
use ghostreel_mark::{FindingKind, Level};
use ghostreel_witness::{Inclusion, Proof};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub(crate) use self::maps::MapListParams;
pub use self::maps::{MapList, StoredMap};
use crate::timestamp;

/// A replay in the archive.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Replay {
    /// The first 32 hexadecimal digits of the digest.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015")]
    pub id: String,
    /// Short name of the game.
    #[schema(example = "beat-saber")]
    pub game: String,
    /// Short name of the format.
    #[schema(example = "bsor")]
    pub format: String,
    /// Version of the format.
    #[schema(example = "1")]
    pub version: String,
    /// Everyone who played, in the file's order.
    pub players: Vec<Player>,
    /// The map, stage or arena.
    pub map: Option<Map>,
    /// The mode of the game, in the game's own words.
    #[schema(example = "Standard")]
    pub mode: Option<String>,
    /// When play began, as RFC 3339.
    #[schema(format = DateTime)]
    pub started_at: Option<String>,
    /// Whether `started_at` is when the file was saved, by a clock whose time zone it does not say: the numbers of that clock, with a `Z` all the same. Else, it is when
    /// play began.
    pub by_local_clock: bool,
    /// Length in seconds.
    pub duration_s: f64,
    /// The score, where there is a single one.
    pub score: Option<i64>,
    /// The share of the possible points that were made, from 0 to 1; null of a game that is not about points, or not known yet.
    #[schema(minimum = 0, maximum = 1)]
    pub accuracy: Option<f64>,
    /// The sides and the result: teams, or players who play alone. Empty in a game in which nobody plays against anybody, and where it is not known yet.
    pub sides: Vec<Side>,
    /// The set that it belongs to; null of a game that belongs to none, and where nothing says who played, and when.
    pub set: Option<GameSet>,
    /// Size of the file in bytes.
    pub size: u64,
    /// SHA-256 of the file.
    pub digest: String,
    /// When it was uploaded, as RFC 3339.
    #[schema(format = DateTime)]
    pub uploaded_at: String,
    /// How many things the decoder noticed.
    pub diagnostic_count: u64,
    /// The decoder's diagnostics: the first 256, in lists the first 4.
    pub diagnostics: Vec<Diagnostic>,
    /// The name of the file when it was uploaded.
    #[schema(example = "run.bsor")]
    pub file_name: String,
    /// Its proof when it came; null if that was before the server kept proofs.
    pub proof: Option<ReplayProof>,
    /// Whether it is neither listed nor given out, as a copy of another replay.
    pub held: bool,
    /// Whether its motion fits what it says; null if that is not judged of its format, or not yet.
    pub motion: Option<Motion>,
    /// How it agrees with the map that it was played on; null if the map is not here, or the two were not compared yet.
    pub map_match: Option<MapMatch>,
    /// Whether its score is its player's, by motion and map as far as they are here; null where the motion is not judged, or not yet.
    pub score_verdict: Option<ScoreVerdict>,
}

/// The proof of a replay when it came, in short.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayProof {
    /// `unmarked`, `signed` or `witnessed`.
    #[schema(example = "witnessed")]
    pub level: String,
    /// The level in a word or two, for players.
    #[schema(example = "Received live")]
    pub label: String,
    /// The meaning of the level, in sentences for players.
    pub meaning: String,
    /// How much of the session was witnessed, or of the game where it lasts longer, from 0 to 1.
    pub share: f64,
    /// The faults.
    pub findings: Vec<Finding>,
}

/// Label and meaning of the level of this name.
fn words_of(level: &str) -> [String; 2] {
    let level = Level::from_name(level).unwrap_or_default();
    [level.label(), level.meaning()].map(str::to_owned)
}

impl ReplayProof {
    pub(crate) fn new(level: &str, share: f64, findings: Vec<Finding>) -> Self {
        let [label, meaning] = words_of(level);
        Self { level: level.to_owned(), label, meaning, share, findings }
    }
}

/// The replays that agree with one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Copies {
    /// Whether this replay is neither listed nor given out.
    pub(crate) held: bool,
    /// The replays that agree with it, those that were found first in front.
    pub(crate) copies: Vec<Copy>,
    /// The uploader's objection.
    pub(crate) objection: Option<Objection>,
}

/// An uploader's objection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Objection {
    /// The replay.
    pub(crate) id: String,
    /// Their words.
    pub(crate) reason: String,
    /// When, as RFC 3339.
    #[schema(format = DateTime)]
    pub(crate) since: String,
}

/// The objection.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Object {
    /// Why the replay is no copy, in at most 1,000 bytes.
    pub(crate) reason: String,
}

/// Another replay that agrees with one.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Copy {
    /// The other replay.
    pub id: String,
    /// The role of *this* replay of the two: `copy`, `original`, or `undecided`, as with two recordings of one match.
    pub role: Role,
    /// Whether the one that came later was witnessed before the other came: the operator decides between them.
    pub disputed: bool,
    /// `copy`: one is made of the other, at least in part. `same-match`: two players recorded one match. Never `different`.
    pub verdict: Verdict,
    /// When it was found, as RFC 3339.
    #[schema(format = DateTime)]
    pub since: String,
    /// Why, a sentence each. The first is this replay, the second the other.
    pub reasons: Vec<String>,
    /// Where they agree, by the time in this replay, the first; the second is the other.
    pub passages: Vec<Passage>,
}

/// The role of a replay in a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The original.
    Original,
    /// The copy.
    Copy,
    /// Unknown, or two players recorded one match.
    Undecided,
}

/// The replays that are held.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct HeldList {
    /// The replays, those that were uploaded first in front.
    pub(crate) replays: Vec<Replay>,
    /// Those of them that were witnessed before the ones that they agree with came.
    pub(crate) disputed: Vec<String>,
    /// The objections of those who uploaded them, the oldest first.
    pub(crate) objections: Vec<Objection>,
}

/// A decision about a replay.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decide {
    /// The decision.
    pub(crate) decision: Review,
}

/// A link to a replay or a map on another site.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Link {
    /// As people copy it, or the hash of a map.
    #[schema(example = "https://beatsaver.com/maps/3a1f2")]
    pub(crate) link: String,
}

/// The sites whose links the server follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LinkSites {
    /// `beatsaver`, `beatleader`, `scoresaber`.
    pub(crate) sites: Vec<String>,
}

/// The options that the server gives to single formats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FormatOptionList {
    /// The options that the server was given.
    pub format_options: Vec<FormatOption>,
}

/// An option of a format that the server was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FormatOption {
    /// Its name.
    #[schema(example = "rocket-league-attributes")]
    pub name: String,
    /// Size of its file in bytes.
    pub size: u64,
}

impl From<&formats::FormatOption> for FormatOption {
    fn from(option: &formats::FormatOption) -> Self {
        Self { name: option.name.clone(), size: option.file.len() as u64 }
    }
}

/// The map, stage or arena.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Map {
    /// The metadata in the file.
    #[serde(flatten)]
    pub about: timeline::Map,
    /// The address of the map here, of several of its hash that which fits the replay; null if this server does not have it.
    #[schema(example = "/api/maps/0f5a6a3c1f0e4a0d8a3b0f9f5d1c7e42")]
    pub address: Option<String>,
}

/// A replay that was just uploaded.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Uploaded {
    /// The replay.
    #[serde(flatten)]
    pub replay: Replay,
    /// The secret that removes it again. It is given only here and only once.
    pub delete_token: String,
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayList {
    /// The replays, in order.
    pub replays: Vec<Replay>,
    /// The `cursor` of the next page; null on the last.
    pub next: Option<String>,
    /// How many replays are asked for, on all pages; 10 000 stands for that many or more. Null unless `total` is asked for.
    #[schema(maximum = 10000)]
    pub total: Option<u32>,
}

/// Which replays to list. All conditions must hold.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParams {
    /// Short name of the game.
    #[param(example = "beat-saber")]
    pub(crate) game: Option<String>,
    /// Short name of the format.
    #[param(example = "bsor")]
    pub(crate) format: Option<String>,
    /// Part of a player's name, whatever the case, or exactly a player's id.
    pub(crate) player: Option<String>,
    /// The same of somebody who played as well.
    pub(crate) opponent: Option<String>,
    /// Part of the name of a character that somebody played, whatever the case.
    #[param(example = "Fox")]
    pub(crate) character: Option<String>,
    /// Part of the map's name, whatever the case, or exactly the map's id.
    pub(crate) map: Option<String>,
    /// Words that each begin a word of the mode, whatever the case: `one saber` for `OneSaber`.
    #[param(example = "Standard")]
    pub(crate) mode: Option<String>,
    /// The map's difficulty, exactly as in the record.
    #[param(example = "ExpertPlus")]
    pub(crate) difficulty: Option<String>,
    /// The verdict on the score, by motion and map: `consistent`, `inconsistent` or `not-enough-data`.
    #[param(example = "inconsistent")]
    pub(crate) motion: Option<String>,
    /// Play began then or later: RFC 3339, or a day in UTC.
    #[param(example = "2024-01-01")]
    pub(crate) from: Option<String>,
    /// Play began then or earlier: RFC 3339, or a day in UTC, which is included.
    #[param(example = "2024-12-31T23:59:59Z")]
    pub(crate) to: Option<String>,
    /// Words that must all appear in the names of players, map, author, mode or file.
    pub(crate) q: Option<String>,
    /// `uploaded_at`, `started_at`, `score`, `accuracy` or `duration`, with a leading `-` for the largest first.
    /// Replays without the value come last. Default: `-uploaded_at`.
    #[param(example = "-score")]
    pub(crate) sort: Option<String>,
    /// How many at most.
    #[param(minimum = 1, maximum = 200, default = 50, value_type = Option<u32>)]
    pub(crate) limit: Option<String>,
    /// The `next` of the page before, in the same order.
    pub(crate) cursor: Option<String>,
    /// `true`: also count all that are asked for.
    #[param(value_type = Option<bool>)]
    pub(crate) total: Option<String>,
}

/// How to name an upload, if no header or form field does.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct UploadParams {
    /// The file's name.
    #[param(example = "run.bsor")]
    pub(crate) name: Option<String>,
}

/// A form with a file in it.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "only describes the form for OpenAPI")]
pub(crate) struct UploadForm {
    /// The replay.
    #[schema(value_type = String, format = Binary)]
    pub(crate) file: Vec<u8>,
}

/// The live game that is followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Live {
    /// The game that began last; null if none did yet.
    pub game: Option<LiveGame>,
}

/// A game that is or was followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveGame {
    /// Rises from game to game, also when the server is started anew.
    #[schema(example = 1767225600000_u64)]
    pub number: u64,
    /// The file's name.
    #[schema(example = "Game_20260101T120000.slp")]
    pub name: String,
    /// Bytes written so far.
    pub bytes: u64,
    /// Why it ended: `finished`, `replaced`, `gone`, `superseded` or `too-large`; null while it goes on.
    pub ended: Option<&'static str>,
}

/// Which game to wait for.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LiveParams {
    /// Wait for a game with a higher number, for 20 seconds at most. Without it the answer comes at once.
    pub(crate) after: Option<u64>,
}

/// Which of a game's bytes are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PartParams {
    /// From this byte on. Default: 0.
    pub(crate) from: Option<u64>,
    /// Up to this byte, which is not included. Default: to the end of the game.
    pub(crate) to: Option<u64>,
}

/// That the server can do its work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`, or `degraded` if originals are known to be damaged.
    #[schema(example = "ok")]
    pub(crate) status: &'static str,
    /// How many originals are known to be lost or altered.
    pub(crate) damaged: u64,
}

impl Replay {
    pub(crate) fn new(record: Record, proof: Option<ReplayProof>, set: Option<GameSet>) -> Self {
        let score_verdict = record.score_verdict().cloned();
        Self {
            id: record.id,
            game: record.game,
            format: record.format,
            version: record.version,
            players: record.players,
            map: record.map.map(|about| Map::new(about, record.stored_map.as_deref())),
            mode: record.mode,
            started_at: record.started_at.and_then(timestamp::from_seconds),
            by_local_clock: record.occasion.is_some_and(|occasion| occasion.saved_at.is_some()),
            duration_s: record.duration_s,
            score: record.score,
            accuracy: record.accuracy,
            sides: record.sides.unwrap_or_default(),
            set,
            size: record.size,
            digest: record.digest.to_string(),
            uploaded_at: timestamp::from_millis(record.uploaded_at).unwrap_or_default(),
            diagnostic_count: record.diagnostic_count,
            diagnostics: record.diagnostics,
            file_name: record.file_name,
            proof,
            held: record.is_held,
            motion: record.motion.map(|motion| motion.document),
            map_match: record.map_match.map(|found| found.document),
            score_verdict,
        }
    }
}

impl Map {
    fn new(about: timeline::Map, stored: Option<&str>) -> Self {
        Self { about, address: stored.map(|id| format!("/api/maps/{id}")) }
    }
}

/// The player who begins a session, and its subject.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Begin {
    /// The player's public key.
    #[schema(example = "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")]
    pub(crate) key: String,
    /// Short name of the game.
    #[schema(example = "beat-saber")]
    pub(crate) game: String,
    /// The map that is to be played.
    pub(crate) map: Option<String>,
}

/// A session that was begun.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Session {
    /// Its number, in hexadecimal digits.
    pub(crate) session: String,
    /// The challenge, a message of docs/spec/mark.md, in base64.
    pub(crate) challenge: String,
    /// Until when the first head must have come, as RFC 3339.
    #[schema(format = DateTime)]
    pub(crate) expires_at: Option<String>,
}

/// The server's keys, and what it knows of others.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Keys {
    /// The key that signs challenges and receipts now.
    pub(crate) server: String,
    /// The server's first key: trust in it includes those that it was rotated to.
    pub(crate) first: String,
    /// The key that verifies the checkpoints of the log: `name+id+key`.
    pub(crate) log: String,
    /// Messages about keys, in the order they came, in base64: the first 500 after `after`.
    pub(crate) messages: Vec<String>,
    /// The value of `after` for the next ones; null if there are none.
    pub(crate) next: Option<i64>,
}

/// A message that is in the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Taken {
    /// Its number in the log.
    pub(crate) entry: i64,
}

// The witness's `Proof` is what its database keeps, this is what is answered: what is not there is null here and left out there, findings
// are objects here and pairs there, and `bound` is in claims alone.
/// The proof of a replay when it was accepted.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Proven {
    /// `unmarked`, `signed` or `witnessed`.
    #[schema(example = "witnessed")]
    pub(crate) level: String,
    /// The level in a word or two, for players.
    #[schema(example = "Received live")]
    pub(crate) label: String,
    /// The meaning of the level, in sentences for players.
    pub(crate) meaning: String,
    /// The key that it is signed with.
    pub(crate) key: Option<String>,
    /// The server that witnessed it.
    pub(crate) server: Option<String>,
    /// Whether it was this server.
    pub(crate) received_here: bool,
    /// When that server had the first and the last head, in milliseconds since 1970 UTC.
    pub(crate) received: Option<[i64; 2]>,
    /// The stretches that were witnessed, in seconds.
    pub(crate) covered: Vec<[f64; 2]>,
    /// From which to which second the session went; null if nothing of it was witnessed, or the proof is from before this was kept.
    pub(crate) session: Option<[f64; 2]>,
    /// How much of the session they are, from 0 to 1.
    pub(crate) share: f64,
    /// The faults.
    pub(crate) findings: Vec<Finding>,
    /// The reasons for the level, a sentence each.
    pub(crate) reasons: Vec<String>,
    /// Whether its motion fits what it says, without rows; null if that is not judged of its format, or not yet.
    pub(crate) motion: Option<Motion>,
    /// Whether its score is its player's; null likewise.
    pub(crate) score_verdict: Option<ScoreVerdict>,
    /// That the log says so; null if the replay came before the server kept proofs.
    pub(crate) log: Option<Inclusion>,
    /// The proofs of others once it was here, at most 8, the best proven first. None of them counts for the replay.
    pub(crate) claims: Vec<KeyClaim>,
}

/// A proof by someone else of a replay that was here already.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct KeyClaim {
    /// The key that it is signed with, as text.
    pub(crate) key: String,
    /// `signed` or `witnessed`.
    #[schema(example = "witnessed")]
    pub(crate) level: String,
    /// How much of the session was witnessed, or of the game where it lasts longer, from 0 to 1.
    pub(crate) share: f64,
    /// When a server had what binds all of it, in milliseconds since 1970 UTC; null if none did.
    pub(crate) bound: Option<i64>,
}

impl From<Proof> for KeyClaim {
    fn from(Proof { key, level, share, bound, .. }: Proof) -> Self {
        Self { key: key.unwrap_or_default(), level, share, bound }
    }
}

/// Something that is wrong with a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Finding {
    /// `altered`, `copied` or `inconsistent`.
    pub kind: String,
    /// The same in a few words, for players.
    #[schema(example = "Looks like a copy")]
    pub label: String,
    /// Where and how, in words.
    pub detail: String,
}

impl Finding {
    /// The faults of a replay by its motion and its map.
    pub(crate) fn judged(record: &Record) -> impl Iterator<Item = Self> {
        record.findings().map(|(label, detail)| Self {
            kind: FindingKind::Inconsistent.name().into(),
            label: label.into(),
            detail: detail.into(),
        })
    }

    /// The findings when the replay came.
    pub(crate) fn all(proof: &Proof) -> impl Iterator<Item = Self> {
        let finding = |[kind, detail]: [String; 2]| {
            let label = FindingKind::from_name(&kind).map_or("", FindingKind::label).to_owned();
            Self { kind, label, detail }
        };
        proof.findings.clone().into_iter().map(finding)
    }
}

impl Proven {
    /// `copied`: the originals that it is a copy of.
    pub(crate) fn new(
        proof: Proof,
        record: Record,
        copied: Vec<Finding>,
        log: Option<Inclusion>,
        claims: Vec<Proof>,
        own_key: &str,
    ) -> Self {
        let [label, meaning] = words_of(&proof.level);
        let findings = copied.into_iter().chain(Finding::judged(&record));
        Self {
            findings: Finding::all(&proof).chain(findings).collect(),
            score_verdict: record.score_verdict().cloned(),
            motion: record.motion.map(|motion| motion.document.without_rows()),
            label,
            meaning,
            received_here: proof.server.as_deref() == Some(own_key),
            level: proof.level,
            key: proof.key,
            server: proof.server,
            received: proof.received,
            covered: proof.covered,
            session: proof.session,
            share: proof.share,
            reasons: proof.reasons,
            log,
            claims: claims.into_iter().map(KeyClaim::from).collect(),
        }
    }
}
