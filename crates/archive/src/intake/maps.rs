//! Maps on their way in and out.
//!
//! A map is the zip file that was uploaded, under its digest. It is what its files are: of several zip files with the same files the first stays. The
//! hash that replays name is over the levels alone, and several maps may have it.

use std::time::Duration;

use ghostreel_formats::core::Error as FormatError;

use crate::clock::now_ms;
use crate::decode::decoder::Timed;
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
    /// A map with the same files was there already, and stays.
    Existing(MapRecord),
    /// A map with the same files was there already, but its file was lost or damaged. This one is in its place now, durably.
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
        is_trusted: bool,
    ) -> Result<AdmittedMap, Error> {
        let Workplace { maps, index, decoder, .. } = &self.place;
        if let Some(map) = index.map_in(&upload.digest()).await?
            && maps.condition(&map.digest).await? == Some(Ok(()))
        {
            let verdict = MapVerdict::Existing(self.given_again(map, is_trusted).await?);
            return Ok(AdmittedMap { verdict, decoding: None });
        }
        let Timed { answer, took } = decoder.describe_map(upload.path(), client).await?;
        let verdict = match answer {
            Ok(described) => {
                let file = (upload.digest(), upload.size());
                let map = MapRecord::new(described, file, file_name, is_trusted, now_ms());
                let intake = self.clone();
                in_task(async move { intake.commit(upload, map).await }).await?
            }
            Err(error) => MapVerdict::Rejected(error),
        };
        Ok(AdmittedMap { verdict, decoding: Some(took) })
    }

    /// [`Archive::remove_map`](crate::Archive::remove_map).
    pub(crate) async fn remove(&self, id: &str) -> Result<Option<MapRecord>, Error> {
        let (intake, id) = (self.clone(), id.to_owned());
        in_task(async move { intake.remove_record(&id).await }).await
    }

    /// A map that is there already. Who gives it again may be trusted where who gave it first was not.
    async fn given_again(&self, mut map: MapRecord, is_trusted: bool) -> Result<MapRecord, Error> {
        if is_trusted && !map.is_trusted {
            self.place.index.trust_map(&map.id).await?;
            map.is_trusted = true;
        }
        Ok(map)
    }

    /// The zip file first, then its row: a crash in between leaves nothing that anyone sees.
    async fn commit(&self, upload: Spooled, map: MapRecord) -> Result<MapVerdict, Error> {
        let Workplace { maps, index, .. } = &self.place;
        let _change = maps.change(&map.digest).await;
        let Some(there) = index.map(&map.id).await? else {
            maps.store.keep(upload).await?;
            maps.verified.forget(&map.digest);
            if index.insert_map(&map).await? {
                return Ok(MapVerdict::Created(map));
            }
            // The same files came at the same time in another zip file, or this zip file came before maps had their files' digests.
            let there = match index.map(&map.id).await? {
                Some(there) => there,
                None => index.map_in(&map.digest).await?.unwrap_or(map.clone()),
            };
            if there.digest != map.digest {
                maps.store.remove(&map.digest).await?;
            }
            return Ok(MapVerdict::Existing(self.given_again(there, map.is_trusted).await?));
        };
        if maps.compared(&there.digest).await?.is_ok() {
            return Ok(MapVerdict::Existing(self.given_again(there, map.is_trusted).await?));
        }
        maps.store.keep(upload).await?;
        maps.verified.forget(&map.digest);
        index.replace_map_file(&map).await?;
        if there.digest != map.digest {
            maps.store.remove(&there.digest).await?;
        }
        tracing::info!(id = map.id, "a map was damaged and is whole again");
        let is_trusted = map.is_trusted;
        let restored = MapRecord { is_trusted: there.is_trusted, ..map };
        Ok(MapVerdict::Restored(self.given_again(restored, is_trusted).await?))
    }

    /// The row first, then the zip file: a crash in between leaves nothing that anyone sees.
    async fn remove_record(&self, id: &str) -> Result<Option<MapRecord>, Error> {
        let Workplace { maps, index, .. } = &self.place;
        let Some(map) = index.map(id).await? else { return Ok(None) };
        let _change = maps.change(&map.digest).await;
        // It may be in another zip file by now, or gone.
        let Some(map) = index.map(id).await? else { return Ok(None) };
        index.delete_map(&map).await?;
        maps.store.remove(&map.digest).await?;
        Ok(Some(map))
    }
}
