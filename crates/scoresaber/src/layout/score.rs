//! The section of scores, one record in each of its forms.

use ghostreel_core::record;

record! {
    /// The score from a moment on, in version 2. Written when it changes.
    pub struct ScoreV2, 8 bytes {
        /// Score so far, before modifiers count
        0: score: i32 = "score";
        /// Song time from which it holds
        4: time: f32 = "time", "s";
    }
}

record! {
    /// The score from a moment on, in version 3. Written when it changes.
    pub struct ScoreV3, 12 bytes {
        /// Score so far, before modifiers count
        0: score: i32 = "score";
        /// Song time from which it holds
        4: time: f32 = "time", "s";
        /// The most that could have been scored so far
        8: immediate_max_possible_score: i32 = "immediateMaxPossibleScore";
    }
}

/// The score from a moment on, in either form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Score so far, before modifiers count.
    pub score: i32,
    /// Song time from which it holds.
    pub time: f32,
    /// The most that could have been scored so far; since version 3.
    pub immediate_max_possible_score: Option<i32>,
}

impl From<ScoreV2> for Score {
    fn from(ScoreV2 { score, time }: ScoreV2) -> Self {
        Self { score, time, immediate_max_possible_score: None }
    }
}

impl From<ScoreV3> for Score {
    fn from(ScoreV3 { score, time, immediate_max_possible_score }: ScoreV3) -> Self {
        Self { score, time, immediate_max_possible_score: Some(immediate_max_possible_score) }
    }
}
