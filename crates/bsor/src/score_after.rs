//! Where everything stands after each note and each wall.

use crate::model::Replay;
use crate::scoring::{ScoreRow, score_rows};

/// Where everything stands after each note and each wall of a replay.
#[derive(Clone, Debug)]
pub struct ScoreAfter {
    rows: Vec<ScoreRow>,
    /// For each note, and for each wall: which row, counted from 1; 0 for none.
    of_notes: Vec<usize>,
    of_walls: Vec<usize>,
}

impl ScoreAfter {
    /// Of all that happens in a replay.
    pub fn of(replay: &Replay) -> Self {
        let rows = score_rows(&replay.info, replay.notes.as_notes(), &replay.walls);
        let mut of_notes = vec![0; replay.notes.len()];
        let mut of_walls = vec![0; replay.walls.len()];
        for (number, row) in (1..).zip(&rows) {
            let place = match (row.note, row.wall) {
                (Some(note), _) => of_notes.get_mut(note.place()),
                (None, Some(wall)) => of_walls.get_mut(wall.place()),
                (None, None) => None,
            };
            if let Some(place) = place {
                *place = number;
            }
        }
        Self { rows, of_notes, of_walls }
    }

    /// Of the note at an index, counted from 0; `None` if it is not in the order of play.
    pub fn note(&self, index: usize) -> Option<&ScoreRow> {
        self.row(&self.of_notes, index)
    }

    /// Likewise of a wall.
    pub fn wall(&self, index: usize) -> Option<&ScoreRow> {
        self.row(&self.of_walls, index)
    }

    fn row(&self, numbers: &[usize], index: usize) -> Option<&ScoreRow> {
        self.rows.get(numbers.get(index)?.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Options, generate};

    #[test]
    fn each_note_and_each_wall_has_its_row() {
        let replay = generate(&Options::default());
        let after = ScoreAfter::of(&replay);
        let notes = (0..replay.notes.len()).map(|index| after.note(index).unwrap().note.unwrap());
        assert!(notes.map(|note| note.place()).eq(0..replay.notes.len()));
        let walls = (0..replay.walls.len()).map(|index| after.wall(index).unwrap().wall.unwrap());
        assert!(walls.map(|wall| wall.place()).eq(0..replay.walls.len()));
        assert!(!replay.walls.is_empty() && after.note(replay.notes.len()).is_none());
    }
}
