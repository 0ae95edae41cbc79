//! Maps on the wire.

use ghostreel_archive::{MapAbout, MapRecord};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::timestamp;

/// A map in the archive.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StoredMap {
    /// Its identity: the first 32 hexadecimal digits of the SHA-256 of what `sha256sum` prints of its files, ordered by name.
    #[schema(example = "0f5a6a3c1f0e4a0d8a3b0f9f5d1c7e42")]
    pub id: String,
    /// The name of its levels, as replays have it. Song and picture are not part of it, so maps with other ones may have the same.
    #[schema(example = "DFB1C88D3AF6AB2A3B6D0B1A5B4F8D8C2A1E0F3D")]
    pub hash: String,
    /// Whether the operator of the server gave it, or the server fetched it from BeatSaver. Of several with the same hash it goes before others.
    pub trusted: bool,
    /// Its facts.
    #[serde(flatten)]
    pub about: MapAbout,
    /// Size of the zip file in bytes.
    pub size: u64,
    /// SHA-256 of the zip file.
    pub digest: String,
    /// When it was uploaded, as RFC 3339.
    #[schema(format = DateTime)]
    pub uploaded_at: String,
    /// The name of the zip file when it was uploaded.
    #[schema(example = "song.zip")]
    pub file_name: String,
}

/// One page of a list of maps.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MapList {
    /// The maps, those that came last in front.
    pub maps: Vec<StoredMap>,
    /// The `cursor` of the next page; null on the last.
    pub next: Option<String>,
}

/// Which maps to list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(crate) struct MapListParams {
    /// Words that must all appear in the title, the names of author and mappers, the hash or the file's name.
    pub(crate) q: Option<String>,
    /// How many at most.
    #[param(minimum = 1, maximum = 200, default = 50, value_type = Option<u32>)]
    pub(crate) limit: Option<String>,
    /// The `next` of the page before, for the same words.
    pub(crate) cursor: Option<String>,
}

impl From<MapRecord> for StoredMap {
    fn from(map: MapRecord) -> Self {
        let MapRecord { id, hash, is_trusted, digest, size, file_name, uploaded_at, about } = map;
        let uploaded_at = timestamp::from_millis(uploaded_at).unwrap_or_default();
        let (digest, trusted) = (digest.to_string(), is_trusted);
        Self { id, hash, trusted, about, size, digest, uploaded_at, file_name }
    }
}
