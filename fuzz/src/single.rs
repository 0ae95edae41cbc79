//! Properties of single games, besides those of all.

use std::hint::black_box;

use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{
    AnyEvent, AnyReplay, AnyView, bsor, bsor2, scoresaber, scoresaber_json, slp, timeline,
};

/// Looking at what only these games have does not panic.
pub(crate) fn look(replay: &AnyView<'_>) {
    match replay {
        AnyView::Slp(view) => {
            black_box(view.gecko_list());
            if let Some(start) = view.game_start() {
                black_box(start.players());
            }
        }
        // Parts by themselves are the same as in the whole.
        AnyView::Rlreplay(view) => {
            for part in 0..view.plan().parts.len().min(8) {
                black_box(view.read(part..part + 1, &|_| true));
            }
        }
        _ => {}
    }
}

/// Checks the parts that a repair leaves as they were.
pub(crate) fn keeps(before: &AnyReplay, after: &AnyReplay) {
    if let (AnyReplay::Bsor(before), AnyReplay::Bsor(after)) = (before, after) {
        assert_eq!(before.frames.len(), after.frames.len());
    }
}

/// Checks that a file that is appended to piece by piece has the same values in the end as if it had been opened at once.
pub(crate) fn assert_grows_to_the_whole(replay: &AnyView<'_>, pieces: &[&[u8]]) {
    // Files of the other games are opened again.
    let AnyView::Slp(whole) = replay else { return };
    let (mut length, mut grown) = (0, None::<slp::View<'_>>);
    for piece in pieces {
        length += piece.len();
        grown = match grown {
            None => slp::View::open(&whole.bytes()[..length], &DecodeOptions::RECOVER).ok(),
            Some(view) => Some(view.append(piece).unwrap_or_else(|e| panic!("{e}"))),
        };
        // Asks for the timeline on the way, so that the next piece continues it.
        black_box(grown.as_ref().map(|view| view.appended_timeline().tables().len()));
    }
    let grown = grown.expect("it opens as a whole");
    assert_eq!(grown.diagnostics(), whole.diagnostics());
    assert_eq!(grown.meta(), whole.meta());
    let (grown, whole) = (grown.timeline(), whole.timeline());
    assert_eq!(grown.tables().len(), whole.tables().len());
    for (grown, whole) in grown.tables().iter().zip(whole.tables()) {
        let [grown, whole] =
            [grown, whole].map(|table| table.all_columns().expect("it is not cancelled"));
        let bytes = |columns: &[timeline::Column]| -> Vec<Vec<u8>> {
            columns.iter().map(|column| column.bytes().into_owned()).collect()
        };
        assert!(bytes(&grown) == bytes(&whole), "columns differ");
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
        AnyView::ScoreSaber(view) => {
            let [AnyEvent::ScoreSaber(scoresaber::Event::Replay(replay))] = &events[..] else {
                panic!("{} events", events.len())
            };
            assert!(scoresaber::encode(replay) == view.bytes(), "the pieces make another replay");
        }
        AnyView::Bsor2(view) => {
            let [AnyEvent::Bsor2(bsor2::Event::Replay(replay))] = &events[..] else {
                panic!("{} events", events.len())
            };
            assert!(bsor2::encode(replay) == view.bytes(), "the pieces make another replay");
        }
        AnyView::ScoresaberJson(view) => {
            let is_frame = |event: &&AnyEvent| {
                matches!(event, AnyEvent::ScoresaberJson(scoresaber_json::Event::Frame(_)))
            };
            assert_eq!(events.iter().filter(is_frame).count(), view.bsor().frames().len());
        }
        _ => {}
    }
}
