//! Values to bytes.

use ghostreel_core::io::Writer;

use super::value::{Int, UbjsonValue};

/// Writes a value just as it was read.
pub(crate) fn write_value(value: &UbjsonValue, writer: &mut Writer) {
    match value {
        UbjsonValue::Null => writer.u8(b'Z'),
        UbjsonValue::Bool(true) => writer.u8(b'T'),
        UbjsonValue::Bool(false) => writer.u8(b'F'),
        UbjsonValue::Char(byte) => writer.bytes(&[b'C', *byte]),
        UbjsonValue::Int(number) => int(*number, writer),
        UbjsonValue::F32(bits) => {
            writer.u8(b'd');
            writer.u32_be(*bits);
        }
        UbjsonValue::F64(bits) => {
            writer.u8(b'D');
            writer.u64_be(*bits);
        }
        UbjsonValue::Text { marker, length, bytes } => {
            writer.u8(*marker);
            write_key(*length, bytes, writer);
        }
        UbjsonValue::Array(items) => {
            writer.u8(b'[');
            items.iter().for_each(|item| write_value(item, writer));
            writer.u8(b']');
        }
        UbjsonValue::Bytes { count, bytes } => {
            writer.bytes(b"[$U#");
            int(*count, writer);
            writer.bytes(bytes);
        }
        UbjsonValue::Object(members) => {
            writer.u8(b'{');
            for (length, key, value) in members {
                write_key(*length, key, writer);
                write_value(value, writer);
            }
            writer.u8(b'}');
        }
    }
}

/// Writes a key: a text without its marker.
pub(crate) fn write_key(length: Int, key: &[u8], writer: &mut Writer) {
    int(length, writer);
    writer.bytes(key);
}

#[allow(clippy::cast_possible_truncation, reason = "the marker says how many bytes the value has")]
fn int(int: Int, writer: &mut Writer) {
    writer.u8(int.marker);
    match int.marker {
        b'i' | b'U' => writer.u8(int.value as u8),
        b'I' => writer.i16_be(int.value as i16),
        b'l' => writer.i32_be(int.value as i32),
        _ => writer.i64_be(int.value),
    }
}
