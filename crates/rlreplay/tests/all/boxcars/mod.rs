//! Every value beside what boxcars makes of it: the same, or different in a way that has a name.

mod class;
mod proofs;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use boxcars::attributes::Attribute;
use boxcars::{CrcCheck, NetworkParse, ParserBuilder};
use class::Class;
use ghostreel_core::DecodeOptions;
use ghostreel_corpus::files;
use ghostreel_rlreplay::View;
use ghostreel_rlreplay::attributes::Rows;
use ghostreel_rlreplay::network::{ActorEvent, Event, Frame, Segment};
use proofs::Scene;
use values::Comparison;

/// Where a difference is: frame and actor.
type Place = (u32, u16);

/// The result of a file.
#[derive(Default)]
struct Findings {
    updates: usize,
    spawns: usize,
    classes: BTreeMap<Class, BTreeSet<Place>>,
    unnamed: Vec<String>,
}

/// The frames as boxcars has them.
fn parse(bytes: &[u8]) -> Vec<boxcars::Frame> {
    let builder = ParserBuilder::new(bytes).with_crc_check(CrcCheck::Never);
    let replay = builder.with_network_parse(NetworkParse::Always).parse().unwrap();
    replay.network_frames.map_or_else(Vec::new, |network| network.frames)
}

fn compare(view: &View<'_>) -> Findings {
    let mut findings = Findings::default();
    let theirs = parse(view.bytes());
    let mut theirs = theirs.iter();
    for segment in view.network() {
        segment.walk(|frame, events| findings.frame(view, segment, frame, events, theirs.next()));
    }
    if theirs.len() > 0 {
        findings.unnamed.push(format!("{} frames more", theirs.len()));
    }
    findings
}

impl Findings {
    fn frame(
        &mut self,
        view: &View<'_>,
        segment: &Segment,
        frame: &Frame,
        events: &[Event],
        theirs: Option<&boxcars::Frame>,
    ) {
        let Some(theirs) = theirs else {
            return self.unnamed.push(format!("frame {} is not there", frame.number));
        };
        let times = [theirs.time, theirs.delta].map(f32::to_bits);
        if [frame.time, frame.delta].map(f32::to_bits) != times {
            self.unnamed.push(format!("frame {} is at another time", frame.number));
        }
        let mut spawns = theirs.new_actors.iter();
        let mut deleted = theirs.deleted_actors.iter();
        let mut updates = theirs.updated_actors.iter();
        for event in events {
            let actor = i32::from(event.actor);
            let mut comparison = Comparison::new(view.context());
            match event.what {
                ActorEvent::Deleted => comparison.same(Some(actor), deleted.next().map(|id| id.0)),
                // boxcars has no place for an actor that is updated without a property.
                ActorEvent::EmptyUpdate => {}
                ActorEvent::Spawned => match spawns.next() {
                    Some(theirs) => {
                        comparison.same(actor, theirs.actor_id.0);
                        comparison.spawn(&segment.spawns[event.row], theirs);
                        self.spawns += 1;
                    }
                    None => comparison.is_unnamed = true,
                },
                ActorEvent::Updated { slot, .. } => match updates.next() {
                    Some(theirs) => {
                        let (property, rows) = (
                            &view.catalog().slots()[usize::from(slot)],
                            &segment.rows[usize::from(slot)],
                        );
                        comparison.same(actor, theirs.actor_id.0);
                        comparison.same(property.object, theirs.object_id.0);
                        comparison.same(property.stream_id.cast_signed(), theirs.stream_id.0);
                        comparison.value(rows, event.row, &theirs.attribute);
                        if comparison.classes.contains(&Class::PickupIndex) {
                            bogus(&mut comparison, actor, rows, event.row, &mut updates);
                        }
                        self.updates += 1;
                    }
                    None => comparison.is_unnamed = true,
                },
            }
            if comparison.is_unnamed {
                self.unnamed.push(format!("frame {}: {event:?}", frame.number));
            }
            for class in comparison.classes {
                self.classes.entry(class).or_default().insert((frame.number, event.actor));
            }
        }
        if spawns.len() + deleted.len() + updates.len() > 0 {
            self.unnamed.push(format!("frame {}: there is more", frame.number));
        }
    }
}

/// Boxcars takes as many bits of 32 ones and the state as the state has. The others are two times a 1, property 15 in four
/// bits, and eleven bits of a value: the state is in the last of them.
fn bogus<'t>(
    comparison: &mut Comparison<'_>,
    actor: i32,
    rows: &Rows,
    row: usize,
    updates: &mut impl Iterator<Item = &'t boxcars::UpdatedAttribute>,
) {
    let last = match rows {
        Rows::Pickup(rows) => 0x3ff | u16::from(rows[row].picked_up) << 10,
        Rows::PickupNew(rows) => 7 | u16::from(rows[row].counter) << 3,
        _ => 0,
    };
    for value in [0x7ff, last] {
        match updates.next() {
            Some(theirs) => {
                comparison.same((actor, 15), (theirs.actor_id.0, theirs.stream_id.0));
                comparison.same(&Attribute::Enum(value), &theirs.attribute);
            }
            None => comparison.is_unnamed = true,
        }
    }
    comparison.classes.insert(Class::BogusRole);
}

#[test]
fn every_value_is_what_boxcars_has_or_differs_in_a_way_with_a_name() {
    let Some(files) = files("rocket-league/good") else { return };
    let half = |first: usize| -> Vec<(&str, Findings)> {
        let files = files.iter().skip(first).step_by(2);
        let open = |bytes| View::open(bytes, &DecodeOptions::STRICT).unwrap();
        files.map(|(name, bytes)| (&name[..], compare(&open(&bytes[..])))).collect()
    };
    let all = thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        let mut all = half(0);
        all.extend(other.join().unwrap());
        all
    });
    let (mut updates, mut spawns) = (0, 0);
    let mut classes: BTreeMap<Class, (usize, usize)> = BTreeMap::new();
    for (name, findings) in &all {
        let some = &findings.unnamed[..findings.unnamed.len().min(5)];
        assert!(some.is_empty(), "{name}: {some:?}");
        updates += findings.updates;
        spawns += findings.spawns;
        for (class, places) in &findings.classes {
            let (files, count) = classes.entry(*class).or_default();
            (*files, *count) = (*files + 1, *count + places.len());
        }
    }
    eprintln!("{updates} updates and {spawns} new actors: {classes:?}");
    if updates > 0 {
        let classes: Vec<Class> = classes.into_keys().collect();
        assert_eq!(classes, Class::ALL);
    }
}

/// The rows of the specification's table of differences: class, replay, frame and actor.
fn proofs() -> impl Iterator<Item = (&'static str, &'static str, u32, u16)> {
    let spec = include_str!("../../../../../docs/spec/rocket-league.md");
    let section = spec.split("## Where boxcars differs").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, class, replay, frame, actor, ..] = cells[..] else { panic!("{row}") };
        (class.trim_matches('`'), replay, frame.parse().unwrap(), actor.parse().unwrap())
    })
}

#[test]
fn replays_prove_what_the_specification_says() {
    let classes: Vec<&str> = proofs().map(|(class, ..)| class).collect();
    let named: Vec<String> = Class::ALL.iter().map(|class| format!("{class:?}")).collect();
    assert_eq!(classes, named);
    let Some(files) = files("rocket-league/good") else { return };
    if files.is_empty() {
        return;
    }
    for (class, (_, replay, frame, actor)) in Class::ALL.iter().zip(proofs()) {
        let what = format!("{class:?} in {replay}, frame {frame}, actor {actor}");
        let (_, bytes) = files.iter().find(|(name, _)| name.starts_with(replay)).expect(&what);
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let findings = compare(&view);
        assert!(findings.classes[class].contains(&(frame, actor)), "{what} does not differ");
        assert!(Scene::new(&view).shows(*class, frame, actor), "{what} is not shown");
    }
}
