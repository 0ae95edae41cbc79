//! Files packed into a zip file, as maps are shared.

use std::io::{self, Write as _};

use miniz_oxide::deflate::compress_to_vec;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::files::FileList;

/// The compressor's level: that of most zip files.
const LEVEL: u8 = 6;

/// Packs files into a zip file. It fails for names of 64 KiB and more.
pub fn zip(files: &FileList) -> io::Result<Vec<u8>> {
    let mut zip = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut zip);
    for (name, content) in files.iter() {
        let file = archive.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().map_err(io::Error::other)?;
        // Length and checksum are those of the packed bytes.
        let mut measured = config.wrap(io::sink());
        measured.write_all(content)?;
        let (_, descriptor) = measured.finish().map_err(io::Error::other)?;
        entry.write_all(&compress_to_vec(content, LEVEL))?;
        entry.finish(descriptor).map_err(io::Error::other)?;
    }
    archive.finish().map_err(io::Error::other)?;
    Ok(zip)
}
