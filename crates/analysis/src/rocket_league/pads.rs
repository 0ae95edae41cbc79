//! The tables `pads` and `pads_taken`: the boost pads of an arena, and when each is taken.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ghostreel_formats::rlreplay::View;
use ghostreel_formats::rlreplay::arena::{Pad, has_standard_field, pads};
use ghostreel_formats::rlreplay::project::PickupRow;
use ghostreel_formats::timeline::{Schema, TableKind, rows, table_rows};

rows! {
    /// A boost pad: all of the standard field, and in other arenas those that players take.
    pub struct PadRow {
        x: f32, "uu", "Across the field; in other arenas where the cars were on average that took it";
        y: f32, "uu", "Along the field, as x; blue's goal is at negative y";
        is_big: bool, "", "It fills a tank; in other arenas, it takes longer than a small one until it is there again";
    }

    /// A boost pad is taken.
    pub struct PadTakenRow {
        pad: u32, "", "Row of the table pads";
        time: f32, "s", "Time in the recording";
    }
}

table_rows! { PadRow: "pads"; PadTakenRow: "pads_taken"; }

pub(super) static PADS: LazyLock<Schema> =
    LazyLock::new(|| Schema::of::<PadRow>("pads", TableKind::Events, None, "a boost pad"));

pub(super) static PADS_TAKEN: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "a boost pad is taken";
    Schema::of::<PadTakenRow>("pads_taken", TableKind::Events, Some("time"), meaning)
});

/// Cars that take a pad are no further from it, in uu.
const REACH: f32 = 450.0;
/// Where fewer of the taken pads lie where the standard field has one, as a share, the arena is another one.
const KNOWN: f64 = 0.6;

/// The pads of an arena, and when each is taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pads {
    pub(super) all: Vec<PadRow>,
    /// By time.
    pub(super) taken: Vec<PadTakenRow>,
}

/// A pad, as pickups show it.
#[derive(Debug, Default)]
struct Found {
    /// The sum of the places of the cars that took it, and how many there are.
    sum: (f64, f64),
    known: u32,
    taken: Vec<f32>,
    /// The least time that it was away, in seconds.
    away: Option<f64>,
}

impl Pads {
    /// None where nobody is known to have taken one.
    pub(super) fn new(view: &View<'_>) -> Self {
        let map = view.header().properties.text("MapName").unwrap_or_default();
        Self::of(&view.world().pickups, has_standard_field(&map))
    }

    fn of(pickups: &[PickupRow], is_standard: bool) -> Self {
        let found = pads_taken_at_known_places(pickups);
        let places: Vec<PadRow> = found.iter().map(Found::pad).collect();
        let standard: Vec<PadRow> = pads().map(PadRow::of).collect();
        let matches: Vec<Option<usize>> =
            places.iter().map(|place| place.among(&standard)).collect();
        let known = matches.iter().flatten().count();
        let is_standard =
            is_standard && !places.is_empty() && known as f64 >= KNOWN * places.len() as f64;
        let mut taken = Vec::new();
        for (at, (pad, found)) in matches.into_iter().zip(&found).enumerate() {
            let pad = if is_standard { pad } else { Some(at) };
            if let Some(pad) = pad.and_then(|pad| u32::try_from(pad).ok()) {
                taken.extend(found.taken.iter().map(|time| PadTakenRow { pad, time: *time }));
            }
        }
        let taken = crate::order::sorted(taken, |row| row.time.into());
        Self { all: if is_standard { standard } else { places }, taken }
    }
}

/// Each pad that was taken by someone whose place is known.
fn pads_taken_at_known_places(pickups: &[PickupRow]) -> Vec<Found> {
    let mut pads: BTreeMap<String, Found> = BTreeMap::new();
    for row in pickups {
        let pad = pads.entry(row.pad.to_string()).or_default();
        if row.is_taken {
            pad.taken.push(row.time);
            if let Some(place) = &row.position {
                pad.known = pad.known.saturating_add(1);
                pad.sum.0 += f64::from(place.x);
                pad.sum.1 += f64::from(place.y);
            }
        } else if let Some(taken) = pad.taken.last() {
            let away = f64::from(row.time) - f64::from(*taken);
            pad.away = Some(pad.away.map_or(away, |least| least.min(away)));
        }
    }
    pads.into_values().filter(|pad| pad.known > 0).collect()
}

impl Found {
    #[allow(clippy::cast_possible_truncation, reason = "a mean of singles")]
    fn pad(&self) -> PadRow {
        let mean = |sum: f64| (sum / f64::from(self.known.max(1))) as f32;
        // A goal makes the time jump, so that a small one may be back later.
        let [small, big] =
            [false, true].map(|is_big| Pad { x: 0.0, y: 0.0, is_big }.seconds_away());
        let is_big = self.away.is_some_and(|away| away > (small + big) / 2.0);
        PadRow { x: mean(self.sum.0), y: mean(self.sum.1), is_big }
    }
}

impl PadRow {
    const fn of(Pad { x, y, is_big }: Pad) -> Self {
        Self { x, y, is_big }
    }

    /// Which of the standard field's it is; `None` where none is near.
    fn among(&self, standard: &[Self]) -> Option<usize> {
        let nearest = Pad::nearest(self.x, self.y);
        let is_near = (nearest.x - self.x).hypot(nearest.y - self.y) < REACH;
        let nearest = Self::of(nearest);
        standard.iter().position(|pad| *pad == nearest).filter(|_| is_near)
    }
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::rlreplay::layout::Text;
    use ghostreel_formats::rlreplay::project::Vec3;

    use super::*;

    fn pickup(pad: &str, time: f32, place: Option<(f32, f32)>) -> PickupRow {
        let position = place.map(|(x, y)| Vec3 { x, y, z: 17.0 });
        let is_taken = position.is_some();
        PickupRow { pad: Text::new(pad), time, position, is_taken, ..PickupRow::default() }
    }

    #[test]
    fn a_taken_pad_is_the_nearest_of_the_standard_field() {
        let pickups = [
            pickup("big", 10.0, Some((-3500.0, 40.0))),
            pickup("small", 11.0, Some((20.0, -2800.0))),
            pickup("big", 20.0, None),
            pickup("big", 21.0, Some((-3400.0, -60.0))),
        ];
        let pads = Pads::of(&pickups, true);
        assert_eq!(pads.all.len(), 34);
        let taken = pads.taken.iter().map(|row| {
            let PadRow { x, y, is_big } = pads.all[row.pad as usize];
            (row.time, x, y, is_big)
        });
        let big = |time| (time, -3584.0, 0.0, true);
        assert!(taken.eq([big(10.0), (11.0, 0.0, -2816.0, false), big(21.0)]));
    }

    #[test]
    fn in_other_arenas_pads_are_where_cars_take_them() {
        let pickups = [
            pickup("a", 1.0, Some((900.0, 1900.0))),
            pickup("b", 2.0, Some((-900.0, 1900.0))),
            pickup("b", 6.0, None),
            pickup("a", 11.0, None),
            pickup("a", 12.0, Some((1100.0, 2100.0))),
            pickup("nobody", 13.0, None),
        ];
        let expected = [
            PadRow { x: 1000.0, y: 2000.0, is_big: true },
            PadRow { x: -900.0, y: 1900.0, is_big: false },
        ];
        // By the name of the map, and because no pad of the standard field is there.
        for is_standard in [false, true] {
            let pads = Pads::of(&pickups, is_standard);
            assert_eq!(pads.all, expected);
            assert!(pads.taken.iter().map(|row| (row.pad, row.time)).eq([
                (0, 1.0),
                (1, 2.0),
                (0, 12.0)
            ]));
        }
        assert_eq!(Pads::of(&[], true), Pads::default());
    }
}
