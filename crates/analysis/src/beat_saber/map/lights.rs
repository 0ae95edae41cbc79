//! The environment's lights in a calm form: how bright each group is over time, without flashes that could harm anybody.

use ghostreel_beatmap::{Beatmap, ColorBoost, GroupLightEvent, LightEvent};
use ghostreel_formats::timeline::rows;

rows! {
    /// How bright a group of lights is, in a calm form. Between two rows of a group, brightness and colour go evenly from one to the other.
    pub struct MapLightLevelRow {
        time: f32, "s", "When, in seconds of the song";
        group: i32, "", "0 lasers at the back, 1 rings, 2 lasers on the left, 3 lasers on the right, 4 lights in the middle";
        level: f32, "", "How bright, 0 to 1";
        color: i32, "", "0 and 1: first and second colour, 2 and 3: these while colours are boosted, 4: white";
    }
}

/// Groups that all environments have.
const GROUPS: usize = 5;
/// In all of the picture, lights brighten or change colour at most every so many seconds. Three flashes in a second are the most that WCAG 2.3.1 allows;
/// a bit of air is for sums of times that are rounded.
const BETWEEN_FLASHES_S: f64 = 0.34;
/// Lights that begin to brighten within so many seconds brighten together.
const SAME_FLASH_S: f64 = 0.05;
/// How long it takes to brighten, and to darken.
const BRIGHTEN_S: f64 = 0.15;
const DARKEN_S: f64 = 0.5;
/// How long a light fades that is said to fade.
const FADE_S: f64 = 1.5;
/// The share of a flash that stays.
const FLASH_LEAVES: f32 = 0.7;
/// After so many events lights stay as they are: no song has as many.
const MOST_EVENTS: usize = 100_000;
/// A smaller difference in brightness does not count.
const SAME_LEVEL: f32 = 0.01;
const WHITE: i32 = 4;
/// On top of a colour: as it is while colours are boosted.
const BOOSTED: i32 = 2;

/// How a light is to be from an event on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wish {
    level: f32,
    color: i32,
    /// The level that it goes on to, and in how many seconds.
    then: Option<(f32, f64)>,
}

/// A wish of an event for a group of lights, while colours are not boosted.
#[derive(Clone, Copy, Debug)]
struct Asked {
    time_s: f32,
    group: usize,
    wish: Wish,
}

impl Asked {
    /// Nothing if the event is about no light.
    fn of(event: &LightEvent) -> Option<Self> {
        let group = usize::try_from(event.kind).ok().filter(|group| *group < GROUPS)?;
        let level = bright(event.brightness);
        let color = match event.value {
            0 => {
                let wish = Wish { level: 0.0, color: 0, then: None };
                return Some(Self { time_s: event.time_s, group, wish });
            }
            1..=4 => 1,
            5..=8 => 0,
            9..=12 => WHITE,
            _ => return None,
        };
        let then = match event.value.saturating_sub(1).rem_euclid(4) {
            1 => Some((level * FLASH_LEAVES, DARKEN_S)),
            2 => Some((0.0, FADE_S)),
            _ => None,
        };
        Some(Self { time_s: event.time_s, group, wish: Wish { level, color, then } })
    }

    /// Newer environments number their groups each in its own way: those that all environments have take turns in standing for them.
    fn of_group(event: &GroupLightEvent) -> Option<Self> {
        let color = match event.color {
            color @ (0 | 1) => color,
            2 => WHITE,
            _ => return None,
        };
        let group = usize::try_from(event.group).ok()?.checked_rem(GROUPS)?;
        let wish = Wish { level: bright(event.brightness), color, then: None };
        (!event.extends).then_some(Self { time_s: event.time_s, group, wish })
    }
}

/// A brightness that is no number is that of a light that is on.
fn bright(brightness: f32) -> f32 {
    if brightness.is_finite() { brightness.clamp(0.0, 1.0) } else { 1.0 }
}

/// How bright a light is at a time.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    time_s: f64,
    level: f32,
    color: i32,
}

/// A group of lights.
#[derive(Debug, Default)]
struct Group {
    levels: Vec<Level>,
    /// The wish of the last event.
    asked: Option<Wish>,
    /// Waits until something may brighten again.
    waits: Option<Wish>,
}

/// The lights of a difficulty, by time.
pub(super) fn levels(beatmap: &Beatmap) -> Vec<MapLightLevelRow> {
    let mut lights = Lights::default();
    let mut boosts = beatmap.color_boosts.iter().peekable();
    let basic = beatmap.lights.iter().filter_map(Asked::of);
    let of_groups = beatmap.group_lights.iter().filter_map(Asked::of_group);
    let mut asked: Vec<Asked> = basic.chain(of_groups).collect();
    asked.sort_by(|a, b| a.time_s.total_cmp(&b.time_s));
    for asked in asked.into_iter().take(MOST_EVENTS) {
        while let Some(boost) = boosts.next_if(|boost| boost.time_s <= asked.time_s) {
            lights.boost(boost);
        }
        lights.take(asked);
    }
    boosts.for_each(|boost| lights.boost(boost));
    lights.settle(f64::INFINITY);
    lights.rows()
}

#[derive(Debug)]
struct Lights {
    groups: [Group; GROUPS],
    /// When something began to brighten last.
    last_flash_s: f64,
    is_boosted: bool,
}

impl Default for Lights {
    fn default() -> Self {
        let groups = std::array::from_fn(|_| Group::default());
        Self { groups, last_flash_s: f64::NEG_INFINITY, is_boosted: false }
    }
}

impl Lights {
    fn take(&mut self, asked: Asked) {
        let time_s = f64::from(asked.time_s);
        let mut wish = asked.wish;
        if self.is_boosted && wish.color != WHITE {
            wish.color |= BOOSTED;
        }
        self.settle(time_s);
        let may_brighten = self.may_brighten(time_s);
        let Some(group) = self.groups.get_mut(asked.group) else { return };
        group.asked = Some(wish);
        if !group.is_brighter(wish, time_s) {
            group.waits = None;
            group.go(wish, time_s);
        } else if may_brighten {
            group.go(wish, time_s);
            self.flash(time_s);
        } else {
            group.waits = Some(wish);
        }
    }

    /// Lights that are on take the other colours.
    fn boost(&mut self, boost: &ColorBoost) {
        if boost.is_on == self.is_boosted {
            return;
        }
        self.is_boosted = boost.is_on;
        let time_s = f64::from(boost.time_s);
        self.settle(time_s);
        for group in &mut self.groups {
            let Some(wish) = &mut group.asked else { continue };
            if wish.color == WHITE {
                continue;
            }
            wish.color = wish.color.rem_euclid(2) | if boost.is_on { BOOSTED } else { 0 };
            let level = group.levels.last().map_or(0.0, |last| last.level);
            let color = wish.color;
            match &mut group.waits {
                Some(waits) => waits.color = color,
                None if level > 0.0 => group.waits = Some(Wish { level, color, then: None }),
                None => {}
            }
        }
        if self.may_brighten(time_s) {
            self.all_that_wait(time_s);
        }
    }

    fn may_brighten(&self, time_s: f64) -> bool {
        let since = time_s - self.last_flash_s;
        !(SAME_FLASH_S..BETWEEN_FLASHES_S).contains(&since)
    }

    fn flash(&mut self, time_s: f64) {
        if time_s - self.last_flash_s >= BETWEEN_FLASHES_S {
            self.last_flash_s = time_s;
        }
    }

    /// Brightens, before a time, the lights that waited for it.
    fn settle(&mut self, until_s: f64) {
        let next_s = self.last_flash_s + BETWEEN_FLASHES_S;
        if next_s <= until_s && self.groups.iter().any(|group| group.waits.is_some()) {
            self.all_that_wait(next_s);
        }
    }

    fn all_that_wait(&mut self, time_s: f64) {
        let mut flashes = false;
        for group in &mut self.groups {
            if let Some(wish) = group.waits.take() {
                group.go(wish, time_s);
                flashes = true;
            }
        }
        if flashes {
            self.flash(time_s);
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "in the precision of the game")]
    fn rows(self) -> Vec<MapLightLevelRow> {
        let mut rows = Vec::new();
        for (index, group) in (0..).zip(self.groups) {
            rows.extend(group.levels.into_iter().map(|Level { time_s, level, color }| {
                MapLightLevelRow { time: time_s as f32, group: index, level, color }
            }));
        }
        rows.sort_by(|a, b| a.time.total_cmp(&b.time));
        rows
    }
}

impl Group {
    fn at(&self, time_s: f64) -> Level {
        let next = self.levels.iter().rposition(|level| level.time_s <= time_s);
        let Some(before) = next.and_then(|next| self.levels.get(next)) else {
            return Level { time_s, ..Level::default() };
        };
        let after = next.and_then(|next| self.levels.get(next.saturating_add(1)));
        let Some(after) = after.filter(|after| after.time_s > before.time_s) else {
            return Level { time_s, ..*before };
        };
        #[allow(clippy::cast_possible_truncation, reason = "a share")]
        let share = ((time_s - before.time_s) / (after.time_s - before.time_s)) as f32;
        let level = before.level + (after.level - before.level) * share;
        Level { time_s, level, color: after.color }
    }

    /// Whether a wish makes a flash: the light becomes brighter, or another colour.
    fn is_brighter(&self, wish: Wish, time_s: f64) -> bool {
        let now = self.at(time_s);
        let is_other = wish.level > SAME_LEVEL && now.level > SAME_LEVEL && wish.color != now.color;
        wish.level > now.level + SAME_LEVEL || is_other
    }

    /// From a time on it goes to what is wished.
    fn go(&mut self, wish: Wish, time_s: f64) {
        let now = self.at(time_s);
        while self.levels.last().is_some_and(|last| last.time_s >= time_s) {
            self.levels.pop();
        }
        // Dark lights take the new colour at once; lights that go dark keep their own.
        let color = if wish.level <= SAME_LEVEL { now.color } else { wish.color };
        let from = if now.level <= SAME_LEVEL { color } else { now.color };
        let takes_s = if wish.level > now.level { BRIGHTEN_S } else { DARKEN_S };
        let mut at_s = time_s;
        self.levels.push(Level { color: from, ..now });
        for (level, takes_s) in [Some((wish.level, takes_s)), wish.then].into_iter().flatten() {
            at_s += takes_s;
            self.levels.push(Level { time_s: at_s, level, color });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn light(time_s: f32, kind: i32, value: i32) -> LightEvent {
        LightEvent { beat: time_s, time_s, kind, value, brightness: 1.0 }
    }

    /// The rows of a group: time, brightness and colour.
    #[track_caller]
    fn check(lights: &[LightEvent], boosts: &[ColorBoost], wanted: &[(f32, f32, i32)]) {
        let beatmap = Beatmap {
            lights: lights.to_vec(),
            color_boosts: boosts.to_vec(),
            ..Beatmap::default()
        };
        let rows = levels(&beatmap);
        assert_eq!(rows.len(), wanted.len(), "{rows:?}");
        for (row, (time, level, color)) in rows.iter().zip(wanted) {
            let is_it = (row.time - time).abs() < 1e-4 && (row.level - level).abs() < 1e-4;
            assert!(is_it && row.color == *color, "{row:?} is not {:?}", (time, level, color));
        }
    }

    #[test]
    fn lights_go_on_and_off_and_fade() {
        check(
            &[light(1.0, 0, 5), light(3.0, 0, 0)],
            &[],
            &[(1.0, 0.0, 0), (1.15, 1.0, 0), (3.0, 1.0, 0), (3.5, 0.0, 0)],
        );
        check(&[light(1.0, 4, 3)], &[], &[(1.0, 0.0, 1), (1.15, 1.0, 1), (2.65, 0.0, 1)]);
        check(&[light(1.0, 1, 10)], &[], &[(1.0, 0.0, 4), (1.15, 1.0, 4), (1.65, 0.7, 4)]);
        let dim = LightEvent { brightness: 0.4, ..light(1.0, 2, 1) };
        check(&[dim], &[], &[(1.0, 0.0, 1), (1.15, 0.4, 1)]);
    }

    #[test]
    fn groups_of_newer_environments_shine_in_turn() {
        let shine = |time_s, group, color, brightness| GroupLightEvent {
            beat: time_s,
            time_s,
            group,
            color,
            brightness,
            extends: false,
        };
        let group_lights = vec![
            shine(1.0, 7, 1, 0.5),
            GroupLightEvent { extends: true, ..shine(2.0, 7, 0, 1.0) },
            shine(3.0, 7, 1, 0.0),
            shine(4.0, -1, 0, 1.0),
            shine(4.0, 0, -1, 1.0),
        ];
        // Basic lights of one time come first.
        let lights = vec![light(3.0, 0, 5)];
        let rows = levels(&Beatmap { lights, group_lights, ..Beatmap::default() });
        let found: Vec<_> =
            rows.iter().map(|row| (row.time, row.group, row.level, row.color)).collect();
        assert_eq!(
            found,
            [
                (1.0, 2, 0.0, 1),
                (1.15, 2, 0.5, 1),
                (3.0, 0, 0.0, 0),
                (3.0, 2, 0.5, 1),
                (3.15, 0, 1.0, 0),
                (3.5, 2, 0.0, 1)
            ]
        );
    }

    #[test]
    fn events_of_no_light_give_none() {
        let odd = LightEvent { brightness: f32::NAN, ..light(1.0, 3, 13) };
        check(&[odd, light(1.0, 8, 1), light(1.0, 12, 3), light(2.0, -1, 1)], &[], &[]);
    }

    #[test]
    fn boosted_colours_are_taken_by_what_is_on() {
        let boosts = [(2.0, true), (4.0, false)].map(|(time_s, is_on)| ColorBoost {
            beat: time_s,
            time_s,
            is_on,
        });
        check(
            &[light(1.0, 0, 1), light(5.0, 0, 1)],
            &boosts,
            &[
                (1.0, 0.0, 1),
                (1.15, 1.0, 1),
                (2.0, 1.0, 1),
                (2.5, 1.0, 3),
                (4.0, 1.0, 3),
                (4.5, 1.0, 1),
                (5.0, 1.0, 1),
                (5.5, 1.0, 1),
            ],
        );
    }

    #[test]
    fn flickering_lights_become_calm_and_end_as_asked() {
        // On and off sixteen times a second, in all groups by turns, for ten seconds; then all on.
        let mut lights: Vec<LightEvent> = (0..320_u16)
            .map(|i| {
                light(f32::from(i) / 32.0, i32::from(i / 2 % 5), if i % 2 == 0 { 5 } else { 0 })
            })
            .collect();
        lights.extend((0..5).map(|group| light(10.02, group, 1)));
        let rows = levels(&Beatmap { lights, ..Beatmap::default() });
        let at = |group: i32, time: f32| {
            let own: Vec<_> = rows.iter().filter(|row| row.group == group).collect();
            let next = own.iter().position(|row| row.time > time);
            match next {
                Some(0) => 0.0,
                None => own.last().map_or(0.0, |row| row.level),
                Some(next) => {
                    let (a, b) = (own[next - 1], own[next]);
                    a.level + (b.level - a.level) * (time - a.time) / (b.time - a.time)
                }
            }
        };
        let sum = |time: f32| (0..5).map(|group| at(group, time)).sum::<f32>() / 5.0;
        // When the picture begins to brighten by a tenth of the most, after it darkened by as much.
        let (mut low, mut high, mut is_rising) = (0.0_f32, 0.0_f32, false);
        let mut flashes: Vec<f32> = Vec::new();
        for step in 0..1_320_u16 {
            let time = f32::from(step) / 120.0;
            let level = sum(time);
            if is_rising {
                high = high.max(level);
                if level < high - 0.1 {
                    (is_rising, low) = (false, level);
                }
            } else {
                low = low.min(level);
                if level > low + 0.1 {
                    (is_rising, high) = (true, level);
                    flashes.push(time);
                }
            }
        }
        assert!(!flashes.is_empty());
        for (index, first) in flashes.iter().enumerate() {
            let within = flashes[index..].iter().filter(|time| **time < first + 1.0).count();
            assert!(within <= 3, "{within} flashes from {first} s on: {flashes:?}");
        }
        assert!((0..5).all(|group| at(group, 11.0) == 1.0), "all are on in the end");
    }
}
