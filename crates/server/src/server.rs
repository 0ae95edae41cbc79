//! A server from start to end.

use std::fmt::Debug;
use std::future::Future;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use ghostreel_archive::{Archive, Attempt, Error as ArchiveError, Kind, Options, ScrubPace};
use ghostreel_live::Source;
use ghostreel_witness::Witness;
use tokio::net::TcpListener;

use crate::app::App;
use crate::config::{Config, CopyPolicy};
use crate::error::Error;
use crate::ingested::{Ingested, MapIngested};
use crate::metrics::Metrics;
use crate::{routes, serve, timestamp};

/// The name of a new log: the server's address and the path.
fn log_name(config: &Config) -> String {
    let url = config.public_url.as_deref().unwrap_or("localhost");
    let host = url.split_once("://").map_or(url, |(_, host)| host);
    format!("{}/tlog", host.trim_end_matches('/'))
}

/// A server that listens, but does not answer before [`Server::run`].
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    app: App,
}

impl Server {
    /// Opens the archive and the port.
    ///
    /// # Errors
    /// If either is not to be had.
    pub async fn bind(config: Config) -> Result<Self, Error> {
        let options = Options {
            data: config.data.clone(),
            upload_limit: config.upload_limit,
            map_limit: config.map_limit,
            decoders: config.decoders,
            decode_patience: config.decode_patience,
            format_options: config.format_options.clone(),
            worker: config.worker.clone(),
            pack: config.pack,
            find_copies: config.copies != CopyPolicy::Ignore,
        };
        if options.worker.is_none() {
            tracing::warn!(
                "uploads are decoded in this process: a decoder's mistake would be the server's"
            );
        }
        let archive = Archive::open(options).await?;
        let usage = [archive.usage(Kind::Replay).await?, archive.usage(Kind::Map).await?];
        let witness = Witness::open(
            &config.data,
            &log_name(&config),
            ghostreel_witness::Limits::default(),
            timestamp::now(),
        )
        .await?;
        let app = App::new(archive, witness, Metrics::new(usage), config);
        app.settle_all().await.map_err(Error::Copies)?;
        let router = routes::router(&app)?;
        let listen_error = |source| Error::Listen { address: app.config.listen, source };
        let listener = TcpListener::bind(app.config.listen).await.map_err(listen_error)?;
        let address = listener.local_addr().map_err(listen_error)?;
        tracing::info!(%address, data = %app.config.data.display(), replays = usage[0].originals, maps = usage[1].originals, "listening");
        Ok(Self { listener, address, router, app })
    }

    /// Where the server listens.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Takes in a file the way an upload is, under its own name.
    pub async fn ingest_file(&self, path: &Path) -> Ingested {
        self.app.ingest_file(path).await
    }

    /// Takes in bytes the way an upload is, under the given file name.
    pub async fn ingest_bytes(&self, bytes: &[u8], name: &str) -> Ingested {
        self.app.ingest_bytes(bytes, name).await
    }

    /// Takes in the zip file of a map the way an upload is, under the given file name.
    pub async fn ingest_map_bytes(&self, zip: &[u8], name: &str) -> MapIngested {
        self.app.ingest_map_bytes(zip, name).await
    }

    /// Shows a source's games to everyone who asks, as they are written. There can be one.
    ///
    /// # Errors
    /// If there is one already, or the system gives no thread for it.
    pub fn follow(&self, source: Box<dyn Source>) -> Result<(), std::io::Error> {
        self.app.live.follow(source)
    }

    /// Answers requests until `shutdown` completes and those under way have finished, or the grace
    /// for that is over.
    ///
    /// # Errors
    /// None at present; the failure of a single request is that request's answer.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), Error> {
        let orphans = tokio::spawn(report_orphans(self.app.archive.clone()));
        let scrub = tokio::spawn(scrub(self.app.clone()));
        let compare = tokio::spawn(compare(self.app.clone()));
        let catch_up = tokio::spawn(catch_up(self.app.archive.clone()));
        let match_maps = tokio::spawn(match_maps(self.app.clone()));
        let live = Arc::clone(&self.app.live);
        let shutdown = async move {
            shutdown.await;
            // A game may go on for hours: a stop does not wait for viewers to see its end.
            live.stop();
        };
        serve::serve(self.listener, self.router, &self.app, shutdown).await;
        orphans.abort();
        scrub.abort();
        compare.abort();
        catch_up.abort();
        match_maps.abort();
        self.app.archive.close().await;
        tracing::info!("stopped");
        Ok(())
    }
}

/// Looks for damage for as long as the server runs.
async fn scrub(app: App) {
    let pace = ScrubPace { bytes_per_s: app.config.scrub_rate, every: app.config.scrub_every };
    if pace.bytes_per_s > 0 {
        app.archive.scrub_in_background(pace, |seen| app.metrics.scrubbed(seen)).await;
    }
}

/// Compares what is still to be compared, for as long as the server runs: half of the time of one decoder at most.
async fn compare(app: App) {
    /// How long to wait when there is nothing to do.
    const REST: Duration = Duration::from_secs(60);
    // All were tried; the next one begins anew.
    let rest = async || {
        let _ = tokio::time::timeout(REST, app.to_compare.notified()).await;
    };
    loop {
        match app.archive.compare_next().await {
            Ok(Some(Attempt { id, outcome, took })) => {
                if let Some(copies) = outcome.filter(|copies| *copies > 0) {
                    tracing::info!(id, copies, "found copies");
                }
                if let Err(problem) = app.settle(&[id]).await {
                    tracing::warn!(detail = problem.detail, "copies stay undecided");
                }
                tokio::time::sleep(took).await;
            }
            Ok(None) => rest().await,
            Err(error) => {
                tracing::warn!(%error, "replays cannot be compared");
                rest().await;
            }
        }
    }
}

/// Finds out about replays that came before an upgrade what is found out about those that come now: half of the time of one decoder at most, until
/// all were tried.
async fn catch_up(archive: Archive) {
    until_all_were_tried("who played against whom", || archive.find_sides_next()).await;
    until_all_were_tried("whether the motion fits", || archive.judge_next()).await;
}

/// `what` is found out about one replay after the other.
async fn until_all_were_tried<T: Debug, F>(what: &str, next: impl Fn() -> F)
where
    F: Future<Output = Result<Option<Attempt<T>>, ArchiveError>>,
{
    loop {
        match next().await {
            Ok(Some(Attempt { id, outcome, took })) => {
                tracing::debug!(id, what, ?outcome, "looked at a replay again");
                tokio::time::sleep(took).await;
            }
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, what, "the rest is found out when the server is started again");
                return;
            }
        }
    }
}

/// Compares replays with maps that came after them, or with those that an older version compared: half of the time of one decoder at most, until
/// all were tried, and again when a map came.
async fn match_maps(app: App) {
    loop {
        match app.archive.match_next().await {
            Ok(Some(Attempt { id, outcome: verdict, took })) => {
                tracing::debug!(id, verdict, "compared a replay with its map");
                tokio::time::sleep(took).await;
            }
            Ok(None) => app.to_match.notified().await,
            Err(error) => {
                tracing::warn!(%error, "replays are compared with their maps when the next map comes");
                app.to_match.notified().await;
            }
        }
    }
}

async fn report_orphans(archive: Archive) {
    match archive.orphans().await {
        Ok(orphans) if orphans.objects > 0 => {
            let (objects, bytes) = (orphans.objects, orphans.bytes);
            tracing::warn!(
                objects,
                bytes,
                "originals without a row, left by a crash; they do no harm"
            );
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "cannot look for originals without a row"),
    }
}
