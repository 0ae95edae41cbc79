//! The state that every handler shares.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ghostreel_archive::{Archive, FairQueue};
use ghostreel_witness::Witness;

use tokio::sync::{Notify, Semaphore};

use crate::client::{ClientFinder, Peer, RequestClient};
use crate::config::Config;
use crate::fetch::Fetcher;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::rates::Rates;
use crate::weights::Weights;

/// Uploads whose marks are verified at once: each is held in memory.
const VERIFIED_AT_ONCE: usize = 2;

/// The archive, the settings and the numbers. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) archive: Archive,
    /// Sessions, keys and the log.
    pub(crate) witness: Witness,
    /// One place for each upload whose mark is verified.
    pub(crate) verifying: Arc<Semaphore>,
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: Arc<Metrics>,
    /// How the client of a request is found.
    pub(crate) clients: ClientFinder,
    /// How often each may ask.
    pub(crate) rates: Arc<Rates>,
    /// One place for each connection, shared out between clients.
    pub(crate) connections: FairQueue,
    /// One place for each question that may be worked at.
    pub(crate) answers: FairQueue,
    /// One place for each upload that may be in progress.
    pub(crate) uploads: FairQueue,
    /// The bytes of those.
    pub(crate) weights: Weights,
    /// Notified when replays may wait to be compared with their maps: a map came, or could not be looked at when its replay came.
    pub(crate) to_match: Arc<Notify>,
    /// Notified when replays may wait to be compared with others again.
    pub(crate) to_compare: Arc<Notify>,
    /// One place for each question in SQL.
    pub(crate) questions: FairQueue,
    /// Follows links to other sites.
    pub(crate) fetcher: Fetcher,
    /// The live game that is followed, if there is one.
    pub(crate) live: Arc<Live>,
    /// One place for each viewer of it.
    pub(crate) viewers: FairQueue,
}

impl App {
    pub(crate) fn new(
        archive: Archive,
        witness: Witness,
        metrics: Metrics,
        config: Config,
    ) -> Self {
        Self {
            archive,
            witness,
            verifying: Arc::new(Semaphore::new(VERIFIED_AT_ONCE)),
            metrics: Arc::new(metrics),
            clients: ClientFinder::new(config.client_header.clone()),
            rates: Arc::new(Rates::new(config.request_rate, config.request_burst)),
            connections: FairQueue::new(config.connections, config.connections_per_client),
            answers: FairQueue::new(config.answers, config.answers_per_client),
            uploads: FairQueue::new(config.uploads, config.uploads_per_client),
            weights: Weights::new(config.upload_bytes_per_client),
            to_match: Arc::default(),
            to_compare: Arc::default(),
            questions: FairQueue::new(config.query.as_ref().map_or(1, |engine| engine.at_once), 1),
            fetcher: Fetcher::new(config.fetch_from.clone()),
            live: Live::new(config.upload_limit),
            viewers: FairQueue::new(config.viewers, config.viewers_per_client),
            config: Arc::new(config),
        }
    }
}

/// Attaches the client to the request, and refuses clients that ask too often.
pub(crate) async fn admit(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let Some(Peer(peer)) = request.extensions().get().copied() else {
        return Problem::our_bug().into_response();
    };
    let client = app.clients.of(peer, request.headers());
    if !app.rates.allow(client.0) {
        return Problem::too_often().into_response();
    }
    request.extensions_mut().insert(client);
    next.run(request).await
}

/// Answers in turn: a flood of one client waits for itself, and leaves the processors to others.
pub(crate) async fn in_turn(
    State(app): State<App>,
    Extension(RequestClient(client)): Extension<RequestClient>,
    request: Request,
    next: Next,
) -> Response {
    let _turn = app.answers.take(Some(client)).await;
    next.run(request).await
}
