//! What single games promise besides what all do.

use std::hint::black_box;

use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{AnyEvent, AnyModel, AnyReplay, bsor, slp};

/// Looking at what only these games have does not panic.
pub(crate) fn look(replay: &AnyReplay<'_>) {
    match replay {
        AnyReplay::Slp(view) => {
            black_box(view.gecko_list());
            if let Some(start) = view.game_start() {
                black_box(start.players());
            }
        }
        // Parts by themselves are what they are in the whole.
        AnyReplay::Rlreplay(view) => {
            for part in 0..view.plan().parts.len().min(8) {
                black_box(view.read(part..part + 1, &|_| true));
            }
        }
        _ => {}
    }
}

/// What a repair leaves as it was.
pub(crate) fn keeps(before: &AnyModel, after: &AnyModel) {
    if let (AnyModel::Bsor(before), AnyModel::Bsor(after)) = (before, after) {
        assert_eq!(before.frames.len(), after.frames.len());
    }
}

/// What events add up to.
pub(crate) fn tells(replay: &AnyReplay<'_>, events: Vec<AnyEvent>) {
    match replay {
        AnyReplay::Bsor(view) => {
            let mut collector = bsor::Collector::default();
            for event in events {
                if let AnyEvent::Bsor(event) = event {
                    collector.add(event);
                }
            }
            let whole = bsor::decode(view.bytes(), &DecodeOptions::RECOVER).expect("it is open");
            assert!(
                bsor::encode(&collector.finish()) == bsor::encode(&whole.value),
                "the pieces make another replay"
            );
        }
        AnyReplay::Slp(view) => {
            let is_member =
                |event: &&AnyEvent| matches!(event, AnyEvent::Slp(slp::Event::Member { .. }));
            assert_eq!(events.iter().filter(is_member).count(), view.members().len());
        }
        _ => {}
    }
}
