//! What single games promise besides what all do.

use std::hint::black_box;

use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{AnyEvent, AnyReplay, AnyView, bsor, slp};

/// Looking at what only these games have does not panic.
pub(crate) fn look(replay: &AnyView<'_>) {
    match replay {
        AnyView::Slp(view) => {
            black_box(view.gecko_list());
            if let Some(start) = view.game_start() {
                black_box(start.players());
            }
        }
        // Parts by themselves are what they are in the whole.
        AnyView::Rlreplay(view) => {
            for part in 0..view.plan().parts.len().min(8) {
                black_box(view.read(part..part + 1, &|_| true));
            }
        }
        _ => {}
    }
}

/// What a repair leaves as it was.
pub(crate) fn keeps(before: &AnyReplay, after: &AnyReplay) {
    if let (AnyReplay::Bsor(before), AnyReplay::Bsor(after)) = (before, after) {
        assert_eq!(before.frames.len(), after.frames.len());
    }
}

/// Checks that the events of a stream decoder add up to the whole replay.
pub(crate) fn assert_events_add_up(replay: &AnyView<'_>, events: Vec<AnyEvent>) {
    match replay {
        AnyView::Bsor(view) => {
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
        AnyView::Slp(view) => {
            let is_member =
                |event: &&AnyEvent| matches!(event, AnyEvent::Slp(slp::Event::Member { .. }));
            assert_eq!(events.iter().filter(is_member).count(), view.members().len());
        }
        _ => {}
    }
}
