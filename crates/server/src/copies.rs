//! Which of two replays that agree is the copy, and whether it is held.

use std::collections::{BTreeSet, HashMap};

use ghostreel_archive::copies::{Claim, Comparison, Verdict, original};
use ghostreel_archive::formats::core::Digest;
use ghostreel_archive::{Newcomer, Pair, Party, Record, Review};
use ghostreel_mark::{Level, Report};
use ghostreel_witness::Proof;

use crate::CopyPolicy;
use crate::app::App;
use crate::dto::{Copy, Finding, Replay, ReplayProof};
use crate::problem::Problem;
use crate::timestamp;

/// What a replay is of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Original,
    Copy,
    /// Nothing tells, or two players recorded one match.
    Undecided,
}

impl Role {
    fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Copy => "copy",
            Self::Undecided => "undecided",
        }
    }
}

/// What is known of a replay, for deciding.
fn claim(level: Level, received: Option<[i64; 2]>, uploaded_at: i64) -> Claim<Level> {
    // Who was witnessed was seen while playing, however late the upload came.
    let seen = match (level, received) {
        (Level::Witnessed, Some([first, _])) => first,
        _ => uploaded_at,
    };
    Claim { level, seen }
}

/// What replays proved when they came, by their digests.
struct Proofs(HashMap<Digest, Proof>);

impl Proofs {
    /// What came before proofs were kept is not marked.
    fn claim(&self, party: &Party) -> Claim<Level> {
        let proof = self.0.get(&party.digest);
        let level = proof.map(Proof::level).unwrap_or_default();
        claim(level, proof.and_then(|proof| proof.received), party.uploaded_at)
    }

    /// What the first of two replays is, and why.
    fn role(&self, one: &Party, other: &Party, verdict: Verdict) -> (Role, Vec<String>) {
        role(&self.claim(one), &self.claim(other), verdict)
    }
}

/// What the first of two replays is, and why.
fn role(one: &Claim<Level>, other: &Claim<Level>, verdict: Verdict) -> (Role, Vec<String>) {
    if verdict != Verdict::Copy {
        return (Role::Undecided, Vec::new());
    }
    let decision = original(one, other);
    let role = match decision.original {
        Some(0) => Role::Original,
        Some(_) => Role::Copy,
        None => Role::Undecided,
    };
    (role, decision.reasons)
}

/// A pair as seen from one of its replays.
struct Seen {
    other: String,
    role: Role,
    found_at: i64,
    why: Vec<String>,
    comparison: Comparison,
}

impl Seen {
    fn finding(&self) -> Option<Finding> {
        let passages = self.comparison.passages.iter();
        let seconds: f64 = passages.map(|passage| passage.to_a - passage.from_a).sum();
        let detail = format!("copied from {}: {seconds:.0} s of it are the same", self.other);
        (self.role == Role::Copy).then(|| Finding { kind: "copied".into(), detail })
    }

    fn copy(self) -> Copy {
        let verdict = match self.comparison.verdict {
            Verdict::SameMatch => "same-match",
            _ => "copy",
        };
        let mut reasons = vec![format!("The first is this replay, the second is {}.", self.other)];
        reasons.extend(self.comparison.reasons);
        reasons.extend(self.why);
        Copy {
            id: self.other,
            role: self.role.name().into(),
            verdict: verdict.into(),
            since: timestamp::from_millis(self.found_at).unwrap_or_default(),
            reasons,
            passages: self.comparison.passages,
        }
    }
}

/// The pairs in which a replay is, as seen from it.
fn seen_from(id: &str, pairs: &[Pair], proofs: &Proofs) -> Vec<Seen> {
    let seen = |pair: &Pair| {
        let (one, other, comparison) = pair.seen_from(id)?;
        let (role, mut why) = proofs.role(one, other, comparison.verdict);
        why.extend(one.review.map(|review| match review {
            Review::Accepted => "Whoever runs this server has looked at it, and accepts it.".into(),
            Review::Held => "Whoever runs this server has looked at it, and holds it.".into(),
        }));
        Some(Seen { other: other.id.clone(), role, found_at: pair.found_at, why, comparison })
    };
    pairs.iter().filter_map(seen).collect()
}

/// What is found of a newcomer before it is kept.
pub(crate) struct Arrival {
    seen: Vec<Seen>,
}

impl Arrival {
    /// Whether it is a copy of a stored replay.
    pub(crate) fn is_copy(&self) -> bool {
        self.seen.iter().any(|seen| seen.role == Role::Copy)
    }

    /// The replays that it is a copy of.
    pub(crate) fn into_originals(self) -> Vec<Copy> {
        let is_copy = |seen: &Seen| seen.role == Role::Copy;
        self.seen.into_iter().filter(is_copy).map(Seen::copy).collect()
    }
}

impl App {
    /// What a newcomer that proves so much is to those that agree with it.
    pub(crate) async fn arrival(
        &self,
        newcomer: &Newcomer,
        report: &Report,
    ) -> Result<Arrival, Problem> {
        let copies = newcomer.copies();
        if copies.is_empty() {
            return Ok(Arrival { seen: Vec::new() });
        }
        let ids: Vec<String> = copies.iter().map(|copy| copy.id.clone()).collect();
        let digests: Vec<Digest> = copies.iter().map(|copy| copy.digest).collect();
        let proofs = Proofs(self.witness.proofs(&digests).await?);
        let own = claim(report.level, report.received, newcomer.record().uploaded_at);
        let mut seen = Vec::new();
        for (copy, id) in copies.iter().zip(ids) {
            // One that is gone by now is none.
            let Some(record) = self.archive.get(&id).await? else { continue };
            let party = Party {
                id,
                digest: copy.digest,
                uploaded_at: record.uploaded_at,
                review: None,
                is_held: record.is_held,
            };
            let (role, why) = role(&own, &proofs.claim(&party), copy.comparison.verdict);
            let (found_at, comparison) = (timestamp::now(), copy.comparison.clone());
            seen.push(Seen { other: party.id, role, found_at, why, comparison });
        }
        Ok(Arrival { seen })
    }

    /// Records with what they prove and whether they are copies, as answers have them.
    pub(crate) async fn described(&self, records: Vec<Record>) -> Result<Vec<Replay>, Problem> {
        let ids: Vec<String> = records.iter().map(|record| record.id.clone()).collect();
        let digests = records.iter().map(|record| record.digest).collect();
        let (pairs, proofs) = self.pairs_and_proofs(&ids, digests).await?;
        let replay = |record: Record| {
            let proof = proofs.0.get(&record.digest).map(|proof| {
                let seen = seen_from(&record.id, &pairs, &proofs);
                let copied = seen.iter().filter_map(Seen::finding);
                ReplayProof {
                    level: proof.level.clone(),
                    share: proof.share,
                    findings: Finding::all(proof)
                        .chain(copied)
                        .chain(Finding::of_motion(&record))
                        .chain(Finding::of_map(&record))
                        .collect(),
                }
            });
            Replay::new(record, proof)
        };
        Ok(records.into_iter().map(replay).collect())
    }

    /// A record as answers have it.
    pub(crate) async fn described_one(&self, record: Record) -> Result<Replay, Problem> {
        self.described(vec![record]).await?.pop().ok_or_else(Problem::our_bug)
    }

    /// The replays that agree with one.
    pub(crate) async fn copies_of(&self, id: &str) -> Result<Vec<Copy>, Problem> {
        let (pairs, proofs) = self.pairs_and_proofs(&[id.to_owned()], Vec::new()).await?;
        Ok(seen_from(id, &pairs, &proofs).into_iter().map(Seen::copy).collect())
    }

    /// What a replay is a copy of, as findings.
    pub(crate) async fn copied_findings(&self, id: &str) -> Result<Vec<Finding>, Problem> {
        let (pairs, proofs) = self.pairs_and_proofs(&[id.to_owned()], Vec::new()).await?;
        Ok(seen_from(id, &pairs, &proofs).iter().filter_map(Seen::finding).collect())
    }

    /// The pairs in which replays are, and what all of them prove, and those of the digests.
    async fn pairs_and_proofs(
        &self,
        ids: &[String],
        mut digests: Vec<Digest>,
    ) -> Result<(Vec<Pair>, Proofs), Problem> {
        let pairs = self.archive.pairs(Some(ids)).await?;
        let parties = pairs.iter().flat_map(|pair| [&pair.first, &pair.second]);
        digests.extend(parties.map(|party| party.digest));
        Ok((pairs, Proofs(self.witness.proofs(&digests).await?)))
    }

    /// Holds copies among these replays and those that agree with them, and no longer holds what is none, or none any more.
    pub(crate) async fn settle(&self, ids: &[String]) -> Result<(), Problem> {
        let pairs = self.archive.pairs(Some(ids)).await?;
        let parties = pairs.iter().flat_map(|pair| [&pair.first.id, &pair.second.id]);
        let all: BTreeSet<String> = ids.iter().chain(parties).cloned().collect();
        let all: Vec<String> = all.into_iter().collect();
        let (pairs, proofs) = self.pairs_and_proofs(&all, Vec::new()).await?;
        let holds = matches!(self.config.copies, CopyPolicy::Hold | CopyPolicy::Refuse);
        let is_copy = |id: &str| {
            let seen = seen_from(id, &pairs, &proofs);
            seen.iter().any(|seen| seen.role == Role::Copy)
        };
        let mut changed = Vec::new();
        for id in all {
            let Some(record) = self.archive.get(&id).await? else { continue };
            let is_held = holds && is_copy(&id);
            if record.is_held != is_held {
                changed.push((id, is_held));
            }
        }
        Ok(self.archive.set_held(&changed).await?)
    }

    /// [`App::settle`] of all that are held or agree with another: what proves them, or the setting, may have changed.
    pub(crate) async fn settle_all(&self) -> Result<(), Problem> {
        let pairs = self.archive.pairs(None).await?;
        let parties = pairs.into_iter().flat_map(|pair| [pair.first.id, pair.second.id]);
        let mut all: BTreeSet<String> = parties.collect();
        all.extend(self.archive.held().await?);
        self.settle(&all.into_iter().collect::<Vec<_>>()).await
    }
}
