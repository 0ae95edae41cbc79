//! A game's own file in a reel that is signed.

use ghostreel_core::Digest;
use ghostreel_reel::{Header, Kind, Original, Settings, Stream, Writer};

use crate::file::{MarkError, view};
use crate::key::SecretKey;
use crate::message::NamedFile;
use crate::session::Session;

/// Packs a file into a reel that its owner signs, as one that was recorded without a server is signed. It is for files that have no place for a mark:
/// of these two, only a reel can be sent as one file. `name` is the file's name in the reel. Nothing is packed that is a reel already.
///
/// # Errors
/// If it is no replay.
pub fn signed_reel(bytes: &[u8], name: &str, key: &SecretKey) -> Result<Vec<u8>, MarkError> {
    let Some(view) = view(bytes)? else { return Ok(bytes.to_vec()) };
    let (game, format) = (view.format().game, view.format().id.to_owned());
    let mut session = Session::new(key.clone(), None).map_err(MarkError::Session)?;
    let original =
        Original { format: format.clone(), file: name.to_owned(), ..Original::default() };
    let header = Header {
        game: game.to_owned(),
        streams: vec![Stream::Original(original)],
        mark: Some(session.header()),
        ..Header::default()
    };
    let mut writer = Writer::new(header, Settings { bytes: 4 << 20, ..Settings::default() })?;
    writer.flush();
    writer.mark(Kind::SignedHead, &session.head(writer.chain()))?;
    writer.original(1, bytes, f64::NAN)?;
    writer.flush();
    let file = NamedFile { format, sha256: *Digest::of(bytes).as_bytes() };
    let close = session.close(writer.chain(), writer.row_counts(), vec![file], Default::default());
    writer.mark(Kind::Close, &close)?;
    Ok(writer.finish())
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::{CODECS, sample};
    use ghostreel_reel::Reel;

    use super::*;
    use crate::{Level, Trust, verify_file};

    #[test]
    fn the_reel_is_signed_and_gives_the_file_back() {
        let key = SecretKey::from_random(&[3; 32]);
        let file = sample("rocket-league", Some("small"), 1).unwrap();
        let mut reel = signed_reel(&file, "a.replay", &key).unwrap();
        let report = verify_file(&reel, None, &Trust::default());
        assert_eq!((report.level, report.key), (Level::Signed, Some(key.public())));
        assert_eq!(report.findings, []);
        assert_eq!(Reel::open(&reel).unwrap().whole_original(CODECS).unwrap().unwrap(), file);
        assert_eq!(signed_reel(&reel, "again", &key).unwrap(), reel);
        let middle = reel.len() / 2;
        reel[middle] ^= 1;
        assert_eq!(verify_file(&reel, None, &Trust::default()).level, Level::Unmarked);
    }
}
