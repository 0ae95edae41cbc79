//! The replay as a timeline: the tables of the BSOR that it converts to, and after them what only ScoreSaber records.

mod lists;

pub use self::lists::KeyframeRow;
use ghostreel_core::Format;
use ghostreel_timeline::{Meta, Timeline};

use crate::content::Content;
use crate::format::ScoreSaber;
use crate::view::View;

impl View<'_> {
    /// The replay as named tables of columns. Costs next to nothing until columns are asked for.
    ///
    /// Tables: those of [BSOR](ghostreel_bsor::View::timeline), then `scores`, `combos`, `multipliers` and `energies` as they were recorded.
    pub fn timeline(&self) -> Timeline<'_> {
        let mut timeline = self.bsor().timeline();
        timeline.meta = self.meta();
        match self.content() {
            Content::Sections(sections) => {
                timeline.push(lists::scores(sections));
                timeline.push(lists::combos(sections));
                timeline.push(lists::multipliers(sections));
                timeline.push(lists::energies(sections));
            }
            Content::Legacy(data) => timeline.push(lists::keyframes(data)),
        }
        timeline
    }

    /// All of it: a file that has got longer is opened again.
    pub fn appended_timeline(&self) -> Timeline<'_> {
        self.timeline()
    }

    /// The replay's metadata, with what the name of the file adds to them if that is [known](Self::read_file_name).
    pub fn meta(&self) -> Meta {
        let mut meta = Meta {
            format: ScoreSaber::INFO.id,
            format_name: ScoreSaber::INFO.name,
            version: self.version(),
            ..self.bsor().meta()
        };
        match self.content() {
            Content::Sections(sections) => {
                let metadata = sections.metadata();
                // BSOR has no value for these here, or another one.
                let is_ours = |name: &str| {
                    !["platform", "tracking_system", "hmd", "controller", "start_time", "speed"]
                        .contains(&name)
                };
                meta.details.retain(|(name, _)| is_ours(name));
                let platform = metadata.platform.as_str().into_owned();
                meta.details.push(("platform", platform.into()));
                meta.details.push(("initial_height", metadata.initial_height.into()));
                meta.details.push(("room_rotation", metadata.room_rotation.into()));
                let center = metadata.room_center;
                for (name, part) in [
                    ("room_center_x", center.x),
                    ("room_center_y", center.y),
                    ("room_center_z", center.z),
                ] {
                    meta.details.push((name, part.into()));
                }
            }
            Content::Legacy(_) => {
                meta.writer = None;
                meta.map = None;
                meta.mode = None;
                // Nothing says how it ended.
                meta.outcome = None;
                meta.details.clear();
            }
        }
        if let Some(name) = self.file_name() {
            name.complete(&mut meta);
        }
        meta
    }
}
