//! `.replay` beside the crate `boxcars`.

use std::collections::HashSet;
use std::hint::black_box;

use boxcars::{Attribute, ParserBuilder};
use ghostreel_core::DecodeOptions;
use ghostreel_formats::{AnyView, json};
use ghostreel_rlreplay::{View, read_header};

use crate::by_two::{decode_by_two, with_second};
use crate::job;
use crate::measure::{least, rate, ratio};
use ghostreel_corpus::files as corpus;

/// Files with a row of their own, by how their names begin: a ranked match of 2026, one with many goals, a typical one, an old one,
/// a short one.
const TYPICAL: [&str; 5] = ["31c3c264", "58a4ddba", "398fca2b", "0094231f", "8ec30720"];

/// Rounds of one file, and of all.
const ROUNDS: [usize; 2] = [101, 21];
/// The same of JSON, which takes long.
const JSON_ROUNDS: [usize; 2] = [41, 5];

pub(crate) const JOB: job::Job = job::Job {
    name: "rlreplay",
    peer_name: "boxcars 0.13",
    folder: "rocket-league/good",
    typical: &TYPICAL,
    can_peer: |bytes| peer(bytes).parse().is_ok(),
    ours: decoded,
    peer: peer_decoded,
    derived: None,
};

pub(crate) type File = (String, Vec<u8>);

pub(crate) fn run() {
    let files = corpus("rocket-league/good").unwrap_or_else(|| {
        println!("no corpus: measured on the synthetic sample");
        vec![(
            "sample".into(),
            ghostreel_formats::sample("rocket-league", None, 1).expect("a game"),
        )]
    });
    let (files, refused): (Vec<File>, Vec<File>) =
        files.into_iter().partition(|(_, bytes)| peer(bytes).parse().is_ok());
    println!("rlreplay: times in turns with the crate boxcars 0.13, over {} files", files.len());
    for (name, _) in &refused {
        println!("left out, since the peer cannot decode it: {name}");
    }
    let typical = |prefix| files.iter().find(|(name, _)| name.starts_with(prefix));
    let typical: Vec<&File> = TYPICAL.into_iter().filter_map(typical).collect();

    println!(
        "\n| file | MB | decode: peer | ours | ratio | two threads | ratio | one started | ratio | checksums | header: peer | ours | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for &file in &typical {
        print_decoding(short(&file.0), std::slice::from_ref(file), ROUNDS[0]);
    }
    print_decoding("**all**", &files, ROUNDS[1]);

    println!("\n| file | JSON: peer | ours | ratio | size: peer, MB | ours | ratio |");
    println!("|---|---|---|---|---|---|---|");
    for &file in &typical {
        print_json(short(&file.0), std::slice::from_ref(file), JSON_ROUNDS[0]);
    }
    print_json("**all**", &files, JSON_ROUNDS[1]);

    print_ball(&files);
}

fn short(name: &str) -> &str {
    name.split("__").next().unwrap_or(name)
}

fn print_decoding(name: &str, files: &[File], rounds: usize) {
    let size = sum(files, <[u8]>::len);
    let [theirs, ours, checked, started, their_header, header] = least(
        rounds,
        files,
        [&peer_decoded, &decoded, &checked, &decode_by_two, &peer_header, &header],
    );
    let [awake] = with_second(|decode_by_two| least(rounds, files, [decode_by_two]));
    println!(
        "| {name} | {:.2} | {theirs:.2?} | {ours:.2?} ({:.2} GB/s) | **{:.2} ×** | {awake:.2?} | **{:.2} ×** | {started:.2?} | {:.2} × | {:+.1} % | {their_header:.2?} | {header:.2?} | **{:.1} ×** |",
        size as f64 / 1e6,
        rate(size, ours),
        ratio(theirs, ours),
        ratio(theirs, awake),
        ratio(theirs, started),
        (ratio(checked, ours) - 1.0) * 100.0,
        ratio(their_header, header),
    );
}

fn print_json(name: &str, files: &[File], rounds: usize) {
    let peer_json = |bytes: &[u8]| peer_json(bytes).len();
    let json = |bytes: &[u8]| json(bytes).len();
    let [theirs, ours] = least(rounds, files, [&peer_json, &json]);
    let sizes = [sum(files, peer_json), sum(files, json)];
    let [their_size, our_size] = sizes.map(|size| size as f64 / 1e6);
    println!(
        "| {name} | {theirs:.2?} | {ours:.2?} | **{:.2} ×** | {their_size:.2} | {our_size:.2} | **{:.2} ×** |",
        ratio(theirs, ours),
        our_size / their_size,
    );
}

/// Where the ball is in each of its updates: a table of ours, and the peer's decoding with a filter by hand.
fn print_ball(files: &[File]) {
    let [theirs, ours] = least(ROUNDS[1], files, [&peer_ball, &ball]);
    println!(
        "\nthe ball's positions over all files: peer {theirs:.2?} for {} updates, ours {ours:.2?} for {}, **{:.2} ×**",
        sum(files, peer_ball),
        sum(files, ball),
        ratio(theirs, ours)
    );
}

fn ball(bytes: &[u8]) -> usize {
    let view = open(bytes);
    let timeline = view.timeline();
    let columns = ["time", "position.x", "position.y", "position.z"];
    let columns = timeline.table("ball").and_then(|ball| ball.columns(&columns));
    columns.map_or(0, |columns| black_box(&columns)[0].len())
}

fn peer_ball(bytes: &[u8]) -> usize {
    let replay = peer(bytes).parse().expect("a file that it decodes");
    let is_ball = |object: &boxcars::ObjectId| {
        let name = usize::try_from(object.0).ok().and_then(|index| replay.objects.get(index));
        name.is_some_and(|name| name.starts_with("Archetypes.Ball."))
    };
    let (mut balls, mut rows) = (HashSet::new(), Vec::new());
    for frame in replay.network_frames.iter().flat_map(|network| &network.frames) {
        for gone in &frame.deleted_actors {
            balls.remove(&gone.0);
        }
        for actor in frame.new_actors.iter().filter(|actor| is_ball(&actor.object_id)) {
            balls.insert(actor.actor_id.0);
        }
        for update in &frame.updated_actors {
            if let Attribute::RigidBody(body) = &update.attribute
                && balls.contains(&update.actor_id.0)
            {
                let place = body.location;
                rows.push((frame.time, place.x, place.y, place.z));
            }
        }
    }
    black_box(&rows).len()
}

fn sum(files: &[File], work: impl Fn(&[u8]) -> usize) -> usize {
    files.iter().map(|(_, bytes)| work(bytes)).sum()
}

/// The peer's full decoding, without checksums.
fn peer(bytes: &[u8]) -> ParserBuilder<'_> {
    ParserBuilder::new(bytes).must_parse_network_data().never_check_crc()
}

fn header(bytes: &[u8]) -> usize {
    read_header(bytes).map_or(0, |header| black_box(header).properties.0.len())
}

/// The peer's fastest way to a header.
fn peer_header(bytes: &[u8]) -> usize {
    let parser = ParserBuilder::new(bytes).never_parse_network_data().never_check_crc();
    parser.parse().map_or(0, |replay| black_box(replay).properties.len())
}

fn peer_json(bytes: &[u8]) -> Vec<u8> {
    let replay = peer(bytes).parse().expect("a file that it decodes");
    serde_json::to_vec(&replay).expect("memory does not fail")
}

/// Checksums are looked at only where damage is asked for.
fn open(bytes: &[u8]) -> View<'_> {
    View::open(bytes, &DecodeOptions::RECOVER).expect("a sound file")
}

fn peer_decoded(bytes: &[u8]) -> usize {
    peer(bytes).parse().map_or(0, |replay| black_box(replay).objects.len())
}

/// Decoded, without checksums.
fn decoded(bytes: &[u8]) -> usize {
    black_box(open(bytes).network()).len()
}

/// Decoded, with checksums.
fn checked(bytes: &[u8]) -> usize {
    let view = View::open(bytes, &DecodeOptions::STRICT).expect("a sound file");
    black_box(view.network()).len()
}

fn json(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    json::write(&AnyView::Rlreplay(open(bytes)), &mut out, false).expect("memory does not fail");
    out
}
