//! Observations of the motion of a replay by itself. An observation proves nothing and changes no verdict: tracking that is
//! lost, a computer that hangs and mods that move sabers do the same as somebody who edits frames.

mod cubic;
mod cuts;
pub mod limits;
mod song_speed;
mod steps;
mod stretches;

use ghostreel_formats::bsor::{Frame, View};
use ghostreel_formats::core::work::Budget;
use serde::Serialize;

use super::frames::Frames;
use ghostreel_beatmap::flight::Vector;

/// A kind of observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Observed {
    /// There is no frame for a while, or, below 0, time goes back; by seconds.
    FrameGap,
    /// A head or hand is elsewhere in the next frame; by metres.
    Teleport,
    /// A head or hand changes its speed faster than a body can; by metres a second, each second.
    Acceleration,
    /// Frames come at one rate, as no game draws them; for so many seconds.
    ConstantRate,
    /// Not one bit of a pose changes; for so many seconds.
    FrozenPose,
    /// A head or hand moves without the tremor of living and measured motion; for so many seconds.
    SmoothMotion,
    /// A swing is the same as one before; by the metres between them.
    RepeatedSwing,
    /// All cuts are as early or late as each other; by the standard deviation in seconds.
    EvenTiming,
    /// By the rate of the frames, the song ran at another speed than the file says; by that speed, 1 for as it was recorded.
    SongSpeed,
}

impl Observed {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::FrameGap,
        Self::Teleport,
        Self::Acceleration,
        Self::ConstantRate,
        Self::FrozenPose,
        Self::SmoothMotion,
        Self::RepeatedSwing,
        Self::EvenTiming,
        Self::SongSpeed,
    ];

    /// As JSON has it, e.g. `frame-gap`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FrameGap => "frame-gap",
            Self::Teleport => "teleport",
            Self::Acceleration => "acceleration",
            Self::ConstantRate => "constant-rate",
            Self::FrozenPose => "frozen-pose",
            Self::SmoothMotion => "smooth-motion",
            Self::RepeatedSwing => "repeated-swing",
            Self::EvenTiming => "even-timing",
            Self::SongSpeed => "song-speed",
        }
    }
}

/// A moving part of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The head.
    Head,
    /// The left hand.
    Left,
    /// The right hand.
    Right,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Head, Self::Left, Self::Right];

    /// Where it is in a frame.
    fn position(self, frame: &Frame) -> Vector {
        Vector::of(match self {
            Self::Head => frame.head.position,
            Self::Left => frame.left.position,
            Self::Right => frame.right.position,
        })
    }
}

/// Something about the motion that is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Observation {
    /// Its kind.
    pub what: Observed,
    /// The part of the player; `None` if it is about frames or cuts as a whole.
    pub part: Option<Part>,
    /// Where it is, or begins, in seconds of the song.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub time: f64,
    /// In which frame of the file that is, from 0.
    pub frame: Option<u32>,
    /// How much, in the unit of [`Observed`].
    #[cfg_attr(test, ts(type = "number | null"))]
    pub by: f64,
}

/// The observations so far.
#[derive(Debug, Default)]
pub(super) struct Observations {
    listed: Vec<Observation>,
    counts: [usize; Observed::ALL.len()],
}

impl Observations {
    /// The observations of all frames and cuts.
    pub(super) fn of(view: &View<'_>, frames: &Frames<'_>, work: &Budget) -> Self {
        let mut observations = Self::default();
        let pauses = steps::Pauses::of(view, work);
        steps::look(frames, &pauses, work, &mut observations);
        stretches::look(frames, &pauses, work, &mut observations);
        cuts::look(view, frames, work, &mut observations);
        song_speed::look(view, frames, &pauses, work, &mut observations);
        observations
    }

    fn add(&mut self, observation: Observation) {
        let Some(count) = self.counts.get_mut(observation.what as usize) else { return };
        *count = count.saturating_add(1);
        if *count <= limits::LISTED {
            self.listed.push(observation);
        }
    }

    /// Those that are listed, by kind and time, and how many there are besides.
    pub(super) fn listed(mut self) -> (Vec<Observation>, usize) {
        self.listed.sort_by(|a, b| {
            (a.what.cmp(&b.what)).then(a.time.total_cmp(&b.time)).then(a.part.cmp(&b.part))
        });
        let all = self.counts.iter().fold(0_usize, |sum, count| sum.saturating_add(*count));
        let besides = all.saturating_sub(self.listed.len());
        (self.listed, besides)
    }
}
