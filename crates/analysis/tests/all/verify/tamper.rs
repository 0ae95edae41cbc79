//! Ways to change a replay so that it shows more than was played, each at three strengths.

use ghostreel_formats::bsor::layout::{Pose, Quaternion, Vector3};
use ghostreel_formats::bsor::{CutInfo, EventType, Frame, Note, NoteList, Replay};
use ghostreel_formats::core::Random;

/// A way to change a replay.
pub(crate) struct Tamper {
    pub(crate) name: &'static str,
    /// As the table has them.
    pub(crate) strengths: [&'static str; 3],
    /// Changes the replay, at a strength from 0 to 2; the other replay is one to take from.
    pub(crate) apply: fn(&mut Replay, usize, &Replay),
}

/// All of them, in the order of the table.
pub(crate) const TAMPERS: &[Tamper] = &[
    Tamper {
        name: "frames later than the cuts",
        strengths: ["1 ms", "10 ms", "100 ms"],
        apply: frames_later,
    },
    Tamper {
        name: "frames slower than the cuts",
        strengths: ["0.1 %", "2 %", "20 %"],
        apply: frames_slower,
    },
    Tamper {
        name: "cuts later than the frames",
        strengths: ["1 ms", "10 ms", "100 ms"],
        apply: cuts_later,
    },
    Tamper {
        name: "cuts moved to another frame",
        strengths: ["1 later", "2 later", "5 later"],
        apply: cuts_moved,
    },
    Tamper {
        name: "frames resampled",
        strengths: ["to 120 Hz", "to 72 Hz", "to 30 Hz"],
        apply: resampled,
    },
    Tamper { name: "frames left out", strengths: ["1 of 20", "1 of 5", "1 of 2"], apply: left_out },
    Tamper {
        name: "hands smoothed",
        strengths: ["over 3 frames", "over 5", "over 9"],
        apply: smoothed,
    },
    Tamper {
        name: "noise on positions",
        strengths: ["0.1 mm", "1 mm", "10 mm"],
        apply: position_noise,
    },
    Tamper {
        name: "noise on rotations", strengths: ["0.1°", "1°", "5°"], apply: rotation_noise
    },
    Tamper {
        name: "positions rounded",
        strengths: ["to 0.1 mm", "to 1 mm", "to 1 cm"],
        apply: rounded,
    },
    Tamper { name: "player lifted", strengths: ["1 cm", "5 cm", "20 cm"], apply: lifted },
    Tamper { name: "player turned", strengths: ["0.1°", "2°", "20°"], apply: turned },
    Tamper { name: "larger movements", strengths: ["0.5 %", "3 %", "10 %"], apply: larger },
    Tamper {
        name: "hands swapped",
        strengths: ["10 % of the song", "50 %", "all"],
        apply: swapped,
    },
    Tamper {
        name: "poses mirrored",
        strengths: ["10 % of the song", "50 %", "all"],
        apply: mirrored,
    },
    Tamper {
        name: "poses of another play",
        strengths: ["10 % of the song", "50 %", "all"],
        apply: of_another,
    },
    Tamper {
        name: "misses and bad cuts made good",
        strengths: ["1", "half", "all"],
        apply: made_good,
    },
    Tamper { name: "cuts added", strengths: ["1 %", "5 %", "20 %"], apply: added },
    Tamper { name: "hits made timely", strengths: ["10 %", "50 %", "all"], apply: made_timely },
    Tamper { name: "swings made full", strengths: ["10 %", "50 %", "all"], apply: made_full },
    Tamper { name: "distances made 0", strengths: ["10 %", "50 %", "all"], apply: made_central },
    Tamper {
        name: "details of cuts left out",
        strengths: ["10 %", "50 %", "all"],
        apply: details_left_out,
    },
    Tamper {
        name: "everything shifted, cuts and frames alike",
        strengths: ["10 ms", "1 s", "10 s"],
        apply: all_shifted,
    },
    Tamper { name: "score raised", strengths: ["1 %", "5 %", "50 %"], apply: score_raised },
    Tamper {
        name: "song slower than the file says",
        strengths: ["by 2 %", "by 10 %", "by 15 %"],
        apply: song_slower,
    },
];

fn of_three<T: Copy>(strength: usize, values: [T; 3]) -> T {
    values[strength]
}

fn notes(replay: &mut Replay, mut change: impl FnMut(usize, &mut Note)) {
    let mut list: Vec<Note> = replay.notes.as_notes().iter().collect();
    for (index, note) in list.iter_mut().enumerate() {
        change(index, note);
    }
    replay.notes = list.into_iter().collect::<NoteList>();
}

/// Of so many good cuts, each of a share that is spread over the song.
fn cuts(replay: &mut Replay, share: f32, mut change: impl FnMut(&mut Note, &mut CutInfo)) {
    let mut due = 0.0;
    notes(replay, |_, note| {
        let Some(mut cut) = note.cut.filter(|_| note.event_type() == Some(EventType::Good)) else {
            return;
        };
        due += share;
        if due >= 1.0 {
            due -= 1.0;
            change(note, &mut cut);
            note.cut = Some(cut);
        }
    });
}

fn hands(replay: &mut Replay, mut change: impl FnMut(&mut Pose)) {
    for frame in &mut replay.frames {
        change(&mut frame.left);
        change(&mut frame.right);
    }
}

/// The frames of a share of the song, from a quarter of it on.
fn share_of_frames(replay: &mut Replay, strength: usize) -> &mut [Frame] {
    let count = replay.frames.len();
    let (from, length) =
        of_three(strength, [(count / 4, count / 10), (count / 4, count / 2), (0, count)]);
    &mut replay.frames[from..from + length]
}

fn frames_later(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = of_three(strength, [0.001, 0.01, 0.1]);
    for frame in replay.frames.iter_mut().filter(|frame| frame.time != 0.0) {
        frame.time += by;
    }
}

fn frames_slower(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = of_three(strength, [1.001, 1.02, 1.2]);
    for frame in &mut replay.frames {
        frame.time *= by;
    }
}

fn cuts_later(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = of_three(strength, [0.001, 0.01, 0.1]);
    notes(replay, |_, note| {
        note.head.event_time += by;
        if let Some(cut) = &mut note.cut {
            cut.time_deviation = note.head.spawn_time - note.head.event_time;
        }
    });
}

fn cuts_moved(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = of_three(strength, [1, 2, 5]);
    let times: Vec<f32> = replay.frames.iter().map(|frame| frame.time).collect();
    notes(replay, |_, note| {
        let place = times.partition_point(|time| *time < note.head.event_time);
        let Some(time) = times.get(place + by) else { return };
        note.head.event_time = *time;
        if let Some(cut) = &mut note.cut {
            cut.time_deviation = note.head.spawn_time - time;
        }
    });
}

fn between(a: &Pose, b: &Pose, t: f32) -> Pose {
    let mix = |a: f32, b: f32| a + (b - a) * t;
    let (p, q, r, s) = (a.position, b.position, a.rotation, b.rotation);
    let near = if r.x * s.x + r.y * s.y + r.z * s.z + r.w * s.w < 0.0 { -1.0 } else { 1.0 };
    Pose {
        position: Vector3::new(mix(p.x, q.x), mix(p.y, q.y), mix(p.z, q.z)),
        rotation: unit(Quaternion {
            x: mix(r.x, s.x * near),
            y: mix(r.y, s.y * near),
            z: mix(r.z, s.z * near),
            w: mix(r.w, s.w * near),
        }),
    }
}

fn unit(q: Quaternion) -> Quaternion {
    let by = 1.0 / q.norm_squared().sqrt();
    Quaternion { x: q.x * by, y: q.y * by, z: q.z * by, w: q.w * by }
}

fn resampled(replay: &mut Replay, strength: usize, _: &Replay) {
    let step = 1.0 / of_three(strength, [120.0, 72.0, 30.0_f32]);
    let played: Vec<Frame> =
        replay.frames.iter().filter(|frame| frame.time > 0.0).copied().collect();
    let (Some(first), Some(last)) = (played.first(), played.last()) else { return };
    let count = ((last.time - first.time) / step) as usize;
    let at = |i: usize| {
        let time = first.time + (i as f32 + 0.37) * step;
        let next = played.partition_point(|frame| frame.time < time).clamp(1, played.len() - 1);
        let (a, b) = (&played[next - 1], &played[next]);
        let t = ((time - a.time) / (b.time - a.time)).clamp(0.0, 1.0);
        let mix = |pose: fn(&Frame) -> &Pose| between(pose(a), pose(b), t);
        let (head, left, right) = (mix(|f| &f.head), mix(|f| &f.left), mix(|f| &f.right));
        Frame { time, head, left, right, ..*a }
    };
    replay.frames = (0..count).map(at).collect();
}

fn left_out(replay: &mut Replay, strength: usize, _: &Replay) {
    let one_of = of_three(strength, [20, 5, 2]);
    let mut index = 0;
    replay.frames.retain(|_| {
        index += 1;
        index % one_of != 0
    });
}

fn smoothed(replay: &mut Replay, strength: usize, _: &Replay) {
    let reach = of_three(strength, [1, 2, 4]);
    let before = replay.frames.clone();
    let count = before.len();
    for (index, frame) in replay.frames.iter_mut().enumerate() {
        let around = &before[index.saturating_sub(reach)..(index + reach + 1).min(count)];
        frame.left = mean(around, |frame| frame.left);
        frame.right = mean(around, |frame| frame.right);
    }
}

fn mean(frames: &[Frame], hand: fn(&Frame) -> Pose) -> Pose {
    let more = frames.iter().enumerate().skip(1);
    let mix = |mean: Pose, (so_far, frame): (usize, &Frame)| {
        between(&mean, &hand(frame), 1.0 / (so_far as f32 + 1.0))
    };
    more.fold(hand(&frames[0]), mix)
}

/// Between −1 and 1.
fn noise(random: &mut Random) -> f32 {
    random.between(-1000, 1001) as f32 / 1000.0
}

fn position_noise(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = of_three(strength, [0.0001, 0.001, 0.01]);
    let mut random = Random::new(7);
    hands(replay, |pose| {
        for axis in [&mut pose.position.x, &mut pose.position.y, &mut pose.position.z] {
            *axis += by * noise(&mut random);
        }
    });
}

fn rotation_noise(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = of_three(strength, [0.1, 1.0, 5.0_f32]).to_radians() / 2.0;
    let mut random = Random::new(7);
    hands(replay, |pose| {
        let q = &mut pose.rotation;
        for part in [&mut q.x, &mut q.y, &mut q.z] {
            *part += by * noise(&mut random);
        }
        *q = unit(*q);
    });
}

fn rounded(replay: &mut Replay, strength: usize, _: &Replay) {
    let to = of_three(strength, [0.0001, 0.001, 0.01_f32]);
    hands(replay, |pose| {
        for axis in [&mut pose.position.x, &mut pose.position.y, &mut pose.position.z] {
            *axis = (*axis / to).round() * to;
        }
    });
}

fn lifted(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = of_three(strength, [0.01, 0.05, 0.2]);
    hands(replay, |pose| pose.position.y += by);
}

fn turned(replay: &mut Replay, strength: usize, _: &Replay) {
    let half = of_three(strength, [0.1, 2.0, 20.0_f32]).to_radians() / 2.0;
    let (sin, cos) = (half.sin(), half.cos());
    hands(replay, |pose| {
        let (p, q) = (pose.position, pose.rotation);
        let (s, c) = (2.0 * sin * cos, cos * cos - sin * sin);
        pose.position = Vector3::new(c * p.x + s * p.z, p.y, c * p.z - s * p.x);
        pose.rotation = Quaternion {
            x: cos * q.x + sin * q.z,
            y: cos * q.y + sin * q.w,
            z: cos * q.z - sin * q.x,
            w: cos * q.w - sin * q.y,
        };
    });
}

fn larger(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = of_three(strength, [1.005, 1.03, 1.1]);
    hands(replay, |pose| {
        let p = pose.position;
        pose.position = Vector3::new(p.x * by, p.y * by, p.z * by);
    });
}

fn swapped(replay: &mut Replay, strength: usize, _: &Replay) {
    for frame in share_of_frames(replay, strength) {
        std::mem::swap(&mut frame.left, &mut frame.right);
    }
}

fn mirrored(replay: &mut Replay, strength: usize, _: &Replay) {
    for frame in share_of_frames(replay, strength) {
        std::mem::swap(&mut frame.left, &mut frame.right);
        for pose in [&mut frame.left, &mut frame.right] {
            pose.position.x = -pose.position.x;
            pose.rotation.y = -pose.rotation.y;
            pose.rotation.z = -pose.rotation.z;
        }
    }
}

fn of_another(replay: &mut Replay, strength: usize, other: &Replay) {
    for (frame, other) in
        share_of_frames(replay, strength).iter_mut().zip(other.frames.iter().cycle().skip(10))
    {
        (frame.left, frame.right) = (other.left, other.right);
    }
}

/// The last good cut before, as if this note had been cut the same way.
fn made_good(replay: &mut Replay, strength: usize, _: &Replay) {
    let is_mistake =
        |note: &Note| matches!(note.event_type(), Some(EventType::Bad | EventType::Miss));
    let mistakes = replay.notes.as_notes().iter().filter(is_mistake).count();
    let mut left = of_three(strength, [1, mistakes / 2, mistakes]);
    let mut last = None;
    notes(replay, |_, note| {
        if note.event_type() == Some(EventType::Good) {
            last = note.cut;
        } else if is_mistake(note) && left > 0 && last.is_some() {
            left -= 1;
            note.head.event_type = 0;
            note.cut = last;
        }
    });
}

/// Another good cut, 0.2 s after one that is there.
fn added(replay: &mut Replay, strength: usize, _: &Replay) {
    let mut new = Vec::new();
    cuts(replay, of_three(strength, [0.01, 0.05, 0.2]), |note, cut| {
        let mut more = *note;
        more.head.event_time += 0.2;
        more.head.spawn_time += 0.2;
        more.cut =
            Some(CutInfo { time_deviation: more.head.spawn_time - more.head.event_time, ..*cut });
        new.push(more);
    });
    let mut list: Vec<Note> = replay.notes.as_notes().iter().chain(new).collect();
    list.sort_by(|a, b| a.head.event_time.total_cmp(&b.head.event_time));
    replay.notes = list.into_iter().collect::<NoteList>();
}

fn made_timely(replay: &mut Replay, strength: usize, _: &Replay) {
    cuts(replay, of_three(strength, [0.1, 0.5, 1.0]), |note, cut| {
        note.head.event_time = note.head.spawn_time;
        cut.time_deviation = 0.0;
    });
}

fn made_full(replay: &mut Replay, strength: usize, _: &Replay) {
    cuts(replay, of_three(strength, [0.1, 0.5, 1.0]), |_, cut| {
        (cut.before_cut_rating, cut.after_cut_rating) = (1.2, 1.2);
    });
}

fn made_central(replay: &mut Replay, strength: usize, _: &Replay) {
    cuts(replay, of_three(strength, [0.1, 0.5, 1.0]), |_, cut| cut.cut_distance_to_center = 0.0);
}

fn details_left_out(replay: &mut Replay, strength: usize, _: &Replay) {
    cuts(replay, of_three(strength, [0.1, 0.5, 1.0]), |_, cut| {
        cut.saber_speed = 0.0;
        (cut.saber_dir, cut.cut_point) = (Vector3::default(), Vector3::default());
    });
}

fn all_shifted(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = of_three(strength, [0.01, 1.0, 10.0]);
    let before: Vec<f32> = replay.frames.iter().map(|frame| frame.time).collect();
    for frame in replay.frames.iter_mut().filter(|frame| frame.time != 0.0) {
        frame.time += by;
    }
    let after: Vec<f32> = replay.frames.iter().map(|frame| frame.time).collect();
    notes(replay, |_, note| {
        note.head.spawn_time += by;
        let place = before.iter().position(|time| *time == note.head.event_time);
        note.head.event_time = place.map_or(note.head.event_time + by, |place| after[place]);
        if let Some(cut) = &mut note.cut {
            cut.time_deviation = note.head.spawn_time - note.head.event_time;
        }
    });
}

fn score_raised(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = [1.01, 1.05, 1.5_f64][strength];
    replay.info.score = (f64::from(replay.info.score) * by) as i32;
}

/// A play while the song runs slower: as many more frames come in each of its seconds as it is slower.
fn song_slower(replay: &mut Replay, strength: usize, _: &Replay) {
    let speed = of_three(strength, [0.98, 0.9, 0.85]);
    for frame in &mut replay.frames {
        frame.fps = (frame.fps as f32 * speed).round() as i32;
    }
}
