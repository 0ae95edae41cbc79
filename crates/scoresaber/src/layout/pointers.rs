//! The block at the start of the payload: where each section is.

use ghostreel_core::record;

use super::SectionId;

record! {
    /// Where each section begins, from the start of the payload. 0: nowhere.
    pub struct Pointers, 40 bytes {
        /// Metadata
        0: metadata: i32 = "metadata", "B";
        /// Poses
        4: poses: i32 = "poses", "B";
        /// Heights
        8: heights: i32 = "heights", "B";
        /// Notes
        12: notes: i32 = "notes", "B";
        /// Scores
        16: scores: i32 = "scores", "B";
        /// Combos
        20: combos: i32 = "combos", "B";
        /// Multipliers
        24: multipliers: i32 = "multipliers", "B";
        /// Energies
        28: energies: i32 = "energies", "B";
        /// A section that the plugin does not write: always 0
        32: fps: i32 = "fps", "B";
        /// The plugin leaves room for ten words and has nine
        36: unused: i32 = "unused";
    }
}

impl Pointers {
    /// Where a section begins.
    pub const fn get(&self, id: SectionId) -> i32 {
        match id {
            SectionId::Metadata => self.metadata,
            SectionId::Poses => self.poses,
            SectionId::Heights => self.heights,
            SectionId::Notes => self.notes,
            SectionId::Scores => self.scores,
            SectionId::Combos => self.combos,
            SectionId::Multipliers => self.multipliers,
            SectionId::Energies => self.energies,
        }
    }

    /// Says where a section begins.
    pub const fn set(&mut self, id: SectionId, start: i32) {
        let place = match id {
            SectionId::Metadata => &mut self.metadata,
            SectionId::Poses => &mut self.poses,
            SectionId::Heights => &mut self.heights,
            SectionId::Notes => &mut self.notes,
            SectionId::Scores => &mut self.scores,
            SectionId::Combos => &mut self.combos,
            SectionId::Multipliers => &mut self.multipliers,
            SectionId::Energies => &mut self.energies,
        };
        *place = start;
    }
}
