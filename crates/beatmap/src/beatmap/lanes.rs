//! The turn of each object's lane, in modes where notes come from all around.

use crate::model::{Beatmap, Cell, Rotation};

/// Sets the turn of each object's lane. Version 4 has it for each object, if it has it.
pub(super) fn turn(beatmap: &mut Beatmap) {
    if beatmap.rotations.is_empty() {
        return;
    }
    let turns = Turns::of(&beatmap.rotations);
    beatmap.cells_mut().for_each(|cell| turns.turn(cell));
}

impl Beatmap {
    /// Where everything is that comes.
    pub(crate) fn cells_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        let cells = self.notes.iter_mut().map(|note| &mut note.cell);
        let cells = cells.chain(self.bombs.iter_mut().map(|bomb| &mut bomb.cell));
        let cells = cells.chain(self.walls.iter_mut().map(|wall| &mut wall.cell));
        let arcs = self.arcs.iter_mut().flat_map(|arc| [&mut arc.head.cell, &mut arc.tail.cell]);
        let chains = self.chains.iter_mut().flat_map(|chain| [&mut chain.head, &mut chain.tail]);
        cells.chain(arcs).chain(chains)
    }
}

/// Where the lane is after each rotation.
struct Turns {
    /// By beat, late ones after early ones.
    steps: Vec<Step>,
}

struct Step {
    beat: f32,
    is_late: bool,
    degrees: f32,
}

impl Turns {
    fn of(rotations: &[Rotation]) -> Self {
        let mut order: Vec<&Rotation> = rotations.iter().collect();
        order.sort_by(|a, b| a.beat.total_cmp(&b.beat).then(a.is_late.cmp(&b.is_late)));
        let mut degrees = 0.0;
        let step = |rotation: &Rotation| {
            degrees += rotation.degrees;
            Step { beat: rotation.beat, is_late: rotation.is_late, degrees }
        };
        Self { steps: order.into_iter().map(step).collect() }
    }

    fn turn(&self, cell: &mut Cell) {
        let is_before = |step: &Step| {
            if step.is_late { step.beat < cell.beat } else { step.beat <= cell.beat }
        };
        let done = self.steps.partition_point(is_before);
        let last = done.checked_sub(1).and_then(|last| self.steps.get(last));
        cell.rotation = last.map_or(0.0, |step| step.degrees);
    }
}
