//! The common part of `serve` and `play`: a server with files in it, from start to signal.

use std::fmt::Display;
use std::future::Future;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use ghostreel_server::{Config, Error, Ingested, Replay, Server, Worker};
use tokio::sync::watch;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::say::{self, FAINT, NAME};
use crate::{input, text};

/// How long abandoned work may go on at the end.
const LAST_GRACE: Duration = Duration::from_secs(1);

/// Shows the server's log on stderr: warnings, or what `-v` or `RUST_LOG` asks for.
pub(crate) fn start_log(verbosity: u8) -> Result<()> {
    let filter = match std::env::var("RUST_LOG") {
        Ok(filter) if verbosity == 0 && !filter.is_empty() => filter
            .parse::<Targets>()
            .map_err(|error| anyhow!("RUST_LOG is not understood: {error}"))?,
        _ => Targets::new().with_default(match verbosity {
            0 => LevelFilter::WARN,
            1 => LevelFilter::INFO,
            2 => LevelFilter::DEBUG,
            _ => LevelFilter::TRACE,
        }),
    };
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never);
    tracing_subscriber::registry().with(filter).with(lines).try_init()?;
    Ok(())
}

/// This very program, as the process that looks into uploads.
pub(crate) fn decode_worker() -> Result<Worker> {
    // The file that runs, even if another one has taken its place since.
    let running = Path::new("/proc/self/exe");
    let program = match running.exists() {
        true => running.to_owned(),
        false => std::env::current_exe().context("cannot find this program to start decoders")?,
    };
    Ok(Worker { program, arguments: vec!["decode-worker".into()] })
}

/// Threads for work that waits, files above all. Each keeps memory of its own; hundreds would come with many clients.
const BLOCKING_THREADS: usize = 64;

/// Runs a future on as many threads as there are processors.
pub(crate) fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING_THREADS)
        .build()
        .context("cannot start the threads of the server")?;
    let result = runtime.block_on(future);
    // A decoder that works in this process cannot be stopped; it is not waited for either.
    runtime.shutdown_timeout(LAST_GRACE);
    result
}

/// Opens data folder and port.
pub(crate) async fn bind(config: Config) -> Result<Server> {
    let data = text::path(&config.data);
    Server::bind(config).await.map_err(|error| match error {
        Error::Listen { address, source } if source.kind() == io::ErrorKind::AddrInUse => {
            anyhow!("cannot listen on {address}: another program does; choose another port with --listen")
        }
        Error::Listen { address, source } => {
            anyhow!("cannot listen on {address}: {}", text::reason(&source))
        }
        Error::Archive(error) => {
            anyhow::Error::from(error).context(format!("cannot keep replays in {data}"))
        }
        error => error.into(),
    })
}

/// Where people find the server.
pub(crate) fn base_url(address: SocketAddr) -> String {
    let reachable = match address.ip() {
        // Listening everywhere includes here.
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(reachable, address.port()))
}

/// A replay that the server has.
#[derive(Debug)]
pub(crate) struct ServedReplay {
    id: String,
    /// It had it before.
    is_known: bool,
    /// The id of the map that it was played on.
    pub(crate) map: Option<String>,
}

impl ServedReplay {
    fn new(replay: Replay, is_known: bool) -> Self {
        Self { id: replay.id, is_known, map: replay.map.and_then(|map| map.about.id) }
    }

    /// Where it plays.
    pub(crate) fn url(&self, base: &str) -> String {
        format!("{base}/player?replay={}", self.id)
    }
}

/// Gives the server a file's bytes.
pub(crate) async fn ingest(server: &Server, path: &Path, bytes: &[u8]) -> Result<ServedReplay> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    match server.ingest_bytes(bytes, &name).await {
        Ingested::Created(kept) => Ok(ServedReplay::new(kept.replay, false)),
        Ingested::Existing(known) | Ingested::Restored(known) => {
            Ok(ServedReplay::new(*known, true))
        }
        Ingested::Rejected(problem) => {
            Err(anyhow!("{}: {}", input::name(path), text::clean(&problem.detail)))
        }
    }
}

/// Shows what is written to a file, or to the newest in a folder. Prints the address where it plays.
pub(crate) fn follow(server: &Server, path: &Path) -> Result<String> {
    server.follow(ghostreel_live::follow(path)).context("cannot start to follow")?;
    let url = format!("{}/player?live", base_url(server.local_addr()));
    print_line(format_args!("{}: {NAME}{url}{NAME:#}", input::name(path)));
    Ok(url)
}

/// Prints where a file plays.
pub(crate) fn print_address(path: &Path, base: &str, kept: &ServedReplay) {
    let (name, url) = (input::name(path), kept.url(base));
    let remark = if kept.is_known { " (was here already)" } else { "" };
    print_line(format_args!("{name}: {NAME}{url}{NAME:#}{FAINT}{remark}{FAINT:#}"));
}

/// A line on stdout. A closed stdout does not end the server.
pub(crate) fn print_line(line: impl Display) {
    let mut out = anstream::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// A request to stop: Ctrl-C, or a termination signal. It counts from the start, not only while something waits for it.
#[derive(Clone, Debug)]
pub(crate) struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Starts listening. To be called within the runtime.
    pub(crate) fn listen() -> Result<Self> {
        let (sender, receiver) = watch::channel(false);
        let signal = stop_signal()?;
        tokio::spawn(async move {
            signal.await;
            // Waiting for requests under way may take a while; a sign that we heard helps.
            say::note("stopping");
            sender.send_replace(true);
        });
        Ok(Self(receiver))
    }

    /// Whether somebody asked.
    pub(crate) fn is_asked(&self) -> bool {
        *self.0.borrow() || self.0.has_changed().is_err()
    }

    /// Waits for it.
    pub(crate) async fn wait(mut self) {
        // Without a sender, no request to stop can come any more, and stopping is the safe side.
        let _ = self.0.wait_for(|stop| *stop).await;
    }
}

#[cfg(unix)]
fn stop_signal() -> Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> Result<impl Future<Output = ()> + Send> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_for_everybody_is_shown_as_one_to_click() {
        let url = |address: &str| base_url(address.parse().unwrap());
        assert_eq!(url("127.0.0.1:4747"), "http://127.0.0.1:4747");
        assert_eq!(url("0.0.0.0:80"), "http://127.0.0.1:80");
        assert_eq!(url("[::]:80"), "http://[::1]:80");
        assert_eq!(url("192.0.2.1:80"), "http://192.0.2.1:80");
    }
}
