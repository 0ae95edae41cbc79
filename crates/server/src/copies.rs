//! Which of two replays that agree is the copy, and whether it is held.

use std::collections::{BTreeSet, HashMap};

use ghostreel_archive::copies::{Claim, Comparison, Verdict, agreed_s, original};
use ghostreel_archive::formats::core::Digest;
use ghostreel_archive::{GameSet, NewReplay, Pair, Party, Record, Review};
use ghostreel_mark::{FindingKind, Level, Report};
use ghostreel_witness::Proof;

use crate::app::App;
use crate::config::CopyPolicy;
use crate::dto::{Copy, Finding, Objection, Replay, ReplayProof, Role};
use crate::problem::Problem;
use crate::timestamp;

/// The proofs of replays when they came, by their digests.
struct Proofs(HashMap<Digest, Proof>);

impl Proofs {
    /// Replays that came before proofs were kept are not marked.
    fn claim(&self, party: &Party) -> Claim<Level> {
        let proof = self.0.get(&party.digest);
        Claim {
            level: proof.map(Proof::level).unwrap_or_default(),
            came: party.uploaded_at,
            bound: proof.and_then(|proof| proof.bound),
        }
    }

    /// The role of the first of two replays.
    fn judge(&self, one: &Party, other: &Party, verdict: Verdict) -> Judgement {
        judge(&self.claim(one), &self.claim(other), verdict)
    }
}

/// The role of the first of two replays, and why.
struct Judgement {
    role: Role,
    /// Whether the operator has to look at the two.
    is_disputed: bool,
    why: Vec<String>,
}

fn judge(one: &Claim<Level>, other: &Claim<Level>, verdict: Verdict) -> Judgement {
    if verdict != Verdict::Copy {
        return Judgement { role: Role::Undecided, is_disputed: false, why: Vec::new() };
    }
    let decision = original(one, other);
    let role = match decision.original {
        Some(0) => Role::Original,
        Some(_) => Role::Copy,
        None => Role::Undecided,
    };
    Judgement { role, is_disputed: decision.is_disputed, why: decision.reasons }
}

/// A pair as seen from one of its replays.
struct CopyPair {
    other: String,
    judgement: Judgement,
    found_at: i64,
    comparison: Comparison,
}

impl CopyPair {
    fn is_copy(&self) -> bool {
        self.judgement.role == Role::Copy
    }

    fn finding(&self) -> Option<Finding> {
        let seconds = agreed_s(&self.comparison.passages);
        let kind = FindingKind::Copied;
        let (name, label) = (kind.name().into(), kind.label().into());
        let detail = format!("{seconds:.0} s are identical to {}.", self.other);
        self.is_copy().then_some(Finding { kind: name, label, detail })
    }

    fn copy(self) -> Copy {
        let mut reasons = vec![format!("The first is this replay, the second is {}.", self.other)];
        reasons.extend(self.comparison.reasons);
        reasons.extend(self.judgement.why);
        Copy {
            id: self.other,
            role: self.judgement.role,
            disputed: self.judgement.is_disputed,
            verdict: self.comparison.verdict,
            since: timestamp::from_millis(self.found_at).unwrap_or_default(),
            reasons,
            passages: self.comparison.passages,
        }
    }
}

/// The pairs in which a replay is, as seen from it.
fn seen_from(id: &str, pairs: &[Pair], proofs: &Proofs) -> Vec<CopyPair> {
    let seen = |pair: &Pair| {
        let (one, other, comparison) = pair.seen_from(id)?;
        let mut judgement = proofs.judge(one, other, comparison.verdict);
        judgement.why.extend(one.review.map(|review| match review {
            Review::Accepted => {
                "The operator of this server has looked at it, and accepts it.".into()
            }
            Review::Held => "The operator of this server has looked at it, and holds it.".into(),
        }));
        Some(CopyPair { other: other.id.clone(), judgement, found_at: pair.found_at, comparison })
    };
    pairs.iter().filter_map(seen).collect()
}

/// The findings about a new replay before it is stored.
pub(crate) struct Arrival {
    seen: Vec<CopyPair>,
}

impl Arrival {
    /// Whether it is a copy of a stored replay.
    pub(crate) fn is_copy(&self) -> bool {
        self.seen.iter().any(CopyPair::is_copy)
    }

    /// Whether the operator has to look at it and one that it is a copy of.
    pub(crate) fn is_disputed(&self) -> bool {
        self.seen.iter().any(|seen| seen.judgement.is_disputed)
    }

    /// The replays that it is a copy of.
    pub(crate) fn into_originals(self) -> Vec<Copy> {
        self.seen.into_iter().filter(CopyPair::is_copy).map(CopyPair::copy).collect()
    }
}

impl App {
    /// The role of a new replay with this proof beside those that agree with it.
    pub(crate) async fn arrival(
        &self,
        new_replay: &NewReplay,
        report: &Report,
    ) -> Result<Arrival, Problem> {
        let copies = new_replay.copies();
        if copies.is_empty() {
            return Ok(Arrival { seen: Vec::new() });
        }
        let ids: Vec<String> = copies.iter().map(|copy| copy.id.clone()).collect();
        let digests: Vec<Digest> = copies.iter().map(|copy| copy.digest).collect();
        let proofs = Proofs(self.witness.proofs(&digests).await?);
        let came = new_replay.record().uploaded_at;
        let own = Claim { level: report.level, came, bound: report.bound };
        let mut seen = Vec::new();
        for (copy, id) in copies.iter().zip(ids) {
            // A removed one does not count.
            let Some(record) = self.archive.get(&id).await? else { continue };
            let party = Party {
                id,
                digest: copy.digest,
                uploaded_at: record.uploaded_at,
                review: None,
                is_held: record.is_held,
            };
            let judgement = judge(&own, &proofs.claim(&party), copy.comparison.verdict);
            let (found_at, comparison) = (timestamp::now(), copy.comparison.clone());
            seen.push(CopyPair { other: party.id, judgement, found_at, comparison });
        }
        Ok(Arrival { seen })
    }

    /// Records with what they prove and whether they are copies, as answers have them.
    pub(crate) async fn described(&self, records: Vec<Record>) -> Result<Vec<Replay>, Problem> {
        let ids: Vec<String> = records.iter().map(|record| record.id.clone()).collect();
        let digests = records.iter().map(|record| record.digest).collect();
        let (pairs, proofs) = self.pairs_and_proofs(&ids, digests).await?;
        let sets = self.archive.sets(&records).await?;
        let replay = |(record, set): (Record, Option<GameSet>)| {
            let proof = proofs.0.get(&record.digest).map(|proof| {
                let seen = seen_from(&record.id, &pairs, &proofs);
                let copied = seen.iter().filter_map(CopyPair::finding);
                let findings =
                    Finding::all(proof).chain(copied).chain(Finding::judged(&record)).collect();
                ReplayProof::new(&proof.level, proof.share, findings)
            });
            Replay::new(record, proof, set)
        };
        Ok(records.into_iter().zip(sets).map(replay).collect())
    }

    /// A record as answers have it.
    pub(crate) async fn described_one(&self, record: Record) -> Result<Replay, Problem> {
        self.described(vec![record]).await?.pop().ok_or_else(Problem::our_bug)
    }

    /// The replays that agree with one.
    pub(crate) async fn copies_of(&self, id: &str) -> Result<Vec<Copy>, Problem> {
        let (pairs, proofs) = self.pairs_and_proofs(&[id.to_owned()], Vec::new()).await?;
        Ok(seen_from(id, &pairs, &proofs).into_iter().map(CopyPair::copy).collect())
    }

    /// Those of these replays that were witnessed before one came that they agree with.
    pub(crate) async fn disputed(&self, ids: &[String]) -> Result<Vec<String>, Problem> {
        let (pairs, proofs) = self.pairs_and_proofs(ids, Vec::new()).await?;
        let is_disputed = |id: &&String| {
            let seen = seen_from(id, &pairs, &proofs);
            seen.iter().any(|seen| seen.is_copy() && seen.judgement.is_disputed)
        };
        Ok(ids.iter().filter(is_disputed).cloned().collect())
    }

    /// The objections of those who uploaded these replays.
    pub(crate) async fn objections(&self, ids: &[String]) -> Result<Vec<Objection>, Problem> {
        let objection = |ghostreel_archive::Objection { id, reason, made_at }| {
            let since = timestamp::from_millis(made_at).unwrap_or_default();
            Objection { id, reason, since }
        };
        Ok(self.archive.objections(ids).await?.into_iter().map(objection).collect())
    }

    /// The originals that a replay is a copy of, as findings.
    pub(crate) async fn copied_findings(&self, id: &str) -> Result<Vec<Finding>, Problem> {
        let (pairs, proofs) = self.pairs_and_proofs(&[id.to_owned()], Vec::new()).await?;
        Ok(seen_from(id, &pairs, &proofs).iter().filter_map(CopyPair::finding).collect())
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

    /// Holds copies among these replays and those that agree with them, and releases replays that are not, or no longer, copies.
    pub(crate) async fn settle(&self, ids: &[String]) -> Result<(), Problem> {
        let pairs = self.archive.pairs(Some(ids)).await?;
        let parties = pairs.iter().flat_map(|pair| [&pair.first.id, &pair.second.id]);
        let all: BTreeSet<String> = ids.iter().chain(parties).cloned().collect();
        let all: Vec<String> = all.into_iter().collect();
        let (pairs, proofs) = self.pairs_and_proofs(&all, Vec::new()).await?;
        let holds = matches!(self.config.copies, CopyPolicy::Hold | CopyPolicy::Refuse);
        let is_copy = |id: &str| seen_from(id, &pairs, &proofs).iter().any(CopyPair::is_copy);
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

    /// Compares replays again that agreed with one that is gone, and settles them then: they may be copies of another, too.
    pub(crate) async fn look_again(&self, ids: &[String]) -> Result<(), Problem> {
        if ids.is_empty() {
            return Ok(());
        }
        if !self.archive.compare_again(ids).await? {
            return self.settle(ids).await;
        }
        self.to_compare.notify_one();
        Ok(())
    }

    /// [`App::settle`] of all that are held or agree with another: their proofs, or the setting, may have changed.
    pub(crate) async fn settle_all(&self) -> Result<(), Problem> {
        let pairs = self.archive.pairs(None).await?;
        let parties = pairs.into_iter().flat_map(|pair| [pair.first.id, pair.second.id]);
        let mut all: BTreeSet<String> = parties.collect();
        all.extend(self.archive.held().await?);
        self.settle(&all.into_iter().collect::<Vec<_>>()).await
    }
}
