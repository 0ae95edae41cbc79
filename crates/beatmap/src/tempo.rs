//! The conversion of beats to seconds.

/// The conversion of beats to seconds: a list of changes, the first at beat 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Tempo {
    changes: Vec<TempoChange>,
}

/// A tempo from a beat on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TempoChange {
    /// When, in beats.
    pub beat: f32,
    /// When, in seconds.
    pub time_s: f32,
    /// Beats a minute from there on.
    pub bpm: f32,
}

/// Beats a minute where a map says none that can be meant: a beat is a second.
pub const FALLBACK_BPM: f32 = 60.0;

impl Default for Tempo {
    fn default() -> Self {
        Self::new(FALLBACK_BPM, [])
    }
}

impl Tempo {
    /// One tempo from the beginning on, and changes: the beat and the beats a minute from there on. Changes to no tempo at all are left out. A change
    /// at beat 0 takes the place of the first tempo, as in the game.
    pub fn new(bpm: f32, changes: impl IntoIterator<Item = (f32, f32)>) -> Self {
        let mut later: Vec<(f32, f32)> =
            changes.into_iter().filter(|(beat, bpm)| is_tempo(*bpm) && beat.is_finite()).collect();
        later.sort_by(|a, b| a.0.total_cmp(&b.0));
        let bpm = if is_tempo(bpm) { bpm } else { FALLBACK_BPM };
        let mut last = TempoChange { beat: 0.0, time_s: 0.0, bpm };
        let mut all = Vec::with_capacity(later.len().saturating_add(1));
        for (beat, bpm) in later {
            if beat <= 0.0 {
                last.bpm = bpm;
                continue;
            }
            all.push(last);
            last = TempoChange { beat, time_s: last.seconds(beat), bpm };
        }
        all.push(last);
        Self { changes: all }
    }

    /// The changes; the first is at beat 0.
    pub fn changes(&self) -> &[TempoChange] {
        &self.changes
    }

    /// When a beat is, in seconds.
    pub fn seconds(&self, beat: f32) -> f32 {
        // An object at the beat of a change is timed by the tempo before it: the same but for rounding.
        let after = self.changes.partition_point(|change| change.beat < beat);
        let change = self.changes.get(after.saturating_sub(1)).or(self.changes.first());
        change.map_or(0.0, |change| change.seconds(beat))
    }

    /// How long so many beats from a beat on are, in seconds.
    pub fn duration_s(&self, beat: f32, beats: f32) -> f32 {
        self.seconds(beat + beats) - self.seconds(beat)
    }
}

impl TempoChange {
    /// The game's runtime calculates with 64 bits and keeps 32. With that, all notes of the maps at hand are bit for bit where replays have them; with 32
    /// bits throughout, three of four are.
    #[allow(clippy::cast_possible_truncation, reason = "as the game does")]
    fn seconds(&self, beat: f32) -> f32 {
        let beats = f64::from(beat) - f64::from(self.beat);
        (f64::from(self.time_s) + beats / f64::from(self.bpm) * 60.0) as f32
    }
}

/// Whether a tempo is possible in a map.
fn is_tempo(bpm: f32) -> bool {
    bpm.is_finite() && bpm > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tempo: &Tempo, times: &[(f32, f32)]) {
        for (beat, time_s) in times {
            assert_eq!(tempo.seconds(*beat), *time_s, "beat {beat}");
        }
    }

    #[test]
    fn one_tempo_is_a_line() {
        check(&Tempo::new(120.0, []), &[(0.0, 0.0), (4.0, 2.0), (-2.0, -1.0)]);
    }

    #[test]
    fn changes_add_up_whatever_their_order() {
        let tempo = Tempo::new(120.0, [(16.0, 240.0), (8.0, 60.0)]);
        check(&tempo, &[(8.0, 4.0), (12.0, 8.0), (16.0, 12.0), (20.0, 13.0), (-4.0, -2.0)]);
        assert_eq!(tempo.duration_s(12.0, 8.0), 5.0);
        assert_eq!(tempo.changes().len(), 3);
    }

    #[test]
    fn a_change_at_the_beginning_takes_the_place_of_the_first_tempo() {
        check(&Tempo::new(120.0, [(0.0, 60.0)]), &[(3.0, 3.0)]);
    }

    #[test]
    fn an_invalid_tempo_is_left_out() {
        let none = [0.0, -120.0, f32::NAN, f32::INFINITY];
        check(&Tempo::new(120.0, none.map(|bpm| (2.0, bpm))), &[(4.0, 2.0)]);
        check(&Tempo::new(120.0, [(f32::NAN, 60.0)]), &[(4.0, 2.0)]);
        for bpm in none {
            check(&Tempo::new(bpm, []), &[(4.0, 4.0)]);
        }
    }
}
