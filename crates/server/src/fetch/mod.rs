//! Replays and maps of Beat Saber from the sites that have them, by a link. A server asks only the sites that its operator named.

mod asker;
mod link;
mod site;

use ghostreel_archive::{Client, FairQueue, Kind, Turn};
use serde::Deserialize;
use tokio::task::spawn_blocking;

pub use self::site::{FetchFrom, Site};

use self::asker::Asker;
use self::link::{MapName, Wanted};
use crate::problem::Problem;

/// Links that are followed at once, and of one client; further ones are asked to come again.
const AT_ONCE: usize = 4;
const OF_ONE: usize = 1;

/// A file that a link leads to.
#[derive(Debug)]
pub(crate) struct Fetched {
    pub(crate) kind: Kind,
    pub(crate) bytes: Vec<u8>,
    /// A name for the file.
    pub(crate) name: String,
}

/// Where a link leads.
#[derive(Debug)]
pub(crate) enum Found {
    /// To a file, which is not fetched yet.
    File(Remote),
    /// To a map of this hash, which is not fetched yet.
    Map { hash: String, file: Remote },
}

/// A file on a site.
#[derive(Debug)]
pub(crate) struct Remote {
    site: FetchFrom,
    kind: Kind,
    address: String,
    name: String,
}

impl Remote {
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }
}

/// Fetches files from sites.
#[derive(Clone, Debug)]
pub(crate) struct Fetcher {
    sites: Vec<FetchFrom>,
    places: FairQueue,
}

/// BeatSaver's answer about a map.
#[derive(Deserialize)]
struct MapInfo {
    versions: Vec<MapVersion>,
}

#[derive(Deserialize)]
struct MapVersion {
    hash: String,
    #[serde(rename = "downloadURL")]
    download_url: String,
}

/// BeatLeader's answer about a score.
#[derive(Deserialize)]
struct ScoreInfo {
    replay: Option<String>,
}

/// ScoreSaber's answer about a leaderboard.
#[derive(Deserialize)]
struct LeaderboardInfo {
    #[serde(rename = "songHash")]
    song_hash: String,
}

impl Fetcher {
    pub(crate) fn new(sites: Vec<FetchFrom>) -> Self {
        Self { sites, places: FairQueue::new(AT_ONCE, OF_ONE) }
    }

    /// The sites that are asked.
    pub(crate) fn sites(&self) -> impl Iterator<Item = Site> {
        self.sites.iter().map(|from| from.site)
    }

    /// A place for a client to follow a link.
    pub(crate) fn place(&self, client: Client) -> Result<Turn, Problem> {
        let place = self.places.try_take(client);
        place.ok_or_else(|| Problem::busy("Other links are being followed."))
    }

    /// Where a link leads.
    pub(crate) async fn find(&self, link: &str) -> Result<Found, Problem> {
        let wanted = link::read(link).ok_or_else(Problem::unknown_link)?;
        let fetcher = self.clone();
        aside(move || fetcher.look(wanted)).await
    }

    /// Fetches a file of at most so many bytes.
    pub(crate) async fn fetch(&self, remote: Remote, limit: u64) -> Result<Fetched, Problem> {
        let Remote { site, kind, address, name } = remote;
        let bytes = aside(move || Asker::new(&site).bytes(&address, limit)).await?;
        Ok(Fetched { kind, bytes, name })
    }

    fn site(&self, site: Site) -> Result<&FetchFrom, Problem> {
        let from = self.sites.iter().find(|from| from.site == site);
        from.ok_or_else(|| Problem::site_is_off(site.title()))
    }

    fn look(&self, wanted: Wanted) -> Result<Found, Problem> {
        match wanted {
            Wanted::Map(name) => self.map(&name),
            Wanted::Leaderboard(id) => {
                let site = self.site(Site::ScoreSaber)?;
                let path = format!("/api/leaderboard/by-id/{id}/info");
                let info: LeaderboardInfo = Asker::new(site).json(&path)?;
                self.map(&MapName::of_hash(&info.song_hash).ok_or_else(|| {
                    Problem::site_is_wrong(Site::ScoreSaber.title(), "the hash of its map is none")
                })?)
            }
            Wanted::Score(id) => {
                let site = self.site(Site::BeatLeader)?;
                let info: ScoreInfo = Asker::new(site).json(&format!("/score/{id}"))?;
                let address = info.replay.filter(|address| !address.is_empty());
                let address = address.ok_or_else(|| {
                    Problem::site_has_none(Site::BeatLeader.title(), "replay of this score")
                })?;
                let name = address.rsplit('/').next().unwrap_or("replay.bsor").to_owned();
                Ok(Found::File(Remote { site: site.clone(), kind: Kind::Replay, address, name }))
            }
        }
    }

    fn map(&self, name: &MapName) -> Result<Found, Problem> {
        let site = self.site(Site::BeatSaver)?;
        let path = match name {
            MapName::Hash(hash) => format!("/maps/hash/{hash}"),
            MapName::Key(key) => format!("/maps/id/{key}"),
        };
        let info: MapInfo = Asker::new(site).json(&path)?;
        // The last version is the one that is published; of a hash, its own.
        let is_wanted = |version: &&MapVersion| match name {
            MapName::Hash(hash) => version.hash.eq_ignore_ascii_case(hash),
            MapName::Key(_) => true,
        };
        let version = info.versions.iter().rev().find(is_wanted).ok_or_else(|| {
            Problem::site_has_none(Site::BeatSaver.title(), "file of this version of the map")
        })?;
        let (hash, address) = (version.hash.to_ascii_uppercase(), version.download_url.clone());
        let name = format!("{hash}.zip");
        let file = Remote { site: site.clone(), kind: Kind::Map, address, name };
        Ok(Found::Map { hash, file })
    }
}

/// Does something that waits for a site.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(work).await.map_err(|_| Problem::our_bug())?
}
