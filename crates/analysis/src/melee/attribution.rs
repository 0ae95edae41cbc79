//! The player behind a hit, in games of more than two.
//!
//! The game notes who last hit each fighter. A grab is no hit: there it is the nearest of those who hold somebody.

use super::fighter::{Frame, Post};
use super::states;

/// The player of a side by whom a hit on the victim in this frame would be.
pub(crate) fn attacker(frame: &Frame, victim: &Post, side: &[u8]) -> Option<u8> {
    if states::is_grabbed(victim.state) {
        let holds =
            |player: &&u8| frame.post(**player).is_some_and(|p| states::is_holding(p.state));
        let distance =
            |player: &u8| frame.post(*player).map_or(f64::INFINITY, |post| post.distance(victim));
        let nearest = side.iter().filter(holds).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if nearest.is_some() {
            return nearest.copied();
        }
    }
    side.iter().copied().find(|player| *player == victim.last_hit_by)
}
