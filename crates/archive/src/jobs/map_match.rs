//! Comparing stored replays with their maps: with maps that came later, or by another version of the comparison.

use std::path::PathBuf;

use ghostreel_analysis::beat_saber::documents::{Judged, MapMatch};

use crate::error::Error;
use crate::fair_queue::Client;
use crate::index::waiting::{Job, Waiting};
use crate::jobs::answered::answered;
use crate::jobs::round::Work;
use crate::jobs::workplace::Workplace;
use crate::records::map::MapRecord;

/// Compares stored replays with their maps; the outcome is the verdict.
pub(crate) struct MatchMap<'a>(pub(crate) &'a Workplace);

impl Work for MatchMap<'_> {
    const JOB: Job = Job::MapMatch;
    type Outcome = String;

    async fn on(&self, replay: &Waiting) -> Result<Option<String>, Error> {
        let Workplace { replays, index, .. } = self.0;
        let Some(hash) = &replay.map else { return Ok(None) };
        let Some(file) = replays.store.file(&replay.digest).await? else { return Ok(None) };
        let maps = index.maps_of(hash).await?;
        let of = (&*replay.id, file.path());
        let Some((map, found)) = match_maps(self.0, of, &maps, None).await? else {
            return Ok(None);
        };
        index.note_match(replay, &maps, map, &found).await?;
        Ok(Some(found.document.verdict))
    }
}

/// Compares a replay, with its id and its file, with maps of its hash, and gives the first that fits it, or else the first. `None` if that is not
/// possible now.
pub(crate) async fn match_maps<'m>(
    Workplace { maps: originals, decoder, .. }: &Workplace,
    (id, file): (&str, PathBuf),
    maps: &'m [MapRecord],
    client: Client,
) -> Result<Option<(&'m MapRecord, Judged<MapMatch>)>, Error> {
    let mut first = None;
    for map in maps {
        // Lost, or removed in the meantime.
        let Some(zip) = originals.store.file(&map.digest).await? else { continue };
        let answer = decoder.match_map([file.clone(), zip.path()], client).await;
        let not_now = "a replay cannot be compared with its map now";
        let Some(found) = answered(answer, id, not_now)? else { return Ok(None) };
        if found.finding.is_none() && found.document.reason.is_none() {
            return Ok(Some((map, found)));
        }
        first.get_or_insert((map, found));
    }
    Ok(first)
}
