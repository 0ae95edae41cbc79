//! Matches that others reported: scores, pads and times.

use ghostreel_analysis::rocket_league::Report;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::rlreplay::{Network, View, encode, sample};

fn report(name: &str, check: impl FnOnce(&View<'_>, &Report)) {
    let Some(files) = ghostreel_corpus::files("reports/rocket-league") else { return };
    let (_, bytes) = files.iter().find(|(known, _)| known == name).unwrap();
    let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
    check(&view, &Report::new(&view));
}

/// Tanks that fill by themselves take nothing from pads: the pads taken in the stream bound the collected amount.
#[test]
fn boost_that_comes_by_itself_is_no_pad() {
    report("boxcars-42f2.replay", |view, report| {
        let takes = view.world().pickups.iter().filter(|row| row.is_taken && row.was_free).count();
        let players = report.blue.players.iter().chain(&report.orange.players);
        let boost: Vec<_> = players.map(|player| &player.stats.boost).collect();
        let counts = boost.iter().map(|b| b.count_collected_big + b.count_collected_small);
        let collected = counts.sum::<u32>() as usize;
        assert!(collected <= takes && collected > takes * 7 / 10, "{collected} of {takes}");
        for boost in boost {
            let (big, small) = (boost.count_collected_big, boost.count_collected_small);
            assert!(boost.amount_collected_big <= big * 100, "{boost:?}");
            assert!(boost.amount_collected_small <= small * 13, "{boost:?}");
            assert!(boost.amount_stolen <= boost.amount_collected, "{boost:?}");
        }
    });
}

#[test]
fn the_headline_is_the_score_and_the_best_of_its_winner_is_mvp() {
    for (name, score) in [
        ("carball-WEIRD_KICKOFFS.replay", [0, 2]),
        ("boxcars-windows_1252.replay", [8, 2]),
        ("boxcars-d5d6c.replay", [4, 2]),
    ] {
        report(name, |_, report| {
            assert_eq!([report.blue.final_score, report.orange.final_score], score, "{name}");
            let (winner, other) = match score[0] > score[1] {
                true => (&report.blue, &report.orange),
                false => (&report.orange, &report.blue),
            };
            assert!(winner.players.iter().any(|player| player.mvp), "{name}");
            assert!(other.players.iter().all(|player| !player.mvp), "{name}");
        });
    }
}

/// Wherever the game's clock stands when a recording begins: its moments count from there.
#[test]
fn times_count_from_the_first_frame() {
    let whole = sample::generate(&sample::Options::default());
    let mut late = whole.clone();
    let add = |time: &mut f32| *time += 1024.0;
    let Network::Decoded { segments, .. } = &mut late.network else { panic!() };
    for segment in segments {
        segment.frames.iter_mut().for_each(|frame| add(&mut frame.time));
    }
    late.body.keyframes.iter_mut().for_each(|keyframe| add(&mut keyframe.time));
    late.update_derived().unwrap();
    let goals = |replay: &_| {
        let bytes = encode(replay);
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        assert_eq!(view.world().frames[0].time, 0.0);
        let report = Report::new(&view);
        report.events.goals.iter().map(|goal| goal.time).collect::<Vec<_>>()
    };
    let (early, late) = (goals(&whole), goals(&late));
    assert!(!early.is_empty() && early.len() == late.len());
    for (early, late) in early.iter().zip(&late) {
        assert!((early - late).abs() < 0.01, "{early} {late}");
    }
}
