//! Properties of reels: reading any bytes does not panic; written content is read back.

use std::hint::black_box;

use ghostreel_formats::CODECS;
use ghostreel_formats::core::Digest;
use ghostreel_formats::timeline::Column;
use ghostreel_reel::{
    Event, Header, Level, Original, Reel, Settings, Stream, Table, TableColumn, Tail, Writer,
};

/// Reading any bytes as a reel does not panic, as they are and with the checksums that they should have: few changes get past
/// those.
pub fn reel_read(bytes: &[u8]) {
    read(bytes);
    read(&with_checksums(bytes));
}

fn read(bytes: &[u8]) {
    for reel in [Reel::open(bytes), Reel::scan(bytes)].into_iter().flatten() {
        black_box(reel.verify());
        if let Ok(Some((original, _))) = reel.original(CODECS) {
            black_box(reel.is_original(&original));
        }
        for stream in &reel.header().streams {
            let Stream::Table(table) = stream else { continue };
            let names: Vec<&str> = table.columns.iter().map(|column| &column.name[..]).collect();
            for span in [0.5..2.0, f64::NEG_INFINITY..f64::INFINITY] {
                black_box(reel.rows(&table.name, &names, span).is_ok());
            }
        }
    }
    let mut tail = Tail::new(CODECS);
    for piece in bytes.chunks(301) {
        if tail.push(piece).is_err() {
            break;
        }
    }
}

/// The bytes with the checksums of each chunk made right. Places are those of docs/spec/reel.md.
pub(crate) fn with_checksums(bytes: &[u8]) -> Vec<u8> {
    const HEAD: usize = 96;
    let mut bytes = bytes.to_vec();
    let mut at = 16;
    while let Some(head) = bytes.get(at..at + HEAD) {
        let length = u32::from_le_bytes([head[8], head[9], head[10], head[11]]) as usize;
        let payload = bytes.get(at + HEAD..(at + HEAD).saturating_add(length));
        let Some(payload) = payload.filter(|_| head.starts_with(b"\xa5CHK")) else {
            at += 1;
            continue;
        };
        let checksum = crc32c::crc32c(payload);
        bytes[at + 36..at + 40].copy_from_slice(&checksum.to_le_bytes());
        let checksum = crc32c::crc32c(&bytes[at..at + HEAD - 4]);
        bytes[at + HEAD - 4..at + HEAD].copy_from_slice(&checksum.to_le_bytes());
        at += HEAD + length;
    }
    bytes
}

/// A writer's input comes back to the bit: from the whole file, from its chunks' heads alone, and piece by piece. The bytes say what
/// it is given and when chunks are closed.
pub fn reel_roundtrip(bytes: &[u8]) {
    let Some(([size, level, split], mut rest)) = bytes.split_first_chunk() else { return };
    let column = |name: &str, kind: &str| TableColumn {
        name: name.into(),
        kind: kind.into(),
        ..TableColumn::default()
    };
    let table = Table {
        name: "table".into(),
        rows: "events".into(),
        columns: vec![column("f", "f32"), column("i", "i64"), column("t", "dict")],
        ..Table::default()
    };
    let streams = vec![Stream::Table(table), Stream::Original(Original::default())];
    let header = Header { game: "fuzz".into(), streams, ..Header::default() };
    let settings = Settings {
        bytes: usize::from(*size) * 16,
        level: i32::from(level % 19) + 1,
        ..Settings::default()
    };
    let mut writer = Writer::new(header, settings).expect("a header that readers take");
    let (mut floats, mut integers, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut original, mut file) = (Vec::new(), Vec::new());
    while let Some(([kind, length], more)) = rest.split_first_chunk() {
        let (piece, more) = more.split_at(usize::from(*length).min(more.len()));
        rest = more;
        match kind % 4 {
            0 | 1 => {
                let words: Vec<[u8; 4]> = piece.as_chunks().0.to_vec();
                let of_floats: Vec<f32> =
                    words.iter().map(|word| f32::from_le_bytes(*word)).collect();
                let of_integers: Vec<i64> = words
                    .iter()
                    .map(|word| i64::from(i32::from_le_bytes(*word)) << (kind % 32))
                    .collect();
                let of_texts: Vec<String> =
                    words.iter().map(|[a, b, ..]| format!("{}", a & 3 & b)).collect();
                let dict = Column::dict(of_texts.iter().map(String::as_str));
                writer
                    .rows(1, &[of_floats.clone().into(), of_integers.clone().into(), dict])
                    .expect("columns of the table");
                floats.extend(of_floats.iter().map(|float| float.to_bits()));
                integers.extend(of_integers);
                texts.extend(of_texts);
            }
            2 => {
                original.extend_from_slice(piece);
                writer.original(2, piece, f64::from(*length)).expect("an original");
            }
            _ => {
                writer.flush();
                file.extend(writer.take());
            }
        }
    }
    file.extend(writer.finish());

    for reel in [Reel::open(&file), Reel::scan(&file)] {
        let reel = reel.expect("a reel that was just written");
        assert!(reel.is_finished() && reel.damage().is_empty());
        let rows = reel.rows("table", &["f", "i", "t"], f64::NEG_INFINITY..f64::INFINITY);
        let rows = rows.expect("the table");
        assert!(rows.missing.is_empty());
        let read = rows.columns[0].as_f32().expect("floats");
        assert!(read.iter().map(|float| float.to_bits()).eq(floats.iter().copied()));
        assert_eq!(rows.columns[1], Column::from(integers.clone()));
        assert_eq!(rows.columns[2], Column::dict(&texts));
        let (bytes, missing) = reel.original(&[]).expect("no codec").expect("an original");
        assert!(bytes == original && missing.is_empty());
        assert_eq!(reel.is_original(&original), Some(true));
    }
    let mut tail = Tail::new(&[]);
    let mut arrived = Vec::new();
    for piece in file.chunks(usize::from(*split) + 1) {
        for event in tail.push(piece).expect("a reel that was just written") {
            if let Event::Original { bytes, .. } = event {
                arrived.extend(bytes);
            }
        }
    }
    assert_eq!(Digest::of(&arrived), Digest::of(&original));
}

/// A file's reel returns the file, whatever a game's codec makes of it; and the codec unpacks any bytes without a panic: its parts
/// with a change, and the file itself.
pub fn unpack(bytes: &[u8]) {
    if crate::is_of_another_format(bytes) {
        return;
    }
    let Some(format) = ghostreel_formats::probe(bytes) else { return };
    let Some(codec) = ghostreel_formats::codec(format.id) else { return };
    for level in [Level::Live, Level::Fast, Level::Archive] {
        let original = Original { format: format.id.into(), ..Original::default() };
        let reel = ghostreel_reel::pack(format.game, original, bytes, level, Some(codec));
        let reel = reel.unwrap_or_else(|error| panic!("{level:?}: {error}"));
        let reel = Reel::open(&reel).expect("a reel that was just written");
        let (back, missing) = reel.original(CODECS).expect("a codec").expect("an original");
        assert!(back == bytes && missing.is_empty(), "{level:?}: other bytes");

        let mut at = 0;
        for part in codec.pack(bytes, level) {
            assert_eq!(part.range.start, at, "a gap between parts");
            at = part.range.end;
            let Some(mut changed) = part.packed else { continue };
            let length = part.range.len();
            let place = Digest::of(&changed).as_bytes()[0] as usize * changed.len() / 256;
            for change in [1, 0x10, 0x80, 0xff] {
                changed[place] ^= change;
                black_box(codec.unpack(&changed, length).is_ok());
            }
        }
        assert_eq!(at, bytes.len(), "the parts are not the whole");
    }
    black_box(codec.unpack(bytes, bytes.len().saturating_mul(4)).is_ok());
    black_box(codec.unpack(bytes.get(64..).unwrap_or_default(), bytes.len()).is_ok());
}
