//! Maps on their way in and out.
//!
//! A map is the zip file that was uploaded, under its digest, and is found by the hash of its levels, which replays name. Of several zip
//! files with the same levels the first stays.

use std::time::Duration;

use ghostreel_formats::core::Error as FormatError;

use crate::clock::now_ms;
use crate::decode::decoder::Timed;
use crate::decode::map::DescribedMap;
use crate::error::Error;
use crate::fair_queue::Client;
use crate::jobs::task::in_task;
use crate::jobs::workplace::Workplace;
use crate::records::map::MapRecord;
use crate::store::spool::Spooled;

/// The decision on a map.
#[derive(Debug)]
pub enum MapVerdict {
    /// It is in the archive now, durably.
    Created(MapRecord),
    /// A map with the same levels was there already, and stays.
    Existing(MapRecord),
    /// A map with the same levels was there already, but its file was lost or damaged. This one is in its place now, durably.
    Restored(MapRecord),
    /// Not a map, or a damaged one.
    Rejected(FormatError),
}

/// The outcome for a map.
#[derive(Debug)]
pub struct AdmittedMap {
    /// The decision.
    pub verdict: MapVerdict,
    /// How long reading it took; `None` if it was not needed.
    pub decoding: Option<Duration>,
}

/// Takes in maps, and removes them.
#[derive(Clone, Debug)]
pub(crate) struct MapIntake {
    pub(crate) place: Workplace,
}

impl MapIntake {
    /// [`Archive::admit_map`](crate::Archive::admit_map).
    pub(crate) async fn admit(
        &self,
        client: Client,
        upload: Spooled,
        file_name: Option<&str>,
    ) -> Result<AdmittedMap, Error> {
        let Workplace { maps, index, decoder, .. } = &self.place;
        if let Some(map) = index.map_in(&upload.digest()).await?
            && maps.condition(&map.digest).await? == Some(Ok(()))
        {
            return Ok(AdmittedMap { verdict: MapVerdict::Existing(map), decoding: None });
        }
        let Timed { answer, took } = decoder.describe_map(upload.path(), client).await?;
        let verdict = match answer {
            Ok(DescribedMap { hash, about }) => {
                let (digest, size) = (upload.digest(), upload.size());
                let map = MapRecord::new(hash, digest, size, file_name, about, now_ms());
                let intake = self.clone();
                in_task(async move { intake.commit(upload, map).await }).await?
            }
            Err(error) => MapVerdict::Rejected(error),
        };
        Ok(AdmittedMap { verdict, decoding: Some(took) })
    }

    /// [`Archive::remove_map`](crate::Archive::remove_map).
    pub(crate) async fn remove(&self, hash: &str) -> Result<Option<MapRecord>, Error> {
        let (intake, hash) = (self.clone(), hash.to_ascii_uppercase());
        in_task(async move { intake.remove_record(&hash).await }).await
    }

    /// The zip file first, then its row: a crash in between leaves nothing that anyone sees.
    async fn commit(&self, upload: Spooled, map: MapRecord) -> Result<MapVerdict, Error> {
        let Workplace { maps, index, .. } = &self.place;
        let _change = maps.change(&map.digest).await;
        let there = index.map(&map.hash).await?;
        if let Some(there) = &there
            && maps.compared(&there.digest).await?.is_ok()
        {
            return Ok(MapVerdict::Existing(there.clone()));
        }
        maps.store.keep(upload).await?;
        maps.verified.forget(&map.digest);
        let Some(there) = there else {
            index.insert_map(&map).await?;
            return Ok(MapVerdict::Created(map));
        };
        index.replace_map_file(&map).await?;
        if there.digest != map.digest {
            maps.store.remove(&there.digest).await?;
        }
        tracing::info!(hash = map.hash, "a map was damaged and is whole again");
        Ok(MapVerdict::Restored(map))
    }

    /// The row first, then the zip file: a crash in between leaves nothing that anyone sees.
    async fn remove_record(&self, hash: &str) -> Result<Option<MapRecord>, Error> {
        let Workplace { maps, index, .. } = &self.place;
        let Some(map) = index.map(hash).await? else { return Ok(None) };
        let _change = maps.change(&map.digest).await;
        // It may be in another zip file by now, or gone.
        let Some(map) = index.map(hash).await? else { return Ok(None) };
        index.delete_map(hash).await?;
        maps.store.remove(&map.digest).await?;
        Ok(Some(map))
    }
}
