//! `frames`: poses of head and hands.
//!
//! A frame here is a [`Frame`] of BSOR: the same 23 values, each of four bytes. `h`, `l` and `r` are head, left and
//! right hand, each with its rotation `r` and position `p`; `a` is the time and `i` the frames per second.

use ghostreel_bsor::Frame;
use ghostreel_core::Record;

use super::{Bits, Findings};
use crate::cursor::{Cursor, Parsed, Place};
use crate::number;

/// The values of a frame, in the order of BSOR.
const VALUES: usize = Frame::SIZE / size_of::<Bits>();
const TIME: usize = 0;
const FPS: usize = 1;
/// The name of each pose, and the first of its values: three of the position, four of the rotation.
const POSES: [(&[u8], usize); 3] = [(b"h", 2), (b"l", 9), (b"r", 16)];
const AXES: [&[u8]; 4] = [b"x", b"y", b"z", b"w"];

/// Where each value of a frame stands; empty where it is not there.
pub(crate) type FramePlaces = [Place; VALUES];
pub(crate) const NO_PLACES: FramePlaces = [const { 0..0 }; VALUES];

/// Reads a frame, and the places of its values. Anything else is stepped over, and returns what it lacks.
///
/// Only `i` may be missing: every other value takes bytes of the text, so that no file grows when it is read.
pub(crate) fn read_frame(
    cursor: &mut Cursor<'_>,
    findings: &mut Findings,
    places: &mut FramePlaces,
) -> Parsed<Result<Frame, &'static str>> {
    if cursor.peek()? != b'{' {
        cursor.skip()?;
        return Ok(Err("an object"));
    }
    *places = NO_PLACES;
    let mut reading = Reading { values: [[0; 4]; VALUES], places };
    cursor.members(|cursor, name| {
        let key = cursor.bytes(&name);
        match key {
            b"a" => reading.number(cursor, TIME, &name, findings),
            b"i" => reading.number(cursor, FPS, &name, findings),
            _ => match POSES.iter().find(|(pose, _)| *pose == key) {
                Some((_, first)) if cursor.peek()? == b'{' => {
                    reading.pose(cursor, *first, findings)
                }
                _ => findings.skip_unknown(cursor, &name),
            },
        }
    })?;
    Ok(match reading.missing() {
        None => Ok(frame_of(&reading.values)),
        Some(what) => Err(what),
    })
}

/// The values of a frame.
pub(crate) fn frame_values(frame: &Frame) -> [Bits; VALUES] {
    let mut bytes = [0; Frame::SIZE];
    frame.write(&mut bytes);
    let (values, _) = bytes.as_chunks();
    values.try_into().unwrap_or([[0; 4]; VALUES])
}

/// Appends the text of one value.
pub(crate) fn write_frame_value(out: &mut Vec<u8>, index: usize, value: Bits) {
    match index {
        FPS => number::write_whole(out, i32::from_le_bytes(value)),
        _ => number::write_float(out, f32::from_le_bytes(value)),
    }
}

/// Appends a frame.
pub(crate) fn write_frame(out: &mut Vec<u8>, frame: &Frame) {
    let values = frame_values(frame);
    let mut next = 0_usize;
    for part in PARTS {
        out.extend(part.as_bytes());
        if let Some((index, value)) =
            ORDER.get(next).and_then(|index| Some((*index, *values.get(*index)?)))
        {
            write_frame_value(out, index, value);
        }
        next = next.saturating_add(1);
    }
}

fn frame_of(values: &[Bits; VALUES]) -> Frame {
    Frame::read(values.as_flattened()).unwrap_or_default()
}

struct Reading<'p> {
    values: [Bits; VALUES],
    places: &'p mut FramePlaces,
}

impl Reading<'_> {
    fn pose(
        &mut self,
        cursor: &mut Cursor<'_>,
        first: usize,
        findings: &mut Findings,
    ) -> Parsed<()> {
        cursor.members(|cursor, name| {
            let (first, axes) = match cursor.bytes(&name) {
                b"p" => (first, 3),
                b"r" => (first.saturating_add(3), 4),
                _ => return findings.skip_unknown(cursor, &name),
            };
            if cursor.peek()? != b'{' {
                return findings.skip_unknown(cursor, &name);
            }
            cursor.members(|cursor, name| {
                let key = cursor.bytes(&name);
                match AXES.iter().take(axes).position(|axis| *axis == key) {
                    Some(axis) => self.number(cursor, first.saturating_add(axis), &name, findings),
                    None => findings.skip_unknown(cursor, &name),
                }
            })
        })
    }

    /// Reads a value. If there are two, the first counts.
    fn number(
        &mut self,
        cursor: &mut Cursor<'_>,
        index: usize,
        name: &Place,
        findings: &mut Findings,
    ) -> Parsed<()> {
        let Some((value, place)) = self.values.get_mut(index).zip(self.places.get_mut(index))
        else {
            return cursor.skip().map(drop);
        };
        if !Place::is_empty(place) {
            return findings.skip_unknown(cursor, name);
        }
        cursor.peek()?;
        let start = cursor.position();
        let digits = findings.number(cursor)?.unwrap_or_default();
        let text = cursor.bytes(&digits);
        let bits = match index {
            FPS => number::whole(text).map(i32::to_le_bytes),
            _ => number::float(text).map(f32::to_le_bytes),
        };
        match bits {
            Some(bits) => (*value, *place) = (bits, digits),
            // A frame without one of the others is invalid.
            None if index == FPS => findings.wrong.push((start, "i")),
            None => {}
        }
        Ok(())
    }

    fn missing(&self) -> Option<&'static str> {
        let is_missing = |(index, place): &(usize, &Place)| *index != FPS && place.is_empty();
        let (index, _) = self.places.iter().enumerate().find(is_missing)?;
        Some(match index {
            TIME => "its time a",
            2..9 => "all of its pose h",
            9..16 => "all of its pose l",
            _ => "all of its pose r",
        })
    }
}

/// The text of a frame around its values, and after the last of them.
const PARTS: [&str; VALUES + 1] = [
    r#"{"h":{"r":{"x":"#,
    r#","y":"#,
    r#","z":"#,
    r#","w":"#,
    r#"},"p":{"x":"#,
    r#","y":"#,
    r#","z":"#,
    r#"}},"l":{"r":{"x":"#,
    r#","y":"#,
    r#","z":"#,
    r#","w":"#,
    r#"},"p":{"x":"#,
    r#","y":"#,
    r#","z":"#,
    r#"}},"r":{"r":{"x":"#,
    r#","y":"#,
    r#","z":"#,
    r#","w":"#,
    r#"},"p":{"x":"#,
    r#","y":"#,
    r#","z":"#,
    r#"}},"a":"#,
    r#","i":"#,
    "}",
];
/// The value after each part of the text.
const ORDER: [usize; VALUES] =
    [5, 6, 7, 8, 2, 3, 4, 12, 13, 14, 15, 9, 10, 11, 19, 20, 21, 22, 16, 17, 18, 0, 1];
