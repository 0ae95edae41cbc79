//! Questions as the host asks them, in JSON: their members have the names of the library's arguments.

use std::ops::Bound;

use ghostreel::{Beside, Columns, Edits, Level, Replay, Times};
use serde::Deserialize;

/// Seconds from and to; null is from the begin or to the end.
type Span = (Option<f64>, Option<f64>);

/// A table that is asked for. Events may be such a table, too.
#[derive(Debug, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Table {
    /// Columns of a table, all where none are named; `times` cuts them.
    Columns { table: String, columns: Option<Vec<String>>, times: Option<Span> },
    /// States at some times, or so many times a second.
    At { table: String, columns: Option<Vec<String>>, times: Option<Vec<f64>>, rate: Option<f64> },
    /// The rows of a table within seconds of each event.
    Around { events: Box<Table>, seconds: (f64, f64), table: String, columns: Vec<String> },
    /// Events with the row of a table beside each.
    Joined {
        events: Box<Table>,
        table: String,
        columns: Vec<String>,
        beside: Side,
        same: Vec<(String, String)>,
    },
    /// Some rows of a table, by their numbers.
    Rows { of: Box<Table>, rows: Vec<usize> },
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Side {
    Before,
    After,
}

impl Table {
    /// The answer of a replay.
    pub(crate) fn of(self, replay: &Replay<'_>) -> ghostreel::Result<Columns> {
        match self {
            Self::Columns { table, columns, times } => {
                let (from, to) = times.unwrap_or_default();
                let from = from.map_or(Bound::Unbounded, Bound::Included);
                let seconds = (from, to.map_or(Bound::Unbounded, Bound::Excluded));
                match columns {
                    Some(columns) => replay.columns(&table, columns, seconds),
                    None => replay.all_columns(&table, seconds),
                }
            }
            Self::At { table, columns, times, rate } => {
                // Neither is no rate, and refused as one.
                let times = times.map_or(Times::Rate(rate.unwrap_or(f64::NAN)), Times::At);
                match columns {
                    Some(columns) => replay.at(times, &table, columns),
                    None => replay.all_at(times, &table),
                }
            }
            Self::Around { events, seconds: (from, to), table, columns } => {
                replay.around(&events.of(replay)?, from..to, &table, columns)
            }
            Self::Joined { events, table, columns, beside, same } => {
                let beside = match beside {
                    Side::Before => Beside::Before,
                    Side::After => Beside::After,
                };
                let same: Vec<(&str, &str)> =
                    same.iter().map(|(one, other)| (&**one, &**other)).collect();
                replay.joined(&events.of(replay)?, &table, columns, beside, &same)
            }
            Self::Rows { of, rows } => Ok(of.of(replay)?.select(&rows)),
        }
    }
}

/// Events that follow each other.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sequence {
    events: Vec<Table>,
    within_s: f64,
}

impl Sequence {
    /// The rows of each table, in the order of the first.
    pub(crate) fn of(self, replay: &Replay<'_>) -> ghostreel::Result<Vec<Vec<usize>>> {
        let events = self.events.into_iter().map(|events| events.of(replay));
        let events = events.collect::<ghostreel::Result<Vec<_>>>()?;
        ghostreel::sequence(&events.iter().collect::<Vec<_>>(), self.within_s)
    }
}

/// A file that is made of a replay.
#[derive(Debug, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Copy {
    Repaired,
    Redacted,
    /// A reel with the game's own file in it, under that name.
    Packed {
        file: String,
        level: Packing,
    },
    Edited {
        rename: Vec<(String, String)>,
        times: Option<(Option<f32>, Option<f32>)>,
        drop: Vec<String>,
    },
    /// The whole replay, record by record.
    Json,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Packing {
    Live,
    Fast,
    Archive,
}

impl Copy {
    /// The file; `None` of a repair if nothing is wrong.
    pub(crate) fn of(self, replay: &Replay<'_>) -> ghostreel::Result<Option<Vec<u8>>> {
        Ok(Some(match self {
            Self::Repaired => return replay.repaired(),
            Self::Redacted => replay.redacted()?.bytes,
            Self::Packed { file, level } => {
                let level = match level {
                    Packing::Live => Level::Live,
                    Packing::Fast => Level::Fast,
                    Packing::Archive => Level::Archive,
                };
                replay.packed(&file, level)?
            }
            Self::Edited { rename, times, drop } => {
                let (from, to) = times.unwrap_or_default();
                replay.edited(&Edits { rename, from, to, drop })?.bytes
            }
            Self::Json => {
                let mut json = Vec::new();
                replay.write_json(&mut json)?;
                json
            }
        }))
    }
}
