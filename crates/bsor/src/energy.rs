//! The energy bar: what fills and drains it under each modifier. At 0 the run fails, unless No Fail is on.

use crate::layout::{EventType, Info, Wall};
use crate::note_id::NoteId;

/// The energy bar while a song is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Energy {
    level: f32,
    rule: EnergyRule,
    arcs_count: bool,
    run_failed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EnergyRule {
    Usual,
    /// Modifier BE: four lives.
    Battery,
    /// Modifier IF: one life.
    InstantFail,
}

impl EnergyRule {
    fn of(info: &Info) -> Self {
        let has = |code: &str| info.has_modifier(code);
        if has("IF") {
            Self::InstantFail
        } else if has("BE") {
            Self::Battery
        } else {
            Self::Usual
        }
    }

    /// The energy that a song begins with.
    fn start(self) -> f32 {
        match self {
            Self::Usual => 0.5,
            Self::Battery | Self::InstantFail => 1.0,
        }
    }
}

/// The energy that a song begins with, by its modifiers: 0.5, or 1 with four lives or one.
pub fn start_energy(info: &Info) -> f32 {
    EnergyRule::of(info).start()
}

/// From this version of the game on, the heads and tails of arcs change the energy as other notes do. The author of another
/// player found that they did not before; no file at hand shows it.
const ARCS_COUNT_SINCE: (u32, u32) = (1, 40);

/// The version of the game up to its minor number, e.g. 1 and 27 of `1.27.0_3631158313`.
fn game_version(info: &Info) -> Option<(u32, u32)> {
    let text = info.game_version.as_str();
    let mut numbers = text.split('.').map(str::trim);
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

impl Energy {
    /// Lost in each second with the head in a wall.
    const WALL_DRAIN: f32 = 1.3;
    /// A quarter: one of the battery's lives.
    const LIFE: f32 = 0.25;
    /// Adding hundredths leaves dust: so little of it is not a life.
    const DUST: f32 = 1e-5;

    pub(crate) fn new(info: &Info) -> Self {
        let rule = EnergyRule::of(info);
        Self {
            level: rule.start(),
            rule,
            arcs_count: game_version(info).is_none_or(|version| version >= ARCS_COUNT_SINCE),
            run_failed: info.failed(),
        }
    }

    /// 0 to 1.
    pub(crate) fn level(self) -> f32 {
        self.level
    }

    pub(crate) fn note(&mut self, event: Option<EventType>, id: NoteId) {
        if !self.arcs_count && matches!(id.scoring_type, 4 | 5) {
            return;
        }
        let is_link = matches!(id.scoring_type, 7 | 10);
        let change = match (event, is_link) {
            (Some(EventType::Good), false) => 0.01,
            (Some(EventType::Good), true) => 0.002,
            (Some(EventType::Bad), false) => -0.1,
            (Some(EventType::Bad), true) => -0.025,
            (Some(EventType::Miss), true) => -0.03,
            (Some(EventType::Miss | EventType::Bomb), _) => -0.15,
            (None, _) => 0.0,
        };
        let change = match self.rule {
            EnergyRule::Usual => change,
            _ if change >= 0.0 => 0.0,
            EnergyRule::Battery => -Self::LIFE,
            EnergyRule::InstantFail => -1.0,
        };
        self.set(self.level + change);
    }

    /// `is_last`: nothing happens after it.
    pub(crate) fn wall(&mut self, wall: &Wall, is_last: bool) {
        if let Some(exit) = wall.exit_time() {
            self.set(self.level - (exit - wall.event_time()) * Self::WALL_DRAIN);
        } else if wall.energy > 0.0 && wall.energy <= 1.0 {
            self.set(wall.energy);
        } else if wall.energy == 0.0 && is_last && self.run_failed {
            // The head never left it: it took the rest.
            self.set(0.0);
        }
    }

    fn set(&mut self, level: f32) {
        // Empty stays empty: either the run is over, or No Fail has let it go on.
        if self.level > 0.0 {
            self.level = if level < Self::DUST { 0.0 } else { level.min(1.0) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{CutInfo, Note, NoteHead};
    use crate::notes::NoteList;
    use crate::scoring::score_rows;

    /// A note a second, of these scoring types and events.
    fn notes(played: &[(u8, i32)]) -> NoteList {
        let note = |(second, &(scoring_type, event_type)): (u8, &(u8, i32))| Note {
            head: NoteHead {
                note_id: NoteId::pack(scoring_type, 1, 1, 0, 1),
                event_time: second.into(),
                spawn_time: second.into(),
                event_type,
            },
            cut: (event_type < 2).then(CutInfo::default),
        };
        (0..).zip(played).map(note).collect()
    }

    const GOOD: i32 = 0;
    const BAD: i32 = 1;
    const MISS: i32 = 2;
    const BOMB: i32 = 3;

    #[track_caller]
    fn check(info: &Info, played: &[(u8, i32)], walls: &[Wall], expected: &[f32]) {
        let rows = score_rows(info, notes(played).as_notes(), walls);
        let energies: Vec<f32> = rows.iter().map(|row| row.energy.unwrap()).collect();
        let is_close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-6;
        let agrees = energies.len() == expected.len();
        assert!(agrees && energies.iter().zip(expected).all(is_close), "{energies:?}");
    }

    fn with(modifiers: &str) -> Info {
        Info { modifiers: modifiers.into(), ..Info::default() }
    }

    #[test]
    fn each_event_has_its_price() {
        let played = [(3, GOOD), (7, GOOD), (3, BAD), (7, BAD), (10, MISS), (3, MISS), (2, BOMB)];
        let expected = [0.51, 0.512, 0.412, 0.387, 0.357, 0.207, 0.057];
        check(&with(""), &played, &[], &expected);
    }

    #[test]
    fn the_bar_is_full_at_one_and_stays_empty() {
        let played = [vec![(3, GOOD); 60], vec![(3, MISS); 8], vec![(3, GOOD); 2]].concat();
        let rows = score_rows(&with("NF"), notes(&played).as_notes(), &[]);
        assert_eq!((rows[59].energy, rows[60].energy), (Some(1.0), Some(0.85)));
        let empty = rows.iter().position(|row| row.energy == Some(0.0));
        assert_eq!((empty, rows[69].energy), (Some(66), Some(0.0)));
    }

    #[test]
    fn battery_has_four_lives_and_instant_fail_one() {
        check(&with("BE"), &[(7, MISS), (3, GOOD), (3, BAD)], &[], &[0.75, 0.75, 0.5]);
        check(
            &with("BE"),
            &[(3, MISS), (3, MISS), (2, BOMB), (7, BAD)],
            &[],
            &[0.75, 0.5, 0.25, 0.0],
        );
        check(&with("FS,IF"), &[(3, GOOD), (7, BAD), (3, GOOD)], &[], &[1.0, 0.0, 0.0]);
        assert_eq!(
            ["", "NF,FS", "BE", "IF"].map(|codes| start_energy(&with(codes))),
            [0.5, 0.5, 1.0, 1.0]
        );
    }

    #[test]
    fn arcs_change_nothing_before_the_version_from_which_they_do() {
        let played = [(4, GOOD), (5, MISS), (3, GOOD)];
        for (version, expected) in [
            ("1.39.1_1", [0.5, 0.5, 0.51]),
            ("1.40.0_2", [0.51, 0.36, 0.37]),
            ("1.40.9_10012", [0.51, 0.36, 0.37]),
            ("", [0.51, 0.36, 0.37]),
        ] {
            let info = Info { game_version: version.into(), ..Info::default() };
            check(&info, &played, &[], &expected);
        }
    }

    #[test]
    fn walls_drain_for_as_long_as_the_head_is_in_them() {
        let wall = |energy| Wall { wall_id: 0, energy, time: 2.0, spawn_time: 1.5 };
        // On Quest the time of the exit: 0.2 s. On PC the energy then.
        check(&with(""), &[], &[wall(2.2)], &[0.24]);
        check(&with(""), &[], &[wall(0.3)], &[0.3]);
        // A player who never left it failed in it, if this is the end.
        let failed = Info { fail_time: 2.4, ..Info::default() };
        check(&failed, &[], &[wall(0.0)], &[0.0]);
        check(&failed, &[(3, GOOD); 4], &[wall(0.0)], &[0.51, 0.52, 0.53, 0.53, 0.54]);
        check(&with(""), &[], &[wall(0.0)], &[0.5]);
    }
}
