//! Questions for replays of Beat Saber only.

use ghostreel_formats::GameView;

#[cfg(feature = "maps")]
use super::Differences;
use super::{ComparedCut, Findings, LostPoints, Motion};
use crate::Analysis;
use crate::ask::declare_questions;

declare_questions! {
    "motion": motion() -> Option<Motion>,
        "Whether the motion fits the cuts, and with a map the cuts its notes; null where that is not judged.";
    "findings": findings() -> Option<Findings>,
        "The same in lines for its player; null where that is not judged.";
    "lost-points": lost_points() -> Option<LostPoints>,
        "Where points were lost, by section and by pattern.";
    "compared-cut": compared_cut(note: usize) -> Option<ComparedCut>,
        "The cut of a note as the file has it, and as it follows from the frames; null if there is none.";
    #[cfg(feature = "maps")]
    "differences": differences() -> Option<Differences>,
        "Its differences from its map and its frames; null without a map.";
}

fn motion(replay: &Analysis<'_>) -> Option<Motion> {
    replay.motion()
}

fn findings(replay: &Analysis<'_>) -> Option<Findings> {
    replay.findings()
}

fn lost_points(replay: &Analysis<'_>) -> Option<LostPoints> {
    replay.lost_points()
}

fn compared_cut(replay: &Analysis<'_>, note: usize) -> Option<ComparedCut> {
    replay.compared_cut(note)
}

#[cfg(feature = "maps")]
fn differences(replay: &Analysis<'_>) -> Option<Differences> {
    replay.with_map().map(|found| found.differences())
}

/// The findings about a replay's motion.
enum Judged {
    #[cfg(feature = "maps")]
    WithMap(Box<super::WithMap>),
    Alone(Box<Motion>),
}

impl Analysis<'_> {
    /// Whether its motion fits its cuts, and with a map its cuts the map's notes; `None` of one whose motion is not judged.
    pub fn motion(&self) -> Option<Motion> {
        Some(match self.judged()? {
            #[cfg(feature = "maps")]
            Judged::WithMap(found) => found.motion,
            Judged::Alone(motion) => *motion,
        })
    }

    /// The replay, judged with its map where it has one that it is compared with.
    fn judged(&self) -> Option<Judged> {
        #[cfg(feature = "maps")]
        if let Some(map) = self.map() {
            return match super::verify_with_map(self.view(), map.map()) {
                Ok(found) => Some(Judged::WithMap(Box::new(found))),
                Err(why) => super::verify_any(self.view())
                    .map(|motion| Motion { not_by_map: Some(why.to_string()), ..motion })
                    .map(Box::new)
                    .map(Judged::Alone),
            };
        }
        super::verify_any(self.view()).map(Box::new).map(Judged::Alone)
    }

    /// The findings of [`motion`](Self::motion), in lines for its player; `None` of a replay whose motion is not judged.
    pub fn findings(&self) -> Option<Findings> {
        let GameView::Bsor(view) = self.view().game_view() else { return None };
        Some(match self.judged()? {
            #[cfg(feature = "maps")]
            Judged::WithMap(found) => found.in_lines(view),
            Judged::Alone(motion) => motion.in_lines(view),
        })
    }

    /// Where it lost points, by the bars of its map if that is at hand; `None` of another game.
    pub fn lost_points(&self) -> Option<LostPoints> {
        let GameView::Bsor(view) = self.view().game_view() else { return None };
        Some(super::lost_points(view, self.bars()))
    }

    /// The replay beside its map: which of the map's notes it has, and what it is worth note by note; `None` without a map.
    #[cfg(feature = "maps")]
    pub fn with_map(&self) -> Option<super::WithMap> {
        super::verify_with_map(self.view(), self.map()?.map()).ok()
    }

    /// The cut of a note as the file has it, and as it follows from the frames; `None` if there is no such cut.
    pub fn compared_cut(&self, note: usize) -> Option<ComparedCut> {
        let GameView::Bsor(view) = self.view().game_view() else { return None };
        super::compared_cut(view, note)
    }
}
