//! Dropshot: a floor of panels that break under the ball, and that it scores through.

use super::math::V;
use crate::arena::{BACK, SIDE};

/// Panels are squares here; the game's are hexagons.
const SIZE: f64 = 1024.0;
const COLUMNS: usize = 8;
const ROWS: usize = 10;
/// A ball that comes down more slowly breaks nothing, in uu/s.
const LEAST_SPEED: f64 = 250.0;

/// The highest state of a panel: it is open.
const OPEN: u8 = 2;

/// The floor: the state of each panel.
#[derive(Clone, Debug)]
pub(super) struct Floor(Vec<u8>);

/// The damage of the ball to a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Damage {
    pub(super) panel: usize,
    pub(super) state: u8,
    pub(super) is_direct_hit: bool,
}

impl Floor {
    pub(super) const PANELS: usize = COLUMNS * ROWS;

    pub(super) fn new() -> Self {
        Self(vec![0; Self::PANELS])
    }

    /// The panel under a place.
    fn at(place: V) -> (usize, usize) {
        let cell = |along: f64, count: usize| ((along / SIZE).max(0.0) as usize).min(count - 1);
        (cell(place.x + SIDE, COLUMNS), cell(place.y + BACK, ROWS))
    }

    /// Whether the ball falls through here.
    pub(super) fn is_open(&self, place: V) -> bool {
        let (column, row) = Self::at(place);
        self.0.get(row * COLUMNS + column).is_some_and(|state| *state == OPEN)
    }

    /// The ball comes down: the panel that it hits is damaged, and so are those beside it if it is fast.
    pub(super) fn hit(&mut self, place: V, speed: f64) -> Vec<Damage> {
        if speed < LEAST_SPEED {
            return Vec::new();
        }
        let (column, row) = Self::at(place);
        let reach = usize::from(speed > 2.0 * LEAST_SPEED);
        let columns = column.saturating_sub(reach)..=(column + reach).min(COLUMNS - 1);
        let mut damages = Vec::new();
        for beside in columns {
            let panel = row * COLUMNS + beside;
            let Some(state) = self.0.get_mut(panel).filter(|state| **state < OPEN) else {
                continue;
            };
            *state += 1;
            damages.push(Damage { panel, state: *state, is_direct_hit: beside == column });
        }
        damages
    }

    /// All panels are whole again: those that were not.
    pub(super) fn mend(&mut self) -> Vec<usize> {
        let broken = self.0.iter_mut().enumerate().filter(|(_, state)| **state > 0);
        broken.map(|(panel, state)| (*state = 0, panel).1).collect()
    }
}
