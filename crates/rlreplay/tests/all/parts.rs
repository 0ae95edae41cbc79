//! Parts of a stream by themselves, and by several threads, are the same as in the whole.

use std::thread;

use ghostreel_core::DecodeOptions;
use ghostreel_corpus::files;
use ghostreel_rlreplay::attributes::AttributeType;
use ghostreel_rlreplay::network::{ActorEvent, Segment};
use ghostreel_rlreplay::{Options, View, encode, sample};

/// Synthetic replays with several keyframes, and each so many-th of the real ones.
fn replays(step: usize) -> Vec<(String, Vec<u8>)> {
    let samples = sample::variants().into_iter().filter(|(_, options)| options.frames > 1000);
    let samples =
        samples.map(|(name, options)| (name.to_owned(), encode(&sample::generate(&options))));
    samples.chain(files("rocket-league/good").into_iter().flatten().step_by(step)).collect()
}

fn open(bytes: &[u8]) -> View<'_> {
    View::open(bytes, &DecodeOptions::RECOVER).unwrap()
}

fn join(segments: Vec<Segment>) -> Segment {
    segments.into_iter().reduce(|segment, next| segment.append(next).unwrap()).unwrap()
}

/// Each part by itself, then all of them joined.
#[test]
fn every_keyframe_is_a_way_in() {
    let mut parts = 0;
    for (name, bytes) in replays(1) {
        let view = open(&bytes);
        let [whole] = view.network() else { continue };
        let seeker = open(&bytes);
        let count = view.plan().parts.len();
        let segments = (0..count).map(|part| seeker.read(part..part + 1, &|_| true)).collect();
        assert!(join(segments) == *whole, "{name}");
        parts += count;
    }
    eprintln!("{parts} parts");
    assert!(parts > 10, "{parts}");
}

#[test]
fn several_threads_make_what_one_does() {
    for (name, bytes) in replays(1) {
        let view = open(&bytes);
        let [whole] = view.network() else { continue };
        for threads in [2, 3] {
            let other = open(&bytes);
            let (stream, parts) = (other.stream(), &other.plan().parts[..]);
            let size = parts.len().div_ceil(threads);
            let segments: Vec<Segment> = thread::scope(|scope| {
                let threads: Vec<_> = parts
                    .chunks(size)
                    .map(|parts| scope.spawn(move || stream.read(parts, &|_| true)))
                    .collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            other.adopt(segments);
            assert!(other.network() == std::slice::from_ref(whole), "{name}, {threads} threads");
        }
    }
}

#[test]
fn pieces_follow_each_other_and_get_no_smaller_than_their_share() {
    for (name, bytes) in replays(1) {
        let view = open(&bytes);
        let parts = &view.plan().parts;
        let bits = view.stream_bytes().len() * 8;
        let longest =
            parts.windows(2).map(|pair| pair[1].start - pair[0].start).max().unwrap_or(bits);
        for threads in [1, 2, 3, 8] {
            let mut taken = 0;
            while let Some(piece) = view.next_piece(taken, threads) {
                assert_eq!(piece.start, taken, "{name}");
                assert!(piece.end > taken && piece.end <= parts.len(), "{name}: {piece:?}");
                let end = parts.get(piece.end).map_or(bits, |part| part.start);
                let size = end - parts[taken].start;
                let is_last = piece.end == parts.len();
                assert!(is_last || size + longest >= bits / (4 * threads), "{name}: {piece:?}");
                taken = piece.end;
            }
            assert_eq!(taken, parts.len(), "{name}, {threads} threads");
        }
    }
}

/// Also where a layout has to be found out first.
#[test]
fn inferences_hold_for_parts_too() {
    for (name, bytes) in replays(9) {
        let mut options = Options { decode: DecodeOptions::RECOVER, ..Options::default() };
        options.attributes.set("TAGame.Car_TA:TeamPaint", None);
        options.attributes.set("TAGame.PRI_TA:MatchShots", Some(AttributeType::Bool));
        let view = View::open_with(&bytes[..], &options).unwrap();
        let [whole] = view.network() else { continue };
        let other = View::open_with(&bytes[..], &options).unwrap();
        let segments: Vec<Segment> = other
            .plan()
            .parts
            .iter()
            .map(|part| other.stream().read(&[*part], &|_| true))
            .collect();
        other.adopt(segments);
        assert!(other.network() == std::slice::from_ref(whole), "{name}");
        let seeker = View::open_with(&bytes[..], &options).unwrap();
        let count = seeker.plan().parts.len();
        let segments = (0..count).map(|part| seeker.read(part..part + 1, &|_| true)).collect();
        assert!(join(segments) == *whole, "{name}");
    }
}

#[test]
fn frames_and_properties_can_be_asked_for() {
    for (name, bytes) in replays(7) {
        let view = open(&bytes);
        let seeker = open(&bytes);
        let [whole] = view.network() else { continue };
        let name_of_body = "TAGame.RBActor_TA:ReplicatedRBState";
        let wanted = seeker.wanting(&[name_of_body]);
        let middle = whole.frames[whole.frames.len() / 2].time;
        let segment = seeker.frames(middle..middle + 5.0, &wanted);
        let within = |segment: &Segment| {
            let frames =
                segment.frames.iter().filter(|frame| (middle..middle + 5.0).contains(&frame.time));
            frames.map(|frame| (frame.number, frame.time)).collect::<Vec<_>>()
        };
        assert_eq!(within(&segment), within(whole), "{name}");
        assert!(
            seeker.plan().parts.len() < 4 || segment.frames.len() < whole.frames.len() / 2,
            "{name}"
        );
        // Other properties are passed over, but they are in the log.
        for (slot, rows) in segment.rows.iter().enumerate() {
            assert_eq!(
                rows.column(0).len() == rows.len(),
                wanted(slot) || rows.is_empty(),
                "{name}"
            );
        }
        let updates =
            segment.log.iter().filter(|entry| matches!(entry.what(), ActorEvent::Updated { .. }));
        assert_eq!(updates.count(), segment.rows.iter().map(|rows| rows.len()).sum::<usize>());
    }
}
