//! The answer of a call, which the host fetches afterwards.

use std::borrow::Cow;

#[cfg(feature = "maps")]
use ghostreel_analysis::beat_saber::MapError;
use ghostreel_formats::OptionError;
use ghostreel_formats::core::Error;
use ghostreel_formats::json;
use ghostreel_formats::timeline::{Column, ColumnError};
use serde::Serialize;

/// The results of a call.
pub(crate) enum Answer {
    /// One result.
    Bytes(Vec<u8>),
    /// One result for each column, its values, which on a little-endian machine, as WebAssembly is, are read where they are; and after
    /// these, one more for each: which rows have a value.
    Columns(Vec<Column>),
    /// What there is to say about a table, as JSON, and then the results of its columns.
    #[cfg(feature = "verbs")]
    Table(Vec<u8>, Vec<Column>),
}

impl Default for Answer {
    fn default() -> Self {
        Self::Bytes(Vec::new())
    }
}

impl Answer {
    pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> Self {
        // Neither maps with odd keys nor failing writers are about.
        Self::Bytes(serde_json::to_vec(value).unwrap_or_default())
    }

    /// The result of that index; empty if there is none.
    pub(crate) fn part(&self, index: usize) -> Cow<'_, [u8]> {
        match self {
            Self::Bytes(bytes) if index == 0 => Cow::Borrowed(bytes),
            Self::Bytes(_) => Cow::Borrowed(&[]),
            Self::Columns(columns) => part_of(columns, index),
            #[cfg(feature = "verbs")]
            Self::Table(about, columns) => match index.checked_sub(1) {
                None => Cow::Borrowed(about),
                Some(index) => part_of(columns, index),
            },
        }
    }
}

/// The values of a column; after those of all, which rows of a column have one.
fn part_of(columns: &[Column], index: usize) -> Cow<'_, [u8]> {
    let part = match index.checked_sub(columns.len()) {
        None => columns.get(index).map(Column::bytes),
        Some(index) => {
            let column = columns.get(index);
            column.and_then(|column| column.validity.as_deref()).map(Cow::Borrowed)
        }
    };
    part.unwrap_or_default()
}

/// The answer to the host for a call that is refused.
#[derive(Serialize)]
struct FaultOfCall<'a> {
    error: &'a str,
}

/// Why a call failed.
pub(crate) enum Refusal {
    NoReplay,
    NoBuffer,
    NotText,
    NoDictionary,
    NoSample,
    NoColumn(ColumnError),
    NoOption,
    NoOriginal,
    NotOpen,
    NoMap(String),
    NoAnswer(String),
    Format(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Format(error)
    }
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Self {
        match error {
            OptionError::File { error, .. } => Self::Format(error),
            _ => Self::NoOption,
        }
    }
}

#[cfg(feature = "games")]
impl From<ghostreel_analysis::AskError> for Refusal {
    fn from(error: ghostreel_analysis::AskError) -> Self {
        Self::NoAnswer(error.to_string())
    }
}

#[cfg(feature = "maps")]
impl From<MapError> for Refusal {
    fn from(error: MapError) -> Self {
        match error {
            MapError::Unread(error) => Self::Format(error),
            other => Self::NoMap(other.to_string()),
        }
    }
}

impl From<ColumnError> for Refusal {
    fn from(error: ColumnError) -> Self {
        Self::NoColumn(error)
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        let message = match refusal {
            Refusal::Format(error) => {
                return Self::json(&json::Refusal::from(&error));
            }
            Refusal::NoColumn(error) => error.to_string(),
            Refusal::NoMap(why) | Refusal::NoAnswer(why) => why,
            Refusal::NoOption => "there is no option of that name".into(),
            Refusal::NoOriginal => "the reel holds no game's own file".into(),
            Refusal::NotOpen => "the reel is not open yet".into(),
            Refusal::NoReplay => "there is no replay of that handle".into(),
            Refusal::NoBuffer => "there is no buffer at that address".into(),
            Refusal::NotText => "the name is not UTF-8".into(),
            Refusal::NoDictionary => "that column is no dictionary".into(),
            Refusal::NoSample => "there is no sample of that game".into(),
        };
        Self::json(&FaultOfCall { error: &message })
    }
}
