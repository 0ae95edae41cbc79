//! Answers of decoders that can be had later, too.

use ghostreel_formats::core::Error as FormatError;

use crate::error::Error;

/// The decoder's answer about a replay; `None`, with a line in the log, if it cannot say now. A full disk is an error.
pub(crate) fn answered<T>(
    answer: Result<Result<T, FormatError>, Error>,
    id: &str,
    otherwise: &str,
) -> Result<Option<T>, Error> {
    let error: Box<dyn std::error::Error> = match answer {
        Ok(Ok(answer)) => return Ok(Some(answer)),
        Err(error) if error.is_disk_full() => return Err(error),
        Ok(Err(error)) => error.into(),
        Err(error) => error.into(),
    };
    tracing::warn!(%error, id, "{otherwise}");
    Ok(None)
}
