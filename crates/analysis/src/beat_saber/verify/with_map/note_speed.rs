//! Whether notes came at the map's speed: mods let players change it, and the file does not say so.

use ghostreel_formats::bsor::View;

use super::note_path::Pace;

/// How far speeds may be apart that are the same, as a share.
const SAME: f64 = 0.02;

/// Whether the cuts agree on another speed than the map's.
pub(super) fn is_another(view: &View<'_>, pace: Pace) -> bool {
    let of_map = pace.distance_m / (2.0 * pace.lead_s);
    view.fitted_note_jump_speed().is_some_and(|speed| (speed - of_map).abs() > of_map * SAME)
}
