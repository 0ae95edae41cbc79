//! The answers of a replay to questions by name.

use ghostreel_analysis::Analysis;
use ghostreel_formats::core::Error as FormatError;
use serde::{Deserialize, Serialize};

use crate::decode::bug::bug;
use crate::decode::statistics::{open_stored, within_limit};
use crate::decode::tools::Tools;

/// A question, and its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Its name.
    pub question: String,
    /// Names and values.
    pub given: Vec<(String, String)>,
}

impl Asked {
    /// The parameters, as [`Analysis::ask`] takes them.
    pub fn parameters(&self) -> Vec<(&str, &str)> {
        self.given.iter().map(|(name, value)| (&**name, &**value)).collect()
    }
}

/// The answer as JSON. A map that is not the replay's is as good as none.
///
/// # Errors
/// If it is no replay, or has a longer answer than any game that was ever played.
pub(super) fn ask(
    replay: Vec<u8>,
    asked: &[u8],
    map: Option<&[u8]>,
    tools: &Tools,
) -> Result<Vec<u8>, FormatError> {
    let asked: Asked = serde_json::from_slice(asked).map_err(|error| bug(error.to_string()))?;
    let mut replay = Analysis::new(open_stored(replay, tools)?);
    if let Some(zip) = map {
        _ = replay.set_map(zip);
    }
    let answer = replay.ask(&asked.question, &asked.parameters());
    within_limit(answer.map_err(|error| bug(error.to_string()))?.into_bytes(), "answer")
}
