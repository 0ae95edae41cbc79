//! The time that statistics count: the recording's, without the stretches in which it was halted.

use ghostreel_formats::rlreplay::project::World;

/// A step in time so long is a halt of the recording: while a goal is shown again, nothing is recorded.
const HALT: f64 = 0.5;

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
        let (mut played, mut counted, mut is_countdown) = (0.0, 0.0, false);
        let mut before: Option<f64> = None;
        for row in &world.frames {
            let time = f64::from(row.time);
            let step = before.map_or(0.0, |before| (time - before).max(0.0));
            if step <= HALT {
                played += step;
                counted += if is_countdown { 0.0 } else { step };
            }
            before = Some(time);
            while let Some(row) = board.next_if(|next| next.frame <= row.frame) {
                is_countdown = row.countdown > 0 && row.state.as_str() == "Countdown";
            }
            clock.numbers.push(row.frame);
            clock.played.push(played);
            clock.counted.push(counted);
            clock.is_countdown.push(is_countdown);
        }
        clock
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

    /// Whether a countdown runs behind a frame.
    pub(super) fn is_countdown(&self, frame: usize) -> bool {
        self.is_countdown.get(frame).copied().unwrap_or(false)
    }
}
