//! The movement of one thing, step by step.

/// A moving thing.
#[derive(Clone, Debug)]
pub(super) struct Signal {
    pub(super) name: String,
    /// How it moves, step by step: aside, up, along.
    pub(super) values: Vec<[f32; 3]>,
    /// Where it is, step by step, or how far deflected: not smoothed, and without jumps.
    pub(super) places: Vec<[f32; 3]>,
    /// The waves that were taken out: where it would be if it did nothing but sway, aside by a cosine, up by a sine.
    pub(super) waves: Vec<Vec<[f32; 3]>>,
    /// Whether it is a controller: its sticks aside and up, its buttons along.
    pub(super) has_sticks: bool,
}
