//! The amount that notes are raised for the height of the player.

use ghostreel_bsor::View;

/// Metres by which notes are raised for each metre that a player is taller than 1.8 m.
const RAISED_SHARE: f64 = 0.5;
const USUAL_HEIGHT_M: f64 = 1.8;
/// The least and the most that they are raised.
const RAISED_M: (f64, f64) = (-0.2, 0.6);
/// Before its jump a note comes straight in for so many seconds; where it will be is settled when that begins.
pub const COMES_IN_S: f64 = 0.5;

/// The amounts that notes are raised, each from a time on.
#[derive(Clone, Debug, Default)]
pub struct Heights {
    first_m: f64,
    /// By time.
    later: Vec<(f64, f64)>,
}

impl Heights {
    /// `None` if the file does not say how tall the player was.
    pub fn of(view: &View<'_>) -> Option<Self> {
        let info = view.info();
        if info.height > 0.0 {
            return Some(Self { first_m: raised(info.height), later: Vec::new() });
        }
        let list = view.heights();
        let mut later: Vec<(f64, f64)> =
            list.iter().map(|height| (f64::from(height.time), raised(height.height))).collect();
        later.retain(|(time, raised)| time.is_finite() && raised.is_finite());
        // They are written in the order of time. One with a later time than the next one is of the play before: so a real file of Quest begins.
        later.reverse();
        let mut until_s = f64::INFINITY;
        later.retain(|(time, _)| {
            let is_of_play = *time <= until_s;
            until_s = until_s.min(*time);
            is_of_play
        });
        later.reverse();
        let (_, first_m) = *later.first()?;
        Some(Self { first_m, later })
    }

    /// From a time on.
    pub fn at(&self, time_s: f64) -> f64 {
        let after = self.later.partition_point(|(from, _)| *from <= time_s);
        let last = after.checked_sub(1).and_then(|last| self.later.get(last));
        last.map_or(self.first_m, |(_, raised)| *raised)
    }

    /// The amount for a note that is due at a time and jumps so long before.
    pub fn of_jump(&self, due_s: f64, lead_s: f64) -> f64 {
        self.at(due_s - lead_s - COMES_IN_S)
    }

    /// The least and the most from one time to another, which one value is among.
    pub fn between(&self, from_s: f64, until_s: f64, among: f64) -> (f64, f64) {
        /// Three seconds of most headsets.
        const MOST: usize = 500;
        let first = self.later.partition_point(|(from, _)| *from < from_s);
        let within = self.later.iter().skip(first).take(MOST);
        let within = within.take_while(|(from, _)| *from <= until_s).map(|(_, raised)| *raised);
        let start = self.at(from_s);
        within
            .chain([start])
            .fold((among, among), |(least, most), raised| (least.min(raised), most.max(raised)))
    }
}

fn raised(height_m: f32) -> f64 {
    let (least, most) = RAISED_M;
    ((f64::from(height_m) - USUAL_HEIGHT_M) * RAISED_SHARE).clamp(least, most)
}

#[cfg(test)]
mod tests {
    use ghostreel_bsor::{Height, Info, Replay, encode};
    use ghostreel_core::DecodeOptions;

    use super::*;

    #[test]
    fn notes_are_raised_for_the_height_of_half_a_second_before_their_jump() {
        let check = |height: f32, heights: &[(f32, f32)], wanted: Option<[f64; 2]>| {
            let mut replay = Replay::new(Info::default());
            replay.info.height = height;
            replay.heights = heights
                .iter()
                .map(|(time, height)| Height { height: *height, time: *time })
                .collect();
            let bytes = encode(&replay);
            let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
            let heights =
                Heights::of(&view).map(|all| [2.29, 2.31].map(|due_s| all.of_jump(due_s, 0.5)));
            match (heights, wanted) {
                (Some(heights), Some(wanted)) => {
                    assert!(
                        heights.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6),
                        "{heights:?}"
                    );
                }
                (heights, wanted) => assert_eq!(heights, wanted),
            }
        };
        check(1.6, &[(0.0, 2.2)], Some([-0.1; 2]));
        check(0.0, &[(0.0, 1.8), (1.3, 2.2)], Some([0.0, 0.2]));
        // Never less, nor more.
        check(1.0, &[], Some([-0.2; 2]));
        check(9.0, &[], Some([0.6; 2]));
        check(0.0, &[], None);
    }
}
