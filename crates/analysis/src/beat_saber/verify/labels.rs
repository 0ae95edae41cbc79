//! The labels of findings, and the units that they are measured in.

use super::{CutProperty, Observed, OmissionKind, Part};

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

    /// In a few words, and the unit of `by`; an empty one for a mere number.
    pub const fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::EventTime => ("no frame of its time", "s"),
            Self::TimeDeviation => ("how early it was", "s"),
            Self::NormalLength => ("length of the plane’s normal", ""),
            Self::CutNormal => ("plane of the cut", "°"),
            Self::SaberDirection => ("way of the saber", "°"),
            Self::CutPoint => ("point of the cut", "m"),
            Self::BeforeCutRating => ("swing before it, other than was swung", ""),
            Self::AfterCutRating => ("swing after it, other than was swung", ""),
            Self::CutDistance => ("distance from the note’s middle", "m"),
            Self::NotePlace => ("place of the note", "m"),
            Self::CutSide => ("side of the note’s middle", "m"),
            Self::CutAngle => ("angle of the cut", "°"),
            Self::CutDirDeviation => ("angle from the arrow", "°"),
            Self::CutDirection => ("the wrong way, beyond what counts", "°"),
            Self::CutFlags => ("good, against its own flags", ""),
            Self::SaberType => ("the other saber’s note", ""),
            Self::OutOfReach => ("the blade passed the note", "m"),
            Self::MetBefore => ("the blade met the note a frame before", "m"),
        }
    }
}

impl Observed {
    /// In a few words, and the unit of `by`.
    pub const fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::FrameGap => ("No frame", "s"),
            Self::Teleport => ("Elsewhere in the next frame", "m"),
            Self::Acceleration => ("Faster than a body can", "m/s²"),
            Self::ConstantRate => ("Frames at one rate", "s"),
            Self::FrozenPose => ("Does not move at all", "s"),
            Self::SmoothMotion => ("Moves without tremor", "s"),
            Self::RepeatedSwing => ("The same swing again", "m"),
            Self::EvenTiming => ("Cuts all as early or late", "s"),
            Self::SongSpeed => ("By its frames, the song ran at", "×"),
        }
    }
}

impl OmissionKind {
    /// In a few words. Depths are measured in metres.
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
