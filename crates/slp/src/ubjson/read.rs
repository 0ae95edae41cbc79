//! Bytes to values.

use ghostreel_core::io::Reader;
use ghostreel_core::{Fault, Result};

use super::value::{Int, UbjsonValue};
use crate::limits;

/// Reads a value, nested no deeper than [`limits::METADATA_DEPTH`].
pub fn read_value(reader: &mut Reader<'_>) -> Result<UbjsonValue> {
    value(reader, 0)
}

/// Reads a key: a text without its marker.
pub(crate) fn read_key(reader: &mut Reader<'_>) -> Result<(Int, Vec<u8>)> {
    text(reader, "a key")
}

/// Reads a length and so many bytes.
fn text(reader: &mut Reader<'_>, what: &'static str) -> Result<(Int, Vec<u8>)> {
    let length = int(reader)?;
    let bytes = reader.take(usize::try_from(length.value).unwrap_or(usize::MAX), what)?;
    Ok((length, bytes.to_vec()))
}

fn value(reader: &mut Reader<'_>, depth: usize) -> Result<UbjsonValue> {
    if depth > limits::METADATA_DEPTH {
        let expected = format!("at most {} levels of nesting", limits::METADATA_DEPTH);
        return Err(reader.error(Fault::Limit, expected, "more"));
    }
    let start = reader.clone();
    Ok(match reader.u8("a value")? {
        b'Z' => UbjsonValue::Null,
        b'T' => UbjsonValue::Bool(true),
        b'F' => UbjsonValue::Bool(false),
        b'C' => UbjsonValue::Char(reader.u8("a character")?),
        b'd' => UbjsonValue::F32(reader.u32_be("a float")?),
        b'D' => UbjsonValue::F64(reader.u64_be("a double")?),
        marker @ (b'S' | b'H') => {
            let (length, bytes) = text(reader, "a text")?;
            UbjsonValue::Text { marker, length, bytes }
        }
        b'{' => object(reader, depth)?,
        b'[' => array(reader, depth)?,
        b'i' | b'U' | b'I' | b'l' | b'L' => {
            *reader = start;
            UbjsonValue::Int(int(reader)?)
        }
        other => {
            return Err(start.error(
                Fault::Malformed,
                "a UBJSON marker",
                format!("byte {other:#04x}"),
            ));
        }
    })
}

fn object(reader: &mut Reader<'_>, depth: usize) -> Result<UbjsonValue> {
    let mut members = Vec::new();
    while reader.rest().first() != Some(&b'}') {
        let (length, key) = read_key(reader)?;
        members.push((length, key, value(reader, depth.saturating_add(1))?));
    }
    reader.u8("the end of an object")?;
    // Thousands of small ones would keep room for four each.
    members.shrink_to_fit();
    Ok(UbjsonValue::Object(members))
}

fn array(reader: &mut Reader<'_>, depth: usize) -> Result<UbjsonValue> {
    if reader.rest().first() == Some(&b'$') {
        let start = reader.clone();
        if reader.take(3, "the head of an array")? != b"$U#" {
            return Err(start.error(Fault::Malformed, "$U#", "an array of another type"));
        }
        let count = int(reader)?;
        let bytes = reader.take(usize::try_from(count.value).unwrap_or(usize::MAX), "an array")?;
        return Ok(UbjsonValue::Bytes { count, bytes: bytes.to_vec() });
    }
    let mut items = Vec::new();
    while reader.rest().first() != Some(&b']') {
        items.push(value(reader, depth.saturating_add(1))?);
    }
    reader.u8("the end of an array")?;
    items.shrink_to_fit();
    Ok(UbjsonValue::Array(items))
}

fn int(reader: &mut Reader<'_>) -> Result<Int> {
    let start = reader.clone();
    let marker = reader.u8("an integer")?;
    let value = match marker {
        b'i' => i64::from(reader.u8("an int8")?.cast_signed()),
        b'U' => i64::from(reader.u8("a uint8")?),
        b'I' => i64::from(reader.i16_be("an int16")?),
        b'l' => i64::from(reader.i32_be("an int32")?),
        b'L' => reader.i64_be("an int64")?,
        other => {
            return Err(start.error(
                Fault::Malformed,
                "an integer's marker",
                format!("byte {other:#04x}"),
            ));
        }
    };
    Ok(Int { marker, value })
}

#[cfg(test)]
mod tests {
    use ghostreel_core::io::Writer;

    use super::*;
    use crate::ubjson::write_value;

    /// More bytes could follow each beginning, so none of them says that the value is wrong. All of them are written as they were read.
    #[test]
    fn every_beginning_of_a_value_is_cut_and_not_malformed() {
        let whole = b"{U\x01a[$U#l\0\0\0\x02\x01\x02U\x01b[ZTFCxd\0\0\0\0D\0\0\0\0\0\0\0\0I\0\x01L\0\0\0\0\0\0\0\x01SU\x01zi\x05]U\x01c{}}";
        let read = |bytes| read_value(&mut Reader::new(bytes, "metadata"));
        let mut again = Writer::with_capacity(whole.len());
        write_value(&read(whole).unwrap(), &mut again);
        assert_eq!(again.finish(), whole);
        for length in 0..whole.len() {
            let error = read(&whole[..length]).unwrap_err();
            assert_eq!(error.fault, Fault::Truncated, "{length}: {error}");
        }
        assert_eq!(read(b"[$I#U\0").unwrap_err().fault, Fault::Malformed);
    }

    #[test]
    fn cut_values_are_named() {
        let message =
            |bytes| read_value(&mut Reader::new(bytes, "metadata")).unwrap_err().message();
        let (value, key) = (message(b"SU\x09abc"), message(b"{U\x09abc"));
        assert!(value.contains("a text") && !value.contains("key"), "{value}");
        assert!(key.contains("a key"), "{key}");
    }
}
