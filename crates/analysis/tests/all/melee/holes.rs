//! Recordings that lack frames, or a player in them: the frames there are counted, and the missing ones reported.

use ghostreel_analysis::melee::{Report, Stats};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::slp::View;
use ghostreel_formats::timeline::FrameNumber;

use super::script::Script;

/// Two hits on the second player, who loses a stock, and one on the first, who loses another.
fn game() -> Script {
    Script::new(&[0, 1], 1500)
        .hit(0, 1, 100..120, 30.0)
        .hit(0, 1, 140..160, 20.0)
        .death(1, 170)
        .hit(1, 0, 600..620, 15.0)
        .death(0, 630)
        .with(0, 800..801, |pre, _| pre.physical_buttons = 0x100)
        .end(2, -1)
}

fn stats(script: &Script) -> Stats {
    script.ask(|game| game.stats())
}

/// Every hole of one frame that nothing happens in changes nothing but how many frames there are.
#[test]
fn statistics_go_on_after_a_hole() {
    let whole = stats(&game());
    assert_eq!(whole.missing_frame_count, 0);
    assert_eq!(whole.limit, None);
    for player in [None, Some(0), Some(1)] {
        for at in [-123, -50, 50, 110, 130, 300, 700] {
            let holed = stats(&game().without(player, at..at + 1));
            let limit = holed.limit.clone().unwrap();
            assert!(limit.contains(&format!("frame {at} is missing")), "{limit}");
            assert_eq!(holed.missing_frame_count, 1);
            let playable = i32::from(at > -39);
            assert_eq!(holed.playable_frame_count, whole.playable_frame_count - playable);
            for (holed, whole) in holed.overall.iter().zip(&whole.overall) {
                assert_eq!(holed.kill_count, whole.kill_count, "{player:?}, {at}");
                assert_eq!(holed.total_damage, whole.total_damage, "{player:?}, {at}");
                assert_eq!(holed.conversion_count, whole.conversion_count, "{player:?}, {at}");
            }
            assert_eq!(holed.stocks.len(), whole.stocks.len());
        }
    }
}

/// Rates per minute are counted in, and divided by, the same frames.
#[test]
fn rates_are_those_of_the_frames_that_are_there() {
    let pressed = |script: &Script| {
        let stats = stats(script);
        let inputs = &stats.overall[0].inputs_per_minute;
        (stats.overall[0].input_counts.buttons, inputs.total, stats.limit)
    };
    let (buttons, minutes, _) = pressed(&game());
    assert_eq!((buttons, minutes), (1, 1415.0 / 3600.0));
    // Two thirds of the game are missing, the press with them.
    let (buttons, minutes, limit) = pressed(&game().without(None, 400..1300));
    assert_eq!((buttons, minutes), (0, 515.0 / 3600.0));
    let limit = limit.unwrap();
    assert!(limit.starts_with("900 of 1500 frames are missing"), "{limit}");
    assert!(limit.contains("the first is frame 400"), "{limit}");
}

/// A stock that is lost in a hole is lost, but it is unknown how.
#[test]
fn a_stock_lost_in_a_hole_is_lost() {
    let stats = stats(&game().without(None, 165..400));
    let lost: Vec<_> = stats.stocks.iter().filter(|stock| stock.end_frame.is_some()).collect();
    assert_eq!(lost.len(), 2);
    let in_hole = lost.iter().find(|stock| stock.player_index == 1).unwrap();
    assert_eq!((in_hole.end_frame, in_hole.death_animation), (Some(FrameNumber(400)), None));
    assert_eq!(stats.overall[0].kill_count, 1, "the conversion was not over");
}

/// In games of more than two, players who are out are not missing; those who had stocks and come again are.
#[test]
fn a_player_who_is_out_is_not_missing() {
    let all = || Script::new(&[0, 1, 2], 600).end(2, -1);
    let out = all()
        .with(2, 100..i32::MAX, |_, post| post.stocks_remaining = 0)
        .without(Some(2), 160..i32::MAX);
    assert_eq!(stats(&out).missing_frame_count, 0);
    let returns =
        all().with(2, 100..300, |_, post| post.stocks_remaining = 0).without(Some(2), 160..300);
    assert_eq!(stats(&returns).missing_frame_count, 0);
    let missed = all().without(Some(2), 160..163).without(None, 300..301);
    let stats = stats(&missed);
    assert_eq!(stats.missing_frame_count, 4);
    assert!(stats.limit.unwrap().contains("4 of 600 frames"));
}

/// A game that begins in the middle counts from there; one whose hole is longer than any game stops before it, and says so.
#[test]
fn holes_at_the_ends() {
    let late = stats(&game().without(None, -123..550));
    assert_eq!(late.overall[1].kill_count, 1);
    assert_eq!(late.missing_frame_count, 673);
    let far = game().with(0, 1300..i32::MAX, |pre, post| {
        pre.frame += 40_000;
        post.frame += 40_000;
    });
    let far = far.with(1, 1300..i32::MAX, |pre, post| {
        pre.frame += 40_000;
        post.frame += 40_000;
    });
    let far = stats(&far);
    assert_eq!(far.overall[1].kill_count, 1);
    assert!(far.missing_frame_count >= 40_000, "{far:?}");
    assert!(far.limit.unwrap().contains("the first is frame 1300"));
}

#[test]
fn reported_holes_cost_what_was_in_them() {
    let Some(files) = ghostreel_corpus::files("reports/slippi") else { return };
    for (name, bytes) in files.iter().filter(|(name, _)| name.starts_with("hole")) {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let report = Report::new(&view);
        let kills: Vec<u32> = report.stats.overall.iter().map(|o| o.kill_count).collect();
        assert_eq!(kills, [0, 3], "{name}");
        assert_eq!(report.stats.missing_frame_count, 1, "{name}");
        let limit = report.stats.limit.unwrap();
        assert!(limit.contains("frame 1000 is missing"), "{name}: {limit}");
        let said = view.diagnostics().iter().any(|d| {
            d.message == "frame 1001 follows frame 999"
                || d.message == "frame 1000 lacks a Post-Frame Update"
        });
        assert!(said, "{name}: {:?}", view.diagnostics());
    }
}
