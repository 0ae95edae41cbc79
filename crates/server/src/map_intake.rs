//! The one way in for maps, be they uploaded or given at the start.

use ghostreel_archive::{AdmittedMap, Client, Kind, MapRecord, MapVerdict, Spooled};

use crate::app::App;
use crate::dto::StoredMap;
use crate::ingested::MapIngested;
use crate::metrics::UploadOutcome;
use crate::problem::Problem;

impl App {
    /// Checks a received map and keeps it if it is new and sound.
    pub(crate) async fn take_in_map(
        &self,
        client: Client,
        upload: Spooled,
        name: Option<&str>,
        is_trusted: bool,
    ) -> MapIngested {
        let bytes = upload.size();
        let AdmittedMap { verdict, decoding } =
            match self.archive.admit_map(client, upload, name, is_trusted).await {
                Ok(admitted) => admitted,
                Err(error) => {
                    self.metrics.map_uploaded(UploadOutcome::Failed, 0);
                    return MapIngested::Rejected(error.into());
                }
            };
        if let Some(took) = decoding {
            self.metrics.decoded(took);
        }
        let described = |map: MapRecord| Box::new(StoredMap::from(map));
        let (outcome, ingested) = match verdict {
            MapVerdict::Created(map) => {
                tracing::info!(id = map.id, hash = map.hash, bytes, "kept a map");
                (UploadOutcome::Created, MapIngested::Created(described(map)))
            }
            MapVerdict::Existing(map) => {
                (UploadOutcome::Existing, MapIngested::Existing(described(map)))
            }
            MapVerdict::Restored(map) => {
                (UploadOutcome::Restored, MapIngested::Restored(described(map)))
            }
            MapVerdict::Rejected(error) => {
                tracing::info!(%error, bytes, "refused a map");
                (UploadOutcome::Rejected, MapIngested::Rejected(Problem::not_a_map(error)))
            }
        };
        self.metrics.map_uploaded(outcome, bytes);
        // Replays of it are compared with it now.
        self.to_match.notify_one();
        ingested
    }

    /// Takes in a map of the operator from memory.
    pub(crate) async fn ingest_map_bytes(&self, zip: &[u8], name: &str) -> MapIngested {
        let spooled = async {
            let mut spool = self.archive.spool(Kind::Map)?;
            spool.write(zip).await?;
            Ok::<_, Problem>(spool.finish().await?)
        };
        match spooled.await {
            Ok(spooled) => self.take_in_map(None, spooled, Some(name), true).await,
            Err(problem) => MapIngested::Rejected(problem),
        }
    }
}
