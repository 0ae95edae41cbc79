//! The HTTP server: an API over a [`ghostreel_archive::Archive`], and the page that plays what it
//! holds. `docs/server.md` shows it from the outside.
//!
//! ```no_run
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), ghostreel_server::Error> {
//! use ghostreel_server::{Config, Server};
//!
//! let server = Server::bind(Config { data: "replays".into(), ..Config::default() }).await?;
//! server.ingest_file("a.bsor".as_ref()).await;
//! println!("http://{}/", server.local_addr());
//! server.run(async { tokio::signal::ctrl_c().await.unwrap_or_default() }).await
//! # }
//! ```

mod app;
mod body;
mod client;
mod config;
mod copies;
mod disposition;
mod download;
mod dto;
mod engine;
mod error;
mod fetch;
mod headers;
mod host;
mod ingested;
mod intake;
mod link_preview;
mod live;
mod map_intake;
mod metrics;
mod multipart;
mod page;
mod problem;
mod range;
mod rates;
mod receive;
mod routes;
mod serve;
mod server;
mod timestamp;
mod weights;
mod witnessing;

pub use axum::http::HeaderName;
pub use config::{Config, CopyPolicy, MapUploads};
pub use dto::{
    Copy, Finding, FormatOption, FormatOptionList, Live, LiveGame, Map, MapList, Replay,
    ReplayList, ReplayProof, Role, StoredMap, Uploaded,
};
pub use engine::Engine;
pub use error::Error;
pub use fetch::{FetchFrom, Site};
pub use ghostreel_archive::documents::{MapMatch, MissingNote, Motion, ScoreVerdict};
pub use ghostreel_archive::formats::timeline::Player;
pub use ghostreel_archive::{Diagnostic, MapDifficulty, Worker, decode_worker};
pub use ingested::{Ingested, MapIngested};
pub use problem::{Problem, ProblemDetails};
pub use server::Server;
