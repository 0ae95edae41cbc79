//! Where a body is between two of its samples, for pictures. The page asks on its own thread, for each picture anew; so this is a module of its own, which
//! decodes nothing and keeps nothing: the page hands it two rows of the table `cars` or `ball`, as numbers.
//!
//! | export | does |
//! |---|---|
//! | `body_samples() → ptr` | room for a sample and the next one of the same body, [`SAMPLE`] numbers (`f64`) each |
//! | `place_body(has_next, end, time) → 0, 1, 2` | how the body is at a time from the first sample on, which was last there at `end`: away, there, or held where it was, as nothing is known |
//! | `placed_body() → ptr` | its pose then, [`POSE`] numbers (`f64`); of a body that is away, where it was last |

use std::cell::RefCell;

use ghostreel_formats::rlreplay::motion::{Pose, Presence, Sample};

/// Of a pose: x, y and z of the position; x, y, z and w of the rotation; the velocity; the spin.
pub const POSE: usize = 13;
/// Of a sample: its pose; its time; its tick; 1 if the body is asleep.
pub const SAMPLE: usize = POSE + 3;

#[derive(Default)]
struct Stage {
    samples: [[f64; SAMPLE]; 2],
    placed: [f64; POSE],
}

thread_local! {
    static STAGE: RefCell<Stage> = RefCell::default();
}

fn with<T>(work: impl FnOnce(&mut Stage) -> T) -> T {
    STAGE.with_borrow_mut(work)
}

fn sample(
    [x, y, z, i, j, k, w, vx, vy, vz, sx, sy, sz, time, tick, asleep]: [f64; SAMPLE],
) -> Sample {
    let pose = Pose {
        position: [x, y, z].into(),
        rotation: [i, j, k, w].into(),
        velocity: [vx, vy, vz].into(),
        spin: [sx, sy, sz].into(),
    };
    Sample { pose, time, tick, is_asleep: asleep == 1.0 }
}

fn numbers(pose: &Pose) -> [f64; POSE] {
    let [x, y, z] = pose.position.parts();
    let [i, j, k, w] = pose.rotation.parts();
    let [vx, vy, vz] = pose.velocity.parts();
    let [sx, sy, sz] = pose.spin.parts();
    [x, y, z, i, j, k, w, vx, vy, vz, sx, sy, sz]
}

/// Room for two samples.
#[unsafe(no_mangle)]
pub extern "C" fn body_samples() -> usize {
    with(|stage| stage.samples.as_ptr().addr())
}

/// Where a body's pose is.
#[unsafe(no_mangle)]
pub extern "C" fn placed_body() -> usize {
    with(|stage| stage.placed.as_ptr().addr())
}

/// Places the body of the two samples.
#[unsafe(no_mangle)]
pub extern "C" fn place_body(has_next: u32, end: f64, time: f64) -> u32 {
    with(|stage| {
        let [from, next] = stage.samples.map(sample);
        let (presence, pose) = from.at((has_next != 0).then_some(&next), end, time);
        stage.placed = numbers(&pose);
        match presence {
            Presence::Away => 0,
            Presence::There => 1,
            Presence::Held => 2,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_placed_between_its_samples() {
        let of = |x: f64, time: f64| {
            let mut numbers = [0.0; SAMPLE];
            (numbers[0], numbers[6], numbers[7]) = (x, 1.0, 1000.0);
            (numbers[13], numbers[14]) = (time, time * 120.0);
            numbers
        };
        with(|stage| stage.samples = [of(0.0, 1.0), of(100.0, 1.1)]);
        assert_eq!(place_body(1, 9.0, 1.05), 1);
        assert_eq!(with(|stage| stage.placed)[0].round(), 50.0);
        assert_eq!(place_body(0, 9.0, 3.0), 0);
        with(|stage| stage.samples[1] = of(100.0, 3.0));
        assert_eq!(place_body(1, 9.0, 2.0), 2);
    }
}
