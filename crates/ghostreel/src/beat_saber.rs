//! Beat Saber: the rows of its tables, for [`Replay::rows`], its statistics, and what only its replays are asked.

pub use ghostreel_analysis::beat_saber::map::{
    ArcFlightRow, FlightRow, MapArcRow, MapBombRow, MapChainRow, MapLightLevelRow, MapNoteRow,
    MapRow, MapWallRow, PaceRow, WallFlightRow,
};
pub use ghostreel_analysis::beat_saber::*;
pub use ghostreel_formats::bsor::layout::{ControllerOffsets, Frame, Height, Note, Pause, Wall};
pub use ghostreel_formats::bsor::scoring::ScoreRow;
pub use ghostreel_formats::bsor::{
    EventType, FrameRow, HeartRateRow, NoteIndex, NoteRow, PlayerRow, UserDataRow, WallIndex,
    WallRow,
};
pub use ghostreel_formats::{bsor2, scoresaber, scoresaber_json};

use crate::{Replay, Result};

impl Replay<'_> {
    /// Puts the map that it was played on, a zip file, beside the replay: [`timeline`](Self::timeline) then has the map's tables, too, and
    /// [`motion`](Self::motion) looks whether each cut is one of the map's notes.
    ///
    /// ```no_run
    /// let mut replay = ghostreel::open("a.bsor")?;
    /// replay.set_map(&std::fs::read("song.zip")?)?;
    /// for note in replay.with_map().expect("there is a map").notes {
    ///     println!("{} s: {} points, and by map and motion {}", note.time, note.recorded, note.recomputed);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the map cannot be read, or is another one. The replay is then without a map.
    pub fn set_map(&mut self, zip: &[u8]) -> Result<()> {
        self.analysis.set_map(zip)?;
        Ok(())
    }

    /// Whether the recorded motion fits the cuts, and with a map the cuts the map's notes; `None` of a replay whose motion is not judged.
    pub fn motion(&self) -> Option<Motion> {
        self.analysis.motion()
    }

    /// The replay beside its map: the map's notes that it has, and its points note by note; `None` without a map.
    pub fn with_map(&self) -> Option<WithMap> {
        self.analysis.with_map()
    }
}
