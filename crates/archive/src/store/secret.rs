//! The secret that fingerprints are made with and encrypted under.

use std::fs::File;
use std::io::{self, Read as _, Write as _};

use crate::error::Error;
use crate::store::within::LinkFreeFolder;

/// Its place in the data folder.
const SECRET: &str = "copies.secret";
const NEW: &str = "copies.secret.new";

/// The secret of an archive: sixteen random bytes in a file that only its owner may read, made if there is none.
pub(crate) fn secret(within: &LinkFreeFolder) -> Result<[u8; 16], Error> {
    let place = [SECRET.to_owned()];
    match within.file(&place) {
        Ok(file) => Ok(read(file)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut secret = [0; 16];
            getrandom::fill(&mut secret).map_err(Error::Random)?;
            let new = [NEW.to_owned()];
            match within.remove(&new) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
            let mut file = within.create_new(&new)?;
            file.write_all(&secret)?;
            file.sync_all()?;
            drop(file);
            within.rename(&new, &place)?;
            Ok(secret)
        }
        Err(error) => Err(error.into()),
    }
}

fn read(mut file: File) -> io::Result<[u8; 16]> {
    let mut secret = [0; 16];
    file.read_exact(&mut secret)
        .map_err(|error| io::Error::new(error.kind(), format!("{SECRET}: {error}")))?;
    Ok(secret)
}
