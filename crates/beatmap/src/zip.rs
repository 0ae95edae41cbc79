//! Maps in zip files, as they are shared.

use std::borrow::Cow;

use ghostreel_core::{Error, Fault, Result};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};

use crate::files::{Content, Files, too_long};
use crate::limits;

/// The files in a zip file, each unpacked when it is asked for.
#[derive(Debug)]
pub struct ZipFiles<'a> {
    archive: ZipSliceArchive<&'a [u8]>,
    names: Vec<String>,
    members: Vec<Member>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
    packed: u64,
    unpacked: u64,
    checksum: u32,
}

impl<'a> ZipFiles<'a> {
    /// Whether a file that begins so is a zip file.
    pub fn is_zip(head: &[u8]) -> bool {
        head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
    }

    /// Lists the members of a zip file. Members after damage in the list are not found.
    pub fn open(zip: &'a [u8]) -> Result<Self> {
        let archive = ZipArchive::from_slice(zip).map_err(|error| malformed(&error))?;
        let (mut names, mut members) = (Vec::new(), Vec::new());
        let mut entries = archive.entries();
        while members.len() < limits::ENTRIES {
            let entry = match entries.next_entry() {
                Ok(Some(entry)) => entry,
                Err(error) if members.is_empty() => return Err(malformed(&error)),
                _ => break,
            };
            if entry.is_dir() {
                continue;
            }
            let path = entry.file_path();
            // Some tools for Windows write its own separator.
            names.push(String::from_utf8_lossy(path.as_bytes()).replace('\\', "/"));
            members.push(Member {
                place: entry.wayfinder(),
                method: entry.compression_method(),
                is_encrypted: entry.flags().is_encrypted(),
                packed: entry.compressed_size_hint(),
                unpacked: entry.uncompressed_size_hint(),
                checksum: entry.crc32(),
            });
        }
        // Members that share bytes unpack to far more than a file of this length can hold.
        let packed = members.iter().fold(0_u64, |sum, member| sum.saturating_add(member.packed));
        if packed > zip.len() as u64 {
            let found = format!("{packed} bytes of members in a file of {}", zip.len());
            return Err(Error::new(
                Fault::Malformed,
                0,
                "zip",
                "members that do not overlap",
                found,
            ));
        }
        Ok(Self { archive, names, members })
    }
}

impl Files for ZipFiles<'_> {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn read(&self, index: usize, most: u64) -> Result<Content<'_>> {
        let Some(member) = self.members.get(index) else {
            return Ok(Content::whole(Cow::Borrowed(&[])));
        };
        let entry = self.archive.get_entry(member.place).map_err(|error| malformed(&error))?;
        let (packed, offset) = (entry.data(), entry.compressed_data_range().0);
        let most = most.min(limits::unpacked(member.packed));
        if member.is_encrypted {
            return Err(unsupported(offset, "it is encrypted".to_owned()));
        }
        if member.unpacked > most {
            return Err(too_long(most, member.unpacked));
        }
        let (bytes, damage) = match member.method {
            CompressionMethod::STORE => (Cow::Borrowed(packed), None),
            CompressionMethod::DEFLATE => {
                let (bytes, damage) = inflate(packed, member.unpacked)?;
                (Cow::Owned(bytes), damage)
            }
            method => {
                return Err(unsupported(offset, format!("compression {}", method.as_u16())));
            }
        };
        if bytes.len() as u64 > most {
            return Err(too_long(most, bytes.len() as u64));
        }
        let damage = damage.or_else(|| {
            let is_same =
                bytes.len() as u64 == member.unpacked && rawzip::crc32(&bytes) == member.checksum;
            (!is_same).then_some("its checksum is another")
        });
        Ok(Content { bytes, damage: damage.map(str::to_owned) })
    }

    fn length(&self) -> u64 {
        self.archive.get_ref().len() as u64
    }
}

/// Unpacks into as many bytes as the zip file says, and says why there are fewer.
fn inflate(packed: &[u8], length: u64) -> Result<(Vec<u8>, Option<&'static str>)> {
    let length = usize::try_from(length).map_err(|_| too_long(u64::MAX, length))?;
    // Compared with the limits before.
    let mut bytes = vec![0; length];
    let mut state = Box::<DecompressorOxide>::default();
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, _, written) = decompress(&mut state, packed, &mut bytes, 0, flags);
    bytes.truncate(written);
    let damage = match status {
        TINFLStatus::Done => None,
        TINFLStatus::HasMoreOutput => Some("it unpacks to more than the zip file says"),
        _ => Some("it is damaged in the zip file"),
    };
    Ok((bytes, damage))
}

fn malformed(error: &rawzip::Error) -> Error {
    Error::new(Fault::Malformed, 0, "zip", "a zip file", error.to_string())
}

fn unsupported(offset: u64, found: String) -> Error {
    Error::new(Fault::Unsupported, offset, "zip", "a stored or deflated file", found)
}
