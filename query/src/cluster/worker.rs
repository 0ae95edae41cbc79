//! A worker: it answers parts of questions for those who know the key.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use datafusion::execution::SessionState;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion_distributed::{DistributedExt as _, Worker, WorkerQueryContext};
use object_store::path::Path;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use url::Url;

use super::channels::Channels;
use super::read_only::ReadOnly;
use super::{Key, version};
use crate::sql::functions;
use crate::store::Store;

/// Serves until the process ends. Calls `ready` with the address that it listens on.
///
/// # Errors
/// If it cannot listen there, or if others could reach it without a key.
pub(crate) async fn serve(
    store: &Store,
    listen: SocketAddr,
    memory: usize,
    key: Key,
    ready: impl FnOnce(SocketAddr),
) -> Result<()> {
    if !listen.ip().is_loopback() && !key.is_there() {
        bail!(
            "a worker that other machines reach needs a key: set GHOSTREEL_CLUSTER_KEY, the same for all"
        );
    }
    let runtime = RuntimeEnvBuilder::new().with_memory_limit(memory, 1.0).build_arc()?;
    // The engine would open all of this machine's files.
    runtime.deregister_object_store(&Url::parse("file:///")?)?;
    let folder = Path::from_url_path(store.url().path())?;
    let readable = ReadOnly { store: Arc::clone(store.root()), folder };
    runtime.register_object_store(store.url(), Arc::new(readable));

    let channels = Channels::new(key.clone());
    let session = move |query: WorkerQueryContext| {
        let session = session(query, channels.clone());
        async { session }
    };
    let worker =
        Worker::from_session_builder(session).with_runtime_env(runtime).with_version(version());
    let check = move |request| key.check(request);
    let service = InterceptedService::new(worker.into_worker_server(), check);
    let incoming = TcpIncoming::bind(listen);
    let incoming = incoming.with_context(|| format!("cannot listen on {listen}"))?;
    ready(incoming.local_addr()?);
    Ok(Server::builder().add_service(service).serve_with_incoming(incoming).await?)
}

/// The session of one part of a plan: functions come by name.
fn session(
    query: WorkerQueryContext,
    channels: Channels,
) -> datafusion::error::Result<SessionState> {
    let mut state = query.builder.with_distributed_channel_resolver(channels).build();
    functions::register(&mut state)?;
    Ok(state)
}
