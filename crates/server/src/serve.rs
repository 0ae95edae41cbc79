//! Connections: how many, how slow, and how they end.
//!
//! `axum::serve` has no limits on slow or large request heads; this loop sets them.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;

use crate::app::App;
use crate::client::{Peer, one_client};

/// The most header fields of a request.
const MAX_HEADERS: usize = 100;
/// The most bytes of a request's head.
const MAX_HEAD: usize = 32 << 10;

/// Answers requests until `shutdown` completes, then lets those under way finish within the grace.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    app: &App,
    shutdown: impl Future<Output = ()>,
) {
    let config = &app.config;
    let mut shutdown = pin!(shutdown);
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(config.connections.max(1)));
    let mut connections = JoinSet::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(config.header_timeout)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD);
    loop {
        let (stream, peer, place) = tokio::select! {
            accepted = accept(&listener, &places) => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, most likely: wait for some to be closed.
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
            Some(_) = connections.join_next() => continue,
            () = &mut shutdown => break,
        };
        let _ = stream.set_nodelay(true);
        // Behind a proxy all connections are the proxy's, and only all together are counted.
        let client = (!app.clients.are_behind_a_proxy()).then(|| one_client(peer.ip()));
        let own_place = match client {
            Some(_) => app.connections.try_take(client),
            None => None,
        };
        if client.is_some() && own_place.is_none() {
            refuse(&stream);
            continue;
        }
        let mut stream = TimeoutStream::new(stream);
        // Reading has its own limits: for the head above, for the body in `Incoming`.
        stream.set_write_timeout(Some(config.idle_timeout));
        let service =
            router.clone().map_request(move |mut request: Request<hyper::body::Incoming>| {
                request.extensions_mut().insert(Peer(peer));
                request.map(Body::new)
            });
        let service = TowerToHyperService::new(service);
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = graceful.watch(connection);
        connections.spawn(async move {
            let _places = (place, own_place);
            // A failure here is the client's doing: it hung up, or was too slow.
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    tracing::info!(connections = connections.len(), "stopping");
    if tokio::time::timeout(config.shutdown_grace, graceful.shutdown()).await.is_err() {
        tracing::warn!(connections = connections.len(), "cutting off unfinished connections");
        connections.shutdown().await;
    }
}

/// Waits for a place first: beyond the limit, connections queue in the system.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, Option<OwnedSemaphorePermit>)> {
    let place = Arc::clone(places).acquire_owned().await.ok();
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, place))
}

/// Answers a client that has too many connections, as far as it listens, without waiting.
fn refuse(stream: &TcpStream) {
    const BODY: &str = r#"{"type":"urn:ghostreel:problem:too-much","title":"Too much at once, try again","status":429,"detail":"You have too many connections."}"#;
    let answer = format!(
        "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nConnection: close\r\n\
         Content-Type: application/problem+json\r\nContent-Length: {}\r\n\r\n{BODY}",
        BODY.len()
    );
    let _ = stream.try_write(answer.as_bytes());
}
