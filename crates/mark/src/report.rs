//! The verdict on a replay.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::key::PublicKey;
use crate::limits;

/// The level of proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Nothing.
    #[default]
    Unmarked,
    /// The owner of a key vouches for this content. When it was made is only their word.
    Signed,
    /// Besides, a server that is believed received what signs it piece by piece while its time went on.
    Witnessed,
}

impl Level {
    /// The name, the same everywhere.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unmarked => "unmarked",
            Self::Signed => "signed",
            Self::Witnessed => "witnessed",
        }
    }

    /// In a word or two, for players.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Unmarked => "Not signed",
            Self::Signed => "Signed",
            Self::Witnessed => "Received live",
        }
    }

    /// The meaning of the level, in a sentence or two for players.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Unmarked => NO_MARK,
            Self::Signed => {
                "The owner of a key vouches for it, and it was not changed since. When it was played is only their word."
            }
            Self::Witnessed => {
                "A server received its signatures piece by piece while its time went on. That does not show who played it, or whether it was played before."
            }
        }
    }

    /// The level of this name; `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Unmarked, Self::Signed, Self::Witnessed]
            .into_iter()
            .find(|level| level.name() == name)
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingKind {
    /// It differs from the signed content.
    Altered,
    /// It is another's recording. It takes other recordings to find this.
    Copied,
    /// The signed messages contradict each other.
    Inconsistent,
}

impl FindingKind {
    /// The name, the same everywhere.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Altered => "altered",
            Self::Copied => "copied",
            Self::Inconsistent => "inconsistent",
        }
    }
}

impl FindingKind {
    /// In a few words, for players.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Altered => "Changed since it was signed",
            Self::Copied => "Looks like a copy",
            Self::Inconsistent => "Contradicts itself",
        }
    }

    /// Finds a kind by its [`name`](Self::name); `None` for any other text.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Altered, Self::Copied, Self::Inconsistent];
        all.into_iter().find(|kind| kind.name() == name)
    }
}

impl Serialize for FindingKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The kind of fault.
    pub kind: FindingKind,
    /// Where and how, in words.
    pub detail: String,
}

/// The verdict on a replay. As JSON it has the members that `docs/json.md` lists for `verify --json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// The level of proof.
    pub level: Level,
    /// The key that it is signed with; `None` if it is not signed.
    pub key: Option<PublicKey>,
    /// The server that witnessed it; `None` if no trusted server did.
    pub server: Option<PublicKey>,
    /// When that server had the first and the last head, in milliseconds since 1970 UTC.
    pub received: Option<[i64; 2]>,
    /// When that server had a message that binds all of the replay, in milliseconds since 1970 UTC: the replay is no younger. `None` if
    /// none does, and for a mark inside or beside a file, whose session may be another's.
    #[serde(skip)]
    pub bound: Option<i64>,
    /// The stretches that were witnessed, in seconds of the session, in order and apart.
    pub covered: Vec<(f64, f64)>,
    /// From which to which second the session went; `None` if nothing of it was witnessed.
    #[serde(skip)]
    pub session: Option<[f64; 2]>,
    /// How much of the session they are, or of the game where it lasts longer, from 0 to 1.
    pub share: f64,
    /// The faults.
    pub findings: Vec<Finding>,
    /// The reasons for the level, a sentence each.
    pub reasons: Vec<String>,
}

/// The reason of a file without a mark.
const NO_MARK: &str = "Nothing proves who played this, or when.";

/// Findings of one kind that a report has at most.
const MOST_FINDINGS: usize = 20;

impl Report {
    /// The report of a file without a mark in or beside it.
    pub fn without_mark() -> Self {
        Self::unmarked(NO_MARK)
    }

    /// The report of an unmarked file, with the reason.
    pub(crate) fn unmarked(reason: impl Into<String>) -> Self {
        Self { reasons: vec![reason.into()], ..Self::default() }
    }

    pub(crate) fn find(&mut self, kind: FindingKind, detail: impl Into<String>) {
        if self.findings.iter().filter(|finding| finding.kind == kind).count() < MOST_FINDINGS {
            self.findings.push(Finding { kind, detail: detail.into() });
        }
    }

    pub(crate) fn altered(&mut self, detail: impl Into<String>) {
        self.find(FindingKind::Altered, detail);
    }

    pub(crate) fn inconsistent(&mut self, detail: impl Into<String>) {
        self.find(FindingKind::Inconsistent, detail);
    }

    pub(crate) fn because(&mut self, reason: impl Into<String>) {
        self.reasons.push(reason.into());
    }

    /// Compares the witnessed time with the time that passed in the game itself: a short session proves little of a long game, and a game
    /// in which less passed than at the server was played more slowly than its replay shows. `lasted_s`: seconds of the session that the game took
    /// by its replay. `passed_s`: how many of them passed while that was witnessed, where it is known.
    pub(crate) fn compare_with_game(&mut self, lasted_s: f64, passed_s: Option<f64>) {
        if self.level != Level::Witnessed {
            return;
        }
        let covered: f64 = self.covered.iter().map(|(from, to)| to - from).sum();
        let share = covered / lasted_s;
        let passed_s = passed_s.unwrap_or(lasted_s);
        if covered - passed_s > limits::DRIFT_IN_ALL_S.max(passed_s * limits::DRIFT_SHARE) {
            self.level = Level::Signed;
            self.because(format!(
                "In {covered:.1} s that were received {passed_s:.1} s of the game passed, so none of it is witnessed."
            ));
            self.forget_receipts();
        } else if share < self.share {
            self.share = share;
            self.because(format!(
                "The game lasts {lasted_s:.1} s; at most {covered:.1} s were witnessed."
            ));
        }
    }

    /// Leaves out what receipts said, as they prove nothing.
    pub(crate) fn forget_receipts(&mut self) {
        (self.covered, self.share) = (Vec::new(), 0.0);
        (self.server, self.received, self.bound, self.session) = (None, None, None, None);
    }

    /// Whether there is a finding of a kind.
    pub fn has(&self, kind: FindingKind) -> bool {
        self.findings.iter().any(|finding| finding.kind == kind)
    }
}

/// Milliseconds as seconds.
#[allow(clippy::cast_precision_loss, reason = "in 285,000 years it is a microsecond")]
pub(crate) fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1000.0
}
