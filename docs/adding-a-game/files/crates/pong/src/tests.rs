//! The properties that every codec has: lossless, total, recovering. The tests of `formats` and `fuzz` try them on the samples, too.

use ghostreel_core::{DecodeOptions, Field, FieldType, Outcome, Record as _};
use ghostreel_pack::{Codec as _, Level};

use crate::*;

fn samples() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    sample::variants()
        .into_iter()
        .map(|(name, options)| (name, encode(&sample::generate(&options))))
}

#[test]
fn every_cut_of_a_file_is_read_as_far_as_it_goes_and_comes_back() {
    for (name, bytes) in samples().filter(|(name, _)| *name != "usual") {
        for cut in 0..=bytes.len() {
            let Ok(view) = View::open(&bytes[..cut], &DecodeOptions::RECOVER) else {
                let names = view_of(&bytes).names().concat().len();
                assert!(cut < Header::SIZE + names, "{name}, cut at {cut}");
                continue;
            };
            assert_eq!(encode(&view.to_replay()), &bytes[..cut], "{name}, cut at {cut}");
            let strict = View::open(&bytes[..cut], &DecodeOptions::STRICT);
            assert_eq!(strict.is_ok(), view.outcome() == Outcome::Ok, "{name}, cut at {cut}");
            let mut replay = view.to_replay();
            replay.repair().unwrap();
            View::open(encode(&replay), &DecodeOptions::STRICT).unwrap();
        }
    }
}

fn view_of(bytes: &[u8]) -> View<'_> {
    View::open(bytes, &DecodeOptions::STRICT).unwrap()
}

#[test]
fn more_notes_than_there_may_be_are_kept_unread() {
    let mut replay = sample::generate(&sample::variant("small").unwrap());
    replay.notes = vec![Vec::new(); limits::NOTES + 3];
    let bytes = encode(&replay);
    let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
    assert_eq!((view.notes().len(), view.tail().len()), (limits::NOTES, 6));
    assert_eq!(view.diagnostics()[0].message, "expected at most 64 notes, found more");
    assert_eq!(mark::add(&view, b"mark"), None);
}

#[test]
fn a_mark_comes_out_again() {
    for (name, bytes) in samples() {
        let marked = mark::add(&view_of(&bytes), b"mark").unwrap();
        assert_eq!(mark::split(&view_of(&marked)), (bytes, vec![b"mark".to_vec()]), "{name}");
    }
}

#[test]
fn whatever_is_packed_comes_back() {
    for (name, bytes) in samples() {
        let parts = pack::Packer.pack(&bytes, Level::Archive);
        let packed = parts[0].packed.as_deref().unwrap();
        assert!(packed.len() < bytes.len(), "{name}");
        assert_eq!(pack::Packer.unpack(packed, bytes.len()).unwrap(), bytes, "{name}");
        for at in 0..packed.len() {
            let mut damaged = packed.to_vec();
            damaged[at] ^= 0x41;
            // An error or other bytes, but no panic.
            drop(pack::Packer.unpack(&damaged, bytes.len()));
        }
    }
}

/// The byte tables of `docs/spec/pong.md` are those of the code.
#[test]
fn the_specification_says_what_the_code_does() {
    let spec = include_str!("../../../docs/spec/pong.md");
    let check = |name: &str, size: usize, fields: &[Field]| {
        let table = spec.split(&format!("## {name}, {size} bytes\n")).nth(1).unwrap();
        let rows = table.lines().skip(3).take_while(|line| line.starts_with('|'));
        let rows: Vec<Vec<&str>> =
            rows.map(|line| line.split('|').map(str::trim).collect()).collect();
        assert_eq!(rows.len(), fields.len(), "{name}");
        for (row, field) in rows.iter().zip(fields) {
            let kind = match field.kind {
                FieldType::U8 => "`u8`",
                FieldType::U16 => "`u16`",
                _ => "`u32`",
            };
            let (offset, name) = (field.offset.to_string(), format!("`{}`", field.name));
            assert_eq!(row[1..5], [&offset, &name, kind, field.unit]);
        }
    };
    check("Header", Header::SIZE, Header::FIELDS);
    check("Frame", Frame::SIZE, Frame::FIELDS);
}
