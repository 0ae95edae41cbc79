//! How notes jump towards the player: how fast, and how long before they are to be cut.

use crate::model::Difficulty;

/// The longest jump that the game accepts with the usual lead, in metres from the beginning of the jump to the player: the lead is halved until it fits.
const LONGEST_HALF_JUMP_M: f32 = 17.999;
/// The lead in beats that the game begins with.
const USUAL_LEAD_BEATS: f32 = 4.0;
/// Halving ends here.
const SHORTEST_USUAL_LEAD_BEATS: f32 = 1.0;
/// The least lead in beats, whatever the difficulty's offset.
const SHORTEST_LEAD_BEATS: f32 = 0.25;
/// A speed that is not above this is invalid: the difficulty's usual one takes its place.
const NO_SPEED: f32 = 0.01;

/// The jump of notes towards the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jump {
    /// Metres a second.
    pub speed: f32,
    /// How long before it is to be cut a note begins its jump, in beats.
    pub lead_beats: f32,
    /// The same in seconds, also called reaction time.
    pub lead_s: f32,
    /// The distance that a note jumps, half of it up to the player and half of it past the player, in metres.
    pub distance_m: f32,
}

impl Jump {
    /// The jump that the game computes from a speed and an offset in beats. `fallback` takes the place of an invalid speed.
    pub fn new(speed: f32, offset_beats: f32, bpm: f32, fallback: f32) -> Self {
        let speed = if speed > NO_SPEED { speed } else { fallback };
        let beat_s = 60.0 / bpm;
        let mut lead_beats = USUAL_LEAD_BEATS;
        while lead_beats > SHORTEST_USUAL_LEAD_BEATS
            && speed * beat_s * lead_beats > LONGEST_HALF_JUMP_M
        {
            lead_beats /= 2.0;
        }
        let lead_beats =
            (lead_beats.max(SHORTEST_USUAL_LEAD_BEATS) + offset_beats).max(SHORTEST_LEAD_BEATS);
        let lead_s = lead_beats * beat_s;
        Self { speed, lead_beats, lead_s, distance_m: 2.0 * speed * lead_s }
    }
}

impl Difficulty {
    /// The jump of its notes, at the song's beats a minute.
    pub fn jump(&self, bpm: f32) -> Jump {
        let fallback = match &*self.name {
            "ExpertPlus" | "Expert+" => 16.0,
            "Expert" => 12.0,
            _ => 10.0,
        };
        let bpm = if bpm.is_finite() && bpm > 0.0 { bpm } else { crate::tempo::FALLBACK_BPM };
        Jump::new(self.note_jump_speed, self.spawn_offset_beats, bpm, fallback)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(speed: f32, offset: f32, bpm: f32, wanted: [f32; 4]) {
        let Jump { speed, lead_beats, lead_s, distance_m } = Jump::new(speed, offset, bpm, 10.0);
        for (found, wanted) in [speed, lead_beats, lead_s, distance_m].iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-4, "{found} is not {wanted}");
        }
    }

    #[test]
    fn the_lead_is_halved_until_the_jump_is_short_enough() {
        // 10 m/s × 0.6 s × 4 = 24 m is too long.
        check(10.0, 0.0, 100.0, [10.0, 2.0, 1.2, 24.0]);
        // 10 m/s × 0.3 s × 4 = 12 m is not.
        check(10.0, 0.0, 200.0, [10.0, 4.0, 1.2, 24.0]);
        // 20 m/s × 1 s × 1 = 20 m stays: never below a beat.
        check(20.0, 0.0, 60.0, [20.0, 1.0, 1.0, 40.0]);
    }

    #[test]
    fn the_offset_comes_after_the_halving_and_has_its_own_end() {
        check(10.0, -0.5, 100.0, [10.0, 1.5, 0.9, 18.0]);
        check(10.0, -9.0, 100.0, [10.0, 0.25, 0.15, 3.0]);
        check(10.0, 1.0, 100.0, [10.0, 3.0, 1.8, 36.0]);
    }

    #[test]
    fn an_invalid_speed_becomes_the_difficultys_usual_one() {
        check(0.01, 0.0, 200.0, [10.0, 4.0, 1.2, 24.0]);
        check(-5.0, 0.0, 200.0, [10.0, 4.0, 1.2, 24.0]);
        check(f32::NAN, 0.0, 200.0, [10.0, 4.0, 1.2, 24.0]);
        let speed = |name: &str| {
            Difficulty { name: name.to_owned(), ..Difficulty::default() }.jump(120.0).speed
        };
        assert_eq!(["Easy", "Expert", "ExpertPlus"].map(speed), [10.0, 12.0, 16.0]);
    }
}
