//! Comparing replays with others that may be copies: when they come, and in the background what there was no time for then.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ghostreel_analysis::copies::Verdict;
use tokio::time::Instant;

use crate::clock::now_ms;
use crate::decode::describe::CopySearch;
use crate::error::Error;
use crate::fair_queue::Client;
use crate::index::copy_finding::CopyFinding;
use crate::index::waiting::{Job, Waiting};
use crate::jobs::answered::answered;
use crate::jobs::copy_finder::CopyFinder;
use crate::jobs::round::Work;
use crate::jobs::workplace::Workplace;
use crate::records::pair::Copy;

/// How long all comparisons of an upload may take. The rest is then compared in the background.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How long those of one replay may take in the background.
pub(crate) const PATIENCE_IN_BACKGROUND: Duration = Duration::from_secs(5 * 60);
/// Copies of a replay that are kept: the earliest.
const MOST_COPIES: usize = 8;

/// Compares stored replays with all others: those whose fingerprint is missing or of another version, and those that there was
/// no time for. The outcome is how many agree.
pub(crate) struct FindCopies<'a> {
    pub(crate) place: &'a Workplace,
    pub(crate) finder: &'a CopyFinder,
}

impl Work for FindCopies<'_> {
    const JOB: Job = Job::Copies;
    type Outcome = usize;

    async fn on(&self, replay: &Waiting) -> Result<Option<usize>, Error> {
        let Self { place, finder } = self;
        let Workplace { replays, index, decoder, .. } = place;
        let Some(file) = replays.store.file(&replay.digest).await? else { return Ok(None) };
        let answer = decoder.describe(file.path(), None).await.map(|timed| timed.answer);
        let described = answered(answer, &replay.id, "a replay cannot be compared with others")?;
        let search = described.and_then(|described| described.copy_search);
        let (Some(CopySearch { fingerprint, lookup }), Ok(number)) =
            (search, u32::try_from(replay.key))
        else {
            return Ok(None);
        };
        {
            // Later requests find this one.
            let _adding = finder.adding.lock().await;
            let stored = index.fingerprint(&replay.id).await?;
            if let Some((_, stored)) = stored.filter(|(_, stored)| *stored != fingerprint) {
                finder.remove(number, &stored);
            }
            finder.add(number, &fingerprint);
        }
        let mut candidates = finder.candidates(&Arc::new(lookup)).await?.numbers;
        candidates.retain(|candidate| *candidate != number);
        let (copies, is_compared) =
            compare(place, file.path(), &candidates, None, PATIENCE_IN_BACKGROUND).await?;
        let count = copies.len();
        let finding =
            CopyFinding { fingerprint: Some(fingerprint), is_compared, copies, is_held: false };
        let _adding = finder.adding.lock().await;
        if !index.note_copies(replay, &finding, now_ms()).await?
            && let Some(fingerprint) = &finding.fingerprint
        {
            // It was removed in the meantime.
            finder.remove(number, fingerprint);
            return Ok(None);
        }
        Ok(Some(count))
    }
}

/// Compares a file with candidates: those that agree with it, and whether all could be compared.
pub(crate) async fn compare(
    Workplace { replays, index, decoder, .. }: &Workplace,
    file: PathBuf,
    candidates: &[u32],
    client: Client,
    patience: Duration,
) -> Result<(Vec<Copy>, bool), Error> {
    let (mut copies, mut is_complete) = (Vec::new(), true);
    let mut others = index.of_numbers(candidates).await?;
    // The earliest decides what all others are: no later copy is kept in its place.
    others.sort_by_key(|(number, ..)| *number);
    let deadline = Instant::now() + patience;
    for (_, id, digest) in others {
        if copies.len() == MOST_COPIES {
            break;
        }
        let Some(other) = replays.store.file(&digest).await? else { continue };
        let comparing = decoder.compare([file.clone(), other.path()], client);
        match tokio::time::timeout_at(deadline, comparing).await {
            Ok(Ok(Ok(comparison))) if comparison.verdict == Verdict::Different => {}
            Ok(Ok(Ok(comparison))) => copies.push(Copy { id, digest, comparison }),
            Ok(Ok(Err(error))) => {
                tracing::warn!(%error, id, "a replay cannot be compared with another");
            }
            Ok(Err(error)) if error.is_disk_full() => return Err(error),
            Ok(Err(error)) => {
                tracing::warn!(%error, id, "a replay is compared with another later");
                is_complete = false;
            }
            Err(_) => {
                tracing::warn!(id, "comparing a replay takes too long, and goes on later");
                is_complete = false;
                break;
            }
        }
    }
    Ok((copies, is_complete))
}
