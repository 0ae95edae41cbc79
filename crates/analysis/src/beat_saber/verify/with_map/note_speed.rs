//! At which speed notes came, by the cuts: mods let players change it, and the file does not say so.

use ghostreel_beatmap::Target;
use ghostreel_formats::bsor::{EventType, Note, View};
use ghostreel_formats::core::work::Budget;

use super::super::cut_checks::has_details;
use super::super::frames::Frames;
use super::super::vector::Vector;
use super::note_path::{AHEAD_M, Pace};

/// Cuts that are looked at.
const MOST_CUTS: usize = 200;
/// Cuts that it takes.
const FEWEST_CUTS: usize = 8;
/// Seconds that a cut must be early or late: the speed is what the note moved in them.
const OFF_TIME_S: f64 = 0.015;
/// How far speeds may be apart that are the same, as a share.
const SAME: f64 = 0.02;

/// Whether most cuts agree on another speed than the map's.
pub(super) fn is_another(
    view: &View<'_>,
    frames: &Frames<'_>,
    targets: &[Target],
    matched: &[Option<u32>],
    pace: Pace,
    work: &Budget,
) -> bool {
    let cuts = view.notes().iter().zip(matched).filter_map(|(note, target)| {
        let target = targets.get(usize::try_from((*target)?).ok()?)?;
        speed_by_cut(&note, target, frames, pace.distance_m)
    });
    let mut speeds: Vec<f64> = cuts.take_while(|_| work.spend(4)).take(MOST_CUTS).collect();
    speeds.sort_by(f64::total_cmp);
    let Some(middle) = speeds.len().checked_div(2).and_then(|at| speeds.get(at)).copied() else {
        return false;
    };
    let agree =
        speeds.iter().filter(|speed| (**speed - middle).abs() <= middle.abs() * SAME).count();
    let of_map = pace.distance_m / (2.0 * pace.lead_s);
    speeds.len() >= FEWEST_CUTS
        && agree.saturating_mul(4) > speeds.len().saturating_mul(3)
        && (middle - of_map).abs() > of_map * SAME
}

/// The speed at which the note must have come that stood where it was cut.
fn speed_by_cut(note: &Note, target: &Target, frames: &Frames<'_>, distance_m: f64) -> Option<f64> {
    let cut = note.cut.as_ref().filter(|cut| has_details(cut) && !note.cut_is_garbage())?;
    let early = f64::from(target.time_s) - f64::from(note.head.event_time);
    if note.event_type() != Some(EventType::Good) || early.abs() < OFF_TIME_S {
        return None;
    }
    let head_z = f64::from(frames.get(frames.at(note.head.event_time)?)?.head.position.z);
    let aside = Vector::of(cut.cut_normal).times(f64::from(cut.cut_distance_to_center));
    let x = (f64::from(target.line) - 1.5) * 0.6;
    let point = Vector::of(cut.cut_point);
    // The centre is on that side of the plane on which it is in its line.
    let sides = [point.plus(aside), point.minus(aside)];
    let [one, other] = sides.map(|center| (center.x - x).abs());
    let [near, far] = sides;
    let center = if one <= other { near } else { far };
    let ahead = center.z - AHEAD_M;
    // How far the head counts depends on the speed a little.
    let mut speed = (ahead - head_z) / early;
    for _ in 0..8 {
        let share = 0.5 - early * speed / distance_m;
        let counts = (2.0 * share).min(1.0) * (1.0 - share) + share;
        speed = (ahead - head_z * counts) / early;
    }
    speed.is_finite().then_some(speed)
}
