//! Numbers for operators, in the text format that Prometheus reads.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use ghostreel_archive::{Scrubbed, Usage, WorkerEnd};
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// Everything that is counted.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram>,
    uploads: Family<UploadLabels, Counter>,
    decoding: Histogram,
    decoders_ended: Family<EndLabels, Counter>,
    statistics: Family<StatisticsLabels, Counter>,
    statistics_duration: Histogram,
    replays: Gauge,
    stored: Gauge,
    map_uploads: Family<UploadLabels, Counter>,
    maps: Gauge,
    maps_stored: Gauge,
    damaged: Gauge,
    scrubbed: Counter,
    scrubbed_bytes: Counter,
}

/// How an upload ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UploadOutcome {
    Created,
    Existing,
    Restored,
    Rejected,
    Failed,
}

impl UploadOutcome {
    fn label(self) -> UploadLabels {
        let outcome = match self {
            Self::Created => "created",
            Self::Existing => "existing",
            Self::Restored => "restored",
            Self::Rejected => "rejected",
            Self::Failed => "failed",
        };
        UploadLabels { outcome }
    }
}

/// Where statistics that were asked for came from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StatisticsOutcome {
    Kept,
    WorkedOut,
    Failed,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct UploadLabels {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StatisticsLabels {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct EndLabels {
    cause: &'static str,
}

impl Metrics {
    /// With how much there is of replays and of maps.
    pub(crate) fn new([replays, maps]: [Usage; 2]) -> Self {
        // From 0.5 ms to 16 s, each twice the one before.
        let histogram: fn() -> Histogram = || Histogram::new(exponential_buckets(0.0005, 2.0, 16));
        let metrics = Self {
            registry: Registry::default(),
            requests: Family::default(),
            durations: Family::new_with_constructor(histogram),
            uploads: Family::default(),
            decoding: histogram(),
            decoders_ended: Family::default(),
            statistics: Family::default(),
            statistics_duration: histogram(),
            replays: Gauge::default(),
            stored: Gauge::default(),
            map_uploads: Family::default(),
            maps: Gauge::default(),
            maps_stored: Gauge::default(),
            damaged: Gauge::default(),
            scrubbed: Counter::default(),
            scrubbed_bytes: Counter::default(),
        };
        metrics.replays.set(signed(replays.originals));
        metrics.stored.set(signed(replays.bytes));
        metrics.maps.set(signed(maps.originals));
        metrics.maps_stored.set(signed(maps.bytes));
        metrics.registered()
    }

    fn registered(mut self) -> Self {
        let registry = self.registry.sub_registry_with_prefix("ghostreel");
        registry.register("http_requests", "Requests answered", self.requests.clone());
        registry.register_with_unit(
            "http_request_duration",
            "Time to the head of the answer",
            Unit::Seconds,
            self.durations.clone(),
        );
        registry.register("uploads", "Uploads by how they ended", self.uploads.clone());
        registry.register_with_unit(
            "decode_duration",
            "Time to decode an upload, without waiting for a decoder",
            Unit::Seconds,
            self.decoding.clone(),
        );
        registry.register(
            "decoders_ended",
            "Decoder processes that ended while they had a file, by cause",
            self.decoders_ended.clone(),
        );
        registry.register(
            "statistics",
            "Questions for the statistics of a replay, by where the answer came from",
            self.statistics.clone(),
        );
        registry.register_with_unit(
            "statistics_duration",
            "Time to work out the statistics of a replay, without waiting for a decoder",
            Unit::Seconds,
            self.statistics_duration.clone(),
        );
        registry.register("replays", "Replays in the archive", self.replays.clone());
        registry.register_with_unit(
            "stored",
            "Size of all originals",
            Unit::Bytes,
            self.stored.clone(),
        );
        registry.register(
            "map_uploads",
            "Uploads of maps by how they ended",
            self.map_uploads.clone(),
        );
        registry.register("maps", "Maps in the archive", self.maps.clone());
        registry.register_with_unit(
            "maps_stored",
            "Size of the zip files of all maps",
            Unit::Bytes,
            self.maps_stored.clone(),
        );
        registry.register(
            "damaged",
            "Originals of replays and maps known to be lost or altered",
            self.damaged.clone(),
        );
        registry.register(
            "scrubbed",
            "Originals compared with their digests in the background",
            self.scrubbed.clone(),
        );
        registry.register_with_unit(
            "scrubbed",
            "Size of the originals compared in the background",
            Unit::Bytes,
            self.scrubbed_bytes.clone(),
        );
        self
    }

    pub(crate) fn decoded(&self, took: Duration) {
        self.decoding.observe(took.as_secs_f64());
    }

    /// Counts an answer to a question for statistics.
    pub(crate) fn gave_statistics(&self, outcome: StatisticsOutcome) {
        let outcome = match outcome {
            StatisticsOutcome::Kept => "kept",
            StatisticsOutcome::WorkedOut => "worked-out",
            StatisticsOutcome::Failed => "failed",
        };
        self.statistics.get_or_create(&StatisticsLabels { outcome }).inc();
    }

    /// Notes how long a decoder took for statistics.
    pub(crate) fn worked_out_statistics(&self, took: Duration) {
        self.statistics_duration.observe(took.as_secs_f64());
    }

    /// Counts an upload; `bytes` are the stored ones.
    pub(crate) fn uploaded(&self, outcome: UploadOutcome, bytes: u64) {
        self.uploads.get_or_create(&outcome.label()).inc();
        if matches!(outcome, UploadOutcome::Created) {
            self.replays.inc();
            self.stored.inc_by(signed(bytes));
        }
    }

    /// Counts an upload of a map; `bytes` is its size.
    pub(crate) fn map_uploaded(&self, outcome: UploadOutcome, bytes: u64) {
        self.map_uploads.get_or_create(&outcome.label()).inc();
        if matches!(outcome, UploadOutcome::Created) {
            self.maps.inc();
            self.maps_stored.inc_by(signed(bytes));
        }
    }

    pub(crate) fn map_removed(&self, bytes: u64) {
        self.maps.dec();
        self.maps_stored.dec_by(signed(bytes));
    }

    pub(crate) fn removed(&self, bytes: u64) {
        self.replays.dec();
        self.stored.dec_by(signed(bytes));
    }

    /// How many decoder processes ended so far, by cause.
    pub(crate) fn decoders_ended(&self, ends: &[(WorkerEnd, u64)]) {
        for (end, count) in ends {
            let labels = EndLabels { cause: end.name() };
            self.decoders_ended.get_or_create(&labels).inner().store(*count, Ordering::Relaxed);
        }
    }

    /// How many originals are damaged by now.
    pub(crate) fn damaged(&self, originals: u64) {
        self.damaged.set(signed(originals));
    }

    /// Counts what the background looked at.
    pub(crate) fn scrubbed(&self, seen: Scrubbed) {
        self.scrubbed.inc_by(seen.originals);
        self.scrubbed_bytes.inc_by(seen.bytes);
    }

    /// All numbers, as OpenMetrics text.
    pub(crate) fn render(&self) -> Result<String, std::fmt::Error> {
        let mut page = String::new();
        text::encode(&mut page, &self.registry)?;
        Ok(page)
    }
}

/// Counts every request under its route, not its path, and under a method that we know: clients could make up any
/// number of either, and each would be kept for good.
pub(crate) async fn track(
    State(metrics): State<Arc<Metrics>>,
    request: Request,
    next: Next,
) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str);
    let route = route.to_owned();
    let method = method_name(request.method());
    let started = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let labels = RouteLabels { route: route.clone() };
    metrics.durations.get_or_create(&labels).observe(started.elapsed().as_secs_f64());
    metrics.requests.get_or_create(&RequestLabels { method, route, status }).inc();
    response
}

/// The name of a method, out of a closed set: HTTP allows any word for one.
pub(crate) fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
