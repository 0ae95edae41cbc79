//! The noteworthy moments of a song: mistakes, pauses and the fail.

use ghostreel_formats::bsor::View;
use ghostreel_formats::timeline::{FrameNumber, Moment, MomentKind, PlayerIndex};

use super::details::MistakeKind;
use super::report::Report;
use crate::Moments;

const MISS: MomentKind = MomentKind::new("miss", "Misses", "miss", 1, "");
const BAD: MomentKind = MomentKind::new("bad", "Bad cuts", "bad", 1, "");
const BOMB: MomentKind = MomentKind::new("bomb", "Bombs", "bomb", 1, "");
const WALL: MomentKind = MomentKind::new("wall", "Walls", "wall", 1, "");
const COMBO: MomentKind = MomentKind::new("combo-lost", "Combos lost", "miss", 1, "");
const PAUSE: MomentKind = MomentKind::new("pause", "Pauses", "pause", 1, "s");
const FAIL: MomentKind = MomentKind::new("fail", "Fail", "fail", 2, "");

/// All kinds.
pub(crate) const KINDS: &[MomentKind] = &[MISS, BAD, BOMB, WALL, COMBO, PAUSE, FAIL];

/// A fail before this time, in seconds, does not count: mods write 0 or next to it.
const EARLIEST_FAIL: f32 = 0.01;

pub(crate) fn moments(view: &View<'_>, report: &Report) -> Moments {
    let times: Vec<f64> = view.frames().iter().map(|frame| frame.time.into()).collect();
    let moment = |kind: &MomentKind, time: f64, label: String| {
        let frame = times.partition_point(|frame| *frame <= time).checked_sub(1);
        let frame = frame.and_then(|frame| Some(FrameNumber(i32::try_from(frame).ok()?)));
        Moment { player: Some(PlayerIndex::new(0)), label, ..Moment::new(kind, time, frame) }
    };
    let mut moments = Moments::default();
    moments.extend(&report.details.mistakes, |mistake| {
        let kind = match mistake.kind {
            MistakeKind::Miss => &MISS,
            MistakeKind::Bad => &BAD,
            MistakeKind::Bomb => &BOMB,
            MistakeKind::Wall => &WALL,
            MistakeKind::Combo => &COMBO,
        };
        let detail = mistake.place().unwrap_or_default();
        Moment { detail, ..moment(kind, mistake.time, mistake.label()) }
    });
    let pauses = view.pauses().iter().filter(|pause| pause.time.is_finite());
    moments.extend(pauses, |pause| {
        let seconds = pause.duration.max(0);
        let label = format!("Paused for {seconds} {}", PAUSE.unit);
        #[allow(clippy::cast_precision_loss, reason = "seconds")]
        let value = Some(seconds as f64);
        Moment { value, ..moment(&PAUSE, pause.time.into(), label) }
    });
    let fail = Some(view.info().fail_time);
    let fail = fail.filter(|fail| fail.is_finite() && *fail > EARLIEST_FAIL);
    moments.extend(fail, |fail| moment(&FAIL, fail.into(), "Failed".to_owned()));
    moments
}
