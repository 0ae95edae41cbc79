//! The payload of rows: a directory, then each column by itself, so that one can be read without the others.

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Error, Fault, Result};
use ghostreel_timeline::{Column, Data, Type};

use crate::limits;
use crate::transform::{Transform, width};
use ghostreel_pack::general::{self, pack};

const SECTION: &str = "rows";

/// Bytes of an entry in the directory.
const ENTRY_LENGTH: usize = 16;

/// Bytes of the number of columns in front of the directory, and of the checksum after it.
const COUNT_LENGTH: usize = 2;
const CHECKSUM_LENGTH: usize = 4;

/// In the flags of a column: a bit for each row comes first, 1 where the value is there.
const HAS_VALIDITY: u16 = 1;

/// Rows as they are written, and how long they are unpacked.
pub(crate) fn write(columns: &[Column], level: i32) -> (Vec<u8>, usize) {
    let (mut directory, mut content) = (Writer::default(), Vec::new());
    let mut unpacked = directory_length(columns.len());
    directory.u16_le(u16::try_from(columns.len()).unwrap_or(u16::MAX));
    for column in columns {
        let transform = Transform::of(column.kind());
        let plain = plain(column, transform);
        let (packing, packed) = pack(&plain, level);
        directory.u8(transform.number());
        directory.u8(packing);
        directory.u16_le(if column.validity.is_some() { HAS_VALIDITY } else { 0 });
        directory.u32_le(u32::try_from(packed.len()).unwrap_or(u32::MAX));
        directory.u32_le(u32::try_from(plain.len()).unwrap_or(u32::MAX));
        directory.u32_le(crc32c::crc32c(&packed));
        unpacked = unpacked.saturating_add(plain.len());
        content.extend_from_slice(&packed);
    }
    let mut payload = directory.finish();
    payload.extend_from_slice(&crc32c::crc32c(&payload).to_le_bytes());
    payload.append(&mut content);
    (payload, unpacked)
}

fn plain(column: &Column, transform: Transform) -> Vec<u8> {
    let mut bytes = column.validity.as_deref().map(pack_bits).unwrap_or_default();
    bytes.extend(transform.apply(&column.bytes(), column.kind()));
    if let Some(texts) = column.dict_values() {
        let mut list = Writer::default();
        list.u32_le(u32::try_from(texts.len()).unwrap_or(u32::MAX));
        for text in texts {
            list.u32_le(u32::try_from(text.len()).unwrap_or(u32::MAX));
            list.bytes(text.as_bytes());
        }
        bytes.extend(list.finish());
    }
    bytes
}

const fn directory_length(columns: usize) -> usize {
    columns
        .saturating_mul(ENTRY_LENGTH)
        .saturating_add(COUNT_LENGTH)
        .saturating_add(CHECKSUM_LENGTH)
}

/// A column of a payload that is not unpacked yet.
#[derive(Clone, Copy, Debug)]
struct Packed<'p> {
    transform: u8,
    packing: u8,
    flags: u16,
    bytes: &'p [u8],
    length: usize,
    checksum: u32,
    /// Where the bytes begin in the file.
    offset: u64,
}

/// The payload of a chunk of rows. Each column has a checksum of its own, so that no byte of the others is looked at.
#[derive(Clone, Debug)]
pub(crate) struct Rows<'p> {
    rows: usize,
    columns: Vec<Packed<'p>>,
}

impl<'p> Rows<'p> {
    /// Reads the directory of a payload whose checksum need not have been looked at. `unpacked` is how long the head says that the rows are
    /// unpacked.
    ///
    /// # Errors
    /// If the directory is damaged or does not fit the bytes, or the columns together are not as long as the head says.
    pub(crate) fn read(payload: &'p [u8], rows: u32, unpacked: u32, offset: u64) -> Result<Self> {
        let mut reader = Reader::new(payload, SECTION).with_base(offset);
        if rows > limits::ROWS {
            let expected = format!("at most {} rows", limits::ROWS);
            return Err(Error::new(Fault::Limit, offset, SECTION, expected, rows.to_string()));
        }
        let fail = |expected: String, found: String| {
            Error::new(Fault::Malformed, offset, SECTION, expected, found)
        };
        let count = usize::from(reader.u16_le("a number of columns")?);
        let directory = reader.take(count.saturating_mul(ENTRY_LENGTH), "a directory")?;
        let covered = COUNT_LENGTH.saturating_add(directory.len());
        let checksum = crc32c::crc32c(payload.get(..covered).unwrap_or_default());
        if reader.u32_le("a checksum")? != checksum {
            return Err(fail("a directory with its checksum".into(), "another checksum".into()));
        }
        let base = offset.saturating_add(COUNT_LENGTH as u64);
        let mut entries = Reader::new(directory, SECTION).with_base(base);
        let mut columns = Vec::with_capacity(count);
        let mut all = directory_length(count);
        for _ in 0..count {
            let (transform, packing) = (entries.u8("a transform")?, entries.u8("a packing")?);
            let flags = entries.u16_le("flags")?;
            let (packed, length) = (entries.u32_le("a length")?, entries.u32_le("a length")?);
            let checksum = entries.u32_le("a checksum")?;
            all = all.saturating_add(length as usize);
            let offset = reader.offset();
            let bytes = reader.take(packed as usize, "a column")?;
            columns.push(Packed {
                transform,
                packing,
                flags,
                bytes,
                length: length as usize,
                checksum,
                offset,
            });
        }
        if all != unpacked as usize {
            let expected = format!("columns of {unpacked} bytes, unpacked");
            return Err(fail(expected, all.to_string()));
        }
        if !reader.is_empty() {
            let expected = "nothing after the columns".to_owned();
            return Err(fail(expected, format!("{} bytes", reader.rest().len())));
        }
        Ok(Self { rows: rows as usize, columns })
    }

    /// Unpacks columns, each as [`column`](Self::column) does.
    ///
    /// # Errors
    /// As there, and if those that the chunk leaves out would take up more than a payload may: none of their bytes are in the file.
    pub(crate) fn columns(&self, wanted: &[(usize, Type)]) -> Result<Vec<Column>> {
        let left_out = wanted.iter().filter(|(index, _)| *index >= self.columns.len());
        let bytes = left_out.map(|(_, kind)| self.rows.saturating_mul(width(*kind)));
        let bytes = bytes.fold(0, usize::saturating_add);
        if bytes > limits::PAYLOAD as usize {
            let expected = format!("at most {} bytes of columns left out", limits::PAYLOAD);
            return Err(Error::new(Fault::Limit, 0, SECTION, expected, bytes.to_string()));
        }
        wanted.iter().map(|(index, kind)| self.column(*index, *kind)).collect()
    }

    /// Unpacks a column. One that the chunk does not have, which an older writer of the same stream may leave out, is absent in all rows.
    ///
    /// # Errors
    /// If it is damaged, or in a form that this version does not know.
    pub(crate) fn column(&self, index: usize, kind: Type) -> Result<Column> {
        let Some(packed) = self.columns.get(index) else { return Ok(absent(kind, self.rows)) };
        let Packed { packing, flags, bytes, length, offset, .. } = *packed;
        let fail = |fault, expected: &'static str, found: String| {
            Error::new(fault, offset, SECTION, expected, found)
        };
        if crc32c::crc32c(bytes) != packed.checksum {
            let expected = "a column with its checksum";
            return Err(fail(Fault::Malformed, expected, "another checksum".into()));
        }
        let transform = Transform::from_number(packed.transform, kind).ok_or_else(|| {
            fail(Fault::Unsupported, "a known transform", packed.transform.to_string())
        })?;
        if flags & !HAS_VALIDITY != 0 {
            return Err(fail(Fault::Unsupported, "known flags", format!("{flags:#x}")));
        }
        let has_validity = flags & HAS_VALIDITY != 0;
        let bits = if has_validity { self.rows.div_ceil(8) } else { 0 };
        let values = self.rows.saturating_mul(width(kind));
        let least = bits.saturating_add(values);
        if length < least || (length > least && kind != Type::Dict) {
            return Err(fail(
                Fault::Malformed,
                "as many values as rows",
                format!("{length} bytes"),
            ));
        }
        let plain = general::unpack(packing, bytes, length, offset, SECTION)?;
        let mut reader = Reader::new(&plain, SECTION).with_base(offset);
        let validity = match has_validity {
            true => Some(unpack_bits(reader.take(bits, "bits")?, self.rows)),
            false => None,
        };
        let values = transform.undo(reader.take(values, "values")?, kind);
        let data = match kind {
            Type::Dict => {
                let texts = texts(&mut reader)?;
                let codes: Vec<u32> = numbers(&values, u32::from_le_bytes);
                if codes.iter().any(|&code| code as usize >= texts.len()) {
                    return Err(fail(Fault::Malformed, "codes of texts", "a greater one".into()));
                }
                Data::Dict { codes, values: texts }
            }
            Type::Bool => Data::Bool(values.iter().map(|value| u8::from(*value != 0)).collect()),
            Type::F32 => Data::F32(numbers(&values, f32::from_le_bytes)),
            Type::F64 => Data::F64(numbers(&values, f64::from_le_bytes)),
            Type::I8 => Data::I8(numbers(&values, i8::from_le_bytes)),
            Type::I16 => Data::I16(numbers(&values, i16::from_le_bytes)),
            Type::I32 => Data::I32(numbers(&values, i32::from_le_bytes)),
            Type::I64 => Data::I64(numbers(&values, i64::from_le_bytes)),
            Type::U16 => Data::U16(numbers(&values, u16::from_le_bytes)),
            Type::U32 => Data::U32(numbers(&values, u32::from_le_bytes)),
            Type::U64 => Data::U64(numbers(&values, u64::from_le_bytes)),
            _ => Data::U8(values),
        };
        Ok(Column { data, validity })
    }
}

fn absent(kind: Type, rows: usize) -> Column {
    let zeros = vec![0; rows.saturating_mul(width(kind))];
    let data = match kind {
        Type::Dict => Data::Dict { codes: vec![0; rows], values: vec![String::new()] },
        Type::Bool => Data::Bool(zeros),
        Type::F32 => Data::F32(vec![0.0; rows]),
        Type::F64 => Data::F64(vec![0.0; rows]),
        Type::I8 => Data::I8(vec![0; rows]),
        Type::I16 => Data::I16(vec![0; rows]),
        Type::I32 => Data::I32(vec![0; rows]),
        Type::I64 => Data::I64(vec![0; rows]),
        Type::U16 => Data::U16(vec![0; rows]),
        Type::U32 => Data::U32(vec![0; rows]),
        Type::U64 => Data::U64(vec![0; rows]),
        _ => Data::U8(zeros),
    };
    Column { data, validity: Some(vec![0; rows]) }
}

fn texts(reader: &mut Reader<'_>) -> Result<Vec<String>> {
    let count = reader.u32_le("a number of texts")? as usize;
    let mut texts = Vec::with_capacity(count.min(reader.rest().len() / 4));
    for _ in 0..count {
        let length = reader.u32_le("a text's length")? as usize;
        let offset = reader.offset();
        let bytes = reader.take(length, "a text")?;
        let text = std::str::from_utf8(bytes)
            .map_err(|_| Error::new(Fault::Malformed, offset, SECTION, "UTF-8", "other bytes"))?;
        texts.push(text.to_owned());
    }
    Ok(texts)
}

fn numbers<T, const N: usize>(bytes: &[u8], number: fn([u8; N]) -> T) -> Vec<T> {
    bytes
        .chunks_exact(N)
        .filter_map(|bytes| bytes.first_chunk())
        .map(|bytes| number(*bytes))
        .collect()
}

/// A bit for each byte that is not 0, from the lowest bit of the first byte up.
fn pack_bits(bytes: &[u8]) -> Vec<u8> {
    let byte = |bytes: &[u8]| {
        (0_u32..).zip(bytes).fold(0, |byte, (at, bit)| byte | u8::from(*bit != 0).wrapping_shl(at))
    };
    bytes.chunks(8).map(byte).collect()
}

fn unpack_bits(bits: &[u8], count: usize) -> Vec<u8> {
    let each = bits.iter().flat_map(|byte| (0..8_u32).map(move |at| byte.wrapping_shr(at) & 1));
    each.take(count).collect()
}
