//! How head and hands move to cut the notes.

use super::map::{Target, WallHit};
use super::math::{
    about, add, blend, compose, cross, normalize, rotate, scale, smooth, sub, towards,
};
use super::{Options, map};
use crate::layout::{Frame, Pose, Quaternion, Vector3};
use ghostreel_core::Random;

/// Height of the player in metres.
pub(super) const PLAYER_HEIGHT: f32 = 1.78;
/// How far the eyes are below the top of the head.
const EYES: f32 = 0.1;
/// Where on the blade a note is hit, in metres from the hand.
const REACH: f32 = 0.72;

/// A swing through one note: the blade turns in a plane, fastest in the middle.
#[derive(Clone, Copy, Debug)]
struct Swing {
    middle: f32,
    before: f32,
    after: f32,
    from: f32,
    to: f32,
    axis: Vector3,
    rest: Quaternion,
    hand: Vector3,
    heading: Vector3,
}

impl Swing {
    fn new(target: &Target, room: (f32, f32)) -> Self {
        let heading = target.heading();
        let aside = Vector3::new(-heading.y, heading.x, 0.0);
        let point = add(target.center(), scale(aside, target.off));
        let shoulder = Vector3::new(if target.hand == 0 { -0.2 } else { 0.2 }, 1.35, 0.0);
        let forward = normalize(sub(point, shoulder));
        let axis = normalize(cross(forward, heading));
        Self {
            middle: target.cut_time(),
            before: room.0.clamp(0.05, 0.24),
            after: room.1.clamp(0.05, 0.2),
            from: -target.swing.0.to_radians(),
            to: target.swing.1.to_radians(),
            axis,
            rest: towards(forward),
            hand: sub(point, scale(forward, REACH)),
            heading,
        }
    }

    fn start(&self) -> f32 {
        self.middle - self.before
    }

    fn end(&self) -> f32 {
        self.middle + self.after
    }

    /// The hand at a time within the swing, or at its nearer end.
    fn at(&self, time: f32) -> Pose {
        let time = time.clamp(self.start(), self.end());
        // Both halves leave the middle at the speed of the shorter way, so that the blade does not jerk there.
        let angle = if time < self.middle {
            let t = (self.middle - time) / self.before;
            self.from * ease(t, self.before, self.speed() / -self.from)
        } else {
            let t = (time - self.middle) / self.after;
            self.to * ease(t, self.after, self.speed() / self.to)
        };
        let lift = libm::sinf(angle) * 0.22;
        Pose {
            position: add(self.hand, scale(self.heading, lift)),
            rotation: compose(about(self.axis, angle), self.rest),
        }
    }

    /// Radians a second in the middle.
    fn speed(&self) -> f32 {
        1.6 * (-self.from / self.before).min(self.to / self.after)
    }
}

/// From 0 to 1 over `length` seconds, at first with `speed` (ways a second), at last standing still.
fn ease(t: f32, length: f32, speed: f32) -> f32 {
    let m = (speed * length).min(3.0);
    (m - 2.0) * t * t * t + (3.0 - 2.0 * m) * t * t + m * t
}

/// The swings of one hand in order, with time to turn between them.
fn swings(targets: &[Target], hand: u8) -> Vec<Swing> {
    let own: Vec<&Target> =
        targets.iter().filter(|t| t.hand == hand && t.fate.is_cut() && !t.follows).collect();
    let gap = |a: Option<&&Target>, b: Option<&&Target>| match (a, b) {
        (Some(a), Some(b)) => b.cut_time() - a.cut_time(),
        _ => 1.0,
    };
    own.iter()
        .enumerate()
        .map(|(i, target)| {
            let before = gap(i.checked_sub(1).and_then(|p| own.get(p)), Some(target)) * 0.5;
            let after = gap(Some(target), own.get(i.saturating_add(1))) * 0.4;
            Swing::new(target, (before, after))
        })
        .collect()
}

/// The hand's pose between and within swings.
fn hand_at(swings: &[Swing], time: f32, home: Pose) -> Pose {
    let next = swings.partition_point(|swing| swing.start() <= time);
    let last = next.checked_sub(1).and_then(|i| swings.get(i));
    if let Some(swing) = last.filter(|swing| time <= swing.end()) {
        return swing.at(time);
    }
    let (from, t0) = last.map_or((home, 0.0), |swing| (swing.at(swing.end()), swing.end()));
    let (to, t1) =
        swings.get(next).map_or((home, t0 + 1.0), |swing| (swing.at(swing.start()), swing.start()));
    let t = smooth((time - t0) / (t1 - t0).max(1e-3));
    Pose {
        position: super::math::lerp(from.position, to.position, t),
        rotation: blend(from.rotation, to.rotation, t),
    }
}

/// All frames of play.
pub(super) fn frames(
    options: &Options,
    start: f32,
    targets: &[Target],
    walls: &[WallHit],
    random: &mut Random,
) -> Vec<Frame> {
    let left = swings(targets, 0);
    let right = swings(targets, 1);
    let home = |x| Pose {
        position: Vector3::new(x, 1.0, 0.3),
        rotation: towards(normalize(Vector3::new(0.0, 0.2, 1.0))),
    };
    let sway = [random.range(0.0, 6.0), random.range(0.0, 6.0), random.range(0.0, 6.0)];
    let pauses =
        if options.pauses { map::pauses(start, options.duration).to_vec() } else { Vec::new() };

    let mut frames: Vec<Frame> = Vec::new();
    let mut time = start;
    while time < start + options.duration {
        let step = (1.0 + random.range(-0.02, 0.02)) / options.rate;
        time += step;
        #[allow(clippy::cast_possible_truncation, reason = "about 90")]
        let fps = (1.0 / step) as i32;
        let mut frame = Frame {
            time,
            fps,
            head: head(time, sway, walls),
            left: tremble(hand_at(&left, time, home(-0.3)), time, sway[0]),
            right: tremble(hand_at(&right, time, home(0.3)), time, sway[1]),
        };
        frame.head.position.y -= if options.automatic_height { 0.0 } else { 0.02 };
        let previous = frames.last().map_or(start, |frame| frame.time);
        let paused = pauses.iter().any(|pause| (previous..time).contains(pause));
        frames.push(frame);
        if paused {
            // While the game is paused, song time stands still and a frame or two repeat it.
            frames.push(frame);
        }
    }
    frames
}

fn head(time: f32, sway: [f32; 3], walls: &[WallHit]) -> Pose {
    let wave = |speed: f32, phase: f32| libm::sinf(time * speed + phase);
    let mut position = Vector3::new(
        0.03 * wave(1.1, sway[0]),
        PLAYER_HEIGHT - EYES + 0.012 * wave(13.4, sway[1]),
        0.02 * wave(0.7, sway[2]),
    );
    for wall in walls {
        // Leans in within a third of a second, and out again.
        let inside =
            smooth((time - wall.enter + 0.35) / 0.35) * smooth((wall.leave + 0.35 - time) / 0.35);
        let (aside, up) = wall.lean();
        position.x += aside * inside;
        position.y += up * inside;
    }
    let pitch = about(Vector3::new(1.0, 0.0, 0.0), 0.08 + 0.02 * wave(1.7, sway[2]));
    let yaw = about(Vector3::new(0.0, 1.0, 0.0), 0.05 * wave(0.9, sway[1]));
    Pose { position, rotation: compose(yaw, pitch) }
}

/// No hand is ever quite still.
fn tremble(pose: Pose, time: f32, phase: f32) -> Pose {
    let wave = |speed: f32| 0.002 * libm::sinf(time * speed + phase);
    Pose { position: add(pose.position, Vector3::new(wave(7.0), wave(9.1), wave(8.3))), ..pose }
}

/// The frames that PC mods write in front: the first with SteamVR's settings in place of a rotation.
pub(super) fn with_start_frames(frames: Vec<Frame>) -> Vec<Frame> {
    let Some(first) = frames.first() else { return frames };
    let unset = Quaternion { x: -1.0, y: -1.0, z: -1.0, w: -1.0 };
    let settings = Pose { position: Vector3::default(), rotation: unset };
    let waiting = Frame { time: 0.0, fps: 4, ..*first };
    let mut all = vec![Frame { head: settings, fps: 3, ..waiting }, waiting, waiting];
    all.extend(frames);
    all
}

/// The tip of the blade, 1 m in front of the hand.
pub(super) fn tip(hand: &Pose) -> Vector3 {
    add(hand.position, rotate(hand.rotation, super::math::FORWARD))
}
