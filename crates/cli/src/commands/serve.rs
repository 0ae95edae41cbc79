//! `ghostreel serve`: the server.

use std::ffi::OsString;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use ghostreel_formats::Options;
use ghostreel_formats::core::{Outcome, Severity};
use ghostreel_server::{Config, CopyPolicy, FetchFrom, HeaderName, MapUploads, Server, Site};

use super::archive::Packing;
use super::many;
use crate::hosting::{self, ServedReplay, Stop};
use crate::input::Opening;
use crate::say::{FAINT, NAME};
use crate::status::Status;
use crate::{input, say, text};

/// Run the server: a library of replays to upload, search and watch
///
/// Replays and the database are kept in one folder. Uploads are decoded in processes of their own, with limits of memory and
/// time. A client is an IPv4 address or a /64 network of IPv6; a client that asks for too much is answered 429, with the time to come
/// again. docs/security.md has all limits. Ctrl-C ends the server; requests under way are finished first.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel serve                              the library is at http://127.0.0.1:4747/
  ghostreel serve --data replays a.bsor        takes a.bsor in first, and prints its address
  ghostreel serve --listen 0.0.0.0:80          reachable from other machines
  curl --data-binary @a.bsor http://127.0.0.1:4747/api/replays
  curl --data-binary @song.zip http://127.0.0.1:4747/api/maps")]
pub(crate) struct Args {
    /// Replays to take in first
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Address and port; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4747", value_parser = address)]
    listen: SocketAddr,
    /// The folder for everything; made if missing
    #[arg(long, value_name = "DIR", default_value = "ghostreel-data")]
    data: PathBuf,
    /// The most bytes that a replay may have
    #[arg(long, value_name = "BYTES", default_value_t = Config::default().upload_limit)]
    upload_limit: u64,
    /// The most bytes that the zip file of a map may have
    #[arg(long, value_name = "BYTES", default_value_t = Config::default().map_limit)]
    map_limit: u64,
    /// Which clients may upload maps of Beat Saber. Maps have songs in them: think of who may hear them
    #[arg(long, value_enum, value_name = "WHO", default_value = "everybody")]
    map_uploads: WhoMay,
    /// The address that people use, if a proxy stands in front, e.g. `https://replays.example.org`
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// A name under which the server is reached, e.g. `replays.local`; may be given several times. It answers to IP
    /// addresses, localhost and the name in --public-url anyway, and refuses all others
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Distinguish clients by the address that a proxy puts into this header, e.g. `x-forwarded-for`. Only for a server that
    /// is reached only through the proxy: others could write anything there
    #[arg(long, value_name = "NAME")]
    client_header: Option<HeaderName>,
    /// Requests a second that one client may send; 0 is without limit
    #[arg(long, value_name = "NUMBER", default_value_t = Config::default().request_rate)]
    request_rate: u32,
    /// Connections that one client may have
    #[arg(long, value_name = "NUMBER", default_value_t = Config::default().connections_per_client)]
    connections_per_client: usize,
    /// Uploads that one client may have in progress; further ones wait
    #[arg(long, value_name = "NUMBER", default_value_t = Config::default().uploads_per_client)]
    uploads_per_client: usize,
    /// Files that are decoded at once
    #[arg(long, value_name = "NUMBER", default_value_t = Config::default().decoders)]
    decoders: usize,
    /// The most bytes a second to read in the background, to find replays that the disk has lost or changed; 0 never looks
    #[arg(long, value_name = "BYTES", default_value_t = Config::default().scrub_rate)]
    scrub_rate: u64,
    /// How many seconds a replay is left alone after it was looked at in the background
    #[arg(long, value_name = "SECONDS", default_value_t = Config::default().scrub_every.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..))]
    scrub_every: u64,
    /// Follow links to these sites for whoever asks: beatsaver (maps), beatleader (replays), scoresaber (leaderboards). The server fetches
    /// what they lead to, and takes it in as an upload. None unless you name them; `beatsaver=http://…` asks another server in the site's place
    #[arg(long, value_name = "SITES", value_delimiter = ',', value_parser = site)]
    fetch_from: Vec<FetchFrom>,
    /// How to store new replays: as they came, or packed, which is done after the upload is answered. The file that is given out stays the
    /// same; `ghostreel archive repack` does it for those that are there
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "none")]
    pack: Packing,
    /// How the server treats an upload that is a copy of another replay. The earlier one is the original, whatever is signed later
    #[arg(long, value_enum, value_name = "WHAT", default_value = "hold")]
    copies: Copies,
    /// Answer questions in SQL over these replays or this export, for whoever asks (`POST /api/query`, docs/server.md). It takes `ghostreel-query`, as
    /// `ghostreel query` does
    #[arg(long, value_name = "PATH")]
    query: Option<OsString>,
    /// A file with a token of yours: with it you decide about replays that are held, and remove maps (docs/server.md)
    #[arg(long, value_name = "FILE")]
    review_token_file: Option<PathBuf>,
    #[command(flatten)]
    opening: Opening,
    /// Log what happens; twice: in detail. RUST_LOG chooses more finely
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
}

/// Which clients may upload maps.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum WhoMay {
    /// Every client that may upload replays
    Everybody,
    /// Only clients with the token of --review-token-file
    Admin,
    /// Nobody
    Nobody,
}

impl WhoMay {
    fn map_uploads(self) -> MapUploads {
        match self {
            Self::Everybody => MapUploads::Everybody,
            Self::Admin => MapUploads::Admin,
            Self::Nobody => MapUploads::Nobody,
        }
    }
}

/// The treatment of copies.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Copies {
    /// It is not taken
    Refuse,
    /// It is kept, but neither listed nor given out until you decide
    Hold,
    /// It is kept like others, and says what it is a copy of
    Flag,
    /// Copies are not looked for
    Ignore,
}

impl Copies {
    fn policy(self) -> CopyPolicy {
        match self {
            Self::Refuse => CopyPolicy::Refuse,
            Self::Hold => CopyPolicy::Hold,
            Self::Flag => CopyPolicy::Flag,
            Self::Ignore => CopyPolicy::Ignore,
        }
    }
}

pub(crate) fn run(args: Args) -> Result<Status> {
    hosting::start_log(args.verbose)?;
    let (format_options, formats) = args.opening.read_options()?;
    let options = Options { formats, ..Options::default() };
    let config = Config {
        listen: args.listen,
        data: args.data,
        upload_limit: args.upload_limit,
        map_limit: args.map_limit,
        map_uploads: args.map_uploads.map_uploads(),
        public_url: args.public_url,
        hosts: args.hosts,
        client_header: args.client_header,
        request_rate: args.request_rate,
        connections_per_client: args.connections_per_client,
        uploads_per_client: args.uploads_per_client,
        decoders: args.decoders,
        scrub_rate: args.scrub_rate,
        scrub_every: Duration::from_secs(args.scrub_every),
        pack: args.pack.level(),
        copies: args.copies.policy(),
        fetch_from: args.fetch_from,
        review_token: args.review_token_file.as_deref().map(review_token).transpose()?,
        query: args.query.map(many::engine).transpose()?,
        format_options,
        worker: Some(hosting::decode_worker()?),
        ..Config::default()
    };
    hosting::block_on(async {
        let stop = Stop::listen()?;
        let server = hosting::bind(config).await?;
        let status = tokio::select! {
            status = take_in(&server, &args.files, &options) => status,
            () = stop.clone().wait() => return Ok(Status::Ok),
        };
        server.run(stop.wait()).await?;
        Ok(status)
    })
}

/// The token in a file, which others cannot guess.
fn review_token(path: &Path) -> Result<String> {
    const SHORTEST: usize = 16;
    let token = std::fs::read_to_string(path)
        .map_err(|error| anyhow!("{}: {}", text::path(path), text::reason(&error)))?;
    let token = token.trim();
    if token.len() < SHORTEST {
        bail!("{}: a review token has at least {SHORTEST} characters", text::path(path));
    }
    Ok(token.to_owned())
}

/// Takes in all files. One that cannot be taken in keeps the others and the server from nothing.
async fn take_in(server: &Server, files: &[PathBuf], options: &Options) -> Status {
    let base = hosting::base_url(server.local_addr());
    let mut status = Status::Ok;
    for path in files {
        match take_in_one(server, path, options).await {
            Ok(kept) => hosting::print_address(path, &base, &kept),
            Err(error) => {
                say::error(text::sentence(&error));
                status = Status::Failed;
            }
        }
    }
    hosting::print_line(format_args!(
        "The library is at {NAME}{base}/{NAME:#} {FAINT}(Ctrl-C ends){FAINT:#}"
    ));
    status
}

async fn take_in_one(server: &Server, path: &Path, options: &Options) -> Result<ServedReplay> {
    let replay = input::load(path, options)?;
    let kept = hosting::ingest(server, path, replay.bytes()).await;
    kept.map_err(|error| {
        let damage = replay.diagnostics().iter().find(|said| said.severity == Severity::Error);
        let (Outcome::Recovered, Some(damage)) = (replay.outcome(), damage) else { return error };
        let (name, section) = (input::name(path), &damage.section);
        anyhow!(
            "{name} is damaged ({section}, offset {}) and stays out; `ghostreel repair {name}` makes a whole replay of the rest",
            damage.offset
        )
    })
}

/// An address with a port; names such as `localhost` are looked up.
fn address(text: &str) -> Result<SocketAddr, String> {
    let mut found = text
        .to_socket_addrs()
        .map_err(|_| "expected an address and a port, such as 127.0.0.1:4747".to_owned())?;
    found.next().ok_or_else(|| format!("nothing is known of {text}"))
}

/// A site that links are followed to, and the address of another server in its place.
fn site(text: &str) -> Result<FetchFrom, String> {
    let (name, api) = match text.split_once('=') {
        Some((name, api)) => (name, Some(api.trim_end_matches('/').to_owned())),
        None => (text, None),
    };
    let known = [Site::BeatSaver, Site::BeatLeader, Site::ScoreSaber];
    let site = known.into_iter().find(|site| site.name() == name);
    let site =
        site.ok_or_else(|| format!("expected {}, found {name}", known.map(Site::name).join(", ")))?;
    if api.as_ref().is_some_and(|api| !api.starts_with("http://") && !api.starts_with("https://")) {
        return Err("expected an address that begins with http:// or https://".into());
    }
    Ok(FetchFrom { site, api })
}
