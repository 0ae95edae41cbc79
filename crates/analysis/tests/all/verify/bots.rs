//! Replays as programs would make them that play by themselves: their cuts follow from their motion.

use ghostreel_formats::bsor::layout::{Pose, Quaternion, Vector3};
use ghostreel_formats::bsor::scoring::score_rows;
use ghostreel_formats::bsor::{CutInfo, EventType, Frame, Note, NoteList, Replay, sample};
use ghostreel_formats::core::Random;

/// A program that plays.
pub(crate) struct Bot {
    pub(crate) name: &'static str,
    /// Seconds that cuts are early or late at most.
    late: f32,
    /// Metres that head and hands tremble.
    tremor: f32,
    hand: fn(since_note: f32, side: f32) -> Pose,
    /// Frames at just this rate, or as a game draws them.
    rate: Option<f32>,
}

/// All of them, in the order of the table.
pub(crate) const BOTS: &[Bot] = &[
    Bot { name: "one swing for all notes", late: 0.0, tremor: 0.0, hand: swinging, rate: None },
    Bot {
        name: "one swing for all notes, with tremor",
        late: 0.0,
        tremor: 0.000_3,
        hand: swinging,
        rate: None,
    },
    Bot {
        name: "one swing, early and late by up to 30 ms",
        late: 0.03,
        tremor: 0.0,
        hand: swinging,
        rate: None,
    },
    Bot {
        name: "one swing, early and late, with tremor",
        late: 0.03,
        tremor: 0.000_3,
        hand: swinging,
        rate: None,
    },
    Bot {
        name: "sabers that are put where the notes are",
        late: 0.03,
        tremor: 0.000_3,
        hand: jumping,
        rate: None,
    },
    Bot {
        name: "one swing, early and late, with tremor, 90 frames each second",
        late: 0.03,
        tremor: 0.000_3,
        hand: swinging,
        rate: Some(90.0),
    },
];

impl Bot {
    /// Plays the notes of a sample.
    pub(crate) fn play(&self, seed: u64) -> Replay {
        let options =
            sample::Options { seed, duration: 20.0, mistakes: false, ..sample::Options::default() };
        let mut replay = sample::generate(&options);
        let mut random = Random::new(seed);
        let mut noise = move || random.between(-1000, 1001) as f32 / 1000.0;
        let mut notes: Vec<Note> = replay.notes.as_notes().iter().collect();
        notes.retain(|note| note.event_type() == Some(EventType::Good) && note.cut.is_some());
        let hand = |note: &Note| note.cut.map_or(0, |cut| cut.saber_type);
        // One note at a time for each hand.
        let mut last = [f32::NEG_INFINITY; 2];
        notes.retain(|note| {
            let last = &mut last[hand(note) as usize];
            let is_free = note.head.spawn_time > *last + 0.3;
            if is_free {
                *last = note.head.spawn_time;
            }
            is_free
        });
        let swings: Vec<(f32, i32)> = notes
            .iter()
            .map(|note| (note.head.spawn_time + self.late * noise(), hand(note)))
            .collect();
        if let Some(rate) = self.rate {
            for (index, frame) in replay.frames.iter_mut().enumerate() {
                frame.time = (index as f64 / f64::from(rate)) as f32;
                frame.fps = rate as i32;
            }
        }
        for frame in &mut replay.frames {
            for (side, own) in [(0, &mut frame.left), (1, &mut frame.right)] {
                let apart = swings.iter().filter(|(_, hand)| *hand == side);
                let apart = apart.map(|(time, _)| frame.time - time);
                let nearest = apart.min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(1.0);
                *own = (self.hand)(nearest, if side == 0 { -0.3 } else { 0.3 });
            }
            for pose in [&mut frame.head, &mut frame.left, &mut frame.right] {
                pose.position.x += self.tremor * noise();
                pose.position.y += self.tremor * noise();
            }
        }
        let cut = |(note, (time, _)): (&Note, &(f32, i32))| measured(note, *time, &replay.frames);
        replay.notes = notes.iter().zip(&swings).filter_map(cut).collect::<NoteList>();
        replay.info.modifiers = "".into();
        let rows = score_rows(&replay.info, replay.notes.as_notes(), &replay.walls);
        replay.info.score = rows.last().unwrap().score;
        replay
    }
}

/// From −60° to 60° in 0.24 s, and back until the next note.
fn swinging(since_note: f32, side: f32) -> Pose {
    let t = (since_note / 0.12).clamp(-1.0, 1.0);
    let angle = 60.0_f32.to_radians() * t * (1.5 - 0.5 * t * t);
    let back = 1.0 - ((since_note.abs() - 0.12) / 0.12).clamp(0.0, 1.0);
    pose(side, angle * back)
}

/// On the note for 0.05 s, else at rest.
fn jumping(since_note: f32, side: f32) -> Pose {
    let at_note = since_note.abs() < 0.05;
    let mut pose = pose(side, since_note.clamp(-0.1, 0.1) * 10.0);
    pose.position.z += if at_note { 0.6 } else { 0.0 };
    pose
}

fn pose(side: f32, angle: f32) -> Pose {
    let (x, w) = (angle / 2.0).sin_cos();
    Pose {
        position: Vector3::new(side, 1.1 - 0.2 * angle.sin(), 0.3),
        rotation: Quaternion { x, y: 0.0, z: 0.0, w },
    }
}

/// A note as the game would measure its cut at a time.
fn measured(note: &Note, time: f32, frames: &[Frame]) -> Option<Note> {
    let at = frames.partition_point(|frame| frame.time < time).max(4);
    let (before, now) = (frames.get(at - 1)?, frames.get(at)?);
    let cut = note.cut?;
    let blade = |frame: &Frame| {
        let pose = if cut.saber_type == 0 { frame.left } else { frame.right };
        let (p, q) = (pose.position, pose.rotation);
        let (hilt, [x, y, z, w]) = ([p.x, p.y, p.z], [q.x, q.y, q.z, q.w]);
        let along = [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)];
        (hilt, along)
    };
    let ((hilt, along), (hilt_before, along_before)) = (blade(now), blade(before));
    let each = |of: fn(f32, f32, f32, f32) -> f32| {
        std::array::from_fn::<f32, 3, _>(|i| of(hilt[i], along[i], hilt_before[i], along_before[i]))
    };
    let moved = each(|hilt, along, hilt_before, along_before| {
        (hilt + along) - (hilt_before + along_before)
    });
    let [a, b, c] =
        each(|hilt, _, hilt_before, along_before| hilt_before + along_before * 0.5 - hilt);
    let [x, y, z] = along;
    let normal = [y * c - z * b, z * a - x * c, x * b - y * a];
    let length = normal.iter().map(|part| part * part).sum::<f32>().sqrt();
    let point = each(|hilt, along, _, _| hilt + along * 0.7);
    let vector = |[x, y, z]: [f32; 3]| Vector3::new(x, y, z);
    let mut note = *note;
    note.head.event_time = now.time;
    note.cut = Some(CutInfo {
        time_deviation: note.head.spawn_time - now.time,
        saber_dir: vector(moved),
        cut_normal: vector(normal.map(|part| part / length)),
        cut_point: vector(point),
        before_cut_rating: 0.0,
        after_cut_rating: 0.0,
        ..cut
    });
    Some(note)
}
