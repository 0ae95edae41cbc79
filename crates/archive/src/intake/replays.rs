//! Replays on their way in and out.

use std::sync::Arc;
use std::time::Duration;

use ghostreel_analysis::beat_saber::documents::is_judged;
use ghostreel_analysis::copies::{Fingerprint, Lookup};
use ghostreel_formats::core::Error as FormatError;
use ghostreel_reel::Level;

use crate::clock::now_ms;
use crate::decode::describe::{CopySearch, Described};
use crate::error::Error;
use crate::fair_queue::Client;
use crate::index::copy_finding::CopyFinding;
use crate::jobs::copies::{PATIENCE, compare};
use crate::jobs::copy_finder::Candidates;
use crate::jobs::map_match::match_maps;
use crate::jobs::packing::pack;
use crate::jobs::task::in_task;
use crate::jobs::workplace::Workplace;
use crate::records::delete_token::DeleteToken;
use crate::records::pair::Copy;
use crate::records::replay::Record;
use crate::store::spool::Spooled;

/// The result of inspecting an upload.
#[derive(Debug)]
pub enum Inspection {
    /// There is nothing to keep: it was there already, or is no replay.
    Decided(Box<Admitted>),
    /// It is a replay that is not there yet; [`Archive::keep`](crate::Archive::keep) keeps it.
    New(Box<NewReplay>),
}

/// A sound replay that is not in the archive yet. Dropping it leaves nothing behind.
#[derive(Debug)]
pub struct NewReplay {
    upload: Spooled,
    record: Record,
    search: Option<Search>,
    copies: Vec<Copy>,
    is_compared: bool,
    decoding: Duration,
}

/// A search for copies: the lookup, and where.
#[derive(Debug)]
struct Search {
    fingerprint: Fingerprint,
    lookup: Arc<Lookup>,
    candidates: Candidates,
}

impl NewReplay {
    /// The record that the index would have of it.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The replays that agree with it, those first that share most moments. Seen from this one.
    pub fn copies(&self) -> &[Copy] {
        &self.copies
    }
}

/// The outcome of an upload.
#[derive(Debug)]
pub struct Admitted {
    /// The decision.
    pub verdict: Verdict,
    /// How long decoding took; `None` if it was not needed.
    pub decoding: Option<Duration>,
}

/// The decision on an upload.
#[derive(Debug)]
pub enum Verdict {
    /// It is in the archive now, durably.
    Created {
        /// Its record in the index.
        record: Record,
        /// The secret to take it down again.
        delete_token: DeleteToken,
    },
    /// The same content was there already.
    Existing(Record),
    /// The same content was there already, but its original was lost or damaged. It is whole again, durably; the row
    /// and the secret to take it down stay.
    Restored(Record),
    /// Not a replay, or a damaged one.
    Rejected(FormatError),
}

/// The outcome of a request to remove a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// It is gone, and with it so many bytes.
    Removed {
        /// The size of its original.
        bytes: u64,
    },
    /// The token is not the one its upload returned.
    WrongToken,
    /// There is no such replay.
    NotFound,
}

/// Takes in replays, and removes them.
#[derive(Clone, Debug)]
pub(crate) struct ReplayIntake {
    pub(crate) place: Workplace,
    /// How new originals are packed; `None` keeps them as they came.
    pub(crate) pack: Option<Level>,
}

impl ReplayIntake {
    /// [`Archive::inspect`](crate::Archive::inspect).
    pub(crate) async fn inspect(
        &self,
        client: Client,
        upload: Spooled,
        file_name: Option<&str>,
    ) -> Result<Inspection, Error> {
        let Workplace { replays, index, decoder, .. } = &self.place;
        let digest = upload.digest();
        let decided =
            |verdict, decoding| Ok(Inspection::Decided(Box::new(Admitted { verdict, decoding })));
        if let Some(record) = index.get(&digest.id()).await? {
            match replays.condition(&digest).await? {
                Some(Ok(())) => return decided(Verdict::Existing(record), None),
                // Its bytes were decoded once; these are the same.
                Some(Err(_)) => {
                    let intake = self.clone();
                    let restored = in_task(async move { intake.restore(upload, record).await });
                    return decided(restored.await?, None);
                }
                // It was removed in the meantime.
                None => {}
            }
        }
        let timed = decoder.describe(upload.path(), client).await?;
        let decoding = timed.took;
        let Described { summary, copy_search } = match timed.answer {
            Ok(described) => described,
            Err(error) => return decided(Verdict::Rejected(error), Some(decoding)),
        };
        let mut record = Record::new(digest, upload.size(), file_name, summary, now_ms());
        self.note_map(&mut record, &upload, client).await?;
        let mut new_replay = NewReplay {
            upload,
            record,
            search: None,
            copies: Vec::new(),
            is_compared: false,
            decoding,
        };
        if let (Some(finder), Some(search)) = (&self.place.copies, copy_search) {
            let CopySearch { fingerprint, lookup } = search;
            let lookup = Arc::new(lookup);
            let candidates = finder.candidates(&lookup).await?;
            let file = new_replay.upload.path();
            (new_replay.copies, new_replay.is_compared) =
                compare(&self.place, file, &candidates.numbers, client, PATIENCE).await?;
            new_replay.search = Some(Search { fingerprint, lookup, candidates });
        }
        Ok(Inspection::New(Box::new(new_replay)))
    }

    /// [`Archive::keep`](crate::Archive::keep).
    pub(crate) async fn keep(
        &self,
        new_replay: NewReplay,
        is_held: bool,
    ) -> Result<Admitted, Error> {
        let decoding = Some(new_replay.decoding);
        let digest = new_replay.record.digest;
        let intake = self.clone();
        let verdict = in_task(async move { intake.commit(new_replay, is_held).await }).await?;
        if let (Verdict::Created { .. }, Some(level)) = (&verdict, self.pack) {
            let place = self.place.clone();
            tokio::spawn(async move {
                if let Err(error) = pack(&place, &digest, level).await {
                    tracing::warn!(%error, id = digest.id(), "an original stays unpacked");
                }
            });
        }
        Ok(Admitted { verdict, decoding })
    }

    /// [`Archive::remove`](crate::Archive::remove).
    pub(crate) async fn remove(&self, id: &str, token: &DeleteToken) -> Result<Removal, Error> {
        let Some(record) = self.place.index.get(id).await? else { return Ok(Removal::NotFound) };
        let (intake, hash) = (self.clone(), token.hash());
        in_task(async move { intake.remove_record(record, &hash).await }).await
    }

    /// Says of a replay that comes in whether its map is there, and compares it with the map. Replays that cannot be compared now are compared in
    /// the background.
    async fn note_map(
        &self,
        record: &mut Record,
        upload: &Spooled,
        client: Client,
    ) -> Result<(), Error> {
        let Some(hash) = record.map.as_ref().and_then(|map| map.id.as_ref()) else { return Ok(()) };
        let maps = self.place.index.maps_of(hash).await?;
        record.stored_map = maps.first().map(|map| map.id.clone());
        if !is_judged(&record.format) {
            return Ok(());
        }
        let of = (&*record.id, upload.path());
        if let Some((map, found)) = match_maps(&self.place, of, &maps, client).await? {
            (record.stored_map, record.map_match) = (Some(map.id.clone()), Some(found));
        }
        Ok(())
    }

    /// The original first, then its row: a crash in between leaves nothing that anyone sees.
    async fn commit(&self, new_replay: NewReplay, is_held: bool) -> Result<Verdict, Error> {
        let NewReplay { upload, mut record, search, copies, mut is_compared, .. } = new_replay;
        record.is_held = is_held;
        let delete_token = DeleteToken::generate().map_err(Error::Random)?;
        let Workplace { replays, index, copies: finder, .. } = &self.place;
        let _change = replays.change(&record.digest).await;
        replays.store.keep(upload).await?;
        let hash = delete_token.hash();
        let key = match (finder, search) {
            (Some(finder), Some(Search { fingerprint, lookup, candidates })) => {
                let _adding = finder.adding.lock().await;
                // Others may have come since those that were there were looked through.
                is_compared &= !finder.has_more(&lookup, &candidates).await?;
                let fingerprint = Some(fingerprint);
                let finding = CopyFinding { fingerprint, is_compared, copies, is_held };
                let key = index.insert(&record, &hash, &finding).await?;
                let number = key.and_then(|key| u32::try_from(key).ok());
                if let (Some(number), Some(fingerprint)) = (number, &finding.fingerprint) {
                    finder.add(number, fingerprint);
                }
                key
            }
            _ => {
                index
                    .insert(&record, &hash, &CopyFinding { is_held, ..CopyFinding::default() })
                    .await?
            }
        };
        if key.is_some() {
            return Ok(Verdict::Created { record, delete_token });
        }
        // Someone else was faster with the same content.
        let existing = index.get(&record.id).await?;
        Ok(Verdict::Existing(existing.unwrap_or(record)))
    }

    /// Puts an original back in its place.
    async fn restore(&self, upload: Spooled, record: Record) -> Result<Verdict, Error> {
        let Workplace { replays, index, .. } = &self.place;
        let digest = record.digest;
        let _change = replays.change(&digest).await;
        replays.store.keep(upload).await?;
        replays.verified.forget(&digest);
        // Whatever was noted before was of the file that this one replaces.
        index.note(replays.kind, &[(digest, None)], i64::MAX, now_ms()).await?;
        tracing::info!(id = record.id, "an original was damaged and is whole again");
        Ok(Verdict::Restored(record))
    }

    /// The row first, then the original: a crash in between leaves nothing that anyone sees.
    async fn remove_record(&self, record: Record, token_hash: &str) -> Result<Removal, Error> {
        let Workplace { replays, index, copies: finder, .. } = &self.place;
        let _change = replays.change(&record.digest).await;
        let _adding = match finder {
            Some(finder) => Some(finder.adding.lock().await),
            None => None,
        };
        let fingerprint = index.fingerprint(&record.id).await?;
        if !index.delete(&record.id, token_hash).await? {
            return Ok(match replays.has_row(&record.digest).await? {
                true => Removal::WrongToken,
                false => Removal::NotFound,
            });
        }
        if let (Some(finder), Some((number, fingerprint))) = (finder, fingerprint) {
            finder.remove(number, &fingerprint);
        }
        replays.store.remove(&record.digest).await?;
        Ok(Removal::Removed { bytes: record.size })
    }
}
