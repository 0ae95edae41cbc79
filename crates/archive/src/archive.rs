//! The archive as a whole: taking in, listing, reading and removing replays.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, TryStreamExt};
use ghostreel_analysis::copies::{Fingerprint, Lookup};
use ghostreel_formats::core::{Digest, Error as FormatError};
use ghostreel_reel::Level;
use tokio::sync::Mutex;

use crate::care::scrub::{Scrub, ScrubPace, Scrubbed};
use crate::clock::now_ms;
use crate::damage::Damage;
use crate::decode::decoder::Decoder;
use crate::decode::describe::{CopySearch, Described};
use crate::decode::ending::WorkerEnd;
use crate::decode::examine::{Examined, TrustedKeys};
use crate::error::Error;
use crate::fair_queue::Client;
use crate::index::query::{Page, Query};
use crate::index::sqlite::copies::Found;
use crate::index::sqlite::database::Index;
use crate::jobs::copies;
use crate::jobs::copies::{Candidates, Comparing, CopyFinder};
use crate::jobs::motion::{Judged, Judging};
use crate::jobs::statistics::StatisticsAnswer;
use crate::jobs::statistics::StatisticsCache;
use crate::maps::Maps;
use crate::options::Options;
use crate::records::delete_token::DeleteToken;
use crate::records::orphans::Orphans;
use crate::records::pair::{Copy, Objection, Pair, Review};
use crate::records::replay::Record;
use crate::records::usage::Usage;
use crate::store::data_folder::{Lock, database, lock};
use crate::store::objects::ByteStream;
use crate::store::objects::Store;
use crate::store::spool::{Spool, Spooled};
use crate::store::verified::Verified;
use crate::store::within::Within;

/// What inspecting an upload showed.
#[derive(Debug)]
pub enum Inspection {
    /// There is nothing to keep: it was there already, or is no replay.
    Decided(Box<Admitted>),
    /// It is a replay that is not there yet; [`Archive::keep`] keeps it.
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

/// What was looked for, and where.
#[derive(Debug)]
struct Search {
    fingerprint: Fingerprint,
    lookup: Arc<Lookup>,
    candidates: Candidates,
}

impl NewReplay {
    /// What the index would say about it.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The replays that agree with it, those first that share most moments. Seen from this one.
    pub fn copies(&self) -> &[Copy] {
        &self.copies
    }
}

/// A replay that was compared in the background.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Its id.
    pub id: String,
    /// How many agree with it.
    pub copies: usize,
    /// How long that took.
    pub took: Duration,
}

/// What became of an upload.
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
        /// What the index says about it.
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

/// What became of a request to remove a replay.
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

/// An open archive. Clones share it.
#[derive(Clone, Debug)]
pub struct Archive {
    pub(crate) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) store: Store,
    pub(crate) index: Index,
    pub(crate) decoder: Decoder,
    pub(crate) maps: Maps,
    verified: Arc<Verified>,
    upload_limit: u64,
    pack: Option<Level>,
    /// `None` if copies are not looked for.
    copies: Option<CopyFinder>,
    /// The key behind which replays were not yet compared since the archive was opened.
    comparing: Mutex<i64>,
    /// The same of replays whose motion was not judged.
    judging: Mutex<i64>,
    statistics: StatisticsCache,
    /// One for each first byte of a digest. Whoever changes an original and its row together holds
    /// it, so that removing a replay cannot take away what a simultaneous upload relies on.
    changes: Vec<Mutex<()>>,
    /// Two servers on one folder would empty each other's `incoming/`. The system lets go of the
    /// lock when the process ends, however it ends.
    _lock: Lock,
}

impl Archive {
    /// Opens or creates the archive in a folder.
    ///
    /// # Errors
    /// If the folder cannot be written, is in use by another process, or holds an index of a newer version.
    pub async fn open(options: Options) -> Result<Self, Error> {
        std::fs::create_dir_all(&options.data)?;
        let within = Arc::new(Within::open(&options.data)?);
        let lock = lock(&within, &options.data)?;
        let store = Store::of(Arc::clone(&within));
        store.prepare()?;
        let maps = Maps::new(Store::of_maps(Arc::clone(&within)), options.map_limit);
        let mut index = Index::open(&database(&within)?).await?;
        let Options { decoders, decode_patience, format_options, worker, .. } = options;
        let (secret, copies) = match options.find_copies {
            true => {
                let secret = crate::store::secret::secret(&within)?;
                index.set_secret(&secret).await?;
                (Some(secret), Some(CopyFinder::load(&index).await?))
            }
            false => (None, None),
        };
        let decoder =
            Decoder::new(decoders, decode_patience, &format_options, worker, secret).await?;
        let changes = std::iter::repeat_with(Mutex::default).take(256).collect();
        let (upload_limit, pack) = (options.upload_limit, options.pack);
        let verified = Arc::new(Verified::new());
        let _lock = lock;
        let comparing = Mutex::default();
        let statistics = StatisticsCache::new(&format_options);
        index.forget_other_statistics(statistics.definition()).await?;
        let inner = Inner {
            store,
            index,
            decoder,
            maps,
            verified,
            upload_limit,
            pack,
            copies,
            comparing,
            judging: Mutex::default(),
            statistics,
            changes,
            _lock,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The most bytes of one replay.
    pub fn upload_limit(&self) -> u64 {
        self.inner.upload_limit
    }

    /// Starts an upload.
    ///
    /// # Errors
    /// If no file can be made for it.
    pub fn spool(&self) -> Result<Spool, Error> {
        Ok(self.inner.store.spool(self.inner.upload_limit)?)
    }

    /// Checks a finished upload and, if it is an undamaged replay that is not there yet, keeps it, whatever it is a copy of.
    /// When this returns [`Verdict::Created`], the replay survives a crash or a power cut.
    ///
    /// # Errors
    /// If the disk or the index fails, or no decoder answers in time; nothing is kept then.
    pub async fn admit(&self, upload: Spooled, file_name: Option<&str>) -> Result<Admitted, Error> {
        match self.inspect(None, upload, file_name).await? {
            Inspection::Decided(admitted) => Ok(*admitted),
            Inspection::New(new_replay) => self.keep(*new_replay, false).await,
        }
    }

    /// Says what a finished upload proves, to somebody who believes these keys, and takes the game's own file out of a reel.
    ///
    /// # Errors
    /// If no decoder answers in time. That a reel has no whole file of its game is an answer.
    pub async fn examine(
        &self,
        client: Client,
        upload: &Spooled,
        trusted: &TrustedKeys,
    ) -> Result<Result<Examined, FormatError>, Error> {
        self.inner.decoder.examine(upload.path(), trusted, self.inner.upload_limit, client).await
    }

    /// Looks at a finished upload of a client, and keeps nothing yet but what was damaged and is whole again. Decoders are
    /// shared out fairly between clients. A replay that is new is compared with those stored; what cannot be compared in time is
    /// compared in the background once it is kept.
    ///
    /// # Errors
    /// If the disk or the index fails, or no decoder answers in time.
    pub async fn inspect(
        &self,
        client: Client,
        upload: Spooled,
        file_name: Option<&str>,
    ) -> Result<Inspection, Error> {
        let digest = upload.digest();
        let decided =
            |verdict, decoding| Ok(Inspection::Decided(Box::new(Admitted { verdict, decoding })));
        if let Some(record) = self.get(&digest.id()).await? {
            match self.inner.condition(&digest).await? {
                Some(Ok(())) => return decided(Verdict::Existing(record), None),
                // Its bytes were decoded once; these are the same.
                Some(Err(_)) => {
                    let inner = Arc::clone(&self.inner);
                    let verdict = tokio::spawn(async move { inner.restore(upload, record).await })
                        .await
                        .map_err(|join| Error::Io(join.into()))??;
                    return decided(verdict, None);
                }
                // It was removed in the meantime.
                None => {}
            }
        }
        let timed = self.inner.decoder.describe(upload.path(), client).await?;
        let decoding = timed.took;
        let Described { summary, copy_search } = match timed.answer {
            Ok(described) => described,
            Err(error) => return decided(Verdict::Rejected(error), Some(decoding)),
        };
        let mut record = Record::new(digest, upload.size(), file_name, summary, now_ms());
        self.inner.note_map(&mut record, upload.path(), client).await?;
        let mut new_replay = NewReplay {
            upload,
            record,
            search: None,
            copies: Vec::new(),
            is_compared: false,
            decoding,
        };
        if let (Some(finder), Some(search)) = (&self.inner.copies, copy_search) {
            let CopySearch { fingerprint, lookup } = search;
            let lookup = Arc::new(lookup);
            let candidates = finder.candidates(&lookup).await?;
            let patience = copies::PATIENCE;
            (new_replay.copies, new_replay.is_compared) = self
                .inner
                .comparing()
                .compare(new_replay.upload.path(), &candidates.numbers, client, patience)
                .await?;
            new_replay.search = Some(Search { fingerprint, lookup, candidates });
        }
        Ok(Inspection::New(Box::new(new_replay)))
    }

    /// Keeps a replay. One that is held is neither listed nor given out. When this returns [`Verdict::Created`], the replay
    /// survives a crash or a power cut, and with it what was found of copies.
    ///
    /// # Errors
    /// If the disk or the index fails; nothing is kept then.
    pub async fn keep(&self, new_replay: NewReplay, is_held: bool) -> Result<Admitted, Error> {
        let decoding = Some(new_replay.decoding);
        let digest = new_replay.record.digest;
        let inner = Arc::clone(&self.inner);
        // A task of its own, because whoever asked may go away halfway.
        let verdict = tokio::spawn(async move { inner.commit(new_replay, is_held).await })
            .await
            .map_err(|join| Error::Io(join.into()))??;
        if let (Verdict::Created { .. }, Some(level)) = (&verdict, self.inner.pack) {
            let inner = Arc::clone(&self.inner);
            tokio::spawn(async move {
                if let Err(error) = inner.pack(&digest, level).await {
                    tracing::warn!(%error, id = digest.id(), "an original stays unpacked");
                }
            });
        }
        Ok(Admitted { verdict, decoding })
    }

    /// All pairs of replays that agree in which one of these is, the oldest first; with `None` all pairs.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn pairs(&self, ids: Option<&[String]>) -> Result<Vec<Pair>, Error> {
        self.inner.index.pairs(ids).await
    }

    /// Holds replays, so that they are neither listed nor given out, or no longer. What is removed by now is passed over.
    ///
    /// # Errors
    /// If the index cannot be changed.
    pub async fn set_held(&self, held: &[(String, bool)]) -> Result<(), Error> {
        if held.is_empty() {
            return Ok(());
        }
        self.inner.index.set_held(held).await
    }

    /// The ids of all replays that are held, in the order of their uploads.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn held(&self) -> Result<Vec<String>, Error> {
        self.inner.index.held().await
    }

    /// Writes down what whoever runs the server decided about a replay, and does so. `false`: there is no such replay.
    ///
    /// # Errors
    /// If the index cannot be changed.
    pub async fn review(&self, id: &str, review: Review) -> Result<bool, Error> {
        self.inner.index.review(id, review, now_ms()).await
    }

    /// Writes down what whoever uploaded a replay objects to, in place of what they objected before. `false`: there is no such replay, or
    /// the token is not its own.
    ///
    /// # Errors
    /// If the index cannot be changed.
    pub async fn object(&self, id: &str, reason: &str, token: &DeleteToken) -> Result<bool, Error> {
        let (id, reason) = (id.to_owned(), reason.to_owned());
        let objection = Objection { id, reason, made_at: now_ms() };
        self.inner.index.object(&objection, &token.hash()).await
    }

    /// What is objected to about these replays, the oldest first.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn objections(&self, ids: &[String]) -> Result<Vec<Objection>, Error> {
        self.inner.index.objections(Some(ids)).await
    }

    /// Has replays compared with all others again, by [`compare_next`](Self::compare_next): what they are copies of may have been left out for
    /// one that is gone. `false`: this archive does not look for copies.
    ///
    /// # Errors
    /// If the index cannot be changed.
    pub async fn compare_again(&self, ids: &[String]) -> Result<bool, Error> {
        if self.inner.copies.is_some() {
            self.inner.index.compare_again(ids).await?;
        }
        Ok(self.inner.copies.is_some())
    }

    /// Compares the next replay that was not yet, or not completely, compared with all others: one of which the fingerprint is
    /// missing or of another version, or one that there was no time for. `None` when all were tried once; calling it again
    /// begins anew with those that could not be compared.
    ///
    /// # Errors
    /// If the index or the store fails.
    pub async fn compare_next(&self) -> Result<Option<Compared>, Error> {
        self.inner.compare_next().await
    }

    /// Judges the motion of the next replay whose motion was not judged yet, or by another version. `None` when all were tried
    /// once; calling it again begins anew with those that could not be.
    ///
    /// # Errors
    /// If the index or the store fails.
    pub async fn judge_next(&self) -> Result<Option<Judged>, Error> {
        let Inner { store, index, decoder, judging: after, .. } = &*self.inner;
        Judging { store, index, decoder, after }.next().await
    }

    /// The record of one replay.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn get(&self, id: &str) -> Result<Option<Record>, Error> {
        self.inner.index.get(id).await
    }

    /// The first page of the replays that a query asks for; with [`Query::after`], the page behind that place.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn list(&self, query: &Query) -> Result<Page, Error> {
        self.inner.index.list(query).await
    }

    /// The bytes of an original, or a range of them within its size; `None` if there is no such replay (any more).
    ///
    /// They are those that were uploaded: before the first is given out, the original has been compared with its digest,
    /// and a stream of all bytes ends with an error instead of its last piece if they changed since.
    ///
    /// # Errors
    /// [`Error::Damaged`] if the original is lost or not what it was; another if it cannot be looked at.
    pub async fn read(
        &self,
        digest: &Digest,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, Error> {
        match self.inner.condition(digest).await? {
            None => return Ok(None),
            Some(Ok(())) => {}
            Some(Err(damage)) => return Err(Error::Damaged { id: digest.id(), damage }),
        }
        let Some(bytes) = self.inner.store.read(digest, range).await? else {
            // Removed since we looked; if not, the next request will say what happened to it.
            return Ok(None);
        };
        let (inner, digest) = (Arc::clone(&self.inner), *digest);
        let bytes = bytes.inspect_err(move |error| {
            if error.kind() == io::ErrorKind::InvalidData {
                inner.verified.forget(&digest);
                let inner = Arc::clone(&inner);
                tokio::spawn(async move { inner.condition(&digest).await.map(drop) });
            }
        });
        Ok(Some(bytes.boxed()))
    }

    /// What statistics follow besides the replay: the version of the statistics, and the options of formats. Those of one replay are
    /// the same for as long as this is.
    pub fn statistics_definition(&self) -> &str {
        self.inner.statistics.definition()
    }

    /// The statistics of a replay, or why there are none, if somebody asked for them before.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn kept_statistics(&self, id: &str) -> Result<Option<StatisticsAnswer>, Error> {
        self.inner.statistics.kept(&self.inner.index, id).await
    }

    /// The statistics of a replay, worked out by a decoder if nobody asked for them before, and kept. Who asks for them meanwhile waits for
    /// the same ones. Decoders are shared out fairly between clients.
    ///
    /// # Errors
    /// [`Error::Damaged`] if the original is lost or not what it was; another if the index or the store fails, or no decoder answers in
    /// time.
    pub async fn statistics(
        &self,
        client: Client,
        digest: &Digest,
    ) -> Result<StatisticsAnswer, Error> {
        let Inner { statistics, store, index, decoder, .. } = &*self.inner;
        let _turn = statistics.turn(digest).await;
        if let Some(kept) = self.kept_statistics(&digest.id()).await? {
            return Ok(kept);
        }
        match self.inner.condition(digest).await? {
            None => Ok(StatisticsAnswer::NoReplay),
            Some(Ok(())) => statistics.work_out(store, index, decoder, client, digest).await,
            Some(Err(damage)) => Err(Error::Damaged { id: digest.id(), damage }),
        }
    }

    /// Removes a replay, given the token its upload returned.
    ///
    /// # Errors
    /// If the index or the store cannot be changed.
    pub async fn remove(&self, id: &str, token: &DeleteToken) -> Result<Removal, Error> {
        let Some(record) = self.get(id).await? else {
            return Ok(Removal::NotFound);
        };
        let inner = Arc::clone(&self.inner);
        let hash = token.hash();
        tokio::spawn(async move { inner.remove(record, &hash).await })
            .await
            .map_err(|join| Error::Io(join.into()))?
    }

    /// Makes sure that the index answers and that uploads can be written.
    ///
    /// # Errors
    /// If not.
    pub async fn check(&self) -> Result<(), Error> {
        self.inner.index.check().await?;
        self.inner.store.check().await
    }

    /// How many originals of replays and maps are known to be lost or damaged.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn damaged(&self) -> Result<u64, Error> {
        self.inner.index.damaged().await
    }

    /// How much there is.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn usage(&self) -> Result<Usage, Error> {
        self.inner.index.usage().await
    }

    /// How many decoder processes ended while they had a file since the archive was opened, by cause. None are listed
    /// where files are decoded in this process.
    pub fn worker_ends(&self) -> Vec<(WorkerEnd, u64)> {
        self.inner.decoder.worker_ends()
    }

    /// Counts originals of replays and maps without a row. They are never deleted on their own: if the index were lost,
    /// they would be all there is.
    ///
    /// # Errors
    /// If the store or the index cannot be read.
    pub async fn orphans(&self) -> Result<Orphans, Error> {
        let mut orphans = Orphans::default();
        let mut objects = self.inner.store.list();
        while let Some(object) = objects.try_next().await? {
            if !self.inner.index.contains(&object.digest.id()).await? {
                orphans.objects += 1;
                orphans.bytes += object.size;
            }
        }
        let mut maps = self.inner.maps.store.list();
        while let Some(object) = maps.try_next().await? {
            if self.inner.index.map_in(&object.digest).await?.is_none() {
                orphans.objects += 1;
                orphans.bytes += object.size;
            }
        }
        Ok(orphans)
    }

    /// Looks through the originals for as long as it is polled: first at all that were not looked at since this began, then
    /// at each again after a while. `seen` hears of every few originals.
    pub async fn scrub_in_background(&self, pace: ScrubPace, seen: impl FnMut(Scrubbed)) {
        let Inner { store, index, verified, maps, .. } = &*self.inner;
        let (store, index, verified) = (store.clone(), index.clone(), Arc::clone(verified));
        let maps = (maps.store.clone(), Arc::clone(&maps.verified));
        Scrub { store, index, verified, maps }.in_background(pace, seen).await;
    }

    /// Finishes with the decoders and the index. Requests afterwards fail.
    pub async fn close(&self) {
        self.inner.decoder.close();
        self.inner.index.close().await;
    }
}

impl Inner {
    /// The original first, then its row: a crash in between leaves nothing that anyone sees.
    async fn commit(&self, new_replay: NewReplay, is_held: bool) -> Result<Verdict, Error> {
        let NewReplay { upload, mut record, search, copies, mut is_compared, .. } = new_replay;
        record.is_held = is_held;
        let delete_token = DeleteToken::generate()?;
        let _change = self.change(&record.digest).await;
        self.store.keep(upload).await?;
        let hash = delete_token.hash();
        let key = match (&self.copies, search) {
            (Some(finder), Some(Search { fingerprint, lookup, candidates })) => {
                let _adding = finder.adding.lock().await;
                // Others may have come since those that were there were looked through.
                is_compared &= !finder.has_more(&lookup, &candidates).await?;
                let fingerprint = Some(fingerprint);
                let found = Found { fingerprint, is_compared, copies, is_held };
                let key = self.index.insert(&record, &hash, &found).await?;
                let number = key.and_then(|key| u32::try_from(key).ok());
                if let (Some(number), Some(fingerprint)) = (number, &found.fingerprint) {
                    finder.add(number, fingerprint);
                }
                key
            }
            _ => self.index.insert(&record, &hash, &Found { is_held, ..Found::default() }).await?,
        };
        if key.is_some() {
            return Ok(Verdict::Created { record, delete_token });
        }
        // Someone else was faster with the same content.
        let existing = self.index.get(&record.id).await?;
        Ok(Verdict::Existing(existing.unwrap_or(record)))
    }

    fn comparing(&self) -> Comparing<'_> {
        Comparing { store: &self.store, index: &self.index, decoder: &self.decoder }
    }

    /// [`Archive::compare_next`].
    async fn compare_next(&self) -> Result<Option<Compared>, Error> {
        let Some(finder) = &self.copies else { return Ok(None) };
        let started = Instant::now();
        let mut after = self.comparing.lock().await;
        let Some(next) = self.index.next_to_compare(*after).await? else {
            *after = 0;
            return Ok(None);
        };
        *after = next.key;
        let compared =
            |copies| Ok(Some(Compared { id: next.id.clone(), copies, took: started.elapsed() }));
        let Some(file) = self.store.file(&next.digest).await? else { return compared(0) };
        let search = match self.decoder.describe(file.path(), None).await {
            Ok(timed) => timed.answer.ok().and_then(|described| described.copy_search),
            Err(error) if error.is_disk_full() => return Err(error),
            Err(error) => {
                tracing::warn!(%error, id = next.id, "a replay cannot be compared with others");
                return compared(0);
            }
        };
        let (Some(CopySearch { fingerprint, lookup }), Ok(number)) =
            (search, u32::try_from(next.key))
        else {
            return compared(0);
        };
        {
            // Whoever comes from now on finds this one.
            let _adding = finder.adding.lock().await;
            let known = self.index.fingerprint(&next.id).await?;
            if let Some((_, known)) = known.filter(|(_, known)| *known != fingerprint) {
                finder.remove(number, &known);
            }
            finder.add(number, &fingerprint);
        }
        let mut candidates = finder.candidates(&Arc::new(lookup)).await?.numbers;
        candidates.retain(|candidate| *candidate != number);
        let (copies, is_compared) = self
            .comparing()
            .compare(file.path(), &candidates, None, copies::PATIENCE_IN_BACKGROUND)
            .await?;
        let count = copies.len();
        let found = Found { fingerprint: Some(fingerprint), is_compared, copies, is_held: false };
        let _adding = finder.adding.lock().await;
        if !self.index.note_found(next.key, &next.id, &found, now_ms()).await?
            && let Some(fingerprint) = &found.fingerprint
        {
            // It was removed in the meantime.
            finder.remove(number, fingerprint);
            return compared(0);
        }
        compared(count)
    }

    /// Packs an original that was just taken in.
    async fn pack(&self, digest: &Digest, level: Level) -> Result<(), Error> {
        let Ok(original) = self.store.whole(digest).await? else { return Ok(()) };
        let Some(reel) = self.store.pack(original, level).await? else { return Ok(()) };
        let _change = self.change(digest).await;
        // It may be removed by now.
        if self.index.contains(&digest.id()).await? {
            self.store.exchange(digest, &reel).await?;
        }
        Ok(())
    }

    /// Puts an original back in its place.
    async fn restore(&self, upload: Spooled, record: Record) -> Result<Verdict, Error> {
        let digest = record.digest;
        let _change = self.change(&digest).await;
        self.store.keep(upload).await?;
        self.verified.forget(&digest);
        self.index.note(&[(digest, None)], now_ms()).await?;
        tracing::info!(id = record.id, "an original was damaged and is whole again");
        Ok(Verdict::Restored(record))
    }

    /// Whether the original of a replay is sound; `None` if there is no such replay (any more). What is damaged is noted.
    async fn condition(&self, digest: &Digest) -> Result<Option<Result<(), Damage>>, Error> {
        if self.verified.condition(&self.store, digest).await?.is_ok() {
            return Ok(Some(Ok(())));
        }
        // It may just be removed or put back: look again while nobody changes it.
        let _change = self.change(digest).await;
        if !self.index.contains(&digest.id()).await? {
            return Ok(None);
        }
        let condition = self.verified.condition(&self.store, digest).await?;
        if let Err(damage) = condition {
            tracing::error!(id = digest.id(), %damage, "an original is damaged");
            self.index.note(&[(*digest, Some(damage))], now_ms()).await?;
        }
        Ok(Some(condition))
    }

    /// The row first, then the original: a crash in between leaves nothing that anyone sees.
    async fn remove(&self, record: Record, token_hash: &str) -> Result<Removal, Error> {
        let _change = self.change(&record.digest).await;
        let _adding = match &self.copies {
            Some(finder) => Some(finder.adding.lock().await),
            None => None,
        };
        let fingerprint = self.index.fingerprint(&record.id).await?;
        if !self.index.delete(&record.id, token_hash).await? {
            return Ok(match self.index.contains(&record.id).await? {
                true => Removal::WrongToken,
                false => Removal::NotFound,
            });
        }
        if let (Some(finder), Some((number, fingerprint))) = (&self.copies, fingerprint) {
            finder.remove(number, &fingerprint);
        }
        self.store.remove(&record.digest).await?;
        Ok(Removal::Removed { bytes: record.size })
    }

    async fn change(&self, digest: &Digest) -> tokio::sync::MutexGuard<'_, ()> {
        let [first, ..] = *digest.as_bytes();
        self.changes[usize::from(first)].lock().await
    }
}

#[cfg(test)]
#[path = "fault_tests.rs"]
mod fault_tests;
