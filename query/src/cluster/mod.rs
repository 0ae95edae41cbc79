//! A question over an export, answered by several machines: each worker reads a share of the Parquet files, sorts and counts, and hands rows on.
//!
//! [`Cluster`] is the side that asks, [`serve`] the one that works. Both have the same [`Key`].

mod channels;
mod key;
mod read_only;
mod worker;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use datafusion::DATAFUSION_VERSION;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionStateBuilder;
use datafusion_distributed::{
    ChannelResolver as _, DistributedExt as _, GetWorkerInfoRequest, SessionStateBuilderExt as _,
    WorkerResolver,
};
use futures::future::join_all;
use url::Url;

use self::channels::Channels;
pub(crate) use self::key::Key;
pub(crate) use self::worker::serve;

/// So long a worker may take to answer a greeting.
const PATIENCE: Duration = Duration::from_secs(5);

/// What has to be the same on both sides: a plan of another version of the engine may be read as something else.
fn version() -> String {
    format!("{} with DataFusion {DATAFUSION_VERSION}", env!("CARGO_PKG_VERSION"))
}

/// The workers of a cluster. Questions go to those that answered the last greeting.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    all: Vec<Url>,
    present: Present,
    channels: Channels,
    /// From so many bytes of a table's files for each core on, another worker takes a share.
    share: usize,
}

impl Cluster {
    pub(crate) fn new(all: Vec<Url>, key: Key, share: usize) -> Self {
        Self { all, present: Present::default(), channels: Channels::new(key), share }
    }

    /// Greets all workers. Returns those that do not answer: the others do their share.
    ///
    /// # Errors
    /// If none answers, if one refuses the key, or if one is of another version.
    pub(crate) async fn greet(&self) -> Result<Vec<Url>> {
        let answers = join_all(self.all.iter().map(|url| greet(&self.channels, url))).await;
        let (mut present, mut absent) = (Vec::new(), Vec::new());
        for (url, answer) in self.all.iter().zip(answers) {
            match answer? {
                Some(found) if found == version() => present.push(url.clone()),
                Some(found) => {
                    bail!("worker {url} is of version {found}, and this is {}", version())
                }
                None => absent.push(url.clone()),
            }
        }
        if present.is_empty() {
            bail!("no worker answers");
        }
        self.present.set(present);
        Ok(absent)
    }

    /// Has plans shared among the workers.
    pub(crate) fn plans(&self, mut state: SessionStateBuilder) -> Result<SessionStateBuilder> {
        let config = state.config().get_or_insert_default().options_mut();
        // What is one part to the engine is not shared.
        config.optimizer.repartition_file_min_size = self.share;
        Ok(state
            .with_distributed_worker_resolver(self.present.clone())
            .with_distributed_channel_resolver(self.channels.clone())
            .with_distributed_planner()
            .with_distributed_file_scan_config_bytes_per_partition(self.share.max(1))?)
    }
}

/// The version of a worker; `None` if nobody answers.
async fn greet(channels: &Channels, url: &Url) -> Result<Option<String>> {
    let greeting = async {
        let mut worker = channels.get_worker_client_for_url(url).await?;
        worker.get_worker_info(GetWorkerInfoRequest {}).await
    };
    let Ok(answer) = tokio::time::timeout(PATIENCE, greeting).await else { return Ok(None) };
    match answer {
        Ok(worker) => Ok(Some(worker.version)),
        Err(error) => match key::refusal(&error) {
            Some(refusal) => Err(anyhow!("worker {url}: {refusal}")),
            None if is_address(url) => Ok(None),
            None => Err(error).with_context(|| format!("{url} is no address of a worker")),
        },
    }
}

fn is_address(url: &Url) -> bool {
    url.scheme() == "http" && url.has_host()
}

/// Workers that answer.
#[derive(Clone, Debug, Default)]
struct Present(Arc<Mutex<Vec<Url>>>);

impl Present {
    fn set(&self, workers: Vec<Url>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = workers;
    }
}

impl WorkerResolver for Present {
    fn get_urls(&self) -> Result<Vec<Url>, DataFusionError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

#[cfg(test)]
mod tests {
    use datafusion_distributed::Worker;
    use tonic::transport::Server;
    use tonic::transport::server::TcpIncoming;

    use super::*;

    #[tokio::test]
    async fn a_worker_of_another_version_is_refused() {
        let incoming = TcpIncoming::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let url: Url = format!("http://{}", incoming.local_addr().unwrap()).parse().unwrap();
        let other = Worker::default().with_version("0.0.1").into_worker_server();
        let server =
            tokio::spawn(Server::builder().add_service(other).serve_with_incoming(incoming));
        let key = Key::of_environment().unwrap();
        let refused = Cluster::new(vec![url], key, 1).greet().await.unwrap_err().to_string();
        assert!(refused.contains("is of version 0.0.1, and this is"), "{refused}");
        server.abort();
    }

    #[tokio::test]
    async fn an_address_of_something_else_is_no_absent_worker() {
        let key = Key::of_environment().unwrap();
        let file = vec!["file:///a".parse().unwrap()];
        let refused = Cluster::new(file, key, 1).greet().await.unwrap_err().to_string();
        assert!(refused.contains("file:///a is no address of a worker"), "{refused}");
    }
}
