//! The settings of a server at its start.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use axum::http::HeaderName;
use ghostreel_archive::formats::FormatOption;
use ghostreel_archive::{Level, Options, Worker};

use crate::engine::Engine;
use crate::fetch::FetchFrom;

/// How to treat an upload that is a copy of another replay, and a stored replay that turns out to be one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CopyPolicy {
    /// An upload that is a copy is not taken. A stored replay that turns out to be one is held.
    Refuse,
    /// It is kept, but neither listed nor given out until the operator decides.
    #[default]
    Hold,
    /// It is kept like others, and says what it is a copy of.
    Flag,
    /// Copies are not looked for.
    Ignore,
}

/// Which clients may upload maps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MapUploads {
    /// Every client that may upload replays.
    #[default]
    Everybody,
    /// Only clients with the review token.
    Admin,
    /// Nobody over HTTP.
    Nobody,
}

/// How a server is run. Everything but the place of the data has a default fit for one machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen. Port 0 takes any free one.
    pub listen: SocketAddr,
    /// The folder for the database and the originals; made if missing.
    pub data: PathBuf,
    /// The most bytes of one replay.
    pub upload_limit: u64,
    /// The most bytes of the zip file of one map.
    pub map_limit: u64,
    /// Which clients may upload maps.
    pub map_uploads: MapUploads,
    /// The address people use, e.g. `https://replays.example.org`, when a proxy that changes `Host`
    /// stands in front. Browsers on that site may then upload.
    pub public_url: Option<String>,
    /// More names under which the server is reached. It answers to IP addresses, `localhost` and the name in
    /// `public_url` as well, and to no other: a page of another site could have its own name resolved to us.
    pub hosts: Vec<String>,
    /// Files decoded at once. Each needs up to a few times `upload_limit` of memory.
    pub decoders: usize,
    /// Options of formats (docs/cli.md). The page's decoders get them as well.
    pub format_options: Vec<FormatOption>,
    /// How the processes that decode are started. Without one, files are decoded in the server's own process.
    pub worker: Option<Worker>,
    /// How long an upload waits for a decoder to come free, and then for its answer.
    pub decode_patience: Duration,
    /// The header in which a proxy writes the address of the client, e.g. `x-forwarded-for`: its last address counts. Only
    /// for servers that are reached only through that proxy, since others could write anything there. Without
    /// one, the address of the connection counts.
    pub client_header: Option<HeaderName>,
    /// Requests a second of one client; further ones get 429. 0 sets no limit.
    pub request_rate: u32,
    /// Requests at once of a client that was quiet before.
    pub request_burst: u32,
    /// Questions being answered at once, from their arrival to the head of the answer; further ones wait their turn.
    pub answers: usize,
    /// Of those, of one client.
    pub answers_per_client: usize,
    /// Uploads in progress at once; further ones wait their turn.
    pub uploads: usize,
    /// Of those, of one client.
    pub uploads_per_client: usize,
    /// How long an upload waits for its turn before it is asked to come again.
    pub upload_patience: Duration,
    /// The most bytes of unfinished uploads of one client.
    pub upload_bytes_per_client: u64,
    /// The least pace of an upload in bytes a second, on average over `idle_timeout`.
    pub upload_pace: u64,
    /// Viewers of the followed game at once; further ones are asked to come again.
    pub viewers: usize,
    /// Of those, of one client.
    pub viewers_per_client: usize,
    /// Connections open at once; further ones wait.
    pub connections: usize,
    /// Of those, of one client; further ones are answered 429 and closed. Not behind a proxy, which then counts.
    pub connections_per_client: usize,
    /// How long a client may take to send the head of a request.
    pub header_timeout: Duration,
    /// How long a client may keep us waiting for more of an upload, or take nothing of a download.
    pub idle_timeout: Duration,
    /// How long an upload may take in all.
    pub upload_timeout: Duration,
    /// How long any other request may take to answer.
    pub request_timeout: Duration,
    /// The most bytes a second to read in the background, to compare originals with their digests; 0: never.
    pub scrub_rate: u64,
    /// How long an original is left alone after it was compared.
    pub scrub_every: Duration,
    /// How new originals are packed, after their upload is answered; `None` keeps them as they came.
    pub pack: Option<Level>,
    /// The treatment of an upload that is a copy of another replay.
    pub copies: CopyPolicy,
    /// The sites whose links are followed for whoever asks (docs/server.md).
    pub fetch_from: Vec<FetchFrom>,
    /// What answers questions in SQL (`POST /api/query`). Without it, none are answered.
    pub query: Option<Engine>,
    /// This token allows decisions about held replays, and removing maps. Without one, neither is possible over HTTP.
    pub review_token: Option<String>,
    /// How long requests under way may go on after the server was asked to stop.
    pub shutdown_grace: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 4747)),
            data: "ghostreel-data".into(),
            upload_limit: 64 << 20,
            map_limit: Options::MAP_LIMIT,
            map_uploads: MapUploads::default(),
            public_url: None,
            hosts: Vec::new(),
            decoders: 2,
            format_options: Vec::new(),
            worker: None,
            decode_patience: Duration::from_secs(60),
            client_header: None,
            request_rate: 1000,
            request_burst: 4000,
            answers: 64,
            answers_per_client: 2,
            uploads: 64,
            uploads_per_client: 16,
            upload_patience: Duration::from_secs(10),
            upload_bytes_per_client: 512 << 20,
            upload_pace: 4 << 10,
            viewers: 256,
            viewers_per_client: 32,
            connections: 1024,
            connections_per_client: 128,
            header_timeout: Duration::from_secs(15),
            idle_timeout: Duration::from_secs(30),
            upload_timeout: Duration::from_secs(15 * 60),
            request_timeout: Duration::from_secs(30),
            scrub_rate: 8 << 20,
            scrub_every: Duration::from_secs(24 * 60 * 60),
            pack: None,
            copies: CopyPolicy::default(),
            fetch_from: Vec::new(),
            query: None,
            review_token: None,
            shutdown_grace: Duration::from_secs(20),
        }
    }
}
