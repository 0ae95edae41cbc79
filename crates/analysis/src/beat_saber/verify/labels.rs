//! Findings in a few words.

use super::{CutProperty, Observation, Observed, Omission, OmissionKind, Part};
use crate::sheet::capitalized;

impl CutProperty {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::EventTime,
        Self::TimeDeviation,
        Self::NormalLength,
        Self::CutNormal,
        Self::SaberDirection,
        Self::CutPoint,
        Self::BeforeCutRating,
        Self::AfterCutRating,
        Self::CutDistance,
        Self::NotePlace,
        Self::CutSide,
        Self::CutAngle,
        Self::CutDirDeviation,
        Self::CutDirection,
        Self::CutFlags,
        Self::SaberType,
        Self::OutOfReach,
        Self::MetBefore,
    ];

    /// In a few words.
    pub const fn label(self) -> &'static str {
        match self {
            Self::EventTime => "time of the cut",
            Self::TimeDeviation => "timing",
            Self::NormalLength => "length of the cut’s normal",
            Self::CutNormal => "cut angle",
            Self::SaberDirection => "direction",
            Self::CutPoint => "cut point",
            Self::BeforeCutRating => "pre-swing",
            Self::AfterCutRating => "post-swing",
            Self::CutDistance => "distance from the middle",
            Self::NotePlace => "place of the note",
            Self::CutSide => "side of the middle",
            Self::CutAngle => "recorded angle",
            Self::CutDirDeviation => "angle to the arrow",
            Self::CutDirection => "wrong direction",
            Self::CutFlags => "good against its own flags",
            Self::SaberType => "cut with the other saber",
            Self::OutOfReach => "saber out of reach",
            Self::MetBefore => "saber in the note a frame before",
        }
    }

    /// The same with the amount: `cut angle 40° off`.
    pub fn said(self, by: f64) -> String {
        let label = self.label();
        if !by.is_finite() {
            return format!("{label} is no number");
        }
        match self {
            Self::CutFlags | Self::SaberType => label.to_owned(),
            Self::EventTime => format!("no frame at its time, the nearest is {} away", span(by)),
            Self::TimeDeviation => format!("{label} {} off", span(by)),
            Self::NormalLength => format!("{label} {} off", short(by)),
            Self::CutNormal | Self::SaberDirection | Self::CutAngle | Self::CutDirDeviation => {
                format!("{label} {}° off", short(by))
            }
            Self::CutPoint | Self::CutDistance | Self::NotePlace | Self::CutSide => {
                format!("{label} {} off", length(by))
            }
            Self::BeforeCutRating | Self::AfterCutRating => {
                format!("{label} {} % off", short(by * 100.0))
            }
            Self::CutDirection => format!("{label} by {}°", short(by)),
            Self::OutOfReach | Self::MetBefore => format!("{label} by {}", length(by)),
        }
    }
}

impl Observation {
    /// In a few words: `Tracking jump: left hand moved 63 cm in one frame`.
    pub fn said(&self) -> String {
        let by = self.by;
        let part = self.part.map_or("player", Part::label);
        match self.what {
            Observed::FrameGap if by < 0.0 => format!("Time goes back by {}", span(-by)),
            Observed::FrameGap => format!("No frame for {}", span(by)),
            Observed::Teleport => {
                format!("Tracking jump: {part} moved {} in one frame", length(by))
            }
            Observed::Acceleration => {
                format!("{} faster than a body can: {} m/s²", capitalized(part), short(by))
            }
            Observed::ConstantRate => format!("All frames at one rate for {}", span(by)),
            Observed::FrozenPose => {
                format!("{} does not move at all for {}", capitalized(part), span(by))
            }
            Observed::SmoothMotion => {
                format!("{} moves without tremor for {}", capitalized(part), span(by))
            }
            Observed::RepeatedSwing => format!("The same swing again, {} apart", length(by)),
            Observed::EvenTiming => {
                format!("All cuts as early or late as each other, within {}", span(by))
            }
            Observed::SongSpeed => {
                format!("By its frames, the song ran at {} × its speed", short(by))
            }
        }
    }
}

impl Omission {
    /// In a few words: `The head was in a wall, 12 cm deep`.
    pub fn said(&self) -> String {
        format!("{}, {} deep", self.what.label(), length(self.by))
    }
}

impl OmissionKind {
    /// In a few words.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Bomb => "A blade went through a bomb",
            Self::Wall => "The head was in a wall",
            Self::Miss => "Counts as missed, and was cut",
        }
    }
}

impl Part {
    /// In a few words.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Left => "left hand",
            Self::Right => "right hand",
        }
    }
}

/// `40`, `4.2`, `0.042`: two digits at least.
fn short(number: f64) -> String {
    match number.abs() {
        10.0.. => format!("{number:.0}"),
        1.0.. => format!("{number:.1}"),
        0.1.. => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

/// Metres as `1.2 m`, `63 cm` or `4.2 mm`.
fn length(metres: f64) -> String {
    match metres.abs() {
        1.0.. => format!("{} m", short(metres)),
        0.01.. => format!("{} cm", short(metres * 100.0)),
        _ => format!("{} mm", short(metres * 1000.0)),
    }
}

/// Seconds as `1.2 s` or `63 ms`.
fn span(seconds: f64) -> String {
    match seconds.abs() {
        1.0.. => format!("{} s", short(seconds)),
        _ => format!("{} ms", short(seconds * 1000.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_in_the_unit_in_which_they_read_best() {
        let said = |what: CutProperty, by| what.said(by);
        assert_eq!(said(CutProperty::CutNormal, 40.37), "cut angle 40° off");
        assert_eq!(said(CutProperty::SaberDirection, 137.2), "direction 137° off");
        assert_eq!(said(CutProperty::CutPoint, 0.0042), "cut point 4.2 mm off");
        assert_eq!(
            said(CutProperty::EventTime, 0.5),
            "no frame at its time, the nearest is 500 ms away"
        );
        assert_eq!(said(CutProperty::BeforeCutRating, 0.25), "pre-swing 25 % off");
        assert_eq!(said(CutProperty::CutNormal, f64::NAN), "cut angle is no number");
        let jump = Observation {
            what: Observed::Teleport,
            part: Some(Part::Left),
            time: 1.0,
            frame: None,
            by: 0.628,
        };
        assert_eq!(jump.said(), "Tracking jump: left hand moved 63 cm in one frame");
        let frozen =
            Observation { what: Observed::FrozenPose, part: Some(Part::Head), by: 2.0, ..jump };
        assert_eq!(frozen.said(), "Head does not move at all for 2.0 s");
    }
}
