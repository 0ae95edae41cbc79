//! The answers of stored replays to questions by name. None are kept.

use ghostreel_formats::core::{Digest, Error as FormatError};

use crate::decode::questions::Asked;
use crate::error::Error;
use crate::fair_queue::Client;
use crate::jobs::workplace::Workplace;

/// Has a decoder answer a question about a replay, with this map beside it where that is kept. `None` if there is no such replay (any more).
pub(crate) async fn ask(
    Workplace { replays, maps, index, decoder, .. }: &Workplace,
    client: Client,
    digest: &Digest,
    map: Option<&str>,
    asked: &Asked,
) -> Result<Option<Result<String, FormatError>>, Error> {
    match replays.condition(digest).await? {
        None => return Ok(None),
        Some(Ok(())) => {}
        Some(Err(damage)) => return Err(replays.damaged(digest, damage).await),
    }
    let map = match map {
        Some(id) => index.map(id).await?,
        None => None,
    };
    let zip = match map {
        Some(map) => maps.store.file(&map.digest).await?,
        None => None,
    };
    // Removed since it was looked at.
    let Some(file) = replays.store.file(digest).await? else { return Ok(None) };
    let zip_path = zip.as_ref().map(|zip| zip.path());
    let json = match decoder.ask(file.path(), zip_path, asked, client).await? {
        Ok(json) => json,
        Err(error) => return Ok(Some(Err(error))),
    };
    let json = String::from_utf8(json);
    Ok(Some(Ok(json.map_err(|error| Error::DecoderPanicked(error.to_string()))?)))
}
