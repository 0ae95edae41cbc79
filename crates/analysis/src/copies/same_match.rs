//! Whether two players recorded one match, or one recording is a copy of the other.

use super::passage::Passage;
use super::recording::{Match, Recording};

/// Recordings of one match by two players share at most this part of the values that differ from recorder to recorder.
const MOST_SHARED: f64 = 0.5;
/// How far on the next trace is looked for.
const NEAR: usize = 64;
/// Fewer traces decide nothing.
const LEAST_TRACES: usize = 8;

/// Says why two recordings that agree are of one match by two players; or, if they are not, the reason against it, where they are at
/// least said to be.
///
/// Both name the match and the same players, and play it at its own speed; and values that no server dictates differ: in Rocket League the
/// times between frames, which each client draws for itself; in Melee the frames that had to be played again, which are those in
/// which the *other's* inputs came late.
pub(super) fn reason_for_one_match(
    a: &Recording,
    b: &Recording,
    passages: &[Passage],
) -> Result<String, Option<String>> {
    let (Some(a), Some(b)) = (&a.contest, &b.contest) else { return Err(None) };
    if a.id != b.id {
        return Err(None);
    }
    let against = |why: &str| Err(Some(format!("They name the same match, but {why}.")));
    if a.players != b.players {
        return against("not the same players");
    }
    if passages.iter().any(|passage| passage.mirrored || (passage.speed - 1.0).abs() > 0.002) {
        return against("one is mirrored or at another speed");
    }
    let least = a.traces.len().min(b.traces.len());
    if least < LEAST_TRACES {
        return against("too few values are left in which two recorders would differ");
    }
    if shared(a, b) > MOST_SHARED {
        return against("one recorder made both");
    }
    Ok("They name the same match and players, and the values that each recorder has of its own differ."
        .to_owned())
}

/// The part of the shorter list of traces that is in the other in the same order and about the same place.
fn shared(a: &Match, b: &Match) -> f64 {
    let (short, long) = if a.traces.len() <= b.traces.len() { (a, b) } else { (b, a) };
    let mut from = long.traces.as_slice();
    let mut count = 0.0;
    for trace in &short.traces {
        if let Some(at) = from.iter().take(NEAR).position(|other| other == trace) {
            from = from.get(at.saturating_add(1)..).unwrap_or_default();
            count += 1.0;
        }
    }
    #[allow(clippy::cast_precision_loss, reason = "a small number")]
    let all = short.traces.len() as f64;
    count / all
}
