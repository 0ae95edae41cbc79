//! Observations that take many frames: a constant rate, poses that do not change, motion without tremor.

use ghostreel_formats::bsor::Frame;
use ghostreel_formats::bsor::layout::Pose;
use ghostreel_formats::core::work::Budget;

use super::super::frames::Frames;
use super::steps::Pauses;
use super::{Observation, Observations, Observed, Part, cubic, limits};
use ghostreel_beatmap::flight::Vector;

/// Looks at all frames, those of a window together.
pub(super) fn look(frames: &Frames<'_>, pauses: &Pauses, work: &Budget, found: &mut Observations) {
    let mut constant = Stretch::new(Observed::ConstantRate, None);
    let mut smooth = Part::ALL.map(|part| Stretch::new(Observed::SmoothMotion, Some(part)));
    let mut frozen = Part::ALL.map(Frozen::new);
    let mut window: Vec<(u32, Frame)> = Vec::with_capacity(limits::WINDOW);
    for place in (0..frames.len()).take_while(|_| work.spend(1)) {
        let Some((now, in_file)) = frames.get(place).zip(frames.in_file(place)) else { break };
        for frozen in &mut frozen {
            frozen.go_on(in_file, &now, pauses, found);
        }
        window.push((in_file, now));
        if window.len() < limits::WINDOW {
            continue;
        }
        // Steps and tremor of each part are gathered, and the middle one is looked for.
        if !work.spend(window.len().saturating_mul(8)) {
            break;
        }
        constant.go_on(&window, is_constant(&window, pauses), found);
        for (part, smooth) in Part::ALL.into_iter().zip(&mut smooth) {
            smooth.go_on(&window, is_smooth(&window, part, pauses), found);
        }
        window.clear();
    }
    constant.end(found);
    for stretch in smooth {
        stretch.end(found);
    }
    for frozen in frozen {
        frozen.end(found);
    }
}

/// Windows next to each other in which something is seen.
struct Stretch {
    what: Observed,
    part: Option<Part>,
    /// The first frame, and the time of the last.
    seen: Option<(u32, f64, f64)>,
}

impl Stretch {
    const fn new(what: Observed, part: Option<Part>) -> Self {
        Self { what, part, seen: None }
    }

    fn go_on(&mut self, window: &[(u32, Frame)], is_seen: bool, found: &mut Observations) {
        let (Some((frame, first)), Some((_, last))) = (window.first(), window.last()) else {
            return;
        };
        if !is_seen {
            self.add(found);
        } else if let Some((_, _, until)) = &mut self.seen {
            *until = last.time.into();
        } else {
            self.seen = Some((*frame, first.time.into(), last.time.into()));
        }
    }

    fn add(&mut self, found: &mut Observations) {
        if let Some((frame, time, until)) = self.seen.take() {
            let (what, part, frame, by) = (self.what, self.part, Some(frame), until - time);
            found.add(Observation { what, part, time, frame, by });
        }
    }

    fn end(mut self, found: &mut Observations) {
        self.add(found);
    }
}

/// How long a part of the player has not moved at all.
struct Frozen {
    part: Part,
    /// The last pose, and since which frame and time it is the same.
    since: Option<(Pose, u32, f64)>,
    last: Option<Frame>,
}

impl Frozen {
    const fn new(part: Part) -> Self {
        Self { part, since: None, last: None }
    }

    fn go_on(&mut self, in_file: u32, now: &Frame, pauses: &Pauses, found: &mut Observations) {
        let pose = match self.part {
            Part::Head => now.head,
            Part::Left => now.left,
            Part::Right => now.right,
        };
        let is_played =
            self.last.as_ref().is_some_and(|last| pauses.seconds_played(last, now).is_some());
        let is_same = self.since.as_ref().is_some_and(|(known, ..)| *known == pose);
        if !is_played || !is_same {
            self.add(found);
            self.since = Some((pose, in_file, now.time.into()));
        }
        self.last = Some(*now);
    }

    fn add(&mut self, found: &mut Observations) {
        let (Some((_, frame, time)), Some(last)) = (self.since.take(), &self.last) else { return };
        let by = f64::from(last.time) - time;
        if by >= limits::FROZEN {
            let (what, part, frame) = (Observed::FrozenPose, Some(self.part), Some(frame));
            found.add(Observation { what, part, time, frame, by });
        }
    }

    fn end(mut self, found: &mut Observations) {
        self.add(found);
    }
}

/// Whether nearly all steps of a window are of one length.
fn is_constant(window: &[(u32, Frame)], pauses: &Pauses) -> bool {
    let pairs = window.windows(2);
    let steps = pairs.filter_map(|pair| match pair {
        [(_, before), (_, now)] => pauses.seconds_played(before, now),
        _ => None,
    });
    let mut steps: Vec<f64> = steps.collect();
    let Some(middle) = middle(&mut steps) else { return false };
    let latest = window.last().map_or(0.0, |(_, frame)| frame.time);
    // A step is no more exact than the times at its ends.
    let rounding = 1.5 * f64::from(latest.abs()) * f64::from(f32::EPSILON);
    let tolerance = (middle * limits::CONSTANT_TOLERANCE).max(rounding);
    let same = steps.iter().filter(|step| (**step - middle).abs() <= tolerance).count();
    is_share(same, window.len(), limits::CONSTANT_SHARE)
}

/// Whether a part of the player hardly trembles in a window.
fn is_smooth(window: &[(u32, Frame)], part: Part, pauses: &Pauses) -> bool {
    let around = window.windows(5).filter_map(|around| {
        let [(_, a), (_, b), (_, now), (_, c), (_, d)] = around else { return None };
        let place = |frame: &Frame| (f64::from(frame.time), part.position(frame));
        let (time, at) = place(now);
        // A pose that does not move has no tremor either, and is another observation.
        let is_whole = [(a, b), (b, now), (now, c), (c, d)]
            .iter()
            .all(|(before, now)| pauses.seconds_played(before, now).is_some());
        if !is_whole || at == part.position(b) {
            return None;
        }
        let expected: Vector = cubic::at(time, [place(a), place(b), place(c), place(d)])?;
        Some(expected.minus(at).length())
    });
    let mut tremor: Vec<f64> = around.collect();
    is_share(tremor.len(), window.len(), 0.5)
        && middle(&mut tremor).is_some_and(|middle| middle < limits::SMOOTH)
}

fn is_share(count: usize, all: usize, share: f64) -> bool {
    #[allow(clippy::cast_precision_loss, reason = "a few hundred")]
    let (count, all) = (count as f64, all as f64);
    count >= all * share
}

/// The middle one of some values.
fn middle(values: &mut [f64]) -> Option<f64> {
    let half = values.len().checked_div(2)?;
    (half < values.len()).then(|| *values.select_nth_unstable_by(half, f64::total_cmp).1)
}
