//! How fast notes came, fitted to the cuts: the file has the length of the jump, but not its speed.

use crate::layout::{EventType, Note, Vector3};
use crate::view::View;

/// Notes that are looked at, evenly through the song: so many say it to a hundredth of a metre a second.
const MOST_NOTES: usize = 512;
/// Cuts that it takes.
const FEWEST_CUTS: usize = 8;
/// Seconds that a cut must be early or late: the speed follows from the note's way in them.
const OFF_TIME_S: f64 = 0.01;
/// Further off no note can be cut.
const MOST_OFF_S: f64 = 0.5;
/// How far speeds may be apart that are the same, as a share.
const SAME: f64 = 0.02;
/// Metres that a note may be beside the middle of its line: others were moved by a mod, or turned about the player.
const BESIDE_M: f64 = 0.05;
/// Metres from the head to the plane in which notes are due.
pub const AHEAD_M: f64 = 0.65 + 0.25;
/// Metres from the middle of one line to the next.
const LINE_M: f64 = 0.6;
/// Links of chains stand beside their cell.
const LINKS: [u8; 2] = [7, 10];
/// In metres a second: what no song has.
const SPEEDS: std::ops::Range<f64> = 1.0..200.0;

impl View<'_> {
    /// At how many metres a second notes jumped, fitted to the cuts: where a note was when it was cut early or late says how fast it came. Seconds are those
    /// of the song. `None` where too few cuts say so, or where they disagree, as in a song with changes of speed.
    ///
    /// `docs/spec/bsor.md` says how exact it is.
    pub fn fitted_note_jump_speed(&self) -> Option<f64> {
        let notes = self.notes();
        let step = notes.len().div_ceil(MOST_NOTES).max(1);
        let noted = (0..notes.len()).step_by(step).filter_map(|index| notes.get(index));
        let mut speeds: Vec<f64> = noted.filter_map(|note| self.speed_by_cut(&note)).collect();
        speeds.sort_by(f64::total_cmp);
        let middle =
            speeds.get(speeds.len() / 2).copied().filter(|speed| SPEEDS.contains(speed))?;
        let agree = speeds.iter().filter(|speed| (**speed - middle).abs() <= middle * SAME).count();
        let is_sure =
            speeds.len() >= FEWEST_CUTS && agree.saturating_mul(4) > speeds.len().saturating_mul(3);
        is_sure.then_some(middle)
    }

    /// The speed at which the note must have come that stood where it was cut.
    fn speed_by_cut(&self, note: &Note) -> Option<f64> {
        let id = note.id();
        let is_good = note.event_type() == Some(EventType::Good);
        if !is_good || id.is_extended || LINKS.contains(&id.scoring_type) {
            return None;
        }
        let early = f64::from(note.head.spawn_time) - f64::from(note.head.event_time);
        if !(OFF_TIME_S..MOST_OFF_S).contains(&early.abs()) {
            return None;
        }
        let cut = note.cut.as_ref()?;
        let distance = f64::from(cut.cut_distance_to_center);
        let [point, normal] = [cut.cut_point, cut.cut_normal].map(xz);
        // The centre is on that side of the plane on which it is in its line.
        let [one, other] = [distance, -distance]
            .map(|aside| [point[0] + normal[0] * aside, point[1] + normal[1] * aside]);
        let line = (f64::from(id.line) - 1.5) * LINE_M;
        let beside = |center: [f64; 2]| (center[0] - line).abs();
        let center = if beside(one) <= beside(other) { one } else { other };
        let is_in_line = beside(center) <= BESIDE_M;
        let head_z = self.head_z(note.head.event_time).filter(|_| is_in_line)?;
        let ahead = center[1] - AHEAD_M;
        // How far the head counts depends on the speed a little.
        let jump = f64::from(self.info().jump_distance);
        let mut speed = (ahead - head_z) / early;
        for _ in 0..8 {
            let share = 0.5 - early * speed / jump;
            let counts = (2.0 * share).min(1.0) * (1.0 - share) + share;
            speed = (ahead - head_z * counts) / early;
        }
        speed.is_finite().then_some(speed)
    }

    /// How far in front the head is in the frame of a time: that in which a cut was made.
    fn head_z(&self, time: f32) -> Option<f64> {
        let frames = self.frames();
        let (mut low, mut high) = (0, frames.len());
        while low < high {
            let middle = low.midpoint(high);
            if frames.get(middle)?.time < time {
                low = middle.saturating_add(1);
            } else {
                high = middle;
            }
        }
        Some(frames.get(low)?.head.position.z.into())
    }
}

fn xz(vector: Vector3) -> [f64; 2] {
    [vector.x.into(), vector.z.into()]
}

#[cfg(test)]
mod tests {
    use ghostreel_core::DecodeOptions;

    use super::*;
    use crate::layout::{CutInfo, Frame, NoteHead};
    use crate::{NoteId, Replay, encode, sample};

    const JUMP_M: f64 = 18.0;

    /// Sixty cuts, each so much early, of notes that come at the speed of their place among them.
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    fn played(speed: impl Fn(usize) -> f64) -> Replay {
        let mut replay = sample::generate(&sample::Options::small());
        replay.info.jump_distance = JUMP_M as f32;
        let mut frames = Vec::new();
        let mut notes = Vec::new();
        for place in 0..60 {
            let early = (place as f64 - 20.0) * 0.002;
            let (event, head_z) = (2.0 + place as f64, place as f64 * 0.01 - 0.3);
            let share = 0.5 - early * speed(place) / JUMP_M;
            let counts = (2.0 * share).min(1.0) * (1.0 - share) + share;
            let (x, z) = (0.3, AHEAD_M + early * speed(place) + head_z * counts);
            let mut frame = Frame { time: event as f32, ..Frame::default() };
            frame.head.position.z = head_z as f32;
            frames.push(frame);
            // Cut aslant, 8 cm beside the centre, on one side or the other.
            let normal = Vector3 { x: 0.8, y: 0.36, z: 0.48 };
            let aside = if place % 2 == 0 { 0.08 } else { -0.08 };
            let cut_point =
                Vector3 { x: (x + aside * 0.8) as f32, y: 1.0, z: (z + aside * 0.48) as f32 };
            let cut = CutInfo {
                cut_point,
                cut_normal: normal,
                cut_distance_to_center: 0.08,
                ..CutInfo::default()
            };
            let head = NoteHead {
                note_id: NoteId::pack(3, 2, 1, 1, 1),
                event_time: event as f32,
                spawn_time: (event + early) as f32,
                event_type: 0,
            };
            notes.push(Note { head, cut: Some(cut) });
        }
        replay.frames = frames;
        replay.notes = notes.into_iter().collect();
        replay
    }

    #[track_caller]
    fn check(replay: &Replay, expected: Option<f64>) {
        let file = encode(replay);
        let view = View::open(&file[..], &DecodeOptions::STRICT).unwrap();
        let speed = view.fitted_note_jump_speed();
        let is_close = match (speed, expected) {
            (Some(speed), Some(expected)) => (speed - expected).abs() < 0.01,
            _ => speed == expected,
        };
        assert!(is_close, "{speed:?}, not {expected:?}");
    }

    #[test]
    fn the_speed_is_that_at_which_notes_came() {
        for speed in [8.0, 16.5, 23.0] {
            check(&played(|_| speed), Some(speed));
        }
    }

    #[test]
    fn a_few_that_are_off_change_nothing_and_many_leave_it_open() {
        check(&played(|place| if place % 6 == 0 { 40.0 } else { 17.0 }), Some(17.0));
        check(&played(|place| if place % 2 == 0 { 14.0 } else { 17.0 }), None);
    }

    #[test]
    fn nothing_is_made_up_of_cuts_without_details_or_of_too_few() {
        let mut few = played(|_| 17.0);
        few.notes.truncate(7);
        check(&few, None);
        let mut bare = played(|_| 17.0);
        let without = |note: Note| Note { cut: Some(CutInfo::default()), ..note };
        bare.notes = bare.notes.iter().map(without).collect();
        check(&bare, None);
        let mut nowhere = played(|_| 17.0);
        nowhere.frames = Vec::new();
        check(&nowhere, None);
    }
}
