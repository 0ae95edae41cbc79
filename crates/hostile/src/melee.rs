//! Super Smash Bros. Melee.

use ghostreel_formats::core::Record;
use ghostreel_formats::slp::layout::{PostFrame, command};
use ghostreel_formats::slp::sample::{FileKind, Options, generate};

pub(crate) const CASES: &[(&str, fn(usize) -> Vec<u8>)] = &[
    ("one frame", one_frame),
    ("unknown events of one byte", unknown_events),
    ("unknown events that lead nowhere", dead_ends),
    ("game ends that lead nowhere", game_ends_and_dead_ends),
    ("frames that lead nowhere", frames_and_dead_ends),
    ("bytes that are nothing", |bytes| file(bytes, &[], |raw, _| raw.push(0))),
    ("gaps of one byte", gaps),
    ("frames left out", frames_left_out),
    ("rollbacks", |bytes| file(bytes, SHORT, rollback)),
    ("rollbacks of frame starts", |bytes| {
        file(bytes, SHORT, |raw, i| {
            (0..8).for_each(|back| about(raw, command::FRAME_START, 5, i - 7 + back, 0))
        })
    }),
    ("frames begun again", |bytes| {
        file(bytes, SHORT, |raw, _| {
            about(raw, command::FRAME_START, 5, 0, 0);
            about(raw, command::POST_FRAME, 7, 0, 0);
        })
    }),
    ("frames of one character", |bytes| {
        file(bytes, SHORT, |raw, i| about(raw, command::POST_FRAME, 7, i, 0))
    }),
    ("frames of sixteen characters", sixteen_characters),
    ("frames of no character", |bytes| {
        file(bytes, SHORT, |raw, i| about(raw, command::FRAME_BOOKEND, 5, i, 0))
    }),
    ("frame starts", |bytes| {
        file(bytes, SHORT, |raw, i| about(raw, command::FRAME_START, 5, i, 0))
    }),
    ("items", |bytes| file(bytes, SHORT, |raw, _| about(raw, command::ITEM_UPDATE, 5, -123, 0))),
    ("stage events", |bytes| {
        file(bytes, SHORT, |raw, i| {
            (0..3).for_each(|which| about(raw, command::FOUNTAIN_PLATFORM + which, 5, i, 0))
        })
    }),
    ("far frames", far_frames),
    ("pieces of messages", |bytes| {
        file(bytes, &[], |raw, _| {
            raw.extend(
                [
                    vec![command::MESSAGE_SPLITTER],
                    vec![0; 0x200],
                    vec![2, 0, command::GECKO_LIST, 0],
                ]
                .concat(),
            );
        })
    }),
    ("gecko lists", |bytes| {
        let sizes = &[(command::GECKO_LIST, 1)];
        file(bytes, sizes, |raw, _| raw.extend([command::GECKO_LIST, 0]))
    }),
    ("game starts", |bytes| {
        let sizes = &[(command::GAME_START, 0)];
        file(bytes, sizes, |raw, _| raw.push(command::GAME_START))
    }),
    ("game ends", |bytes| {
        let sizes = &[(command::GAME_END, 0)];
        file(bytes, sizes, |raw, _| raw.push(command::GAME_END))
    }),
    ("copies of the last frame", last_frame),
    ("members", |bytes| metadata(bytes, b"", b"U\0Z", b"")),
    ("values of an array", |bytes| metadata(bytes, b"U\x08metadata[", b"Z", b"]")),
    ("nested arrays", |bytes| {
        let arrays = [[b'['; 30], [b']'; 30]].concat();
        metadata(bytes, b"U\x08metadata[", &arrays, b"]")
    }),
    ("empty arrays", |bytes| metadata(bytes, b"U\x08metadata[", b"[$U#U\0", b"]")),
    ("keys of an object", |bytes| metadata(bytes, b"U\x08metadata{", b"U\0Z", b"}")),
    ("stocks of two", |bytes| fight(bytes, FileKind::Online, |i, _| (0x4b, 0.0, stocks(i)))),
    ("stocks of two with long names", stocks_of_long_names),
    ("stocks of four", |bytes| fight(bytes, FileKind::Everything, |i, _| (0x4b, 0.0, stocks(i)))),
    ("stocks and hits of four", |bytes| {
        fight(bytes, FileKind::Everything, |i, _| (0x4b + odd(i), percent(i), stocks(i)))
    }),
    ("hits on two", |bytes| fight(bytes, FileKind::Online, |i, _| (0x4b + odd(i), percent(i), 4))),
    ("hits on four", |bytes| {
        fight(bytes, FileKind::Everything, |i, _| (0x4b + odd(i), percent(i), 4))
    }),
    ("grabs of four", |bytes| fight(bytes, FileKind::Everything, grabs)),
    ("grabs and stocks of four", |bytes| {
        fight(bytes, FileKind::Everything, |i, port| (grabs(i, port).0, percent(i), stocks(i)))
    }),
    ("actions", |bytes| fight(bytes, FileKind::Online, |i, _| (0x14 - 2 * odd(i), 0.0, 4))),
    ("recoveries", |bytes| {
        fight(bytes, FileKind::Whispy, |i, _| ([0x4b, 0xfc][usize::from(odd(i))], 0.0, 4))
    }),
    ("targets", targets),
];

/// Sizes of events that hold little more than their frame and port.
const SHORT: &[(u8, u16)] = &[
    (command::PRE_FRAME, 6),
    (command::POST_FRAME, 6),
    (command::FRAME_START, 4),
    (command::FRAME_BOOKEND, 4),
    (command::ITEM_UPDATE, 4),
    (command::FOUNTAIN_PLATFORM, 4),
    (command::WHISPY_BLOW, 4),
    (command::STADIUM_TRANSFORMATION, 4),
];

/// An event that no version knows.
const UNKNOWN: u8 = 0x5f;
/// A command that no file here declares.
const UNDECLARED: u8 = 0xee;

/// A file of so many bytes of events: those that `add` adds, given the number of earlier calls. `sizes`: the events whose
/// sizes are others than usual.
fn file(bytes: usize, sizes: &[(u8, u16)], add: impl FnMut(&mut Vec<u8>, i32)) -> Vec<u8> {
    file_of(bytes, FileKind::Online, sizes, add, b"U\x08metadata{}")
}

fn file_of(
    bytes: usize,
    kind: FileKind,
    sizes: &[(u8, u16)],
    mut add: impl FnMut(&mut Vec<u8>, i32),
    members: &[u8],
) -> Vec<u8> {
    let sample = generate(&Options { frames: 2, kind, ..Options::default() });
    let mut entries = sample.payload_sizes.entries.clone();
    for (code, size) in &mut entries {
        *size = sizes.iter().find(|known| known.0 == *code).map_or(*size, |known| known.1);
    }
    let mut raw = vec![command::EVENT_PAYLOADS, 1 + 3 * u8::try_from(entries.len()).unwrap_or(0)];
    entries
        .iter()
        .for_each(|(code, size)| raw.extend([&[*code][..], &size.to_be_bytes()].concat()));
    let start = sample.events_of(command::GAME_START).next().unwrap_or_default();
    let start_size = entries
        .iter()
        .find(|known| known.0 == command::GAME_START)
        .map_or(0, |known| 1 + usize::from(known.1));
    raw.extend(&start[..start.len().min(start_size)]);
    let enough = raw.len() + bytes;
    (0..)
        .take_while(|i| {
            add(&mut raw, *i);
            raw.len() < enough
        })
        .for_each(drop);
    let length = u32::try_from(raw.len()).unwrap_or(0);
    [&b"{U\x03raw[$U#l"[..], &length.to_be_bytes(), &raw, members, b"}"].concat()
}

/// An event about a frame and a port that holds nothing else.
fn about(raw: &mut Vec<u8>, code: u8, size: usize, frame: i32, port: u8) {
    let event = [&[code][..], &frame.to_be_bytes(), &[port & 7, port >> 3]].concat();
    raw.extend(event.into_iter().chain(std::iter::repeat(0)).take(size));
}

/// The same frame again and again.
fn one_frame(bytes: usize) -> Vec<u8> {
    file(bytes, &[], |raw, _| about(raw, command::POST_FRAME, PostFrame::SIZE, -123, 0))
}

/// Each is looked at with fifteen others after it.
fn unknown_events(bytes: usize) -> Vec<u8> {
    file(bytes, &[(UNKNOWN, 0)], |raw, _| raw.push(UNKNOWN))
}

/// Rows of events that belong nowhere, too short to be believed.
fn dead_ends(bytes: usize) -> Vec<u8> {
    file(bytes, &[(UNKNOWN, 0)], |raw, _| {
        raw.extend([UNKNOWN; 15]);
        raw.push(UNDECLARED);
    })
}

fn game_ends_and_dead_ends(bytes: usize) -> Vec<u8> {
    file(bytes, &[(UNKNOWN, 0), (command::GAME_END, 0)], |raw, _| {
        raw.extend([command::GAME_END; 2]);
        raw.extend([UNKNOWN; 13]);
        raw.push(UNDECLARED);
    })
}

fn frames_and_dead_ends(bytes: usize) -> Vec<u8> {
    file(bytes, &[(UNKNOWN, 0), (command::FRAME_START, 4)], |raw, i| {
        about(raw, command::FRAME_START, 5, 1_000 + i % 1_000, 0);
        raw.extend([UNKNOWN; 14]);
        raw.push(UNDECLARED);
    })
}

fn gaps(bytes: usize) -> Vec<u8> {
    file(bytes, SHORT, |raw, i| {
        (0..3).for_each(|_| about(raw, command::FRAME_START, 5, i / 8, 0));
        raw.push(UNDECLARED);
    })
}

fn frames_left_out(bytes: usize) -> Vec<u8> {
    file(bytes, SHORT, |raw, i| (0..3).for_each(|_| about(raw, command::FRAME_START, 5, 2 * i, 0)))
}

/// Seven frames, taken back as soon as they were played.
fn rollback(raw: &mut Vec<u8>, i: i32) {
    for frame in i - 7..=i {
        about(raw, command::PRE_FRAME, 7, frame.max(-123), 0);
        about(raw, command::POST_FRAME, 7, frame.max(-123), 1);
    }
}

fn sixteen_characters(bytes: usize) -> Vec<u8> {
    file(bytes, SHORT, |raw, i| (0..16).for_each(|who| about(raw, command::POST_FRAME, 7, i, who)))
}

/// Frames with the highest numbers that are believed.
fn far_frames(bytes: usize) -> Vec<u8> {
    let size = PostFrame::SIZE;
    file(bytes, &[], |raw, i| {
        about(raw, command::POST_FRAME, size, [-123, (1 << 20) - 1][usize::from(i > 8)], 0)
    })
}

/// As many fighters right in front of the last bookend as fit in.
fn last_frame(bytes: usize) -> Vec<u8> {
    let mut posts = 0;
    file(bytes, &[(command::POST_FRAME, 6), (command::GAME_END, 6)], |raw, _| {
        about(raw, command::POST_FRAME, 7, -123, posts % 4);
        posts = posts.wrapping_add(1);
        // The end comes where the size is reached: the bookend is 9 bytes long, Game End 7.
        if raw.len() >= bytes {
            about(raw, command::FRAME_BOOKEND, 9, -123, 0);
            raw.extend([command::GAME_END, 2, 255, 0, 1, 255, 255]);
            raw.resize(raw.len().max(bytes), 0);
        }
    })
}

/// A file that is half metadata, up to the limit of reading.
fn metadata(bytes: usize, start: &[u8], value: &[u8], end: &[u8]) -> Vec<u8> {
    let room = (bytes / 2).min(250_000);
    let members = [start, &value.repeat(room / value.len()), end].concat();
    let event = |raw: &mut Vec<u8>, _| about(raw, command::FRAME_START, 13, -123, 0);
    file_of(bytes - room, FileKind::Online, &[], event, &members)
}

fn odd(i: i32) -> u16 {
    u16::from(i % 2 != 0)
}

fn percent(i: i32) -> f32 {
    f32::from(u16::try_from(i % 60_000).unwrap_or(0))
}

fn stocks(i: i32) -> u8 {
    [4, 3][usize::from(odd(i))]
}

/// Two hold two others, who take damage.
fn grabs(i: i32, port: u8) -> (u16, f32, u8) {
    ([0xd5, 0xdf][usize::from(port % 2)] + odd(i), percent(i), 4)
}

/// A game in which `now` says of each frame and port the state, the damage and the stocks. Its events end after the stocks.
fn fight(bytes: usize, kind: FileKind, now: fn(i32, u8) -> (u16, f32, u8)) -> Vec<u8> {
    named_fight(bytes, kind, now, b"U\x08metadata{}")
}

/// Two of one character, who go by their names: those of the metadata, as long as they are read.
fn stocks_of_long_names(bytes: usize) -> Vec<u8> {
    const CHARACTERS: [usize; 2] = [0x65, 0x65 + 0x24];
    const DISPLAY_NAMES: [usize; 2] = [0x1a5, 0x1a5 + 0x1f];
    let name = vec![b'A'; (bytes / 4).min(120_000)];
    let length = u32::try_from(name.len()).unwrap_or(0).to_be_bytes();
    let player =
        |key: &[u8]| [b"U\x01", key, b"{U\x05names{U\x07netplaySl", &length, &name, b"}}"].concat();
    let metadata =
        [&b"U\x08metadata{U\x07players{"[..], &player(b"0"), &player(b"1"), b"}}"].concat();
    let room = bytes.saturating_sub(metadata.len());
    let mut file_bytes =
        named_fight(room, FileKind::Online, |i, _| (0x4b, 0.0, stocks(i)), &metadata);
    let start = game_start(&file_bytes);
    CHARACTERS.into_iter().for_each(|at| file_bytes[start + at] = 2);
    DISPLAY_NAMES.into_iter().for_each(|at| file_bytes[start + at..start + at + 0x1f].fill(0));
    file_bytes
}

fn named_fight(
    bytes: usize,
    kind: FileKind,
    now: fn(i32, u8) -> (u16, f32, u8),
    metadata: &[u8],
) -> Vec<u8> {
    const SIZE: usize = 0x22;
    let sizes = &[(command::POST_FRAME, 0x21), (command::FRAME_BOOKEND, 8)];
    let ports = if kind == FileKind::Everything { 4 } else { 2 };
    let add = |raw: &mut Vec<u8>, i: i32| {
        for port in 0..ports {
            let (state, percent, stocks) = now(i, port);
            let post = PostFrame {
                command: command::POST_FRAME,
                frame: i - 123,
                player_index: port,
                action_state_id: state,
                position_x: 200.0 * f32::from(odd(i / 2)),
                percent,
                last_attack_landed: 2,
                last_hit_by: (port + 1) % ports,
                stocks_remaining: stocks,
                ..PostFrame::default()
            };
            let at = raw.len();
            raw.resize(at + SIZE, 0);
            post.write(&mut raw[at..]);
        }
        let frame = i - 123;
        raw.extend(
            [&[command::FRAME_BOOKEND][..], &frame.to_be_bytes(), &frame.to_be_bytes()].concat(),
        );
    };
    file_of(bytes, kind, sizes, add, metadata)
}

/// Where the event Game Start stands.
fn game_start(file: &[u8]) -> usize {
    let sizes = file.iter().position(|byte| *byte == command::EVENT_PAYLOADS).unwrap_or(0);
    sizes + 1 + usize::from(file[sizes + 1])
}

/// Targets of the first frame, each another.
fn targets(bytes: usize) -> Vec<u8> {
    const SIZE: usize = 0x26;
    const SCENE: usize = 0x1a4;
    let sizes = &[(command::ITEM_UPDATE, 0x25)];
    let mut file_bytes = file(bytes, sizes, |raw, i| {
        let at = raw.len();
        about(raw, command::ITEM_UPDATE, SIZE, -123, 0);
        raw[at + 5..at + 7].copy_from_slice(&209_u16.to_be_bytes());
        raw[at + 0x22..].copy_from_slice(&i.to_be_bytes());
    });
    let start = game_start(&file_bytes);
    file_bytes[start + SCENE] = 15;
    file_bytes
}
