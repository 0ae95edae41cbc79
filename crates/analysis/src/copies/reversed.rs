//! A comparison as seen from the other recording.

use super::compare::{Comparison, how_long};
use super::passage::{Pair, Passage};

impl Comparison {
    /// The same comparison with the second recording first, by the time in it.
    pub fn reversed(&self) -> Self {
        let mut passages: Vec<Passage> = self.passages.iter().map(Passage::reversed).collect();
        passages.sort_by(|one, other| one.from_a.total_cmp(&other.from_a));
        let (there, here) = (how_long(&self.passages), how_long(&passages));
        let reason = |reason: &String| if *reason == there { here.clone() } else { reason.clone() };
        let reasons = self.reasons.iter().map(reason).collect();
        Self { verdict: self.verdict, passages, reasons }
    }
}

impl Passage {
    fn reversed(&self) -> Self {
        let pair = |pair: &Pair| Pair {
            a: pair.b.clone(),
            b: pair.a.clone(),
            correlation: pair.correlation,
        };
        Self {
            from_a: self.from_b,
            to_a: self.to_b,
            from_b: self.from_a,
            to_b: self.to_a,
            speed: 1.0 / self.speed,
            tracks: self.tracks.iter().map(pair).collect(),
            ..self.clone()
        }
    }
}

#[cfg(all(test, feature = "beat-saber"))]
mod tests {
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::{open, sample};

    use crate::copies::{Recording, compare};

    #[test]
    fn a_reversed_comparison_says_what_comparing_the_other_way_round_does() {
        let bytes = sample("beat-saber", None, 1).unwrap();
        let original = Recording::of(&open(bytes, &DecodeOptions::RECOVER).unwrap()).unwrap();
        let mut copy = original.clone();
        for track in &mut copy.tracks {
            track.times.iter_mut().for_each(|time| *time = *time / 1.04 + 3.0);
        }
        let (there, back) = (compare(&original, &copy), compare(&copy, &original).reversed());
        assert_eq!(back.verdict, there.verdict);
        let seconds: f64 = back.passages.iter().map(|passage| passage.to_a - passage.from_a).sum();
        assert_eq!(back.reasons, [format!("They agree for {seconds:.0} s of the first.")]);
        assert_eq!(back.passages.len(), there.passages.len());
        for (a, b) in back.passages.iter().zip(&there.passages) {
            // One goes on from second to second of either.
            assert!((a.from_a - b.from_a).abs() < 2.0 && (a.from_b - b.from_b).abs() < 2.0);
            assert!((a.to_a - b.to_a).abs() < 2.0 && (a.speed - b.speed).abs() < 0.002);
        }
        let back = compare(&copy, &original);
        assert_eq!(back.reversed().reversed().reasons, back.reasons);
    }
}
