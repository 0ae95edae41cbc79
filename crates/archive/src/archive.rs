//! The archive as a whole: it joins what the rooms do.

use std::ops::Range;
use std::sync::Arc;

use futures_util::TryStreamExt;
use ghostreel_formats::core::{Digest, Error as FormatError};

use crate::care::scrub::{Scrub, ScrubPace, Scrubbed};
use crate::clock::now_ms;
use crate::decode::decoder::Decoder;
use crate::decode::ending::WorkerEnd;
use crate::decode::examine::{Examined, TrustedKeys};
use crate::decode::questions::Asked;
use crate::error::Error;
use crate::fair_queue::Client;
use crate::index::Index;
use crate::index::map_query::{MapPage, MapQuery};
use crate::index::query::{Page, Query};
use crate::index::sqlite::database::SqliteIndex;
use crate::intake::maps::{AdmittedMap, MapIntake};
use crate::intake::replays::{Admitted, Inspection, NewReplay, Removal, ReplayIntake};
use crate::jobs::copies::FindCopies;
use crate::jobs::copy_finder::CopyFinder;
use crate::jobs::map_match::MatchMap;
use crate::jobs::motion::JudgeMotion;
use crate::jobs::questions;
use crate::jobs::round::{Attempt, Round};
use crate::jobs::sides::FindSides;
use crate::jobs::statistics::{StatisticsAnswer, StatisticsCache};
use crate::jobs::workplace::Workplace;
use crate::options::Options;
use crate::originals::Originals;
use crate::records::delete_token::DeleteToken;
use crate::records::kind::Kind;
use crate::records::map::MapRecord;
use crate::records::orphans::Orphans;
use crate::records::pair::{Objection, Pair, Review};
use crate::records::replay::Record;
use crate::records::usage::Usage;
use crate::sets::{self, GameSet};
use crate::store::data_folder::{database, lock};
use crate::store::objects::{ByteStream, Store};
use crate::store::secret::secret;
use crate::store::spool::{Spool, Spooled};
use crate::store::within::LinkFreeFolder;

/// An open archive. Clones share it.
#[derive(Clone, Debug)]
pub struct Archive {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    place: Workplace,
    replays: ReplayIntake,
    maps: MapIntake,
    statistics: StatisticsCache,
    comparing: Round,
    judging: Round,
    finding_sides: Round,
    matching: Round,
}

impl Archive {
    /// Opens or creates the archive in a folder.
    ///
    /// # Errors
    /// If the folder cannot be written, is in use by another process, or holds an index of a newer version.
    pub async fn open(options: Options) -> Result<Self, Error> {
        Self::open_on(options, |store| store).await
    }

    /// Opens it on stores that are what `on` makes of them: tests have some that fail.
    async fn open_on(options: Options, on: impl Fn(Store) -> Store) -> Result<Self, Error> {
        std::fs::create_dir_all(&options.data)?;
        let within = Arc::new(LinkFreeFolder::open(&options.data)?);
        let _lock = Arc::new(lock(&within, &options.data)?);
        let stores = Kind::ALL.map(|kind| on(Store::of(kind, Arc::clone(&within))));
        stores[0].prepare()?;
        let mut index = SqliteIndex::open(&database(&within)?).await?;
        let secret = options.find_copies.then(|| secret(&within)).transpose()?;
        if let Some(secret) = &secret {
            index.set_secret(secret).await?;
        }
        let index: Arc<dyn Index> = Arc::new(index);
        let copies = match secret {
            Some(_) => Some(Arc::new(CopyFinder::load(&*index).await?)),
            None => None,
        };
        let Options { decoders, decode_patience, format_options, worker, .. } = options;
        let decoder =
            Decoder::new(decoders, decode_patience, &format_options, worker, secret).await?;
        let statistics = StatisticsCache::new(&format_options);
        index.forget_other_statistics(statistics.definition()).await?;
        let [replays, maps] = stores;
        let originals =
            |kind, store, limit| Arc::new(Originals::new(kind, store, Arc::clone(&index), limit));
        let replays = originals(Kind::Replay, replays, options.upload_limit);
        let maps = originals(Kind::Map, maps, options.map_limit);
        let place = Workplace { replays, maps, index, decoder, copies, _lock };
        let inner = Inner {
            replays: ReplayIntake { place: place.clone(), pack: options.pack },
            maps: MapIntake { place: place.clone() },
            statistics,
            comparing: Round::default(),
            judging: Round::default(),
            finding_sides: Round::default(),
            matching: Round::default(),
            place,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The most bytes of one original.
    pub fn limit(&self, kind: Kind) -> u64 {
        self.inner.place.originals(kind).limit
    }

    /// Starts an upload.
    ///
    /// # Errors
    /// If no file can be made for it.
    pub fn spool(&self, kind: Kind) -> Result<Spool, Error> {
        self.inner.place.originals(kind).spool()
    }

    /// Checks a finished upload and, if it is an undamaged replay that is not there yet, keeps it, whatever it is a copy of.
    /// When this returns [`Verdict::Created`](crate::Verdict::Created), the replay survives a crash or a power cut.
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
        let Workplace { replays, decoder, .. } = &self.inner.place;
        decoder.examine(upload.path(), trusted, replays.limit, client).await
    }

    /// Looks at a finished upload of a client, and stores nothing yet except damaged originals that are whole again. Decoders are
    /// shared out fairly between clients. A replay that is new is compared with those stored; the candidates that cannot be compared in time are
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
        self.inner.replays.inspect(client, upload, file_name).await
    }

    /// Keeps a replay. One that is held is neither listed nor given out. When this returns [`Verdict::Created`](crate::Verdict::Created), the replay
    /// survives a crash or a power cut, and with it what was found of copies.
    ///
    /// # Errors
    /// If the disk or the index fails; nothing is kept then.
    pub async fn keep(&self, new_replay: NewReplay, is_held: bool) -> Result<Admitted, Error> {
        self.inner.replays.keep(new_replay, is_held).await
    }

    /// All pairs of replays that agree in which one of these is, the oldest first; with `None` all pairs.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn pairs(&self, ids: Option<&[String]>) -> Result<Vec<Pair>, Error> {
        self.inner.place.index.pairs(ids).await
    }

    /// Holds replays, so that they are neither listed nor given out, or no longer. Replays removed by now are skipped.
    ///
    /// # Errors
    /// If the index cannot be changed.
    pub async fn set_held(&self, held: &[(String, bool)]) -> Result<(), Error> {
        if held.is_empty() {
            return Ok(());
        }
        self.inner.place.index.set_held(held).await
    }

    /// The ids of all replays that are held, in the order of their uploads.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn held(&self) -> Result<Vec<String>, Error> {
        self.inner.place.index.held().await
    }

    /// Writes down the operator's decision about a replay, and carries it out. `false`: there is no such replay.
    ///
    /// # Errors
    /// If the index cannot be changed.
    pub async fn review(&self, id: &str, review: Review) -> Result<bool, Error> {
        self.inner.place.index.review(id, review, now_ms()).await
    }

    /// Writes down the uploader's objection, in place of an earlier one. `false`: there is no such replay, or
    /// the token is not its own.
    ///
    /// # Errors
    /// If the index cannot be changed.
    pub async fn object(&self, id: &str, reason: &str, token: &DeleteToken) -> Result<bool, Error> {
        let (id, reason) = (id.to_owned(), reason.to_owned());
        let objection = Objection { id, reason, made_at: now_ms() };
        self.inner.place.index.put_objection(&objection, Some(&token.hash())).await
    }

    /// The objections about these replays, the oldest first.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn objections(&self, ids: &[String]) -> Result<Vec<Objection>, Error> {
        self.inner.place.index.objections(Some(ids)).await
    }

    /// Has replays compared with all others again, by [`compare_next`](Self::compare_next): their originals may have been left out for
    /// one that is gone. `false`: this archive does not look for copies.
    ///
    /// # Errors
    /// If the index cannot be changed.
    pub async fn compare_again(&self, ids: &[String]) -> Result<bool, Error> {
        if self.inner.place.copies.is_some() {
            self.inner.place.index.compare_again(ids).await?;
        }
        Ok(self.inner.place.copies.is_some())
    }

    /// Compares the next replay that was not yet, or not completely, compared with all others: one whose fingerprint is
    /// missing or of another version, or one that there was no time for. `None` when all were tried once; calling it again
    /// begins anew with those that could not be compared. The outcome is how many agree.
    ///
    /// # Errors
    /// If the index or the store fails.
    pub async fn compare_next(&self) -> Result<Option<Attempt<usize>>, Error> {
        let Inner { place, comparing, .. } = &*self.inner;
        let Some(finder) = place.copies.as_deref() else { return Ok(None) };
        comparing.next(&*place.index, &FindCopies { place, finder }).await
    }

    /// Judges the motion of the next replay whose motion was not judged yet, or by another version. `None` when all were tried
    /// once; calling it again begins anew with those that could not be. The outcome is the verdict.
    ///
    /// # Errors
    /// If the index or the store fails.
    pub async fn judge_next(&self) -> Result<Option<Attempt<String>>, Error> {
        let Inner { place, judging, .. } = &*self.inner;
        judging.next(&*place.index, &JudgeMotion(place)).await
    }

    /// Finds out who played against whom in the next replay that was stored before the index had that. `None` when all were tried once; calling it
    /// again begins anew with those that could not be read. The outcome is the number of sides.
    ///
    /// # Errors
    /// If the index or the store fails.
    pub async fn find_sides_next(&self) -> Result<Option<Attempt<usize>>, Error> {
        let Inner { place, finding_sides, .. } = &*self.inner;
        finding_sides.next(&*place.index, &FindSides(place)).await
    }

    /// Compares the next replay with its map that was not yet, or by another version. `None` when all were tried once; calling it again
    /// begins anew with those that could not be. The outcome is the verdict.
    ///
    /// # Errors
    /// If the index or a store fails.
    pub async fn match_next(&self) -> Result<Option<Attempt<String>>, Error> {
        let Inner { place, matching, .. } = &*self.inner;
        matching.next(&*place.index, &MatchMap(place)).await
    }

    /// The record of one replay.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn get(&self, id: &str) -> Result<Option<Record>, Error> {
        self.inner.place.index.get(id).await
    }

    /// The first page of the replays that a query asks for; with [`Query::after`], the page after that place.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn list(&self, query: &Query) -> Result<Page, Error> {
        self.inner.place.index.list(query).await
    }

    /// The set that each of these replays belongs to; `None` of one that belongs to none.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn sets(&self, records: &[Record]) -> Result<Vec<Option<GameSet>>, Error> {
        sets::sets_of(&*self.inner.place.index, records).await
    }

    /// The bytes of an original, or a range of them within its size; `None` if there is none (any more).
    ///
    /// They are those that were uploaded: before the first is given out, the original has been compared with its digest,
    /// and a stream of all bytes ends with an error instead of its last piece if they changed since.
    ///
    /// # Errors
    /// [`Error::Damaged`] if the original is lost or not what it was; another if it cannot be looked at.
    pub async fn read(
        &self,
        kind: Kind,
        digest: &Digest,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, Error> {
        self.inner.place.originals(kind).read(digest, range).await
    }

    /// The definition that statistics depend on besides the replay: the version of the statistics, and the options of formats. Those of one replay are
    /// the same for as long as this is.
    pub fn statistics_definition(&self) -> &str {
        self.inner.statistics.definition()
    }

    /// The statistics of a replay, or why there are none, if somebody asked for them before.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn kept_statistics(&self, id: &str) -> Result<Option<StatisticsAnswer>, Error> {
        self.inner.statistics.kept(&*self.inner.place.index, id).await
    }

    /// The statistics of a replay, worked out by a decoder if nobody asked for them before, and kept. A request for them meanwhile waits for
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
        self.inner.statistics.get(&self.inner.place, client, digest).await
    }

    /// Has a decoder answer a question about a replay, as JSON, or say why it cannot be decoded; `None` if there is no such replay. The map is
    /// the stored one with this id. Decoders are shared out fairly between clients, and no answer is kept.
    ///
    /// # Errors
    /// As [`statistics`](Self::statistics); also if replays of the game do not answer it, which
    /// [`Question::find`](ghostreel_analysis::Question::find) says before.
    pub async fn ask(
        &self,
        client: Client,
        digest: &Digest,
        map: Option<&str>,
        asked: &Asked,
    ) -> Result<Option<Result<String, FormatError>>, Error> {
        questions::ask(&self.inner.place, client, digest, map, asked).await
    }

    /// Removes a replay, given the token its upload returned.
    ///
    /// # Errors
    /// If the index or the store cannot be changed.
    pub async fn remove(&self, id: &str, token: &DeleteToken) -> Result<Removal, Error> {
        self.inner.replays.remove(id, token).await
    }

    /// Checks a finished upload of a client and, if it is the zip file of an undamaged map that is not there yet, keeps it. When this
    /// returns [`MapVerdict::Created`](crate::MapVerdict::Created), the map survives a crash or a power cut, and replays of it are compared with it by and by
    /// ([`Archive::match_next`]). Of several maps of a hash, one that `is_trusted` goes before others.
    ///
    /// # Errors
    /// If the disk or the index fails, or no decoder answers in time; nothing is kept then.
    pub async fn admit_map(
        &self,
        client: Client,
        upload: Spooled,
        file_name: Option<&str>,
        is_trusted: bool,
    ) -> Result<AdmittedMap, Error> {
        self.inner.maps.admit(client, upload, file_name, is_trusted).await
    }

    /// The map with this id, or the first of those with this hash, in whatever case.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn map(&self, id_or_hash: &str) -> Result<Option<MapRecord>, Error> {
        let index = &self.inner.place.index;
        match index.map(&id_or_hash.to_ascii_lowercase()).await? {
            Some(map) => Ok(Some(map)),
            None => Ok(index.maps_of(&id_or_hash.to_ascii_uppercase()).await?.into_iter().next()),
        }
    }

    /// The first page of the maps that a query asks for; with [`MapQuery::after`], the page after that place.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn maps(&self, query: &MapQuery) -> Result<MapPage, Error> {
        self.inner.place.index.list_maps(query).await
    }

    /// Removes a map, and with it what was found by it; replays are compared with the other maps of its hash. Gives what was removed, and `None` if there is no such map.
    ///
    /// # Errors
    /// If the index or the store cannot be changed.
    pub async fn remove_map(&self, id: &str) -> Result<Option<MapRecord>, Error> {
        self.inner.maps.remove(id).await
    }

    /// Makes sure that the index answers and that uploads can be written.
    ///
    /// # Errors
    /// If not.
    pub async fn check(&self) -> Result<(), Error> {
        let Workplace { replays, index, .. } = &self.inner.place;
        index.check().await?;
        replays.store.check().await
    }

    /// How many originals of replays and maps are known to be lost or damaged.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn damaged(&self) -> Result<u64, Error> {
        self.inner.place.index.damaged().await
    }

    /// How much there is of one kind.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn usage(&self, kind: Kind) -> Result<Usage, Error> {
        self.inner.place.index.usage(kind).await
    }

    /// How many decoder processes ended while they had a file since the archive was opened, by cause. None are listed
    /// where files are decoded in this process.
    pub fn worker_ends(&self) -> Vec<(WorkerEnd, u64)> {
        self.inner.place.decoder.worker_ends()
    }

    /// Counts originals of replays and maps without a row. They are never deleted on their own: if the index were lost,
    /// they would be all there is.
    ///
    /// # Errors
    /// If the store or the index cannot be read.
    pub async fn orphans(&self) -> Result<Orphans, Error> {
        let mut all = Orphans::default();
        for kind in Kind::ALL {
            let mut orphans = std::pin::pin!(self.inner.place.originals(kind).orphans());
            while let Some(orphan) = orphans.try_next().await? {
                all.objects += 1;
                all.bytes += orphan.size;
            }
        }
        Ok(all)
    }

    /// Looks through the originals for as long as it is polled: first at all that were not looked at since this began, then
    /// at each again after a while. `seen` hears of every few originals.
    pub async fn scrub_in_background(&self, pace: ScrubPace, seen: impl FnMut(Scrubbed)) {
        let Workplace { replays, maps, index, .. } = self.inner.place.clone();
        Scrub { index, originals: [replays, maps] }.in_background(pace, seen).await;
    }

    /// Finishes with the decoders and the index. Requests afterwards fail.
    pub async fn close(&self) {
        let Workplace { index, decoder, .. } = &self.inner.place;
        decoder.close();
        index.close().await;
    }
}

#[cfg(test)]
#[path = "fault_tests.rs"]
mod fault_tests;
