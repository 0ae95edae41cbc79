//! The time that statistics count: the recording's, without the stretches in which it was halted, and up to the last move.

use ghostreel_formats::rlreplay::project::{BodyRow, HALT, World};

/// Time by frame, in seconds since the first. Frames are places in the table `frames` here.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    numbers: Vec<u32>,
    played: Vec<f64>,
    /// As `played`, without the countdowns to kick-offs.
    counted: Vec<f64>,
    is_countdown: Vec<bool>,
}

impl Clock {
    pub(super) fn new(world: &World) -> Self {
        let mut clock = Self::default();
        let mut board = world.scoreboard.iter().peekable();
        let mut moved = moved(world).into_iter().peekable();
        let (mut played, mut counted, mut is_countdown) = (0.0, 0.0, false);
        // Where the last frame is in which something moved, and its times.
        let mut last = (0_usize, played, counted);
        let mut before: Option<f64> = None;
        for row in &world.frames {
            let time = f64::from(row.time);
            let step = before.map_or(0.0, |before| (time - before).max(0.0));
            if step <= HALT {
                played += step;
                counted += if is_countdown { 0.0 } else { step };
            } else {
                (played, counted) = clock.wind_back(last);
                // Wound back to here, the same frames need not be again.
                last.0 = clock.frames();
            }
            before = Some(time);
            while let Some(row) = board.next_if(|next| next.frame <= row.frame) {
                is_countdown = row.countdown > 0 && row.state.is("Countdown");
            }
            while moved.next_if(|frame| *frame <= row.frame).is_some() {
                last = (clock.frames(), played, counted);
            }
            clock.numbers.push(row.frame);
            clock.played.push(played);
            clock.counted.push(counted);
            clock.is_countdown.push(is_countdown);
        }
        clock.wind_back(last);
        clock
    }

    /// A halt, or the end, begins with the last frame in which something moved: those after it take no time.
    fn wind_back(&mut self, (frame, played, counted): (usize, f64, f64)) -> (f64, f64) {
        for (times, now) in [(&mut self.played, played), (&mut self.counted, counted)] {
            times.iter_mut().skip(frame).for_each(|time| *time = now);
        }
        (played, counted)
    }

    /// How many frames there are.
    pub(super) fn frames(&self) -> usize {
        self.numbers.len()
    }

    /// The place of the frame with a number, or of the next one that is there.
    pub(super) fn frame(&self, number: u32) -> usize {
        let last = self.numbers.len().saturating_sub(1);
        self.numbers.partition_point(|&there| there < number).min(last)
    }

    /// Seconds played until a frame.
    pub(super) fn played(&self, frame: usize) -> f64 {
        self.played.get(frame).or(self.played.last()).copied().unwrap_or(0.0)
    }

    /// Seconds played until a frame, countdowns left out.
    pub(super) fn counted(&self, frame: usize) -> f64 {
        self.counted.get(frame).or(self.counted.last()).copied().unwrap_or(0.0)
    }

    /// Seconds from one frame to another.
    pub(super) fn between(&self, from: usize, to: usize) -> f64 {
        self.played(to) - self.played(from)
    }

    /// Whether a countdown runs after a frame.
    pub(super) fn is_countdown(&self, frame: usize) -> bool {
        self.is_countdown.get(frame).copied().unwrap_or(false)
    }

    /// Whether a countdown runs when so many seconds are played.
    pub(super) fn is_countdown_at(&self, seconds: f64) -> bool {
        let next = self.played.partition_point(|&played| played <= seconds);
        next.checked_sub(1).is_some_and(|frame| self.is_countdown(frame))
    }
}

/// The frames in which a car or the ball moves.
fn moved<'w>(world: &'w World) -> Vec<u32> {
    let of_rows = |rows: &'w [BodyRow]| rows.iter().map(|row| row.frame).peekable();
    let mut lists = [of_rows(&world.cars), of_rows(&world.ball)];
    let mut frames = Vec::new();
    while let Some(next) = lists.iter_mut().filter_map(|list| list.peek().copied()).min() {
        frames.push(next);
        for list in &mut lists {
            while list.next_if_eq(&next).is_some() {}
        }
    }
    frames
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::rlreplay::project::FrameRow;

    use super::*;

    /// A frame each tenth of a second, but nine more before `late`, and a car that moves in some of them.
    fn played(late: u32, moves: &[u32]) -> f64 {
        let time = |frame: u32| frame as f32 * 0.1 + if frame < late { 0.0 } else { 9.0 };
        let frame = |frame| FrameRow { frame, time: time(frame), ..FrameRow::default() };
        let car = |&frame: &u32| BodyRow { frame, ..BodyRow::default() };
        let cars = moves.iter().map(car).collect();
        let world = World { frames: (0..10).map(frame).collect(), cars, ..World::default() };
        Clock::new(&world).played(9)
    }

    #[test]
    fn halts_and_the_end_begin_with_the_last_move() {
        assert!((played(10, &[0, 4, 9]) - 0.9).abs() < 1e-6);
        assert!((played(10, &[0, 4, 6]) - 0.6).abs() < 1e-6, "the end");
        assert!((played(5, &[0, 4, 9]) - 0.8).abs() < 1e-6, "a halt");
        assert!((played(5, &[0, 2, 9]) - 0.6).abs() < 1e-6, "a halt after a pause");
    }
}
