//! Pauses: version 2 has the times in whole seconds, version 1 the lengths.

use ghostreel_bsor as bsor;

use super::Sentences;
use crate::layout::Pause;

/// Pauses, at whole seconds.
pub(super) fn from_bsor(v1: &[bsor::Pause]) -> Vec<Pause> {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "the nearest that there is; the remains have the exact one"
    )]
    let pause = |v1: &bsor::Pause| Pause { duration: v1.duration as f32, time: v1.time as i32 };
    v1.iter().map(pause).collect()
}

/// Pauses, for whole seconds.
pub(super) fn to_bsor(now: &[Pause], sentences: &mut Sentences) -> Vec<bsor::Pause> {
    #[allow(clippy::float_cmp, reason = "whole seconds or not")]
    let fractions = now.iter().filter(|pause| pause.duration != pause.duration.trunc()).count();
    sentences.add(
        fractions,
        "The length of a pause is cut to whole seconds.",
        "The lengths of # pauses are cut to whole seconds.",
    );
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "the nearest that there is"
    )]
    let pause = |now: &Pause| bsor::Pause { duration: now.duration as i64, time: now.time as f32 };
    now.iter().map(pause).collect()
}
