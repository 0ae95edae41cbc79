//! Looking into untrusted bytes: a few at a time, off the async threads, and with an end.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::Error;
use crate::formats::core::{
    DecodeOptions, Diagnostic, Error as FormatError, Fault, Outcome, Severity,
};
use crate::formats::rlreplay::Attributes;
use crate::formats::timeline::Meta;
use crate::formats::{self, AnyReplay, Options};

/// Decodes at most a set number of files at once: memory is bounded by that number times what one
/// file of the largest size needs.
#[derive(Clone, Debug)]
pub(crate) struct Decoder {
    permits: Arc<Semaphore>,
    patience: Duration,
    options: Arc<Options>,
}

/// What the index wants to know of a decoded file.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) meta: Meta,
    /// The usual file name extension of the format.
    pub(crate) extension: &'static str,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The decoder's answer and how long it worked on it, without the wait for its turn.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) summary: Result<Summary, FormatError>,
    pub(crate) took: Duration,
}

impl Decoder {
    pub(crate) fn new(at_once: usize, patience: Duration, attributes: Attributes) -> Self {
        let options = Arc::new(Options { decode: DecodeOptions::STRICT, attributes });
        Self { permits: Arc::new(Semaphore::new(at_once.max(1))), patience, options }
    }

    /// Decodes the file at `path` strictly.
    ///
    /// # Errors
    /// If the file cannot be read, if there is no answer in time, or if the decoder has a bug. That
    /// the file is damaged or no replay is an answer.
    pub(crate) async fn decode(&self, path: PathBuf) -> Result<Answer, Error> {
        let (permits, options) = (Arc::clone(&self.permits), Arc::clone(&self.options));
        let work = async move {
            // The semaphore is never closed; if it were, decoding without a permit does no harm.
            let permit = permits.acquire_owned().await;
            tokio::task::spawn_blocking(move || {
                // Held by the work itself: nobody waiting any longer does not end the work.
                let _permit = permit;
                let started = Instant::now();
                let summary = summarise(std::fs::read(path)?, &options);
                Ok::<_, Error>(Answer { summary, took: started.elapsed() })
            })
            .await
        };
        let answer = match tokio::time::timeout(self.patience, work).await {
            Err(_) => return Err(Error::Busy(self.patience)),
            Ok(Ok(answer)) => answer?,
            // Decoders promise never to panic. If one does all the same, only this upload fails.
            Ok(Err(join)) => return Err(Error::DecoderPanicked(panic_message(join))),
        };
        match answer.summary {
            Err(error) if error.fault == Fault::Bug => {
                Err(Error::DecoderPanicked(error.to_string()))
            }
            _ => Ok(answer),
        }
    }
}

fn summarise(bytes: Vec<u8>, options: &Options) -> Result<Summary, FormatError> {
    let replay = formats::open_with(bytes, options)?;
    refuse_damage(&replay)?;
    let extension = replay.format().extensions.first().copied().unwrap_or("replay");
    Ok(Summary { meta: replay.meta(), extension, diagnostics: replay.diagnostics().to_vec() })
}

/// Strict decoding refuses damage by itself; the archive does not depend on every format doing so.
fn refuse_damage(replay: &AnyReplay) -> Result<(), FormatError> {
    if replay.outcome() == Outcome::Ok {
        return Ok(());
    }
    let lost = replay.diagnostics().iter().find(|d| d.severity == Severity::Error);
    let (offset, section, found) = match lost {
        Some(lost) => (lost.offset, lost.section.clone(), lost.message.clone()),
        None => (0, "file".into(), "damage".into()),
    };
    Err(FormatError::new(Fault::Malformed, offset, section, "an undamaged file", found))
}

fn panic_message(join: tokio::task::JoinError) -> String {
    let Ok(payload) = join.try_into_panic() else {
        return "the task was cancelled".into();
    };
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_waits_too_long_for_a_decoder_is_told() {
        let decoder = Decoder::new(1, Duration::from_millis(20), Attributes::default());
        let file = tempfile::NamedTempFile::new().unwrap();
        let taken = decoder.permits.acquire().await.unwrap();
        let busy = decoder.decode(file.path().to_owned()).await;
        assert!(matches!(busy, Err(Error::Busy(_))), "{busy:?}");
        drop(taken);
        let answer = decoder.decode(file.path().to_owned()).await.unwrap();
        assert_eq!(answer.summary.unwrap_err().offset, 0, "an empty file is no replay");
    }

    #[tokio::test]
    async fn a_panic_is_an_error_with_its_message() {
        let join = tokio::task::spawn_blocking(|| panic!("asked {}", "to")).await;
        assert_eq!(panic_message(join.unwrap_err()), "asked to");
    }
}
