//! Values to bytes.

use ghostreel_core::io::Writer;

use super::value::{Int, Value};

/// Writes a value just as it was read.
pub(crate) fn write_value(value: &Value, writer: &mut Writer) {
    match value {
        Value::Null => writer.u8(b'Z'),
        Value::Bool(true) => writer.u8(b'T'),
        Value::Bool(false) => writer.u8(b'F'),
        Value::Char(byte) => writer.bytes(&[b'C', *byte]),
        Value::Int(number) => int(*number, writer),
        Value::F32(bits) => {
            writer.u8(b'd');
            writer.u32_be(*bits);
        }
        Value::F64(bits) => {
            writer.u8(b'D');
            writer.u64_be(*bits);
        }
        Value::Text { marker, length, bytes } => {
            writer.u8(*marker);
            write_key(*length, bytes, writer);
        }
        Value::Array(items) => {
            writer.u8(b'[');
            items.iter().for_each(|item| write_value(item, writer));
            writer.u8(b']');
        }
        Value::Bytes { count, bytes } => {
            writer.bytes(b"[$U#");
            int(*count, writer);
            writer.bytes(bytes);
        }
        Value::Object(members) => {
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
