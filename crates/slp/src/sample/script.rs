//! The frame of the fight: settings, codes, the events of a frame in their order, metadata.

use ghostreel_core::Random;
use ghostreel_core::io::Writer;

use super::fight::Fight;
use super::{FileKind, Stream, ubjson_text};
use crate::layout::{
    FountainPlatform, FrameBookend, FrameStart, ItemUpdate, StadiumTransformation, WhispyBlow,
    command,
};

/// The bytes of Game Start.
pub(super) fn game_start(kind: FileKind) -> Vec<u8> {
    let mut bytes = vec![0; 761];
    let mut put = |at: usize, value: &[u8]| {
        if let Some(room) = bytes.get_mut(at..at + value.len()) {
            room.copy_from_slice(value);
        }
    };
    let version: [u8; 4] = if kind == FileKind::Old { [0, 1, 0, 0] } else { [3, 18, 0, 0] };
    let stage: u16 = match kind {
        FileKind::Whispy => 28,
        FileKind::Stadium | FileKind::Everything => 3,
        FileKind::Old => 32,
        _ => 2,
    };
    put(0x1, &version);
    // Stock match with a timer that counts down, eight minutes.
    put(0x5, &[0x32, 0x01, 0x86, 0x4c]);
    put(0x5 + 0xb, &[0xff]);
    put(0x5 + 0xe, &stage.to_be_bytes());
    put(0x5 + 0x10, &480_u32.to_be_bytes());
    let doubles = kind == FileKind::Everything;
    put(0x5 + 0x8, &[u8::from(doubles)]);
    let second = if kind == FileKind::IceClimbers { 14 } else { 9 };
    let (third, fourth) = if doubles { (16, 13) } else { (26, 26) };
    for (port, character) in [2, second, third, fourth, 26, 26].into_iter().enumerate() {
        let block = 0x5 + 0x60 + 0x24 * port;
        let plays = port < 2 || (doubles && port < 4);
        put(block, &[character, if plays { 0 } else { 3 }, 4, 0]);
        put(block + 0x9, &[if doubles { u8::from(port % 2 == 1) } else { 0 }]);
        put(block + 0x18, &1.0_f32.to_be_bytes());
        put(block + 0x1c, &1.0_f32.to_be_bytes());
        put(block + 0x20, &1.0_f32.to_be_bytes());
    }
    put(0x13d, &0x1234_5678_u32.to_be_bytes());
    let online = kind.is_online();
    put(0x1a3, &[2, if online { 8 } else { 2 }]);
    if online {
        // With leftovers after the NUL, as real files have them.
        put(0x1a5, b"Ghost\0junk");
        put(0x1a5 + 0x1f, b"Reel\0\xff\xfe");
        put(0x221, b"GHST\x81\x941");
        put(0x221 + 0xa, b"REEL\x81\x942");
        if doubles {
            put(0x1a5 + 2 * 0x1f, b"Tape");
            put(0x1a5 + 3 * 0x1f, b"Loop");
            put(0x221 + 2 * 0xa, b"TAPE\x81\x943");
            put(0x221 + 3 * 0xa, b"LOOP\x81\x944");
        }
        put(0x2be, b"mode.unranked-2026-01-01T00:00:00.00-0");
        put(0x2f1, &1_u32.to_be_bytes());
    }
    put(0x2bd, &[1]);
    bytes
}

/// A list of codes in two pieces, the second with leftovers after its end.
pub(super) fn gecko_pieces(random: &mut Random) -> [Vec<u8>; 2] {
    let mut list = Vec::new();
    for code in 0_u8..85 {
        list.extend([0x04, 0x10, code, 0x00, 0x60, 0x00, 0x00, 0x00]);
    }
    let (first, second) = list.split_at(512);
    [(first, 0), (second, 1)].map(|(data, last)| {
        let mut piece = vec![command::MESSAGE_SPLITTER];
        piece.extend_from_slice(data);
        piece.resize_with(0x201, || random.byte());
        piece.extend(u16::try_from(data.len()).unwrap_or(u16::MAX).to_be_bytes());
        piece.extend([command::GECKO_LIST, last]);
        piece
    })
}

/// The events of a frame: start, characters before, stage and items, characters after, bookend.
pub(super) fn frame(stream: &mut Stream, fight: &Fight, frame: i32, kind: FileKind) {
    let counter = u32::try_from(frame - crate::layout::FIRST_FRAME).unwrap_or(0);
    stream.record(
        command::FRAME_START,
        &FrameStart {
            frame,
            seed: fight.seed,
            scene_frame_counter: counter,
            ..FrameStart::default()
        },
    );
    // Nana is not recorded while she is dead, and eliminated players send nothing; this does not happen here.
    for fighter in &fight.fighters {
        stream.record(command::PRE_FRAME, &fighter.pre(frame, fight.seed));
    }
    stage(stream, frame, kind);
    if frame % 150 >= 100 && stream.has(command::ITEM_UPDATE) {
        stream.record(command::ITEM_UPDATE, &laser(frame));
    }
    if kind == FileKind::Everything {
        for item in many_items(frame) {
            stream.record(command::ITEM_UPDATE, &item);
        }
    }
    for fighter in &fight.fighters {
        stream.record(command::POST_FRAME, &fighter.post(frame));
    }
    let latest_finalized_frame = if kind.is_online() { frame - 3 } else { frame };
    stream.record(
        command::FRAME_BOOKEND,
        &FrameBookend { frame, latest_finalized_frame, ..FrameBookend::default() },
    );
}

fn stage(stream: &mut Stream, frame: i32, kind: FileKind) {
    let all = kind == FileKind::Everything;
    let fountain = all || matches!(kind, FileKind::Online | FileKind::IceClimbers);
    if fountain && frame >= 0 && frame % 200 < 100 {
        #[allow(clippy::cast_precision_loss, reason = "small")]
        let height = 20.0 + (frame % 200) as f32 * 0.05;
        for platform in 0..2 {
            let event = FountainPlatform { frame, platform, height, ..FountainPlatform::default() };
            stream.record(command::FOUNTAIN_PLATFORM, &event);
        }
    }
    if (all || kind == FileKind::Whispy) && frame % 60 == 0 {
        let direction = u8::try_from(frame / 60 % 3).unwrap_or(0);
        let event = WhispyBlow { frame, direction, ..WhispyBlow::default() };
        stream.record(command::WHISPY_BLOW, &event);
    }
    // Long enough to be seen, or short enough for a short file.
    let pace = if all { 40 } else { 20 };
    if (all || kind == FileKind::Stadium) && frame >= 0 && frame % pace == 0 {
        let step = u16::try_from(frame / pace % 6).unwrap_or(0);
        let event = if step == 5 { 0 } else { step + 2 };
        let change = StadiumTransformation {
            frame,
            event,
            transformation: 3,
            ..StadiumTransformation::default()
        };
        stream.record(command::STADIUM_TRANSFORMATION, &change);
    }
}

/// Items and projectiles of many kinds, each on its own way: number, owner, where and how fast.
fn many_items(frame: i32) -> impl Iterator<Item = ItemUpdate> {
    const KINDS: [(u16, i8, f32, f32, f32); 8] = [
        (0x06, -1, -70.0, 30.0, 0.0),
        (0x22, -1, -50.0, 36.0, 0.4),
        (0x30, 0, -30.0, 14.0, 0.9),
        (0x3c, 1, 0.0, 44.0, -1.2),
        (0x4f, 2, 20.0, 22.0, 2.0),
        (0x5f, 2, 34.0, 12.0, -0.8),
        (0x63, 3, 52.0, 30.0, 0.3),
        (0x70, 1, 70.0, 20.0, -0.6),
    ];
    #[allow(clippy::cast_precision_loss, reason = "below 120")]
    let age = frame.rem_euclid(120) as f32;
    KINDS.into_iter().zip(1_000..).map(move |((type_id, owner, x, y, velocity), spawn_id)| {
        ItemUpdate {
            frame,
            type_id,
            facing_direction: if velocity < 0.0 { -1.0 } else { 1.0 },
            velocity_x: velocity,
            position_x: x + velocity * age * 0.25,
            position_y: y,
            expiration_timer: 120.0 - age,
            spawn_id,
            owner,
            ..ItemUpdate::default()
        }
    })
}

/// Fox's laser, flying to the right.
fn laser(frame: i32) -> ItemUpdate {
    #[allow(clippy::cast_precision_loss, reason = "below 50")]
    let age = (frame % 150 - 100) as f32;
    ItemUpdate {
        frame,
        type_id: 0x36,
        facing_direction: 1.0,
        velocity_x: 5.0,
        position_x: -60.0 + 5.0 * age,
        position_y: 8.0,
        expiration_timer: 35.0 - age,
        spawn_id: u32::try_from(frame / 150).unwrap_or(0),
        owner: 0,
        ..ItemUpdate::default()
    }
}

/// The member `metadata`, as Dolphin writes it.
pub(super) fn metadata(last_frame: i32) -> Vec<u8> {
    let mut writer = Writer::default();
    let text = |writer: &mut Writer, key: &str, value: &str| {
        ubjson_text(writer, key);
        writer.u8(b'S');
        ubjson_text(writer, value);
    };
    ubjson_text(&mut writer, "metadata");
    writer.u8(b'{');
    text(&mut writer, "startAt", "2026-01-01T00:00:00Z");
    ubjson_text(&mut writer, "lastFrame");
    writer.u8(b'l');
    writer.i32_be(last_frame);
    ubjson_text(&mut writer, "players");
    writer.bytes(b"{}");
    text(&mut writer, "playedOn", "dolphin");
    writer.u8(b'}');
    writer.finish()
}
