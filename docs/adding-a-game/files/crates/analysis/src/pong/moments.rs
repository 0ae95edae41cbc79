//! What is worth a look: points.

use ghostreel_formats::pong::View;
use ghostreel_formats::timeline::{FrameNumber, Moment, MomentKind, TeamNumber};

use super::report::{Rally, Report};
use crate::Moments;
use crate::ending::counted;
use crate::moment_members::short;

const POINT: MomentKind = MomentKind::new("point", "Points", "team", 2, "");

/// All kinds.
pub(crate) const KINDS: &[MomentKind] = &[POINT];

pub(crate) fn moments(_: &View<'_>, report: &Report) -> Moments {
    let mut moments = Moments::default();
    moments.extend(&report.rallies, |Rally { time, frame, player, returns }| {
        let name = report.players.get(player.place()).map_or("", |player| &player.name);
        Moment {
            player: Some(*player),
            team: i32::try_from(player.row()).ok().map(TeamNumber),
            label: format!("Point for {}", short(name)),
            detail: format!("after {}", counted(*returns, "return", "returns")),
            value: Some((*returns).into()),
            ..Moment::new(&POINT, *time, i32::try_from(*frame).ok().map(FrameNumber))
        }
    });
    moments
}
