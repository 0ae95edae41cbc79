//! The frames that a player shows, and what is between them.

/// Between two frames that are farther apart than this, in seconds, no pose is made up.
pub const GAP_S: f64 = 0.2;

/// The playable frames by time, those left out that do not go on from the ones before.
#[derive(Debug)]
pub struct ShownFrames {
    times: Vec<f64>,
    rows: Vec<usize>,
    /// Whether poses between each and the one before are made up: it is near, and the game was not paused.
    goes_on: Vec<bool>,
}

/// The last shown frame at a time or before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownFrame {
    /// Its row in the table `frames`.
    pub row: usize,
    /// The row of the next, and the share of the way to there; `None` where poses stay as they are.
    pub next: Option<(usize, f64)>,
}

impl ShownFrames {
    /// Of the table `frames` the times and whether each is playable; of the table `pauses` the times.
    pub fn new(
        frames: impl Iterator<Item = (f64, bool)>,
        pauses: impl Iterator<Item = f64>,
    ) -> Self {
        let mut pauses: Vec<f64> = pauses.collect();
        pauses.sort_by(f64::total_cmp);
        let mut shown = Self { times: Vec::new(), rows: Vec::new(), goes_on: Vec::new() };
        for (row, (time, is_playable)) in frames.enumerate() {
            let last = shown.times.last().copied();
            if !is_playable || time.is_nan() || last.is_some_and(|last| time <= last) {
                continue;
            }
            let goes_on = last.is_some_and(|last| {
                let since = pauses.partition_point(|pause| *pause < last);
                let is_paused = pauses.get(since).is_some_and(|pause| *pause < time);
                time - last <= GAP_S && !is_paused
            });
            shown.times.push(time);
            shown.rows.push(row);
            shown.goes_on.push(goes_on);
        }
        shown
    }

    /// The frame that is shown at a time; `None` before the first and after the last.
    pub fn at(&self, time: f64) -> Option<ShownFrame> {
        let next = self.times.partition_point(|its| *its <= time);
        let place = next.checked_sub(1)?;
        let (from, row) = (*self.times.get(place)?, *self.rows.get(place)?);
        let Some((to, next_row)) = self.times.get(next).zip(self.rows.get(next)) else {
            return (from >= time).then_some(ShownFrame { row, next: None });
        };
        let is_between = time > from && self.goes_on.get(next) == Some(&true);
        let next = is_between.then(|| (*next_row, (time - from) / (to - from)));
        Some(ShownFrame { row, next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(times: &[f64], pauses: &[f64]) -> ShownFrames {
        let frames = times.iter().map(|&time| (time, time > 0.0));
        ShownFrames::new(frames, pauses.iter().copied())
    }

    #[test]
    fn poses_are_made_up_between_near_frames_only() {
        let frames = shown(&[0.0, 1.0, 1.1, 1.1, 1.5, 1.6], &[1.55]);
        assert_eq!(frames.at(0.9), None);
        assert_eq!(frames.at(1.0), Some(ShownFrame { row: 1, next: None }));
        let between = frames.at(1.05).unwrap();
        assert_eq!((between.row, between.next.map(|(row, _)| row)), (1, Some(2)));
        assert!((between.next.unwrap().1 - 0.5).abs() < 1e-9);
        assert_eq!(frames.at(1.3), Some(ShownFrame { row: 2, next: None }), "a gap");
        assert_eq!(frames.at(1.56), Some(ShownFrame { row: 4, next: None }), "a pause");
        assert_eq!(frames.at(1.6), Some(ShownFrame { row: 5, next: None }));
        assert_eq!(frames.at(1.61), None);
        assert_eq!(shown(&[], &[]).at(1.0), None);
    }
}
