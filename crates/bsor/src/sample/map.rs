//! The made-up map: which notes come when, and what becomes of them.

use super::{Options, math};
use crate::layout::{Vector3, Wall};
use ghostreel_core::Random;

/// The outcome of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Good,
    Bad,
    Miss,
    Bomb,
    /// A bomb that was avoided: the replay does not mention it.
    Avoided,
}

impl Fate {
    pub(super) fn missed(self) -> Self {
        match self {
            Self::Good | Self::Bad | Self::Miss => Self::Miss,
            Self::Bomb | Self::Avoided => Self::Avoided,
        }
    }

    /// Whether a saber goes through it.
    pub(super) fn is_cut(self) -> bool {
        matches!(self, Self::Good | Self::Bad | Self::Bomb)
    }
}

/// A note or bomb on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Song time in the map.
    pub(super) time: f32,
    /// When the saber is in its middle, less [`time`](Self::time).
    pub(super) late: f32,
    /// 0 left, 1 right.
    pub(super) hand: u8,
    pub(super) line: u8,
    pub(super) layer: u8,
    pub(super) direction: u8,
    pub(super) scoring_type: u8,
    pub(super) fate: Fate,
    /// Where the saber passes, from the middle.
    pub(super) off: f32,
    /// Degrees swung before and after.
    pub(super) swing: (f32, f32),
    /// A chain link: cut by the swing of its head.
    pub(super) follows: bool,
}

/// How far in front of the player's head notes are cut.
const CUT_PLANE: f32 = 0.9;
/// Between two notes: eighths at 128 beats a minute.
const BEAT: f32 = 30.0 / 128.0;

impl Target {
    /// Where the note is when it is cut.
    pub(super) fn center(&self) -> Vector3 {
        const TOP: [f32; 3] = [0.85, 1.4, 1.9];
        let y = TOP.get(usize::from(self.layer)).copied().unwrap_or(1.4);
        Vector3::new((f32::from(self.line) - 1.5) * 0.6, y, CUT_PLANE)
    }

    /// Where the saber goes in the plane of the notes.
    pub(super) fn heading(&self) -> Vector3 {
        const DIAGONAL: f32 = std::f32::consts::FRAC_1_SQRT_2;
        let (x, y) = match self.direction {
            0 => (0.0, 1.0),
            2 => (-1.0, 0.0),
            3 => (1.0, 0.0),
            4 => (-DIAGONAL, DIAGONAL),
            5 => (DIAGONAL, DIAGONAL),
            6 => (-DIAGONAL, -DIAGONAL),
            7 => (DIAGONAL, -DIAGONAL),
            _ => (0.0, -1.0),
        };
        let heading = Vector3::new(x, y, 0.0);
        if self.fate == Fate::Bad { math::scale(heading, -1.0) } else { heading }
    }

    /// When the saber is in its middle.
    pub(super) fn cut_time(&self) -> f32 {
        self.time + self.late
    }
}

/// All notes in the order of their times.
pub(super) fn targets(options: &Options, start: f32, random: &mut Random) -> Vec<Target> {
    let end = start + options.duration - 1.5;
    let mut targets: Vec<Target> = Vec::new();
    let mut down = [true, true];
    let mut beat = 0_u16;
    loop {
        let time = start + 2.0 + f32::from(beat) * BEAT;
        if time >= end {
            break;
        }
        let both = beat % 8 == 7;
        let hands: &[u8] = if both {
            &[0, 1]
        } else if beat.is_multiple_of(2) {
            &[0]
        } else {
            &[1]
        };
        for &hand in hands {
            let down = down.get_mut(usize::from(hand));
            let going_down = down.as_ref().is_none_or(|down| **down);
            let mut target = note(time, hand, going_down, both, random);
            let breather = options.objects && beat % 64 >= 58;
            if options.objects {
                decorate(&mut target, beat, random);
            }
            if options.mistakes && random.chance(0.025) {
                target.fate = if random.chance(0.5) { Fate::Miss } else { Fate::Bad };
            }
            if target.fate == Fate::Good
                && let Some(down) = down
            {
                *down = !going_down;
            }
            if !breather {
                targets.push(target);
                if target.scoring_type == 6 {
                    targets.extend(links(&target));
                }
            } else if hand == 0 || both {
                targets.push(bomb(&target, beat % 64 == 60));
            }
        }
        beat = beat.saturating_add(1);
    }
    targets.sort_by(|a, b| a.time.total_cmp(&b.time));
    targets
}

fn note(time: f32, hand: u8, down: bool, both: bool, random: &mut Random) -> Target {
    let side = u8::from(!both && random.chance(0.4));
    let line = if hand == 0 { 1_u8.saturating_sub(side) } else { 2 + side };
    let outward = if hand == 0 { (6, 4) } else { (7, 5) };
    let tilted = random.chance(0.3);
    let direction = match (down, tilted) {
        (true, false) => 1,
        (true, true) => outward.0,
        (false, false) => 0,
        (false, true) => outward.1,
    };
    let layer = match (down, random.chance(0.25)) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    Target {
        time,
        late: random.range(-0.03, 0.03),
        hand,
        line,
        layer,
        direction: if random.chance(0.08) { 8 } else { direction },
        scoring_type: 3,
        fate: Fate::Good,
        off: random.range(-0.07, 0.07),
        swing: (random.range(92.0, 125.0), random.range(52.0, 80.0)),
        follows: false,
    }
}

/// Makes an arc's end or a chain's head of some notes.
fn decorate(target: &mut Target, beat: u16, random: &mut Random) {
    target.scoring_type = match beat % 32 {
        8 => 4,
        12 => 5,
        14 => 8,
        18 | 22 => 6,
        24 => 9,
        26 => 11,
        _ => return,
    };
    if target.direction == 8 {
        target.direction = if random.chance(0.5) { 1 } else { 0 };
    }
}

/// A chain's links: they stand in the head's cell, all but the last.
fn links(head: &Target) -> impl Iterator<Item = Target> + use<> {
    const LINKS: u8 = 4;
    let head = *head;
    (1..=LINKS).map(move |k| Target {
        time: head.time + f32::from(k) * 0.011,
        late: head.late,
        layer: if k == LINKS {
            if head.layer == 0 { 1 } else { head.layer - 1 }
        } else {
            head.layer
        },
        direction: 8,
        scoring_type: 7,
        off: 0.05,
        follows: true,
        ..head
    })
}

fn bomb(place: &Target, hit: bool) -> Target {
    let fate = if hit { Fate::Bomb } else { Fate::Avoided };
    Target { fate, scoring_type: 2, direction: 8, late: 0.0, off: 0.0, ..*place }
}

/// The head in a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct WallHit {
    pub(super) enter: f32,
    pub(super) leave: f32,
    line: i32,
    kind: i32,
    width: i32,
    energy: f32,
}

impl WallHit {
    pub(super) fn record(&self) -> Wall {
        Wall {
            wall_id: self.line * 100 + self.kind * 10 + self.width,
            energy: self.energy,
            time: self.enter,
            spawn_time: self.enter - 0.2,
        }
    }

    /// How far the head goes aside or down into it, in metres.
    pub(super) fn lean(&self) -> (f32, f32) {
        if self.kind == 1 { (0.0, 0.05) } else { (0.22, 0.0) }
    }
}

pub(super) fn walls(start: f32, duration: f32) -> Vec<WallHit> {
    let wall = |part: f32, line, kind, width, energy| {
        let enter = start + duration * part;
        WallHit { enter, leave: enter + 0.25, line, kind, width, energy }
    };
    if duration < 10.0 {
        return Vec::new();
    }
    vec![wall(0.35, 2, 0, 2, 0.62), wall(0.8, 0, 1, 4, 0.71)]
}

/// When the player pauses.
pub(super) fn pauses(start: f32, duration: f32) -> [f32; 2] {
    [start + duration * 0.42, start + duration * 0.7]
}
