//! Packing originals, some time after they were taken in.

use ghostreel_formats::core::Digest;
use ghostreel_reel::Level;

use crate::error::Error;
use crate::jobs::workplace::Workplace;

/// Packs an original that was just taken in. The file that is given out is the same.
pub(crate) async fn pack(
    Workplace { replays, .. }: &Workplace,
    digest: &Digest,
    level: Level,
) -> Result<(), Error> {
    let Ok(original) = replays.store.whole(digest).await? else { return Ok(()) };
    let Some(reel) = replays.store.pack(original, level).await? else { return Ok(()) };
    let _change = replays.change(digest).await;
    // It may be removed by now.
    if replays.has_row(digest).await? {
        replays.store.exchange(digest, &reel).await?;
    }
    Ok(())
}
