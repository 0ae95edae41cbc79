//! Synthetic replays: a game played by two who follow the ball, and miss it now and then. The same options give the same bytes everywhere.

use ghostreel_core::Random;

use crate::layout::Frame;
use crate::model::Replay;
use crate::{HEIGHT, PADDLE, TO_WIN, WIDTH};

/// What to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Chooses how the ball flies.
    pub seed: u64,
    /// Frames a second.
    pub rate: u8,
    /// The most frames that are recorded.
    pub frames: usize,
    /// The names.
    pub names: [&'static str; 2],
    /// Whether another program left notes.
    pub has_notes: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, rate: 30, frames: 3000, names: ["Ghost", "Reel"], has_notes: false }
    }
}

/// Ready-made options by name, for `ghostreel sample --variant` and for tests.
pub fn variants() -> Vec<(&'static str, Options)> {
    let small = Options { frames: 40, ..Options::default() };
    vec![
        ("usual", Options::default()),
        ("small", small.clone()),
        ("notes", Options { has_notes: true, ..small.clone() }),
        ("nameless", Options { names: [""; 2], ..small }),
    ]
}

/// The variant of that name.
pub fn variant(name: &str) -> Option<Options> {
    variants().into_iter().find_map(|(known, options)| (known == name).then_some(options))
}

/// Makes a replay.
pub fn generate(options: &Options) -> Replay {
    let mut game = Game::new(options.seed);
    let mut frames = vec![game.frame()];
    while frames.len() < options.frames && !game.is_over() {
        game.step();
        frames.push(game.frame());
    }
    let notes = if options.has_notes { vec![b"a note".to_vec(), Vec::new()] } else { Vec::new() };
    let mut replay = Replay {
        rate: options.rate,
        started_at: 1_767_225_600,
        names: options.names.map(|name| name.as_bytes().to_vec()),
        frames,
        notes,
        ..Replay::default()
    };
    replay.update_lengths();
    replay
}

/// A paddle is moved by so much a frame.
const PADDLE_SPEED: i32 = 14;

struct Game {
    random: Random,
    paddles: [i32; 2],
    ball: [i32; 2],
    speed: [i32; 2],
    points: [u8; 2],
}

impl Game {
    fn new(seed: u64) -> Self {
        let middle = i32::from(HEIGHT) >> 1;
        let mut game = Self {
            random: Random::new(seed),
            paddles: [middle; 2],
            ball: [0; 2],
            speed: [0; 2],
            points: [0; 2],
        };
        game.serve(18);
        game
    }

    fn is_over(&self) -> bool {
        self.points.iter().any(|points| *points >= TO_WIN)
    }

    /// The ball flies from the middle.
    fn serve(&mut self, across: i32) {
        self.ball = [i32::from(WIDTH) >> 1, i32::from(HEIGHT) >> 1];
        self.speed = [across, self.random.between(-12, 12)];
    }

    fn step(&mut self) {
        let [x, y] = &mut self.ball;
        *x = x.saturating_add(self.speed[0]);
        *y = y.saturating_add(self.speed[1]);
        if *y <= 0 || *y >= i32::from(HEIGHT) {
            *y = (*y).clamp(0, HEIGHT.into());
            self.speed[1] = self.speed[1].saturating_neg();
        }
        let [x, y] = self.ball;
        for paddle in &mut self.paddles {
            // Nobody follows the ball always.
            if self.random.chance(0.8) {
                let away = y.saturating_sub(*paddle).clamp(-PADDLE_SPEED, PADDLE_SPEED);
                let middle = i32::from(PADDLE) >> 1;
                let highest = i32::from(HEIGHT).saturating_sub(middle);
                *paddle = paddle.saturating_add(away).clamp(middle, highest);
            }
        }
        let side = usize::from(x >= i32::from(WIDTH));
        if x > 0 && side == 0 {
            return;
        }
        let [paddle, others] = [side, 1 ^ side];
        let is_met = self.paddles.get(paddle).is_some_and(|paddle| {
            paddle.abs_diff(y) <= u32::from(PADDLE) >> 1 && !self.random.chance(0.2)
        });
        let back = self.speed[0].saturating_neg();
        if is_met {
            self.ball[0] = x.clamp(0, WIDTH.into());
            self.speed = [back, self.random.between(-12, 12)];
        } else {
            if let Some(points) = self.points.get_mut(others) {
                *points = points.saturating_add(1);
            }
            self.serve(back);
        }
    }

    fn frame(&self) -> Frame {
        let [left, right] = self.paddles.map(place);
        let [ball_x, ball_y] = self.ball.map(place);
        let [left_points, right_points] = self.points;
        Frame { left, right, ball_x, ball_y, left_points, right_points }
    }
}

fn place(place: i32) -> u16 {
    u16::try_from(place.max(0)).unwrap_or(u16::MAX)
}
