//! Connections to workers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use datafusion::error::DataFusionError;
use datafusion_distributed::grpc::{BoxCloneSyncChannel, create_worker_client};
use datafusion_distributed::{ChannelResolver, WorkerChannel};
use tonic::transport::{Channel, Endpoint};
use tower::ServiceExt as _;
use url::Url;

use super::{Key, PATIENCE};

/// One connection to each worker, on which each request says the key. A worker that no longer answers is noticed, also in the middle of an answer.
#[derive(Clone, Debug)]
pub(super) struct Channels {
    key: Key,
    open: Arc<Mutex<HashMap<Url, Channel>>>,
}

impl Channels {
    pub(super) fn new(key: Key) -> Self {
        Self { key, open: Arc::default() }
    }

    fn to(&self, url: &Url) -> Result<Channel, DataFusionError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(channel) = open.get(url) {
            return Ok(channel.clone());
        }
        let endpoint = Endpoint::from_shared(url.to_string());
        let endpoint = endpoint.map_err(|error| DataFusionError::External(error.into()))?;
        let channel = endpoint
            .connect_timeout(PATIENCE)
            .http2_keep_alive_interval(PATIENCE)
            .keep_alive_timeout(PATIENCE)
            .connect_lazy();
        open.insert(url.clone(), channel.clone());
        Ok(channel)
    }
}

#[async_trait]
impl ChannelResolver for Channels {
    async fn get_worker_client_for_url(
        &self,
        url: &Url,
    ) -> Result<Box<dyn WorkerChannel>, DataFusionError> {
        let (channel, key) = (self.to(url)?, self.key.clone());
        let with_key = channel.map_request(move |request| key.put(request));
        Ok(create_worker_client(BoxCloneSyncChannel::new(with_key)))
    }
}
