//! The values that the game would have measured of each cut, from the frames alone.

use super::Quirk;
use super::map::{Fate, Target};
use super::math::{add, angle, cross, dot, length, normalize, scale, sub};
use super::motion::tip;
use crate::layout::{CutInfo, EventType, Frame, Note, NoteHead, Pose};
use crate::note_id::NoteId;
use ghostreel_core::Random;

/// Seconds around a cut that count for its swing.
const SWING_WINDOW: f32 = 0.4;
/// When the game gives up on a note, in seconds after its time.
const MISS_AFTER: f32 = 0.15;

/// The events of all notes, in the order scored. Notes that no frame is late enough for have none.
pub(super) fn notes(targets: &[Target], frames: &[Frame]) -> Vec<Note> {
    let mut notes: Vec<Note> = targets.iter().filter_map(|target| note(target, frames)).collect();
    notes.sort_by(|a, b| a.head.event_time.total_cmp(&b.head.event_time));
    notes
}

fn note(target: &Target, frames: &[Frame]) -> Option<Note> {
    let scored_at = match target.fate {
        Fate::Avoided => return None,
        Fate::Miss => target.time + MISS_AFTER,
        Fate::Good | Fate::Bad | Fate::Bomb => target.cut_time(),
    };
    let at = frames.partition_point(|frame| frame.time < scored_at).max(1);
    let event_time = frames.get(at)?.time;
    let head =
        |id, event_type| NoteHead { note_id: id, event_time, spawn_time: target.time, event_type };
    let id = |color| {
        NoteId::pack(target.scoring_type, target.line, target.layer, color, target.direction)
    };
    Some(match target.fate {
        // A PC mod packs colour -1 and direction 9.
        Fate::Bomb => Note { head: head(id(0) - 8 - 10 + 9, 3), cut: None },
        Fate::Miss | Fate::Avoided => Note { head: head(id(target.hand), 2), cut: None },
        Fate::Good => Note { head: head(id(target.hand), 0), cut: Some(cut(target, frames, at)?) },
        Fate::Bad => Note { head: head(id(target.hand), 1), cut: Some(cut(target, frames, at)?) },
    })
}

fn cut(target: &Target, frames: &[Frame], at: usize) -> Option<CutInfo> {
    let hand = |frame: &Frame| if target.hand == 0 { frame.left } else { frame.right };
    let now = frames.get(at)?;
    let before = frames.get(..at)?.iter().rev().find(|frame| frame.time < now.time)?;
    let (pose, previous) = (hand(now), hand(before));
    let normal = plane(&pose, &previous);
    let center = target.center();
    let distance = dot(normal, sub(center, pose.position));
    let point = sub(center, scale(normal, distance));
    let moved = sub(tip(&pose), tip(&previous));
    let speed = length(moved) / (now.time - before.time).max(1e-4);
    // The lowest bit of the speed says on which side of the centre the cut went.
    let side = u32::from(dot(normal, sub(point, center)) <= 0.0);
    let good = target.fate == Fate::Good;
    Some(CutInfo {
        speed_ok: 1,
        direction_ok: u8::from(good),
        saber_type_ok: 1,
        was_cut_too_soon: 0,
        saber_speed: f32::from_bits(speed.to_bits() & !1 | side),
        saber_dir: moved,
        saber_type: target.hand.into(),
        time_deviation: target.time - now.time,
        cut_dir_deviation: angle(normalize(moved), target.heading()),
        cut_point: point,
        cut_normal: normal,
        cut_distance_to_center: distance.abs(),
        cut_angle: angle(normal, target.heading()) - 90.0,
        before_cut_rating: swing(frames.get(..=at)?.iter().rev(), hand, normal) / 100.0,
        after_cut_rating: if good {
            swing(frames.get(at..)?.iter(), hand, normal) / 60.0
        } else {
            0.0
        },
    })
}

/// The normal of the plane that the blade swept between two frames.
fn plane(pose: &Pose, previous: &Pose) -> crate::layout::Vector3 {
    let middle = scale(add(tip(previous), previous.position), 0.5);
    normalize(cross(sub(tip(pose), pose.position), sub(middle, pose.position)))
}

/// Degrees swung from the first frame on, those that leave the plane of the cut counting less.
fn swing<'a>(
    frames: impl Iterator<Item = &'a Frame>,
    hand: impl Fn(&Frame) -> Pose,
    normal: crate::layout::Vector3,
) -> f32 {
    let mut frames = frames;
    let Some(first) = frames.next() else { return 0.0 };
    let mut last = first;
    let mut degrees = 0.0;
    for frame in frames {
        if (frame.time - first.time).abs() > SWING_WINDOW {
            break;
        }
        let (a, b) = (hand(last), hand(frame));
        let turned = angle(sub(tip(&a), a.position), sub(tip(&b), b.position));
        let later = if frame.time > last.time { plane(&b, &a) } else { plane(&a, &b) };
        let off = angle(later, normal);
        if turned > 0.0 {
            if off >= 90.0 {
                break;
            }
            degrees += turned * if off < 75.0 { 1.0 } else { (90.0 - off) / 15.0 };
        }
        last = frame;
    }
    degrees
}

/// Writes the notes as a mod with that fault would have.
pub(super) fn apply_quirk(notes: &mut [Note], quirk: Quirk, random: &mut Random) {
    for note in notes {
        let event = note.event_type();
        match (quirk, &mut note.cut) {
            (Quirk::GarbageCuts, Some(cut)) if event == Some(EventType::Bad) => {
                let mut byte = || random.byte();
                let mut bytes = [0; <CutInfo as ghostreel_core::Record>::SIZE];
                bytes.fill_with(&mut byte);
                // Not all bytes of the stack are wild, but the first always was.
                bytes[0] = 0xb8;
                *cut = <CutInfo as ghostreel_core::Record>::read(&bytes).unwrap_or(*cut);
            }
            (Quirk::BombCuts, cut @ None) if event == Some(EventType::Bomb) => {
                *cut = Some(CutInfo { speed_ok: 1, saber_speed: 12.5, ..CutInfo::default() });
            }
            #[allow(clippy::cast_precision_loss, reason = "that is the fault")]
            (Quirk::SpeedBits, Some(cut)) => cut.saber_speed = cut.saber_speed.to_bits() as f32,
            (Quirk::OddBooleans, Some(cut)) if event == Some(EventType::Bad) => cut.speed_ok = 0xde,
            (Quirk::MappingExtensions, _) => {
                note.head.note_id = 30_000_000 + 1_250_000 + note.head.note_id % 100
            }
            _ => {}
        }
    }
}
