//! Whether notes came at the map's speed: mods let players change it, and the file does not say so.

use ghostreel_formats::bsor::View;

use super::paces::Pace;

/// How far speeds may be apart that are the same, as a share.
const SAME: f64 = 0.02;

/// The speed that the cuts agree on, if it is another than the map's.
pub(super) fn other_speed(view: &View<'_>, pace: Pace) -> Option<f64> {
    let of_map = pace.speed();
    view.fitted_note_jump_speed().filter(|speed| (speed - of_map).abs() > of_map * SAME)
}
