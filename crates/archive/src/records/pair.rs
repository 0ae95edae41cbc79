//! Replays that agree.

use ghostreel_analysis::copies::Comparison;
use ghostreel_formats::core::Digest;
use serde::Deserialize;
use utoipa::ToSchema;

/// Another replay that agrees with one.
#[derive(Clone, Debug, PartialEq)]
pub struct Copy {
    /// The other's id.
    pub id: String,
    /// The other's digest.
    pub digest: Digest,
    /// Their common passages, seen from the one.
    pub comparison: Comparison,
}

/// Two replays that agree.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The one.
    pub first: Party,
    /// The other.
    pub second: Party,
    /// When it was found, in milliseconds since 1970-01-01T00:00:00Z.
    pub found_at: i64,
    /// Their common passages, seen from the first.
    pub comparison: Comparison,
}

/// One of two replays that agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// Its id.
    pub id: String,
    /// Its digest.
    pub digest: Digest,
    /// When it was uploaded, in milliseconds since 1970-01-01T00:00:00Z.
    pub uploaded_at: i64,
    /// The operator's decision about it; `None` if there is none.
    pub review: Option<Review>,
    /// Whether it is neither listed nor given out.
    pub is_held: bool,
}

/// An uploader's objection to holding the replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The replay's id.
    pub id: String,
    /// Their words.
    pub reason: String,
    /// When, in milliseconds since 1970-01-01T00:00:00Z.
    pub made_at: i64,
}

/// The operator's decision about a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = Decision)]
pub enum Review {
    /// It is listed and given out, whatever it is a copy of.
    #[serde(rename = "accept")]
    Accepted,
    /// It is neither listed nor given out.
    #[serde(rename = "hold")]
    Held,
}

impl Pair {
    /// The pair as seen from one of its replays: that one, the other, and their common passages; `None` if it is not one of them.
    pub fn seen_from(&self, id: &str) -> Option<(&Party, &Party, Comparison)> {
        if self.first.id == id {
            return Some((&self.first, &self.second, self.comparison.clone()));
        }
        let seen = || (&self.second, &self.first, self.comparison.reversed());
        (self.second.id == id).then(seen)
    }
}
