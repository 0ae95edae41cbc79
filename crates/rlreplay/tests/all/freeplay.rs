//! Replays that the game did not save itself: exports of mods from free play and from matches that go on lack some of the values that
//! others have, and have some that they have not. Samples, made odd in the ways that are known of such files.

use ghostreel_core::{DecodeOptions, Severity};
use ghostreel_rlreplay::layout::Text;
use ghostreel_rlreplay::network::{ActorEvent, Entry, InferenceKind, Segment, Spawn};
use ghostreel_rlreplay::{Network, Replay, View, encode, sample};

fn sample() -> Replay {
    sample::generate(&sample::variant("full").unwrap())
}

fn open(bytes: &[u8]) -> View<'_> {
    View::open(bytes, &DecodeOptions::RECOVER).unwrap()
}

fn segment(replay: &mut Replay) -> &mut Segment {
    match &mut replay.network {
        Network::Decoded { segments, .. } => &mut segments[0],
        Network::Raw(_) => panic!("the sample is not decoded"),
    }
}

/// The replay's bytes without a property in the header, whose checksum is then wrong.
fn without(mut replay: Replay, name: &str) -> Vec<u8> {
    replay.update_derived().unwrap();
    let length = |replay: &Replay| encode(replay).len();
    let before = length(&replay);
    replay.header.properties.0.retain(|property| property.name != *name);
    let less = before - length(&replay);
    assert!(less > 0, "{name} is not there");
    replay.header_prefix.size -= u32::try_from(less).unwrap();
    encode(&replay)
}

/// All frames are there, as in the sample, nothing is lost, and the bytes are written again.
#[track_caller]
fn check<'v>(view: &'v View<'_>, frames: &[f32]) -> &'v Segment {
    let lost: Vec<_> =
        view.diagnostics().iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(lost.is_empty(), "{lost:?}");
    let [segment] = view.network() else { panic!("there is no segment") };
    let times: Vec<f32> = segment.frames.iter().map(|frame| frame.time).collect();
    assert_eq!(times, frames);
    assert!(encode(&view.to_replay()) == view.bytes());
    segment
}

fn times(replay: &mut Replay) -> Vec<f32> {
    segment(replay).frames.iter().map(|frame| frame.time).collect()
}

#[test]
fn frames_are_counted_where_no_header_counts_them() {
    let mut replay = sample();
    let frames = times(&mut replay);
    let bytes = without(replay.clone(), "NumFrames");
    let view = open(&bytes);
    check(&view, &frames);
    assert_eq!(view.frame_count() as usize, frames.len());
    assert!(view.diagnostics().iter().any(|d| d.message.contains("NumFrames")));
    // Also without keyframes.
    replay.body.keyframes.clear();
    check(&open(&without(replay, "NumFrames")), &frames);
}

#[test]
fn keyframes_that_lead_nowhere_are_passed_over() {
    let mut replay = sample();
    let frames = times(&mut replay);
    replay.update_derived().unwrap();
    for keyframe in &mut replay.body.keyframes {
        keyframe.position = 0;
    }
    let bytes = encode(&replay);
    let view = open(&bytes);
    assert!(view.plan().is_fallback);
    check(&view, &frames);
}

#[test]
fn headers_may_lack_what_others_have() {
    for name in ["MaxChannels", "PlayerStats", "MapName", "RecordFPS", "BuildVersion"] {
        let mut replay = sample();
        let frames = times(&mut replay);
        if replay.header.properties.get(name).is_some() {
            let bytes = without(replay, name);
            let view = open(&bytes);
            check(&view, &frames);
            assert!(!view.timeline().tables().is_empty(), "{name}");
        }
    }
}

/// The level itself appears.
#[test]
fn the_world_is_an_actor_in_free_play() {
    let mut replay = sample();
    let frames = times(&mut replay);
    let object = i32::try_from(replay.body.objects.len()).unwrap();
    replay.body.objects.push(Text::new("cs_p.TheWorld:PersistentLevel.WorldInfo_3"));
    let segment = segment(&mut replay);
    segment.log.insert(0, Entry::new(900, ActorEvent::Spawned));
    segment.spawns.insert(0, Spawn { object, name: Some(0), ..Spawn::default() });
    for frame in &mut segment.frames {
        frame.end += 1;
    }
    replay.update_derived().unwrap();
    let bytes = encode(&replay);
    let view = open(&bytes);
    assert_eq!(check(&view, &frames).spawns[0].object, object);
    assert!(view.diagnostics().is_empty(), "{:?}", view.diagnostics());
}

/// Cars are of an archetype that no other replay has.
#[test]
fn an_object_of_a_class_that_is_not_known_gets_one() {
    let mut replay = sample();
    let frames = times(&mut replay);
    let new = "Mutators.Mutators.Mutators.FreePlay.CarArchetype";
    replay.update_derived().unwrap();
    // The stream is written with the class of the old name.
    let car =
        replay.body.objects.iter().position(|object| *object == *"Archetypes.Car.Car_Default");
    replay.body.objects[car.unwrap()] = Text::new(new);
    replay.classes.insert(new.to_owned(), "TAGame.Car_TA".to_owned());
    replay.update_derived().unwrap();
    let bytes = encode(&replay);
    let view = open(&bytes);
    check(&view, &frames);
    let [inferences] = view.inferences() else { panic!("{:?}", view.inferences()) };
    let kind = InferenceKind::Class { name: new.to_owned(), parent: "TAGame.Car_TA".to_owned() };
    assert_eq!(inferences.kind, kind);
    assert!(view.diagnostics().iter().any(|d| d.message.contains(new)));
}
