//! The archive's maps: taking in, listing, reading and removing them, and comparing replays with them.
//!
//! A map is the zip file that was uploaded, under its digest, and is found by the hash of its levels, which replays name. Of several zip
//! files with the same levels the first stays.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ghostreel_formats::core::{Digest, Error as FormatError};
use tokio::sync::Mutex;

use crate::archive::Archive;
use crate::archive::Inner;
use crate::clock::now_ms;
use crate::damage::Damage;
use crate::decode::decoder::Timed;
use crate::decode::map::DescribedMap;
use crate::error::Error;
use crate::fair_queue::Client;
use crate::index::map_query::{MapPage, MapQuery};
use crate::jobs::map_match::Matched;
use crate::jobs::map_match::Matching;
use crate::records::map::MapRecord;
use crate::records::map_match::MapMatch;
use crate::records::replay::Record;
use crate::records::usage::MapUsage;
use crate::store::objects::ByteStream;
use crate::store::objects::Store;
use crate::store::spool::{Spool, Spooled};
use crate::store::verified::Verified;

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

/// What became of a map.
#[derive(Debug)]
pub struct AdmittedMap {
    /// The decision.
    pub verdict: MapVerdict,
    /// How long reading it took; `None` if it was not needed.
    pub decoding: Option<Duration>,
}

/// The zip files of maps, and what is under way with them.
#[derive(Debug)]
pub(crate) struct Maps {
    pub(crate) store: Store,
    pub(crate) verified: Arc<Verified>,
    /// The most bytes of one.
    limit: u64,
    /// Held by whoever changes a zip file and its row together.
    changing: Mutex<()>,
    /// The key behind which replays were not yet compared with their maps since all were.
    matching: Mutex<i64>,
}

impl Maps {
    pub(crate) fn new(store: Store, limit: u64) -> Self {
        let verified = Arc::new(Verified::new());
        Self { store, verified, limit, changing: Mutex::default(), matching: Mutex::default() }
    }
}

impl Archive {
    /// The most bytes of the zip file of one map.
    pub fn map_limit(&self) -> u64 {
        self.inner.maps.limit
    }

    /// Starts the upload of a map.
    ///
    /// # Errors
    /// If no file can be made for it.
    pub fn map_spool(&self) -> Result<Spool, Error> {
        Ok(self.inner.maps.store.spool(self.inner.maps.limit)?)
    }

    /// Checks a finished upload of a client and, if it is the zip file of an undamaged map that is not there yet, keeps it. When this
    /// returns [`MapVerdict::Created`], the map survives a crash or a power cut, and replays of it are compared with it by and by
    /// ([`Archive::match_next`]).
    ///
    /// # Errors
    /// If the disk or the index fails, or no decoder answers in time; nothing is kept then.
    pub async fn admit_map(
        &self,
        client: Client,
        upload: Spooled,
        file_name: Option<&str>,
    ) -> Result<AdmittedMap, Error> {
        if let Some(map) = self.inner.index.map_in(&upload.digest()).await?
            && self.inner.map_condition(&map).await? == Some(Ok(()))
        {
            return Ok(AdmittedMap { verdict: MapVerdict::Existing(map), decoding: None });
        }
        let Timed { answer, took } = self.inner.decoder.describe_map(upload.path(), client).await?;
        let verdict = match answer {
            Ok(DescribedMap { hash, about }) => {
                let (digest, size) = (upload.digest(), upload.size());
                let map = MapRecord::new(hash, digest, size, file_name, about, now_ms());
                let inner = Arc::clone(&self.inner);
                // A task of its own, because whoever asked may go away halfway.
                tokio::spawn(async move { inner.commit_map(upload, map).await })
                    .await
                    .map_err(|join| Error::Io(join.into()))??
            }
            Err(error) => MapVerdict::Rejected(error),
        };
        Ok(AdmittedMap { verdict, decoding: Some(took) })
    }

    /// The map of a hash, in whatever case.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn map(&self, hash: &str) -> Result<Option<MapRecord>, Error> {
        self.inner.index.map(&hash.to_ascii_uppercase()).await
    }

    /// The first page of the maps that a query asks for; with [`MapQuery::after`], the page behind that place.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn maps(&self, query: &MapQuery) -> Result<MapPage, Error> {
        self.inner.index.list_maps(query).await
    }

    /// The bytes of a map's zip file, or a range of them; `None` if there is no such map (any more). They are those that were uploaded.
    ///
    /// # Errors
    /// [`Error::DamagedMap`] if the zip file is lost or not what it was; another if it cannot be looked at.
    pub async fn read_map(
        &self,
        map: &MapRecord,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, Error> {
        match self.inner.map_condition(map).await? {
            None => Ok(None),
            Some(Ok(())) => self.inner.maps.store.read(&map.digest, range).await,
            Some(Err(damage)) => Err(Error::DamagedMap { hash: map.hash.clone(), damage }),
        }
    }

    /// Removes the map of a hash, and with it what was found by it; gives what was removed, and `None` if there is no such map.
    ///
    /// # Errors
    /// If the index or the store cannot be changed.
    pub async fn remove_map(&self, hash: &str) -> Result<Option<MapRecord>, Error> {
        let (inner, hash) = (Arc::clone(&self.inner), hash.to_ascii_uppercase());
        tokio::spawn(async move { inner.remove_map(&hash).await })
            .await
            .map_err(|join| Error::Io(join.into()))?
    }

    /// Compares the next replay with its map that was not yet, or by another version. `None` when all were tried once; calling it again
    /// begins anew with those that could not be.
    ///
    /// # Errors
    /// If the index or a store fails.
    pub async fn match_next(&self) -> Result<Option<Matched>, Error> {
        let Inner { store: replays, index, decoder, maps, .. } = &*self.inner;
        let (maps, after) = (&maps.store, &maps.matching);
        Matching { replays, maps, index, decoder, after }.next().await
    }

    /// How much there is of maps.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn map_usage(&self) -> Result<MapUsage, Error> {
        self.inner.index.map_usage().await
    }
}

impl Inner {
    /// Says of a replay that comes in whether its map is there, and compares it with the map. What cannot be compared now is compared in
    /// the background.
    pub(crate) async fn note_map(
        &self,
        record: &mut Record,
        file: PathBuf,
        client: Client,
    ) -> Result<(), Error> {
        let Some(hash) = record.map.as_ref().and_then(|map| map.id.as_ref()) else { return Ok(()) };
        let Some(map) = self.index.map(hash).await? else { return Ok(()) };
        record.has_map = true;
        if !MapMatch::is_made_for(&record.format) {
            return Ok(());
        }
        let Some(zip) = self.maps.store.file(&map.digest).await? else { return Ok(()) };
        match self.decoder.match_map([file, zip.path()], client).await {
            Ok(Ok(found)) => record.map_match = Some(found),
            Ok(Err(error)) => {
                tracing::warn!(%error, id = record.id, "a replay is compared with its map later");
            }
            Err(error) if error.is_disk_full() => return Err(error),
            Err(error) => {
                tracing::warn!(%error, id = record.id, "a replay is compared with its map later");
            }
        }
        Ok(())
    }

    /// The zip file first, then its row: a crash in between leaves nothing that anyone sees.
    async fn commit_map(&self, upload: Spooled, map: MapRecord) -> Result<MapVerdict, Error> {
        let _changing = self.maps.changing.lock().await;
        let there = self.index.map(&map.hash).await?;
        if let Some(there) = &there
            && self.maps.verified.condition(&self.maps.store, &there.digest).await?.is_ok()
        {
            return Ok(MapVerdict::Existing(there.clone()));
        }
        self.maps.store.keep(upload).await?;
        self.maps.verified.forget(&map.digest);
        let Some(there) = there else {
            self.index.insert_map(&map).await?;
            return Ok(MapVerdict::Created(map));
        };
        self.index.replace_map_file(&map).await?;
        if there.digest != map.digest {
            self.maps.store.remove(&there.digest).await?;
        }
        tracing::info!(hash = map.hash, "a map was damaged and is whole again");
        Ok(MapVerdict::Restored(map))
    }

    /// Whether the zip file of a map is sound; `None` if there is no such map (any more). What is damaged is noted.
    async fn map_condition(&self, map: &MapRecord) -> Result<Option<Result<(), Damage>>, Error> {
        if self.maps.verified.condition(&self.maps.store, &map.digest).await?.is_ok() {
            return Ok(Some(Ok(())));
        }
        // It may just be removed or put back: look again while nobody changes it.
        let _changing = self.maps.changing.lock().await;
        if self.index.map_in(&map.digest).await?.is_none() {
            return Ok(None);
        }
        let condition = self.maps.verified.condition(&self.maps.store, &map.digest).await?;
        if let Err(damage) = condition {
            tracing::error!(hash = map.hash, %damage, "a map is damaged");
            let note: [(Digest, _); 1] = [(map.digest, Some(damage))];
            self.index.note_maps(&note, now_ms()).await?;
        }
        Ok(Some(condition))
    }

    /// The row first, then the zip file: a crash in between leaves nothing that anyone sees.
    async fn remove_map(&self, hash: &str) -> Result<Option<MapRecord>, Error> {
        let _changing = self.maps.changing.lock().await;
        let Some(map) = self.index.map(hash).await? else { return Ok(None) };
        self.index.delete_map(hash).await?;
        self.maps.store.remove(&map.digest).await?;
        Ok(Some(map))
    }
}
