//! Maps in the mirror, as left-handed players have them before them: left and right change places.

use crate::model::{Arc, ArcEnd, Beatmap, Chain, Note};

impl Beatmap {
    /// In the mirror.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        self.cells_mut().for_each(|cell| {
            cell.rotation = -cell.rotation;
            cell.position = cell.position.map(|[x, y]| [-1.0 - x, y]);
        });
        for note in &mut self.notes {
            let Note { cell, color: side, direction: way, angle_offset, .. } = note;
            (cell.line, *side, *way) = (line(cell.line), color(*side), direction(*way));
            *angle_offset = angle_offset.saturating_neg();
        }
        for bomb in &mut self.bombs {
            bomb.cell.line = line(bomb.cell.line);
        }
        for wall in &mut self.walls {
            wall.cell.line = leftmost(wall.cell.line, wall.width);
        }
        for arc in &mut self.arcs {
            let Arc { color: side, head, tail, mid_anchor } = arc;
            *side = color(*side);
            for ArcEnd { cell, direction: way, .. } in [head, tail] {
                (cell.line, *way) = (line(cell.line), direction(*way));
            }
            *mid_anchor = match *mid_anchor {
                1 => 2,
                2 => 1,
                other => other,
            };
        }
        for chain in &mut self.chains {
            let Chain { color: side, head, tail, direction: way, .. } = chain;
            (*side, *way) = (color(*side), direction(*way));
            (head.line, tail.line) = (line(head.line), line(tail.line));
        }
        for rotation in &mut self.rotations {
            rotation.degrees = -rotation.degrees;
        }
        self
    }
}

/// The other color.
pub(crate) fn color(color: i32) -> i32 {
    match color {
        0 => 1,
        1 => 0,
        other => other,
    }
}

/// A line from the right in place of the left.
pub(crate) fn line(line: i32) -> i32 {
    leftmost(line, 1)
}

/// The leftmost line of something so wide, from the right in place of the left. Mapping Extensions has thousandths of lines, 1,000 away
/// from 0, and thousandths of widths from 1,000 on.
fn leftmost(line: i32, width: i32) -> i32 {
    const LINES: i32 = 4;
    const THOUSAND: i32 = 1_000;
    if (-THOUSAND..THOUSAND).contains(&line) && width < THOUSAND {
        return LINES.saturating_sub(line).saturating_sub(width);
    }
    let thousandths = match line {
        THOUSAND.. => line.saturating_sub(THOUSAND),
        ..=-1_000 => line.saturating_add(THOUSAND),
        _ => line.saturating_mul(THOUSAND),
    };
    let wide = match width {
        THOUSAND.. => width.saturating_sub(THOUSAND),
        _ => width.saturating_mul(THOUSAND),
    };
    match (LINES * THOUSAND).saturating_sub(thousandths).saturating_sub(wide) {
        mirrored @ 0.. => mirrored.saturating_add(THOUSAND),
        mirrored => mirrored.saturating_sub(THOUSAND),
    }
}

/// A direction in the mirror. Mapping Extensions has degrees: 1000 to 1360 with an arrow, 2000 to 2360 without.
pub(crate) fn direction(direction: i32) -> i32 {
    let turned = |from: i32| {
        let degrees = direction.saturating_sub(from);
        from.saturating_add(360_i32.saturating_sub(degrees).rem_euclid(360))
    };
    match direction {
        2 => 3,
        3 => 2,
        4 => 5,
        5 => 4,
        6 => 7,
        7 => 6,
        1_000..=1_360 => turned(1_000),
        2_000..=2_360 => turned(2_000),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Map, sample};

    #[test]
    fn numbers_of_mapping_extensions_are_mirrored_too() {
        assert_eq!([2, 1_045, 1_000].map(direction), [3, 1_315, 1_000]);
        assert_eq!([1_500, 5_000, 3].map(line), [3_500, -2_000, 0]);
        assert_eq!([leftmost(0, 2), leftmost(1_500, 2_000)], [2, 3_500]);
    }

    #[test]
    fn lanes_turn_the_other_way() {
        for version in [sample::Version::V2, sample::Version::V3, sample::Version::V4] {
            let map = Map::read(&sample::files(version)).unwrap();
            let turning =
                map.difficulties.iter().find(|difficulty| difficulty.mode == "90Degree").unwrap();
            let beatmap = turning.beatmap.clone().unwrap();
            let rotations = |beatmap: &Beatmap| {
                beatmap.notes.iter().map(|note| note.cell.rotation).collect::<Vec<f32>>()
            };
            let straight = rotations(&beatmap);
            assert!(straight.iter().any(|rotation| *rotation != 0.0));
            let targets = turning.targets();
            let of_targets: Vec<f32> = targets.as_slice().iter().map(|at| at.rotation).collect();
            assert_eq!(of_targets, straight);
            let turned: Vec<f32> = straight.iter().map(|rotation| -rotation).collect();
            assert_eq!(rotations(&beatmap.mirrored()), turned);
            let mirrored = targets.mirrored();
            assert!(mirrored.as_slice().iter().map(|at| at.rotation).eq(turned));
        }
    }

    #[test]
    fn the_mirror_of_the_mirror_is_the_map() {
        for version in [sample::Version::V2, sample::Version::V3, sample::Version::V4] {
            let map = Map::read(&sample::files(version)).unwrap();
            for difficulty in map.difficulties {
                let beatmap = difficulty.beatmap.unwrap();
                let mirrored = beatmap.clone().mirrored();
                assert_ne!(mirrored, beatmap);
                assert_eq!(mirrored.mirrored(), beatmap);
            }
        }
    }
}
