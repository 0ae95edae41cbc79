//! Files with secret keys: only their owner may read them.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, anyhow, bail};
use etcetera::BaseStrategy;
use ghostreel_mark::{KeyError, SecretKey};
use zeroize::Zeroizing;

use crate::{input, text};

/// Bytes that a key file or a file with a passphrase has at most.
const LONGEST: u64 = 64 << 10;

/// Which key, and how to open it.
#[derive(Debug, clap::Args)]
pub(crate) struct KeyFile {
    /// The file with your secret key [default: ghostreel/key.pem in your folder for settings]
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// A file with the passphrase in its first line; without, you are asked
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
}

impl KeyFile {
    /// Where it is.
    pub(crate) fn path(&self) -> Result<PathBuf> {
        if let Some(path) = &self.key {
            return Ok(path.clone());
        }
        let strategy = etcetera::choose_base_strategy()
            .map_err(|_| anyhow!("you have no home folder; --key says where your key is"))?;
        Ok(strategy.config_dir().join("ghostreel").join("key.pem"))
    }

    /// Opens it. Asks for the passphrase if it needs one.
    pub(crate) fn open(&self) -> Result<SecretKey> {
        let path = self.path()?;
        let name = text::path(&path);
        check_rights(&path)?;
        let pem = read_text(&path)?;
        let passphrase = match SecretKey::is_encrypted(&pem) {
            true => Some(self.passphrase(&format!("Passphrase of {name}: "))?),
            false => None,
        };
        SecretKey::from_pem(&pem, passphrase.as_ref().map(|text| text.as_str()))
            .map_err(|error| anyhow!("{name}: {error}"))
    }

    /// The passphrase, from its file or from the terminal.
    fn passphrase(&self, prompt: &str) -> Result<Zeroizing<String>> {
        passphrase(self.passphrase_file.as_deref(), prompt)
    }

    /// A passphrase for a new file, typed twice; `None` for a file without.
    pub(crate) fn new_passphrase(&self, is_wanted: bool) -> Result<Option<Zeroizing<String>>> {
        new_passphrase(self.passphrase_file.as_deref(), is_wanted)
    }
}

/// A passphrase for a new file: the first line of a file, or typed twice if one is wanted; `None` for a key file without.
pub(crate) fn new_passphrase(
    file: Option<&Path>,
    is_wanted: bool,
) -> Result<Option<Zeroizing<String>>> {
    if file.is_none() && !is_wanted {
        return Ok(None);
    }
    let new = passphrase(file, "New passphrase: ")?;
    if file.is_none() && *new != *passphrase(None, "Once more: ")? {
        bail!("the two passphrases are not the same");
    }
    if new.is_empty() {
        bail!("an empty passphrase protects nothing");
    }
    Ok(Some(new))
}

fn passphrase(file: Option<&Path>, prompt: &str) -> Result<Zeroizing<String>> {
    if let Some(path) = file {
        let text = read_text(path)?;
        return Ok(Zeroizing::new(text.lines().next().unwrap_or_default().to_owned()));
    }
    if !io::stdin().is_terminal() {
        bail!("{}; --passphrase-file says where it is", KeyError::NoPassphrase);
    }
    let typed = rpassword::prompt_password(prompt);
    Ok(Zeroizing::new(
        typed.map_err(|error| anyhow!("cannot ask for it: {}", text::reason(&error)))?,
    ))
}

/// Writes a new key file, which only its owner may read. A file that exists is never replaced.
pub(crate) fn write(path: &Path, key: &SecretKey, passphrase: Option<&str>) -> Result<()> {
    let name = text::path(path);
    let pem = match passphrase {
        Some(passphrase) => key.to_encrypted_pem(passphrase, &*random()?)?,
        None => key.to_pem()?,
    };
    let unwritable = |error: &io::Error| anyhow!("cannot write {name}: {}", text::reason(error));
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| unwritable(&error))?;
    // Such files are for their owner only.
    let mut file = tempfile::Builder::new()
        .prefix(".ghostreel-")
        .tempfile_in(folder)
        .map_err(|error| unwritable(&error))?;
    let written = file.write_all(pem.as_bytes()).and_then(|()| file.as_file().sync_all());
    written.map_err(|error| unwritable(&error))?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(()),
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{name} exists already, and a key that is lost cannot be made again")
        }
        Err(failed) => Err(unwritable(&failed.error)),
    }
}

/// Random bytes from the system.
pub(crate) fn random() -> Result<Zeroizing<[u8; 32]>> {
    let mut bytes = Zeroizing::new([0; 32]);
    getrandom::fill(bytes.as_mut_slice())
        .map_err(|error| anyhow!("the system gives no random bytes: {error}"))?;
    Ok(bytes)
}

/// Now, in milliseconds since 1970 UTC.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A file that others may read is no place for a key.
#[cfg(unix)]
fn check_rights(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = fs::metadata(path).map_err(|error| input::unreadable(path, &error))?;
    let mode = metadata.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    let name = text::path(path);
    bail!(
        "{name}: others may use this file (mode {:03o}); `chmod 600` leaves it to you",
        mode & 0o777
    )
}

#[cfg(not(unix))]
fn check_rights(_: &Path) -> Result<()> {
    Ok(())
}

fn read_text(path: &Path) -> Result<Zeroizing<String>> {
    let length = fs::metadata(path).map_err(|error| input::unreadable(path, &error))?.len();
    if length > LONGEST {
        bail!("{}: this is no file of a key or a passphrase", text::path(path));
    }
    fs::read_to_string(path).map(Zeroizing::new).map_err(|error| input::unreadable(path, &error))
}
