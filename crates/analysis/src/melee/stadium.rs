//! The results of the stadium modes: targets broken, and how far Sandbag flew.

use std::collections::BTreeMap;

use ghostreel_formats::slp::layout::ItemUpdate;
use ghostreel_formats::timeline::{FrameNumber, no_columns};
use serde::Serialize;

use super::FIRST_FRAME;
use super::game::Game;
use super::number;

const TARGET_TEST: u8 = 15;
const HOME_RUN_CONTEST: u8 = 32;
/// Item type of targets.
const TARGET: u16 = 209;
/// Internal number of Sandbag.
const SANDBAG: u8 = 32;
const JAPANESE: u8 = 0;

/// The distance that does not count yet, and units of the world to a unit of the score.
const METERS: (f64, f64) = (70.0 * 1.04167, 100.0);
const FEET: (f64, f64) = (70.0 * 0.952462, 30.4788);

/// The result of a stadium mode.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum StadiumStats {
    /// Break the Targets.
    TargetTest {
        /// The targets of the first frame.
        target_breaks: Vec<TargetBreak>,
    },
    /// Home-Run Contest.
    HomeRunContest {
        /// How far Sandbag flew.
        #[serde(serialize_with = "number::as_in_js")]
        distance: f64,
        /// In what.
        units: Units,
    },
}

no_columns! { StadiumStats, }

/// A target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TargetBreak {
    /// The item's number.
    pub spawn_id: u32,
    /// When it was broken.
    #[cfg_attr(test, ts(as = "Option<i32>"))]
    pub frame_destroyed: Option<FrameNumber>,
    /// Where it was in the first frame.
    #[serde(serialize_with = "number::as_in_js")]
    pub position_x: f64,
    /// Where it was in the first frame.
    #[serde(serialize_with = "number::as_in_js")]
    pub position_y: f64,
}

/// Units of distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Units {
    /// In Japanese games.
    Meters,
    /// In all others.
    Feet,
}

impl Game<'_> {
    /// The result of a stadium mode; `None` in other modes.
    pub fn stadium_stats(&self) -> Option<StadiumStats> {
        match self.mode? {
            TARGET_TEST => Some(StadiumStats::TargetTest { target_breaks: self.target_breaks() }),
            HOME_RUN_CONTEST => {
                let frame = self.frame(self.latest_frame()?)?;
                let sandbag = frame.post.iter().flatten().find(|p| p.character == SANDBAG)?;
                let units =
                    if self.language == Some(JAPANESE) { Units::Meters } else { Units::Feet };
                Some(StadiumStats::HomeRunContest { distance: distance(sandbag.x, units), units })
            }
            _ => None,
        }
    }

    fn target_breaks(&self) -> Vec<TargetBreak> {
        let work = self.view.budget();
        let end = self.last_counted_frame(&work).unwrap_or(FIRST_FRAME);
        let mut breaks = Vec::new();
        // The last frame of each target.
        let mut last: BTreeMap<u32, i32> = BTreeMap::new();
        let targets = self
            .view
            .rows_with_rollbacks::<ItemUpdate>()
            .filter(|item| item.type_id == TARGET && (FIRST_FRAME..=end).contains(&item.frame));
        for item in targets {
            let frame = last.entry(item.spawn_id).or_insert(item.frame);
            *frame = item.frame.max(*frame);
            if item.frame == FIRST_FRAME {
                breaks.push(TargetBreak {
                    spawn_id: item.spawn_id,
                    frame_destroyed: None,
                    position_x: f64::from(item.position_x),
                    position_y: f64::from(item.position_y),
                });
            }
        }
        for target in &mut breaks {
            // The frame it is gone in, if that was still played.
            let gone = last.get(&target.spawn_id).map(|frame| frame.saturating_add(1));
            target.frame_destroyed = gone.filter(|frame| *frame <= end).map(FrameNumber);
        }
        breaks
    }
}

/// How far Sandbag flew, as the game writes it.
fn distance(x: f64, units: Units) -> f64 {
    let (start, unit) = match units {
        Units::Meters => METERS,
        Units::Feet => FEET,
    };
    #[allow(clippy::cast_possible_truncation, reason = "the game computes with singles")]
    let score = f64::from((10.0 * (x - start).floor()) as f32);
    let tenths = ((score / unit) * 10.0).floor() / 10.0;
    ((tenths * 10.0 + 0.5).floor() / 10.0).max(0.0)
}
